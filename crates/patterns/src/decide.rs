//! Property-directed reachability by itself: native search visits no position, and nothing is guessed.

use crate::reach::{KnownPatterns, RegionError, reach};
use crate::regions::Region;
use crate::{
    Options, POLISH, Pace, PatternSearchError, Progress, SHARE, Subject, chain, control, facts, shrink, trim,
};
use patsat_game::rules::Move;
use patsat_game::state::Instance;
use patsat_game::state::patterns::Patterns;
use patsat_search::Budget;

/// The result of property-directed reachability.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PdrResult {
    /// No play wins; patterns that prove it.
    Lost(Patterns),
    /// A play that wins, in single moves.
    Won(Vec<Move>),
}

/// Decides a position. `watch` receives the progress, and also at the end.
///
/// # Errors
/// If a limit was reached, or the game has no patterns.
pub fn decide(
    instance: &Instance,
    seed: u64,
    budget: &mut Budget<'_>,
    watch: &mut dyn FnMut(Progress),
) -> Result<PdrResult, PatternSearchError> {
    let options = Options { seed, ..Options::default() };
    let (spots, relation) = Subject::relation(instance, &options)?;
    let mut pace = Pace::new(watch, &options);
    let region = Region::unknown(&spots);
    let before = KnownPatterns { dead: &[], known: &[] };
    let control = control(budget);
    let found = reach(&spots, &relation, &region, before, seed, control, &mut pace);
    pace.notify();
    match found {
        Ok((found, conflicts)) => {
            let few = trim::trim(&spots, &relation, &found, &[], control)?;
            let most = (conflicts / SHARE).max(POLISH);
            let few = shrink::polish(&spots, &relation, &few, seed, most, control);
            Ok(PdrResult::Lost(facts::to_patterns(&spots, &few)))
        }
        Err(RegionError::Left { mut chain, .. }) => {
            chain.push(spots.goal());
            Ok(PdrResult::Won(chain::plan(instance, &spots, &chain)))
        }
        // The start is won.
        Err(RegionError::NotFound(PatternSearchError::Winnable)) => Ok(PdrResult::Won(Vec::new())),
        Err(RegionError::NotFound(reason)) => Err(reason),
    }
}
