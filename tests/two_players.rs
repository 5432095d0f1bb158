//! `fair` and `easy` by two SAT solvers against the plainest enumeration.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "common/mod.rs"]
mod common;

use common::Dice;
use common::spider::{Shape, game, shortest};
use patsat::cards::Card;
use patsat::pipeline::variants::{BySat, End, Hidden, TwoPlayers, easy_by_sat, fair_by_sat};
use patsat::rules::{EmptyColumn, Group, Rules};
use patsat::search::{Budget, Limits};
use patsat::solve::{BACKENDS, Chosen, Control, Kind};
use patsat::state::{Instance, StateKey, Table};
use std::collections::{HashMap, HashSet};

const SMALL: Shape = Shape { ranks: (2, 4), suits: 2, copies: 2, columns: (2, 4), stock: 3, face_down: 2 };

fn budget() -> Budget<'static> {
    Budget::new(Limits::default())
}

fn random_game(seed: u64, most_cards: usize) -> Option<Instance> {
    let mut dice = Dice::new(seed);
    let rule = dice.pick(&[EmptyColumn::Any, EmptyColumn::Any, EmptyColumn::TopRank, EmptyColumn::Nothing]);
    let mut instance = game(&mut dice, SMALL, rule);
    if dice.below(6) == 0 {
        let rules = Rules { group: Group::Single, ..(*instance.rules).clone() };
        instance = Instance::new(rules, instance.deal).unwrap();
    }
    (instance.deal.cards_in_play().count() <= most_cards).then_some(instance)
}

fn built_in() -> Vec<Chosen> {
    BACKENDS.iter().filter(|row| matches!(row.kind, Kind::BuiltIn(_))).map(Chosen::Row).collect()
}

fn by(backend: &Chosen, horizon: Option<u32>) -> BySat<'_> {
    BySat { backend, seed: 0, horizon, control: Control::default() }
}

/// The orders of cards in hidden places, all different.
fn orders(cards: &[Card]) -> HashSet<Vec<Card>> {
    let Some((&first, rest)) = cards.split_first() else { return HashSet::from([Vec::new()]) };
    let insert =
        |order: Vec<Card>| (0..=order.len()).map(move |at| [&order[..at], &[first], &order[at..]].concat());
    orders(rest).into_iter().flat_map(insert).collect()
}

/// The game with other hidden cards, filled in by hand.
fn fill(instance: &Instance, order: &[Card], tops: bool) -> Instance {
    let mut deal = instance.deal.clone();
    let mut cards = order.iter().copied();
    for pile in &mut deal.columns {
        let top = tops && pile.face_down > 0 && pile.face_down + 1 == pile.cards.len();
        for n in 0..if top { pile.cards.len() } else { pile.face_down } {
            pile.cards[n] = cards.next().unwrap();
        }
    }
    for place in &mut deal.stock {
        *place = cards.next().unwrap();
    }
    Instance::new((*instance.rules).clone(), deal).unwrap()
}

/// Search for each position, asked once: the length of a shortest plan.
#[derive(Default)]
struct Naive(HashMap<StateKey, Option<usize>>);

impl Naive {
    fn shortest(&mut self, table: &Table) -> Option<usize> {
        *self.0.entry(table.key()).or_insert_with(|| shortest(table).map(|plan| plan.moves.len()))
    }

    /// The lengths of shortest plans of all positions within k moves.
    fn within(&mut self, start: &Table, k: usize) -> Vec<Option<usize>> {
        let mut seen = HashSet::from([start.key()]);
        let (mut level, mut found) = (vec![start.clone()], Vec::new());
        for depth in 0..=k {
            let mut next = Vec::new();
            for table in level {
                found.push(self.shortest(&table));
                for action in table.moves().into_iter().filter(|_| depth < k && !table.is_won()) {
                    let mut after = table.clone();
                    after.apply(action).unwrap();
                    if seen.insert(after.key()) {
                        next.push(after);
                    }
                }
            }
            level = next;
        }
        found
    }
}

/// What was met, to see that the games were of all sorts.
#[derive(Default, Debug)]
struct Met {
    yes: u32,
    no: u32,
    not_within: u32,
    /// Answered yes with fewer plans than choices.
    fewer: u32,
}

