//! The approximate algorithm of Rosiński (2011): a city first, then a square around it.
//!
//! It begins with a tile of four city sides and goes on only in places that a city side touches, as long as some tile
//! can be placed there; then it fills up to a square as the accurate algorithm does.
//!
//! Repairs, beside those of [`super::growing`]: if no tile has four city sides the first is one with
//! most of them; and "while there is a position with a city edge" means one where a tile fits, or
//! the city could never be left.

use super::growing::{Grown, Options, grow};
use super::tile::TileSet;
use patsat_solvers::Control;

/// Runs the algorithm.
#[must_use]
pub fn city_first(set: &TileSet, options: &Options, control: Control<'_>) -> Grown {
    grow(set, &Options { city_first: true, ..*options }, control)
}
