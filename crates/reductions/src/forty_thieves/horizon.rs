//! The bounded question: within how many moves does the vault open, if it opens at all?
//!
//! The plan of the proof opens the `x2` of each variable's true side, parks the literal cards of
//! that side, and makes two or three moves a clause. So if the formula can be satisfied, the
//! last `e_j2` (that of the last clause, the deepest) has left the vault after at most
//!
//! ```text
//! H = sum over variables that occur of (1 + max(p_i, n_i)) + 3c
//! ```
//!
//! moves, where `p_i` and `n_i` count the positive and the negative literals of `x_i`; no more
//! than `v + 6c`. If it cannot be satisfied, that card never leaves, by the first half of the
//! proof. So **a formula is satisfiable exactly when the card can have left the vault after at
//! most `H` moves**: a complete bounded question, of a goal that plans of any encoding can have,
//! while a whole win takes a move a card beyond it. Exactly when that card has left, the top of
//! the vault is an ace (if there is a clause).
//!
//! `H` holds for both forms and for the deals without a stock. Draws from the stock are no help
//! and not counted.

use super::super::{Cnf, Form, ReduceError};
use super::shape::{Block, Column, Rest, Shape};
use patsat_game::cards::Card;

/// What has to happen within how many moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Horizon {
    /// Single-card moves that suffice if the formula can be satisfied.
    pub moves: usize,
    /// The card that must have left the vault: the last clause's `e2`. Its twin lies deeper.
    pub card: Card,
    /// The vault, a column from 0.
    pub column: usize,
    /// How deep it lies there: so many cards are below it. It has left exactly when the vault
    /// has no more cards than these.
    pub below: usize,
}

/// The bounded question of a formula's deal; `None` if there are no clauses, and the vault is
/// open at once.
///
/// # Errors
/// If there is no deal of this formula.
pub fn horizon(formula: &Cnf, form: Form) -> Result<Option<Horizon>, ReduceError> {
    let shape = Shape::new(formula, form, Rest::InStock)?;
    let Some(last) = shape.clauses.checked_sub(1) else { return Ok(None) };
    let mut occurrences = vec![[0usize; 2]; shape.variables];
    for &literal in formula.clauses.iter().flatten() {
        occurrences[literal.unsigned_abs() as usize - 1][usize::from(literal < 0)] += 1;
    }
    let choices: usize =
        occurrences.iter().map(|[p, n]| p.max(n)).filter(|&&most| most > 0).map(|most| most + 1).sum();
    let (columns, _) = shape.piles(formula);
    let column = shape.place(Column::Vault);
    Ok(Some(Horizon {
        moves: choices + 3 * shape.clauses,
        card: shape.card(Block::E(last), 2),
        column,
        below: columns[column].len() - shape.clauses,
    }))
}
