//! Proofs as text for the standard checkers: LRAT for `lrat-check` and verified checkers, DRAT for `drat-trim`.
//!
//! The program stores proofs as binary LRAT. In text form each step of LRAT is a line; DRAT has no numbers or hints and
//! names a deleted clause by its literals.

use flate2::read::DeflateDecoder;
use rustsat::types::Lit;
use std::collections::HashMap;
use std::fmt::Write;
use std::io::Read;

/// The text format of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// LRAT, with the hints of each step.
    Lrat,
    /// DRAT, without hints.
    Drat,
}

/// A proof that cannot be unpacked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ProofTextError(String);

/// Returns the text of a compressed binary LRAT proof about these clauses, which are numbered from 1.
///
/// # Errors
/// If the bytes are no such proof.
pub fn proof_text<'a>(
    packed: &[u8],
    text: Text,
    clauses: impl IntoIterator<Item = &'a [Lit]>,
) -> Result<String, ProofTextError> {
    let mut binary = Vec::new();
    DeflateDecoder::new(packed).read_to_end(&mut binary).map_err(|e| ProofTextError(e.to_string()))?;
    let clauses = clauses.into_iter();
    let written = match text {
        Text::Lrat => lrat(&binary, clauses.count() as u64),
        Text::Drat => drat(&binary, clauses),
    };
    written.ok_or_else(|| ProofTextError("it ends within a step".into()))
}

/// Returns the proof as LRAT, `None` if it ends within a step. `last` is the number of the formula's last clause.
fn lrat(mut binary: &[u8], mut last: u64) -> Option<String> {
    let mut text = String::new();
    while let Some(step) = step(&mut binary) {
        match step? {
            // A deletion has the number of the step before it.
            Step::Delete(ids) => {
                let _ = write!(text, "{last} d");
                push(&mut text, ids);
            }
            Step::Add { id, literals, hints } => {
                last = id;
                let _ = write!(text, "{id}");
                push(&mut text, literals);
                text.push_str(" 0");
                push(&mut text, hints);
            }
        }
        text.push_str(" 0\n");
    }
    Some(text)
}

/// Returns the proof as DRAT, `None` if it ends within a step or deletes a missing clause.
fn drat<'a>(mut binary: &[u8], clauses: impl Iterator<Item = &'a [Lit]>) -> Option<String> {
    let of = |clause: &[Lit]| clause.iter().map(|l| i64::from(l.to_ipasir())).collect();
    let mut there: HashMap<u64, Vec<i64>> = (1..).zip(clauses.map(of)).collect();
    let mut text = String::new();
    let mut line = |word: &str, literals: &[i64]| {
        text.push_str(word);
        literals.iter().for_each(|literal| {
            let _ = write!(text, "{literal} ");
        });
        text.push_str("0\n");
    };
    while let Some(step) = step(&mut binary) {
        match step? {
            Step::Delete(ids) => {
                for id in ids {
                    line("d ", &there.remove(&u64::try_from(id).ok()?)?);
                }
            }
            Step::Add { id, literals, .. } => {
                line("", &literals);
                there.insert(id, literals);
            }
        }
    }
    Some(text)
}

enum Step {
    Add { id: u64, literals: Vec<i64>, hints: Vec<i64> },
    Delete(Vec<i64>),
}

/// Reads the next step; returns `None` at the end and `Some(None)` for an incomplete step.
fn step(binary: &mut &[u8]) -> Option<Option<Step>> {
    let (&kind, rest) = binary.split_first()?;
    *binary = rest;
    let mut read = || {
        Some(if kind == b'd' {
            Step::Delete(numbers(binary)?)
        } else {
            let id = number(binary)? / 2;
            Step::Add { id, literals: numbers(binary)?, hints: numbers(binary)? }
        })
    };
    Some(read())
}

/// Numbers up to a 0, the sign in the lowest bit.
fn numbers(bytes: &mut &[u8]) -> Option<Vec<i64>> {
    let mut all = Vec::new();
    while let code @ 1.. = number(bytes)? {
        let size = i64::try_from(code / 2).ok()?;
        all.push(if code % 2 == 1 { -size } else { size });
    }
    Some(all)
}

/// A number in base 128, low part first.
fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (mut value, mut shift) = (0, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 127).checked_shl(shift)?;
        shift += 7;
        if byte < 128 {
            return Some(value);
        }
    }
}

fn push(text: &mut String, numbers: Vec<i64>) {
    for number in numbers {
        let _ = write!(text, " {number}");
    }
}
