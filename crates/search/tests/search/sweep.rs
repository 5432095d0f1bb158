//! The search that forgets the positions that lie behind, against searches that keep every position.

use crate::piles::{Settled, any_piles, breadth_first};
use patsat_base::{Limit, Limits};
use patsat_game::cards::DealId;
use patsat_game::rules::{PRESETS, Rules};
use patsat_game::state::Instance;
use patsat_game::state::swept_set::SweptSet;
use patsat_game::verify::{check_swept_set, replay, safe_cards_may_go_home};
use patsat_search::{
    Budget, CertifyError, SearchEnd, SearchOptions, SearchReport, certify_swept, classic, strategy,
};
use patsat_states::piles::{PileGame, PilePosition};
use patsat_testkit::small_spider;
use patsat_testkit::thieves::small_thieves;

fn sweep(instance: &Instance, no_dominance: bool, limits: Limits) -> SearchReport {
    let options = SearchOptions { no_dominance, ..SearchOptions::default() };
    (strategy("sweep").unwrap().run)(instance, &options, &mut Budget::new(limits))
}

/// For a lost game both visit the same positions, each once; for one that can be won the sweep has a plan.
#[test]
fn it_sees_what_a_search_sees_that_forgets_nothing() {
    let (mut won, mut lost, mut positions) = (0, 0, 0);
    let any = (0..9000).filter_map(|seed| Some((seed, any_piles(seed)?)));
    for (seed, instance) in (0..3000).map(|seed| (seed, small_thieves(seed))).chain(any) {
        let plain = PilePosition::new(&instance).unwrap();
        let settled = Settled(plain.clone()).settle();
        for (no_dominance, other) in
            [(true, breadth_first(&plain, 10_000)), (false, breadth_first(&settled, 10_000))]
        {
            let own = || sweep(&instance, no_dominance, Limits::default());
            match other.end {
                SearchEnd::Exhausted => {
                    let own = own();
                    assert_eq!(own.end, SearchEnd::Exhausted, "{seed}");
                    let all = other.stats.expanded;
                    assert_eq!((own.stats.expanded, own.stats.stored), (all, all), "{seed}");
                    assert_eq!(own.stats.generated, other.stats.generated, "{seed}");
                    (lost, positions) = (lost + 1, positions + all);
                }
                SearchEnd::Solved(_) => {
                    let SearchEnd::Solved(plan) = own().end else { panic!("{seed} is won") };
                    replay(&instance, plan).unwrap_or_else(|e| panic!("{seed}: {e}"));
                    won += 1;
                }
                _ => {}
            }
        }
    }
    assert!(won > 1000 && lost > 500 && positions > 50_000, "{won} {lost} {positions}");
}

/// For a lost game the numbers of positions are those that the checker finds on the rules. Other games have no
/// counts.
#[test]
fn its_counts_are_those_of_the_checker() {
    let (mut lost, mut levels) = (0, 0);
    let any = (0..3000).filter_map(|seed| Some((seed, any_piles(seed)?)));
    let games = (0..750).map(|seed| (seed, small_thieves(seed))).chain(any);
    for (seed, instance, safe_home) in
        games.flat_map(|(seed, game)| [(seed, game.clone(), true), (seed, game, false)])
    {
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        match certify_swept(&instance, safe_home, &mut Budget::new(limits)) {
            Ok(text) => {
                let set = SweptSet::read(&instance, text.as_bytes()).unwrap();
                assert_eq!(set.safe_home, safe_home && safe_cards_may_go_home(&instance));
                let checked = check_swept_set(&instance, text.as_bytes(), 1 << 20, &mut |_, _| true);
                assert_eq!(checked.unwrap().positions, set.positions(), "{seed}");
                (lost, levels) = (lost + 1, levels + set.levels.len());
            }
            Err(CertifyError::Winnable) => {
                assert!(matches!(sweep(&instance, false, Limits::default()).end, SearchEnd::Solved(_)));
            }
            Err(other) => assert_eq!(other, CertifyError::Limit(Limit::Nodes), "{seed}"),
        }
    }
    assert!(lost > 200 && levels > 1_000, "{lost} {levels}");
    let other = certify_swept(&small_spider(1), true, &mut Budget::new(Limits::default()));
    assert_eq!(other, Err(CertifyError::NotSwept));
}

/// Games of which the deal below is lost by fewer than two thousand positions.
const FEW_POSITIONS: &[&str] = &["russian-solitaire", "delta-star", "american-canister", "british-canister"];

/// Whole deals, as far as a few positions go: every kind of game that it is for, and a plan where one is near.
#[test]
fn limits_hold_in_whole_deals_and_ends_of_them_are_won() {
    let mut games = 0;
    for preset in PRESETS {
        let rules = Rules::preset(preset.name).unwrap();
        let instance = Instance::from_id(rules, DealId::Random { game: None, seed: 7 }).unwrap();
        if PileGame::new(&instance).is_err() {
            continue;
        }
        games += 1;
        // Some deals are lost, by few positions.
        let lost = [&["streets-and-alleys"][..], FEW_POSITIONS].concat().contains(&preset.name);
        let report = sweep(&instance, false, Limits { nodes: Some(2_000), ..Limits::default() });
        let expected = match FEW_POSITIONS.contains(&preset.name) {
            true => SearchEnd::Exhausted,
            false => SearchEnd::Limit(Limit::Nodes),
        };
        assert_eq!(report.end, expected, "{}", preset.name);
        let report = sweep(&instance, false, Limits { memory_mib: Some(1), ..Limits::default() });
        let expected = if lost { SearchEnd::Exhausted } else { SearchEnd::Limit(Limit::Memory) };
        assert_eq!(report.end, expected, "{}", preset.name);
    }
    assert_eq!(games, 33);
    let rules = Rules::preset("forty-thieves").unwrap();
    let instance = Instance::from_id(rules, DealId::Solvitaire { game: None, seed: 6 }).unwrap();
    let auto = (strategy("auto").unwrap().run)(
        &instance,
        &SearchOptions::default(),
        &mut Budget::new(Limits::default()),
    );
    let SearchEnd::Solved(plan) = auto.end else { panic!("6 is won") };
    for left in [10, 20, 30, 40] {
        let mut table = instance.table();
        plan.moves[..plan.moves.len() - left].iter().for_each(|&action| table.apply(action).unwrap());
        let late = Instance { deal: table.deal().clone(), id: None, ..instance.clone() };
        let SearchEnd::Solved(plan) = sweep(&late, false, Limits::default()).end else {
            panic!("{left} moves before the end it is won")
        };
        replay(&late, plan).unwrap();
    }
}

/// Games whose cards leave as complete runs are for the search that it stands in for.
#[test]
fn other_games_are_searched_best_first() {
    for seed in 0..50 {
        let instance = small_spider(seed);
        let best = (classic::BEST_FIRST.run)(
            &instance,
            &SearchOptions::default(),
            &mut Budget::new(Limits::default()),
        );
        let own = sweep(&instance, false, Limits::default());
        assert_eq!((own.end, own.stats), (best.end, best.stats));
    }
}

/// The closed set of deal 15 in `instances/certificates` has the same number of positions.
#[test]
#[ignore = "a minute"]
fn at_length_deal_15_has_as_many_positions_as_its_closed_set() {
    let rules = Rules::preset("forty-thieves").unwrap();
    let instance = Instance::from_id(rules, DealId::Solvitaire { game: None, seed: 15 }).unwrap();
    let report = sweep(&instance, true, Limits { memory_mib: Some(500), ..Limits::default() });
    assert_eq!((report.end, report.stats.stored), (SearchEnd::Exhausted, 10_324_907));
}
