//! Formulas become deals, and what wins the deals becomes assignments.
//!
//! A reduction turns a 3-CNF formula into a game that can be won exactly when the formula can
//! be satisfied. Each is a file with its construction and the proof of both directions, and
//! each direction is a function: `lower` makes a winning plan from an assignment, without
//! search, and `lift` reads an assignment off any winning plan. [`reduce()`], [`lower`] and
//! [`lift`] choose the reduction by a [`Target`] and check what goes in and comes out.

pub mod autostart;
mod bounded;
mod cnf;
pub mod families;
pub mod forty_thieves;
mod frame;
pub mod freecell;
mod qbf;
pub mod spider;
mod target;

pub use bounded::{Bounded, lift_partial};
pub use cnf::{Assignment, Cnf};
pub use frame::{
    Built, LiftError, LowerError, RebuildError, ReduceError, Reduced, lift, lower, reduce, reduce_any,
};
pub use qbf::Qbf2;
pub use target::{Form, Target};
