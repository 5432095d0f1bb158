//! The Rummikub puzzle: given tiles, the sets of greatest worth.
//!
//! Tiles have one of `n` values and one of `k` colours, and there are `m` copies of each, and
//! jokers. Sets are *groups* (one value, different colours) and *runs* (one colour, values one after the
//! other, the last not followed by the first), of three tiles at least. A joker stands for any
//! tile that a set needs, also for one of which all copies are in play, and counts as that tile.
//!
//! The problem and the algorithms of [`native`] and [`mod@backtrack`] are those of J. N. van Rijn,
//! F. W. Takes and J. K. Vis, "The Complexity of Rummikub Problems" (BNAIC 2015, arXiv
//! 1604.07553). Beside them stand [`sat`] (sets as variables), [`smt`] (numbers of runs and
//! groups) and [`count`](mod@count), the number of hands that can be laid at once. [`check()`] verifies the
//! sets that any of them finds.

#![warn(clippy::unwrap_used)]

pub mod backtrack;
mod build;
mod check;
mod commands;
pub mod count;
pub mod format;
mod goal;
mod groups;
mod letters;
mod meld;
mod names;
pub mod native;
pub mod opening;
mod puzzle;
pub mod report;
mod runs;
pub mod sat;
mod shape;
pub mod smt;
mod tile;

pub use check::{Score, TurnError, VerifiedMelds, check, check_opening};
pub use commands::PUZZLE;
pub use goal::{Goal, Objective};
pub use meld::{LaidTile, Meld, MeldError};
pub use names::{Palette, TileError};
pub use puzzle::{Puzzle, PuzzleError};
pub use shape::{MOST_COLOURS, MOST_COPIES, MOST_JOKERS, MOST_VALUES, Shape, ShapeError};
pub use tile::{Piece, Tile};
