//! A whole Spider deal that is lost for ten of its cards.

use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{CardNo, Cards, Fact, Pattern, Patterns, Spot, TrackedTable, read};
use patsat_game::verify::{Backtracking, check_patterns_by};
use patsat_testkit::Dice;
use std::path::Path;

fn deal(id: &str) -> Instance {
    Instance::from_id(Rules::preset("spider").unwrap(), id.parse().unwrap()).unwrap()
}

/// The solver plspider lists the deal as apparently unwinnable.
///
/// Ten cards, one a column, never leave the cards that they were dealt on. Four twos wait for a three, but all threes
/// lie beneath the ten. Four kings wait for an empty column. Two sixes wait for a seven, but rows deal a king onto each
/// of them no later than the first seven that they could go to.
#[test]
fn ten_cards_prove_a_whole_deal_lost() {
    let lost = deal("pysol:14934");
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../instances/certificates/pysol-spider-14934.patterns.txt");
    let file = std::fs::read(file).unwrap();
    let found = read(&lost, &file).unwrap();
    assert_eq!((found.0.len(), found.facts()), (1, 10));
    for how in [Backtracking::Learning, Backtracking::Plain, Backtracking::Tried] {
        let shown = check_patterns_by(&lost, &found, how).unwrap();
        assert_eq!(shown.ways, 152);
    }
    // Two negative tests: a pattern with all ten at home, which the start does not match, and the file of another deal.
    let home = found.0[0].facts().iter().map(|fact| Fact { spot: Spot::Home, ..*fact });
    let home = Patterns(vec![Pattern::new(home.collect()).unwrap()]);
    assert!(check_patterns_by(&lost, &home, Backtracking::Learning).is_err());
    assert!(read(&deal("pysol:14935"), &file).is_err());
}

/// The other of the two unwinnable deals among plspider's 32,000: its page counts 31,998 winnable ones.
#[test]
fn thirteen_cards_prove_another_whole_deal_lost() {
    let lost = deal("pysol:1748");
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../instances/certificates/pysol-spider-1748.patterns.txt");
    let found = read(&lost, &std::fs::read(file).unwrap()).unwrap();
    assert_eq!((found.0.len(), found.facts()), (1, 13));
    for how in [Backtracking::Learning, Backtracking::Plain, Backtracking::Tried] {
        assert_eq!(check_patterns_by(&lost, &found, how).unwrap().ways, 232);
    }
    let home = found.0[0].facts().iter().map(|fact| Fact { spot: Spot::Home, ..*fact });
    let home = Patterns(vec![Pattern::new(home.collect()).unwrap()]);
    assert!(check_patterns_by(&lost, &home, Backtracking::Learning).is_err());
}

/// Tests a condition of sane positions on random walks. A card of a row that lies on one that it does not fit is in its
/// own column, above cards that were in play before its row.
#[test]
fn cards_dealt_onto_unfitting_ones_stay_in_their_column() {
    let (mut dice, mut foreign) = (Dice::new(7), 0);
    for seed in 0..60 {
        let id = format!("random:{seed}");
        let mut rules = Rules::preset(["spider", "spider2", "spiderette"][seed as usize % 3]).unwrap();
        rules.deck.ranks -= u32::from(seed % 2 == 0 && seed % 3 < 2);
        let Ok(instance) = Instance::from_id(rules, id.parse().unwrap()) else { continue };
        let cards = Cards::of(&instance);
        let mut here: TrackedTable = cards.track();
        let stock: Vec<CardNo> = here.stock().iter().rev().copied().collect();
        let rows: Vec<&[CardNo]> = stock.chunks(here.columns().len()).collect();
        let dealt = |card: CardNo| {
            rows.iter().enumerate().find_map(|(row, all)| Some((row, all.iter().position(|&c| c == card)?)))
        };
        for _ in 0..200 {
            let legal = here.table().single_moves();
            if legal.is_empty() {
                break;
            }
            here.apply(dice.pick(&legal)).unwrap();
            for (n, column) in here.columns().iter().enumerate() {
                for (depth, pair) in column.windows(2).enumerate() {
                    let Some((row, own)) = dealt(pair[1]) else { continue };
                    if !cards.rules().fits(cards.card(pair[1]), cards.card(pair[0])) {
                        assert_eq!(own, n);
                        let earlier = |&card: &CardNo| dealt(card).is_none_or(|(other, _)| other < row);
                        assert!(column[..=depth].iter().all(earlier));
                        foreign += 1;
                    }
                }
            }
        }
    }
    assert!(foreign > 10_000, "{foreign}");
}
