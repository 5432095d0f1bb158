//! Choosing first moves: what happens in each of the first steps.
//!
//! `chosen(i, a)`: move `a` is made in step `i`. The first moves are as many as are chosen: where
//! nothing is, nothing follows. A choice is broken at the first step in which two moves are chosen,
//! or one after none, or one that is not allowed. Up to there the position is the one that was
//! chosen, so whether the move is allowed is asked of the true position.

use super::violations::Violations;
use crate::constraints::AtLeast;
use crate::formula::Formula;
use crate::steps::sequential::{Action, Line, World};
use crate::task::Spot;
use rustsat::types::{Lit, Var};

/// The literals of a choice.
#[derive(Clone, Debug)]
pub(super) struct Prefixes {
    actions: Vec<Action>,
    /// By step and move.
    pub(super) chosen: Vec<Vec<Lit>>,
}

impl Prefixes {
    /// Writes the links of a line's first steps to a choice; the literal "the choice is broken".
    pub(super) fn write(formula: &mut Formula, world: &World, line: &Line) -> (Prefixes, Option<Lit>) {
        let actions = actions(world);
        let steps = line.actions.len();
        let chosen = (0..steps).map(|_| actions.iter().map(|_| formula.new_lit()).collect()).collect();
        let prefixes = Prefixes { actions, chosen };
        let mut broken: Option<Lit> = None;
        for step in 0..steps {
            let now = formula.new_lit();
            let before = broken.replace(now);
            if let Some(before) = before {
                formula.add(&[!before, now]);
            }
            prefixes.write_step(formula, line, step, now);
            let faults = prefixes.faults(formula, world, line, step);
            let reasons: Vec<Lit> = before.into_iter().chain(faults).collect();
            formula.imply(&[now], &reasons);
        }
        (prefixes, broken)
    }

    /// All of them.
    pub(super) fn literals(&self) -> Vec<Lit> {
        self.chosen.iter().flatten().copied().collect()
    }

    /// The literals as these first moves set them.
    pub(super) fn assume(&self, moves: &[Action]) -> Vec<Lit> {
        let of_step = |(step, chosen): (usize, &Vec<Lit>)| {
            let set = self.actions.iter().map(move |action| moves.get(step) == Some(action));
            chosen.iter().zip(set).map(|(&lit, set)| if set { lit } else { !lit }).collect::<Vec<Lit>>()
        };
        self.chosen.iter().enumerate().flat_map(of_step).collect()
    }

    /// What the literals mean.
    pub(super) fn names(&self, world: &World) -> Vec<(Var, String)> {
        let of_step = |(step, chosen): (usize, &Vec<Lit>)| {
            let name = |(&lit, action): (&Lit, &Action)| {
                let what = match *action {
                    Action::Move { card, lie } => match world.lie(card, lie).spot {
                        Spot::On(below) => format!("card-{} to on-{}", card.0, below.0),
                        Spot::Base(column) => format!("card-{} to base-{column}", card.0),
                        spot => format!("card-{} to {spot:?}", card.0),
                    },
                    Action::Deal(row) => format!("row-{row} dealt"),
                    Action::Redeal => "redeal".to_owned(),
                    Action::Draw => "draw".to_owned(),
                    Action::Collect(head) => format!("card-{} collected", head.0),
                };
                (lit.var(), format!("chosen {what} step-{step}"))
            };
            chosen.iter().zip(&self.actions).map(name).collect::<Vec<_>>()
        };
        self.chosen.iter().enumerate().flat_map(of_step).collect()
    }

    fn write_step(&self, formula: &mut Formula, line: &Line, step: usize, broken: Lit) {
        let actions = &line.actions[step];
        for (&action, &chosen) in self.actions.iter().zip(&self.chosen[step]) {
            match action {
                Action::Move { card, lie } => {
                    formula.imply(&[chosen], &[actions.moves[card.index()], broken]);
                    formula.imply(&[chosen], &[line.layers[step + 1].of(card)[lie], broken]);
                }
                Action::Deal(row) => formula.imply(&[chosen], &[actions.deals[row], broken]),
                Action::Redeal | Action::Draw | Action::Collect(_) => {}
            }
        }
        let some: Vec<Lit> = self.chosen[step].iter().copied().chain([broken]).collect();
        formula.imply(&[actions.busy], &some);
    }

    /// Literals that each imply that the choice is broken here, if it was not before.
    fn faults(&self, formula: &mut Formula, world: &World, line: &Line, step: usize) -> Vec<Lit> {
        let chosen = &self.chosen[step];
        let mut faults = Vec::new();
        faults.extend(AtLeast::new(formula, world.options.cardinality, chosen, 2).claim(2));
        if let Some(before) = step.checked_sub(1) {
            let late = formula.new_lit();
            formula.imply(&[late], chosen);
            formula.add(&[!late, !line.actions[before].busy]);
            faults.push(late);
        }
        let violations = Violations::new(formula, world, line, step);
        for (&action, &chosen) in self.actions.iter().zip(chosen) {
            let forbidden = formula.new_lit();
            formula.add(&[!forbidden, chosen]);
            formula.imply(&[forbidden], &violations.of(action));
            faults.push(forbidden);
        }
        faults
    }
}

/// All moves that there can be.
fn actions(world: &World) -> Vec<Action> {
    let mut actions = Vec::new();
    for card in world.piles.cards() {
        let lies = world.piles.of[card.index()].iter().enumerate().filter(|(_, lie)| lie.by_move);
        actions.extend(lies.map(|(lie, _)| Action::Move { card, lie }));
    }
    actions.extend((0..world.piles.rows.len()).map(Action::Deal));
    actions
}
