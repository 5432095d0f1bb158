//! `patsat`: a planning solver for solitaire card games.
//!
//! `cards -> rules -> state -> {search | formats} -> verify -> pipeline -> report -> cli`, one
//! way; `ARCHITECTURE.md` tells the rest. A deal from its number to a verified plan:
//!
//! ```
//! use patsat::cards::DealId;
//! use patsat::rules::{Cost, Rules};
//! use patsat::search::{Budget, Limits, SearchEnd, SearchOptions, strategy};
//! use patsat::state::Instance;
//! use patsat::verify::replay;
//!
//! let instance = Instance::from_id(Rules::preset("freecell")?, DealId::Microsoft(617))?;
//! let report = (strategy("auto")?.run)(&instance, &SearchOptions::default(), &mut Budget::new(Limits::default()));
//! let SearchEnd::Solved(plan) = report.end else { panic!("this deal can be won") };
//! let plan = replay(&instance, plan)?; // now a `Verified<Plan>`
//! assert!(plan.cost(&instance.table(), Cost::M2).is_ok_and(|moves| moves >= 52));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::unwrap_used)]

pub mod autostart;
pub mod campaign;
pub mod cards;
pub mod cli;
pub mod decode;
pub mod encode;
pub mod formats;
pub mod optimum;
pub mod pipeline;
pub mod prove;
pub mod reductions;
pub mod report;
pub mod rules;
pub mod search;
pub mod solve;
pub mod state;
pub mod theory;
pub mod tiles;
pub mod verify;
