//! What the variables say, and clauses of them.

use crate::formula::Formula;
use crate::task::CardId;
use rustsat::types::{Lit, Var};
use std::collections::HashMap;

/// Where a card may come to lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Lie {
    On(CardId),
    Bottom,
    Cell,
    Home,
}

/// A quantity that is counted up to a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Quantity {
    Movers(usize),
    Cells(usize),
    Bottoms(usize),
    Asides,
}

/// What a variable says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Fact {
    Lies(usize, CardId, Lie),
    Moves(usize, CardId),
    Aside(CardId),
    /// More than this number are among those up to this index.
    Count(Quantity, usize, usize),
    /// Won within this bound.
    Goal(usize),
}

/// The variables, numbered by their first use.
#[derive(Debug, Default)]
pub(super) struct Facts {
    numbers: HashMap<Fact, Lit>,
    known: Vec<(Var, Fact)>,
}

impl Facts {
    /// The literal of a fact that was used.
    pub(super) fn get(&self, fact: Fact) -> Option<Lit> {
        self.numbers.get(&fact).copied()
    }

    /// Names of those that mean something without their definition, in order.
    pub(super) fn names(&self) -> Vec<(Var, String)> {
        let place = |spot: Lie| match spot {
            Lie::On(below) => format!("on-{}", below.0),
            Lie::Bottom => "bottom".into(),
            Lie::Cell => "cell".into(),
            Lie::Home => "home".into(),
        };
        let name = |fact: Fact| match fact {
            Fact::Lies(t, card, spot) => Some(format!("card-{} {} time-{t}", card.0, place(spot))),
            Fact::Moves(t, card) => Some(format!("card-{} moves step-{t}", card.0)),
            Fact::Aside(card) => Some(format!("card-{} aside", card.0)),
            Fact::Count(..) | Fact::Goal(_) => None,
        };
        self.known.iter().filter_map(|&(var, fact)| Some((var, name(fact)?))).collect()
    }
}

/// Writes clauses of facts.
pub(super) struct Writer<'a> {
    pub(super) formula: &'a mut Formula,
    pub(super) facts: &'a mut Facts,
}

impl Writer<'_> {
    pub(super) fn lit(&mut self, fact: Fact) -> Lit {
        *self.facts.numbers.entry(fact).or_insert_with(|| {
            let lit = self.formula.new_lit();
            self.facts.known.push((lit.var(), fact));
            lit
        })
    }

    /// At least one of the facts holds whose flag is true, or one does not whose flag is false.
    pub(super) fn add(&mut self, clause: &[(Fact, bool)]) {
        let lits: Vec<Lit> = clause
            .iter()
            .map(|&(fact, holds)| if holds { self.lit(fact) } else { !self.lit(fact) })
            .collect();
        self.formula.add(&lits);
    }

    /// Not all of the first, or one of the second.
    pub(super) fn imply(&mut self, all: &[Fact], one: &[Fact]) {
        let not = all.iter().map(|&fact| (fact, false));
        let clause: Vec<(Fact, bool)> = not.chain(one.iter().map(|&fact| (fact, true))).collect();
        self.add(&clause);
    }

    pub(super) fn pairwise(&mut self, facts: &[Fact]) {
        for (n, &fact) in facts.iter().enumerate() {
            for &other in &facts[n + 1..] {
                self.imply(&[fact, other], &[]);
            }
        }
    }

    /// At most `most` of the facts, if the condition holds.
    pub(super) fn at_most(
        &mut self,
        condition: Option<Fact>,
        counted: Quantity,
        most: usize,
        facts: &[Fact],
    ) {
        let mut imply = |all: &[Fact], one: &[Fact]| {
            let all: Vec<Fact> = condition.iter().chain(all).copied().collect();
            self.imply(&all, one);
        };
        let count = |up_to, more_than| Fact::Count(counted, up_to, more_than);
        for (i, &fact) in facts.iter().enumerate() {
            let Some(less) = most.checked_sub(1) else {
                imply(&[fact], &[]);
                continue;
            };
            imply(&[fact], &[count(i, 0)]);
            let Some(before) = i.checked_sub(1) else { continue };
            for j in 0..most {
                imply(&[count(before, j)], &[count(i, j)]);
            }
            for j in 0..less {
                imply(&[fact, count(before, j)], &[count(i, j + 1)]);
            }
            imply(&[fact, count(before, less)], &[]);
        }
    }
}
