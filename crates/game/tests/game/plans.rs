//! Tests of the verifier of plans: plans that win, stop short or break a rule, and the step that it reports.
//! Also compares the bound by circles with all sets of cards and with every plan.

use patsat_game::cards::{Card, DealId, DeckSpec};
use patsat_game::rules::{Cost, Group, Home, Move, Rules, Stock};
use patsat_game::state::{Instance, Plan, StateKey, Table};
use patsat_game::verify::{BoundFault, FaultReason, check_bound, play, replay};
use patsat_testkit::any_game::any_game;
use patsat_testkit::runs::small_runs;
use patsat_testkit::{Dice, freecell, small_game};
use std::collections::{HashSet, VecDeque};

/// A shortest plan in single cards or moves as they are, by breadth-first search.
fn shortest(instance: &Instance, single: bool, most: usize) -> Option<Vec<Move>> {
    let mut seen: HashSet<StateKey> = HashSet::from([instance.table().key()]);
    let mut queue: VecDeque<(Table, Vec<Move>)> = VecDeque::from([(instance.table(), Vec::new())]);
    while let Some((table, moves)) = queue.pop_front() {
        if table.is_won() {
            return Some(moves);
        }
        for action in if single { table.single_moves() } else { table.moves() } {
            let mut after = table.clone();
            after.apply(action).unwrap();
            if seen.len() < most && seen.insert(after.key()) {
                queue.push_back((after, [&moves[..], &[action]].concat()));
            }
        }
    }
    None
}

#[test]
fn plans_are_played_to_the_letter() {
    let (mut won, mut illegal, mut short) = (0, 0, 0);
    for seed in 0..200 {
        for instance in [small_game(seed), small_runs(seed), any_game(&mut Dice::new(seed), 9)] {
            let Some(moves) = shortest(&instance, false, 2_000) else { continue };
            let plan = Plan { moves };
            assert_eq!(replay(&instance, plan.clone()).unwrap().into_inner(), plan);
            let played = play(&instance, plan.clone()).unwrap();
            assert!(played.table.is_won() && played.plan == plan);
            won += 1;
            for at in 0..plan.moves.len() {
                let mut other = plan.clone();
                other.moves.remove(at);
                let Err(fault) = replay(&instance, other.clone()) else {
                    panic!("a shortest plan can be cut")
                };
                let mut table = instance.table();
                for &action in &other.moves[..fault.step] {
                    table.apply(action).unwrap();
                }
                assert_eq!(*fault.board, table);
                let message = fault.to_string();
                match fault.reason {
                    FaultReason::NotWon { left } => {
                        let step = other.moves.len();
                        assert_eq!((fault.step, fault.action), (step, None));
                        assert_eq!(left, table.deal().cards_in_play().count());
                        let expected = format!(
                            "all {step} moves are legal, but the game is not won: {left} cards are not home"
                        );
                        assert_eq!(message, expected);
                        assert!(play(&instance, other).is_ok());
                        short += 1;
                    }
                    FaultReason::Illegal(_) => {
                        let action = other.moves[fault.step];
                        assert_eq!(fault.action, Some(action));
                        assert!(table.apply(action).is_err());
                        assert!(
                            message.starts_with(&format!("move {} ({action}) is illegal: ", fault.step + 1))
                        );
                        assert_eq!(play(&instance, other).unwrap_err().step, fault.step);
                        illegal += 1;
                    }
                }
            }
        }
    }
    assert!(won > 100 && illegal > 100 && short > 100, "{won} {illegal} {short}");
}

/// Whether a card waits for another: it is dealt above a lower card of the first one's suit. From the text of the
/// argument.
fn waits(table: &Table, card: Card, other: Card) -> bool {
    let pile = table.columns().iter().find(|pile| pile.cards.contains(&other));
    pile.is_some_and(|pile| {
        let below = pile.cards.iter().take_while(|&&c| c != other);
        below.into_iter().any(|low| low.suit == card.suit && low.rank < card.rank)
    })
}

