//! How strategies end: at limits, without positions, in games that are won or vast.

use crate::strategies::run;
use patsat_base::{Limit, Limits};
use patsat_game::cards::{Card, Deal, DealId, DeckSpec};
use patsat_game::rules::{Rules, Sizes, Stock};
use patsat_game::state::Instance;
use patsat_search::classic::{CLASSIC, backtracking};
use patsat_search::{Budget, SearchEnd, SearchOptions, Strategy};
use patsat_testkit::{small_game, small_spider};
use std::sync::atomic::AtomicBool;

fn freecell(deal: u64) -> Instance {
    Instance::from_id(Rules::preset("freecell").unwrap(), DealId::Microsoft(deal)).unwrap()
}

/// The number is that of the fast state, of the table, and of an independent list of moves.
#[test]
fn complete_strategies_visit_all_positions_of_deal_11982() {
    let (options, limits) = (SearchOptions::default(), Limits::default());
    for strategy in CLASSIC.iter().filter(|s| ["backtracking", "best-first"].contains(&s.name)) {
        let report = (strategy.run)(&freecell(11_982), &options, &mut Budget::new(limits));
        assert_eq!((report.end, report.stats.stored), (SearchEnd::Exhausted, 83_239));
    }
    let report = backtracking(&freecell(11_982).table(), &options, &mut Budget::new(limits));
    assert_eq!((report.end, report.stats.stored), (SearchEnd::Exhausted, 83_239));
}

#[test]
fn limits_end_every_strategy_without_a_verdict() {
    let limited = |strategy: &Strategy, instance: &Instance, budget: &mut Budget<'_>| {
        let options = SearchOptions { depth: Some(40), ..SearchOptions::default() };
        (strategy.run)(instance, &options, budget)
    };
    // Lost deals: none of them can be solved before its limit.
    let mut crowded = Rules::preset("freecell").unwrap();
    crowded.cells = 1;
    let lost = Instance::from_id(crowded, DealId::Microsoft(11_982)).unwrap();
    for strategy in CLASSIC {
        let limits = Limits { nodes: Some(10), ..Limits::default() };
        let report = limited(strategy, &freecell(11_982), &mut Budget::new(limits));
        assert_eq!(report.end, SearchEnd::Limit(Limit::Nodes), "{}", strategy.name);
        assert_eq!(report.stats.expanded, 11, "{}", strategy.name);
        assert!(report.stats.generated >= 10 && report.stats.peak_bytes > 1_000, "{}", strategy.name);

        let limits = Limits { memory_mib: Some(1), ..Limits::default() };
        let report = limited(strategy, &freecell(11_982), &mut Budget::new(limits));
        assert_eq!(report.end, SearchEnd::Limit(Limit::Memory), "{}", strategy.name);
        assert!(report.stats.peak_bytes < 8 << 20, "{}", strategy.name);

        let flag = AtomicBool::new(true);
        let report = limited(strategy, &lost, &mut Budget::new(Limits::default()).stopped_by(&flag));
        let small = report.stats.expanded < 1024;
        assert!(small || report.end == SearchEnd::Limit(Limit::Interrupted), "{}", strategy.name);
    }
}

#[test]
fn a_won_game_needs_no_move() {
    let mut rules = Rules::preset("freecell").unwrap();
    rules.deck = DeckSpec::new(2, 1, 1);
    rules.columns = 1;
    let won = Deal { foundations: vec![2], ..Deal::default() };
    let instance = Instance::new(rules, won).unwrap();
    for strategy in CLASSIC {
        assert_eq!(
            run(strategy, &instance, Some(0)),
            SearchEnd::Solved(Vec::new().into()),
            "{}",
            strategy.name
        );
    }
}

#[test]
fn depth_does_not_overflow_the_stack() {
    // The ace lies under the three for ever, and all there is to do is to turn one card over
    // and back: a path of 131,070 moves, each to a new position.
    let mut rules = Rules::preset("forty-thieves").unwrap();
    rules.deck = DeckSpec::new(3, 1, 1);
    rules.columns = 1;
    rules.layout.sizes = Sizes::Round(2);
    rules.stock = Stock::waste(u16::MAX, false);
    let cards = |text: &str| text.split(' ').map(|c| c.parse().unwrap()).collect::<Vec<Card>>();
    let deal = Deal { columns: vec![cards("AC 3C").into()], stock: cards("2C"), ..Deal::default() };
    let instance = Instance::new(rules, deal).unwrap();
    for strategy in CLASSIC {
        let instance = instance.clone();
        // A recursion that deep would not fit on this stack.
        let search = move || {
            let mut budget = Budget::new(Limits { nodes: Some(400_000), ..Limits::default() });
            (strategy.run)(&instance, &SearchOptions::default(), &mut budget)
        };
        let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(search).unwrap();
        let report = thread.join().unwrap();
        let name = strategy.name;
        let end = if strategy.complete { SearchEnd::Exhausted } else { SearchEnd::GaveUp };
        assert_eq!(report.end, end, "{name}");
        assert!(report.stats.stored > 131_070 || name == "depth-bounded", "{name}: {:?}", report.stats);
    }
}

/// A position of a vast game has megabytes, so that many of them lie between two checks of the clock.
#[test]
fn memory_is_looked_at_with_every_position() {
    let mut budget = Budget::new(Limits { memory_mib: Some(1), ..Limits::default() });
    assert_eq!(budget.expand(0), None);
    assert_eq!(budget.expand(1 << 20), Some(Limit::Memory));
}

/// Where a beam cut no layer a wider one sees no more, and no plan is shorter than moves home alone: then the
/// strategy is done, whatever time is left.
#[test]
fn short_ends_early_where_a_wider_beam_finds_no_more() {
    let short = patsat_search::strategy("short").unwrap();
    let limits = Limits {
        time: Some(std::time::Duration::from_secs(3600)),
        nodes: Some(2_000_000),
        ..Limits::default()
    };
    let (mut solved, mut lost) = (0, 0);
    let won = |seed| {
        let rules = Rules { deck: DeckSpec::new(2, 2, 1), columns: 4, ..Rules::preset("freecell").unwrap() };
        Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
    };
    let games = (0..30).map(small_game).chain((0..30).map(small_spider)).chain((0..5).map(won));
    for instance in games {
        match (short.run)(&instance, &SearchOptions::default(), &mut Budget::new(limits)).end {
            SearchEnd::Solved(_) => solved += 1,
            SearchEnd::Exhausted => lost += 1,
            end => panic!("{end:?}: {instance:?}"),
        }
    }
    assert!(solved > 20 && lost > 5, "{solved} {lost}");
}
