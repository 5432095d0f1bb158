//! Lowering, encodings, schedules, proofs and patterns, compared with search and brute force.
#![allow(clippy::unwrap_used, reason = "tests")]

mod any_rules;
mod bound;
mod bound_proofs;
mod encodings;
mod klondike;
mod optimal_sat;
mod pdr;
mod proved;
mod qbf;
#[path = "../../../../encodings/tests/encodings/common/mod.rs"]
mod questions;
mod reference;
mod smt_encodings;
mod splits;
mod theory;
