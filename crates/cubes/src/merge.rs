//! Merges parts into one verdict.
//!
//! Lines of parts are not trusted: plans are replayed, and the proofs of refuted cubes are checked again. A missing
//! cube is an error unless some cube has a plan. Contradicting answers for one cube are an error too.

use super::part::{PartHeader, Record, Verdict, contradicts, load};
use super::{Bundle, Split, bundle, failed};
use patsat_formats::{self as formats, Format, FormatError};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{Fault, Verified, replay};
use patsat_planning::Failure;
use patsat_planning::formula::BoundedFormula;
use patsat_solvers::proof_file::MEMORY_MIB;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The merged verdict. Cubes are counted from 1.
#[derive(Clone, PartialEq, Debug)]
pub enum MergeResult {
    Plan {
        cube: usize,
        plan: Verified<Plan>,
    },
    /// There is no plan within the bound.
    NoPlan(Bundle),
    /// Some cubes are open: their numbers, each with the limit that was reached.
    Open(Vec<(usize, String)>),
}

/// Returns the files of parts in a folder, ordered by name.
///
/// # Errors
/// If the folder cannot be read or has no parts.
pub fn parts_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|e| failed("read", folder, &e))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    paths.sort();
    if paths.is_empty() {
        let shown = folder.display();
        let text = format!("there are no parts in '{shown}': expected files that 'patsat conquer' wrote");
        return Err(Failure::files(text));
    }
    Ok(paths)
}

/// Merges parts, in any order; proofs are checked `jobs` at a time.
///
/// # Errors
/// The first reason why the parts have no verdict.
pub fn merge(
    split: &Split,
    bounded: &BoundedFormula<'_>,
    parts: &[PathBuf],
    jobs: usize,
) -> Result<MergeResult, Failure> {
    let header = PartHeader::of(split, None);
    let mut all: BTreeMap<usize, (Record, &PathBuf)> = BTreeMap::new();
    for path in parts {
        for (cube, record) in load(path, &header, split.cubes.len())? {
            match all.get(&cube) {
                Some((before, first)) if contradicts(before.verdict, record.verdict) => {
                    return Err(Failure::files(format!(
                        "cube {cube} has two answers, in '{}' and in '{}'",
                        first.display(),
                        path.display()
                    )));
                }
                Some((before, _)) if before.verdict != Verdict::Open => {}
                _ => {
                    all.insert(cube, (record, path));
                }
            }
        }
    }
    for (&cube, (record, path)) in &all {
        if record.verdict == Verdict::Plan {
            let plan = plan(&split.instance, record).map_err(|what| {
                Failure::files(format!(
                    "the plan of cube {cube} in '{}' is not valid: {what}",
                    path.display()
                ))
            })?;
            return Ok(MergeResult::Plan { cube, plan });
        }
    }
    let missing: Vec<usize> = (1..=split.cubes.len()).filter(|cube| !all.contains_key(cube)).collect();
    if !missing.is_empty() {
        let text = format!("cubes are missing: {}; run their tasks again with --resume", listed(&missing));
        return Err(Failure::files(text));
    }
    let open = all.iter().filter(|(_, (record, _))| record.verdict == Verdict::Open);
    let open: Vec<(usize, String)> =
        open.map(|(&cube, (record, _))| (cube, record.reason.clone().unwrap_or_default())).collect();
    if !open.is_empty() {
        return Ok(MergeResult::Open(open));
    }
    bundle::check(split, bounded, jobs, MEMORY_MIB)
        .map(MergeResult::NoPlan)
        .map_err(|fault| Failure::files(fault.to_string()))
}

/// An error in the plan of a cube's line.
#[derive(Debug, thiserror::Error)]
enum PlanError {
    #[error("its line has no 'plan', expected one as JSON")]
    Missing,
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error(transparent)]
    Fault(#[from] Fault),
}

fn plan(instance: &Instance, record: &Record) -> Result<Verified<Plan>, PlanError> {
    let text = record.plan.as_ref().map(ToString::to_string).ok_or(PlanError::Missing)?;
    let plan = formats::read_plan_as(text.as_bytes(), Some(Format::PlanJson), instance)?;
    Ok(replay(instance, plan)?)
}

/// Returns the first numbers of a list as text.
fn listed(cubes: &[usize]) -> String {
    let some: Vec<String> = cubes.iter().take(8).map(ToString::to_string).collect();
    let more = if cubes.len() > 8 { format!(" and {} more", cubes.len() - 8) } else { String::new() };
    some.join(", ") + &more
}
