//! The formula of a number of steps, and the way back from its models.

use super::{Scene, features, loose, options, order};
use crate::fluents::{Layer, Location, Places, View};
use crate::formula::{Formula, FormulaSizeError};
use crate::options::Options;
use crate::steps::Motion;
use crate::steps::ends::{Ends, LieClauses, options_for};
use crate::task::{CardId, Feature, Goal, Spot, Step, Task};
use crate::unroll::{POSITION, ReadError, Unroll, UnsupportedError};
use rustsat::types::{Lit, Var};

/// Layers joined by steps.
#[derive(Debug)]
struct Unrolling {
    task: Task,
    places: Places,
    options: Options,
    layers: Vec<Layer>,
    motions: Vec<Motion>,
    claims: Vec<Vec<Option<Lit>>>,
    asides: Vec<Vec<(CardId, Lit)>>,
    ends: Option<Ends>,
}

/// Begins the encoding that keeps cells and columns apart.
///
/// # Errors
/// If the task is not of the FreeCell family.
pub fn start_apart(task: &Task, options: &Options) -> Result<Box<dyn Unroll>, UnsupportedError> {
    start("exists", task, options, View::Apart)
}

/// Begins the encoding with one location for cells and columns.
///
/// # Errors
/// If the task is not of the FreeCell family.
pub fn start_loose(task: &Task, options: &Options) -> Result<Box<dyn Unroll>, UnsupportedError> {
    // A loose card's place has no name, so a position would not be determined.
    if matches!(task.goal, Goal::End(_)) {
        return Err(UnsupportedError { encoding: "exists-loose", what: POSITION });
    }
    start("exists-loose", task, options, View::Loose)
}

fn start(
    name: &'static str,
    task: &Task,
    options: &Options,
    view: View,
) -> Result<Box<dyn Unroll>, UnsupportedError> {
    let places = Places::new(name, task, view)?;
    Ok(Box::new(Unrolling {
        task: task.clone(),
        places,
        options: options_for(task, options),
        layers: Vec::new(),
        motions: Vec::new(),
        claims: Vec::new(),
        asides: Vec::new(),
        ends: None,
    }))
}

impl Unrolling {
    fn scene(&self, step: usize) -> Scene<'_> {
        Scene {
            task: &self.task,
            places: &self.places,
            options: &self.options,
            before: &self.layers[step],
            after: &self.layers[step + 1],
            motion: &self.motions[step],
            claims: [&self.claims[step], &self.claims[step + 1]],
        }
    }

    /// The loose cards that carry a card or claim a column.
    fn in_columns(
        &self,
        position: &[Location],
        claims: &[Option<Lit>],
        model: &dyn Fn(Lit) -> bool,
    ) -> Vec<bool> {
        let mut columns: Vec<bool> = claims.iter().map(|claim| claim.is_some_and(model)).collect();
        for location in position {
            if let Location::On(below) = location {
                columns[below.index()] |= position[below.index()] == Location::Loose;
            }
        }
        columns
    }

    fn write_step(&mut self, formula: &mut Formula) {
        let step = self.motions.len();
        let after = Layer::new(formula, &self.places, &self.options);
        self.claims.push(loose::claims(formula, &self.places, &after));
        self.motions.push(Motion::new(formula, &self.places, &self.layers[step], &after));
        self.layers.push(after);
        let scene = self.scene(step);
        scene.write(formula);
        match self.places.view {
            View::Apart => scene.write_room_apart(formula),
            View::Loose => scene.write_room_loose(formula),
        }
        if self.options.exists.landmarks || self.options.moves.is_some() {
            let asides = scene.asides(formula);
            self.asides.push(asides);
        }
    }
}

impl Unroll for Unrolling {
    fn grow(&mut self, bound: u32, formula: &mut Formula) -> Result<Lit, FormulaSizeError> {
        if self.layers.is_empty() {
            let first = Layer::new(formula, &self.places, &self.options);
            first.fix_start(formula);
            self.ends = Ends::of_task(formula, &self.task);
            let claims = loose::claims(formula, &self.places, &first);
            // A card that is loose at the start lies in a cell.
            claims.iter().flatten().for_each(|&claim| formula.add(&[!claim]));
            self.claims.push(claims);
            self.layers.push(first);
        }
        while self.motions.len() < bound as usize {
            self.write_step(formula);
            formula.check()?;
        }
        let goal = formula.new_lit();
        let last = &self.layers[bound as usize];
        match (&self.ends, &self.task.goal) {
            // The first location of a card is the one that it has at the start.
            (None, Goal::Left(cards)) => {
                cards.iter().for_each(|&card| formula.add(&[!goal, !last.of(card)[0]]));
            }
            (None, Goal::Open(_)) => {}
            (None, _) => self.places.cards().for_each(|card| formula.add(&[!goal, last.home(card)])),
            (Some(ends), _) => {
                ends.write_goal(formula, goal, &mut |card, spot, _| lies(&self.places, last, card, spot));
            }
        }
        let asides = &self.asides[..self.asides.len().min(bound as usize)];
        options::write_goal(formula, &self.places, &self.options, (goal, self.task.homes_to_make()), asides);
        formula.check()?;
        Ok(goal)
    }

    fn read(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError> {
        Ok(self.read_steps(model)?.concat())
    }

    fn read_steps(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Vec<Step>>, ReadError> {
        let mut positions = Vec::with_capacity(self.layers.len());
        for (time, layer) in self.layers.iter().enumerate() {
            let position: Option<Vec<Location>> =
                self.places.cards().map(|card| layer.read(&self.places, card, model)).collect();
            positions.push(
                position.ok_or_else(|| ReadError(format!("at time {time} a card is not in one place")))?,
            );
        }
        let columns: Vec<Vec<bool>> = (positions.iter().zip(&self.claims))
            .map(|(position, claims)| self.in_columns(position, claims, model))
            .collect();
        order::plan(&self.task, &self.places, &positions, &columns)
    }

    fn decisions(&self) -> Vec<Vec<Lit>> {
        let movers = |motion: &Motion| self.places.cards().map(|card| motion.of(card)).collect();
        self.motions.iter().map(movers).collect()
    }

    fn names(&self) -> Vec<(Var, String)> {
        super::super::names::names(&self.places, &self.layers, &self.motions)
    }

    fn costs(&self) -> Vec<Lit> {
        self.asides.iter().flatten().map(|&(_, aside)| aside).collect()
    }

    fn feature(&self, feature: Feature, _formula: &mut Formula) -> Option<Vec<Lit>> {
        features::literals(&self.places, self.layers.last()?, feature)
    }
}

/// Clauses that say where a card lies.
fn lies(places: &Places, layer: &Layer, card: CardId, spot: Spot) -> LieClauses {
    let native = |is: bool| if is { layer.find(places, card, Location::Native) } else { None };
    let found: [Option<Lit>; 2] = match spot {
        Spot::On(below) => {
            let dealt = places.dealt_on[card.index()] == Some(below);
            [layer.find(places, card, Location::On(below)), native(dealt)]
        }
        // The bottom of a column is the place it was dealt to, or that of an emptied one.
        Spot::Base(_) => [layer.find(places, card, Location::Base), native(places.bottoms.contains(&card))],
        Spot::Cell => [layer.find(places, card, Location::Cell), None],
        Spot::Reserve => [native(places.reserved[card.index()]), None],
        Spot::Home => [Some(layer.home(card)), None],
        Spot::Stock | Spot::Waste => [None, None],
    };
    vec![found.into_iter().flatten().collect()]
}
