//! `fair` and `easy` by two SAT solvers against the plainest enumeration.

use patsat_analysis::variants::{BySat, End, HiddenCards, StopReason, TwoPlayers, easy_by_sat, fair_by_sat};
use patsat_base::{Limit, Limits};
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_search::Budget;
use patsat_solvers::{BACKENDS, BackendChoice, Control, Kind};
use patsat_testkit::spider::{Lengths, for_two_players, shortest};
use std::ops::Range;

fn budget() -> Budget<'static> {
    Budget::new(Limits::default())
}

fn built_in() -> Vec<BackendChoice> {
    BACKENDS.iter().filter(|row| matches!(row.kind, Kind::BuiltIn(_))).map(BackendChoice::Row).collect()
}

fn by(backend: &BackendChoice, horizon: Option<u32>) -> BySat<'_> {
    BySat { backend, seed: 0, horizon, control: Control::default() }
}

/// What was met, to see that the games were of all sorts.
#[derive(Default, Debug)]
struct AnswerCounts {
    yes: u32,
    no: u32,
    not_within: u32,
    /// Answered yes with fewer plans than choices.
    fewer: u32,
}

/// The answer against the lengths of shortest plans of all choices.
fn check(
    met: &mut AnswerCounts,
    found: &TwoPlayers,
    lengths: &[Option<usize>],
    horizon: Option<u32>,
    place: &str,
) {
    let most = lengths.iter().copied().max_by_key(|length| length.unwrap_or(usize::MAX)).unwrap();
    let within = |n: usize| horizon.is_none_or(|h| n <= h as usize);
    let all = lengths.iter().all(|length| length.is_some_and(within));
    match &found.end {
        End::Yes => {
            assert!(all, "{place}: a choice needs {most:?} moves");
            met.yes += 1;
            met.fewer += u32::from((found.plans as usize) < lengths.len());
        }
        End::No { case, .. } => {
            assert!(!all && lengths.contains(&None), "{place}");
            assert_eq!(shortest(&case.game.table()), None, "{place}");
            met.no += 1;
        }
        End::NotWithin { case, longer } => {
            assert!(!all, "{place}: all are won in {most:?} moves");
            let least = shortest(&case.game.table()).unwrap().moves.len();
            assert!(least <= longer.unwrap(), "{place}");
            assert!(horizon.is_some_and(|h| least > h as usize), "{place}");
            met.not_within += 1;
        }
        End::Unknown(stopped) => panic!("{stopped:?}"),
    }
}

fn fair_games(seeds: Range<u64>) -> AnswerCounts {
    let built_in = built_in();
    let mut met = AnswerCounts::default();
    for (n, instance) in seeds.filter_map(|seed| for_two_players(seed, 8)).enumerate() {
        let kind = if n % 2 == 0 { HiddenCards::WithTops } else { HiddenCards::FaceDown };
        let hidden = kind.cards(&instance.deal);
        if hidden.len() > 4 || (hidden.len() < 2 && n % 8 > 0) {
            continue;
        }
        let lengths = Lengths::default().of_orders(&instance, kind);
        let longest = lengths.iter().flatten().max().copied().unwrap_or(0) as u32;
        let backend = &built_in[n % built_in.len()];
        for horizon in [None, Some(longest), Some(longest.saturating_sub(1 + n as u32 % 3))] {
            let found = fair_by_sat(&instance, kind, by(backend, horizon), &mut budget()).unwrap();
            check(&mut met, &found, &lengths, horizon, &format!("{horizon:?} {kind:?} {instance:?}"));
        }
    }
    met
}

