//! From steps of a task back to moves at the table, plans made shorter, supermoves.

mod gather;
mod moves;
mod tidy;

pub use gather::gathered;
pub use moves::{DecodeError, Walk, decode, recode};
pub use tidy::{tidy, tidy_plan};
