//! The classic strategies against an exhaustive search written here, on small random games
//! of every family.
//!
//! The search here shares nothing with them but `Table::check` and `Table::apply`. It tries every
//! card move that can be written down, distinguishes positions by where each card lies (no
//! canonical key, no symmetry), and goes level by level.

use patsat_base::Limits;
use patsat_game::cards::{Deal, DealId, DeckSpec};
use patsat_game::rules::{Group, Layout, Move, Place, Rules, Sizes, Stock};
use patsat_game::state::{Instance, Table};
use patsat_game::verify::replay;
use patsat_search::classic::{
    CLASSIC, DEFAULT_DEPTH, a_star, backtracking, best_first, breadth_first, depth_first,
};
use patsat_search::{Budget, SearchEnd, SearchOptions, Strategy};
use std::collections::HashSet;

/// Games with more positions than this, by the place of each card, are left out.
const MOST_POSITIONS: usize = 1_000;

/// Every move that can be written down, supermoves left out.
fn candidates(table: &Table) -> Vec<Move> {
    let deal = table.deal();
    let places = |count: usize, place: fn(u16) -> Place| (0..count as u16).map(place).collect::<Vec<_>>();
    let columns = places(deal.columns.len(), Place::Column);
    let cells = places(deal.cells.len(), Place::Cell);
    let mut from = [columns.clone(), cells.clone(), vec![Place::Waste, Place::Stock]].concat();
    from.extend(places(deal.reserve.len(), Place::Reserve));
    let to = [columns, cells, places(deal.foundations.len(), Place::Foundation), vec![Place::Hole]].concat();
    let most = match table.rules().group {
        Group::Single | Group::BySpaces => 1,
        Group::SuitRun | Group::BuiltRun | Group::PartForHome | Group::WholeColumn => {
            table.rules().deck.ranks
        }
        Group::AnyFaceUp => table.rules().deck.len() as u32,
    };
    let mut moves = vec![Move::Draw, Move::Redeal, Move::DealRow];
    moves.extend((0..deal.columns.len() as u16).map(|column| Move::Collect { column }));
    for &from in &from {
        for &to in &to {
            moves.extend((1..=most).map(|count| Move::Cards { from, to, count }));
        }
    }
    moves
}

/// The verdict on a game.
#[derive(Debug, PartialEq)]
enum Truth {
    /// It can be won, in this many single moves and no fewer.
    Winnable(u32),
    /// It cannot be won.
    Unwinnable,
    /// It has too many positions.
    TooLarge,
}

fn truth(instance: &Instance) -> Truth {
    let mut seen: HashSet<Deal> = HashSet::from([instance.table().deal().clone()]);
    let mut level = vec![instance.table()];
    let mut depth = 0;
    while !level.is_empty() {
        if level.iter().any(Table::is_won) {
            return Truth::Winnable(depth);
        }
        let mut deeper = Vec::new();
        for table in &level {
            for action in candidates(table) {
                let mut next = table.clone();
                if next.apply(action).is_ok() && seen.insert(next.deal().clone()) {
                    deeper.push(next);
                }
            }
        }
        if seen.len() > MOST_POSITIONS {
            return Truth::TooLarge;
        }
        (level, depth) = (deeper, depth + 1);
    }
    Truth::Unwinnable
}

