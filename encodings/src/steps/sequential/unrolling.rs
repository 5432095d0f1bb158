//! The formula of a number of steps, and the way back from its models.

use super::stock::StockLayer;
use super::{Actions, Scene};
use crate::fluents::{Piles, PilesLayer};
use crate::formula::{Formula, TooLarge};
use crate::options::Options;
use crate::steps::ends::{Ends, Rest, Said, options_for};
use crate::task::{CardId, Goal, Home, Position, Spot, Step, Stock, Target, Task};
use crate::unroll::{ReadError, Unroll, Unsupported};
use itertools::Itertools;
use rustsat::types::{Lit, Var};

#[derive(Debug)]
struct Unrolling {
    task: Task,
    piles: Piles,
    options: Options,
    layers: Vec<PilesLayer>,
    stocks: Vec<StockLayer>,
    actions: Vec<Actions>,
    bound: usize,
    ends: Option<Ends>,
}

/// Begins the encoding.
///
/// # Errors
/// Only a position as goal where there is a waste.
pub fn start(task: &Task, options: &Options) -> Result<Box<dyn Unroll>, Unsupported> {
    let piles = Piles::new(task);
    if task.goal != Goal::Win {
        let cannot = |what| Err(Unsupported { encoding: "sequential", what });
        if matches!(task.stock, Stock::Waste { .. }) {
            return cannot("a position with a waste as goal");
        }
        // Where nothing depends on it, what is face down is not told.
        if piles.face_down.is_empty() && task.start.face_down.iter().any(|&n| n > 0) {
            return cannot("face-down cards on the way to a position");
        }
    }
    Ok(Box::new(Unrolling {
        task: task.clone(),
        piles,
        options: options_for(task, options),
        layers: Vec::new(),
        stocks: Vec::new(),
        actions: Vec::new(),
        bound: 0,
        ends: None,
    }))
}

impl Unrolling {
    fn write_step(&mut self, formula: &mut Formula) {
        let step = self.actions.len();
        let before = &self.layers[step];
        let after = PilesLayer::new(formula, &self.task, &self.piles, &self.options, Some(before));
        self.layers.push(after);
        let redeals = self.piles.redeals(&self.task) > 0 && !self.piles.chain.is_empty();
        self.actions.push(Actions {
            moves: self.piles.cards().map(|_| formula.new_lit()).collect(),
            deals: self.piles.rows.iter().map(|_| formula.new_lit()).collect(),
            redeal: redeals.then(|| formula.new_lit()),
            busy: formula.new_lit(),
            aside: formula.new_lit(),
        });
        let scene = Scene {
            task: &self.task,
            piles: &self.piles,
            options: &self.options,
            before: &self.layers[step],
            after: &self.layers[step + 1],
            actions: &self.actions[step],
        };
        scene.write(formula, step.checked_sub(1).map(|previous| &self.actions[previous]));
        let stock = scene.write_stock(formula, &self.stocks[step]);
        self.stocks.push(stock);
    }

    /// Writes that the goal is a position: who lies where, what is face up, which rows are dealt.
    fn write_end(&self, formula: &mut Formula, ends: &Ends, goal: Lit) {
        let last = &self.layers[self.bound];
        ends.write_goal(formula, goal, &mut |card, rest| self.lies(last, card, rest));
        let down: Vec<CardId> = ends.face_down().collect();
        for &card in &self.piles.face_down {
            if let Some(up) = last.up_of(card) {
                formula.add(&[!goal, if down.contains(&card) { !up } else { up }]);
            }
        }
        let dealt = &self.stocks[self.bound].dealt;
        for (row, &lit) in dealt.iter().enumerate() {
            formula.add(&[!goal, if row < self.task.rows_to_deal() { lit } else { !lit }]);
        }
    }

    /// Clauses that say where a card lies.
    fn lies(&self, layer: &PilesLayer, card: CardId, rest: Rest) -> Said {
        let spot = match rest {
            Rest::On(below, _) => Spot::On(below),
            Rest::Base(n) if self.task.rows_to_deal() < self.piles.rows.len() => Spot::Base(n),
            // Once all rows are dealt, any column will do.
            Rest::Base(_) => {
                let any = (0..self.task.columns).filter_map(|n| layer.find(&self.piles, card, Spot::Base(n)));
                return vec![any.collect()];
            }
            Rest::Cell => Spot::Cell,
            Rest::Reserve => Spot::Reserve,
            Rest::Home => Spot::Home,
            Rest::Row => Spot::Stock,
        };
        let leaves = layer.leaves(card).filter(|_| rest == Rest::Home);
        vec![layer.find(&self.piles, card, spot).into_iter().chain(leaves).collect()]
    }

