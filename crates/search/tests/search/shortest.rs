//! Certificates of shortest plans: for just the optimum, and refused when tampered with; and what they trust, the
//! checker's bound and its moves home, against every position's distance.

use crate::optimal::exhaustive;
use patsat_base::Limits;
use patsat_game::rules::{Cost, Group, Move, Rules};
use patsat_game::state::closed_set::{Claim, ClosedSetFile, ClosedSetWriter, Token};
use patsat_game::state::{Instance, StateKey, Table};
use patsat_game::verify::{LeastCost, check_none_shorter, replay};
use patsat_search::optimal::Bound;
use patsat_search::{Budget, CertifyError, SearchEnd, certify_shortest, shortest_certified};
use patsat_states::packed::{Game, Placed, Places, Small, Step};
use patsat_testkit::any_game::any_game;
use patsat_testkit::{Dice, freecell, small_game};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

const COSTS: [Cost; 3] = [Cost::M1, Cost::M2, Cost::M3];

pub(crate) fn make(instance: &Instance, cost: Cost, least: u32) -> Result<Vec<u8>, CertifyError> {
    certify_shortest(instance, cost, least, &mut Budget::new(Limits::default()))
}

/// The moves that a plan is counted in.
pub(crate) fn counted(table: &Table, cost: Cost) -> Vec<Move> {
    if cost == Cost::M1 { table.single_moves() } else { table.moves() }
}

/// Every position that can be reached, with the least cost of winning from it, by Dijkstra's algorithm
/// backwards; `None` if there are more than `most`.
fn distances(instance: &Instance, cost: Cost, most: usize) -> Option<Vec<(Table, Option<u32>)>> {
    let mut tables = vec![instance.table()];
    let mut numbers: HashMap<StateKey, usize> = HashMap::from([(tables[0].key(), 0)]);
    let mut before: Vec<Vec<(u32, usize)>> = vec![Vec::new()];
    let mut at = 0;
    while at < tables.len() {
        for action in counted(&tables[at], cost) {
            let mut child = tables[at].clone();
            child.apply(action).unwrap();
            let next = *numbers.entry(child.key()).or_insert_with(|| {
                tables.push(child);
                before.push(Vec::new());
                tables.len() - 1
            });
            before[next].push((u32::from(cost != Cost::M3 || !action.goes_home()), at));
        }
        if tables.len() > most {
            return None;
        }
        at += 1;
    }
    let mut least: Vec<Option<u32>> = vec![None; tables.len()];
    let won = (0..tables.len()).filter(|&n| tables[n].is_won());
    let mut heap: BinaryHeap<_> = won.map(|n| Reverse((0, n))).collect();
    while let Some(Reverse((spent, number))) = heap.pop() {
        if least[number].is_some() {
            continue;
        }
        least[number] = Some(spent);
        heap.extend(before[number].iter().map(|&(price, from)| Reverse((spent + price, from))));
    }
    Some(tables.into_iter().zip(least).collect())
}

/// Games whose optimum was certified, and positions whose distance was compared.
#[derive(Default, Debug)]
struct Census {
    won: usize,
    lost: usize,
    positions: usize,
    tight: usize,
    settled: usize,
}

/// The bound and the moves home of the checker, at every position of a game.
fn what_is_trusted_holds(instance: &Instance, cost: Cost, most: usize, census: &mut Census) {
    let Some(bound) = LeastCost::new(instance, cost) else { return };
    let Some(all) = distances(instance, cost, most) else { return };
    let known: HashMap<StateKey, Option<u32>> =
        all.iter().map(|(table, distance)| (table.key(), *distance)).collect();
    for (table, distance) in &all {
        let mut settled = table.clone();
        let price = bound.settle(&mut settled);
        let after = known[&settled.key()];
        assert_eq!(*distance, after.map(|after| price + after), "{cost}\n{table:?}");
        census.positions += 1;
        census.settled += usize::from(settled != *table);
        let Some(distance) = *distance else { continue };
        assert!(bound.from(table) <= distance, "{cost}: {} for {distance}\n{table:?}", bound.from(table));
        census.tight += usize::from(bound.from(table) == distance);
    }
}

fn at_every_position(seeds: std::ops::Range<u64>, most: usize) -> Census {
    let mut census = Census::default();
    for seed in seeds {
        let one = small_game(seed);
        let mut other = one.clone();
        let rules = std::sync::Arc::make_mut(&mut other.rules);
        rules.group = if seed % 2 == 0 { Group::BuiltRun } else { Group::SuitRun };
        let any = any_game(&mut Dice::new(seed), 10);
        for instance in [one, other, any] {
            for cost in COSTS {
                what_is_trusted_holds(&instance, cost, most, &mut census);
            }
        }
    }
    census
}

#[test]
fn the_bound_is_admissible_and_harmless_moves_lose_nothing() {
    let census = at_every_position(0..150, 2000);
    assert!(census.positions > 100_000 && census.tight * 4 > census.positions, "{census:?}");
    assert!(census.settled * 10 > census.positions, "{census:?}");
}

#[test]
#[ignore = "minutes: thousands of games"]
fn the_bound_and_harmless_moves_hold_in_many_games() {
    at_every_position(1000..6000, 20_000);
}

