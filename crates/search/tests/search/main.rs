//! Strategies and fast states held against the table and against each other.
#![allow(clippy::unwrap_used, reason = "tests")]

mod certificates;
mod ends;
mod fewer_cells;
mod filling;
mod height_game;
mod hole;
mod klondike;
mod optimal;
mod optimal_runs;
mod piles;
mod proved;
mod runs;
mod shortest;
mod shortest_forged;
mod shortest_runs;
mod sizes;
mod spider_plans;
mod strategies;
mod strategies_agree;
mod sweep;
