//! One pattern of cards that never move: the largest part of a guess that no move leads out of.
//!
//! Cards are guessed to stay where they were dealt. As long as a step leads from a position where all of them lie so to
//! one where some do not, those are given up. It does not matter whether the position can be reached, so a few dozen
//! questions are enough, and if there is a closed pattern of some of the cards, it is part of what is left. (Houdini:
//! Flanagan and Leino, FME 2001.)

use super::facts::Facts;
use super::oracle::{Answer, Oracle};
use super::relation::Relation;
use super::spots::Spots;
use super::{Guess, Options, PatternSearchError, Subject, control, facts, regions, shrink, trim};
use patsat_base::Limit;
use patsat_game::state::Instance;
use patsat_game::state::patterns::Patterns;
use patsat_search::Budget;
use patsat_solvers::Control;

/// Returns such a pattern, or several that are left of it where fewer facts suffice; [`super::find`] tries
/// this first.
///
/// # Errors
/// If the guess holds none ([`PatternSearchError::Restless`]), a limit was reached, or the game has no patterns.
pub fn of_a_guess(
    instance: &Instance,
    guess: Guess,
    seed: u64,
    budget: &mut Budget<'_>,
) -> Result<Patterns, PatternSearchError> {
    let options = Options { seed, guess: Some(guess), ..Options::default() };
    let (spots, relation) = Subject::relation(instance, &options)?;
    let pins = regions::guess(instance, &spots, guess, budget)?;
    let found = one(&spots, &relation, &pins, seed, control(budget))?;
    Ok(facts::to_patterns(&spots, &found))
}

/// The same for an existing guess, of whose pins those of one fact are used.
pub(super) fn one(
    spots: &Spots,
    relation: &Relation,
    pins: &[Facts],
    seed: u64,
    control: Control<'_>,
) -> Result<Vec<Facts>, PatternSearchError> {
    let single = |pin: &Facts| if let [only] = pin[..] { Some(only) } else { None };
    let mut stay: Vec<u32> = pins.iter().filter_map(single).collect();
    let mut oracle = Oracle::new(spots, relation, seed, control);
    loop {
        if spots.holds_at_goal(&stay) {
            return Err(PatternSearchError::Restless);
        }
        let switch = oracle.switch();
        oracle.leave(switch, &stay);
        match oracle.query_out(spots, &stay, &[switch])? {
            Answer::To(state) => stay.retain(|&fact| spots.holds(&[fact], &state)),
            Answer::None(_) => break,
            Answer::Hard => return Err(Limit::Conflicts.into()),
        }
        oracle.retire(switch);
    }
    let few = trim::trim(spots, relation, &[stay.into()], &[], control)?;
    Ok(shrink::polish(spots, relation, &few, seed, super::POLISH, control))
}
