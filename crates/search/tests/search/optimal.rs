//! Shortest plans, and the bound that proves them, against exhaustive search.

use patsat_base::{Limit, Limits};
use patsat_game::cards::DealId;
use patsat_game::rules::{Build, Cost, Rules};
use patsat_game::state::{Instance, StateKey, Table};
use patsat_game::verify::replay;
use patsat_search::optimal::{Bound, STRATEGY};
use patsat_search::{Budget, SearchEnd, SearchOptions, SearchReport, Stats};
use patsat_states::packed::{Board, Game, PackedKey, Step, Target};
use patsat_testkit::{freecell, small_game};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

const COSTS: [Cost; 3] = [Cost::M1, Cost::M2, Cost::M3];

fn search(instance: &Instance, options: &SearchOptions, limits: Limits) -> SearchReport {
    (STRATEGY.run)(instance, options, &mut Budget::new(limits))
}

fn least(instance: &Instance, options: &SearchOptions) -> Option<usize> {
    let report = search(instance, options, Limits::default());
    match report.end {
        SearchEnd::Solved(plan) => {
            let verified = replay(instance, plan).unwrap();
            let cost = verified.cost(&instance.table(), options.cost).unwrap();
            assert_eq!(report.stats.lower_bound, Some(cost as u32));
            assert_eq!(report.stats.upper_bound, Some(cost as u32));
            Some(cost)
        }
        SearchEnd::Exhausted => None,
        end => panic!("{end:?}"),
    }
}

/// Uniform-cost search on the table: `None` if it has more positions than `most`.
pub(crate) fn exhaustive(instance: &Instance, cost: Cost, most: usize) -> Option<Option<usize>> {
    let mut tables: Vec<Table> = vec![instance.table()];
    let mut numbers: HashMap<StateKey, usize> = HashMap::from([(tables[0].key(), 0)]);
    let mut done: HashSet<usize> = HashSet::new();
    let mut heap = BinaryHeap::from([Reverse((0, 0))]);
    while let Some(Reverse((spent, number))) = heap.pop() {
        if !done.insert(number) {
            continue;
        }
        let table = tables[number].clone();
        if table.is_won() {
            return Some(Some(spent));
        }
        let moves = if cost == Cost::M1 { table.single_moves() } else { table.moves() };
        for action in moves {
            let mut child = table.clone();
            child.apply(action).unwrap();
            let price = usize::from(cost != Cost::M3 || !action.goes_home());
            let next = *numbers.entry(child.key()).or_insert_with(|| {
                tables.push(child);
                tables.len() - 1
            });
            heap.push(Reverse((spent + price, next)));
        }
        if tables.len() > most {
            return None;
        }
    }
    Some(None)
}

/// Whether a game is of interest, and how many there were of which kind.
#[derive(Default, Debug)]
struct Census {
    games: usize,
    won: usize,
    builds: HashSet<Build>,
}

impl Census {
    fn count(&mut self, instance: &Instance, won: bool) {
        self.games += 1;
        self.won += usize::from(won);
        self.builds.insert(instance.rules.build);
    }

    fn check(&self, games: usize) {
        assert!(self.games >= games && self.won >= games / 4 && self.won < self.games, "{self:?}");
        assert_eq!(self.builds.len(), 4, "{self:?}");
    }
}

fn agrees_with_exhaustive_search(seeds: std::ops::Range<u64>, most: usize, games: usize) {
    let mut census = Census::default();
    for seed in seeds {
        let instance = small_game(seed);
        for cost in COSTS {
            let Some(expected) = exhaustive(&instance, cost, most) else { continue };
            census.count(&instance, expected.is_some());
            for no_dominance in [false, true] {
                let options = SearchOptions { cost, no_dominance, ..SearchOptions::default() };
                assert_eq!(least(&instance, &options), expected, "game {seed} in {cost}, {no_dominance}");
            }
        }
    }
    census.check(games);
}

#[test]
fn small_games_cost_what_exhaustive_search_finds() {
    agrees_with_exhaustive_search(0..500, 1500, 900);
}

