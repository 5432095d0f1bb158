//! How change is written: what may happen between one time and the next.

pub mod draws;
mod ends;
pub mod exists;
pub mod forall;
mod motion;
mod names;
mod pen;
pub mod positional;
pub mod runs;
pub mod sequential;

pub use motion::Motion;
