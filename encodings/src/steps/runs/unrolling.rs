//! The formula of a schedule of steps and rows, and the way back from its models.

use super::end::lies;
use super::facts::{Facts, Origin};
use super::features::{LastPosition, all_filled};
use super::layer::Layer;
use super::moves::Moves;
use super::streamliners::{write_chains, write_linked, write_links};
use super::{DealtPairs, Scene};
use crate::constraints::Count;
use crate::formula::{Formula, FormulaSizeError};
use crate::options::Options;
use crate::steps::clause_writer::ClauseWriter;
use crate::steps::ends::{Ends, options_for};
use crate::steps::labelled::{Names, certain, replayed};
use crate::task::{CardId, Feature, Goal, Step, Target, Task};
use crate::unroll::{ReadError, Unroll, UnsupportedError};
use itertools::Itertools;
use rustsat::types::{Lit, Var};

const NAME: &str = "exists-runs";

#[derive(Debug)]
struct Unrolling {
    task: Task,
    facts: Facts,
    options: Options,
    yes: Option<Lit>,
    layers: Vec<Layer>,
    /// What happens after each layer but the last: moves, or a row.
    steps: Vec<Option<Moves>>,
    dealt: DealtPairs,
    links: Vec<Vec<Option<Lit>>>,
    /// The number of layers up to the last row, that row's own among them.
    head: usize,
    bound: u32,
    ends: Option<Ends>,
}

/// Begins the encoding.
///
/// # Errors
/// If the task is not of Spider's kind.
pub fn start(task: &Task, options: &Options) -> Result<Box<dyn Unroll>, UnsupportedError> {
    let facts = Facts::new(NAME, task)?;
    // Every row is dealt in every model, which cards that are to leave need not wait for.
    if matches!(task.goal, Goal::Left(_)) && task.rows_to_deal() > 0 {
        return Err(UnsupportedError {
            encoding: NAME,
            what: "cards that leave as goal while rows are undealt",
        });
    }
    Ok(Box::new(Unrolling {
        dealt: DealtPairs::new(task.cards.len()),
        task: task.clone(),
        facts,
        options: options_for(task, options),
        yes: None,
        layers: Vec::new(),
        steps: Vec::new(),
        links: Vec::new(),
        head: 0,
        bound: 0,
        ends: None,
    }))
}

impl Unrolling {
    fn begin(&mut self, formula: &mut Formula, bound: u32) -> Result<(), FormulaSizeError> {
        let yes = certain(formula);
        self.yes = Some(yes);
        let mut writer = ClauseWriter::new(formula, yes);
        (self.steps, self.dealt) = (Vec::new(), DealtPairs::new(self.task.cards.len()));
        self.links = match self.options.runs.link {
            true => write_links(&mut writer, &self.facts, &self.task),
            false => Vec::new(),
        };
        self.layers = vec![Layer::first(&mut writer, &self.facts)];
        self.finish_layer(&mut writer);
        self.ends = Ends::of_task(formula, &self.task);
        for _ in 0..self.task.rows_to_deal() {
            for _ in 0..self.options.phase_steps.unwrap_or(bound) {
                self.write_moves(&mut ClauseWriter::new(formula, yes));
                formula.check()?;
            }
            self.write_row(&mut ClauseWriter::new(formula, yes));
            formula.check()?;
        }
        self.head = self.layers.len();
        Ok(())
    }

    /// What is written of each position beside its axioms.
    fn finish_layer(&self, writer: &mut ClauseWriter<'_>) {
        let Some(layer) = self.layers.last() else { return };
        layer.write_covered(writer, &self.facts, &self.dealt);
        if self.options.invariants {
            write_chains(writer, &self.facts, &self.dealt, layer);
        }
        if self.options.runs.link {
            write_linked(writer, &self.facts, &self.links, layer);
        }
    }

