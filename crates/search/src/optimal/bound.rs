//! The lower bound, for a search or a test to ask.

use super::deadlocks::Deadlocks;
use super::lookahead;
use super::scene::Scene;
use patsat_game::rules::Cost;
use patsat_states::packed::{Board, Game};

/// A lower bound on the cost of winning, for every position of one game.
///
/// Along every move it falls by no more than the move costs (it is *consistent*).
#[derive(Clone, Debug)]
pub struct Bound {
    pub(super) deadlocks: Deadlocks,
    cost: Cost,
}

impl Bound {
    /// The bound for positions of this game in this cost.
    #[must_use]
    pub fn new(game: &Game, cost: Cost) -> Bound {
        Bound { deadlocks: Deadlocks::new(game, cost != Cost::M1), cost }
    }

    /// What every plan from here costs at least; `None` if there is no plan.
    #[must_use]
    pub fn of(&self, game: &Game, board: &Board) -> Option<u32> {
        let raise = lookahead::raise(game, board)?;
        Some(self.homeward(game, board) + self.scene(game, board).hits + raise)
    }

    /// The same without a look ahead: the bound of the checker of certificates,
    /// [`LeastCost::from`](patsat_game::verify::LeastCost::from).
    #[must_use]
    pub fn checked(&self, game: &Game, board: &Board) -> u32 {
        self.homeward(game, board) + self.scene(game, board).hits
    }

    /// What the moves home cost, which every plan needs: the rest is what a search decides.
    pub(crate) fn homeward(&self, game: &Game, board: &Board) -> u32 {
        match self.cost {
            Cost::M1 | Cost::M2 => 4 * u32::from(game.ranks) - board.cards_home(),
            Cost::M3 => 0,
        }
    }

    /// The deadlock graph of a position.
    #[inline]
    pub(super) fn scene(&self, game: &Game, board: &Board) -> Scene {
        Scene::new(&self.deadlocks, game, board)
    }

    /// Whether supermoves are moves of their own.
    pub(super) fn by_runs(&self) -> bool {
        self.deadlocks.by_runs
    }
}
