//! Property-directed reachability against exhaustive search of random games.

use patsat_base::{Limit, Limits};
use patsat_game::verify::{check_patterns, replay};
use patsat_planning::{Basis, Failure, InputError, Method, Monitor, Outcome, PdrMethod, Request, solve};
use patsat_testkit::Dice;
use patsat_testkit::any_game::{any_game, reached};
use std::collections::BTreeMap;
use std::time::Duration;

/// Games with more positions are left out.
const MOST: usize = 3_000;

/// Compares the verdict of this many games, and counts verdicts.
fn agreed(seed: u64, games: u32) -> BTreeMap<&'static str, u32> {
    let (mut dice, mut counts, mut done) = (Dice::new(seed), BTreeMap::new(), 0);
    while done < games {
        let instance = any_game(&mut dice, 10);
        let Some(positions) = reached(&instance, MOST) else { continue };
        done += 1;
        let can_win = positions.iter().any(|position| position.table().is_won());
        let method = Method::Pdr(PdrMethod { seed: dice.below(100) as u64 });
        let kind = match Request::new(&instance, method).run() {
            Ok(answer) => match answer.outcome {
                Outcome::Solved(plan, _) => {
                    assert!(can_win && replay(&instance, (*plan).clone()).is_ok(), "{instance:?}");
                    "won"
                }
                Outcome::Unwinnable(Basis::Patterns(proof)) => {
                    assert!(!can_win, "{instance:?}");
                    let read = patsat_game::state::patterns::read(&instance, proof.text.as_bytes()).unwrap();
                    assert!(check_patterns(&instance, &read).is_ok(), "{instance:?}");
                    "lost"
                }
                other => panic!("{other:?} of {instance:?}"),
            },
            Err(Failure::Input(
                InputError::Lower(_) | InputError::NoPatterns(_) | InputError::Unchecked(_),
            )) => "unsupported",
            Err(other) => panic!("{other}: {instance:?}"),
        };
        *counts.entry(kind).or_default() += 1;
    }
    counts
}

#[test]
fn pdr_agrees_with_exhaustive_search() {
    let counts = agreed(31, 400);
    assert!(counts["won"] > 50 && counts["lost"] > 50 && counts["unsupported"] < 250, "{counts:?}");
}

#[test]
#[ignore = "minutes"]
fn pdr_agrees_with_exhaustive_search_at_length() {
    let counts = agreed(32, 10_000);
    assert!(counts["won"] > 1_000 && counts["lost"] > 1_000, "{counts:?}");
}

#[test]
fn pdr_stops_at_its_limit() {
    let instance = patsat_testkit::freecell(11_982);
    let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
    let request = Request { limits, ..Request::new(&instance, Method::Pdr(PdrMethod::default())) };
    let answer = solve(&request, &mut Monitor::default()).unwrap();
    assert_eq!(answer.outcome, Outcome::Unknown(Limit::Time));
}