/// The answer against the lengths of shortest plans of all choices.
fn check(met: &mut Met, found: &TwoPlayers, lengths: &[Option<usize>], horizon: Option<u32>, place: &str) {
    let most = lengths.iter().copied().max_by_key(|length| length.map_or(usize::MAX, |n| n)).unwrap();
    let within = |length: &Option<usize>| length.is_some_and(|n| horizon.is_none_or(|h| n <= h as usize));
    let all = lengths.iter().all(within);
    match &found.end {
        End::Yes => {
            assert!(all, "{place}: a choice needs {most:?} moves");
            met.yes += 1;
            met.fewer += u32::from((found.plans as usize) < lengths.len());
            assert!(found.plans as usize <= lengths.len(), "{place}");
        }
        End::No { case, .. } => {
            assert!(!all && lengths.contains(&None), "{place}");
            assert_eq!(shortest(&case.game.table()), None, "{place}");
            met.no += 1;
        }
        End::NotWithin { case, longer } => {
            assert!(!all, "{place}: all are won in {most:?} moves");
            let least = shortest(&case.game.table()).unwrap().moves.len();
            assert!(least <= longer.unwrap(), "{place}");
            assert!(horizon.is_some_and(|h| least > h as usize), "{place}");
            met.not_within += 1;
        }
        End::Unknown(stopped) => panic!("{stopped:?}"),
    }
}

fn fair_games(seeds: std::ops::Range<u64>) -> Met {
    let built_in = built_in();
    let mut met = Met::default();
    for (n, instance) in seeds.filter_map(|seed| random_game(seed, 8)).enumerate() {
        let tops = n % 2 == 0;
        let kind = if tops { Hidden::WithTops } else { Hidden::FaceDown };
        let hidden = kind.cards(&instance.deal);
        if hidden.len() > 4 || (hidden.len() < 2 && n % 8 > 0) {
            continue;
        }
        let mut naive = Naive::default();
        let all = orders(&hidden);
        let lengths: Vec<Option<usize>> =
            all.iter().map(|order| naive.shortest(&fill(&instance, order, tops).table())).collect();
        let longest = lengths.iter().flatten().max().copied().unwrap_or(0) as u32;
        let backend = &built_in[n % built_in.len()];
        for horizon in [None, Some(longest), Some(longest.saturating_sub(1 + n as u32 % 3))] {
            let found = fair_by_sat(&instance, kind, by(backend, horizon), &mut budget()).unwrap();
            check(&mut met, &found, &lengths, horizon, &format!("{horizon:?} {kind:?} {instance:?}"));
        }
    }
    met
}

fn easy_games(seeds: std::ops::Range<u64>) -> Met {
    let built_in = built_in();
    let mut met = Met::default();
    for (n, instance) in seeds.filter_map(|seed| random_game(seed, 8)).enumerate() {
        let mut naive = Naive::default();
        let k = n % 4;
        let lengths = naive.within(&instance.table(), k);
        if k > 0 && lengths[0].is_none() {
            // The first choice, to do nothing, is lost.
            continue;
        }
        let longest = lengths.iter().flatten().max().copied().unwrap_or(0) as u32;
        let backend = &built_in[n % built_in.len()];
        for horizon in [None, Some(longest), Some(longest.saturating_sub(1 + n as u32 % 3))] {
            let found = easy_by_sat(&instance, k as u32, by(backend, horizon), &mut budget()).unwrap();
            check(&mut met, &found, &lengths, horizon, &format!("{k} {horizon:?} {instance:?}"));
        }
    }
    met
}

#[test]
fn two_solvers_find_the_fair_games_that_enumeration_finds() {
    let met = fair_games(0..600);
    println!("{met:?}");
    assert!(met.yes > 60 && met.no > 60 && met.not_within > 20 && met.fewer > 20, "{met:?}");
}

#[test]
fn two_solvers_find_the_easy_games_that_enumeration_finds() {
    let met = easy_games(0..300);
    println!("{met:?}");
    assert!(met.yes > 60 && met.no > 60 && met.not_within > 20 && met.fewer > 20, "{met:?}");
}

#[test]
#[ignore = "minutes"]
fn many_more_games() {
    let (fair, easy) = (fair_games(1000..6000), easy_games(1000..4000));
    println!("{fair:?} {easy:?}");
}
