//! The bounded question: can the locks of a reduced game be removed within a given number of moves?
//!
//! A win of a reduced game takes about one move per card, but the game is decided much earlier. In
//! every construction, certain cards, the *locks*, lie on top of one column. The proofs show two
//! properties of them. If the formula is satisfiable, the plan of the proof removes all locks
//! within a known number of moves. If any play removes all locks, the positions of that play give
//! an assignment that satisfies the formula. So "all locks can be removed within N moves" is
//! equivalent to satisfiability. A plan of that length gives an assignment, and by it a winning
//! plan. If no such plan exists, the game cannot be won at all.
//!
//! The bound also holds for parallel steps. A move waits for the cards above its card to leave, and
//! for the card it goes onto to become bare. Its *depth* is 1 if it waits for no other move, and
//! otherwise one more than the greatest depth of the moves it waits for. Moves of one depth do not
//! affect one another. In these plans no column is emptied and refilled, and no card moves twice.
//! So an encoding whose steps hold the moves of `s` successive depths needs the greatest depth
//! divided by `s`, rounded up.

use super::{Assignment, Form};
use super::{Cnf, LiftError, ReduceError, Reduction, Target, forty_thieves, frame, spider};
use patsat_game::state::{Plan, Table};

/// A bound on the moves that remove all locks, if they can be removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LockBound {
    /// The column of the locks, from 0.
    pub column: usize,
    /// Number of cards left in the column when the locks are gone.
    pub below: usize,
    /// Single-card moves that suffice if the formula can be satisfied.
    pub moves: u32,
    /// The greatest depth of these moves.
    pub depth: u32,
    /// Steps that suffice if a step also holds moves that wait for the cards above theirs, but not
    /// moves that wait for a bare card to go onto.
    pub peeled: u32,
}

impl LockBound {
    /// Returns the question about a reduced game, or `None` if the formula has no clauses, because
    /// there are no locks then.
    ///
    /// # Errors
    /// If there is no deal of the formula.
    pub fn of(reduced: &Reduction) -> Result<Option<LockBound>, ReduceError> {
        let formula = &reduced.formula;
        if formula.clauses.is_empty() {
            return Ok(None);
        }
        let height = |column: usize| reduced.instance.deal.columns[column].cards.len();
        match reduced.target {
            Target::Freecell { cells } => {
                let column = reduced.instance.deal.columns.len() - 1;
                Ok(Some(freecell(formula, cells.into(), column, height(column))))
            }
            Target::FortyThieves { form } | Target::Autostart { form } => {
                thieves(formula, form).map(|found| {
                    found.map(|bounded| LockBound {
                        below: height(bounded.column) - formula.clauses.len(),
                        ..bounded
                    })
                })
            }
            Target::Spider { suits } => spider(formula, suits).map(Some),
        }
    }
}

/// Counts, for each variable, the occurrences of its more frequent sign.
fn occurrences(formula: &Cnf) -> Vec<u32> {
    let mut counts = vec![[0u32; 2]; formula.variables as usize];
    for &literal in formula.clauses.iter().flatten() {
        counts[literal.unsigned_abs() as usize - 1][usize::from(literal < 0)] += 1;
    }
    counts.into_iter().map(|[p, n]| p.max(n)).collect()
}

/// FreeCell: sinks to cells, a head a variable, the spades below it, up to `k - 1` hearts in a
/// clause of `k` literals, and the critical cards.
fn freecell(formula: &Cnf, cells: usize, column: usize, height: usize) -> LockBound {
    let (cells, clauses) = (cells as u32, formula.clauses.len() as u32);
    let spades = occurrences(formula);
    let hearts = formula.clauses.iter().map(|clause| clause.len().saturating_sub(1) as u32);
    let most = hearts.clone().max().unwrap_or(0);
    LockBound {
        column,
        below: height - (clauses + cells) as usize,
        moves: cells + formula.variables + spades.iter().sum::<u32>() + hearts.sum::<u32>() + clauses,
        depth: cells.max(1 + spades.iter().max().copied().unwrap_or(0) + most) + clauses,
        // Sinks, heads and spades; each heart waits for a card that the one before has left bare; the
        // critical cards.
        peeled: 1 + most + 1,
    }
}

/// Forty Thieves: the `x2` of a side, the literal cards below it, and three moves a clause.
fn thieves(formula: &Cnf, form: Form) -> Result<Option<LockBound>, ReduceError> {
    let Some(horizon) = forty_thieves::horizon(formula, form)? else { return Ok(None) };
    let clauses = formula.clauses.len() as u32;
    Ok(Some(LockBound {
        column: horizon.column,
        below: horizon.below,
        moves: horizon.moves as u32,
        depth: 1 + occurrences(formula).into_iter().max().unwrap_or(0) + 2 + clauses,
        // `x2` and literal cards; `d2`; `c2`; the `e2` of the vault.
        peeled: 4,
    }))
}

/// Spider: two moves a variable, two a pair of a true literal, and two a clause.
fn spider(formula: &Cnf, suits: u16) -> Result<LockBound, ReduceError> {
    let (locks, horizon) = (spider::locks(formula, suits)?, spider::horizon(formula));
    Ok(LockBound {
        column: locks.column.into(),
        below: locks.height,
        moves: horizon.moves as u32,
        depth: horizon.steps as u32,
        peeled: horizon.chained_steps as u32,
    })
}

/// Returns the assignment of a play that removes all locks, whether or not it goes on to win.
///
/// # Errors
/// If a move is not legal, or locks are left; or, which the proofs exclude, if the assignment does
/// not satisfy the formula.
pub fn lift_partial(reduced: &Reduction, bounded: &LockBound, plan: &Plan) -> Result<Assignment, LiftError> {
    let mut table = reduced.instance.table();
    let height = |table: &Table| table.columns()[bounded.column].cards.len();
    // Other cards may come to the column once the locks have left.
    let mut least = height(&table);
    for (step, &action) in plan.moves.iter().enumerate() {
        table.apply(action).map_err(|why| LiftError::Illegal { step, why })?;
        least = least.min(height(&table));
    }
    let left = least.saturating_sub(bounded.below);
    if left > 0 {
        return Err(LiftError::Locked { left });
    }
    frame::read_off(reduced, plan)
}