/// A small game of a family; `n` chooses its sizes.
fn small(preset: &str, n: u16) -> Rules {
    let mut rules = Rules::preset(preset).unwrap();
    let (a, b, c) = (n % 3, n / 3 % 3, n / 9 % 4);
    match preset {
        "simple-simon" => {
            rules.deck = DeckSpec::new(2 + u32::from(a), 1 + b, 1);
            rules.columns = 2 + c.min(2);
            rules.layout.sizes = Sizes::All;
        }
        "spider" | "hanoi-spider" => {
            rules.deck = DeckSpec::new(2 + u32::from(a % 2), 1 + b % 2, 2);
            rules.columns = 2 + c % 2;
            rules.layout.sizes = Sizes::Round(u32::from(rules.columns) + u32::from(a) % 2);
            rules.stock = Stock::Rows { onto_empty: n.is_multiple_of(2) };
        }
        "ipc-spider" => {
            rules.deck = DeckSpec::new(2 + u32::from(a % 2), 1 + b % 2, 2 - a % 2);
            rules.columns = 2 + c % 2;
            rules.layout.sizes = Sizes::Round(u32::from(rules.columns) * (1 + u32::from(b) % 2));
        }
        "forty-thieves" => {
            rules.deck = DeckSpec::new(3, 1 + b % 2, 2);
            rules.columns = 1 + c % 2;
            rules.layout.sizes = Sizes::Round(u32::from(3 + a));
            rules.stock = Stock::waste(u16::from(n.is_multiple_of(5)), n.is_multiple_of(3));
        }
        "king-albert" => {
            rules.deck = DeckSpec::new(2 + u32::from(a), 2, 1);
            rules.columns = 1 + b;
            rules.layout = Layout { reserve: 1 + c % 2, ..Layout::open() };
        }
        "beleaguered-castle" => {
            rules.deck = DeckSpec::new(3 + u32::from(a), 2 + b, 1);
            rules.columns = 1 + b + c;
            rules.layout = Layout { aces_home: n.is_multiple_of(2), ..Layout::open() };
        }
        _ => {
            let suits = 2 + b;
            let ranks = if suits == 4 { 2 } else { 2 + u32::from(a) };
            rules.deck = DeckSpec::new(ranks, suits, 1);
            rules.columns = 1 + c;
            rules.cells = (n / 5) % 4;
            rules.layout = Layout { cells: rules.layout.cells.min(rules.cells), ..rules.layout };
        }
    }
    rules
}

const FAMILIES: [&str; 12] = [
    "freecell",
    "bakers-game",
    "eight-off",
    "seahaven-towers",
    "king-albert",
    "fore-cell",
    "beleaguered-castle",
    "simple-simon",
    "spider",
    "hanoi-spider",
    "ipc-spider",
    "forty-thieves",
];

pub(crate) fn run(strategy: &Strategy, instance: &Instance, depth: Option<u32>) -> SearchEnd {
    let options = SearchOptions { depth, ..SearchOptions::default() };
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    (strategy.run)(instance, &options, &mut Budget::new(limits)).end
}

fn named(name: &str) -> &'static Strategy {
    CLASSIC.iter().find(|s| s.name == name).unwrap()
}

/// Counts of the verdicts on a family's games, so that no test is empty.
#[derive(Default)]
struct Tally {
    winnable: u32,
    unwinnable: u32,
    plans_by_incomplete: u32,
}

fn compare(instance: &Instance, tally: &mut Tally) {
    let truth = truth(instance);
    let name = format!("{:?} {:?}", instance.id, instance.rules);
    match truth {
        Truth::TooLarge => return,
        Truth::Winnable(_) => tally.winnable += 1,
        Truth::Unwinnable => tally.unwinnable += 1,
    }
    for strategy in CLASSIC {
        match (run(strategy, instance, None), &truth) {
            (SearchEnd::Solved(plan), Truth::Winnable(fewest)) => {
                let length = plan.moves.len();
                replay(instance, plan).unwrap_or_else(|fault| panic!("{}: {fault}: {name}", strategy.name));
                let fewest = *fewest as usize;
                assert!(length >= fewest, "{}: {length} under {fewest}: {name}", strategy.name);
                if strategy.name == "breadth-first" {
                    assert_eq!(length, fewest, "{name}");
                }
                tally.plans_by_incomplete += u32::from(!strategy.complete);
            }
            (SearchEnd::Exhausted, Truth::Unwinnable) => assert!(strategy.complete, "{}", strategy.name),
            (SearchEnd::GaveUp, _) => assert!(!strategy.complete, "{}: {name}", strategy.name),
            (end, truth) => panic!("{}: {end:?} where the truth is {truth:?}: {name}", strategy.name),
        }
    }
    on_the_table(instance, &truth, &name);
    bounds(instance, &truth, &name);
}

