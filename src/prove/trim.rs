//! Few of many patterns: those that the start needs.
//!
//! The pattern that holds the start is taken first; whenever a step leads out of what was taken,
//! a pattern that holds the position there is taken too.

use super::oracle::{Answer, Oracle};
use super::reach::Facts;
use super::relation::Relation;
use super::spots::Spots;
use crate::solve::{Control, SolverLimit};

/// A closed part of a closed set of patterns.
///
/// # Errors
/// If a limit was reached.
pub(super) fn trim(
    spots: &Spots,
    relation: &Relation,
    pool: &[Facts],
    control: Control<'_>,
) -> Result<Vec<Facts>, SolverLimit> {
    let mut oracle = Oracle::new(relation, 0, control);
    let switch = oracle.switch();
    let mut taken: Vec<Facts> = Vec::new();
    let take = |oracle: &mut Oracle<'_>, taken: &mut Vec<Facts>, state: &[u32]| {
        // Of those that hold it the one with fewest facts: it holds most other positions too.
        let holding = pool.iter().filter(|facts| spots.holds(facts, state));
        if let Some(best) = holding.min_by_key(|facts| facts.len()) {
            oracle.leave(switch, best);
            taken.push(best.clone());
        }
    };
    take(&mut oracle, &mut taken, &spots.start);
    let mut next = 0;
    while next < taken.len() {
        match oracle.ask_out(spots, &taken[next].clone(), &[switch])? {
            Answer::To(state) => {
                let before = taken.len();
                take(&mut oracle, &mut taken, &state);
                debug_assert!(taken.len() > before, "the pool is not closed");
                if taken.len() == before {
                    return Ok(Vec::new());
                }
            }
            Answer::None(_) => next += 1,
            // No bound is set here.
            Answer::Hard => return Err(SolverLimit::Conflicts),
        }
    }
    Ok(taken)
}
