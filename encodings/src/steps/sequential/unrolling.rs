//! The formula of a number of steps, and the way back from its models.

use super::Actions;
use super::distance::Distances;
use super::line::{Line, World};
use crate::fluents::PilesLayer;
use crate::formula::{Formula, FormulaSizeError};
use crate::options::Options;
use crate::steps::ends::{Ends, LieClauses, options_for};
use crate::task::{CardId, Goal, Home, Position, Spot, Step, Stock, Task};
use crate::unroll::{NOTHING, POSITION, ReadError, Unroll, UnsupportedError};
use rustsat::types::{Lit, Var};

/// The encoding of a task, step by step. It gives access to more literals of positions than [`Unroll`] does.
#[derive(Debug)]
pub struct Unrolling {
    world: World,
    line: Line,
    distances: Distances,
    bound: usize,
    ends: Option<Ends>,
}

/// Begins the encoding.
///
/// # Errors
/// A position as goal where there is a waste, or nothing as goal.
pub fn start(task: &Task, options: &Options) -> Result<Box<dyn Unroll>, UnsupportedError> {
    Ok(Box::new(Unrolling::new(task, options)?))
}

impl Unrolling {
    /// Begins the encoding; nothing is written yet.
    ///
    /// # Errors
    /// A position as goal where there is a waste, or nothing as goal.
    pub fn new(task: &Task, options: &Options) -> Result<Unrolling, UnsupportedError> {
        if matches!(task.goal, Goal::Open(_)) {
            return Err(UnsupportedError { encoding: "sequential", what: NOTHING });
        }
        let world = World::new(task, &options_for(task, options));
        if matches!(task.goal, Goal::End(_)) && task.worrying_back {
            return Err(UnsupportedError { encoding: "sequential", what: POSITION });
        }
        if matches!(task.goal, Goal::End(_)) {
            let cannot = |what| Err(UnsupportedError { encoding: "sequential", what });
            if matches!(task.stock, Stock::Waste { .. }) {
                return cannot("a position with a waste as goal");
            }
            // Where nothing depends on it, the formula does not record which cards are face down.
            if world.piles.face_down.is_empty() && task.start.face_down.iter().any(|&n| n > 0) {
                return cannot("face-down cards on the way to a position");
            }
        }
        let (line, distances) = (Line::default(), Distances::default());
        Ok(Unrolling { world, line, distances, bound: 0, ends: None })
    }

    /// The literal "the card lies there at that time"; none where it never can, and of a time not yet written.
    #[must_use]
    pub fn at(&self, card: CardId, spot: Spot, time: u32) -> Option<Lit> {
        self.line.layers.get(time as usize)?.find(&self.world.piles, card, spot)
    }

    /// The literals of all cards that may lie at the bottom of a column at that time, in order.
    #[must_use]
    pub fn bottoms(&self, time: u32) -> Vec<Lit> {
        let lies = |card: CardId| self.world.piles.of[card.index()].iter().map(move |lie| (card, lie.spot));
        let bottoms =
            self.world.piles.cards().flat_map(lies).filter(|(_, spot)| matches!(spot, Spot::Base(_)));
        let mut lits: Vec<Lit> = bottoms.filter_map(|(card, spot)| self.at(card, spot, time)).collect();
        lits.sort_unstable();
        lits
    }

    /// The literal "something is done in that step"; none of a step not yet written.
    #[must_use]
    pub fn busy(&self, step: u32) -> Option<Lit> {
        Some(self.line.actions.get(step as usize)?.busy)
    }

    /// Writes that the goal is a position: which card lies where, which are face up, which rows are dealt.
    fn write_end(&self, formula: &mut Formula, ends: &Ends, goal: Lit) {
        let last = &self.line.layers[self.bound];
        ends.write_goal(formula, goal, &mut |card, spot, _| self.lies(last, card, spot));
        let down: Vec<CardId> = ends.face_down().collect();
        for &card in &self.world.piles.face_down {
            if let Some(up) = last.up_of(card) {
                formula.add(&[!goal, if down.contains(&card) { !up } else { up }]);
            }
        }
        let dealt = &self.line.stocks[self.bound].dealt;
        for (row, &lit) in dealt.iter().enumerate() {
            formula.add(&[!goal, if row < self.world.task.rows_to_deal() { lit } else { !lit }]);
        }
    }

    /// Clauses that say where a card lies.
    fn lies(&self, layer: &PilesLayer, card: CardId, spot: Spot) -> LieClauses {
        let all_dealt = self.world.task.rows_to_deal() >= self.world.piles.rows.len();
        if all_dealt && matches!(spot, Spot::Base(_)) {
            // Any column will do.
            let any = (0..self.world.task.columns)
                .filter_map(|n| layer.find(&self.world.piles, card, Spot::Base(n)));
            return vec![any.collect()];
        }
        let leaves = layer.leaves(card).filter(|_| spot == Spot::Home);
        vec![layer.find(&self.world.piles, card, spot).into_iter().chain(leaves).collect()]
    }
}

