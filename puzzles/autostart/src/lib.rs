//! The AutoStart problem: how many cards of a fresh Forty Thieves deal can go home at once?
//!
//! Ten columns of four cards from two shuffled decks, nothing else. Two moves: the top card of a
//! column goes to a foundation of its suit (two a suit, from the ace up), or, at most once a
//! card, onto a top card of its suit one rank higher. A variant allows the second move also to
//! an empty column. The more cards on the foundations the better. With any number of columns and
//! suits the question is NP-complete; a deal of forty cards is small.
//!
//! Source: T. Heysel, "Forty Thieves AutoStart: an algorithm analysis" (2018), which compares a
//! greedy scan, branch and bound and a heuristic, finds that none is always right, and deals
//! until the heuristic moves fifteen cards. All three are here as that paper has them, one a
//! file, and beside them the optimum, by search (`exact`) and by MaxSAT ([`maxsat`]), which
//! agree. No result of an algorithm is trusted: [`check()`] plays every plan again and uses only
//! the rules.
//!
//! Figure 3 of the paper, said to show branch and bound at fault, cannot be dealt: it has three
//! twos of hearts, and two decks have two. The fault is real; `tests/autostart` has a deal
//! that shows it.

#![warn(clippy::unwrap_used)]

mod algorithm;
mod bound;
mod branch_and_bound;
mod check;
mod commands;
mod exact;
mod game;
mod greedy;
mod heuristic;
pub mod maxsat;
mod plan;
pub mod report;
mod scan;
mod state;
pub mod study;
mod tableau;

pub use algorithm::{Algorithm, AlgorithmResult};
pub use branch_and_bound::Expansion;
pub use check::{MoveError, check, check_columns};
pub use commands::PUZZLE;
pub use plan::{IntermediatePlace, Plan, Step};
pub use tableau::{Shape, Tableau, TableauError};
