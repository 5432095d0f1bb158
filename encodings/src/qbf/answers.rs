//! The existential player: a plan for a choice, and the matrix of the whole question.

use super::orders::{self, Orders};
use super::prefixes::Prefixes;
use super::shorten::shorten;
use super::{Choice, Question, check};
use crate::fluents::Piles;
use crate::formula::{Formula, FormulaSizeError};
use crate::options::Options;
use crate::steps::sequential::{Action, Line, Starts, World, reordered};
use crate::task::{Position, Step, Task};
use crate::unroll::{ReadError, UnsupportedError};
use rustsat::types::{Lit, Var};

/// The formula of choice and plan, growing with the bound on the plan.
#[derive(Debug)]
pub struct Answers {
    world: World,
    line: Line,
    /// The number of steps that are chosen.
    chosen: usize,
    links: Links,
    /// The literal "this is not a choice"; `None` if the variables always form one.
    broken: Option<Lit>,
    bound: usize,
}

#[derive(Debug)]
enum Links {
    Orders(Orders),
    Prefixes(Prefixes),
}

/// A plan for a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The plan, as [`super::Choices::answer`] takes it.
    pub actions: Vec<Action>,
    /// The first moves, where they were chosen, and the plan.
    pub steps: Vec<Step>,
    /// The task with the chosen order.
    pub task: Task,
}

impl Answers {
    /// Writes the choice.
    ///
    /// # Errors
    /// If the rules have no axioms here, or the formula reaches its memory limit.
    pub fn new(
        task: &Task,
        question: &Question,
        options: &Options,
        formula: &mut Formula,
    ) -> Result<Answers, UnsupportedError> {
        check(task, question)?;
        Ok(match question {
            Question::Fair(cards) => Answers::fair(task, cards, options, formula),
            Question::Easy(k) => Answers::easy(task, *k, options, formula),
        })
    }

    fn fair(task: &Task, cards: &[crate::task::CardId], options: &Options, formula: &mut Formula) -> Answers {
        let orders = Orders::new(formula, &task.cards, cards);
        let world = open_world(task, cards, options, formula);
        let line = Line::begin(formula, &world);
        let broken = formula.new_lit();
        if let Some(starts) = &world.starts {
            starts.write(formula, task, &world.piles, &line.layers[0]);
            orders.write_links(formula, &world, starts, Some(broken));
        }
        let faults = orders.faults(formula, &world);
        formula.imply(&[broken], &faults);
        Answers { world, line, chosen: 0, links: Links::Orders(orders), broken: Some(broken), bound: 0 }
    }

    fn easy(task: &Task, k: u32, options: &Options, formula: &mut Formula) -> Answers {
        let world = World::new(task, options);
        let line = first_moves(formula, &world, k);
        let (prefixes, broken) = Prefixes::write(formula, &world, &line);
        Answers { chosen: k as usize, links: Links::Prefixes(prefixes), broken, bound: 0, world, line }
    }

    /// Extends the formula to plans of at most `bound` steps. With each returned literal as an assumption,
    /// the formula requires a valid choice that is won.
    ///
    /// # Errors
    /// If the formula reaches its memory limit.
    pub fn grow(&mut self, bound: u32, formula: &mut Formula) -> Result<Vec<Lit>, FormulaSizeError> {
        formula.check()?;
        self.bound = bound as usize;
        let all = self.chosen + self.bound;
        while self.line.actions.len() < all {
            let follows = self.line.actions.len() != self.chosen;
            self.line.step(formula, &self.world, follows);
            formula.check()?;
        }
        let goal = self.line.won(formula, &self.world, all);
        formula.check()?;
        Ok([goal].into_iter().chain(self.broken.map(|lit| !lit)).collect())
    }

    /// Adds the goal for quantified choices: the game is won, or the choice is not valid. The formula is
    /// complete then and may not grow.
    ///
    /// # Errors
    /// If the formula reaches its memory limit.
    pub fn close(&mut self, bound: u32, formula: &mut Formula) -> Result<(), FormulaSizeError> {
        let goal = self.grow(bound, formula)?[0];
        let wanted: Vec<Lit> = [goal].into_iter().chain(self.broken).collect();
        formula.add(&wanted);
        formula.check()
    }

