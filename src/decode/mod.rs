//! From steps of a task back to moves at the table, and plans made shorter.

mod moves;
mod tidy;

pub use moves::{DecodeError, Walk, decode, recode};
pub use tidy::{tidy, tidy_plan};
