//! The formula of a number of steps, and the way back from its models.

use super::facts::{Facts, STATES, State};
use super::layer::Layer;
use super::moves::Scene;
use super::played::Player;
use super::stock::List;
use crate::formula::{Formula, FormulaSizeError};
use crate::options::Options;
use crate::task::{CardId, Step, Task};
use crate::unroll::{ReadError, Unroll, UnsupportedError};
use rustsat::types::{Lit, Var};
use std::cmp::Reverse;

const NAME: &str = "exists-klondike";

#[derive(Debug)]
struct Unrolling {
    task: Task,
    facts: Facts,
    options: Options,
    layers: Vec<Layer>,
    list: List,
    bound: usize,
}

/// Begins the encoding.
///
/// # Errors
/// If the task is not of Klondike's kind.
pub fn start(task: &Task, options: &Options) -> Result<Box<dyn Unroll>, UnsupportedError> {
    Ok(Box::new(Unrolling {
        facts: Facts::new(NAME, task)?,
        task: task.clone(),
        options: *options,
        layers: Vec::new(),
        list: List::default(),
        bound: 0,
    }))
}

impl Unrolling {
    /// The moves of a step.
    fn play(&self, n: usize, player: &mut Player<'_>, model: &dyn Fn(Lit) -> bool) -> Result<(), ReadError> {
        let (mut comes, mut goes) = (Vec::new(), Vec::new());
        for card in self.facts.cards() {
            let at = |time: usize| {
                let fault =
                    || ReadError(format!("at time {time} card {} is in no place or in several", card.0));
                self.layers[time].read(card, model).ok_or_else(fault)
            };
            match (at(n)?, at(n + 1)?) {
                (from, to) if from == to => {}
                (_, State::Up) => comes.push(card),
                (_, State::Home) => goes.push(card),
                _ => return Err(ReadError(format!("in step {n} card {} goes to no place", card.0))),
            }
        }
        let key = |card: &CardId| self.facts.key(*card);
        comes.sort_unstable_by_key(|card| Reverse(key(card)));
        goes.sort_unstable_by_key(key);
        comes.into_iter().try_for_each(|card| player.put(card))?;
        goes.into_iter().try_for_each(|card| player.home(card))
    }
}

impl Unroll for Unrolling {
    fn grow(&mut self, bound: u32, formula: &mut Formula) -> Result<Lit, FormulaSizeError> {
        if self.layers.is_empty() {
            let first = Layer::new(formula, &self.facts, &self.options);
            first.fix_start(formula, &self.facts);
            self.layers.push(first);
            self.list = List::first(formula, &self.facts);
        }
        while self.layers.len() <= bound as usize {
            let after = Layer::new(formula, &self.facts, &self.options);
            let before = &self.layers[self.layers.len() - 1];
            let scene = Scene { facts: &self.facts, options: &self.options, before, after: &after };
            scene.write(formula);
            self.list = scene.write_list(formula, &self.list);
            self.layers.push(after);
            formula.check()?;
        }
        self.bound = bound as usize;
        let goal = formula.new_lit();
        for card in self.facts.cards() {
            let home = self.layers[self.bound].find(card, State::Home);
            formula.imply(&[goal], home.as_slice());
        }
        Ok(goal)
    }

    fn suffices(&self) -> Option<u32> {
        // A step a change, each of which leads nearer home.
        let changes = |card: CardId| match self.facts.start[card.index()] {
            State::Home => 0,
            State::Up => 1,
            State::Dealt | State::Listed => {
                1 + u32::from(self.facts.may_be[card.index()][State::Up as usize])
            }
        };
        (!self.facts.worrying_back).then(|| self.facts.cards().map(changes).sum())
    }

    fn read(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError> {
        Ok(self.read_steps(model)?.concat())
    }

    fn read_steps(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Vec<Step>>, ReadError> {
        let mut player = Player::new(&self.task, &self.facts);
        let steps = (0..self.bound).map(|n| {
            self.play(n, &mut player, model)?;
            Ok(player.taken())
        });
        steps.collect()
    }

    fn names(&self) -> Vec<(Var, String)> {
        let mut names = Vec::new();
        for (time, layer) in self.layers.iter().enumerate() {
            for card in self.facts.cards() {
                for state in STATES {
                    let name = format!("card-{} {} time-{time}", card.0, word(state));
                    names.extend(layer.find(card, state).map(|lit| (lit.var(), name)));
                }
            }
        }
        names.sort_by_key(|(var, _)| *var);
        names
    }

    fn decisions(&self) -> Vec<Vec<Lit>> {
        let literals = |layer: &Layer| self.facts.cards().flat_map(|card| layer.of(card)).collect();
        self.layers.iter().skip(1).map(literals).collect()
    }
}

fn word(state: State) -> &'static str {
    match state {
        State::Dealt => "dealt",
        State::Listed => "listed",
        State::Up => "up",
        State::Home => "home",
    }
}
