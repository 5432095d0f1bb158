//! Carcassonne Solitaire: the largest square, or rectangle, that a set of square tiles makes when
//! sides that touch must be equal.
//!
//! The problem and three algorithms are those of P. Rosiński and P. Janaszek, *Carcassonne
//! Solitaire* (documentation, Warsaw University of Technology, 2011): tiles with four sides out of
//! field, city and road; the score is the side of the largest full square. The general problem is
//! edge matching, which is NP-complete (Demaine and Demaine 2007). Here there are three colours and
//! many equal tiles, so squares are easy to find. The hard parts are to use every tile, and to prove
//! that there is no larger board.
//!
//! - [`tile`], [`board`]: tiles, sets of them in classes, the problem to decide ([`Question`]).
//! - [`check`]: the independent checker, of boards and of counting arguments.
//! - [`counting`]: finds arguments that need no solver.
//! - [`search`]: depth first over classes of tiles, row by row.
//! - [`growing`]: the accurate algorithm of the source; [`city_first`] and [`blocks`], its
//!   approximate ones.
//! - [`sat`]: the formula; [`tail`]: rows by search, the last ones by SAT.
//! - [`base`]: the tiles of the source; [`random`]: random sets.

#![warn(clippy::unwrap_used)]

pub mod base;
pub mod blocks;
pub mod board;
pub mod check;
pub mod city_first;
mod commands;
pub mod counting;
pub mod decide;
pub mod format;
pub mod growing;
pub mod random;
pub mod report;
pub mod sat;
pub mod search;
pub mod tail;
pub mod tile;

pub use board::{Board, Grid, PlacedTile, Question, Shape};
pub use commands::PUZZLE;
pub use tile::{Class, Side, Tile, TileSet};
