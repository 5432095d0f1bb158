//! How change is written: what may happen between one time and the next.

mod ends;
pub mod exists;
pub mod forall;
mod motion;
mod names;
pub mod positional;
pub mod runs;
pub mod sequential;

pub use motion::Motion;