    /// The variables of the choice, which are universal; all others are existential, and inner.
    #[must_use]
    pub fn universal(&self) -> Vec<Var> {
        let literals = match &self.links {
            Links::Orders(orders) => orders.literals(),
            Links::Prefixes(prefixes) => prefixes.literals(),
        };
        literals.into_iter().map(Lit::var).collect()
    }

    /// The variables of the choice, set.
    #[must_use]
    pub fn assume(&self, choice: &Choice) -> Vec<Lit> {
        match (&self.links, choice) {
            (Links::Orders(orders), Choice::Order(order)) => orders.assume(&self.world, order),
            (Links::Prefixes(prefixes), Choice::Prefix(moves)) => prefixes.assume(moves),
            _ => Vec::new(),
        }
    }

    /// Literals under which the variables of the choice must be one; without any, they always are.
    #[must_use]
    pub fn assume_whole(&self) -> Vec<Lit> {
        self.broken.iter().map(|&broken| !broken).collect()
    }

    /// Returns the choice of a model under [`Answers::assume_whole`], whatever its plan.
    ///
    /// # Errors
    /// If the model does not belong to this formula.
    pub fn choice(&self, model: &dyn Fn(Lit) -> bool) -> Result<Choice, ReadError> {
        match &self.world.starts {
            Some(starts) => Ok(Choice::Order(orders::read(starts, model)?)),
            None => Ok(Choice::Prefix(self.actions(0..self.chosen, model)?)),
        }
    }

    /// Returns the plan of a model under these assumptions.
    ///
    /// # Errors
    /// If the model does not belong to this formula.
    pub fn read(&self, choice: &Choice, model: &dyn Fn(Lit) -> bool) -> Result<Answer, ReadError> {
        let other = || ReadError("it answers another choice".into());
        let mut task = self.world.task.clone();
        if let (Some(starts), Choice::Order(order)) = (&self.world.starts, choice) {
            if orders::read(starts, model)? != *order {
                return Err(other());
            }
            task = reordered(&task, &starts.cards, order);
        }
        let first = self.actions(0..self.chosen, model)?;
        if matches!(choice, Choice::Prefix(moves) if *moves != first) {
            return Err(other());
        }
        let actions = self.actions(self.chosen..self.chosen + self.bound, model)?;
        let mut position = Position::new(&task);
        let mut steps = self.play(&mut position, &first)?;
        let start = position.clone();
        self.play(&mut position, &actions)?;
        let actions = shorten(&self.world, &start, actions);
        position = start;
        steps.extend(self.play(&mut position, &actions)?);
        Ok(Answer { actions, steps, task })
    }

    fn play(&self, position: &mut Position<'_>, actions: &[Action]) -> Result<Vec<Step>, ReadError> {
        let mut steps = Vec::new();
        for action in actions {
            let step = action.step(&self.world, position);
            let refused = |refusal| ReadError(format!("{step:?} is not allowed: {refusal}"));
            position.apply(step).map_err(refused)?;
            steps.push(step);
        }
        Ok(steps)
    }

    fn actions(
        &self,
        steps: std::ops::Range<usize>,
        model: &dyn Fn(Lit) -> bool,
    ) -> Result<Vec<Action>, ReadError> {
        steps.map_while(|n| self.line.action(n, &self.world, model).transpose()).collect()
    }

    /// Names of the variables that mean something, in order.
    #[must_use]
    pub fn names(&self) -> Vec<(Var, String)> {
        let mut names = self.line.names(&self.world);
        match &self.links {
            Links::Orders(orders) => names.extend(orders.names(&self.world)),
            Links::Prefixes(prefixes) => names.extend(prefixes.names(&self.world)),
        }
        names.extend(self.broken.map(|lit| (lit.var(), "no choice".to_owned())));
        names.sort_by_key(|(var, _)| *var);
        names
    }
}

/// What positions share where the start is left open.
pub(super) fn open_world(
    task: &Task,
    cards: &[crate::task::CardId],
    options: &Options,
    formula: &mut Formula,
) -> World {
    World {
        task: task.clone(),
        piles: Piles::with_open_start(task, cards),
        options: *options,
        starts: Some(Starts::new(formula, task, options, cards)),
    }
}

/// The start and the steps of the first moves.
pub(super) fn first_moves(formula: &mut Formula, world: &World, k: u32) -> Line {
    let mut line = Line::begin(formula, world);
    line.layers[0].fix_start(formula, &world.piles);
    (0..k).for_each(|_| line.step(formula, world, true));
    line
}
