//! A position of a game of runs that every strategy can walk on.

use super::{RunBoard, RunGame, RunMove};
use crate::NotPackable;
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Position};
use std::sync::Arc;

/// A position with its game: a drop-in for [`patsat_game::state::Table`].
#[derive(Clone, Debug)]
pub struct RunPosition {
    game: Arc<RunGame>,
    board: RunBoard,
}

/// All of a position, up to the order of columns where they are alike: for each column how
/// many cards lie face down, its cards, and a zero; at the end the number of rows dealt.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RunKey(Box<[u8]>);

impl RunKey {
    /// Its length in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.len()
    }
}

impl RunPosition {
    /// The position at the start of an instance.
    ///
    /// # Errors
    /// If the game does not fit.
    pub fn new(instance: &Instance) -> Result<RunPosition, NotPackable> {
        let game = Arc::new(RunGame::new(instance)?);
        Ok(RunPosition { board: game.start(), game })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &RunBoard {
        &self.board
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &RunGame {
        &self.game
    }
}

impl Position for RunPosition {
    type Key = RunKey;

    fn single_moves_into(&self, moves: &mut Vec<Move>) {
        self.board.moves(&self.game, |step| moves.push(step.action()));
    }

    #[inline]
    fn make(&mut self, action: Move) {
        if let Some(step) = RunMove::of(action) {
            self.board.make(&self.game, step);
        }
    }

    fn is_won(&self) -> bool {
        self.board.is_won(&self.game)
    }

    fn key(&self) -> RunKey {
        let mut bytes = vec![0; self.game.key_size()];
        let length = self.board.write_key(&self.game, &mut bytes);
        bytes.truncate(length);
        RunKey(bytes.into_boxed_slice())
    }
}