    /// The step of a model, if it is one.
    fn step(
        &self,
        n: usize,
        position: &Position<'_>,
        model: &dyn Fn(Lit) -> bool,
    ) -> Result<Option<Step>, ReadError> {
        let actions = &self.actions[n];
        if actions.deals.iter().any(|&deal| model(deal)) {
            return Ok(Some(Step::DealRow));
        }
        if actions.redeal.is_some_and(model) {
            return Ok(Some(Step::Redeal));
        }
        let Some(card) = self.piles.cards().find(|card| model(actions.moves[card.index()])) else {
            return Ok(None);
        };
        let fault = || ReadError(format!("in step {n} card {} goes to no place", card.0));
        let lies = self.piles.of[card.index()].iter().zip(self.layers[n + 1].of(card));
        let (lie, _) = lies.filter(|&(_, &at)| model(at)).exactly_one().map_err(|_| fault())?;
        let to = match lie.spot {
            Spot::On(below) => Target::On(below),
            Spot::Base(_) if position.columns_are_alike() => Target::EmptyColumn,
            Spot::Base(column) => Target::Column(column),
            Spot::Cell => Target::Cell,
            Spot::Home => Target::Home,
            Spot::Waste => return Ok(Some(Step::Draw)),
            Spot::Stock | Spot::Reserve => return Err(fault()),
        };
        Ok(Some(Step::Move { card, to }))
    }
}

impl Unroll for Unrolling {
    fn grow(&mut self, bound: u32, formula: &mut Formula) -> Result<Lit, TooLarge> {
        if self.layers.is_empty() {
            let first = PilesLayer::new(formula, &self.task, &self.piles, &self.options, None);
            first.fix_start(formula, &self.piles);
            self.ends = Ends::of_task(formula, &self.task);
            self.layers.push(first);
            self.stocks.push(StockLayer::first(formula, self.piles.rows.len()));
        }
        while self.actions.len() < bound as usize {
            self.write_step(formula);
            formula.check()?;
        }
        self.bound = bound as usize;
        let goal = formula.new_lit();
        let last = &self.layers[self.bound];
        if let Some(ends) = &self.ends {
            self.write_end(formula, ends, goal);
        }
        for card in self.piles.cards().filter(|_| self.ends.is_none()) {
            let won: Vec<Lit> = [last.home(card)].into_iter().chain(last.leaves(card)).collect();
            formula.imply(&[goal], &won);
        }
        if let Some(idle) =
            self.options.moves.and_then(|moves| self.actions[..self.bound].get(moves as usize))
        {
            formula.add(&[!goal, !idle.busy]);
        }
        formula.check()?;
        Ok(goal)
    }

    fn read(&self, model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError> {
        let mut position = Position::new(&self.task);
        let mut steps = Vec::with_capacity(self.bound);
        for n in 0..self.bound {
            let Some(step) = self.step(n, &position, model)? else { break };
            let refused = |refusal| ReadError(format!("step {n} is not allowed: {refusal}"));
            position.apply(step).map_err(refused)?;
            steps.push(step);
        }
        Ok(steps)
    }

    fn names(&self) -> Vec<(Var, String)> {
        let mut names = Vec::new();
        let mut name = |lit: Lit, text: String| names.push((lit.var(), text));
        for (time, layer) in self.layers.iter().enumerate() {
            for card in self.piles.cards() {
                for (lie, &at) in self.piles.of[card.index()].iter().zip(layer.of(card)) {
                    name(at, format!("card-{} {} time-{time}", card.0, place(lie.spot)));
                }
                name(layer.clear(card), format!("card-{} clear time-{time}", card.0));
            }
        }
        for (step, actions) in self.actions.iter().enumerate() {
            for CardId(card) in self.piles.cards() {
                name(actions.moves[card as usize], format!("card-{card} moves step-{step}"));
            }
            for (row, &deal) in actions.deals.iter().enumerate() {
                name(deal, format!("row-{row} dealt step-{step}"));
            }
            if let Some(redeal) = actions.redeal {
                name(redeal, format!("redeal step-{step}"));
            }
            name(actions.busy, format!("busy step-{step}"));
        }
        names.sort_by_key(|(var, _)| *var);
        names
    }

    fn costs(&self) -> Vec<Lit> {
        let all = &self.actions[..self.bound.min(self.actions.len())];
        match self.task.home {
            Home::After(_) => all.iter().map(|actions| actions.aside).collect(),
            // No move takes a single card home: all of them count.
            Home::Runs(_) => all.iter().map(|actions| actions.busy).collect(),
        }
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
