//! How a bounded plan becomes a formula. This crate knows ids and relations, no suits.
//!
//! What is to be encoded is a [`task::Task`]: cards as numbers, the relations between their
//! kinds, and where they lie at the start. A game is lowered to it once, outside this crate;
//! every encoding reads nothing else. So games and encodings add and do not multiply, and a
//! deck of hundreds of ranks is only a larger relation. `README.md` has the mathematics.
//!
//! `task -> formula, constraints -> fluents -> steps, timeless -> schemes`: an [`unroll::Encoding`]
//! of [`schemes`] begins an [`unroll::Unroll`], which writes a [`formula::Formula`] up to a bound
//! and reads a model back to steps. [`smt`] does the same in SMT-LIB, for solvers that know more
//! than clauses; [`cubes`] splits a formula for many machines; [`qbf`] asks for a plan for every choice of a second player.

pub mod beyond;
pub mod constraints;
pub mod cubes;
pub mod emit;
pub mod fluents;
pub mod formula;
pub mod options;
pub mod qbf;
pub mod rests;
pub mod schemes;
pub mod smt;
pub mod steps;
pub mod task;
pub mod timeless;
pub mod unroll;
