//! The approximate algorithm of Rosiński (2011): a city first, then a square around it.
//!
//! It begins with a tile of four city sides. It goes on only in places that a city side touches, as long as some tile
//! can be placed there. Then it fills up to a square as the accurate algorithm does.
//!
//! There are two repairs beside those of [`super::growing`]. If no tile has four city sides, the first is one
//! with most of them. "While there is a position with a city edge" means a position where a tile fits;
//! otherwise the algorithm could never leave the city.

use super::growing::{GrowthResult, Options, grow};
use super::tile::TileSet;
use patsat_solvers::Control;

/// Runs the algorithm.
#[must_use]
pub fn city_first(set: &TileSet, options: &Options, control: Control<'_>) -> GrowthResult {
    grow(set, &Options { city_first: true, ..*options }, control)
}