    fn write_moves(&mut self, writer: &mut ClauseWriter<'_>) {
        let before = &self.layers[self.layers.len() - 1];
        let named = before.dealt < self.facts.rows.len();
        let after = Layer::next(writer, &self.facts, before, before.dealt, named);
        let moves = Moves::new(writer, &self.facts, &self.options, before, &self.dealt);
        let (facts, options, dealt) = (&self.facts, &self.options, &self.dealt);
        let scene = Scene { facts, options, before, after: &after, dealt };
        scene.write_moves(writer, &moves);
        if self.options.runs.perm {
            scene.write_perm(writer, &moves);
        }
        self.layers.push(after);
        self.steps.push(Some(moves));
        self.finish_layer(writer);
    }

    fn write_row(&mut self, writer: &mut ClauseWriter<'_>) {
        let before = &self.layers[self.layers.len() - 1];
        let dealt = before.dealt + 1;
        let after = Layer::next(writer, &self.facts, before, dealt, dealt < self.facts.rows.len());
        let (facts, options) = (&self.facts, &self.options);
        let scene = Scene { facts, options, before, after: &after, dealt: &self.dealt };
        self.dealt = scene.write_row(writer);
        self.layers.push(after);
        self.steps.push(None);
        self.finish_layer(writer);
    }

    /// The steps of the present bound.
    fn present(&self) -> &[Option<Moves>] {
        let last = (self.head + self.bound as usize).saturating_sub(1);
        &self.steps[..last.min(self.steps.len())]
    }

    /// The runs that are collected at a time, where a step does that.
    fn collected(&self, time: usize, model: &dyn Fn(Lit) -> bool) -> Vec<Step> {
        let Some(layer) = self.layers.get(time).filter(|_| self.facts.collected) else { return Vec::new() };
        let leaves = |card: &CardId| self.facts.heads[card.index()] && model(layer.leaves[card.index()]);
        self.facts.cards().filter(leaves).map(Step::Collect).collect()
    }

    /// The moves of a step in an order that can be played.
    fn order(&self, n: usize, moves: &Moves, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError> {
        let after = &self.layers[n + 1];
        let mut found = Vec::new();
        for card in self.facts.cards().filter(|card| model(moves.leads[card.index()])) {
            let fault = || ReadError(format!("in step {n} card {} goes to no place", card.0));
            let label = moves.left[card.index()].iter().position(|&left| model(left)).ok_or_else(fault)?;
            let on = after.on[card.index()].iter().positions(|&on| model(on)).at_most_one();
            let to = match (on.map_err(|_| fault())?, &after.in_column) {
                (Some(parent), _) => Target::On(self.facts.parents[card.index()][parent]),
                (None, _) if !model(after.base[card.index()]) => return Err(fault()),
                (None, None) => Target::EmptyColumn,
                (None, Some(named)) => {
                    let column = named[card.index()].iter().position(|&here| model(here));
                    Target::Column(column.ok_or_else(fault)? as u32)
                }
            };
            found.push(((label, self.facts.heights[card.index()], card), Step::Move { card, to }));
        }
        found.sort_by_key(|(key, _)| *key);
        Ok(found.into_iter().map(|(_, step)| step).collect())
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
            self.write_moves(&mut ClauseWriter::new(formula, yes));
            formula.check()?;
        }
        self.bound = bound;
        let mut writer = ClauseWriter::new(formula, yes);
        let goal = writer.new_lit();
        let last = &self.layers[self.head + bound as usize - 1];
        match (&self.ends, &self.task.goal) {
            (None, Goal::Left(cards)) => {
                for &card in cards {
                    let stays = match self.facts.origins[card.index()] {
                        Origin::Built(parent) => last.on[card.index()][parent],
                        _ => last.native[card.index()],
                    };
                    writer.imply(&[goal], &[!stays, last.leaves[card.index()]]);
                }
            }
            (None, Goal::Open(_)) => {
                if !self.facts.onto_empty && self.task.keeps_rows() {
                    let last = LastPosition { facts: &self.facts, layer: last };
                    all_filled(&last, &mut writer, goal, &self.options);
                }
            }
            (None, _) => {
                for card in self.facts.cards() {
                    writer.imply(&[goal], &[last.off[card.index()], last.leaves[card.index()]]);
                }
            }
            (Some(ends), _) => {
                let mut lie_clauses = |card, spot, up| lies(&self.facts, &self.dealt, last, card, spot, up);
                ends.write_goal(formula, goal, &mut lie_clauses);
            }
        }
        if let Some(most) = self.options.moves {
            let costs = self.costs();
            let count = Count::new(formula, self.options.cardinality, &costs, most as usize + 1);
            if let Some(more) = count.at_least(most as usize + 1) {
                formula.add(&[!goal, !more]);
            }
        }
        formula.check()?;
        Ok(goal)
    }

