//! The formula of a schedule of steps and draws, and the way back from its models.

use super::facts::Facts;
use super::features;
use super::layer::Layer;
use super::moves::{Moves, Scene};
use crate::formula::{Formula, FormulaSizeError};
use crate::options::Options;
use crate::steps::clause_writer::ClauseWriter;
use crate::steps::labelled::{Names, certain, replayed};
use crate::task::{CardId, Feature, Goal, Step, Target, Task};
use crate::unroll::{NOTHING, POSITION, ReadError, Unroll, UnsupportedError};
use itertools::Itertools;
use rustsat::types::{Lit, Var};

#[derive(Debug)]
struct Unrolling {
    task: Task,
    facts: Facts,
    options: Options,
    /// Whether the model chooses when cards are drawn.
    free: bool,
    yes: Option<Lit>,
    layers: Vec<Layer>,
    steps: Vec<Moves>,
    /// The number of layers up to the one in which the last card is drawn, where that is fixed.
    head: usize,
    bound: u32,
}

fn start(
    name: &'static str,
    task: &Task,
    options: &Options,
    free: bool,
) -> Result<Box<dyn Unroll>, UnsupportedError> {
    match task.goal {
        Goal::End(_) => return Err(UnsupportedError { encoding: name, what: POSITION }),
        Goal::Open(_) if free => return Err(UnsupportedError { encoding: name, what: NOTHING }),
        Goal::Win | Goal::Left(_) | Goal::Open(_) => {}
    }
    Ok(Box::new(Unrolling {
        facts: Facts::new(name, task)?,
        task: task.clone(),
        options: *options,
        free,
        yes: None,
        layers: Vec::new(),
        steps: Vec::new(),
        head: 1,
        bound: 0,
    }))
}

/// Begins the encoding with a fixed number of steps between two draws.
///
/// # Errors
/// If the task is not of Forty Thieves' kind.
pub fn start_fixed(task: &Task, options: &Options) -> Result<Box<dyn Unroll>, UnsupportedError> {
    start("exists-draws", task, options, false)
}

/// Begins the encoding whose models choose when to draw.
///
/// # Errors
/// If the task is not of Forty Thieves' kind.
pub fn start_free(task: &Task, options: &Options) -> Result<Box<dyn Unroll>, UnsupportedError> {
    start("exists-draws-free", task, options, true)
}

impl Unrolling {
    fn begin(&mut self, formula: &mut Formula, bound: u32) -> Result<(), FormulaSizeError> {
        let yes = certain(formula);
        self.yes = Some(yes);
        self.steps.clear();
        self.layers = vec![Layer::first(&ClauseWriter::new(formula, yes), &self.facts)];
        if !self.free {
            let each = self.options.phase_steps.unwrap_or(bound);
            for drawn in self.facts.drawn..self.facts.ends {
                for _ in 0..each {
                    self.write_step(formula, yes, drawn)?;
                }
            }
        }
        self.head = self.layers.len();
        Ok(())
    }

    /// Writes a step with `drawn` cards drawn at its end, where that is fixed.
    fn write_step(&mut self, formula: &mut Formula, yes: Lit, drawn: usize) -> Result<(), FormulaSizeError> {
        let mut writer = ClauseWriter::new(formula, yes);
        let before = &self.layers[self.layers.len() - 1];
        let drawn: Vec<Lit> = (0..self.facts.chain.len())
            .map(|n| match self.free {
                _ if writer.is_yes(before.drawn[n]) => writer.yes(),
                true => writer.new_lit(),
                false if n < drawn => writer.yes(),
                false => writer.no(),
            })
            .collect();
        for (n, &now) in drawn.iter().enumerate() {
            writer.imply(&[before.drawn[n]], &[now]);
            if let Some(&earlier) = n.checked_sub(1).map(|n| &drawn[n]) {
                writer.imply(&[now], &[earlier]);
            }
        }
        let after = Layer::next(&mut writer, &self.facts, drawn);
        let scene = Scene { facts: &self.facts, options: &self.options, before, after: &after };
        self.steps.push(scene.write(&mut writer));
        self.layers.push(after);
        formula.check()
    }

    /// How many steps the present bound has.
    fn length(&self) -> usize {
        (self.head - 1 + self.bound as usize).min(self.steps.len())
    }

