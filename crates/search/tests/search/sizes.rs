//! Games that only the larger sizes of the packed state hold, against exhaustive search on the table.

use crate::certificates::exhaust;
use patsat_game::cards::{DealId, Suits};
use patsat_game::rules::{Build, EmptyColumn, Group, Rules};
use patsat_game::state::Instance;
use patsat_game::verify::{check_closed_set, replay};
use patsat_search::states::packed::Game;
use patsat_search::{Budget, Limits, SearchEnd, SearchOptions, certify, strategy};

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
        (rules.columns, rules.cells) = (rules.columns.min(3), rules.cells.min(1));
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
    for seed in 0..140 {
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
        assert!(won[ranks] > 1 && lost[ranks] > 1, "{won:?} {lost:?}");
    }
}
