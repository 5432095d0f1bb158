//! Solves solitaire card games by search, SAT and SMT, and verifies every answer.
//!
//! FreeCell, Spider, Forty Thieves and their relatives are data. Plans of bounded length become SAT
//! and SMT formulas. The verifier depends on the rules alone, not on how an answer was found. The
//! program `patsat` uses this library too.
//!
//! ```
//! let game = patsat::deal("ms:617")?;
//! let answer = patsat::solve(&game)?;
//! let plan = answer.plan().ok_or("no plan")?;
//! println!("{} moves: {}", plan.moves.len(), patsat::notation(&game, plan)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `program` is the command line, for the binary alone; a library user sets `default-features = false` and names the
//! features to add.

#![warn(clippy::unwrap_used)]
#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

#[doc(inline)]
pub use patsat_facade::*;

/// Compiles and runs the examples of the book's page.
#[cfg(doctest)]
#[doc = include_str!("../docs/src/library/rust.md")]
mod page {}
