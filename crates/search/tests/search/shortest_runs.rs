//! The bound that the checker of shortest plans has for games of runs, and the sets made with it, against
//! breadth-first search on the table.

use patsat_base::Limits;
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{Cost, Group, Home, Move, RankStep, Rules};
use patsat_game::state::{Instance, StateKey, Table};
use patsat_game::verify::runs_bound;
use patsat_search::optimal::{RunBound, STRATEGY};
use patsat_search::{Budget, CertifyError, RunTree, SearchEnd, SearchOptions};
use patsat_states::runs::RunGame;
use patsat_testkit::Dice;
use patsat_testkit::runs::small_runs;
use std::collections::{HashMap, HashSet, VecDeque};

const COSTS: [Cost; 3] = [Cost::M1, Cost::M2, Cost::M3];

fn price(action: Move, cost: Cost) -> u32 {
    u32::from(cost != Cost::M3 || !action.goes_home())
}

/// From each position the moves, and the numbers of those that they lead to.
type Edges = Vec<Vec<(Move, usize)>>;

/// Every position that can be reached on the table, and the moves from it; nothing if there are more than
/// `most`.
fn graph(instance: &Instance, most: usize) -> Option<(Vec<Table>, Edges)> {
    let mut tables = vec![instance.table()];
    let mut numbers: HashMap<StateKey, usize> = HashMap::from([(tables[0].key(), 0)]);
    let mut edges = Vec::new();
    while let Some(table) = tables.get(edges.len()).cloned() {
        let mut follow = Vec::new();
        for action in table.moves() {
            let mut after = table.clone();
            after.apply(action).unwrap();
            let number = *numbers.entry(after.key()).or_insert_with(|| {
                tables.push(after);
                tables.len() - 1
            });
            follow.push((action, number));
        }
        edges.push(follow);
        if tables.len() > most {
            return None;
        }
    }
    Some((tables, edges))
}

/// The cost of a cheapest plan from each position.
fn distances(tables: &[Table], edges: &[Vec<(Move, usize)>], cost: Cost) -> Vec<Option<u32>> {
    let mut before = vec![Vec::new(); tables.len()];
    for (from, follow) in edges.iter().enumerate() {
        follow.iter().for_each(|&(action, to)| before[to].push((from, price(action, cost))));
    }
    let mut found = vec![None; tables.len()];
    let mut queue: VecDeque<(usize, u32)> =
        (0..tables.len()).filter(|&n| tables[n].is_won()).map(|n| (n, 0)).collect();
    while let Some((number, distance)) = queue.pop_front() {
        if found[number].is_some() {
            continue;
        }
        found[number] = Some(distance);
        for &(from, price) in &before[number] {
            match price {
                0 => queue.push_front((from, distance)),
                _ => queue.push_back((from, distance + price)),
            }
        }
    }
    found
}

/// Counts of the cases that were checked.
#[derive(Default, Debug)]
struct Census {
    games: usize,
    kinds: HashSet<(Home, Group, RankStep, u16, usize)>,
    positions: usize,
    exact: usize,
    /// Positions at which the bound of the search is higher, and at which it is lower.
    weaker: usize,
    stronger: usize,
    /// Sums of the bounds and of the optima at the start.
    starts: (u32, u32),
}

/// A small game with other rules of building now and then, and in all columns some cards face down.
fn game(seed: u64) -> Instance {
    let instance = small_runs(seed / 4);
    let mut dice = Dice::new(seed);
    let (mut rules, mut deal) = ((*instance.rules).clone(), instance.deal.clone());
    match seed % 4 {
        1 => rules.group = Group::Single,
        2 => rules.step = RankStep::Any,
        3 => deal.columns.iter_mut().for_each(|pile| {
            pile.face_down = dice.below(pile.cards.len().max(1));
        }),
        _ => {}
    }
    Instance::new(rules, deal).unwrap()
}

fn bound_holds(seeds: impl Iterator<Item = u64>, most: usize) -> Census {
    let mut census = Census::default();
    for seed in seeds {
        let instance = game(seed);
        let Some((tables, edges)) = graph(&instance, most) else { continue };
        let search = RunGame::new(&instance).ok();
        let search = search.as_ref().and_then(|game| Some((game, RunBound::new(game)?)));
        for cost in COSTS {
            let distances = distances(&tables, &edges, cost);
            for (table, &distance) in tables.iter().zip(&distances) {
                let Some(distance) = distance else { continue };
                let bound = runs_bound(table, cost);
                assert!(bound <= distance, "game {seed}, {cost}: {bound} > {distance} in {table:?}");
                census.positions += 1;
                census.exact += usize::from(bound == distance);
            }
            if let (Cost::M2, Some((game, bound))) = (cost, &search) {
                let (own, other) = (runs_bound(&tables[0], cost), bound.of(&game.start()));
                let whole = bound.of_deal(&game.start());
                assert!(distances[0].is_none_or(|optimum| whole <= optimum), "game {seed}: {whole}");
                census.weaker += usize::from(own < other);
                census.stronger += usize::from(own > other);
            }
            if let Some(optimum) = distances[0] {
                census.starts.0 += runs_bound(&tables[0], cost);
                census.starts.1 += optimum;
            }
        }
        census.games += 1;
        let Rules { home, group, step, deck, .. } = *instance.rules;
        let rows = instance.deal.stock.len().div_ceil(instance.deal.columns.len());
        census.kinds.insert((home, group, step, deck.copies, rows));
    }
    census
}

