//! One single-card move a step, written by an encoder that is proved in Coq.
//!
//! `proofs/theories/Encode.v` defines these clauses for the positions of its rules, and proves that every plan within
//! the bound is a model of them. This file writes the same clauses in the same order, with variables numbered by their
//! first use, so `patsat-proved bound` checks a refutation of them without this program.
//!
//! Facts: `lies(t, c, s)`, card `c` lies on a card, at a bottom, in a cell or home at time `t`. `moves(t, c)`. `aside(c)`:
//! the card is at some time neither home nor where it was dealt. Counts of these up to a card (Sinz 2005).
//!
//! 1. *Time:* a card lies in exactly one spot; on each card lies at most one, which is in a column; no card is home before
//!    the one before it; no more lie in cells and at bottoms than there are.
//! 2. *Step:* at most one card moves; after an idle step all are idle. A card that does not move stays. One that moves is
//!    not home, nothing lies on it, and it does not go where it was dealt unless the rules allow that.
//! 3. *End:* all are home, and at most `T - n` of `n` cards were ever aside, as each of them has two moves. A card waits
//!    for another one that was dealt above a lower card of its suit; a card that waits for itself was aside, and one of
//!    two that wait for each other.
//!
//! Every model is a plan: what a card goes onto is bare, as at most one card lies on it afterwards and no other moves;
//! the same holds of cells, bottoms and foundations. UNSAT at `T`: no plan of at most `T` single-card moves.

mod clauses;
mod deal;
mod facts;

use crate::formula::{Formula, FormulaSizeError};
use crate::options::Options;
use crate::task::{CardId, Position, Step, Target, Task};
use crate::unroll::{ReadError, Unroll, UnsupportedError};
use deal::Deal;
use facts::{Fact, Facts, Lie, Writer};
use rustsat::types::{Lit, Var};

const NAME: &str = "proved";

#[derive(Debug)]
struct Unrolling {
    deal: Deal,
    facts: Facts,
    /// Steps written, if anything is.
    steps: Option<usize>,
    bound: usize,
}

/// Begins the encoding.
///
/// # Errors
/// If the game is not one of single cards of one deck in columns and cells, which all go home.
pub fn start(task: &Task, options: &Options) -> Result<Box<dyn Unroll>, UnsupportedError> {
    let deal = Deal::new(task)?;
    if options.moves.is_some() {
        return Err(UnsupportedError { encoding: NAME, what: "a limit of moves beside the bound" });
    }
    Ok(Box::new(Unrolling { deal, facts: Facts::default(), steps: None, bound: 0 }))
}

impl Unrolling {
    fn lies(&self, t: usize, card: CardId, model: &dyn Fn(Lit) -> bool) -> Result<Lie, ReadError> {
        let holds = |lie: &&Lie| self.facts.get(Fact::Lies(t, card, **lie)).is_some_and(model);
        let fault = || ReadError(format!("at time {t} card {} lies nowhere", card.0));
        self.deal.spots(card).iter().find(holds).copied().ok_or_else(fault)
    }
}

impl Unroll for Unrolling {
    fn grow(&mut self, bound: u32, formula: &mut Formula) -> Result<Lit, FormulaSizeError> {
        self.bound = bound as usize;
        let mut to = Writer { formula, facts: &mut self.facts };
        if self.steps.is_none() {
            clauses::time(&self.deal, &mut to, 0);
            clauses::first(&self.deal, &mut to);
        }
        for step in self.steps.unwrap_or(0)..self.bound {
            clauses::time(&self.deal, &mut to, step + 1);
            clauses::step(&self.deal, &mut to, step);
            to.formula.check()?;
        }
        self.steps = self.steps.max(Some(self.bound));
        let goal = clauses::last(&self.deal, &mut to, self.bound);
        formula.check()?;
        Ok(goal)
    }

    fn read(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError> {
        let mut position = Position::new(&self.deal.task);
        let mut steps = Vec::with_capacity(self.bound);
        for t in 0..self.bound {
            for &card in &self.deal.cards {
                let (from, to) = (self.lies(t, card, model)?, self.lies(t + 1, card, model)?);
                if from == to {
                    continue;
                }
                let to = match to {
                    Lie::On(below) => Target::On(below),
                    Lie::Bottom => Target::EmptyColumn,
                    Lie::Cell => Target::Cell,
                    Lie::Home => Target::Home,
                };
                let step = Step::Move { card, to };
                let refused = |refusal| ReadError(format!("step {t} is not allowed: {refusal}"));
                position.apply(step).map_err(refused)?;
                steps.push(step);
            }
        }
        Ok(steps)
    }

    fn names(&self) -> Vec<(Var, String)> {
        self.facts.names()
    }

    fn decisions(&self) -> Vec<Vec<Lit>> {
        let moves = |t| self.deal.cards.iter().filter_map(move |&card| self.facts.get(Fact::Moves(t, card)));
        (0..self.bound).map(|t| moves(t).collect()).collect()
    }
}
