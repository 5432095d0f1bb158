//! Checks LRAT proofs, which show that a formula has no model.
//!
//! The format is that of Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT verification"
//! (2017). A proof is a list of clauses that follow from earlier ones and that ends with the empty clause. The hints of
//! a clause justify it: each names a clause that becomes unit or false when the new clause is negated, so that the
//! check needs no search. Steps that only preserve satisfiability (RAT) are supported. For these the checker counts the
//! hints to ensure that each clause with the opposite of the first literal is among them.
//!
//! This checker shares no code with a solver. It does not check that the given formula encodes the caller's problem.

use crate::literal::{Literal, index};
use crate::read::{Reader, Step, StepError};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::BufRead;

/// A formula without a model. Only [`check_refutation`] makes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refutation {
    clauses: u64,
    derived: u64,
    hints: u64,
}

impl Refutation {
    /// Clauses of the formula.
    #[must_use]
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// Clauses that were derived.
    #[must_use]
    pub fn derived(&self) -> u64 {
        self.derived
    }

    /// Hints that were followed.
    #[must_use]
    pub fn hints(&self) -> u64 {
        self.hints
    }
}

/// An error in a proof. Steps are counted from 1 and include deletions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LratFault {
    /// The step cannot be parsed.
    #[error("step {step} of the proof cannot be read: {what}")]
    Format {
        /// The step.
        step: u64,
        /// What is wrong.
        what: String,
    },
    /// The step is not justified.
    #[error("step {step} of the proof is wrong: {what}")]
    Wrong {
        /// The step.
        step: u64,
        /// What is wrong.
        what: String,
    },
    /// The memory limit was reached.
    #[error("step {step} of the proof needs more than {mib} MiB of memory")]
    Memory {
        /// The step.
        step: u64,
        /// The limit.
        mib: u64,
    },
    /// The proof does not derive the empty clause.
    #[error("the proof ends after {steps} steps without the empty clause")]
    Unfinished {
        /// How many there are.
        steps: u64,
    },
}

/// Checks a proof, text or binary, that these clauses, numbered from 1, have no model.
///
/// # Errors
/// The first error in the proof.
pub fn check_refutation<'a, L: Literal + 'a>(
    clauses: impl IntoIterator<Item = &'a [L]>,
    proof: impl BufRead,
) -> Result<Refutation, LratFault> {
    check_refutation_within(clauses, proof, u64::MAX >> 20)
}

/// Checks a proof as [`check_refutation`] does, with a memory limit for the clauses and the proof together.
///
/// A compressed proof of a megabyte can expand to gigabytes, and a proof may derive useless clauses.
///
/// # Errors
/// The first error in the proof, or [`LratFault::Memory`] if the limit is reached.
pub fn check_refutation_within<'a, L: Literal + 'a>(
    clauses: impl IntoIterator<Item = &'a [L]>,
    proof: impl BufRead,
    memory_mib: u64,
) -> Result<Refutation, LratFault> {
    let mut checker = Checker::default();
    let room = memory_mib.saturating_mul(1 << 20);
    let mut empty = false;
    for clause in clauses {
        checker.literals.clear();
        checker.literals.extend(clause.iter().map(|&l| index(l)));
        empty |= clause.is_empty();
        checker.count += 1;
        checker.grow();
        checker.keep(checker.count);
    }
    let found = Refutation { clauses: checker.count, derived: 0, hints: 0 };
    if empty {
        return Ok(found);
    }
    checker.of_formula = checker.stamps.len() as u64;
    let mut reader = Reader::new(proof);
    loop {
        let step = reader.steps + 1;
        let too_much = LratFault::Memory { step, mib: memory_mib };
        let left = room.checked_sub(checker.bytes()).ok_or_else(|| too_much.clone())?;
        let read = reader.next(&mut checker.literals, &mut checker.hints, left);
        let read = read.map_err(|unread| match unread {
            StepError::TooLong => too_much.clone(),
            StepError::Broken(what) => LratFault::Format { step, what },
        });
        let done = match read? {
            None => return Err(LratFault::Unfinished { steps: reader.steps }),
            Some(Step::Delete) => checker.delete().map(|()| false),
            // The table of stamps has a place for each variable up to the largest, so a large number needs memory.
            Some(Step::Add(_)) if checker.needs() > left => return Err(too_much),
            Some(Step::Add(id)) => checker.add(id, reader.bytes),
        };
        if done.map_err(|what| LratFault::Wrong { step, what })? {
            let (derived, hints) = (checker.derived, checker.followed);
            return Ok(Refutation { derived, hints, ..found });
        }
    }
}

