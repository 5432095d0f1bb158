//! Shortest plans of games of runs, and the bound that proves them, against breadth-first search.

use patsat_base::{Limit, Limits};
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{Cost, Home, Rules};
use patsat_game::state::{Instance, Position};
use patsat_game::verify::replay;
use patsat_search::optimal::{RunBound, STRATEGY};
use patsat_search::{Budget, SearchEnd, SearchOptions, SearchReport, Stats, strategy};
use patsat_states::runs::{RunKey, RunPosition};
use patsat_testkit::runs::small_runs;
use std::collections::{HashMap, HashSet, VecDeque};

/// Every position reachable, and which follow it; nothing if there are more than `most`.
fn graph(instance: &Instance, most: usize) -> Option<(Vec<RunPosition>, Vec<Vec<usize>>)> {
    let start = RunPosition::new(instance).unwrap();
    let mut numbers: HashMap<RunKey, usize> = HashMap::from([(start.key(), 0)]);
    let (mut positions, mut edges) = (vec![start], Vec::new());
    while let Some(position) = positions.get(edges.len()).cloned() {
        let mut moves = Vec::new();
        position.single_moves_into(&mut moves);
        let mut follow = Vec::new();
        for action in moves {
            let mut child = position.clone();
            child.make(action);
            follow.push(*numbers.entry(child.key()).or_insert_with(|| {
                positions.push(child);
                positions.len() - 1
            }));
        }
        edges.push(follow);
        if positions.len() > most {
            return None;
        }
    }
    Some((positions, edges))
}

/// The fewest moves to a win from each position.
fn distances(positions: &[RunPosition], edges: &[Vec<usize>]) -> Vec<Option<u32>> {
    let mut before = vec![Vec::new(); positions.len()];
    for (from, follow) in edges.iter().enumerate() {
        follow.iter().for_each(|&to| before[to].push(from));
    }
    let mut found = vec![None; positions.len()];
    let mut queue: VecDeque<(usize, u32)> =
        (0..positions.len()).filter(|&n| positions[n].is_won()).map(|n| (n, 0)).collect();
    while let Some((number, distance)) = queue.pop_front() {
        if found[number].is_none() {
            found[number] = Some(distance);
            queue.extend(before[number].iter().map(|&from| (from, distance + 1)));
        }
    }
    found
}

/// The kinds of games that were checked.
#[derive(Default, Debug)]
struct Census {
    games: usize,
    won: usize,
    kinds: HashSet<(Home, u16, usize)>,
    positions: usize,
    exact: usize,
    /// Positions at which the bound for deals was computed; where it is the optimum, and where the usual one is.
    whole: usize,
    tight: usize,
    usual: usize,
    /// Positions at which it is higher than the usual bound.
    raised: usize,
}

/// The bound for deals is computed at each position whose number is a multiple of this, the start first.
const EVERY: usize = 100;

fn bound_and_optimum_hold(seeds: std::ops::Range<u64>, most: usize) -> Census {
    let mut census = Census::default();
    for seed in seeds {
        let instance = small_runs(seed);
        let Some((positions, edges)) = graph(&instance, most) else { continue };
        let distances = distances(&positions, &edges);
        let game = positions[0].game();
        let bound = RunBound::new(game).unwrap();
        for (number, (position, &distance)) in positions.iter().zip(&distances).enumerate() {
            let Some(distance) = distance else { continue };
            let usual = bound.of(position.board());
            assert!(usual <= distance, "game {seed}: {usual} > {distance} in {:?}", position.key());
            census.positions += 1;
            census.exact += usize::from(usual == distance);
            if number % EVERY == 0 {
                let whole = bound.of_deal(position.board());
                assert!(usual <= whole, "game {seed}: {usual} > {whole} in {:?}", position.key());
                assert!(whole <= distance, "game {seed}: {whole} > {distance} in {:?}", position.key());
                census.whole += 1;
                census.tight += usize::from(whole == distance);
                census.usual += usize::from(usual == distance);
                census.raised += usize::from(whole > usual);
            }
        }
        census.games += 1;
        census.won += usize::from(distances[0].is_some());
        let (home, copies) = (instance.rules.home, instance.rules.deck.copies);
        census.kinds.insert((home, copies, game.rows.len().min(3)));
        assert_eq!(least(&instance, Cost::M2), distances[0], "game {seed}");
    }
    census
}

fn search(instance: &Instance, cost: Cost, limits: Limits) -> SearchReport {
    let options = SearchOptions { cost, ..SearchOptions::default() };
    (STRATEGY.run)(instance, &options, &mut Budget::new(limits))
}

