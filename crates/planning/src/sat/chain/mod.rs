//! Solves a whole game as a chain of queries.
//!
//! One formula for a whole game of Spider has a million clauses and is rarely solved. But the rows of the stock divide
//! the game. So a *stage* is the formula of a few steps from the current position to just before the next row
//! (`Goal::Open`, about ten thousand clauses). It has no goal. The solver minimises an
//! [`Objective`](patsat_encodings::objective::Objective), a weighted count over features of the last position, within a
//! conflict limit (`stage`). The end is replayed on the rules and committed to, and the row is dealt. The new position
//! is lowered as a game of its own (`place`), so that the formula has no part of the past.
//!
//! After the last row the goal is the win. If the win is not found in few conflicts, a stage of the same kind improves
//! the position first, and the win is queried from there. If that fails, the chain restarts with another seed (`run`).
//! A game without rows, such as FreeCell, has only the last stage. Where a stock is drawn card by card, as in Forty
//! Thieves, a stage is some draws with a step before each. The win is queried as soon as few enough draws are left.
//!
//! *Trust.* A stage that ends "optimal" has shown that no end of its shape has a smaller value. This is reported by the
//! solver, not certified, and no verdict rests on it. A chain that fails ends in *unknown*: a committed position may
//! have been the wrong one, so the failure shows nothing about the game. A win is replayed from the first card.
//!
//! *Budgets* are conflicts, never seconds: with one thread the same game, chain and seed give the same
//! plan on every machine, however busy.
//!
//! Sources: planning by committing to landmarks one after the other (Hoffmann, Porteous and Sebastia, JAIR 22, 2004),
//! and model-improving MaxSAT by a totalizer and assumptions (Bailleux and Boufkhad 2003; Eén and Sörensson 2006). The
//! objectives and the cut before each row are new here.

mod place;
mod renaming;
pub(super) mod run;
mod stage;
mod table;

pub use table::{CELLS, CELLS_FIRST, Chain, DRAWS, DRAWS_FIRST, Draws, QuerySettings, RUNS, RUNS_FIRST};

#[cfg(test)]
mod tests;
