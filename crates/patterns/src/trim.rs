//! Few of many patterns: those that the start needs.
//!
//! The pattern that holds the start is taken first. Whenever a step leads out of what was taken, a pattern
//! that holds the position there is taken too. Each keeps only the facts that the refutation of a step
//! needed. With fewer facts they hold more positions, so that fewer steps lead out of them all.
//!
//! A pool may be closed only as long as one of several facts holds, for each of some sets of facts. It
//! becomes one that is closed unconditionally: each pattern taken states which of the facts hold in the
//! position that it was taken for.

use super::facts::{Facts, with};
use super::oracle::{Answer, Oracle};
use super::relation::Relation;
use super::spots::Spots;
use patsat_base::Limit;
use patsat_solvers::Control;
use rustc_hash::FxHashMap;

/// Returns a closed part of a set of patterns. The set is closed as long as one fact of each set in `either`
/// holds, and no step leads out of that condition.
///
/// # Errors
/// If a limit was reached.
pub(super) fn trim(
    spots: &Spots,
    relation: &Relation,
    pool: &[Facts],
    either: &[Facts],
    control: Control<'_>,
) -> Result<Vec<Facts>, Limit> {
    let mut oracle = Oracle::new(spots, relation, 0, control);
    let switch = oracle.switch();
    let mut taken: Vec<Facts> = Vec::new();
    let take = |oracle: &mut Oracle<'_>, taken: &mut Vec<Facts>, state: &[u32]| {
        // Of the patterns that hold it, the one with the fewest facts: it holds most other positions too.
        let holding = pool.iter().filter(|facts| spots.holds(facts, state));
        if let Some(best) = holding.min_by_key(|facts| facts.len()) {
            let which = |set: &Facts| set.iter().copied().find(|&fact| spots.holds(&[fact], state));
            let best = with(best, &either.iter().filter_map(which).collect::<Vec<_>>());
            oracle.leave(switch, &best);
            taken.push(best);
        }
    };
    take(&mut oracle, &mut taken, &spots.start);
    // Rare facts come first. Solvers blame what was assumed first, and each pattern seldom needs the facts
    // that all of them share.
    let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
    pool.iter().flat_map(|facts| facts.iter()).for_each(|&fact| *counts.entry(fact).or_default() += 1);
    let mut needed: Vec<Facts> = Vec::new();
    while let Some(facts) = taken.get(needed.len()).cloned() {
        let mut first_rare = facts.to_vec();
        // Facts that choose one of several come last.
        first_rare.sort_by_key(|fact| (counts.get(fact).copied().unwrap_or(usize::MAX), *fact));
        match oracle.query_out(spots, &first_rare, &[switch])? {
            Answer::To(state) => {
                let before = taken.len();
                take(&mut oracle, &mut taken, &state);
                debug_assert!(taken.len() > before, "the pool is not closed");
                if taken.len() == before {
                    return Ok(Vec::new());
                }
            }
            Answer::None(mut core) => {
                core.sort_unstable();
                needed.push(if spots.holds_at_goal(&core) { facts } else { core.into() });
            }
            // No limit on conflicts is set here.
            Answer::Hard => return Err(Limit::Conflicts),
        }
    }
    Ok(needed)
}