fn least(instance: &Instance, cost: Cost) -> Option<u32> {
    let report = search(instance, cost, Limits::default());
    match report.end {
        SearchEnd::Solved(plan) => {
            let plan = replay(instance, plan).unwrap();
            let length = plan.cost(&instance.table(), cost).unwrap() as u32;
            assert_eq!((report.stats.lower_bound, report.stats.upper_bound), (Some(length), Some(length)));
            Some(length)
        }
        SearchEnd::Exhausted => None,
        end => panic!("{end:?}"),
    }
}

#[test]
fn the_bound_is_admissible_and_optima_match_breadth_first() {
    let census = bound_and_optimum_hold(0..4000, 1500);
    assert!(census.games > 2500 && census.won > 1500 && census.won < census.games, "{census:?}");
    // Both rules of leaving, one to four copies, none to three rows.
    assert!(census.kinds.len() >= 28, "{census:?}");
    assert!(census.exact * 3 > 2 * census.positions, "{census:?}");
    // Where the bound for deals is the optimum, one more would be too much.
    assert!(census.tight > census.usual && census.raised > 100, "{census:?}");
}

#[test]
#[ignore = "minutes: tens of thousands of larger games"]
fn the_bound_and_the_optima_hold_in_larger_games() {
    let census = bound_and_optimum_hold(4000..40_000, 20_000);
    assert!(census.games > 30_000, "{census:?}");
}

#[test]
fn collected_runs_are_left_out_of_the_third_cost() {
    let mut seen = 0;
    for seed in 0..200 {
        let instance = small_runs(seed);
        if graph(&instance, 1000).is_none() {
            continue;
        }
        let runs = match instance.rules.home {
            Home::RunsByMove => instance.rules.deck.foundations() as u32,
            _ => 0,
        };
        let all = least(&instance, Cost::M2);
        assert_eq!(least(&instance, Cost::M3), all.map(|all| all - runs), "game {seed}");
        seen += usize::from(all.is_some() && runs > 0);
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn auto_wins_what_breadth_first_wins_with_collected_runs() {
    let mut won = 0;
    for seed in (0..1000).step_by(2) {
        let instance = small_runs(seed);
        let Some((positions, _)) = graph(&instance, 1000) else { continue };
        let winnable = positions.iter().any(Position::is_won);
        for name in ["auto", "short"] {
            let run = strategy(name).unwrap().run;
            match run(&instance, &SearchOptions::default(), &mut Budget::new(Limits::default())).end {
                SearchEnd::Solved(plan) => {
                    replay(&instance, plan).unwrap();
                    assert!(winnable, "game {seed}");
                }
                SearchEnd::Exhausted => assert!(!winnable, "game {seed}"),
                end => panic!("game {seed}: {end:?}"),
            }
        }
        won += usize::from(winnable);
    }
    assert!(won > 150, "{won}");
}

/// A task of the competition's size: four runs, two full rows to deal.
fn task(suits: u16, ranks: u32, columns: u16, seed: u64) -> Instance {
    let mut rules = Rules::preset("ipc-spider").unwrap();
    rules.deck = DeckSpec::new(ranks, suits, 4 / suits);
    rules.columns = columns;
    let instance = Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap();
    assert_eq!(instance.deal.stock.len(), 2 * usize::from(columns));
    instance
}

#[test]
fn tasks_of_the_competitions_size_have_a_proven_optimum() {
    for (suits, ranks, columns) in [(1, 5, 4), (2, 5, 4), (4, 5, 4)] {
        for seed in 1..=3 {
            let instance = task(suits, ranks, columns, seed);
            let report = search(&instance, Cost::M2, Limits::default());
            match report.end {
                SearchEnd::Solved(plan) => drop(replay(&instance, plan).unwrap()),
                end => assert_eq!(end, SearchEnd::Exhausted),
            }
        }
    }
}

#[test]
fn a_limit_leaves_both_bounds_and_a_plan() {
    let instance = task(4, 8, 6, 4);
    let limits = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let report = search(&instance, Cost::M2, limits(100));
    assert_eq!((report.end, report.best), (SearchEnd::Limit(Limit::Nodes), None));
    assert!(report.stats.lower_bound.unwrap() > 20);

    let whole = search(&instance, Cost::M2, limits(3_000_000));
    let SearchEnd::Solved(shortest) = whole.end else { panic!("{:?}", whole.end) };
    let length = shortest.moves.len() as u32;
    let mut lower = Vec::new();
    let mut watch = |stats: &Stats| lower.extend(stats.lower_bound);
    let mut budget = Budget::new(limits(whole.stats.expanded - 1)).watched_by(&mut watch);
    let report = (STRATEGY.run)(&instance, &SearchOptions::default(), &mut budget);
    assert_eq!(report.end, SearchEnd::Limit(Limit::Nodes));
    let plan = replay(&instance, report.best.unwrap()).unwrap();
    assert_eq!(report.stats.upper_bound, Some(plan.moves.len() as u32));
    assert!(lower.is_sorted() && lower.last() < Some(&length), "{lower:?}");
}
