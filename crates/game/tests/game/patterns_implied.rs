//! Compares the explanations of dead patterns with all sane positions of tiny games: the patterns that ways out lead
//! into, the facts that a pattern implies, and the cards that may be free.

use patsat_game::state::Instance;
use patsat_game::state::patterns::{CardNo, Pattern, Spot};
use patsat_game::verify::{Explained, Way, WayAnswer, check_patterns, explain, implied, may_be_free};
use patsat_testkit::worlds::{World, worlds};

#[test]
fn what_a_way_out_runs_into_is_enough_and_needed() {
    let (mut impossible, mut one, mut several) = (0, 0, 0);
    for (kind, instance, world, mut dice) in worlds(3, 300) {
        let dead = world.dead();
        let start = world.positions.iter().position(|s| s == world.cards.start()).unwrap();
        if !dead[start] {
            continue;
        }
        let shown = check_patterns(&instance, &world.prove(&dead, &mut dice)).unwrap();
        let explained = explain(&instance, &shown, 0..shown.patterns.0.len());
        for (pattern, ways) in shown.patterns.0.iter().zip(explained) {
            for Explained { way, answer } in ways {
                let after = led_to(&world, &instance, pattern, &way);
                let into = match answer {
                    WayAnswer::Impossible => {
                        assert!(after.is_empty(), "{kind}: {way:?} is possible");
                        impossible += 1;
                        continue;
                    }
                    WayAnswer::Into(into) => into,
                };
                let matched = |spots: &Vec<Spot>| -> Vec<usize> {
                    into.iter().copied().filter(|&p| shown.patterns.0[p].matches(spots)).collect()
                };
                let matched: Vec<Vec<usize>> = after.into_iter().map(matched).collect();
                assert!(!matched.is_empty(), "{kind}: {way:?} is not possible");
                assert!(matched.iter().all(|some| !some.is_empty()), "{kind}: {way:?} leads out of {into:?}");
                for &p in &into {
                    assert!(matched.contains(&vec![p]), "{kind}: {way:?} needs no {p} of {into:?}");
                }
                *(if into.len() == 1 { &mut one } else { &mut several }) += 1;
            }
        }
    }
    assert!(impossible > 1_000 && one > 200 && several > 30, "{impossible} {one} {several}");
}

/// The positions to which a way leads from those that match a pattern.
fn led_to<'a>(world: &'a World, instance: &Instance, pattern: &Pattern, way: &Way) -> Vec<&'a Vec<Spot>> {
    let runs = instance.rules.home.of_runs();
    let is_of = |before: &Vec<Spot>, after: &Vec<Spot>| {
        let at = |card: &CardNo| (before[card.index()], after[card.index()]);
        let changed = |card: &CardNo| at(card).0 != at(card).1;
        let leaves = |card: &CardNo| changed(card) && at(card).1 == Spot::Home;
        match way {
            Way::Card { card, from, to, .. } => {
                changed(card) && from.covers(at(card).0) && to.covers(at(card).1) && !(runs && leaves(card))
            }
            Way::Leaves { cards, king, stood } => {
                let named: Vec<CardNo> =
                    pattern.facts().iter().map(|fact| fact.card).filter(leaves).collect();
                runs && leaves(king) && stood.covers(at(king).0) && {
                    let mut cards = cards.clone();
                    cards.sort_unstable();
                    named == cards
                }
            }
            Way::Redeal(cards) => {
                cards.iter().all(|card| Spot::Waste.covers(at(card).0) && Spot::Stock.covers(at(card).1))
            }
            Way::Row { cards, .. } => cards.iter().all(|card| at(card).0 == Spot::Stock && changed(card)),
        }
    };
    let here = (0..world.positions.len()).filter(|&n| pattern.matches(&world.positions[n]));
    let mut all: Vec<usize> = here
        .flat_map(|n| world.successors[n].iter().map(move |&m| (n, m)))
        .filter(|&(n, m)| is_of(&world.positions[n], &world.positions[m]))
        .map(|(_, m)| m)
        .collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|m| &world.positions[m]).collect()
}

#[test]
fn what_a_pattern_forces_holds_wherever_it_matches() {
    let (mut forced, mut home, mut free, mut never_free) = (0, 0, 0, 0);
    for (kind, instance, world, mut dice) in worlds(3, 60) {
        let dead = world.dead();
        let start = world.positions.iter().position(|s| s == world.cards.start()).unwrap();
        if !dead[start] {
            continue;
        }
        for pattern in &world.prove(&dead, &mut dice).0 {
            let here: Vec<&Vec<Spot>> = world.positions.iter().filter(|s| pattern.matches(s)).collect();
            let facts = implied(&instance, pattern).unwrap();
            for card in world.cards.all() {
                let lies = |spots: &&Vec<Spot>| spots[card.index()];
                if let Some(spot) = facts.spots[card.index()] {
                    assert!(here.iter().all(|spots| lies(spots) == spot), "{kind}: {card:?} not at {spot:?}");
                    forced += 1;
                }
                if !facts.may_be_home[card.index()] {
                    assert!(here.iter().all(|spots| lies(spots) != Spot::Home), "{kind}: {card:?} home");
                    home += 1;
                }
                let bare = |spots: &&Vec<Spot>| spots.iter().all(|spot| spot.below() != Some(card));
                let is_so = here.iter().any(bare);
                assert_eq!(may_be_free(&instance, pattern, card), Some(is_so), "{kind}: {card:?}");
                *(if is_so { &mut free } else { &mut never_free }) += 1;
            }
        }
    }
    assert!([forced, home, free, never_free].iter().all(|&n| n > 100), "{forced} {home} {free} {never_free}");
}