/// The strategies of the table choose a fast state where they can; on the obvious one they
/// come to the same verdicts.
fn on_the_table(instance: &Instance, truth: &Truth, name: &str) {
    let (table, options) = (instance.table(), SearchOptions::default());
    for (n, search) in
        [breadth_first::<Table>, depth_first, backtracking, best_first, a_star].iter().enumerate()
    {
        match (search(&table, &options, &mut Budget::new(Limits::default())).end, truth) {
            (SearchEnd::Solved(plan), Truth::Winnable(fewest)) => {
                assert!(n > 0 || plan.moves.len() == *fewest as usize, "{name}");
                replay(instance, plan).unwrap();
            }
            (SearchEnd::Exhausted, Truth::Unwinnable) => {}
            (end, truth) => panic!("{n}: {end:?} where the truth is {truth:?}: {name}"),
        }
    }
}

/// A depth-bounded search finds a plan exactly where the bound allows one.
fn bounds(instance: &Instance, truth: &Truth, name: &str) {
    let strategy = named("depth-bounded");
    let gives_up = |depth| assert_eq!(run(strategy, instance, Some(depth)), SearchEnd::GaveUp, "{name}");
    let Truth::Winnable(fewest) = *truth else {
        return gives_up(12);
    };
    assert!(fewest <= DEFAULT_DEPTH);
    for depth in [fewest, fewest + 1, fewest + 5] {
        match run(strategy, instance, Some(depth)) {
            SearchEnd::Solved(plan) => assert!(plan.moves.len() <= depth as usize, "{name}"),
            end => panic!("{end:?} with bound {depth}, a plan has {fewest}: {name}"),
        }
    }
    if fewest > 0 {
        gives_up(fewest - 1);
        gives_up(fewest / 2);
    }
}

fn family(preset: &str, games: u16) -> Tally {
    let mut tally = Tally::default();
    for n in 0..games {
        let rules = small(preset, n);
        let id = DealId::Random { game: None, seed: u64::from(n) };
        // Some sizes make no game (more cells dealt than there are cards, say).
        if let Ok(instance) = Instance::from_id(rules, id) {
            compare(&instance, &mut tally);
        }
    }
    println!("{preset}: {} winnable, {} not", tally.winnable, tally.unwinnable);
    tally
}

#[test]
fn strategies_agree_with_the_exhaustive_search() {
    families(90);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn strategies_agree_with_the_exhaustive_search_at_length() {
    families(260);
}

fn families(games: u16) {
    let mut all = Tally::default();
    for preset in FAMILIES {
        let found = family(preset, games);
        let least = u32::from(games / 52);
        assert!(found.winnable >= 4 * least && found.unwinnable >= least, "{preset} is hardly tested");
        all.winnable += found.winnable;
        all.unwinnable += found.unwinnable;
        all.plans_by_incomplete += found.plans_by_incomplete;
    }
    assert!(all.winnable + all.unwinnable >= 4 * u32::from(games));
    assert!(all.plans_by_incomplete >= all.winnable);
}

#[test]
#[ignore = "minutes"]
fn strategies_agree_on_many_more_games() {
    for preset in FAMILIES {
        family(preset, 3_000);
    }
}

#[test]
fn names_are_unique_and_the_incomplete_ones_known() {
    let names: HashSet<&str> = CLASSIC.iter().map(|s| s.name).collect();
    assert_eq!(names.len(), CLASSIC.len());
    let incomplete: Vec<&str> = CLASSIC.iter().filter(|s| !s.complete).map(|s| s.name).collect();
    assert_eq!(incomplete, ["depth-bounded", "staged-deepening", "staged-deepening-all"]);
}