#[test]
fn circles_are_real_and_their_count_is_an_exact_lower_bound() {
    let (mut refused, mut checked, mut tight) = (0, 0, 0);
    for seed in 0..400 {
        let instance = small_game(seed);
        let table = instance.table();
        let cards: Vec<Card> = instance.deal.cards_in_play().collect();
        if cards.len() > 12 {
            continue;
        }
        // All circles of one and of two cards, and some of three.
        let mut circles = Vec::new();
        for &a in &cards {
            for &b in &cards {
                let one = [a, b];
                let mut candidates = if a == b { vec![vec![a]] } else { vec![one.to_vec()] };
                candidates
                    .extend(cards.iter().filter(|c| !one.contains(c) && a != b).map(|&c| vec![a, b, c]));
                for circle in candidates {
                    let holds =
                        (0..circle.len()).all(|n| waits(&table, circle[n], circle[(n + 1) % circle.len()]));
                    let found = check_bound(&instance, std::slice::from_ref(&circle));
                    assert_eq!(found.is_ok(), holds, "{circle:?} in {table:?}");
                    if holds {
                        assert_eq!(found.unwrap().aside, 1);
                        circles.push(circle);
                    } else {
                        refused += 1;
                    }
                }
            }
        }
        let mut dice = Dice::new(seed);
        while circles.len() > 12 {
            circles.swap_remove(dice.below(circles.len()));
        }
        let meets = |set: u32| {
            let chosen = |card: &Card| set >> cards.iter().position(|c| c == card).unwrap() & 1 == 1;
            circles.iter().all(|circle| circle.iter().any(chosen))
        };
        let least = (0..1u32 << cards.len()).filter(|&set| meets(set)).map(u32::count_ones).min().unwrap();
        let bound = check_bound(&instance, &circles).unwrap();
        assert_eq!((bound.aside, bound.moves), (least as usize, cards.len() + least as usize));
        checked += 1;
        if let Some(plan) = shortest(&instance, true, 3_000) {
            let cost = Plan { moves: plan }.cost(&table, Cost::M1).unwrap() as usize;
            assert!(bound.moves <= cost, "{} moves, {cost} suffice", bound.moves);
            tight += usize::from(bound.moves == cost);
        }
    }
    assert!(refused > 1_000 && checked > 80 && tight > 20, "{refused} {checked} {tight}");
}

#[test]
fn circles_of_other_games_and_empty_ones_are_reported() {
    let game = freecell(1);
    assert_eq!(check_bound(&game, &[vec![]]), Err(BoundFault::Empty(1)));
    let bound = check_bound(&game, &[]).unwrap();
    assert_eq!((bound.moves, bound.aside), (52, 0));
    let card = |text: &str| text.parse::<Card>().unwrap();
    let table = game.table();
    let wrong = game.deal.cards_in_play().find(|&card| !waits(&table, card, card)).unwrap();
    let circles = [vec![card("KS")], vec![wrong]];
    let expected = if waits(&table, card("KS"), card("KS")) { 2 } else { 1 };
    let Err(BoundFault::NoCircle { number, .. }) = check_bound(&game, &circles) else { panic!("it is none") };
    assert_eq!(number, expected);
    assert_eq!(check_bound(&small_runs(1), &[]), Err(BoundFault::Game));
    // Each of these alone is another game.
    let waste = Stock::waste(0, true);
    let others = [
        Rules { group: Group::BuiltRun, ..Rules::clone(&game.rules) },
        Rules { home: Home::Runs, ..Rules::clone(&game.rules) },
        Rules { stock: waste, ..Rules::clone(&game.rules) },
        Rules { deck: DeckSpec::new(13, 4, 2), ..Rules::clone(&game.rules) },
    ];
    for (number, rules) in (0..).zip(others) {
        let other = Instance::from_id(rules, DealId::Random { game: None, seed: number }).unwrap();
        assert_eq!(check_bound(&other, &[]), Err(BoundFault::Game), "{number}");
    }
}