fn easy_games(seeds: Range<u64>) -> AnswerCounts {
    let built_in = built_in();
    let mut met = AnswerCounts::default();
    for (n, instance) in seeds.filter_map(|seed| for_two_players(seed, 8)).enumerate() {
        let k = n % 4;
        let lengths = Lengths::default().within(&instance.table(), k);
        if k > 0 && lengths[0].is_none() {
            // The first choice, to do nothing, is lost.
            continue;
        }
        let longest = lengths.iter().flatten().max().copied().unwrap_or(0) as u32;
        let backend = &built_in[n % built_in.len()];
        for horizon in [None, Some(longest), Some(longest.saturating_sub(1 + n as u32 % 3))] {
            let found = easy_by_sat(&instance, k as u32, by(backend, horizon), &mut budget()).unwrap();
            check(&mut met, &found, &lengths, horizon, &format!("{k} {horizon:?} {instance:?}"));
        }
    }
    met
}

fn all_kinds(met: &AnswerCounts, least: u32) {
    println!("{met:?}");
    assert!(met.yes.min(met.no) > 3 * least && met.not_within.min(met.fewer) > least, "{met:?}");
}

#[test]
fn two_solvers_find_the_fair_games_that_enumeration_finds() {
    all_kinds(&fair_games(0..200), 6);
}

#[test]
fn two_solvers_find_the_easy_games_that_enumeration_finds() {
    all_kinds(&easy_games(0..100), 6);
}

#[test]
#[ignore = "a minute; CI runs it"]
fn two_solvers_find_the_fair_and_easy_games_at_length() {
    all_kinds(&fair_games(0..600), 20);
    all_kinds(&easy_games(0..300), 20);
}

#[test]
#[ignore = "minutes"]
fn two_solvers_agree_with_enumeration_in_thousands_of_games() {
    let (fair, easy) = (fair_games(1000..6000), easy_games(1000..4000));
    println!("{fair:?} {easy:?}");
}

/// Rules that have no axioms here are refused in a sentence, not answered.
#[test]
fn other_rules_are_refused() {
    let backend = &built_in()[0];
    let error_for = |rules: Rules, deal: &str| {
        let instance = Instance::from_id(rules, deal.parse().unwrap()).unwrap();
        let easy = easy_by_sat(&instance, 1, by(backend, None), &mut budget()).unwrap_err();
        let fair =
            fair_by_sat(&instance, HiddenCards::FaceDown, by(backend, None), &mut budget()).unwrap_err();
        [easy.to_string(), fair.to_string()]
    };
    let sentences =
        |what: &str| ["easy", "fair"].map(|word| format!("encoding '{word}' cannot express {what}"));
    let freecell = Rules::preset("freecell").unwrap();
    assert_eq!(error_for(freecell, "ms:1"), sentences("cards that go home one by one"));
    let simple = Rules { cells: 1, ..Rules::preset("simple-simon").unwrap() };
    assert_eq!(error_for(simple, "random:simple-simon:1"), sentences("cells"));
}

/// A limit ends in "unknown", or leaves open what lies beyond the horizon.
#[test]
fn a_limit_leaves_the_question_open() {
    let backend = &built_in()[0];
    let limited = || Budget::new(Limits { nodes: Some(1), ..Limits::default() });
    let (mut unknown, mut open) = (0, 0);
    for instance in (0..60).filter_map(|seed| for_two_players(seed, 8)) {
        match easy_by_sat(&instance, 1, by(backend, None), &mut limited()).unwrap().end {
            End::Unknown(StopReason::Search(Limit::Nodes)) => unknown += 1,
            End::Unknown(stopped) => panic!("{stopped:?}"),
            _ => {}
        }
        match easy_by_sat(&instance, 1, by(backend, Some(1)), &mut limited()).unwrap().end {
            End::NotWithin { longer: None, .. } => open += 1,
            End::Unknown(stopped) => panic!("{stopped:?}"),
            _ => {}
        }
    }
    assert!(unknown > 5 && open > 5, "{unknown} {open}");
    let over = Control { deadline: Some(std::time::Instant::now()), ..Control::default() };
    let instance = for_two_players(3, 100).unwrap();
    let method = BySat { control: over, ..by(backend, None) };
    let found = easy_by_sat(&instance, 2, method, &mut budget()).unwrap();
    assert_eq!(found.end, End::Unknown(StopReason::Solver(Limit::Time)));
}
