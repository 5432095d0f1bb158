//! The XML of Carcassonne Solitaire (Rosiński and Janaszek 2011): tiles, and boards. Tiles are also read from a text or
//! a table that names their sides (`text`).
//!
//! ```xml
//! <?xml version="1.0"?>
//! <tiles>
//! <tile left="city" right="field" top="field" bottom="city"></tile>
//! <tile left="field" right="road" top="road" bottom="field" positionX="0" positionY="0"></tile>
//! </tiles>
//! ```
//!
//! One element a tile, copies repeated. The source does not define these points; here they are:
//!
//! - **Rotation.** Nothing in the file can mark a tile as turned. So the four sides of a tile with a
//!   position are those *as it lies there*, and which tile of the set it is, is known up to rotation.
//! - **Axes.** `positionX` counts to the right, `positionY` downwards.
//! - **Origin.** Any whole numbers may be positions; written boards have the upper left corner of the
//!   square at (0, 0) where that is all there is.
//! - **Case.** Names of tags, attributes and sides are read in any case; they are written as above.
//! - **Tiles off the board** have no position. They are written after those on the board.

mod attributes;
mod read;
mod text;
mod write;

pub use read::read;
pub use write::{write_board, write_tiles};
