//! The bounded question: can the vault be opened within a given number of moves?
//!
//! The plan of the proof opens the `x2` of each variable's true side, parks the literal cards of
//! that side, and makes two or three moves a clause. So if the formula can be satisfied, the
//! last `e_j2` (that of the last clause, the deepest) has left the vault after at most
//!
//! ```text
//! H = sum over variables that occur of (1 + max(p_i, n_i)) + 3c
//! ```
//!
//! moves, where `p_i` and `n_i` count the positive and the negative literals of `x_i`; this is at
//! most `v + 6c`. If the formula is unsatisfiable, that card never leaves, by the first half of the
//! proof. So **a formula is satisfiable exactly when the card can have left the vault after at most
//! `H` moves**. This is a complete bounded question, and a plan in any encoding can have its goal.
//! A whole win takes one more move for each card. If there is a clause, the card has left exactly
//! when the top of the vault is an ace.
//!
//! `H` holds for both forms and for the deals without a stock. Draws from the stock do not help and
//! are not counted.

use super::super::{Cnf, Form, ReduceError};
use super::shape::{Block, Column, Rest, Shape};
use patsat_game::cards::Card;

/// A bound on the moves that open the vault, if it can be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Horizon {
    /// Single-card moves that suffice if the formula can be satisfied.
    pub moves: usize,
    /// The card that must have left the vault: the last clause's `e2`. Its twin lies deeper.
    pub card: Card,
    /// The vault, a column from 0.
    pub column: usize,
    /// Number of cards below it in the vault. The card has left exactly when the vault has at most
    /// this number of cards.
    pub below: usize,
}

/// Returns the bounded question of a formula's deal, or `None` if there are no clauses, because the
/// vault is open at once then.
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
