//! From a request to a verdict that has been checked.
//!
//! [`solve`] runs a [`Request`]: a game, a [`Method`] to look for a plan, limits, and whether a
//! verdict is to be certified. What a strategy or a solver claims becomes one of four verdicts
//! ([`Outcome`]). A plan becomes an answer by being replayed on the rules; running out of positions
//! becomes "unwinnable" only for a strategy that is complete; a formula without a model says "no
//! plan within this bound"; everything else is "unknown". What is claimed and the verifier refuses
//! is a [`SelfCheck`] error, never an answer.
//!
//! `patsat_lowering` turns a game into a task and steps of a task into moves. [`sat`] asks SAT solvers, horizon by horizon
//! or by a schedule, [`smt`] SMT solvers, [`parts`] asks about parts of a plan, [`locks`] sends the one query that decides
//! the deal of a formula. [`formula`] and [`proof`] give one formula away and take its model or its refutation back.
//! [`patterns`] proves games lost that a search leaves undecided.

#![warn(clippy::unwrap_used)]

mod answer;
pub mod by_locks;
mod certificate;
mod certified;
pub mod closure;
pub mod decide;
mod failure;
pub mod formula;
pub mod hitting_set;
mod horizons;
mod input_error;
mod job;
pub mod locks;
mod model_fault;
mod monitor;
pub mod parts;
pub mod patterns;
pub mod proof;
pub mod proof_text;
mod question;
mod request;
mod rounds;
pub mod sat;
mod search_method;
pub mod smt;

pub use answer::{Answer, Basis, Lengths, Measure, Optimality, Outcome, ShortestProof, Verdict};
pub use certificate::{Certificate, CertificateError, PatternProof};
pub use certified::{few_tracked, height_game};
pub use failure::{Failure, Files, MissingSolver, SelfCheck, SolverError};
pub use input_error::InputError;
pub use job::Compiled;
pub use model_fault::ModelFault;
pub use monitor::{Monitor, ProgressEvent};
pub use request::{Method, Request, solve};
pub use search_method::SearchMethod;
