//! From a request to a verdict that has been checked.
//!
//! [`solve`] runs a [`Request`]: a game, a [`Method`] to search for a plan, limits, and whether to certify the verdict.
//! The claim of a strategy or a solver becomes one of four verdicts ([`Outcome`]). A plan is replayed on the rules
//! before it is an answer. An exhausted search gives "unwinnable" only if its strategy is complete. A formula without a
//! model gives "no plan within this bound". All other results are "unknown". A claim that the verifier refuses is a
//! [`SelfCheck`] error, never an answer.
//!
//! `patsat_lowering` converts a game into a task, and steps of a task into moves. [`sat`] queries SAT solvers, horizon
//! by horizon or by a schedule; [`smt`] queries SMT solvers. [`parts`] queries solvers about parts of a plan. [`locks`]
//! has the single query that decides a deal made from a formula. [`formula`] and [`proof`] export a formula and import
//! its model or its refutation. [`patterns`] proves games lost that a search leaves undecided.

#![warn(clippy::unwrap_used)]

mod answer;
mod by_locks;
mod certificate;
mod certified;
pub mod closure;
pub mod decide;
mod failure;
pub mod formula;
// Public for `tests/planning/bound.rs`, which has circles checked by the verifier.
pub mod hitting_set;
mod horizons;
mod input_error;
mod job;
pub mod lock_formula;
pub mod locks;
mod model_fault;
mod monitor;
pub mod parts;
pub mod patterns;
mod pdr;
pub mod proof;
pub mod proof_text;
mod request;
mod rounds;
pub mod sat;
mod search_method;
pub mod smt;

pub use answer::{Answer, Basis, Lengths, Measure, Optimality, Outcome, ShortestProof, Verdict};
pub use certificate::{Certificate, CertificateError, PatternProof};
pub use certified::{few_tracked, height_game};
pub use failure::{Failure, Files, MissingSolverError, SelfCheck, SolverError};
pub use input_error::InputError;
pub use job::LazyTask;
pub use model_fault::ModelFault;
pub use monitor::{Monitor, ProgressEvent};
pub use pdr::PdrMethod;
pub use request::{Method, Request, solve};
pub use rounds::PdrStats;
pub use search_method::SearchMethod;
