//! How change is written: what may happen between one time and the next.

mod clause_writer;
pub mod draws;
mod ends;
pub mod exists;
pub mod klondike;
mod labelled;
mod motion;
mod names;
pub mod proved;
pub mod runs;
pub mod sequential;

pub use motion::Motion;
