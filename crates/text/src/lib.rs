//! What readers say of a broken file ([`FormatError`]), and how a text looks on a terminal ([`Style`]).
//!
//! Knows no cards: the puzzles and the formats of card games share it.

#![warn(clippy::unwrap_used)]

mod count;
mod decode;
mod error;
mod near;
mod style;
mod wrap;

pub use count::{counted, number};
pub use decode::text;
pub use error::{FormatError, Problem, printable, quoted};
pub use near::nearest;
pub use style::Style;
pub use wrap::wrapped;