/// Bytes for a literal: its stamp and its number of occurrences.
const PER_LITERAL: u64 = 8;

/// Bytes of a clause: its literals, and its place in the table.
fn of_clause(literals: usize) -> u64 {
    64 + 4 * literals as u64
}

fn opposite(literal: usize) -> usize {
    literal ^ 1
}

#[derive(Default)]
struct Checker {
    /// Clauses of the formula.
    count: u64,
    /// Clauses alive, each literal once.
    clauses: FxHashMap<u64, Box<[u32]>>,
    /// Bytes of all of them.
    kept: u64,
    /// Literals of the formula's variables.
    of_formula: u64,
    /// The number of clauses alive with each literal.
    occurrences: Vec<u32>,
    /// The literals that are currently false carry the current stamp.
    stamps: Vec<u32>,
    stamp: u32,
    /// The literals that became false since the stamp last changed.
    trail: Vec<usize>,
    last: u64,
    derived: u64,
    followed: u64,
    /// Filled by the reader: the literals of a step, and its hints or the clauses that it deletes.
    literals: Vec<usize>,
    hints: Vec<i64>,
}

/// The result of following a hint.
enum Hint {
    Conflict,
    Goes,
}

impl Checker {
    /// Places for the literals of the variables of the step.
    fn places(&self) -> usize {
        self.literals.iter().max().map_or(0, |&l| (l | 1) + 1)
    }

    /// Makes room for the variables of the step.
    fn grow(&mut self) {
        let most = self.places();
        if most > self.stamps.len() {
            self.stamps.resize(most, 0);
            self.occurrences.resize(most, 0);
        }
    }

    /// Approximate number of bytes in use.
    fn bytes(&self) -> u64 {
        self.kept + PER_LITERAL * self.stamps.len() as u64
    }

    /// Approximate number of bytes that the current step adds.
    fn needs(&self) -> u64 {
        let more = self.places().saturating_sub(self.stamps.len());
        PER_LITERAL * more as u64 + of_clause(self.literals.len())
    }

    fn keep(&mut self, id: u64) {
        self.literals.sort_unstable();
        self.literals.dedup();
        self.kept += of_clause(self.literals.len());
        self.literals.iter().for_each(|&l| self.occurrences[l] += 1);
        self.clauses.insert(id, self.literals.iter().map(|&l| l as u32).collect());
    }