/// The end of a FreeCell deal of fifteen ranks: the three highest of each suit.
fn end_of_fifteen_ranks(seed: u64) -> Instance {
    let mut rules = Rules::preset("freecell").unwrap();
    (rules.deck.ranks, rules.columns, rules.cells) = (15, 3 + (seed % 3) as u16, (seed % 2) as u16);
    let mut deal = Instance::from_id(rules.clone(), DealId::Random { game: None, seed }).unwrap().deal;
    deal.columns.iter_mut().for_each(|pile| pile.cards.retain(|card| card.rank.0 > 12));
    deal.foundations = vec![12; 4];
    Instance::new(rules, deal).unwrap()
}

#[test]
fn ends_of_fifteen_ranks_cost_what_exhaustive_search_finds() {
    let (mut won, mut lost) = (0, 0);
    for seed in 0..60 {
        let instance = end_of_fifteen_ranks(seed);
        for cost in COSTS {
            let Some(expected) = exhaustive(&instance, cost, 4000) else { continue };
            let options = SearchOptions { cost, ..SearchOptions::default() };
            assert_eq!(least(&instance, &options), expected, "{seed} in {cost}");
            *if expected.is_some() { &mut won } else { &mut lost } += 1;
        }
    }
    assert!(won > 50 && lost > 3, "{won} {lost}");
}

#[test]
#[ignore = "minutes: thousands of games"]
fn many_small_games_cost_what_exhaustive_search_finds() {
    agrees_with_exhaustive_search(500..6000, 20_000, 10_000);
}

/// The moves from each position, as (price, target).
type Edges = Vec<Vec<(u32, usize)>>;

/// Every position reachable in a packed game, and its moves.
fn graph(game: &Game, cost: Cost, most: usize) -> Option<(Vec<Board>, Edges)> {
    let mut boards = vec![game.start()];
    let mut numbers: HashMap<PackedKey, usize> = HashMap::from([(boards[0].key, 0)]);
    let mut edges = Edges::new();
    while let Some(&board) = boards.get(edges.len()) {
        let mut steps: Vec<Step> = Vec::new();
        board.single_steps(game, |step| steps.push(step));
        if cost != Cost::M1 {
            board.supermoves(game, |step, _| steps.push(step));
        }
        let mut out = Vec::new();
        for step in steps {
            let mut child = board;
            child.make(step);
            let number = *numbers.entry(child.key).or_insert_with(|| {
                boards.push(child);
                boards.len() - 1
            });
            out.push((u32::from(cost != Cost::M3 || step.to != Target::HOME), number));
        }
        edges.push(out);
        if boards.len() > most {
            return None;
        }
    }
    Some((boards, edges))
}

/// The cost of winning from each position.
fn distances(boards: &[Board], edges: &[Vec<(u32, usize)>]) -> Vec<Option<u32>> {
    let mut back: Vec<Vec<(u32, usize)>> = vec![Vec::new(); boards.len()];
    for (from, out) in edges.iter().enumerate() {
        out.iter().for_each(|&(price, to)| back[to].push((price, from)));
    }
    let mut found = vec![None; boards.len()];
    let won = (0..boards.len()).filter(|&n| boards[n].is_won());
    let mut heap: BinaryHeap<Reverse<(u32, usize)>> = won.map(|n| Reverse((0, n))).collect();
    while let Some(Reverse((cost, number))) = heap.pop() {
        if found[number].is_none() {
            found[number] = Some(cost);
            heap.extend(back[number].iter().map(|&(price, from)| Reverse((cost + price, from))));
        }
    }
    found
}

fn bound_holds(seeds: std::ops::Range<u64>, most: usize, games: usize) {
    let mut census = Census::default();
    let (mut exact, mut positions) = (0, 0);
    for seed in seeds {
        let instance = small_game(seed);
        let Ok(game) = Game::new(&instance) else { continue };
        for cost in COSTS {
            let Some((boards, edges)) = graph(&game, cost, most) else { continue };
            let distances = distances(&boards, &edges);
            census.count(&instance, distances[0].is_some());
            let bound = Bound::new(&game, cost);
            let bounds: Vec<Option<u32>> = boards.iter().map(|board| bound.of(&game, board)).collect();
            for (number, (&bound, &distance)) in bounds.iter().zip(&distances).enumerate() {
                if let Some(distance) = distance {
                    let bound = bound.expect("a position with a win is not lost");
                    assert!(bound <= distance, "game {seed} in {cost}: {bound} > {distance}");
                    exact += usize::from(bound == distance);
                    positions += 1;
                }
                for &(price, next) in &edges[number] {
                    // A lost position leads to lost positions, and the bound is consistent.
                    assert!(bound.is_some() || bounds[next].is_none(), "game {seed} in {cost}");
                    if let (Some(bound), Some(next)) = (bound, bounds[next]) {
                        assert!(bound <= price + next, "game {seed} in {cost}: {bound} > {price} + {next}");
                    }
                }
            }
        }
    }
    census.check(games);
    assert!(exact * 2 > positions, "the bound is exact in only {exact} of {positions} positions");
}

