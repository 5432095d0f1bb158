//! Whole deals that are proved lost from a sample of their positions and a guess, without a complete search.
//! The ones that a complete search has decided check the method.

use patsat_base::Limits;
use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::verify::check_patterns;
use patsat_patterns::{Guess, Options, Regions, find};
use patsat_planning::{Basis, Method, Monitor, Outcome, Request, SearchMethod, solve};
use patsat_search::Budget;

fn instance(rules: &str, id: &str) -> Instance {
    let id: DealId = id.parse().unwrap();
    Instance::from_id(Rules::preset(rules).unwrap(), id).unwrap()
}

/// A deal of Forty Thieves is lost.
fn thieves(number: u32, questions: u64) {
    lost(&instance("forty-thieves", &format!("solvitaire:forty-thieves:{number}")), questions);
}

/// Proves a deal lost by a search of one position and at most `questions` queries; returns the number of patterns.
fn lost(instance: &Instance, questions: u64) -> usize {
    let number = instance.id.as_ref().map(ToString::to_string).unwrap_or_default();
    let request = Request {
        limits: Limits { nodes: Some(1), ..Limits::default() },
        prove: Some(questions),
        ..Request::new(instance, Method::Search(SearchMethod::default()))
    };
    let answer = solve(&request, &mut Monitor::default()).unwrap();
    let Outcome::Unwinnable(Basis::Patterns(proof)) = &answer.outcome else {
        panic!("{number}: {:?}", answer.outcome);
    };
    let found = &proof.checked.patterns;
    check_patterns(instance, found).unwrap_or_else(|fault| panic!("{number}: {fault}"));
    println!("{number}: {} patterns, {} facts, {:?}", found.0.len(), found.facts(), answer.time);
    found.0.len()
}

/// The deal of Spider that the solver plspider reports as apparently unwinnable.
#[test]
#[ignore = "a quarter of a minute; CI runs it"]
fn a_deal_of_spider_is_lost_by_one_pattern_at_length() {
    assert_eq!(lost(&instance("spider", "pysol:14934"), 1), 1);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn patterns_refute_forty_thieves_beyond_search_at_length() {
    // By a complete search too; then two that none has decided.
    for number in [15, 427, 451] {
        thieves(number, 15_000);
    }
}

#[test]
#[ignore = "a few minutes"]
fn deals_of_forty_thieves_are_lost_that_no_search_sees() {
    for number in [18, 425, 433, 481, 519] {
        thieves(number, 30_000);
    }
}

#[test]
#[ignore = "some ten minutes"]
fn deals_of_forty_thieves_are_lost_that_take_more_questions() {
    // Both have millions of positions, which a complete search can visit.
    for number in [41, 494] {
        thieves(number, 300_000);
    }
}

/// Proves a deal of FreeCell lost from `visits` positions near the start, at most a quarter of all.
fn freecell(number: u32, visits: usize) {
    let instance = instance("freecell", &format!("ms:{number}"));
    let options = Options {
        visits,
        guess: Some(Guess { games: 500, least: 1 }),
        regions: Regions::One,
        questions: Some(30_000),
        ..Options::default()
    };
    let mut queried = 0;
    let found = find(&instance, &options, &mut Budget::new(Limits::default()), &mut |progress| {
        queried = progress.queried;
    });
    let found = found.unwrap_or_else(|reason| panic!("{number}: {reason} after {queried} questions"));
    check_patterns(&instance, &found).unwrap_or_else(|fault| panic!("{number}: {fault}"));
    println!("{number}: {} patterns, {} facts, about {queried} questions", found.0.len(), found.facts());
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn an_impossible_deal_of_freecell_is_lost_by_a_sample_at_length() {
    freecell(495_505, 2000);
}

#[test]
#[ignore = "minutes"]
fn the_impossible_deals_of_freecell_are_lost_by_a_sample() {
    for number in [11982, 146_692, 186_216, 455_889, 495_505, 512_118, 517_776, 781_948] {
        freecell(number, 2000);
    }
}
