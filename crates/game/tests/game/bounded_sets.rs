//! Bounded sets before their checker, whole ones and others, and the bound that it trusts against every position's
//! distance.

use crate::sets::{COSTS, after, counted, distances, file, games, tree};
use patsat_game::rules::{Cost, Move};
use patsat_game::state::closed_set::{Claim, Token};
use patsat_game::state::{Instance, StateKey, Table};
use patsat_game::verify::{ClosedSetFault, LeastCost, check_closed_set, check_none_shorter};
use patsat_testkit::Dice;
use std::collections::{HashMap, HashSet};

#[test]
fn the_bound_holds_and_bounded_sets_prove_exactly_the_optimum() {
    let (mut proved, mut positions, mut tight, mut settled, mut cut) = (0, 0, 0, 0, 0);
    for instance in games(0..150) {
        for cost in COSTS {
            let (Some(bound), Some(all)) = (LeastCost::new(&instance, cost), distances(&instance, cost))
            else {
                continue;
            };
            for (table, distance) in all.values() {
                let mut later = table.clone();
                let price = bound.settle(&mut later);
                let there = all[&later.key()].1;
                assert_eq!(*distance, there.map(|there| price + there), "{cost} {table:?}");
                settled += usize::from(later != *table);
                let Some(distance) = *distance else { continue };
                assert!(bound.from(table) <= distance, "{cost} {table:?}");
                positions += 1;
                tight += usize::from(bound.from(table) == distance);
            }
            let optimum = all[&instance.table().key()].1;
            let items = tree(&instance, Some(cost));
            for least in 0..=optimum.map_or(4, |optimum| optimum + 1) {
                let claim = Claim::NoneShorter { cost, least };
                let whole = file(&instance, claim, &items);
                let found = check_none_shorter(&instance, &whole);
                if optimum.is_some_and(|optimum| least > optimum) {
                    assert!(matches!(found, Err(ClosedSetFault::Won(_))), "{cost} {least} {found:?}");
                    continue;
                }
                let found = found.unwrap();
                assert_eq!((found.cost, found.least), (cost, least));
                let all: HashSet<StateKey> = keys(&instance, &bound, &items);
                assert_eq!(found.positions, all.len() as u64);
                assert_eq!(check_closed_set(&instance, &whole), Err(ClosedSetFault::Claim));
                proved += 1;
                // Where the claim is the optimum, the start alone is no proof unless its bound is.
                if Some(least) == optimum && !items.is_empty() {
                    let alone = check_none_shorter(&instance, &file(&instance, claim, &[]));
                    let mut start = instance.table();
                    let enough = bound.settle(&mut start) + bound.from(&start) >= least;
                    assert!(alone.is_ok() || !enough, "{alone:?}");
                    cut += usize::from(matches!(alone, Err(ClosedSetFault::Open { .. })));
                }
            }
        }
    }
    assert!(proved > 300 && tight * 2 > positions && settled > 100 && cut > 50);
}

/// A tree of positions as they come: deep first, its ways longer than they need be, some of it left out.
fn any_tree(bound: &LeastCost, instance: &Instance, cost: Cost, dice: &mut Dice) -> Vec<Token> {
    fn down(
        (bound, instance, cost): (&LeastCost, &Instance, Cost),
        table: &Table,
        seen: &mut HashSet<StateKey>,
        (dice, items): (&mut Dice, &mut Vec<Token>),
    ) {
        let mut moves = counted(instance, table, cost);
        while !moves.is_empty() {
            let action = moves.swap_remove(dice.below(moves.len()));
            let mut next = after(table, action);
            bound.settle(&mut next);
            if dice.below(30) > 0 && seen.insert(next.key()) {
                items.push(Token::Down(action));
                down((bound, instance, cost), &next, seen, (dice, items));
                items.push(Token::Up);
            }
        }
    }
    let (mut start, mut items) = (instance.table(), Vec::new());
    bound.settle(&mut start);
    let mut seen = HashSet::from([start.key()]);
    down((bound, instance, cost), &start, &mut seen, (dice, &mut items));
    items
}

/// Checks a tree by the three conditions of a bounded closed set. Returns the number of checked moves if it is a proof.
fn proves(bound: &LeastCost, instance: &Instance, cost: Cost, items: &[Token], least: u32) -> Option<u64> {
    let mut table = instance.table();
    let mut so_far = bound.settle(&mut table);
    let (mut all, mut above) = (vec![(table.clone(), so_far)], Vec::new());
    for item in items {
        match item {
            Token::Up => (table, so_far) = above.pop().unwrap(),
            Token::Down(action) => {
                above.push((table.clone(), so_far));
                table.apply(*action).unwrap();
                so_far += bound.of_move(*action) + bound.settle(&mut table);
                all.push((table.clone(), so_far));
            }
        }
    }
    let at: HashMap<StateKey, u32> = all.iter().map(|(table, so_far)| (table.key(), *so_far)).collect();
    let mut moves = 0;
    let holds = all.iter().filter(|&&(_, so_far)| so_far < least).all(|(table, so_far)| {
        let closed = |action: Move| {
            let mut next = after(table, action);
            let now = so_far + bound.of_move(action) + bound.settle(&mut next);
            let held = at.get(&next.key()).is_some_and(|&there| there <= now);
            held || now + bound.from(&next) >= least
        };
        let own = counted(instance, table, cost);
        let nothing_left = so_far + bound.from(table) >= least;
        moves += if nothing_left { 0 } else { own.len() as u64 };
        !table.is_won() && (nothing_left || own.into_iter().all(closed))
    });
    holds.then_some(moves)
}

#[test]
fn bounded_sets_are_accepted_iff_the_three_conditions_hold() {
    let (mut accepted, mut refused) = (0, 0);
    for (seed, instance) in (0..).zip(games(0..150)) {
        for cost in COSTS {
            let Some(bound) = LeastCost::new(&instance, cost) else { continue };
            if distances(&instance, cost).is_none() {
                continue;
            }
            let mut dice = Dice::new(seed);
            for _ in 0..3 {
                let items = any_tree(&bound, &instance, cost, &mut dice);
                for least in 0..14 {
                    let whole = file(&instance, Claim::NoneShorter { cost, least }, &items);
                    let found = check_none_shorter(&instance, &whole);
                    let expected = proves(&bound, &instance, cost, &items, least);
                    let moves = found.as_ref().ok().map(|found| found.moves);
                    assert_eq!(moves, expected, "{seed} {cost} {least} {found:?}");
                    accepted += usize::from(expected.is_some());
                    refused += usize::from(expected.is_none());
                }
            }
        }
    }
    assert!(accepted > 2_000 && refused > 2_000, "{accepted} {refused}");
}

/// The positions of a tree, moves home made.
fn keys(instance: &Instance, bound: &LeastCost, items: &[Token]) -> HashSet<StateKey> {
    let mut table = instance.table();
    bound.settle(&mut table);
    let (mut keys, mut above) = (HashSet::from([table.key()]), Vec::new());
    for item in items {
        match item {
            Token::Up => table = above.pop().unwrap(),
            Token::Down(action) => {
                above.push(table.clone());
                table.apply(*action).unwrap();
                bound.settle(&mut table);
                keys.insert(table.key());
            }
        }
    }
    keys
}
