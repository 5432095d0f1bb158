//! Writes LRAT, binary and compressed.
//!
//! Solvers number clauses their own way. The proof numbers those of the formula from 1 in
//! their order, whatever the solver made of them, and derived ones after them.

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rustc_hash::FxHashMap;
use std::io::{self, Write};

/// A proof in the making.
#[derive(Debug)]
pub(super) struct LratWriter {
    out: DeflateEncoder<Vec<u8>>,
    step: Vec<u8>,
    /// Solver's number of a clause to that in the proof.
    numbers: FxHashMap<u64, u64>,
    deleted: Vec<u64>,
    formula: u64,
    originals: u64,
    last: u64,
    finished: bool,
    fault: Option<String>,
}

impl LratWriter {
    /// Starts a proof about a formula of `clauses` clauses.
    pub(super) fn new(clauses: usize) -> LratWriter {
        let formula = clauses as u64;
        LratWriter {
            out: DeflateEncoder::new(Vec::new(), Compression::fast()),
            step: Vec::new(),
            numbers: FxHashMap::default(),
            deleted: Vec::new(),
            formula,
            originals: 0,
            last: formula,
            finished: false,
            fault: None,
        }
    }

    /// The next clause of the formula.
    pub(super) fn original(&mut self, id: u64, empty: bool) {
        self.originals += 1;
        self.finished |= empty;
        if self.originals > self.formula || self.numbers.insert(id, self.originals).is_some() {
            self.fail("the solver counts the clauses of the formula otherwise");
        }
    }

    /// A clause that follows, as DIMACS literals.
    pub(super) fn derived(
        &mut self,
        id: u64,
        literals: impl Iterator<Item = i32>,
        hints: impl Iterator<Item = u64>,
    ) {
        if self.finished {
            return;
        }
        self.step.clear();
        if !self.deleted.is_empty() {
            self.step.push(b'd');
            for id in std::mem::take(&mut self.deleted) {
                put(&mut self.step, 2 * id);
            }
            self.step.push(0);
        }
        self.last += 1;
        self.step.push(b'a');
        put(&mut self.step, 2 * self.last);
        let mut empty = true;
        for literal in literals {
            empty = false;
            put(&mut self.step, 2 * u64::from(literal.unsigned_abs()) + u64::from(literal < 0));
        }
        self.step.push(0);
        for hint in hints {
            match self.numbers.get(&hint) {
                Some(number) => put(&mut self.step, 2 * number),
                None => {
                    let fault = || format!("the solver's proof names clause {hint}, which is gone");
                    self.fault.get_or_insert_with(fault);
                }
            }
        }
        self.step.push(0);
        self.numbers.insert(id, self.last);
        self.finished = empty;
        if let Err(error) = self.out.write_all(&self.step) {
            self.fail(&error.to_string());
        }
    }

    /// A clause that is needed no more.
    pub(super) fn delete(&mut self, id: u64) {
        self.deleted.extend(self.numbers.remove(&id));
    }

    fn fail(&mut self, what: &str) {
        self.fault.get_or_insert_with(|| what.into());
    }

    /// The proof, if it is one.
    pub(super) fn finish(self) -> Result<Vec<u8>, String> {
        match self.fault {
            Some(fault) => Err(fault),
            None if !self.finished => Err("the solver's proof has no empty clause".into()),
            None => self.out.finish().map_err(|e: io::Error| e.to_string()),
        }
    }
}

/// A number in base 128, low part first.
fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
