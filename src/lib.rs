//! Solitaire card games solved, proved and encoded: every answer carries a certificate.
//!
//! FreeCell, Spider, Forty Thieves and their kin as data; native search; plans of bounded length as
//! SAT and SMT formulas; solvers; a verifier that knows the rules and nothing of how an answer was
//! found. Two tile puzzles and the program `patsat` stand on the same crates.
//!
//! A deal, solved by search, its plan replayed by the verifier before anybody sees it:
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
//! The same by a SAT solver, with an encoding and a horizon, on a board from a text:
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
//! A request takes limits, asks for certificates, can be stopped and watched ([`Request`],
//! [`Monitor`]); the four verdicts are those of [`Outcome`]. Each function of this page has its
//! example: [`deal`], [`read`] and [`open`], [`solve`], [`sat`] and [`smt`], [`encode`] and [`decode`],
//! [`verify`], [`why`], [`hint`], [`reduce`], [`survey`]; [`Asked`] makes a method of words. What it all rests on,
//! and the parts for those who need more, are
//! in the crates that are named here again: [`game`], [`search`], [`encodings`], [`solvers`],
//! [`formats`], [`planning`], [`reductions`].
//!
//! # Features
//!
//! `cadical` and `z3` link these solvers in and need their libraries; without them varisat solves,
//! and SMT solvers are called as programs. `program` is the command line, for the binary alone: who
//! builds on the library says `default-features = false` and names what it wants.

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