    fn delete(&mut self) -> Result<(), String> {
        for &id in &self.hints {
            let gone = u64::try_from(id).ok().and_then(|id| self.clauses.remove(&id));
            let gone = gone.ok_or_else(|| format!("it deletes clause {id}, which there is not"))?;
            self.kept -= of_clause(gone.len());
            gone.iter().for_each(|&l| self.occurrences[l as usize] -= 1);
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.trail.clear();
        self.stamp = self.stamp.checked_add(1).unwrap_or_else(|| {
            self.stamps.fill(0);
            1
        });
    }

    fn is_false(&self, literal: usize) -> bool {
        self.stamps[literal] == self.stamp
    }

    fn make_false(&mut self, literal: usize) {
        self.stamps[literal] = self.stamp;
        self.trail.push(literal);
    }

    /// Follows a hint: its clause must be false or have exactly one literal that is not.
    fn follow(&mut self, id: u64) -> Result<Hint, String> {
        self.followed += 1;
        let clause = self.clauses.get(&id).ok_or_else(|| format!("there is no clause {id}"))?;
        let mut unit = None;
        for &literal in clause {
            let literal = literal as usize;
            if self.stamps[literal] != self.stamp && unit.replace(literal).is_some() {
                return Err(format!("clause {id} is neither false nor unit where it is a hint"));
            }
        }
        let Some(unit) = unit else { return Ok(Hint::Conflict) };
        self.make_false(opposite(unit));
        Ok(Hint::Goes)
    }

    /// Follows hints up to a conflict or the first negative one. Returns `None` at a conflict, else the number of hints
    /// followed.
    fn propagate(&mut self, hints: &[i64]) -> Result<Option<usize>, String> {
        for (n, &hint) in hints.iter().enumerate() {
            let Ok(id) = u64::try_from(hint) else { return Ok(Some(n)) };
            if let Hint::Conflict = self.follow(id)? {
                return Ok(None);
            }
        }
        Ok(Some(hints.len()))
    }

    /// Checks a new clause and keeps it. Returns whether it is the empty clause.
    fn add(&mut self, id: u64, bytes: u64) -> Result<bool, String> {
        if id <= self.last.max(self.count) {
            return Err(format!("clause number {id} is not above those before"));
        }
        // A valid proof needs no variables beyond the formula's and a number bounded by its own bytes.
        let most = self.of_formula + 16 * bytes;
        if let Some(far) = self.literals.iter().find(|&&l| l as u64 >= most) {
            return Err(format!("variable {} is out of reach", far / 2 + 1));
        }
        self.grow();
        self.clear();
        let pivot = self.literals.first().copied();
        let (literals, hints) = (std::mem::take(&mut self.literals), std::mem::take(&mut self.hints));
        literals.iter().for_each(|&l| self.make_false(l));
        // A clause with a literal and its opposite is a tautology.
        let tautology = literals.iter().any(|&l| self.is_false(opposite(l)));
        let unfinished = if tautology { None } else { self.propagate(&hints)? };
        if let Some(read) = unfinished {
            let pivot = pivot.ok_or("its hints lead to no conflict")?;
            self.resolve_all(pivot, &hints[read..])?;
        }
        (self.literals, self.hints) = (literals, hints);
        (self.last, self.derived) = (id, self.derived + 1);
        let empty = self.literals.is_empty();
        self.keep(id);
        Ok(empty)
    }

    /// Checks that the resolvents with all clauses that have the opposite of `pivot` follow.
    fn resolve_all(&mut self, pivot: usize, mut hints: &[i64]) -> Result<(), String> {
        let opposite = opposite(pivot);
        let mut seen = FxHashSet::default();
        let before = self.trail.len();
        while let Some((&first, rest)) = hints.split_first() {
            let id = first.unsigned_abs();
            let other = self.clauses.get(&id).ok_or_else(|| format!("there is no clause {id}"))?.clone();
            if !other.contains(&(opposite as u32)) {
                return Err(format!("clause {id} does not have the opposite of the first literal"));
            }
            if !seen.insert(id) {
                return Err(format!("clause {id} is resolved with twice"));
            }
            let others = || other.iter().map(|&l| l as usize).filter(|&l| l != opposite);
            let clash = others().any(|l| self.is_false(l ^ 1));
            others().for_each(|l| self.make_false(l));
            let own = rest.iter().position(|&h| h < 0).unwrap_or(rest.len());
            if !clash && self.propagate(&rest[..own])?.is_some() {
                return Err(format!("its hints for clause {id} lead to no conflict"));
            }
            for literal in self.trail.drain(before..) {
                self.stamps[literal] = 0;
            }
            // Literals that were false before stay false, even if the drained part of the trail has them too.
            for &literal in &self.trail {
                self.stamps[literal] = self.stamp;
            }
            hints = &rest[own..];
        }
        if seen.len() != self.occurrences.get(opposite).copied().unwrap_or(0) as usize {
            let why =
                if seen.is_empty() { "its hints lead to no conflict" } else { "its hints miss a clause" };
            return Err(why.into());
        }
        Ok(())
    }
}
