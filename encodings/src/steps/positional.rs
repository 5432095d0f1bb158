//! One move a step in the positional view, to be compared with the relational one.
//!
//! Variables beside those of a position ([`crate::fluents::SlotsLayer`]): `move(c)`, `busy`. With
//! `X0`, `X1` before and after the step:
//!
//! 1. At most one `move`; `busy` iff one; not busy stays not busy.
//! 2. *Frame:* a card changes its place iff it moves; home is for ever.
//! 3. *Source:* from depth `h` of a column only if depth `h + 1` is not taken at `X0`.
//! 4. *Target:* to depth `h` only if that is not taken at `X0` and a card that it may stand on is
//!    at depth `h - 1`; to depth 0 only if it may fill an empty column. Cells are counted, and
//!    so are the cards home, at every time.
//! 5. *Symmetry* (an option): to an empty column only if all columns left of it are taken. Exact:
//!    a plan stays one when its emptied columns change names, and all have the depth they need.
//! 6. *No undo* (an option): as in [`crate::steps::sequential`].
//!
//! For the FreeCell family. Complete: depth `d + r - 1` suffices for a column of `d` cards, `r` the
//! longest run that the rules allow, and `r` for an emptied one. The least satisfiable horizon
//! is the number of single-card moves of a shortest plan; UNSAT at `T`: none of at most `T`.

use crate::constraints::at_most_one;
use crate::fluents::{Slot, Slots, SlotsLayer};
use crate::formula::{Formula, TooLarge};
use crate::options::Options;
use crate::task::{CardId, Position, Step, Target, Task};
use crate::unroll::{ReadError, Unroll, Unsupported, only_wins};
use itertools::Itertools;
use rustsat::types::{Lit, Var};

#[derive(Debug)]
struct Unrolling {
    task: Task,
    slots: Slots,
    options: Options,
    layers: Vec<SlotsLayer>,
    /// By step and card.
    moves: Vec<Vec<Lit>>,
    busy: Vec<Lit>,
    bound: usize,
}

/// Begins the encoding.
///
/// # Errors
/// If the task is not of the FreeCell family.
pub fn start(task: &Task, options: &Options) -> Result<Box<dyn Unroll>, Unsupported> {
    only_wins("positional", task)?;
    let slots = Slots::new("positional", task)?;
    Ok(Box::new(Unrolling {
        task: task.clone(),
        slots,
        options: *options,
        layers: Vec::new(),
        moves: Vec::new(),
        busy: Vec::new(),
        bound: 0,
    }))
}

impl Unrolling {
    fn cards(&self) -> impl Iterator<Item = CardId> + use<> {
        self.task.card_ids()
    }

    fn write_step(&mut self, formula: &mut Formula) {
        let step = self.moves.len();
        self.layers.push(SlotsLayer::new(formula, &self.task, &self.slots, &self.options));
        let moves: Vec<Lit> = self.cards().map(|_| formula.new_lit()).collect();
        let busy = formula.new_lit();
        at_most_one(formula, self.options.at_most_one, &moves);
        moves.iter().for_each(|&moves| formula.add(&[!moves, busy]));
        formula.imply(&[busy], &moves);
        if let Some(&before) = self.busy.last() {
            formula.add(&[!busy, before]);
        }
        let previous = self.moves.last().filter(|_| self.options.no_undo);
        for (now, before) in moves.iter().zip(previous.into_iter().flatten()) {
            formula.add(&[!*now, !*before]);
        }
        self.moves.push(moves);
        self.busy.push(busy);
        for card in self.cards() {
            self.write_card(formula, step, card);
        }
    }

