//! The fast state of Klondike and its kin: its verdicts are those of exhaustive search on the table, from the start and
//! from any position on the way, and its plans replay.

use patsat_base::Limits;
use patsat_game::cards::Card;
use patsat_game::rules::{Group, Redeals, Rules, Stock};
use patsat_game::state::Instance;
use patsat_game::state::tracked_cards::{TrackedCards, TrackedCardsError};
use patsat_game::verify::{TrackedFault, check_tracked_cards, count_tracked, replay};
use patsat_search::{Budget, CertifyError, SearchEnd, SearchOptions, certify_tracked, strategy};
use patsat_states::klondike::KlondikeGame;
use patsat_testkit::Dice;
use patsat_testkit::klondike::small_klondike;
use patsat_testkit::positions::{all_positions, sampled};

/// Whether the default strategy wins a game; checks its plan.
fn wins(instance: &Instance, no_dominance: bool) -> bool {
    assert!(KlondikeGame::new(instance).is_ok());
    let options = SearchOptions { no_dominance, ..SearchOptions::default() };
    let mut budget = Budget::new(Limits::default());
    match (strategy("auto").unwrap().run)(instance, &options, &mut budget).end {
        SearchEnd::Solved(plan) => {
            replay(instance, plan).unwrap_or_else(|e| panic!("{e} in {instance:?}"));
            true
        }
        SearchEnd::Exhausted => false,
        end => panic!("{end:?} in {instance:?}"),
    }
}

/// Positions of small games, most of them lost, and whether they can be won.
fn samples(seeds: std::ops::Range<u64>, most: usize, mut see: impl FnMut(&Instance, bool, &mut Dice)) {
    for seed in seeds {
        let instance = small_klondike(seed);
        let Some(positions) = all_positions(&instance, most) else { continue };
        let mut dice = Dice::new(seed);
        for sample in 0..12 {
            let (table, left) = sampled(&positions, sample, &mut dice);
            let here = Instance::new((*instance.rules).clone(), table.deal().clone()).unwrap();
            see(&here, left.is_some(), &mut dice);
        }
    }
}

fn agree(seeds: std::ops::Range<u64>, most: usize) -> [u32; 2] {
    let mut found = [0, 0];
    samples(seeds, most, |here, won, _| {
        for no_dominance in [false, true] {
            assert_eq!(wins(here, no_dominance), won, "{no_dominance}: {here:?}");
        }
        found[usize::from(won)] += 1;
    });
    found
}

fn set(instance: &Instance, cards: Vec<Card>, safe_home: bool, positions: u64) -> Vec<u8> {
    TrackedCards { cards, safe_home, positions }.write(instance).into_bytes()
}

fn check(instance: &Instance, file: &[u8]) -> Result<u64, TrackedFault> {
    check_tracked_cards(instance, file, 64, &mut |_, _| true).map(|loss| loss.positions)
}

/// Tracks random cards, all cards and those that the search finds: accepted is what is lost, and nothing else.
fn track(seeds: std::ops::Range<u64>, most: usize) -> [u32; 2] {
    let mut found = [0, 0];
    samples(seeds, most, |here, won, dice| {
        let all: Vec<Card> = here.rules.deck.distinct_cards().collect();
        let count = |cards: &[Card], safe_home| {
            let set = TrackedCards { cards: cards.to_vec(), safe_home, positions: u64::MAX };
            count_tracked(here, &set, 64, &mut |_, _| true)
        };
        for share in 1..5 {
            let some: Vec<Card> = all.iter().copied().filter(|_| dice.below(5) < share).collect();
            match count(&some, false) {
                Ok(positions) => {
                    assert!(!won, "{some:?} are said to be lost in {here:?}");
                    assert_eq!(check(here, &set(here, some.clone(), false, positions)), Ok(positions));
                    let claimed = positions + 1;
                    let count = TrackedFault::Count { found: positions, claimed };
                    assert_eq!(check(here, &set(here, some.clone(), false, claimed)), Err(count));
                    let less = set(here, some, false, positions - 1);
                    assert!(matches!(check(here, &less), Err(TrackedFault::Count { .. })));
                    found[0] += 1;
                }
                Err(fault) => assert_eq!(fault, TrackedFault::Won),
            }
        }
        for safe_home in [false, true] {
            let counted = count(&all, safe_home);
            assert_eq!(counted.is_ok(), !won, "{here:?}: {counted:?}");
        }
        match certify_tracked(here, &mut Budget::new(Limits::default())) {
            Ok(text) => {
                assert!(!won);
                check(here, text.as_bytes()).unwrap();
                found[1] += u32::from(text.contains("safe-home left"));
            }
            Err(fault) => assert!(won && fault == CertifyError::Winnable, "{fault} in {here:?}"),
        }
    });
    found
}

