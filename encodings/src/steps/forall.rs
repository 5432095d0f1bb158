//! Steps of several moves that every order makes possible.
//!
//! A step is a set of moves, one a card, that may be made in any order (Kautz and Selman 1996;
//! "forall-step" in Rintanen, Heljanko, Niemelä 2006). Beside the motion of each card there is
//! no variable for an order, and no proof is needed that there is one. With `X0`, `X1` before
//! and after the step:
//!
//! 1. *Source:* nothing lies on a card that moves, at `X0`.
//! 2. *Target:* what is built on at `X1` does not move, and was bare at `X0` if the build is new.
//! 3. *Cells:* a card takes one if it is in a cell at `X0` or at `X1`; at most as many as there are.
//! 4. *Columns:* a column is taken by its dealt card at `X0`, or by a card at the bottom of an
//!    emptied column at `X0` or `X1`; at most as many as there are.
//! 5. *Home:* of kind `k` not more are home at `X1` than of the kind before it at `X0`.
//! 6. *Safe* (an option): a bare card whose kind before it is home, and all cards that may stand on
//!    it, is home at `X1`. Exact: in a plan of as many steps let it go home now and leave out
//!    its other moves. It is in no other move's way: no card goes on it, and the room it had
//!    at `X0` counts as taken in this step anyway.
//!
//! *Every model has a plan:* by 1 and 2 no move's cards concern another's, by 3 to 5 there is
//! room whoever goes first. *Every set of moves that any order allows is a model's step:* each
//! must be allowed first, and all that need room before all that give it. So the least
//! satisfiable horizon is the least number of such steps (`rebuilt=all`), and not above the
//! number of moves. UNSAT at `T`: no plan of at most `T` such steps.

use crate::constraints::{Count, at_most_as_many};
use crate::fluents::{Layer, Location, Places, View};
use crate::formula::{Formula, TooLarge};
use crate::options::Options;
use crate::steps::Motion;
use crate::task::{CardId, Position, Step, Target, Task};
use crate::unroll::{ReadError, Unroll, Unsupported, only_wins};
use rustsat::types::{Lit, Var};

#[derive(Debug)]
struct Unrolling {
    task: Task,
    places: Places,
    options: Options,
    layers: Vec<Layer>,
    motions: Vec<Motion>,
    bound: usize,
}

/// Begins the encoding.
///
/// # Errors
/// If the task is not of the FreeCell family.
pub fn start(task: &Task, options: &Options) -> Result<Box<dyn Unroll>, Unsupported> {
    only_wins("forall", task)?;
    let places = Places::new("forall", task, View::Apart)?;
    Ok(Box::new(Unrolling {
        task: task.clone(),
        places,
        options: *options,
        layers: Vec::new(),
        motions: Vec::new(),
        bound: 0,
    }))
}

impl Unrolling {
    fn write_step(&mut self, formula: &mut Formula) {
        let after = Layer::new(formula, &self.places, &self.options);
        let before = &self.layers[self.motions.len()];
        let motion = Motion::new(formula, &self.places, before, &after);
        for card in self.places.cards() {
            self.write_card(formula, card, before, &after, &motion);
        }
        self.write_room(formula, before, &after);
        for (kind, first) in self.places.before.iter().enumerate() {
            let Some(first) = first else { continue };
            let homes = |layer: &Layer, kind: usize| -> Vec<Lit> {
                self.places.cards_of[kind].iter().map(|&card| layer.home(card)).collect()
            };
            let (of, than) = (homes(&after, kind), homes(before, first.index()));
            at_most_as_many(formula, self.options.cardinality, &of, &than, self.places.slack[kind]);
        }
        self.layers.push(after);
        self.motions.push(motion);
    }

