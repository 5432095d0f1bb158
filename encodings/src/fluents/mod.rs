//! How a position is written at one time.

mod piles;
mod piles_layer;
mod piles_runs;
mod places;
mod relational;

pub use piles::{Lie, Piles};
pub use piles_layer::PilesLayer;
pub use places::{Location, Places, View};
pub use relational::Layer;
