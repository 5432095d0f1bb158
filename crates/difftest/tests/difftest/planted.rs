//! Wrong solvers and wrong checkers, each of which must be found.

use patsat_base::Limit;
use patsat_difftest::certificates::Checkers;
use patsat_difftest::shrink::smallest;
use patsat_difftest::{Finding, Settings, SystemUnderTest, Tally, compare};
use patsat_game::rules::Cost;
use patsat_game::state::closed_set::ClosedSetFile;
use patsat_game::state::swept_set::SweptSet;
use patsat_planning::{Answer, Basis, Failure, Optimality, Outcome, Request};
use std::time::Duration;

const SETTINGS: Settings = {
    let mix = patsat_difftest::question::Mix { sat: 300, smt: 0, others: 0, programs: 0 };
    Settings { cards: 8, positions: 200, mix, certificates: 2 }
};

/// Returns the first disagreement among `games` games, as found and shrunk.
fn found(tested: SystemUnderTest, games: u64) -> (Finding, Finding) {
    let mut all = (0..games).flat_map(|number| compare(&tested, 7, number, &SETTINGS, &mut Tally::default()));
    let found = all.next().expect("a lie that nobody noticed");
    let small = smallest(&tested, &found, &SETTINGS);
    (found, small)
}

/// Returns the answer of the program with another outcome.
fn lie(request: &Request<'_>, outcome: impl FnOnce(Outcome) -> Outcome) -> Result<Answer, Failure> {
    let mut answer = request.run()?;
    answer.outcome = outcome(answer.outcome);
    Ok(answer)
}

#[test]
fn a_wrong_verdict_is_found_and_its_game_made_small() {
    let solve = |request: &Request<'_>| {
        let has_cells = request.instance().rules.cells > 0;
        lie(request, |outcome| match outcome {
            Outcome::Solved(..) if has_cells => Outcome::Unwinnable(Basis::Search { without: None }),
            other => other,
        })
    };
    let (first, small) = found(SystemUnderTest { solve, ..SystemUnderTest::default() }, 300);
    assert!(first.disagreement.message.starts_with("unwinnable by Search"), "{:?}", first.disagreement);
    let rules = &small.instance.rules;
    assert_eq!((rules.deck.len(), rules.columns, rules.cells), (1, 1, 1), "{:?}", small.instance);
}

#[test]
fn a_solver_that_calls_every_plan_shortest_is_found() {
    let solve = |request: &Request<'_>| {
        lie(request, |outcome| match outcome {
            Outcome::Solved(plan, _) => {
                let length = plan.moves.len() as u32;
                Outcome::Solved(plan, Optimality::Shortest { cost: Cost::M2, length })
            }
            other => other,
        })
    };
    let (first, _) = found(SystemUnderTest { solve, ..SystemUnderTest::default() }, 300);
    assert!(first.disagreement.message.contains("but the least are"), "{:?}", first.disagreement);
}

#[test]
fn a_solver_that_excludes_a_bound_more_is_found() {
    let solve = |request: &Request<'_>| {
        lie(request, |outcome| match outcome {
            Outcome::NoPlanWithin { bound, of, .. } => {
                Outcome::NoPlanWithin { bound: bound + 30, of, proof: None }
            }
            other => other,
        })
    };
    let (first, _) = found(SystemUnderTest { solve, ..SystemUnderTest::default() }, 3000);
    assert!(first.disagreement.message.starts_with("no plan within"), "{:?}", first.disagreement);
}

#[test]
fn a_solver_that_never_ends_or_panics_is_found() {
    let late = |request: &Request<'_>| {
        assert!(request.limits.time > Some(Duration::ZERO));
        lie(request, |_| Outcome::Unknown(Limit::Time))
    };
    assert!(
        found(SystemUnderTest { solve: late, ..SystemUnderTest::default() }, 5)
            .0
            .disagreement
            .message
            .contains("a minute")
    );
    let panics = |_: &Request<'_>| -> Result<Answer, Failure> { panic!("as a test wants it") };
    assert_eq!(
        found(SystemUnderTest { solve: panics, ..SystemUnderTest::default() }, 5).0.disagreement.message,
        "a panic"
    );
}

fn with(checkers: Checkers) -> SystemUnderTest {
    SystemUnderTest { checkers, ..SystemUnderTest::default() }
}

#[test]
fn a_checker_with_weaker_conditions_is_found() {
    let usual = Checkers::default();
    // These checkers accept closed sets and the claims of bounded sets unchecked, and plans whose moves are legal.
    let closed_set = with(Checkers {
        closed_set: |game, file| Some(ClosedSetFile::open(file, game).ok()?.positions),
        ..usual
    });
    assert!(found(closed_set, 1000).0.disagreement.kind == "closed set");
    let bounded = |game: &patsat_game::state::Instance, file: &[u8]| match ClosedSetFile::open(file, game)
        .ok()?
        .claim
    {
        patsat_game::state::closed_set::Claim::NoneShorter { cost, least } => Some((cost, least)),
        patsat_game::state::closed_set::Claim::Lost => None,
    };
    assert!(found(with(Checkers { bounded, ..usual }), 1000).0.disagreement.kind == "bounded set");
    let plan = |game: &patsat_game::state::Instance, moves: &[patsat_game::rules::Move]| {
        let mut table = game.table();
        moves.iter().all(|&action| table.apply(action).is_ok())
    };
    assert!(found(with(Checkers { plan, ..usual }), 1000).0.disagreement.kind == "plan");
    let patterns = with(Checkers { patterns: |_, _| true, ..usual });
    assert!(found(patterns, 4000).0.disagreement.kind == "dead patterns");
    let swept_set = with(Checkers {
        swept_set: |game, file| Some(SweptSet::read(game, file).ok()?.positions()),
        ..usual
    });
    assert!(found(swept_set, 1000).0.disagreement.kind == "swept set");
    let strict = with(Checkers { closed_set: |_, _| None, ..usual });
    assert!(found(strict, 1000).0.disagreement.kind == "closed set");
}

#[test]
fn a_checker_of_proofs_that_believes_the_header_is_found() {
    let bound_proof = |game: &patsat_game::state::Instance, file: &[u8]| {
        let shown = patsat_planning::proof::check_bound_proof(game, file, 256);
        let text = String::from_utf8_lossy(file);
        let bound = text.split("\"bound\":").nth(1)?.split(',').next()?.parse().ok()?;
        Some((shown.map_or("sequential", |shown| shown.request.encoding.name), bound))
    };
    let found = found(with(Checkers { bound_proof, ..Checkers::default() }), 2000);
    assert_eq!(found.0.disagreement.kind, "bound proof", "{:?}", found.0.disagreement);
}