    fn write_card(&self, formula: &mut Formula, step: usize, card: CardId) {
        let (before, after) = (&self.layers[step], &self.layers[step + 1]);
        let moves = self.moves[step][card.index()];
        let below: Vec<CardId> = self.cards().filter(|&on| self.task.may_stand(card, on)).collect();
        let (was, is) = (&before.at[card.index()], &after.at[card.index()]);
        for (n, (&slot, (&from, &to))) in self.slots.all.iter().zip(was.iter().zip(is)).enumerate() {
            if slot == Slot::Home {
                formula.add(&[!from, to]);
                formula.add(&[!from, !moves]);
                continue;
            }
            formula.add(&[!from, to, moves]);
            formula.add(&[!from, !to, !moves]);
            match slot {
                Slot::Column(column, depth) => {
                    let column = column as usize;
                    if n + 1 < self.slots.column(column).end {
                        formula.add(&[!moves, !from, !before.taken[n + 1]]);
                    }
                    formula.add(&[!moves, !to, !before.taken[n]]);
                    if depth > 0 {
                        let on: Vec<Lit> = below.iter().map(|on| before.at[on.index()][n - 1]).collect();
                        formula.imply(&[moves, to], &on);
                    } else if !self.task.may_fill(card) {
                        formula.add(&[!moves, !to]);
                    } else if self.options.symmetry {
                        for left in 0..column {
                            formula.add(&[!moves, !to, before.taken[self.slots.column(left).start]]);
                        }
                    }
                }
                Slot::Reserve => formula.add(&[!moves, !to]),
                Slot::Cell | Slot::Home => {}
            }
        }
    }

    /// The place of a card at a time of a model.
    fn slot(&self, time: usize, card: CardId, model: &dyn Fn(Lit) -> bool) -> Result<usize, ReadError> {
        let at = &self.layers[time].at[card.index()];
        let fault = |_| ReadError(format!("at time {time} card {} is not in one place", card.0));
        (0..at.len()).filter(|&n| model(at[n])).exactly_one().map_err(fault)
    }
}

impl Unroll for Unrolling {
    fn grow(&mut self, bound: u32, formula: &mut Formula) -> Result<Lit, TooLarge> {
        if self.layers.is_empty() {
            let first = SlotsLayer::new(formula, &self.task, &self.slots, &self.options);
            for (of, &place) in first.at.iter().zip(&self.slots.start) {
                formula.add(&[of[place]]);
            }
            self.layers.push(first);
        }
        while self.moves.len() < bound as usize {
            self.write_step(formula);
            formula.check()?;
        }
        self.bound = bound as usize;
        let goal = formula.new_lit();
        let last = &self.layers[self.bound];
        self.cards().for_each(|card| formula.add(&[!goal, last.home(card)]));
        if let Some(&idle) = self.options.moves.and_then(|moves| self.busy[..self.bound].get(moves as usize))
        {
            formula.add(&[!goal, !idle]);
        }
        formula.check()?;
        Ok(goal)
    }

    fn read(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError> {
        let mut position = Position::new(&self.task);
        let mut steps = Vec::with_capacity(self.bound);
        for n in 0..self.bound {
            let Some(card) = self.cards().find(|card| model(self.moves[n][card.index()])) else { break };
            let place = self.slot(n + 1, card, model)?;
            let fault = |what: &str| ReadError(format!("step {n} takes card {} {what}", card.0));
            let to = match self.slots.all[place] {
                Slot::Column(_, 0) => Target::EmptyColumn,
                Slot::Column(..) => {
                    let below = self.cards().find(|on| model(self.layers[n].at[on.index()][place - 1]));
                    Target::On(below.ok_or_else(|| fault("onto no card"))?)
                }
                Slot::Cell => Target::Cell,
                Slot::Home => Target::Home,
                Slot::Reserve => return Err(fault("to the reserve")),
            };
            let step = Step::Move { card, to };
            position.apply(step).map_err(|refusal| fault(&format!("where it may not go: {refusal}")))?;
            steps.push(step);
        }
        Ok(steps)
    }

    fn decisions(&self) -> Vec<Vec<Lit>> {
        self.moves.clone()
    }

    fn names(&self) -> Vec<(Var, String)> {
        let mut names = Vec::new();
        for (time, layer) in self.layers.iter().enumerate() {
            for (card, of) in layer.at.iter().enumerate() {
                for (slot, at) in self.slots.all.iter().zip(of) {
                    let place = match slot {
                        Slot::Column(column, depth) => format!("column-{column}-{depth}"),
                        other => format!("{other:?}").to_lowercase(),
                    };
                    names.push((at.var(), format!("card-{card} {place} time-{time}")));
                }
            }
        }
        for (step, moves) in self.moves.iter().enumerate() {
            let named = moves.iter().enumerate();
            names.extend(named.map(|(card, lit)| (lit.var(), format!("card-{card} moves step-{step}"))));
        }
        names.sort_by_key(|(var, _)| *var);
        names
    }
}
