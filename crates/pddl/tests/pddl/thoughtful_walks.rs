//! Thoughtful solitaire: tables and the domain agree on every move of random walks.

use super::read;
use super::strips::World;
use super::tasks::piles;
use super::thoughtful_tasks::{small_games, task, world};
use super::walk::Lcg;
use patsat_game::cards::Card;
use patsat_game::rules::{Move, Place};
use patsat_game::state::{Instance, Table};
use patsat_pddl::strips::State;
use patsat_pddl::world_of_task;
use std::collections::{BTreeMap, BTreeSet};

/// Columns without the order of their places, talon from the bottom up, its playable card, foundations.
type Position = (BTreeSet<Vec<String>>, Vec<String>, Option<String>, BTreeSet<String>);

fn of_table(table: &Table, names: &BTreeMap<Card, String>) -> Position {
    let deal = table.deal();
    let name = |card: &Card| names[card].clone();
    let columns = deal.columns.iter().filter(|pile| !pile.cards.is_empty());
    let columns = columns.map(|pile| {
        let mut cards: Vec<String> = pile.cards.iter().map(name).collect();
        // What lies face down is part of the position.
        cards.insert(0, format!("{} face down", pile.face_down));
        cards
    });
    let talon: Vec<String> = deal.waste.iter().chain(deal.stock.iter().rev()).map(name).collect();
    let playable = talon.get(deal.waste.len().saturating_sub(1)).cloned();
    let home = (0..).zip(&deal.foundations).map(|(suit, &rank)| name(&Card::new(rank, suit)));
    (columns.collect(), talon, playable, home.collect())
}

fn of_state(state: &State) -> Position {
    let all = |predicate: &str| -> BTreeSet<String> {
        state.iter().filter(|atom| atom.0[0] == predicate).map(|atom| atom.0[1].clone()).collect()
    };
    let (bottoms, up) = (all("bottomcol"), all("faceup"));
    let mut columns = piles(state, |name| bottoms.contains(name));
    for bottom in &bottoms {
        let cards = columns.entry(bottom.clone()).or_default();
        cards.insert(0, bottom.clone());
        let down = cards.iter().filter(|card| !up.contains(*card)).count();
        assert!(cards[..down].iter().all(|card| !up.contains(card)), "{cards:?}");
        cards.insert(0, format!("{down} face down"));
    }
    let upon: BTreeMap<String, String> = (state.iter())
        .filter(|atom| atom.0[0] == "ontalon")
        .map(|atom| (atom.0[2].clone(), atom.0[1].clone()))
        .collect();
    let first = all("bottomtalon").into_iter().next();
    let talon: Vec<String> = std::iter::successors(first, |card| upon.get(card).cloned()).collect();
    assert_eq!(talon.len(), upon.len() + usize::from(!talon.is_empty()));
    assert_eq!(talon.last(), all("toptalon").first());
    (columns.into_values().collect(), talon, all("talonplayable").into_iter().next(), all("home"))
}

/// The moves of a table that are actions of the domain: no aces but to their foundations, no renaming of columns.
fn moves(table: &Table) -> Vec<Move> {
    let moves = table.moves().into_iter().filter(|&action| match action {
        Move::Cards { from, to, count } => {
            let card = match from {
                Place::Column(n) => {
                    let cards = &table.columns()[usize::from(n)].cards;
                    cards[cards.len() - count as usize]
                }
                _ => table.top(from).unwrap(),
            };
            // Where an ace is a king too, it may fill columns.
            let rules = table.rules();
            let ace = card.rank == rules.first_rank() && card.rank != rules.last_rank();
            let whole = matches!(from, Place::Column(n)
                if table.columns()[usize::from(n)].cards.len() == count as usize);
            let renames = whole && matches!(to, Place::Column(_)) && table.top(to).is_none();
            !renames && (!ace || matches!(to, Place::Foundation(_)))
        }
        _ => true,
    });
    moves.collect()
}

