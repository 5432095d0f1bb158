//! Lowering, encodings, schedules, proofs and patterns held against search and brute force.
#![allow(clippy::unwrap_used, reason = "tests")]

mod any_rules;
mod bound;
mod bound_proofs;
mod cubes;
mod encodings;
mod ground_search;
mod hint;
mod lowering;
mod optimal_sat;
mod patterns;
mod prove;
mod pseudo_boolean;
mod qbf;
#[path = "../../../../encodings/tests/encodings/common/mod.rs"]
mod questions;
mod rate;
mod reference;
mod smt_encodings;
mod theory;
mod tidied;
mod two_players;
mod unseen;
mod variants;
