//! The proofs of all cubes, which together show that there is no plan within the bound.

use super::{Split, certificate};
use patsat_base::threads;
use patsat_lrat::{Cover, CoverFault, Refutation, check_cover};
use patsat_planning::formula::BoundedFormula;
use patsat_planning::proof::ProofFault;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Checked proofs of all cubes: the formula has no model in any cube, and the cubes leave no case out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// The tree of the cubes.
    pub cover: Cover,
    /// Clauses of the formula.
    pub clauses: u64,
    /// Clauses that the proofs derive.
    pub derived: u64,
    /// Bytes of the proofs' files.
    pub bytes: u64,
}

/// An error in the proofs or the cubes. Cubes are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BundleFault {
    /// The cubes leave a case out.
    #[error("the cubes are no tree of decisions: {0}")]
    Cover(#[from] CoverFault),
    /// The proof cannot be read.
    #[error("cube {cube}: its proof '{path}' cannot be read: {why}")]
    Missing {
        cube: usize,
        /// The expected path of the proof.
        path: String,
        /// The cause.
        why: String,
    },
    /// The proof did not pass its check.
    #[error("cube {cube}: {fault}")]
    Proof {
        cube: usize,
        /// What is wrong.
        fault: Box<ProofFault>,
    },
}

impl BundleFault {
    /// Whether a limit ended the check. The proofs may then still be valid.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(self, BundleFault::Proof { fault, .. } if fault.is_limit())
    }
}

/// Checks that the cubes leave no case out, and the proof of every cube: `jobs` at a time, each within `memory_mib`
/// MiB.
///
/// # Errors
/// The first fault.
pub fn check(
    split: &Split,
    bounded: &BoundedFormula<'_>,
    jobs: usize,
    memory_mib: u64,
) -> Result<Bundle, BundleFault> {
    let cover = check_cover(&split.cubes)?;
    let count = split.cubes.len();
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        let mut done = Vec::new();
        // Cubes are taken in order, so the first fault is among those that are found.
        while !failed.load(Ordering::Relaxed) {
            let cube = next.fetch_add(1, Ordering::Relaxed);
            if cube >= count {
                break;
            }
            let found = one(split, bounded, cube, memory_mib);
            failed.fetch_or(found.is_err(), Ordering::Relaxed);
            done.push((cube, found));
        }
        done
    };
    let mut found = threads::gather(jobs.clamp(1, count), work);
    found.sort_by_key(|&(cube, _)| cube);
    let clauses = bounded.formula().size().clauses as u64;
    let mut bundle = Bundle { cover, clauses, derived: 0, bytes: 0 };
    let mut checked = 0;
    for (_, proof) in found {
        let (refutation, bytes) = proof?;
        (bundle.derived, bundle.bytes) = (bundle.derived + refutation.derived(), bundle.bytes + bytes);
        checked += 1;
    }
    if checked < count {
        // The results of a worker that panicked are missing.
        let (path, why) = (split.proof_file(checked).display().to_string(), "its check broke down".into());
        return Err(BundleFault::Missing { cube: checked + 1, path, why });
    }
    Ok(bundle)
}

fn one(
    split: &Split,
    bounded: &BoundedFormula<'_>,
    cube: usize,
    memory_mib: u64,
) -> Result<(Refutation, u64), BundleFault> {
    let path = split.proof_file(cube);
    let file = std::fs::read(&path).map_err(|e| BundleFault::Missing {
        cube: cube + 1,
        path: path.display().to_string(),
        why: e.to_string(),
    })?;
    match certificate::check(split, bounded, cube, &file, memory_mib) {
        Ok(refutation) => Ok((refutation, file.len() as u64)),
        Err(fault) => Err(BundleFault::Proof { cube: cube + 1, fault: Box::new(fault) }),
    }
}
