//! From games to tasks: the one place where ranks and suits become numbers and relations.

mod lower;

pub use lower::{LowerError, Lowered, end, lower};
