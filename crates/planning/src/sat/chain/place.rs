//! An intermediate position as a game of its own.

use crate::failure::Failure;
use crate::model_fault::ModelFault;
use patsat_encodings::objective::Objective;
use patsat_encodings::task::{Goal, Position, Step, Stock};
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Table};
use patsat_lowering::decode::{self, DecodeError};
use patsat_lowering::lower::{self, LoweredGame};

/// A position that moves lead to from the start.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The game that begins there.
    pub(super) instance: Instance,
    pub(super) table: Table,
    pub(super) lowered: LoweredGame,
    /// The moves from the start of the whole game.
    pub(super) moves: Vec<Move>,
    /// The number of moves of each step of the encoding.
    pub(super) steps: Vec<usize>,
}

impl Place {
    /// Returns the start of a game.
    pub(super) fn start(instance: &Instance) -> Result<Place, Failure> {
        Place::at(instance, instance.table(), Vec::new(), Vec::new())
    }

    fn at(instance: &Instance, table: Table, moves: Vec<Move>, steps: Vec<usize>) -> Result<Place, Failure> {
        let deal = table.deal().clone();
        let instance = Instance { deal, id: None, saved: None, origin: None, ..instance.clone() };
        let lowered = lower::lower(&instance)?;
        Ok(Place { instance, table, lowered, moves, steps })
    }

    /// Returns the same position with another goal.
    pub(super) fn with_goal(&self, goal: Goal) -> Place {
        let mut place = self.clone();
        place.lowered.task.goal = goal;
        place
    }

    /// Returns the value of the position.
    pub(super) fn value(&self, objective: &Objective) -> u32 {
        objective.of(&Position::new(&self.lowered.task))
    }

    /// Whether a stage may end here: it has no draws left, and the next row can be dealt or no row is left.
    pub(super) fn may_end(&self) -> bool {
        let drawn = !matches!(self.lowered.task.goal, Goal::Open(draws) if draws > 0);
        drawn && (self.rows() == 0 || self.table.check(Move::DealRow).is_ok())
    }

    /// Returns the number of cards left to draw.
    pub(super) fn draws(&self) -> u32 {
        match &self.lowered.task.stock {
            Stock::Waste { order, .. } => order.len() as u32,
            _ => 0,
        }
    }

    /// Returns the number of rows left to deal.
    pub(super) fn rows(&self) -> u32 {
        self.with_goal(Goal::Win).lowered.task.rows_to_deal() as u32
    }

    /// Returns the moves of steps of the encoding, each of which is a list of the task's steps.
    pub(super) fn decode(&self, steps: &[Vec<Step>]) -> Result<Vec<Vec<Move>>, DecodeError> {
        let moves = decode::decode(&self.instance, &self.lowered, &steps.concat())?.moves;
        let mut moves = moves.into_iter();
        // A step of the task is a move.
        Ok(steps.iter().map(|step| moves.by_ref().take(step.len()).collect()).collect())
    }

    /// Returns the position after more moves, in steps; the inner error names an illegal move.
    pub(super) fn after(&self, steps: &[Vec<Move>]) -> Result<Result<Place, ModelFault>, Failure> {
        let mut table = self.table.clone();
        for &action in steps.iter().flatten() {
            if let Err(illegal) = table.apply(action) {
                return Ok(Err(ModelFault::Move { action, illegal }));
            }
        }
        let moves = self.moves.iter().chain(steps.iter().flatten()).copied().collect();
        let steps = self.steps.iter().copied().chain(steps.iter().map(Vec::len)).collect();
        Ok(Ok(Place::at(&self.instance, table, moves, steps)?))
    }
}
