//! Games with a hole, games whose foundations begin with another rank than the ace, and games whose runs leave as whole
//! columns: verdicts are those of exhaustive
//! search on the table, and plans replay.

use patsat_base::Limits;
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{Build, EmptyColumn, FirstCard, Group, Home, Layout, Rules, Sizes, Stock};
use patsat_game::state::{Instance, Table};
use patsat_game::verify::replay;
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use patsat_testkit::Dice;
use std::collections::HashSet;

/// Whether a win can be reached by moves of the table; `None` if there are too many positions.
fn exhaustive(instance: &Instance, most: usize) -> Option<bool> {
    let mut open = vec![instance.table()];
    let mut seen = HashSet::from([open[0].key()]);
    while let Some(table) = open.pop() {
        if table.is_won() {
            return Some(true);
        }
        for action in table.moves() {
            let mut after: Table = table.clone();
            after.apply(action).unwrap();
            if seen.insert(after.key()) {
                open.push(after);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(false)
}

fn wins(instance: &Instance) -> bool {
    let mut budget = Budget::new(Limits::default());
    match (strategy("auto").unwrap().run)(instance, &SearchOptions::default(), &mut budget).end {
        SearchEnd::Solved(plan) => {
            replay(instance, plan).unwrap_or_else(|e| panic!("{e} in {instance:?}"));
            true
        }
        SearchEnd::Exhausted => false,
        end => panic!("{end:?} in {instance:?}"),
    }
}

/// Compares the verdicts of `games` games; how many were lost and won.
fn compare(games: usize, mut rules: impl FnMut(&mut Dice) -> Rules) -> [u32; 2] {
    let (mut dice, mut seen) = (Dice::new(62), [0, 0]);
    for seed in 0..games as u64 {
        let rules = rules(&mut dice);
        let instance = Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap();
        let Some(won) = exhaustive(&instance, 30_000) else { continue };
        assert_eq!(wins(&instance), won, "{instance:?}");
        seen[usize::from(won)] += 1;
    }
    seen
}

#[test]
fn games_with_a_hole_get_the_verdict_of_exhaustive_search() {
    let seen = compare(1500, |dice| {
        let deck = DeckSpec::new(3 + dice.below(5) as u32, 1 + dice.below(4) as u16, 1);
        let columns = 2 + dice.below(5) as u16;
        let mut rules = Rules {
            cells: dice.pick(&[0, 0, 1, 2]),
            build: Build::Nothing,
            empty_column: EmptyColumn::Nothing,
            home: dice.pick(&[Home::Hole, Home::HoleAroundCorner]),
            ..Rules::plain("hole", deck, columns)
        };
        if dice.below(2) == 0 {
            rules.layout.first_card = FirstCard::Home;
        }
        if dice.below(2) == 0 {
            rules.layout.sizes = Sizes::Round(dice.below(deck.len()) as u32);
            rules.stock = Stock::Hole;
        }
        rules
    });
    assert!(seen.iter().all(|&n| n > 200), "{seen:?}");
}

#[test]
fn games_of_any_base_get_the_verdict_of_exhaustive_search() {
    let seen = compare(600, |dice| {
        let deck = DeckSpec::new(3 + dice.below(3) as u32, 2 + dice.below(3) as u16, 1);
        let first_card = dice.pick(&[FirstCard::Home, FirstCard::Base]);
        let builds = [Build::AlternateColour, Build::SameSuit, Build::SameColour, Build::AnySuit];
        Rules {
            cells: dice.pick(&[0, 1]),
            build: dice.pick(&builds),
            group: dice.pick(&[Group::Single, Group::SuitRun, Group::BuiltRun]),
            empty_column: dice.pick(&[EmptyColumn::Any, EmptyColumn::TopRank, EmptyColumn::Nothing]),
            layout: Layout { first_card, ..Layout::open() },
            ..Rules::plain("base", deck, 2 + dice.below(3) as u16)
        }
    });
    assert!(seen.iter().all(|&n| n > 100), "{seen:?}");
}

#[test]
fn games_with_runs_as_columns_agree_with_exhaustive_search() {
    let seen = compare(800, |dice| {
        let suits = dice.pick(&["S", "HS", "CHS"]).parse().unwrap();
        let deck = DeckSpec { ranks: 3 + dice.below(2) as u32, suits, copies: 1 + dice.below(2) as u16 };
        let mut rules = Rules {
            group: dice.pick(&[Group::SuitRun, Group::AnyFaceUp]),
            home: Home::WholeColumns,
            ..Rules::plain("whole", deck, 2 + dice.below(3) as u16)
        };
        if dice.below(2) == 0 {
            rules.layout.sizes = Sizes::Round(dice.below(deck.len()) as u32);
            rules.stock = Stock::Rows { onto_empty: dice.below(2) == 0 };
        }
        rules
    });
    assert!(seen.iter().all(|&n| n > 100), "{seen:?}");
}
