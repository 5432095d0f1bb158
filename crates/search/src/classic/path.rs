//! The present path of a search that goes forward move by move and back where nothing is new.

use super::Scored;
use patsat_game::rules::Move;

/// A position of the path.
pub(super) struct Frame<P> {
    pub(super) position: P,
    /// Its moves.
    pub(super) moves: Vec<Move>,
    /// Moves tried so far; the last of them led to the next frame.
    pub(super) tried: usize,
}

impl<P: Scored> Frame<P> {
    /// A position none of whose moves has been tried.
    pub(super) fn new(position: P) -> Self {
        let mut moves = Vec::new();
        position.single_moves_into(&mut moves);
        Frame { position, moves, tried: 0 }
    }
}

/// The moves that lead from frame to frame, and out of the last one.
pub(super) fn moves<P>(path: &[Frame<P>]) -> Vec<Move> {
    path.iter().map(|frame| frame.moves[frame.tried - 1]).collect()
}
