//! Computes a lower bound on the cost of plans with a SAT solver.
//!
//! [`circles`] runs the implicit hitting sets of [`patsat_encodings::lower_bound`]. An incremental solver computes
//! smallest sets: assumptions bound the number of chosen cards, from the size of the last set upwards. The result is
//! not trusted: [`patsat_game::verify`] checks the circles and counts again.

use patsat_encodings::constraints::Count;
use patsat_encodings::formula::Formula;
use patsat_encodings::lower_bound::{self, Circles};
use patsat_encodings::options::Cardinality;
use patsat_encodings::task::{CardId, Task};
use patsat_encodings::unroll::UnsupportedError;
use patsat_solvers::{Backend, BackendError, SolverAnswer};
use rustsat::types::Lit;

/// Why there is no bound.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HittingSetError {
    /// The argument is not for this game.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedError),
    /// The solver failed.
    #[error(transparent)]
    Backend(#[from] BackendError),
}

/// Circles of waiting cards, enough of them that no others raise the bound.
///
/// If the solver is stopped, the circles so far are returned; they prove what they prove.
///
/// # Errors
/// If the task is not of the FreeCell family, or the solver breaks.
pub fn circles(task: &Task, backend: &mut dyn Backend) -> Result<Circles, HittingSetError> {
    let mut formula = Formula::default();
    let cards: Vec<Lit> = task.cards.iter().map(|_| formula.new_lit()).collect();
    let count = Count::new(&mut formula, Cardinality::Totalizer, &cards, cards.len());
    for clause in formula.clauses_from(0) {
        backend.add(clause)?;
    }
    let (mut known, mut size, mut failed) = (0, 0, None);
    let found = lower_bound::circles(task, |circles| {
        let mut query = || -> Result<Option<Vec<CardId>>, BackendError> {
            for circle in &circles[known..] {
                let clause: Vec<Lit> = circle.iter().map(|card| cards[card.index()]).collect();
                backend.add(&clause)?;
            }
            known = circles.len();
            loop {
                let fewer: Vec<Lit> = count.at_least(size + 1).map(|more| !more).into_iter().collect();
                match backend.solve(&fewer)? {
                    SolverAnswer::Satisfiable(()) => {
                        return Ok(Some(
                            task.card_ids().filter(|c| backend.value(cards[c.index()])).collect(),
                        ));
                    }
                    SolverAnswer::Unsatisfiable if size < cards.len() => size += 1,
                    _ => return Ok(None),
                }
            }
        };
        query().unwrap_or_else(|error| {
            failed = Some(error);
            None
        })
    })?;
    failed.map_or(Ok(found), |error| Err(error.into()))
}