    fn grows(&self) -> bool {
        self.task.rows_to_deal() == 0 || self.options.phase_steps.is_some()
    }

    fn read(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError> {
        Ok(self.read_steps(model)?.concat())
    }

    fn read_steps(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Vec<Step>>, ReadError> {
        let made = |(n, happens): (usize, &Option<Moves>)| {
            let mut steps = self.collected(n, model);
            match happens {
                None => steps.push(Step::DealRow),
                Some(moves) => steps.extend(self.order(n, moves, model)?),
            }
            Ok(steps)
        };
        let steps = self.present().iter().enumerate().map(made);
        // Of the last position runs leave too, which is the end of the last step.
        let last = self.collected(self.present().len(), model);
        let last = (!last.is_empty()).then_some(Ok(last));
        let mut steps = replayed(&self.task, steps.chain(last.clone()))?;
        if steps.len() > 1 && last.is_some() {
            let end = steps.pop().unwrap_or_default();
            steps.last_mut().into_iter().for_each(|step| step.extend(&end));
        }
        Ok(steps)
    }

    fn decisions(&self) -> Vec<Vec<Lit>> {
        self.present().iter().flatten().map(|moves| moves.leads.clone()).collect()
    }

    fn names(&self) -> Vec<(Var, String)> {
        let mut names = Names::new(self.yes);
        let mut name = |lit: Lit, text: String| names.name(lit, text);
        for (time, layer) in self.layers.iter().enumerate() {
            for card in self.facts.cards() {
                let n = card.index();
                let facts = [("native", layer.native[n]), ("base", layer.base[n]), ("home", layer.off[n])];
                for (place, lit) in facts {
                    name(lit, format!("card-{n} {place} time-{time}"));
                }
                for (&on, CardId(parent)) in layer.on[n].iter().zip(&self.facts.parents[n]) {
                    name(on, format!("card-{n} on-{parent} time-{time}"));
                }
                for (column, &here) in layer.in_column.iter().flat_map(|named| named[n].iter().enumerate()) {
                    name(here, format!("card-{n} base-{column} time-{time}"));
                }
                name(layer.leaves[n], format!("card-{n} leaves time-{time}"));
            }
        }
        for (step, moves) in self.steps.iter().enumerate().filter_map(|(n, s)| Some((n, s.as_ref()?))) {
            for (card, (&leads, left)) in moves.leads.iter().zip(&moves.left).enumerate() {
                name(leads, format!("card-{card} moves step-{step}"));
                for (label, &left) in left.iter().enumerate() {
                    name(left, format!("card-{card} left label-{label} step-{step}"));
                }
            }
        }
        for (below, covers) in self.dealt.on.iter().enumerate() {
            for &(CardId(card), there) in covers {
                name(there, format!("card-{card} dealt-on-{below}"));
            }
        }
        names.sorted()
    }

    fn costs(&self) -> Vec<Lit> {
        // A row is a move that every plan makes.
        let of = |step: &Option<Moves>| {
            step.as_ref().map_or_else(|| self.yes.into_iter().collect(), |m| m.leads.clone())
        };
        let mut costs: Vec<Lit> = self.present().iter().flat_map(of).collect();
        if self.facts.collected {
            for layer in self.layers.iter().take(self.present().len() + 1) {
                let open =
                    |card: &CardId| self.facts.heads[card.index()] && self.facts.in_play(*card, layer.dealt);
                costs.extend(self.facts.cards().filter(open).map(|card| layer.leaves[card.index()]));
            }
        }
        costs
    }

    fn feature(&self, feature: Feature, formula: &mut Formula) -> Option<Vec<Lit>> {
        let layer = self.layers.get(self.present().len())?;
        let mut writer = ClauseWriter::new(formula, self.yes?);
        Some(LastPosition { facts: &self.facts, layer }.feature(feature, &mut writer, &self.options))
    }
}