#[test]
fn the_bound_never_exceeds_the_distance_and_is_consistent() {
    bound_holds(10_000..12_000, 3000, 4000);
}

#[test]
#[ignore = "a minute: larger games"]
fn the_bound_holds_in_larger_games() {
    bound_holds(12_000..16_000, 60_000, 10_000);
}

/// Optima of Microsoft's deals 1 to 10.
const M1: [usize; 10] = [87, 75, 73, 85, 90, 79, 76, 75, 92, 85];
const M2: [usize; 10] = [81, 73, 70, 79, 85, 75, 76, 74, 81, 80];

fn optimum(deal: usize, cost: Cost) -> Option<usize> {
    least(&freecell(deal as u64), &SearchOptions { cost, ..SearchOptions::default() })
}

#[test]
fn easy_deals_have_the_known_optima() {
    for deal in [2, 3, 7] {
        assert_eq!(optimum(deal, Cost::M1), Some(M1[deal - 1]), "deal {deal}");
    }
    assert_eq!(optimum(3, Cost::M2), Some(M2[2]));
    assert_eq!(optimum(3, Cost::M3), Some(M2[2] - 52));
}

#[test]
#[ignore = "a minute in release"]
fn deals_have_the_known_optima_at_length() {
    for deal in [1, 4, 5, 7, 9] {
        assert_eq!(optimum(deal, Cost::M2), Some(M2[deal - 1]), "deal {deal}");
    }
}

#[test]
#[ignore = "a minute in release"]
fn the_first_ten_deals_have_the_known_optima() {
    for deal in 1..=10 {
        assert_eq!(optimum(deal, Cost::M1), Some(M1[deal - 1]), "deal {deal}");
        assert_eq!(optimum(deal, Cost::M2), Some(M2[deal - 1]), "deal {deal}");
    }
}

#[test]
fn a_deal_without_a_win_ends_exhausted() {
    let report = search(&freecell(11982), &SearchOptions::default(), Limits::default());
    assert_eq!(report.end, SearchEnd::Exhausted);
    assert_eq!(report.stats.upper_bound, None);
}

#[test]
fn a_limit_leaves_both_bounds_and_a_plan() {
    let instance = freecell(1);
    let options = SearchOptions { cost: Cost::M1, ..SearchOptions::default() };
    let mut lower = Vec::new();
    let mut watch = |stats: &Stats| lower.extend(stats.lower_bound);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let report = (STRATEGY.run)(&instance, &options, &mut Budget::new(limits).watched_by(&mut watch));
    assert_eq!(report.end, SearchEnd::Limit(Limit::Nodes));
    let plan = replay(&instance, report.best.unwrap()).unwrap();
    let cost = plan.cost(&instance.table(), Cost::M1).unwrap();
    assert_eq!(report.stats.upper_bound, Some(cost as u32));
    assert!(cost >= 87);
    let proven = report.stats.lower_bound.unwrap();
    assert!((75..=87).contains(&proven), "{proven}");
    assert!(lower.is_sorted() && lower.last() == Some(&proven));
}

#[test]
fn a_game_that_does_not_pack_gets_no_verdict() {
    let rules = Rules::preset("forty-thieves").unwrap();
    let id = DealId::Random { game: None, seed: 1 };
    let instance = Instance::from_id(rules, id).unwrap();
    let report = search(&instance, &SearchOptions::default(), Limits::default());
    assert_eq!(report.end, SearchEnd::GaveUp);
}