impl Unroll for Unrolling {
    fn grow(&mut self, bound: u32, formula: &mut Formula) -> Result<Lit, FormulaSizeError> {
        if self.line.layers.is_empty() {
            self.line = Line::begin(formula, &self.world);
            self.line.layers[0].fix_start(formula, &self.world.piles);
            self.ends = Ends::of_task(formula, &self.world.task);
        }
        while self.line.actions.len() < bound as usize {
            self.line.step(formula, &self.world, true);
            formula.check()?;
        }
        self.bound = bound as usize;
        let goal = match (&self.ends, &self.world.task.goal) {
            (None, Goal::Left(cards)) => {
                let goal = formula.new_lit();
                let last = &self.line.layers[self.bound];
                for &card in cards {
                    // (A card that leaves with a run before the first step never lies there.)
                    let below = self.world.task.dealt_on(card);
                    let Some(stays) = below.and_then(|on| last.find(&self.world.piles, card, Spot::On(on)))
                    else {
                        continue;
                    };
                    let leaves = last.leaves(card);
                    formula.imply(&[goal, stays], &leaves.into_iter().collect::<Vec<_>>());
                }
                goal
            }
            (None, _) => self.line.won(formula, &self.world, self.bound),
            (Some(ends), _) => {
                let goal = formula.new_lit();
                self.write_end(formula, ends, goal);
                goal
            }
        };
        if self.world.options.invariants {
            self.distances.write(formula, (&self.line, &self.world), (goal, self.bound));
        }
        for collects in self.line.layers[self.bound].collects(&self.world.task) {
            formula.add(&[!goal, !collects]);
        }
        if let Some(idle) =
            self.world.options.moves.and_then(|moves| self.line.actions[..self.bound].get(moves as usize))
        {
            formula.add(&[!goal, !idle.busy]);
        }
        formula.check()?;
        Ok(goal)
    }

    fn read(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError> {
        let mut position = Position::new(&self.world.task);
        let actions = (0..self.bound).map(|n| self.line.action(n, &self.world, model));
        let mut steps = Vec::with_capacity(self.bound);
        for (n, action) in actions.enumerate() {
            let Some(action) = action? else { break };
            let step = action.step(&self.world, &position);
            let refused = |refusal| ReadError(format!("step {n} is not allowed: {refusal}"));
            position.apply(step).map_err(refused)?;
            steps.push(step);
        }
        Ok(steps)
    }

    fn decisions(&self) -> Vec<Vec<Lit>> {
        self.line.decisions()
    }

    fn names(&self) -> Vec<(Var, String)> {
        self.line.names(&self.world)
    }

    fn costs(&self) -> Vec<Lit> {
        let all = &self.line.actions[..self.bound.min(self.line.actions.len())];
        match self.world.task.home {
            Home::After(_) if !self.world.task.worrying_back => {
                all.iter().map(|actions| actions.aside).collect()
            }
            // No move takes a single card home, or cards come back and go home again: all moves count.
            Home::After(_) | Home::Runs(_) | Home::Collected(_) => {
                all.iter().map(|actions| actions.busy).collect()
            }
        }
    }
}

impl Line {
    /// A literal that implies that the game is won at this time.
    pub(crate) fn won(&self, formula: &mut Formula, world: &World, time: usize) -> Lit {
        let goal = formula.new_lit();
        let last = &self.layers[time];
        for card in world.piles.cards() {
            let won: Vec<Lit> = [last.home(card)].into_iter().chain(last.leaves(card)).collect();
            formula.imply(&[goal], &won);
        }
        goal
    }

    /// What each step does: which card moves, which row is dealt, whether the waste is turned.
    pub(crate) fn decisions(&self) -> Vec<Vec<Lit>> {
        let all = |actions: &Actions| {
            let Actions { moves, deals, collects, redeal, draw, .. } = actions;
            moves.iter().chain(deals).chain(collects).copied().chain(*redeal).chain(*draw).collect()
        };
        self.actions.iter().map(all).collect()
    }

    /// Names of the variables that mean something, in order.
    pub(crate) fn names(&self, world: &World) -> Vec<(Var, String)> {
        let mut names = Vec::new();
        let mut name = |lit: Lit, text: String| names.push((lit.var(), text));
        for (time, layer) in self.layers.iter().enumerate() {
            for card in world.piles.cards() {
                for (lie, &at) in world.piles.of[card.index()].iter().zip(layer.of(card)) {
                    name(at, format!("card-{} {} time-{time}", card.0, place(lie.spot)));
                }
                name(layer.clear(card), format!("card-{} clear time-{time}", card.0));
            }
        }
        for (step, actions) in self.actions.iter().enumerate() {
            for CardId(card) in world.piles.cards() {
                name(actions.moves[card as usize], format!("card-{card} moves step-{step}"));
            }
            for (row, &deal) in actions.deals.iter().enumerate() {
                name(deal, format!("row-{row} dealt step-{step}"));
            }
            for card in world.piles.cards().filter(|_| !actions.collects.is_empty()) {
                if let Some(head) = self.layers[step].head(card) {
                    name(head, format!("card-{} collected step-{step}", card.0));
                }
            }
            if let Some(redeal) = actions.redeal {
                name(redeal, format!("redeal step-{step}"));
            }
            if let Some(draw) = actions.draw {
                name(draw, format!("draw step-{step}"));
            }
            name(actions.busy, format!("busy step-{step}"));
        }
        names.sort_by_key(|(var, _)| *var);
        names
    }
}

fn place(spot: Spot) -> String {
    match spot {
        Spot::On(below) => format!("on-{}", below.0),
        Spot::Base(column) => format!("base-{column}"),
        Spot::Cell => "cell".into(),
        Spot::Reserve => "reserve".into(),
        Spot::Stock => "stock".into(),
        Spot::Waste => "waste".into(),
        Spot::Home => "home".into(),
    }
}
