//! Cubes of formulas, their proofs and their merged verdicts.
#![allow(clippy::unwrap_used, reason = "tests")]

mod cubes;
