//! How soon the locks can be gone: a complete horizon for a part of the game.
//!
//! A win takes thousands of moves, but what decides it is over long before: all locks leave the
//! large pile exactly if the formula is satisfiable (both halves of the proof at the module's
//! head go by way of this), and if they do, then within [`Horizon`]. So "there is a plan of so
//! many moves after which these cards have left the large pile" is satisfiability, and a SAT
//! solver's "no" at that horizon proves that the formula has no model, and the game no win.
//!
//! Count, for an assignment that satisfies the formula: two moves a variable; two for each pair
//! of a true literal, of which a variable has at most as many as its literal that occurs more
//! often; for each clause one that opens a lock column, and the lock. That is at most
//! `2n + 8m`. In parallel steps: the choices one after the other, `2n`; then the pairs of all
//! true literals side by side, two steps an occurrence; one step for all clauses to open; and
//! the locks, which lie on one another: one step each, or all in one where the moves of a step
//! may be made possible by one another.

use super::super::Cnf;
use super::shape::{Construction, occurrences};
use super::{Game, ReduceError};
use patsat_game::cards::Card;

/// A number of moves or steps within which the locks can be gone if they ever can.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Horizon {
    /// Moves, one after the other.
    pub moves: u64,
    /// Steps of moves that are all possible at the start of the step.
    pub steps: u64,
    /// Steps in which a move may make room for another.
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
    /// How many cards it has when they have left.
    pub height: usize,
    /// The cards, the lowest in the column first; card `n` has place `height + n`.
    pub cards: Vec<Card>,
}

/// Which cards must leave which column.
///
/// # Errors
/// As [`super::build`].
pub fn locks(formula: &Cnf, suits: u16) -> Result<Locks, ReduceError> {
    let game = Game::new(formula, &super::names(formula), Construction { suits, ..Construction::default() })?;
    let cards = game.ranks.lock.iter().rev().map(|&rank| super::deal::card(rank, 0)).collect();
    Ok(Locks { column: game.large_pile() as u16, height: game.below_locks(), cards })
}
