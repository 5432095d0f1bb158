//! How a position is written at one time.

mod places;
mod relational;

pub use places::{Location, Places, View};
pub use relational::Layer;
