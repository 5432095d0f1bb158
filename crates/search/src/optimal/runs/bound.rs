//! A lower bound on the moves that win a game of runs, and why it holds.
//!
//! A move takes a part of a group to another place; its *head* is the deepest card of that part, and
//! only the head gets another card, or none, under it. So moves are counted by their heads. A row
//! dealt costs one, a run collected costs one where that is a move. Complete runs are made of cards
//! that lie each on the next one of its suit, its *successor*; kings have none.
//!
//! **What every plan needs.** Each row; each run, where collecting is a move; and a move of each head
//! of a group that is no king, for it does not lie on its successor yet. A card to be dealt may land
//! on its successor. But it needs a move too if no copy of that one is in play or in an earlier row. (So
//! far the goal-count bound of many planners.) Let `need(c)` be 1 for the cards that were
//! counted and 0 for all others. What follows bounds the *extra* moves: the sum over all cards of moves
//! as a head less `need`. A card with an extra move is called *restless*.
//!
//! **Deadlocks.** See [`super::deadlocks`]: sets of groups, no two with a group in common, each of which
//! has a restless card in every plan. Each set costs one. (The idea is that of Paul and Helmert, SoCS
//! 2016, for FreeCell. The order of rows and columns makes it another proof here.)
//!
//! **Visits.** Let `u` be a card to be dealt onto column `p` that was not counted.
//!
//! * If it lands on its successor, follow the sequence under it down to the card `w` that does not lie on its
//!   own successor. It is of the suit of `u`, and higher. If neither now nor in an earlier row there is such
//!   a card in `p`, then `w` came to `p` by a move as a head to a place that is not its successor: a
//!   *visit*. A card has at least as many extra moves as moves to such places: if it is no king, its last
//!   move is to its successor and was the one that was counted, if any was.
//! * If it does not land on its successor, it must move there later, and that is an extra move beyond its
//!   visits to other columns.
//!
//! So each such `u` has an extra move, and for two of other columns or other suits these differ. Of
//! several of one suit in one column only the first is taken. It must not be a move that a deadlock has
//! counted: so nothing is added for `u` if it or a higher card of its suit is in one.

use super::columns;
use super::deadlocks::Relaxed;
use super::scene::{GroupSet, Scene};
use super::shape::Shape;
use patsat_states::runs::{RunBoard, RunGame};

/// A lower bound on the number of moves that win, for every position of one game.
///
/// Moves are counted as the rules count them: a run moved, a row dealt, a run collected.
#[derive(Clone, Debug)]
pub struct RunBound {
    shape: Shape,
}

/// The bound of a position, and counts of its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// Every plan costs this at least.
    pub(super) bound: u32,
    /// Groups that lie on another group.
    pub(super) stacked: u32,
    /// Columns without a card.
    pub(super) empty: u32,
}

impl RunBound {
    /// The bound for positions of this game; nothing if it has more than 12 rows to deal, 15 ranks or 127 cards.
    #[must_use]
    pub fn new(game: &RunGame) -> Option<RunBound> {
        Shape::new(game).map(|shape| RunBound { shape })
    }

    /// What every plan from here costs at least.
    #[must_use]
    pub fn of(&self, board: &RunBoard) -> u32 {
        self.look(&mut Scene::default(), board, u32::MAX).bound
    }

    /// A better bound, for the start of a search: it also counts what rows cost in each column, which takes
    /// ten thousand times as long. See the module `columns`.
    #[must_use]
    pub fn of_deal(&self, board: &RunBoard) -> u32 {
        let mut scene = Box::<Scene>::default();
        let usual = self.look(&mut scene, board, u32::MAX).bound;
        let (mut released, mut deadlocks) = (0, Vec::new());
        while let Some(deadlock) = Relaxed::new(&self.shape, released).deadlock(&mut scene) {
            released |= deadlock;
            deadlocks.push(scene.kinds_of(deadlock));
        }
        columns::extra(&self.shape, &scene, &deadlocks).map_or(usual, |extra| usual.max(scene.least + extra))
    }

    /// Evaluates a position. The bound need not be better than `enough`.
    pub(super) fn look(&self, scene: &mut Scene, board: &RunBoard, enough: u32) -> Sight {
        scene.read(&self.shape, board);
        let mut bound = scene.least;
        let mut released = 0;
        while bound < enough {
            let Some(deadlock) = Relaxed::new(&self.shape, released).deadlock(scene) else {
                bound += self.visits(scene, released);
                break;
            };
            debug_assert!(deadlock != 0 && deadlock & released == 0);
            released |= deadlock;
            bound += 1;
        }
        Sight { bound, stacked: scene.stacked, empty: scene.empty }
    }

    /// Cards to be dealt that need a visit or an extra move of their own, beside the extra moves of
    /// the groups in `counted`.
    fn visits(&self, scene: &Scene, counted: GroupSet) -> u32 {
        let mut left = scene.visited & !counted;
        if left == 0 {
            return 0;
        }
        let cards = scene.kinds_of(counted);
        let mut visits = 0;
        while left != 0 {
            let card = scene.groups[left.trailing_zeros() as usize].head;
            left &= left - 1;
            visits += u32::from(cards & self.shape.above(card) == 0);
        }
        visits
    }
}
