//! Ratings, held against every position that a small game can reach.

use patsat_analysis::rate::{Player, RateRequest, Rating, rate};
use patsat_game::rules::Rules;
use patsat_game::state::{Instance, StateKey, Table};
use patsat_planning::Monitor;
use patsat_testkit::Dice;
use patsat_testkit::any_game::{any_game, reached};
use std::collections::{BTreeMap, BTreeSet};

/// Positions of a game at most.
const MOST: usize = 3_000;

fn rated(instance: &Instance) -> Rating {
    let request = RateRequest { games: 5, ..RateRequest::new(instance) };
    rate(&request, &mut Monitor::default()).unwrap()
}

fn next(table: &Table) -> Vec<Table> {
    let after = |action| {
        let mut after = table.clone();
        after.apply(action).map(|()| after)
    };
    table.moves().into_iter().map(|action| after(action).unwrap()).collect()
}

/// The positions from which a game can be won, by their keys: all that a move leads out of into one of them.
fn winnable(start: &Table) -> BTreeSet<StateKey> {
    let (mut before, mut open) = (BTreeMap::<StateKey, Vec<StateKey>>::new(), vec![start.clone()]);
    let (mut seen, mut won) = (BTreeSet::from([start.key()]), Vec::new());
    while let Some(table) = open.pop() {
        if table.is_won() {
            won.push(table.key());
        }
        for after in next(&table) {
            before.entry(after.key()).or_default().push(table.key());
            if seen.insert(after.key()) {
                open.push(after);
            }
        }
    }
    let mut good: BTreeSet<StateKey> = won.iter().cloned().collect();
    while let Some(key) = won.pop() {
        for earlier in before.remove(&key).unwrap_or_default() {
            if good.insert(earlier.clone()) {
                won.push(earlier);
            }
        }
    }
    good
}

#[test]
fn verdicts_of_first_moves_match_exhaustive_search() {
    let (mut dice, mut games, mut losing) = (Dice::new(3), 0, 0);
    while games < 150 || losing < 20 {
        let instance = any_game(&mut dice, 10);
        if reached(&instance, MOST).is_none() {
            continue;
        }
        let start = instance.table();
        let good = winnable(&start);
        let rating = rated(&instance);
        let Some(traps) = rating.traps else {
            assert!(!good.contains(&start.key()), "{instance:?}");
            assert!(rating.level.is_none() && rating.played.is_empty());
            continue;
        };
        assert!(good.contains(&start.key()), "{instance:?}");
        if start.is_won() {
            continue;
        }
        let after: BTreeSet<StateKey> = next(&start).iter().map(Table::key).collect();
        let lost = after.iter().filter(|key| !good.contains(key)).count() as u32;
        let first = traps.first;
        assert_eq!((first.win, first.open, first.lose), (after.len() as u32 - lost, 0, lost), "{instance:?}");
        assert!(traps.along.lose >= first.lose && rating.level.is_some());
        losing += u32::from(lost > 0);
        games += 1;
    }
}

#[test]
fn no_player_wins_what_cannot_be_won() {
    let (mut dice, mut lost, mut won) = (Dice::new(8), 0, [0; 3]);
    while lost < 100 {
        let instance = any_game(&mut dice, 10);
        if reached(&instance, MOST).is_none() {
            continue;
        }
        let start = instance.table();
        let can = winnable(&start).contains(&start.key());
        for (player, won) in Player::WEAK.into_iter().zip(&mut won) {
            let wins = (0..10).any(|seed| player.wins(&instance, seed));
            assert!(can || !wins, "{}: {instance:?}", player.name());
            *won += u32::from(wins);
        }
        lost += u32::from(!can);
    }
    assert!(won.iter().all(|&won| won > 10), "{won:?}");
}

/// The player who sees no hidden card plays Klondike and Spider, and wins no deal that cannot be won.
#[test]
fn the_blind_player_rates_games_with_hidden_cards() {
    let rated = |name: &str| {
        let (game, _) = name.split_once(':').unwrap();
        let rules = Rules::preset(game).unwrap();
        rated(&Instance::from_id(rules, format!("random:{name}").parse().unwrap()).unwrap())
    };
    let blind = |rating: &Rating| rating.played.iter().find(|played| played.player == Player::Blind).copied();
    for name in ["klondike-draw-one:1", "spider1:1"] {
        let rating = rated(name);
        assert_eq!(blind(&rating).unwrap().games, 1, "{name}");
    }
    for name in ["freecell:1", "forty-thieves:1", "simple-simon:2"] {
        assert_eq!(blind(&rated(name)), None, "{name}");
    }
    let lost =
        Instance::from_id(Rules::preset("klondike").unwrap(), "solvitaire:klondike:22".parse().unwrap());
    assert!(!Player::Blind.wins(&lost.unwrap(), 1));
}
