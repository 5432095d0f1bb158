//! Formulas become deals, and what wins the deals becomes assignments.
//!
//! A reduction turns a 3-CNF formula into a game that can be won exactly when the formula can
//! be satisfied. Each is a file with its construction and the proof of both directions, and
//! each direction is a function: `lower` makes a winning plan from an assignment, without
//! search, and `lift` reads an assignment off any winning plan.

mod cnf;
mod frame;
mod qbf;
pub mod spider;

pub use cnf::{Assignment, Cnf};
pub use frame::{Built, ReduceError};
pub use qbf::Qbf2;
