//! Formulas become deals, and what wins the deals becomes assignments.
//!
//! A reduction turns a 3-CNF formula into a game that can be won exactly when the formula can
//! be satisfied. Each is a module with its construction and the proof of both directions, and
//! each direction is a function: `lower` makes a winning plan from an assignment, without
//! search, and `lift` reads an assignment off any winning plan. [`reduce()`], [`lower`] and
//! [`lift`] choose the reduction by a [`Target`] and check what goes in and comes out: a plan is
//! replayed, an assignment put into the formula. So an answer rests on the rules of
//! [`patsat_game`]; the proofs say that there always is one.
//!
//! ```
//! use patsat_game::verify::replay;
//! use patsat_reductions::{Assignment, Cnf, Target, lift, lower, reduce};
//!
//! // (x1 or x2 or not x3) and (not x1 or x2 or x3)
//! let formula = Cnf { variables: 3, clauses: vec![vec![1, 2, -3], vec![-1, 2, 3]] };
//! let reduced = reduce(&formula, Target::Freecell { cells: 4 })?;
//! let plan = lower(&reduced, &Assignment(vec![false, true, true]))?;
//! let won = replay(&reduced.instance, plan)?;
//! let assignment = lift(&reduced, &won)?;
//! assert_eq!(formula.falsified(&assignment), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::unwrap_used)]

mod autostart;
mod built_game;
mod cnf;
pub mod dimacs;
pub mod families;
mod lock_bound;
// Public for `tests/reductions`, which plays the parts of such a deal.
pub mod forty_thieves;
mod frame;
// Public for `tests/reductions`, too.
pub mod freecell;
mod qbf;
pub mod spider;
mod target;

pub use built_game::{BuiltGame, ReduceError};
pub use cnf::{Assignment, Cnf};
pub use frame::{LiftError, LowerError, RebuildError, Reduction, lift, lower, reduce, reduce_any};
pub use lock_bound::{LockBound, lift_partial};
pub use qbf::Qbf2;
pub use target::{Form, Target};