#[test]
fn the_trusted_bound_never_exceeds_what_a_cheapest_plan_costs() {
    let census = bound_holds(0..8000, 600);
    assert!(census.games > 4000 && census.kinds.len() >= 60, "{census:?}");
    assert!(census.exact * 2 > census.positions, "{census:?}");
    // Not much is lost against the bound of the search, and at starts it is near the optimum.
    let (bounds, optima) = census.starts;
    assert!(census.weaker < census.games / 4 && bounds * 10 > optima * 8, "{census:?}");
}

#[test]
#[ignore = "minutes: tens of thousands of larger games"]
fn the_trusted_bound_holds_in_larger_games() {
    let census = bound_holds(8000..33_000, 3000);
    assert!(census.games > 15_000, "{census:?}");
}

#[test]
fn other_games_have_no_such_bound() {
    for name in ["freecell", "eight-off", "forty-thieves"] {
        let rules = Rules::preset(name).unwrap();
        let instance = Instance::from_id(rules, DealId::Random { game: None, seed: 1 }).unwrap();
        assert_eq!(runs_bound(&instance.table(), Cost::M2), 0);
        let made = RunTree::new(&instance, Cost::M2, 10, &mut Budget::new(Limits::default()));
        assert_eq!(made.unwrap_err(), CertifyError::Game);
    }
}

/// Checks on the table that no plan costs less. The start is inside, and every move from a position
/// inside leads to one that is inside, at no higher cost, or to one that the bound excludes. Returns the
/// number of moves.
fn check(instance: &Instance, tree: &RunTree, cost: Cost, least: u32) -> usize {
    // A position can only be replayed after those before it.
    let mut tables: Vec<Option<(Table, u32)>> = vec![None; tree.size()];
    tables[0] = Some((instance.table(), 0));
    for number in 0..tree.size() as u32 {
        let mut path = vec![number];
        while tables[*path.last().unwrap() as usize].is_none() {
            path.push(tree.parent(*path.last().unwrap()).unwrap());
        }
        for pair in path.windows(2).rev() {
            let (mut table, paid) = tables[pair[1] as usize].clone().unwrap();
            let action = tree.action(pair[0], &table).unwrap();
            table.apply(action).unwrap();
            tables[pair[0] as usize] = Some((table, paid + price(action, cost)));
        }
    }
    let tables: Vec<(Table, u32)> = tables.into_iter().map(Option::unwrap).collect();
    let inside: HashMap<StateKey, u32> = tables.iter().map(|(table, paid)| (table.key(), *paid)).collect();
    assert_eq!(inside.len(), tree.size());
    let mut moves = 0;
    for (number, (table, paid)) in (0..).zip(&tables) {
        assert_eq!(*paid, tree.paid(number));
        assert!(*paid >= least || !table.is_won());
        for action in table.moves() {
            let mut after = table.clone();
            after.apply(action).unwrap();
            let paid = paid + price(action, cost);
            let known = inside.get(&after.key()).is_some_and(|&known| known <= paid);
            assert!(known || paid + runs_bound(&after, cost) >= least, "{action} leads out of {table:?}");
            moves += 1;
        }
    }
    moves
}

fn made(instance: &Instance, cost: Cost, least: u32) -> Result<RunTree, CertifyError> {
    RunTree::new(instance, cost, least, &mut Budget::new(Limits::default()))
}

#[test]
fn the_sets_are_closed_and_exist_up_to_the_optimum() {
    let (mut closed, mut moves) = (0, 0);
    for seed in (0..2400).filter(|seed| seed % 4 == 0 || seed % 4 == 3) {
        let instance = game(seed);
        let Some((tables, edges)) = graph(&instance, 500) else { continue };
        let cost = COSTS[seed as usize / 4 % 3];
        let Some(optimum) = distances(&tables, &edges, cost)[0] else { continue };
        for least in [optimum.saturating_sub(1), optimum] {
            moves += check(&instance, &made(&instance, cost, least).unwrap(), cost, least);
            closed += 1;
        }
        assert_eq!(made(&instance, cost, optimum + 1).unwrap_err(), CertifyError::Shorter, "game {seed}");
    }
    assert!(closed > 500 && moves > 10_000, "{closed} {moves}");
}

/// Tasks of the competition's size.
#[test]
fn tasks_of_the_competitions_size_have_small_sets() {
    let mut rules = Rules::preset("ipc-spider").unwrap();
    rules.deck = DeckSpec::new(6, 4, 1);
    rules.columns = 4;
    let mut sizes = Vec::new();
    for seed in 1..=12 {
        let id = DealId::Random { game: None, seed };
        let instance = Instance::from_id(rules.clone(), id).unwrap();
        let options = SearchOptions::default();
        let report = (STRATEGY.run)(&instance, &options, &mut Budget::new(Limits::default()));
        let SearchEnd::Solved(plan) = report.end else { continue };
        let least = plan.moves.len() as u32;
        let tree = made(&instance, Cost::M2, least).unwrap();
        check(&instance, &tree, Cost::M2, least);
        assert_eq!(made(&instance, Cost::M2, least + 1).unwrap_err(), CertifyError::Shorter);
        sizes.push((report.stats.expanded, tree.size()));
    }
    assert!(sizes.len() >= 2 && sizes.iter().all(|&(_, size)| size < 50_000), "{sizes:?}");
}
