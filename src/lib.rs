//! Solves solitaire card games by search, SAT and SMT, and verifies every answer.
//!
//! FreeCell, Spider, Forty Thieves and their relatives are data. Plans of bounded length become SAT
//! and SMT formulas. The verifier depends on the rules alone, not on how an answer was found. The
//! program `patsat` and three puzzles use the same crates.
//!
//! Solve a deal by search; the verifier has replayed the plan:
//!
//! ```
//! let game = patsat::deal("ms:617")?;
//! let answer = patsat::solve(&game)?;
//! let plan = answer.plan().ok_or("no plan")?;
//! println!("{} moves: {}", plan.moves.len(), patsat::notation(&game, plan)?);
//! # assert!(plan.moves.len() > 50);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Solve a board from a text by a SAT solver, with an encoding and a horizon:
//!
//! ```
//! use patsat::{Method, Request, Verdict, sat};
//!
//! let game = patsat::read("Foundations: H-K C-K D-K S-J\n: QS KS\n:\n:\n:\n:\n:\n:\n:\n")?;
//! let request = Request::new(&game, Method::Sat(sat("exists", 4)?));
//! assert_eq!(request.run()?.verdict(), Verdict::Solved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Request`] takes limits and requests certificates; a [`Monitor`] stops it and receives progress.
//! [`Outcome`] has the four verdicts. Each function has an example: [`deal`], [`read`] and [`open`],
//! [`solve`], [`sat`] and [`smt`], [`encode`] and [`decode`], [`verify`], [`why`], [`hint`], [`reduce`],
//! [`survey`]. [`Asked`] turns words into a method. The parts are re-exported as crates: [`game`],
//! [`search`], [`encodings`], [`solvers`], [`formats`], [`planning`], [`reductions`].
//!
//! # Features
//!
//! `cadical`, `minisat` and `z3` link these solvers in and need their libraries. Without them varisat
//! and batsat solve, and other solvers are called as programs. `program` is the command line, for the
//! binary alone; a library user sets `default-features = false` and names the features to add.

#![warn(clippy::unwrap_used)]

mod asked;
mod deals;
mod formulas;
mod methods;
mod reduced;
mod surveys;
mod verified;
mod whys;

pub use patsat_encodings as encodings;
pub use patsat_formats as formats;
pub use patsat_game as game;
pub use patsat_planning as planning;
pub use patsat_reductions as reductions;
pub use patsat_search as search;
pub use patsat_solvers as solvers;

pub use asked::{Asked, By, NoMethod};
pub use deals::{NoDeal, Opened, deal, deal_of, notation, open, read, rules_of};
pub use formulas::{NoFormula, decode, encode};
pub use methods::{UnknownMethod, sat, smt, solve};
pub use patsat_game::state::{Instance, Plan};
pub use patsat_game::verify::Verified;
pub use patsat_planning::formula::Bounded;
pub use patsat_planning::sat::Horizon;
pub use patsat_planning::{
    Answer, Failure, Method, Monitor, Outcome, Progress, Request, SearchMethod, Verdict,
};
pub use patsat_reductions::{Cnf, Target};
pub use patsat_search::{Limit, Limits};
pub use reduced::{assignment_of, plan_of, reduce};
pub use surveys::{NoSurvey, Surveyed, Surveying, survey};
pub use verified::{Invalid, Valid, verify};
pub use whys::{hint, why};

/// Compiles and runs the examples of the book's page.
#[cfg(doctest)]
#[doc = include_str!("../docs/src/library/rust.md")]
mod page {}