#[test]
fn verdicts_are_those_of_exhaustive_search() {
    let [lost, won] = agree(0..400, 3_000);
    assert!(lost > 600 && won > 600, "{lost} lost, {won} won");
}

#[test]
#[ignore = "takes minutes"]
fn verdicts_are_those_of_exhaustive_search_at_length() {
    let [lost, won] = agree(1_000..21_000, 30_000);
    assert!(lost > 40_000 && won > 40_000, "{lost} lost, {won} won");
}

#[test]
fn tracked_cards_are_accepted_of_lost_games_alone() {
    let [random, few] = track(0..200, 2_000);
    assert!(random > 200 && few > 300, "{random} random sets, {few} sets of few cards");
}

#[test]
#[ignore = "takes minutes"]
fn tracked_cards_are_accepted_of_lost_games_alone_at_length() {
    let [random, few] = track(1_000..11_000, 20_000);
    assert!(random > 10_000 && few > 15_000, "{random} random sets, {few} sets of few cards");
}

fn deal(name: &str) -> Instance {
    Instance::from_id(Rules::preset("klondike").unwrap(), name.parse().unwrap()).unwrap()
}

#[test]
fn tracked_cards_that_were_tampered_with_are_refused() {
    let lost = deal("solvitaire:klondike:22");
    let text = certify_tracked(&lost, &mut Budget::new(Limits::default())).unwrap();
    assert!(check(&lost, text.as_bytes()).is_ok());
    let cards = text.lines().find_map(|line| line.strip_prefix("cards ")).unwrap();
    for card in cards.split(' ') {
        let others = cards.split(' ').filter(|other| *other != card);
        let fewer = others.map(|card| card.parse().unwrap()).collect();
        assert_eq!(
            check(&lost, &set(&lost, fewer, false, u64::MAX)),
            Err(TrackedFault::Won),
            "without {card}"
        );
    }
    let refused = |from: &str, to: &str, message: &str| {
        let fault = check(&lost, text.replace(from, to).as_bytes()).unwrap_err().to_string();
        assert!(fault.contains(message), "{from} -> {to}: {fault}");
    };
    let first = cards.split(' ').next().unwrap();
    refused(first, "XX", "'XX' is no card");
    refused(first, "14C", "no card");
    refused(&format!("cards {first}"), &format!("cards {first} {first}"), "is named twice");
    refused("safe-home left", "safe-home made", "only if all cards are tracked");
    refused("safe-home left", "safe-home", "neither 'made' nor 'left'");
    refused("safe-home left\n", "", "no line 'safe-home'");
    refused("positions ", "positions x", "is no number of positions");
    refused("instance ", "instance 0", "is no digest");
    refused("tracked-cards 1", "tracked-cards 2", "expected a file that starts");
    let other = check(&deal("solvitaire:klondike:1"), text.as_bytes());
    assert_eq!(other, Err(TrackedCardsError::OtherInstance.into()));
    // The same cards do nothing in games that the theorem is not about.
    let mut single = lost.clone();
    single.rules = Rules { group: Group::Single, ..(*lost.rules).clone() }.into();
    let file = TrackedCards::read(&lost, text.as_bytes()).unwrap().write(&single);
    assert_eq!(check(&single, file.as_bytes()), Err(TrackedFault::Game("single cards that move")));
}

#[test]
fn a_draw_may_turn_more_cards_than_there_are() {
    let mut game = deal("solvitaire:klondike:22");
    let stock = Stock::Waste { redeals: Redeals::Unlimited, playable: false, draw: u16::MAX };
    game.rules = Rules { stock, ..(*game.rules).clone() }.into();
    game.deal.waste.extend(game.deal.stock.pop());
    let all: Vec<Card> = game.rules.deck.distinct_cards().collect();
    let fault = check(&game, &set(&game, all, false, 100)).unwrap_err();
    assert_eq!(fault, TrackedFault::Count { found: 101, claimed: 100 });
}

#[test]
fn no_cards_are_enough_where_the_game_is_won() {
    // Random sets of all sizes, and all cards with as many positions as the limit allows.
    let mut dice = Dice::new(1);
    let mut refused = 0;
    for number in 2..=9 {
        let won = deal(&format!("solvitaire:klondike:{number}"));
        if !wins(&won, false) {
            continue;
        }
        let all: Vec<Card> = won.rules.deck.distinct_cards().collect();
        for share in 1..9 {
            for _ in 0..20 {
                let some: Vec<Card> = all.iter().copied().filter(|_| dice.below(9) < share).collect();
                let fault = check(&won, &set(&won, some, false, 2_000)).unwrap_err();
                assert!(matches!(fault, TrackedFault::Won | TrackedFault::Count { .. }));
                refused += 1;
            }
        }
    }
    assert!(refused >= 1_000, "{refused}");
}
