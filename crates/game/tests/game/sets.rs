//! Closed sets, made without any search by going through all positions of small random games of every rule, before their
//! checker.

use patsat_game::rules::{Cost, Group};
use patsat_game::state::closed_set::{Claim, ClosedSetFile, ClosedSetWriter, Token};
use patsat_game::state::{Instance, StateKey, Table};
use patsat_game::verify::{
    ClosedSetFault, LeastCost, check_closed_set, check_closed_set_within, check_none_shorter,
    check_none_shorter_while,
};
use patsat_testkit::any_game::any_game;
use patsat_testkit::runs::small_runs;
use patsat_testkit::{Dice, small_game};
use std::collections::{HashMap, HashSet, VecDeque};

pub(crate) const COSTS: [Cost; 3] = [Cost::M1, Cost::M2, Cost::M3];
const MOST: usize = 300;

/// Small games of three kinds.
pub(crate) fn games(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Instance> {
    seeds.flat_map(|seed| [small_game(seed), small_runs(seed), any_game(&mut Dice::new(seed), 9)])
}

pub(crate) fn after(table: &Table, action: patsat_game::rules::Move) -> Table {
    let mut after = table.clone();
    after.apply(action).unwrap();
    after
}

/// The moves that a plan is counted in.
pub(crate) fn counted(instance: &Instance, table: &Table, cost: Cost) -> Vec<patsat_game::rules::Move> {
    let single = cost == Cost::M1 && instance.rules.group == Group::BySpaces;
    if single { table.single_moves() } else { table.moves() }
}

/// All positions with what the cheapest plan from each costs; nothing if there are more than `MOST`.
pub(crate) fn distances(instance: &Instance, cost: Cost) -> Option<HashMap<StateKey, (Table, Option<u32>)>> {
    let mut tables = vec![instance.table()];
    let mut numbers = HashMap::from([(tables[0].key(), 0)]);
    let mut edges = Vec::new();
    while let Some(table) = tables.get(edges.len()).cloned() {
        let mut own = Vec::new();
        for action in counted(instance, &table, cost) {
            let next = after(&table, action);
            let number = *numbers.entry(next.key()).or_insert_with(|| {
                tables.push(next);
                tables.len() - 1
            });
            own.push((u32::from(cost != Cost::M3 || !action.goes_home()), number));
        }
        edges.push(own);
        if tables.len() > MOST {
            return None;
        }
    }
    let mut least: Vec<Option<u32>> = tables.iter().map(|table| table.is_won().then_some(0)).collect();
    // Until nothing gets less (Bellman and Ford).
    loop {
        let mut less = false;
        for (from, own) in edges.iter().enumerate() {
            for &(price, to) in own {
                let Some(there) = least[to] else { continue };
                if least[from].is_none_or(|now| now > price + there) {
                    (least[from], less) = (Some(price + there), true);
                }
            }
        }
        if !less {
            break;
        }
    }
    Some(tables.into_iter().zip(least).map(|(table, least)| (table.key(), (table, least))).collect())
}

/// The tree of all positions, breadth first so that ways are cheap, as the items of a certificate.
pub(crate) fn tree(instance: &Instance, cost: Option<Cost>) -> Vec<Token> {
    let bound = cost.and_then(|cost| LeastCost::new(instance, cost));
    let mut start = instance.table();
    if let Some(bound) = &bound {
        bound.settle(&mut start);
    }
    let mut children: HashMap<StateKey, Vec<(patsat_game::rules::Move, Table)>> = HashMap::new();
    let mut paid = HashMap::from([(start.key(), 0)]);
    let mut queue = VecDeque::from([start.clone()]);
    // Each position hangs on the cheapest way; prices are small, so a queue that is sorted at both ends does.
    let mut parents: HashMap<StateKey, (StateKey, patsat_game::rules::Move, Table)> = HashMap::new();
    while let Some(table) = queue.pop_front() {
        let moves = cost.map_or_else(|| table.moves(), |cost| counted(instance, &table, cost));
        for action in moves {
            let mut next = after(&table, action);
            let price = bound.as_ref().map_or(1, |bound| bound.of_move(action) + bound.settle(&mut next));
            let now = paid[&table.key()] + price;
            if paid.get(&next.key()).is_none_or(|&before| before > now) {
                paid.insert(next.key(), now);
                parents.insert(next.key(), (table.key(), action, next.clone()));
                queue.push_back(next);
            }
        }
    }
    for (parent, action, next) in parents.into_values() {
        children.entry(parent).or_default().push((action, next));
    }
    fn down(
        key: &StateKey,
        children: &HashMap<StateKey, Vec<(patsat_game::rules::Move, Table)>>,
        items: &mut Vec<Token>,
    ) {
        for (action, next) in children.get(key).into_iter().flatten() {
            items.push(Token::Down(*action));
            down(&next.key(), children, items);
            items.push(Token::Up);
        }
    }
    let mut items = Vec::new();
    down(&start.key(), &children, &mut items);
    items
}

pub(crate) fn file(instance: &Instance, claim: Claim, items: &[Token]) -> Vec<u8> {
    let mut writer = ClosedSetWriter::new(instance, claim);
    for item in items {
        match item {
            Token::Down(action) => writer.down(*action).unwrap(),
            Token::Up => writer.up().unwrap(),
        }
    }
    writer.finish().unwrap()
}

/// The tree without the branch that begins at an item.
fn without(items: &[Token], from: usize) -> Vec<Token> {
    let mut depth = 0;
    let end = items[from..].iter().position(|item| {
        depth += if *item == Token::Up { -1 } else { 1 };
        depth == 0
    });
    [&items[..from], &items[from + end.unwrap() + 1..]].concat()
}

#[test]
fn all_positions_are_a_closed_set_exactly_if_none_is_won() {
    let (mut lost, mut won, mut open) = (0, 0, 0);
    for instance in games(0..150) {
        let Some(all) = distances(&instance, Cost::M2) else { continue };
        let items = tree(&instance, None);
        let whole = file(&instance, Claim::Lost, &items);
        let found = check_closed_set(&instance, &whole);
        if all.values().any(|(table, _)| table.is_won()) {
            let Err(fault @ ClosedSetFault::Won(_)) = found else { panic!("{found:?}") };
            assert!(fault.board().unwrap().is_won());
            won += 1;
            continue;
        }
        let found = found.unwrap();
        let moves: usize = all.values().map(|(table, _)| table.moves().len()).sum();
        assert_eq!((found.positions, found.moves), (all.len() as u64, moves as u64));
        lost += 1;
        // Without any branch it is open, or what is cut off was there twice.
        for from in (0..items.len()).filter(|&n| items[n] != Token::Up).take(20) {
            match check_closed_set(&instance, &file(&instance, Claim::Lost, &without(&items, from))) {
                Err(ClosedSetFault::Open { action, board }) => {
                    assert!(board.moves().contains(&action));
                    open += 1;
                }
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(check_none_shorter(&instance, &whole), Err(ClosedSetFault::Claim));
        let above = [&[Token::Up], &items[..]].concat();
        let above = check_closed_set(&instance, &file(&instance, Claim::Lost, &above));
        assert_eq!(above, Err(ClosedSetFault::AboveRoot));
    }
    assert!(lost > 60 && won > 60 && open > 200, "{lost} {won} {open}");
}

/// A lost game of some positions, with its set.
fn lost(least: usize) -> (Instance, Vec<Token>, usize) {
    let one = |seed| {
        let instance = small_game(seed);
        let all = distances(&instance, Cost::M2)?;
        let lost = all.len() >= least && all.values().all(|(table, _)| !table.is_won());
        lost.then(|| (instance.clone(), tree(&instance, None), all.len()))
    };
    (0..).find_map(one).unwrap()
}

#[test]
fn what_is_claimed_and_what_is_there_must_be_the_same() {
    let (instance, items, positions) = lost(30);
    let twice = [&[items[0], Token::Up], &items[..]].concat();
    let found = check_closed_set(&instance, &file(&instance, Claim::Lost, &twice));
    assert_eq!(found, Err(ClosedSetFault::Count { claimed: positions as u64 + 1, found: positions as u64 }));
    let illegal = [&[items[0]; 60][..], &items[..]].concat();
    let found = check_closed_set(&instance, &file(&instance, Claim::Lost, &illegal));
    let Err(fault @ ClosedSetFault::Illegal { .. }) = found else { panic!("{found:?}") };
    assert!(fault.board().is_some() && ClosedSetFault::Claim.board().is_none());
    let opened = file(&instance, Claim::Lost, &items);
    let tokens: Vec<Token> =
        ClosedSetFile::open(&opened, &instance).unwrap().tokens().map(Result::unwrap).collect();
    assert_eq!(tokens.iter().filter(|token| **token != Token::Up).count(), positions - 1);
}

/// A tree that goes to and fro asks for a board each time; positions ask for their keys.
#[test]
fn memory_is_counted_and_its_limit_is_no_verdict() {
    let (instance, items, _) = lost(30);
    let whole = file(&instance, Claim::Lost, &items);
    assert_eq!(check_closed_set_within(&instance, &whole, 0), Err(ClosedSetFault::Memory(0)));
    assert!(check_closed_set_within(&instance, &whole, 1).is_ok());
    // Two moves that undo each other, somewhere in the game.
    let back = |table: &Table| {
        table.moves().into_iter().find_map(|there| {
            let next = after(table, there);
            let back = next.moves().into_iter().find(|&back| after(&next, back) == *table)?;
            Some((there, back))
        })
    };
    let (instance, pair) = (0..)
        .find_map(|seed| {
            let instance = small_game(seed);
            let (there, back) = back(&instance.table())?;
            Some((instance, [Token::Down(there), Token::Down(back)]))
        })
        .unwrap();
    let board = 512 + 16 * instance.rules.deck.len() + 64 * instance.deal.columns.len();
    let deep = |pairs: usize| {
        let items: Vec<Token> = std::iter::repeat_n(pair, pairs).flatten().collect();
        check_closed_set_within(&instance, &file(&instance, Claim::Lost, &items), 1)
    };
    let fits = (1 << 20) / board / 2;
    assert!(matches!(deep(fits * 9 / 10), Err(ClosedSetFault::Count { .. })));
    assert_eq!(deep(fits * 11 / 10), Err(ClosedSetFault::Memory(1)));
    // The same number of boards side by side need only one at a time.
    let flat: Vec<Token> = std::iter::repeat_n([pair[0], Token::Up], fits * 4).flatten().collect();
    let flat = check_closed_set_within(&instance, &file(&instance, Claim::Lost, &flat), 1);
    assert!(matches!(flat, Err(ClosedSetFault::Count { .. })), "{flat:?}");
}

/// Each position is kept until the end: ten thousand of them do not fit into a mebibyte.
#[test]
fn positions_that_are_kept_are_counted() {
    let instance = patsat_testkit::freecell(1);
    let (mut seen, mut items) = (HashSet::from([instance.table().key()]), Vec::new());
    let mut level = vec![(instance.table(), Vec::new())];
    while seen.len() < 10_000 {
        let mut next: Vec<(Table, Vec<patsat_game::rules::Move>)> = Vec::new();
        for (table, way) in level {
            for action in table.moves() {
                let after = after(&table, action);
                if seen.len() < 10_000 && seen.insert(after.key()) {
                    let way: Vec<_> = way.iter().copied().chain([action]).collect();
                    items.extend(way.iter().map(|&action| Token::Down(action)));
                    items.extend(way.iter().map(|_| Token::Up));
                    next.push((after, way));
                }
            }
        }
        level = next;
    }
    let whole = file(&instance, Claim::Lost, &items);
    assert_eq!(check_closed_set_within(&instance, &whole, 1), Err(ClosedSetFault::Memory(1)));
    // With room for them it is seen that the ways to them are counted more than once.
    assert!(matches!(check_closed_set_within(&instance, &whole, 8), Err(ClosedSetFault::Count { .. })));
}

#[test]
fn a_stopped_check_reports_its_progress() {
    let (instance, cost) = (patsat_testkit::freecell(3), Cost::M1);
    // A claim that the start's own bound proves, in a tree that goes to and fro far enough to be asked.
    let bound = LeastCost::new(&instance, cost).unwrap();
    let table = instance.table();
    let there = table.single_moves().into_iter().find(|&action| !action.goes_home()).unwrap();
    let items: Vec<Token> = (0..3000).flat_map(|_| [Token::Down(there), Token::Up]).collect();
    let claim = Claim::NoneShorter { cost, least: bound.from(&table) };
    let whole = file(&instance, claim, &items);
    let mut calls = Vec::new();
    let stopped = check_none_shorter_while(&instance, &whole, 64, &mut |looked, of| {
        calls.push((looked, of));
        calls.len() < 2
    });
    assert_eq!(stopped, Err(ClosedSetFault::Stopped));
    assert_eq!(calls.iter().map(|calls| calls.0).collect::<Vec<_>>(), [1024, 2048]);
    assert_eq!(
        check_none_shorter_while(&instance, &whole, 0, &mut |_, _| true),
        Err(ClosedSetFault::Memory(0))
    );
    let spider = small_runs(1);
    assert!(check_none_shorter(&spider, &whole).is_err());
}
