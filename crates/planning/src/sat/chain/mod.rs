//! A whole game as a chain of questions.
//!
//! One formula for a whole game of Spider has a million clauses and has hardly ever been solved. But the
//! game cuts itself: a row of the stock changes everything. So a *stage* is the formula of a few steps from the position
//! that is reached to just before the next row (`Goal::Open`, some ten thousand clauses). It has no goal; an
//! [`Objective`](patsat_encodings::objective::Objective), a weighted count over features of its last position, is made as small as
//! the solver can within its conflicts (`stage`). The end is replayed on the rules and committed to, the row is dealt,
//! and what lies there then is lowered anew, as a game of its own (`place`): all that is past has
//! left the formula. After the last row the goal is the win; where it is not found in few
//! conflicts, the position is made better first, by a stage of the same kind, and the win is asked for from there. Where that leads
//! nowhere, the chain is begun anew with another seed (`run`). A game without rows, such as FreeCell, is all last stage: a win in
//! few conflicts, else a better position, and the win from there. Where a stock is drawn card by card, as in Forty Thieves, a
//! stage is some draws with a step before each, and the win is asked for as soon as few enough are left.
//!
//! *What it says.* A stage that ends "optimal" has shown that no end of its shape has a smaller value; that is the
//! solver's word and is not needed for anything. A chain that fails shows nothing about the game, for what it
//! committed to need not have been right: it ends in *unknown*. A win is replayed from the first card.
//!
//! *Budgets* are conflicts, never seconds: with one thread the same game, chain and seed give the same
//! plan on every machine, however busy.
//!
//! Sources: planning by committing to landmarks one after the other (Hoffmann, Porteous and Sebastia, JAIR 22, 2004)
//! and model-improving MaxSAT by a totalizer and assumptions (Bailleux and Boufkhad 2003; Eén and Sörensson 2006) are the field's;
//! the objectives and the cut before each row are this project's.

mod place;
mod renamed;
pub(super) mod run;
mod stage;
mod table;

pub use table::{Ask, CELLS, CELLS_FIRST, Chain, DRAWS, DRAWS_FIRST, Draws, RUNS, RUNS_FIRST};

#[cfg(test)]
mod tests;
