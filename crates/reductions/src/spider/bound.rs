//! A bound on the moves that remove the locks: a complete horizon for a part of the game.
//!
//! A win takes thousands of moves, but the game is decided much earlier. All locks leave the large
//! pile exactly if the formula is satisfiable; both halves of the proof in the module head rest on
//! this. If they leave, they can do so within [`Horizon`]. So "some plan of N moves removes these
//! cards from the large pile" is equivalent to satisfiability. If a SAT solver reports
//! "unsatisfiable" at that horizon, the formula has no model and the game no win.
//!
//! The bound counts the moves of an assignment that satisfies the formula. Each variable takes two
//! moves. Each pair of a true literal takes two moves; their number is at most that of the
//! variable's more frequent literal. Each clause takes two: one move opens a lock column, and one
//! moves the lock. That is at most `2n + 8m`.
//!
//! In parallel steps, the choices follow one another and take `2n` steps. Then the pairs of all
//! true literals move side by side, in two steps an occurrence. One step opens a lock column of
//! every clause. The locks lie on one another, so they take one step each, or one step in all if
//! the moves of a step may enable one another.

use super::super::Cnf;
use super::shape::{Construction, occurrences};
use super::{Game, ReduceError};
use patsat_game::cards::Card;

/// A number of moves or steps within which the locks can be removed, if they can be removed at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Horizon {
    /// Moves, one after the other.
    pub moves: u64,
    /// Steps of moves that are all possible at the start of the step.
    pub steps: u64,
    /// Steps in which a move may enable another.
    pub chained_steps: u64,
}

#[must_use]
pub fn horizon(formula: &Cnf) -> Horizon {
    let (variables, clauses) = (u64::from(formula.variables), formula.clauses.len() as u64);
    let pairs = occurrences(formula);
    let pairs: Vec<u64> = pairs.chunks(2).map(|two| two.iter().max().copied().unwrap_or(0).into()).collect();
    let most = pairs.iter().max().copied().unwrap_or(0);
    let opened = 2 * variables + 2 * most + u64::from(clauses > 0);
    Horizon {
        moves: 2 * variables + 2 * pairs.iter().sum::<u64>() + 2 * clauses,
        steps: opened + clauses,
        chained_steps: opened + u64::from(clauses > 0),
    }
}

/// The locks: the topmost cards of the large pile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Locks {
    /// The column that they are to leave.
    pub column: u16,
    /// Number of cards in it after they have left.
    pub height: usize,
    /// The cards, the lowest in the column first; card `n` has place `height + n`.
    pub cards: Vec<Card>,
}

/// Returns the locks of a formula's deal.
///
/// # Errors
/// As [`super::build`].
pub fn locks(formula: &Cnf, suits: u16) -> Result<Locks, ReduceError> {
    let game = Game::new(formula, &super::names(formula), Construction { suits, ..Construction::default() })?;
    let cards = game.ranks.lock.iter().rev().map(|&rank| super::deal::card(rank, 0)).collect();
    Ok(Locks { column: game.large_pile() as u16, height: game.below_locks(), cards })
}