    fn write_card(
        &self,
        formula: &mut Formula,
        card: CardId,
        before: &Layer,
        after: &Layer,
        motion: &Motion,
    ) {
        for (_, on) in before.uppers(&self.places, card) {
            formula.add(&[!motion.of(card), !on]);
        }
        for (new, on) in after.uppers(&self.places, card) {
            formula.add(&[!on, !motion.of(card)]);
            for (old, was) in before.uppers(&self.places, card) {
                if old != new {
                    formula.add(&[!on, !was]);
                }
            }
        }
        if self.options.safe {
            let needed = self.places.predecessors(&self.task, card).iter().copied();
            let homes = needed.chain(self.places.builders(card)).map(|other| before.home(other));
            let dealt_on = self.places.upper[card.index()].iter().filter(|(_, at)| *at == Location::Native);
            let bare = dealt_on.filter_map(|&(upper, at)| Some(!before.find(&self.places, upper, at)?));
            let condition: Vec<Lit> = homes.chain(bare).collect();
            formula.imply(&condition, &[after.home(card)]);
        }
    }

    fn write_room(&self, formula: &mut Formula, before: &Layer, after: &Layer) {
        let form = self.options.cardinality;
        let mut takes = |location: Location| -> Vec<Lit> {
            let mut all = Vec::new();
            for card in self.places.cards() {
                let at = |layer: &Layer| layer.find(&self.places, card, location);
                let (Some(was), Some(is)) = (at(before), at(after)) else { continue };
                let takes = formula.new_lit();
                formula.add(&[!was, takes]);
                formula.add(&[!is, takes]);
                all.push(takes);
            }
            all
        };
        let (cells, mut columns) = (takes(Location::Cell), takes(Location::Base));
        let most = self.places.cells;
        Count::new(formula, form, &cells, most + 1).at_most(formula, most);
        if let Some(rebuilt) = self.options.rebuilt.map(|n| n as usize).filter(|&n| n < self.places.columns) {
            Count::new(formula, form, &columns, rebuilt + 1).at_most(formula, rebuilt);
        }
        columns.extend(self.places.bottoms.iter().map(|&card| before.of(card)[0]));
        let most = self.places.columns;
        Count::new(formula, form, &columns, most + 1).at_most(formula, most);
    }

    fn location(
        &self,
        time: usize,
        card: CardId,
        model: &dyn Fn(Lit) -> bool,
    ) -> Result<Location, ReadError> {
        self.layers[time]
            .read(&self.places, card, model)
            .ok_or_else(|| ReadError(format!("at time {time} card {} is not in one place", card.0)))
    }
}

impl Unroll for Unrolling {
    fn grow(&mut self, bound: u32, formula: &mut Formula) -> Result<Lit, TooLarge> {
        if self.layers.is_empty() {
            let first = Layer::new(formula, &self.places, &self.options);
            first.fix_start(formula);
            self.layers.push(first);
        }
        while self.motions.len() < bound as usize {
            self.write_step(formula);
            formula.check()?;
        }
        self.bound = bound as usize;
        let goal = formula.new_lit();
        let last = &self.layers[self.bound];
        self.places.cards().for_each(|card| formula.add(&[!goal, last.home(card)]));
        formula.check()?;
        Ok(goal)
    }

    fn read(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError> {
        Ok(self.read_steps(model)?.concat())
    }

    fn read_steps(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Vec<Step>>, ReadError> {
        let mut position = Position::new(&self.task);
        let mut steps = Vec::new();
        for n in 0..self.bound {
            let mut made = Vec::new();
            for card in self.places.cards() {
                let to = self.location(n + 1, card, model)?;
                if to == self.location(n, card, model)? {
                    continue;
                }
                let to = match to {
                    Location::On(below) => Target::On(below),
                    Location::Base => Target::EmptyColumn,
                    Location::Cell => Target::Cell,
                    Location::Home => Target::Home,
                    Location::Native | Location::Loose => {
                        return Err(ReadError(format!("step {n} takes card {} back to its deal", card.0)));
                    }
                };
                let step = Step::Move { card, to };
                position.apply(step).map_err(|refusal| ReadError(format!("in step {n}: {refusal}")))?;
                made.push(step);
            }
            steps.push(made);
        }
        Ok(steps)
    }

    fn decisions(&self) -> Vec<Vec<Lit>> {
        let movers = |motion: &Motion| self.places.cards().map(|card| motion.of(card)).collect();
        self.motions.iter().map(movers).collect()
    }

    fn names(&self) -> Vec<(Var, String)> {
        super::names::names(&self.places, &self.layers, &self.motions)
    }
}
