//! How change is written: what may happen between one time and the next.

pub mod exists;
mod motion;

pub use motion::Motion;
