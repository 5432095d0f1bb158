//! Unit propagation with two watched literals a clause (Moskewicz et al., Chaff, 2001), and back.

use crate::formula::Formula;
use rustsat::types::Lit;

/// A formula, and what follows by unit propagation from some literals.
pub(super) struct Propagator {
    /// The clauses one after another; the watched literals of each come first.
    literals: Vec<Lit>,
    /// Where each clause begins, and where the last ends.
    starts: Vec<usize>,
    /// By literal: the clauses that watch it.
    watches: Vec<Vec<u32>>,
    /// By variable.
    values: Vec<Option<bool>>,
    trail: Vec<Lit>,
    head: usize,
    /// The length of the part of the trail that follows from the formula alone.
    base: usize,
    /// The formula is refuted by propagation.
    refuted: bool,
}

impl Propagator {
    pub(super) fn new(formula: &Formula) -> Propagator {
        let variables = formula.size().variables as usize;
        let mut made = Propagator {
            literals: Vec::with_capacity(formula.size().literals),
            starts: vec![0],
            watches: vec![Vec::new(); 2 * variables],
            values: vec![None; variables],
            trail: Vec::new(),
            head: 0,
            base: 0,
            refuted: false,
        };
        let mut clause: Vec<Lit> = Vec::new();
        let mut units = Vec::new();
        for given in formula.clauses_from(0) {
            clause.clear();
            clause.extend_from_slice(given);
            clause.sort_unstable();
            clause.dedup();
            if clause.windows(2).any(|pair| pair[0].var() == pair[1].var()) {
                continue;
            }
            match clause[..] {
                [] => made.refuted = true,
                [unit] => units.push(unit),
                [first, second, ..] => {
                    let number = (made.starts.len() - 1) as u32;
                    made.literals.extend_from_slice(&clause);
                    made.starts.push(made.literals.len());
                    made.watches[first.lidx()].push(number);
                    made.watches[second.lidx()].push(number);
                }
            }
        }
        made.refuted |= !made.assume_all(&units);
        made.base = made.trail.len();
        made
    }

    /// Variables that have a value.
    pub(super) fn fixed(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn value(&self, literal: Lit) -> Option<bool> {
        self.values[literal.vidx()].map(|value| value == literal.is_pos())
    }

    /// Undoes all but the first `fixed` assignments; those that the formula alone fixes stay.
    pub(super) fn undo(&mut self, fixed: usize) {
        for literal in self.trail.drain(fixed.max(self.base)..) {
            self.values[literal.vidx()] = None;
        }
        self.head = self.trail.len();
    }

    /// Assumes literals and all that follows; returns false on a contradiction. After a contradiction, only
    /// `undo` is of use.
    pub(super) fn assume_all(&mut self, literals: &[Lit]) -> bool {
        !self.refuted && literals.iter().all(|&literal| self.set(literal) && self.propagate())
    }

    fn set(&mut self, literal: Lit) -> bool {
        match self.value(literal) {
            Some(value) => value,
            None => {
                self.values[literal.vidx()] = Some(literal.is_pos());
                self.trail.push(literal);
                true
            }
        }
    }

    fn propagate(&mut self) -> bool {
        while let Some(&holds) = self.trail.get(self.head) {
            self.head += 1;
            let wrong = !holds;
            let mut watching = std::mem::take(&mut self.watches[wrong.lidx()]);
            let mut kept = 0;
            let mut goes = true;
            for n in 0..watching.len() {
                let number = watching[n];
                if goes && self.moves_on(number as usize, wrong, &mut goes) {
                    continue;
                }
                watching[kept] = number;
                kept += 1;
            }
            watching.truncate(kept);
            self.watches[wrong.lidx()] = watching;
            if !goes {
                return false;
            }
        }
        true
    }

    /// Visits a clause one of whose watched literals has become false; returns whether the clause now watches
    /// another one. If not, the clause is true, its last literal is made true, or the clause is false (`goes`).
    fn moves_on(&mut self, number: usize, wrong: Lit, goes: &mut bool) -> bool {
        let (start, end) = (self.starts[number], self.starts[number + 1]);
        if self.literals[start] == wrong {
            self.literals.swap(start, start + 1);
        }
        let other = self.literals[start];
        if self.value(other) == Some(true) {
            return false;
        }
        for at in start + 2..end {
            let literal = self.literals[at];
            if self.value(literal) != Some(false) {
                self.literals.swap(start + 1, at);
                self.watches[literal.lidx()].push(number as u32);
                return true;
            }
        }
        *goes = self.set(other);
        false
    }
}
