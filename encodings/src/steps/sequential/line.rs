//! Positions and the steps between them, one after the other.
//!
//! The axioms of a step do not care where the line begins or who chooses: a plan from a fixed
//! start, or (for questions with two players, `crate::qbf`) from a start that is left open.

use super::stock::StockLayer;
use super::{Actions, Scene, Starts};
use crate::fluents::{Lie, Piles, PilesLayer};
use crate::formula::Formula;
use crate::options::Options;
use crate::task::{CardId, Position, Spot, Step, Target, Task};
use crate::unroll::ReadError;
use itertools::Itertools;
use rustsat::types::Lit;

/// What all positions of a line share.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) task: Task,
    pub(crate) piles: Piles,
    pub(crate) options: Options,
    /// Which card lies where at the start, if that is left open.
    pub(crate) starts: Option<Starts>,
}

/// Positions, one more than steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    pub(crate) layers: Vec<PilesLayer>,
    pub(crate) stocks: Vec<StockLayer>,
    pub(crate) actions: Vec<Actions>,
}

/// The action of a step in a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// This card goes to this lie of its own.
    Move {
        /// The deepest card that moves.
        card: CardId,
        /// The number of the lie.
        lie: usize,
    },
    /// This row is dealt, from 0.
    Deal(usize),
    /// The waste is turned back.
    Redeal,
    /// Several cards are drawn.
    Draw,
    /// The run of which this is the deepest card is collected.
    Collect(CardId),
}

impl World {
    /// Of a task whose start is known.
    pub(crate) fn new(task: &Task, options: &Options) -> World {
        World { task: task.clone(), piles: Piles::new(task), options: *options, starts: None }
    }

    /// The lie that an action leads to.
    pub(crate) fn lie(&self, card: CardId, lie: usize) -> Lie {
        self.piles.of[card.index()][lie]
    }
}

impl Line {
    /// The first position, restricted only to be a position.
    pub(crate) fn begin(formula: &mut Formula, world: &World) -> Line {
        let first = PilesLayer::new(formula, &world.task, &world.piles, &world.options, None);
        let stock = StockLayer::first(formula, world.piles.rows.len());
        Line { layers: vec![first], stocks: vec![stock], actions: Vec::new() }
    }

    /// A line that goes on from a position of this one.
    pub(crate) fn branch(&self, time: usize) -> Line {
        Line {
            layers: vec![self.layers[time].clone()],
            stocks: vec![self.stocks[time].clone()],
            actions: Vec::new(),
        }
    }

    /// Writes one step more. If it `follows`, nothing may happen in it unless in the one before.
    pub(crate) fn step(&mut self, formula: &mut Formula, world: &World, follows: bool) {
        let step = self.actions.len();
        let World { task, piles, options, .. } = world;
        let after = PilesLayer::new(formula, task, piles, options, Some(&self.layers[step]));
        self.layers.push(after);
        let redeals = piles.redeals(task) != Some(0) && !piles.chain.is_empty();
        let draws = task.draw() > 1 && !piles.chain.is_empty();
        let moves = piles.cards().map(|_| formula.new_lit()).collect();
        let deals: Vec<Lit> = piles.rows.iter().map(|_| formula.new_lit()).collect();
        let taken = match &world.starts {
            Some(starts) => starts.taken(formula, piles, &deals),
            None => piles.cards().map(|card| Some(deals[piles.row_of(card)?])).collect(),
        };
        self.actions.push(Actions {
            moves,
            deals,
            taken,
            collects: self.layers[step].collects(task),
            redeal: redeals.then(|| formula.new_lit()),
            draw: draws.then(|| formula.new_lit()),
            busy: formula.new_lit(),
            aside: formula.new_lit(),
            footprint: None,
        });
        let scene = Scene {
            task,
            piles,
            options,
            starts: world.starts.as_ref(),
            before: &self.layers[step],
            after: &self.layers[step + 1],
            actions: &self.actions[step],
        };
        let previous = step.checked_sub(1).filter(|_| follows).map(|previous| &self.actions[previous]);
        scene.write(formula, previous);
        let footprint = scene.write_order(formula, previous, self.stocks[step].dealt.last().copied());
        let stock = scene.write_stock(formula, &self.stocks[step]);
        self.stocks.push(stock);
        self.actions[step].footprint = footprint;
    }

    /// What happens in a step of a model.
    pub(crate) fn action(
        &self,
        n: usize,
        world: &World,
        model: &dyn Fn(Lit) -> bool,
    ) -> Result<Option<Action>, ReadError> {
        let actions = &self.actions[n];
        if let Some(row) = actions.deals.iter().position(|&deal| model(deal)) {
            return Ok(Some(Action::Deal(row)));
        }
        if actions.redeal.is_some_and(model) {
            return Ok(Some(Action::Redeal));
        }
        if actions.draw.is_some_and(model) {
            return Ok(Some(Action::Draw));
        }
        let found = |of: &dyn Fn(CardId) -> Option<Lit>| {
            world.piles.cards().find(|&card| of(card).is_some_and(model))
        };
        if !actions.collects.is_empty()
            && let Some(head) = found(&|card| self.layers[n].head(card))
        {
            return Ok(Some(Action::Collect(head)));
        }
        let Some(card) = found(&|card| Some(actions.moves[card.index()])) else { return Ok(None) };
        let fault = || ReadError(format!("in step {n} card {} goes to no place", card.0));
        let lies = self.layers[n + 1].of(card).iter().positions(|&at| model(at));
        let lie = lies.exactly_one().map_err(|_| fault())?;
        if matches!(world.lie(card, lie).spot, Spot::Stock | Spot::Reserve) {
            return Err(fault());
        }
        Ok(Some(Action::Move { card, lie }))
    }
}

impl Action {
    /// The same in the language of tasks.
    pub(crate) fn step(self, world: &World, position: &Position<'_>) -> Step {
        let (card, lie) = match self {
            Action::Deal(_) => return Step::DealRow,
            Action::Redeal => return Step::Redeal,
            Action::Draw => return Step::Draw,
            Action::Collect(head) => return Step::Collect(head),
            Action::Move { card, lie } => (card, world.lie(card, lie)),
        };
        let to = match lie.spot {
            Spot::On(below) => Target::On(below),
            Spot::Base(_) if position.columns_are_alike() => Target::EmptyColumn,
            Spot::Base(column) => Target::Column(column),
            Spot::Cell => Target::Cell,
            Spot::Home => Target::Home,
            Spot::Waste | Spot::Stock | Spot::Reserve => return Step::Draw,
        };
        Step::Move { card, to }
    }
}
