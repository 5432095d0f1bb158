//! A position of such a game that every strategy can walk on.

use super::contents::spot_number;
use super::plan::action;
use super::{NONE, PileBoard, PileGame, Room, Small, Step};
use crate::NotPackable;
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Position};
use std::sync::Arc;

/// A position with its game: a drop-in for [`patsat_game::state::Table`].
#[derive(Clone, Debug)]
pub struct PilePosition<R: Room = Small> {
    game: Arc<PileGame<R>>,
    board: PileBoard<R>,
}

/// All of a position, up to the order of columns that are alike and to twins. For each column its cards from the top down,
/// how many of them lie face down, and an end; the waste, the stock, cells and reserve, and the number of redeals. What is
/// home follows from what is not.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PileKey(Box<[u8]>);

impl PileKey {
    /// Its length in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.len()
    }
}

impl PilePosition {
    /// The position at the start of an instance, in the small size.
    ///
    /// # Errors
    /// If the game does not fit.
    pub fn new(instance: &Instance) -> Result<PilePosition, NotPackable> {
        Ok(PilePosition::of(PileGame::new(instance)?))
    }
}

impl<R: Room> PilePosition<R> {
    /// The position at the start of a game.
    #[must_use]
    pub fn of(game: PileGame<R>) -> PilePosition<R> {
        PilePosition { board: *game.start(), game: Arc::new(game) }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &PileBoard<R> {
        &self.board
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &PileGame<R> {
        &self.game
    }

    /// A move home that loses nothing ([`PileBoard::safe_home`]).
    #[must_use]
    pub fn safe_home(&self) -> Option<Move> {
        self.board.safe_home(&self.game).map(|step| self.action(step))
    }

    fn action(&self, step: Step) -> Move {
        action(&self.game, &self.board, step)
    }
}

impl<R: Room> Position for PilePosition<R> {
    type Key = PileKey;

    fn single_moves_into(&self, moves: &mut Vec<Move>) {
        self.board.single_steps(&self.game, |step| moves.push(self.action(step)));
    }

    fn make(&mut self, action: Move) {
        if let Some(step) = Step::of::<R>(action, self.game.cells) {
            self.board.make(&self.game, step);
        }
    }

    fn is_won(&self) -> bool {
        self.board.is_won()
    }

    fn key(&self) -> PileKey {
        // A kind is below this.
        const END: u8 = NONE;
        let (game, board) = (&*self.game, &self.board);
        let mut bytes = Vec::with_capacity(usize::from(board.left) + 2 * game.columns + 8);
        let cards_of = |bytes: &mut Vec<u8>, pile: u8| {
            let mut card = board.top(pile);
            while card != NONE {
                bytes.push(game.kind(card));
                card = board.under(card);
            }
        };
        let mut ends = Vec::with_capacity(game.columns);
        for column in 0..game.columns as u8 {
            cards_of(&mut bytes, column);
            bytes.extend([board.face_down(column), END]);
            ends.push(bytes.len());
        }
        if !board.columns_are_named(game) {
            let start = |n: usize| n.checked_sub(1).map_or(0, |before| ends[before]);
            let mut columns: Vec<&[u8]> = (0..game.columns).map(|n| &bytes[start(n)..ends[n]]).collect();
            columns.sort_unstable();
            let mut sorted = Vec::with_capacity(bytes.capacity());
            columns.iter().for_each(|column| sorted.extend_from_slice(column));
            bytes = sorted;
        }
        for pile in [R::WASTE, R::STOCK] {
            cards_of(&mut bytes, pile);
            bytes.push(END);
        }
        let reserve = R::FIRST_SPOT + game.cells;
        for spots in [R::FIRST_SPOT..reserve, reserve..game.end_of_spots()] {
            let first = bytes.len();
            bytes.extend(spots.map(|spot| spot_number(game, board, spot) as u8));
            bytes[first..].sort_unstable();
        }
        bytes.push(board.redeals);
        PileKey(bytes.into_boxed_slice())
    }
}