/// The names that a task uses, in lower case.
fn names(instance: &Instance) -> BTreeMap<Card, String> {
    let names = instance.names.as_ref().unwrap();
    names.cards.iter().map(|(&card, name)| (card, name.to_lowercase())).collect()
}

/// Walks at random and compares both sides at every step; the positions seen.
fn walk(instance: &Instance, world: &World, steps: usize, seed: u64) -> usize {
    let (names, mut rng) = (names(instance), Lcg::new(seed));
    let (mut table, mut state) = (instance.table(), world.0.start());
    for step in 0..steps {
        assert_eq!(of_table(&table, &names), of_state(&state), "step {step}");
        assert_eq!(world.0.missing(&state).is_none(), table.is_won());
        // The bottom card of the ring is playable before it is drawn.
        if table.deal().waste.is_empty() {
            let _ = table.apply(Move::Draw);
        }
        let all = moves(&table);
        let mut after: BTreeMap<Position, Move> = BTreeMap::new();
        for &action in &all {
            let mut next = table.clone();
            next.apply(action).unwrap();
            after.insert(of_table(&next, &names), action);
        }
        let found: BTreeMap<Position, State> = world
            .0
            .successors(&state)
            .into_iter()
            .map(|(_, after, cost)| {
                assert_eq!(cost, 1);
                (of_state(&after), after)
            })
            .collect();
        // To turn a ring of one card changes nothing, and needs no redeal.
        let here = of_table(&table, &names);
        let others = |position: &&Position| **position != here;
        assert!(
            found.keys().filter(others).eq(after.keys().filter(others)),
            "step {step}: {:?}\n{:?}",
            found.keys(),
            after.keys()
        );
        if all.is_empty() {
            return step + 1;
        }
        let rare: Vec<Move> =
            all.iter().copied().filter(|action| matches!(action, Move::Cards { .. })).collect();
        let action = if rare.is_empty() || rng.below(3) == 0 {
            all[rng.below(all.len())]
        } else {
            rare[rng.below(rare.len())]
        };
        table.apply(action).unwrap();
        let there = of_table(&table, &names);
        if there != here {
            state = found[&there].clone();
        }
    }
    steps
}

#[test]
fn tables_and_the_thoughtful_domain_agree_on_every_move() {
    let mut seen = 0;
    for (n, instance) in (0..).zip(small_games(0..12)) {
        let (back, text) = task(&instance);
        seen += walk(&back, &world(&back, &text), 60, n);
    }
    assert!(seen > 2000, "{seen}");
}

/// A task with a line left out, doubled, moved or with another name in it is refused, or is a game on which both agree.
#[test]
fn damaged_thoughtful_tasks_are_refused_or_agree() {
    let (mut refused, mut agreed) = (0, 0);
    let mut rng = Lcg::new(11);
    for (n, instance) in (0..).zip(small_games(0..4)) {
        let (back, text) = task(&instance);
        let cards: Vec<String> = names(&back).into_values().collect();
        for _ in 0..60 {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let [one, other] = [(); 2].map(|()| rng.below(lines.len()));
            match rng.below(4) {
                0 => drop(lines.remove(one)),
                1 => lines.insert(other, lines[one].clone()),
                2 => lines.swap(one, other),
                _ => {
                    let [old, new] = [(); 2].map(|()| &cards[rng.below(cards.len())]);
                    lines[one] = lines[one].replacen(old.as_str(), new, 1);
                }
            }
            let text = lines.join("\n");
            match read(&text) {
                Ok(instance) => {
                    let world = World(world_of_task(&text).unwrap_or_else(|e| panic!("{e}\n{text}")));
                    walk(&instance, &world, 12, n);
                    agreed += 1;
                }
                Err(error) => {
                    assert_eq!(error.to_string().lines().count(), 1, "{error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 300 && agreed > 200, "{refused} refused, {agreed} agreed");
}