/// Optima by uniform-cost search on the table, and their certificates.
fn certified(seeds: std::ops::Range<u64>, most: usize) -> Census {
    let mut census = Census::default();
    for seed in seeds {
        let instance = small_game(seed);
        for cost in COSTS {
            let Some(expected) = exhaustive(&instance, cost, most) else { continue };
            // Where there is no plan, none has fewer than any number of moves.
            let least = expected.unwrap_or(9) as u32;
            let file = make(&instance, cost, least).unwrap();
            let checked = check_none_shorter(&instance, &file)
                .unwrap_or_else(|fault| panic!("game {seed} in {cost}: {fault}"));
            assert_eq!((checked.cost, checked.least), (cost, least));
            // Plan and certificate by one search.
            let (report, both) = shortest_certified(&instance, cost, &mut Budget::new(Limits::default()));
            if expected.is_some() {
                let SearchEnd::Solved(plan) = report.end else { panic!("game {seed} in {cost}: {report:?}") };
                let plan = replay(&instance, plan).unwrap();
                assert_eq!(
                    plan.cost(&instance.table(), cost).unwrap(),
                    least as usize,
                    "game {seed} in {cost}"
                );
                assert_eq!(both, Some(Ok(file.clone())), "game {seed} in {cost}");
                assert_eq!(make(&instance, cost, least + 1), Err(CertifyError::Shorter), "game {seed}");
                // The same set, said to show more.
                let more = forge(&instance, &file, Claim::NoneShorter { cost, least: least + 1 }, |_| {});
                assert!(check_none_shorter(&instance, &more).is_err(), "game {seed} in {cost}");
                census.won += 1;
            } else {
                assert_eq!((report.end, both), (SearchEnd::Exhausted, None), "game {seed} in {cost}");
                census.lost += 1;
            }
        }
    }
    census
}

/// Random walks on the fast state and the table side by side; how many positions and how many moves of runs.
fn walks(seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut positions, mut runs) = (0, 0);
    let whole = seeds.start..seeds.start + 20;
    for (seed, instance) in
        seeds.map(|seed| (seed, small_game(seed))).chain(whole.map(|n| (n, freecell(n + 1))))
    {
        let Ok(game) = Game::new(&instance) else { continue };
        let bounds = COSTS.map(|cost| (Bound::new(&game, cost), LeastCost::new(&instance, cost).unwrap()));
        let (mut dice, places) = (Dice::new(seed), Places::new(&instance));
        let (mut table, mut placed) = (instance.table(), Placed::start(&instance, &game));
        for _ in 0..60 {
            for (fast, checked) in &bounds {
                assert_eq!(
                    fast.checked(&game, &placed.board),
                    checked.from(&table),
                    "game {seed}\n{table:?}"
                );
            }
            // The same moves home, wherever they leave cells and columns.
            let (mut settled, mut there) = (placed.clone(), table.clone());
            settled.settle(&game);
            bounds[0].1.settle(&mut there);
            let home = settled.board.home.map(u32::from);
            assert_eq!(home[..there.foundations().len()], *there.foundations(), "game {seed}\n{table:?}");
            let mut steps: Vec<Step> = Vec::new();
            placed.board.single_steps(&game, |step| steps.push(step));
            placed.board.supermoves(&game, |step, _| steps.push(step));
            for &step in &steps {
                let named = placed.action(&places, step);
                assert_eq!(
                    named,
                    step.card_move::<Small>().locate(&table),
                    "game {seed}: {step:?}\n{table:?}"
                );
                runs += usize::from(matches!(named, Some(Move::Cards { count: 2.., .. })));
            }
            if steps.is_empty() {
                break;
            }
            let step = dice.pick(&steps);
            table.apply(placed.action(&places, step).unwrap()).unwrap();
            placed.make(step);
            positions += 1;
        }
    }
    (positions, runs)
}

#[test]
fn fast_positions_name_moves_and_have_bounds_as_the_table() {
    let (positions, runs) = walks(0..1500);
    assert!(positions > 15_000 && runs > 500, "{positions} {runs}");
}

#[test]
fn small_games_have_certificates_of_just_their_optima() {
    let census = certified(0..400, 1500);
    assert!(census.won > 200 && census.lost > 200, "{census:?}");
}

#[test]
#[ignore = "minutes: thousands of games"]
fn many_small_games_have_certificates_of_just_their_optima() {
    let census = certified(400..7400, 20_000);
    assert!(census.won + census.lost >= 15_000, "{census:?}");
}

#[test]
fn deals_of_two_decks_with_a_stock_are_refused() {
    let thieves = Instance::from_id(
        Rules::preset("forty-thieves").unwrap(),
        patsat_game::cards::DealId::Random { game: None, seed: 1 },
    );
    assert_eq!(make(&thieves.unwrap(), Cost::M2, 10), Err(CertifyError::Game));
}

/// The certificate again with its checksum in order, for another claim and after `change` had its way.
pub(crate) fn forge(
    instance: &Instance,
    file: &[u8],
    claim: Claim,
    change: impl Fn(&mut Vec<Token>),
) -> Vec<u8> {
    let mut tokens: Vec<Token> =
        ClosedSetFile::open(file, instance).unwrap().tokens().map(Result::unwrap).collect();
    change(&mut tokens);
    let mut writer = ClosedSetWriter::new(instance, claim);
    for token in tokens {
        match token {
            Token::Down(action) => writer.down(action).unwrap(),
            Token::Up => writer.up().unwrap(),
        }
    }
    writer.finish().unwrap()
}
