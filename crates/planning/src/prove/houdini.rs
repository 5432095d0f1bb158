//! One pattern of cards that never move: the largest part of a guess that no move leads out of.
//!
//! Cards are guessed to stay where they were dealt. As long as a step leads from a position where all of them lie so to
//! one where some do not, those are given up. It does not matter whether the position can be reached, so a few dozen
//! questions are enough, and if there is a closed pattern of some of the cards, it is part of what is left. (Houdini:
//! Flanagan and Leino, FME 2001.)

use super::oracle::{Answer, Oracle};
use super::regions::lasting::lasting;
use super::{Guess, NotFound, Options, Subject, control, facts, shrink, trim};
use patsat_game::state::Instance;
use patsat_game::state::patterns::Patterns;
use patsat_search::{Budget, Limit, Limits};

/// Such a pattern, or the few that are left of it where less says enough.
///
/// # Errors
/// If the guess holds none ([`NotFound::Restless`]), a limit was reached, or the game has no patterns.
pub fn of_a_guess(
    instance: &Instance,
    options: &Options,
    budget: &mut Budget<'_>,
) -> Result<Patterns, NotFound> {
    let Some(Guess { games, least }) = options.guess else { return Err(NotFound::Restless) };
    let (spots, relation) = Subject::relation(instance, options)?;
    // What is played here does not count as positions of the search.
    let own = Limits { nodes: None, ..budget.remaining() };
    let pins = budget.within(own, |budget| lasting(instance, &spots, games, budget));
    let single = |pin: &facts::Facts| if let [only] = pin[..] { Some(only) } else { None };
    let mut stay: Vec<u32> = pins.iter().filter_map(single).collect();
    if stay.len() < least {
        return Err(NotFound::Restless);
    }
    let control = control(budget);
    let mut oracle = Oracle::new(&spots, &relation, options.seed, control);
    loop {
        if spots.holds_at_goal(&stay) {
            return Err(NotFound::Restless);
        }
        let switch = oracle.switch();
        oracle.leave(switch, &stay);
        match oracle.ask_out(&spots, &stay, &[switch])? {
            Answer::To(state) => stay.retain(|&fact| spots.holds(&[fact], &state)),
            Answer::None(_) => break,
            Answer::Hard => return Err(Limit::Conflicts.into()),
        }
        oracle.retire(switch);
    }
    let few = trim::trim(&spots, &relation, &[stay.into()], &[], control)?;
    let found = shrink::polish(&spots, &relation, &few, options.seed, super::POLISH, control);
    Ok(facts::to_patterns(&spots, &found))
}
