//! The universal player: a choice that no known plan wins.

use super::answers::{first_moves, open_world};
use super::orders::{self, Orders};
use super::{Choice, Question, branch, check, played};
use crate::formula::{Formula, FormulaSizeError};
use crate::options::Options;
use crate::steps::sequential::{Action, Line, World};
use crate::task::{Position, Step, Task};
use crate::unroll::{ReadError, UnsupportedError};
use rustsat::types::Lit;

/// The formula of the choices that are left; it grows with each plan found.
#[derive(Debug)]
pub struct Choices {
    world: World,
    line: Line,
}

impl Choices {
    /// Writes the valid choices: the orders of cards or the first moves of [`super::Answers`], and nothing else.
    ///
    /// # Errors
    /// If the rules have no axioms here.
    pub fn new(
        task: &Task,
        question: &Question,
        options: &Options,
        formula: &mut Formula,
    ) -> Result<Choices, UnsupportedError> {
        check(task, question)?;
        let (world, line) = match question {
            Question::Fair(cards) => {
                let orders = Orders::new(formula, &task.cards, cards);
                let world = open_world(task, cards, options, formula);
                let line = Line::begin(formula, &world);
                orders.write_legal(formula, &world);
                if let Some(starts) = &world.starts {
                    starts.write(formula, task, &world.piles, &line.layers[0]);
                    orders.write_links(formula, &world, starts, None);
                }
                (world, line)
            }
            Question::Easy(k) => {
                let world = World::new(task, options);
                let line = first_moves(formula, &world, *k);
                (world, line)
            }
        };
        Ok(Choices { world, line })
    }

    /// Returns the choice of a model.
    ///
    /// # Errors
    /// If the model does not belong to this formula.
    pub fn read(&self, model: &dyn Fn(Lit) -> bool) -> Result<Choice, ReadError> {
        if let Some(starts) = &self.world.starts {
            return Ok(Choice::Order(orders::read(starts, model)?));
        }
        let steps = 0..self.line.actions.len();
        let moves = steps.map_while(|n| self.line.action(n, &self.world, model).transpose());
        Ok(Choice::Prefix(moves.collect::<Result<_, _>>()?))
    }

    /// Returns the first moves as steps of the task; nothing for an order.
    ///
    /// # Errors
    /// If one is not allowed.
    pub fn steps(&self, choice: &Choice) -> Result<Vec<Step>, ReadError> {
        let Choice::Prefix(moves) = choice else { return Ok(Vec::new()) };
        let mut position = Position::new(&self.world.task);
        let step = |action: &Action| {
            let step = action.step(&self.world, &position);
            let refused = |refusal| ReadError(format!("a first move is not allowed: {refusal}"));
            position.apply(step).map_err(refused)?;
            Ok(step)
        };
        moves.iter().map(step).collect()
    }

    /// Excludes the choices that this plan wins.
    ///
    /// # Errors
    /// If the formula reaches its memory limit.
    pub fn answer(&self, plan: &[Action], formula: &mut Formula) -> Result<(), FormulaSizeError> {
        let write = if self.world.piles.named { branch::does_not_win } else { played::does_not_win };
        write(formula, &self.world, &self.line, self.line.actions.len(), plan);
        formula.check()
    }
}