    /// The moves of a step in an order that can be played.
    fn order(&self, n: usize, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError> {
        let (before, after, moves) = (&self.layers[n], &self.layers[n + 1], &self.steps[n]);
        let drawn = |layer: &Layer| layer.drawn.iter().filter(|&&lit| model(lit)).count();
        let mut steps = vec![Step::Draw; drawn(after).saturating_sub(drawn(before))];
        let mut movers: Vec<(usize, u32, CardId)> = Vec::new();
        let fault = |card: CardId| ReadError(format!("in step {n} card {} goes to no place", card.0));
        for card in self.facts.cards().filter(|card| model(moves.moves[card.index()])) {
            let label = moves.by[card.index()].iter().position(|&by| model(by)).ok_or_else(|| fault(card))?;
            movers.push((label, self.facts.ranks[card.index()], card));
        }
        movers.sort_unstable();
        for (.., card) in movers {
            let place = card.index();
            let to = match after.on[place].iter().positions(|&on| model(on)).at_most_one() {
                Ok(Some(parent)) => Target::On(self.facts.parents[place][parent]),
                Ok(None) if model(after.home[place]) => Target::Home,
                Ok(None) if model(after.base[place]) => Target::EmptyColumn,
                _ => return Err(fault(card)),
            };
            let riders = self.riders(before, moves, card, model);
            let aside = |&(rider, _): &(CardId, CardId)| Step::Move { card: rider, to: Target::EmptyColumn };
            let back = |&(rider, on): &(CardId, CardId)| Step::Move { card: rider, to: Target::On(on) };
            if self.facts.freely {
                steps.push(Step::Move { card, to });
                continue;
            }
            steps.extend(riders.iter().rev().map(aside));
            steps.push(Step::Move { card, to });
            steps.extend(riders.iter().map(back));
        }
        Ok(steps)
    }

    /// The cards that ride on a mover, lowest first, each with the card it stays on.
    fn riders(
        &self,
        before: &Layer,
        moves: &Moves,
        mover: CardId,
        model: &dyn Fn(Lit) -> bool,
    ) -> Vec<(CardId, CardId)> {
        let (mut riders, mut below) = (Vec::new(), mover);
        for level in 0..self.options.draws.ride as usize {
            let rider = self.facts.children[below.index()].iter().find(|&&(upper, parent)| {
                model(before.on[upper.index()][parent]) && model(moves.rides[upper.index()][level])
            });
            let Some(&(rider, _)) = rider else { break };
            riders.push((rider, below));
            below = rider;
        }
        riders
    }
}

impl Unroll for Unrolling {
    fn grow(&mut self, bound: u32, formula: &mut Formula) -> Result<Lit, FormulaSizeError> {
        let yes = match self.yes {
            Some(yes) if self.grows() => yes,
            _ => {
                self.begin(formula, bound)?;
                self.yes.unwrap_or_else(|| formula.new_lit())
            }
        };
        while self.layers.len() < self.head + bound as usize {
            self.write_step(formula, yes, self.facts.ends)?;
        }
        self.bound = bound;
        let mut writer = ClauseWriter::new(formula, yes);
        let goal = writer.new_lit();
        let last = &self.layers[self.length()];
        match &self.task.goal {
            Goal::Left(cards) => {
                for &card in cards {
                    let n = card.index();
                    let gone = self.facts.built[n].map_or(last.left[n], |parent| !last.on[n][parent]);
                    writer.imply(&[goal], &[gone]);
                }
            }
            Goal::Open(_) => {}
            Goal::Win | Goal::End(_) => {
                last.home.iter().for_each(|&home| writer.imply(&[goal], &[home]));
            }
        }
        formula.check()?;
        Ok(goal)
    }

    fn grows(&self) -> bool {
        self.free || self.facts.drawn == self.facts.ends || self.options.phase_steps.is_some()
    }

    fn read(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError> {
        Ok(self.read_steps(model)?.concat())
    }

    fn read_steps(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Vec<Step>>, ReadError> {
        replayed(&self.task, (0..self.length()).map(|n| self.order(n, model)))
    }

    fn feature(&self, feature: Feature, _: &mut Formula) -> Option<Vec<Lit>> {
        Some(features::literals(&self.facts, self.layers.get(self.length())?, feature))
    }

    fn decisions(&self) -> Vec<Vec<Lit>> {
        self.steps.iter().map(|moves| moves.moves.clone()).collect()
    }

    fn names(&self) -> Vec<(Var, String)> {
        let mut names = Names::new(self.yes);
        let mut name = |lit: Lit, text: String| names.name(lit, text);
        for (time, layer) in self.layers.iter().enumerate() {
            for (&drawn, card) in layer.drawn.iter().zip(&self.facts.chain) {
                name(drawn, format!("card-{} drawn time-{time}", card.0));
            }
            for card in self.facts.cards() {
                let n = card.index();
                let facts = [("left", layer.left[n]), ("base", layer.base[n]), ("home", layer.home[n])];
                for (place, lit) in facts {
                    name(lit, format!("card-{n} {place} time-{time}"));
                }
                for (&on, CardId(parent)) in layer.on[n].iter().zip(&self.facts.parents[n]) {
                    name(on, format!("card-{n} on-{parent} time-{time}"));
                }
            }
        }
        for (step, moves) in self.steps.iter().enumerate() {
            for card in 0..self.facts.parents.len() {
                name(moves.moves[card], format!("card-{card} moves step-{step}"));
                for (level, &rides) in moves.rides[card].iter().enumerate() {
                    name(rides, format!("card-{card} rides-{level} step-{step}"));
                }
                for (label, &by) in moves.by[card].iter().enumerate() {
                    name(by, format!("card-{card} by label-{label} step-{step}"));
                }
            }
        }
        names.sorted()
    }
}
