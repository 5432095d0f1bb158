//! Games with many suits or ranks: those that only the larger sizes of the packed state hold, against exhaustive
//! search on the table; and Spider.

use crate::certificates::exhaust;
use patsat_base::Limits;
use patsat_game::cards::{DealId, Suits};
use patsat_game::rules::{Build, EmptyColumn, Group, RankStep, Rules, Sizes, Stock};
use patsat_game::state::Instance;
use patsat_game::verify::{check_closed_set, replay};
use patsat_search::optimal::RunBound;
use patsat_search::{Budget, SearchEnd, SearchOptions, certify, strategy};
use patsat_states::packed::Game;
use patsat_states::runs::RunGame;

/// A small game of more than four suits, or of sixteen ranks.
fn odd_game(seed: u64) -> Instance {
    let pick = |salt: u64, n: u64| (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> salt) % n;
    let mut rules = Rules::preset("freecell").unwrap();
    (rules.deck.ranks, rules.deck.suits) = match pick(8, 4) {
        0 => (16, Suits::First(1)),
        1 => (3, Suits::First(5)),
        _ => (2, Suits::First(5 + pick(12, 3) as u16)),
    };
    rules.columns = 2 + pick(16, 3) as u16;
    rules.cells = pick(20, 3) as u16;
    if rules.deck.ranks > 2 {
        rules.cells = rules.cells.min(1);
    }
    if rules.deck.ranks == 16 {
        rules.columns = rules.columns.min(3);
    }
    rules.build = [Build::AlternateColour, Build::AlternateColour, Build::AnySuit, Build::SameSuit]
        [pick(24, 4) as usize];
    rules.group = if pick(28, 2) == 0 { Group::Single } else { Group::BySpaces };
    rules.empty_column = if pick(32, 4) == 0 { EmptyColumn::TopRank } else { EmptyColumn::Any };
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

#[test]
fn verdicts_of_odd_games_are_those_of_exhaustive_search() {
    let (mut won, mut lost) = ([0; 17], [0; 17]);
    let auto = strategy("auto").unwrap();
    for seed in 0..130 {
        let instance = odd_game(seed);
        assert!(Game::new(&instance).is_err(), "small enough for the small state");
        let ranks = instance.rules.deck.ranks as usize;
        let (winnable, positions) = exhaust(&instance);
        let mut budget = Budget::new(Limits::default());
        match (auto.run)(&instance, &SearchOptions::default(), &mut budget).end {
            SearchEnd::Solved(plan) => {
                replay(&instance, plan).unwrap();
                assert!(winnable, "{seed}");
                won[ranks] += 1;
            }
            end => {
                assert_eq!((end, winnable), (SearchEnd::Exhausted, false), "{seed}");
                let file = certify(&instance, &mut Budget::new(Limits::default())).unwrap();
                let checked = check_closed_set(&instance, &file).unwrap();
                assert_eq!(checked.positions, positions as u64, "{seed}");
                lost[ranks] += 1;
            }
        }
    }
    for ranks in [2, 3, 16] {
        assert!(won[ranks] > 0 && lost[ranks] > 1, "{won:?} {lost:?}");
    }
}

/// Spider with sixteen ranks and more is won, and the plans hold; the bound for shortest plans refuses it.
#[test]
fn spider_has_no_limit_at_fifteen_ranks() {
    let game = |ranks: u32, suits: u16, seed: u64| {
        let mut rules = Rules::preset("spider").unwrap();
        (rules.deck.ranks, rules.deck.suits, rules.deck.copies) = (ranks, Suits::of_spider(suits), 8 / suits);
        Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
    };
    let auto = strategy("auto").unwrap();
    for (ranks, suits) in [(15, 2), (16, 4), (17, 1), (20, 2)] {
        let instance = game(ranks, suits, 3);
        let mut budget = Budget::new(Limits { nodes: Some(1_000_000), ..Limits::default() });
        let report = (auto.run)(&instance, &SearchOptions::default(), &mut budget);
        let SearchEnd::Solved(plan) = report.end else { panic!("{ranks} {suits}: {:?}", report.end) };
        replay(&instance, plan).unwrap();
        let bound = RunBound::new(&RunGame::new(&instance).unwrap());
        assert_eq!(bound.is_some(), ranks == 15);
    }
    // Twenty ranks are 160 cards.
    assert!(RunGame::new(&game(21, 4, 3)).is_err());
}

/// FreeCell tasks like those of planning competitions: ranks, columns, cells and seed of random deals that can be won.
const TASKS: [(u32, u16, u16, u64); 20] = [
    (14, 7, 4, 102),
    (14, 7, 4, 103),
    (14, 7, 4, 108),
    (15, 7, 4, 101),
    (15, 7, 4, 104),
    (15, 7, 4, 107),
    (16, 7, 4, 103),
    (16, 7, 4, 105),
    (14, 8, 2, 104),
    (14, 8, 2, 112),
    (15, 8, 2, 109),
    (16, 8, 2, 107),
    (15, 8, 3, 104),
    (15, 8, 3, 112),
    (16, 8, 3, 104),
    (16, 8, 3, 110),
    (17, 8, 3, 107),
    (17, 8, 3, 109),
    (17, 8, 3, 111),
    (14, 8, 4, 101),
];

#[test]
fn tasks_of_more_ranks_are_won() {
    for (ranks, columns, cells, seed) in TASKS {
        let mut rules = Rules::preset("freecell").unwrap();
        (rules.deck.ranks, rules.columns, rules.cells) = (ranks, columns, cells);
        let instance = Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap();
        let mut budget = Budget::new(Limits { nodes: Some(100_000), ..Limits::default() });
        let report = (strategy("auto").unwrap().run)(&instance, &SearchOptions::default(), &mut budget);
        let SearchEnd::Solved(plan) = report.end else {
            panic!("{ranks} ranks, {columns} columns, {cells} cells, {seed}: {:?}", report.end)
        };
        replay(&instance, plan).unwrap();
    }
}

/// Games that no state held before: two decks with cells, with and without a stock, kings only, steps of any size.
#[test]
fn cells_and_stocks_go_together() {
    let two_decks = |change: fn(&mut Rules)| {
        let mut rules = Rules::preset("freecell").unwrap();
        rules.deck.copies = 2;
        (rules.columns, rules.cells) = (10, 4);
        change(&mut rules);
        rules
    };
    let games = [
        two_decks(|rules| rules.cells = 8),
        two_decks(|rules| {
            rules.layout.sizes = Sizes::Round(64);
            rules.stock = Stock::waste(0, false);
        }),
        two_decks(|rules| {
            rules.layout.sizes = Sizes::Round(54);
            rules.stock = Stock::Rows { onto_empty: true };
        }),
        two_decks(|rules| {
            rules.layout.sizes = Sizes::Round(54);
            rules.stock = Stock::Rows { onto_empty: false };
        }),
        two_decks(|rules| {
            (rules.deck.copies, rules.columns) = (1, 8);
            (rules.step, rules.group, rules.build) = (RankStep::Any, Group::Single, Build::SameSuit);
        }),
    ];
    for (n, rules) in games.into_iter().enumerate() {
        for seed in 1..=3 {
            let instance = Instance::from_id(rules.clone(), DealId::Random { game: None, seed }).unwrap();
            let mut budget = Budget::new(Limits { nodes: Some(150_000), ..Limits::default() });
            let report = (strategy("auto").unwrap().run)(&instance, &SearchOptions::default(), &mut budget);
            let SearchEnd::Solved(plan) = report.end else { panic!("game {n}, {seed}: {:?}", report.end) };
            replay(&instance, plan).unwrap();
        }
    }
}
