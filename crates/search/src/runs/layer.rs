//! A layer of a staged beam: how many positions it keeps, and what it knows of each.

use super::score::Scorer;
use patsat_states::runs::{ColumnHash, MAX_COLUMNS, RunBoard, RunGame, RunHash};

/// How a staged beam is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamSettings {
    /// Positions kept of each layer, and of each stage.
    pub(super) width: usize,
    /// Layers without a better position after which a stage ends.
    pub(super) patience: u32,
    /// Whether runs are split freely; else only onto a run of their suit that becomes longer.
    pub(super) splits: bool,
}

/// A position of a layer.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) board: RunBoard,
    pub(super) score: i32,
    /// Its place in the tree of moves.
    pub(super) link: u32,
    /// Moves made so far.
    pub(super) steps: u32,
    pub(super) hashes: [ColumnHash; MAX_COLUMNS],
    pub(super) hash: RunHash,
}

impl Node {
    pub(super) fn new(game: &RunGame, scorer: &Scorer, board: RunBoard, link: u32, steps: u32) -> Node {
        let (hashes, hash) = board.hashes(game);
        Node { score: scorer.whole(game, &board), board, link, steps, hashes, hash }
    }
}
