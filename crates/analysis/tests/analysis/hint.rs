//! Every mark of a hint held against exhaustive search, on small games of all kinds.

use patsat_analysis::hint::{Gain, Hint, HintRequest, Mark, MarkedMove, hint};
use patsat_analysis::why::{PlayOutcome, PlayedError};
use patsat_base::Limits;
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Plan, StateKey, Table};
use patsat_game::verify::replay;
use patsat_planning::{Basis, Monitor, Outcome};
use patsat_testkit::thieves::small_thieves;
use patsat_testkit::{Dice, small_game, small_spider};
use std::collections::{HashMap, HashSet};

/// Games with more positions than this are left out.
const MOST: usize = 4_000;

/// Which positions can be won: all that can be reached are listed, and wins spread backwards.
struct Brute {
    numbers: HashMap<StateKey, usize>,
    tables: Vec<Table>,
    wins: Vec<bool>,
}

impl Brute {
    fn new(start: &Table) -> Option<Brute> {
        let mut numbers = HashMap::from([(start.key(), 0)]);
        let (mut tables, mut before) = (vec![start.clone()], vec![Vec::new()]);
        let mut next = 0;
        while next < tables.len() {
            for action in tables[next].moves() {
                let mut after = tables[next].clone();
                after.apply(action).unwrap();
                let number = *numbers.entry(after.key()).or_insert(tables.len());
                if number == tables.len() {
                    tables.push(after);
                    before.push(Vec::new());
                }
                before[number].push(next);
            }
            next += 1;
            if tables.len() > MOST {
                return None;
            }
        }
        let mut wins: Vec<bool> = tables.iter().map(Table::is_won).collect();
        let mut open: Vec<usize> = (0..wins.len()).filter(|&n| wins[n]).collect();
        while let Some(number) = open.pop() {
            for &earlier in &before[number] {
                if !wins[earlier] {
                    wins[earlier] = true;
                    open.push(earlier);
                }
            }
        }
        Some(Brute { numbers, tables, wins })
    }

    /// The positions from which some moves win and others lose.
    fn critical(&self) -> Vec<&Table> {
        let critical = |table: &&Table| {
            let after = table.moves().into_iter().map(|action| {
                let mut after = (*table).clone();
                after.apply(action).unwrap();
                self.wins(&after)
            });
            !table.is_won() && after.collect::<HashSet<bool>>().len() == 2
        };
        self.tables.iter().filter(critical).collect()
    }

    fn wins(&self, table: &Table) -> bool {
        self.wins[self.numbers[&table.key()]]
    }
}

/// A random game, and some random moves of it.
fn played(seed: u64) -> (Instance, Plan) {
    let game = match seed % 3 {
        0 => small_game(seed),
        1 => small_spider(seed),
        _ => small_thieves(seed),
    };
    let mut dice = Dice::new(seed);
    let (mut table, mut moves) = (game.table(), Vec::new());
    for _ in 0..dice.below(8) {
        let legal = table.moves();
        if legal.is_empty() || table.is_won() {
            break;
        }
        let action = legal[dice.below(legal.len())];
        table.apply(action).unwrap();
        moves.push(action);
    }
    (game, Plan { moves })
}

fn hint_for(game: &Instance, played: &Plan, nodes: Option<u64>) -> Hint {
    let limits = Limits { nodes, ..Limits::default() };
    let request = HintRequest { played: played.clone(), ..HintRequest::new(game) }.within(limits);
    hint(&request, &mut Monitor::default()).unwrap()
}

/// Holds all that a hint says against brute force; wins, open and lost moves.
fn agrees(hint: &Hint, brute: &Brute, seed: u64) -> (usize, usize, usize) {
    let table = hint.now.table();
    let legal: HashSet<Move> =
        if table.is_won() { HashSet::new() } else { table.moves().into_iter().collect() };
    assert_eq!(hint.moves.iter().map(|m| m.action).collect::<HashSet<_>>(), legal, "{seed}");
    assert_eq!(hint.moves.len(), legal.len(), "{seed}: every move once");
    for one in &hint.moves {
        let mut after = table.clone();
        after.apply(one.action).unwrap();
        match &one.mark {
            Mark::Wins(plan) => {
                assert!(brute.wins(&after), "{seed}: {:?} is called winning", one.action);
                assert_eq!(plan.moves[0], one.action);
                replay(&hint.now, (**plan).clone()).unwrap();
            }
            Mark::Loses(_) => assert!(!brute.wins(&after), "{seed}: {:?} is called losing", one.action),
            Mark::Open(_) => {}
        }
    }
    let counts = hint.counts();
    match &hint.answer.outcome {
        Outcome::Solved(plan, _) => {
            assert!(brute.wins(&table), "{seed}");
            replay(&hint.now, (**plan).clone()).unwrap();
            assert_eq!(hint.best(), plan.moves.first().copied());
            assert_eq!(hint.best(), hint.moves.first().map(|m| m.action), "{seed}");
            assert_eq!(hint.reason().is_some(), !plan.moves.is_empty());
            let left = |mark: &Mark| if let Mark::Wins(plan) = mark { plan.moves.len() } else { usize::MAX };
            assert!(
                hint.moves.iter().all(|m| left(&m.mark) >= plan.moves.len()),
                "{seed}: the shortest first"
            );
        }
        Outcome::Unwinnable(_) => {
            assert!(!brute.wins(&table), "{seed}");
            assert_eq!((counts.0, counts.1), (0, 0), "{seed}");
        }
        Outcome::Unknown(_) => assert!(counts.0 == 0 && counts.1 > 0, "{seed}: {counts:?}"),
        Outcome::NoPlanWithin { .. } => panic!("{seed}: nobody asked for a bound"),
    }
    counts
}

#[test]
fn every_mark_agrees_with_exhaustive_search() {
    let (mut wins, mut loses, mut open, mut patterns, mut beside_winning) = (0, 0, 0, 0, 0);
    for seed in 0..300 {
        let (game, played) = played(seed);
        let Some(brute) = Brute::new(&game.table()) else { continue };
        let critical = brute.critical();
        let at = |table: &Table| Instance { deal: table.deal().clone(), id: None, ..game.clone() };
        // Positions in which only some moves lose test the most.
        let several = critical.iter().step_by(critical.len().div_ceil(4).max(1));
        let mut cases = vec![(game.clone(), played)];
        cases.extend(several.map(|table| (at(table), Plan::default())));
        for (game, played) in cases {
            let whole = hint_for(&game, &played, None);
            let (won, unknown, lost) = agrees(&whole, &brute, seed);
            assert_eq!(unknown, 0, "{seed}: nothing stays open without a limit");
            beside_winning += if won > 0 { lost } else { 0 };
            (wins, loses) = (wins + won, loses + lost);
            let by_patterns = |m: &&MarkedMove| matches!(m.mark, Mark::Loses(Basis::Patterns(_)));
            patterns += whole.moves.iter().filter(by_patterns).count();
            // Limits leave more moves open, and change no other mark.
            for nodes in [0, 3, 40] {
                open += agrees(&hint_for(&game, &played, Some(nodes)), &brute, seed).1;
            }
            let again = hint_for(&game, &played, None);
            assert_eq!(
                (&whole.moves, &whole.answer.outcome),
                (&again.moves, &again.answer.outcome),
                "{seed}"
            );
        }
    }
    let seen = [wins, loses, open, beside_winning, patterns];
    assert!(seen.iter().zip([500, 200, 200, 100, 50]).all(|(&seen, least)| seen > least), "{seen:?}");
}

#[test]
fn a_lost_position_names_the_move_that_lost_it() {
    let mut seen = [0, 0];
    for seed in 0..900 {
        let (game, played) = played(seed);
        let Some(brute) = Brute::new(&game.table()) else { continue };
        let mut table = game.table();
        let mut winnable = vec![brute.wins(&table)];
        for &action in &played.moves {
            table.apply(action).unwrap();
            winnable.push(brute.wins(&table));
        }
        let hint = hint_for(&game, &played, None);
        let expected = winnable.iter().rposition(|&wins| wins);
        match hint.since {
            None => assert!(winnable[played.moves.len()] || played.moves.is_empty(), "{seed}"),
            Some(since) => match (since.lost, expected) {
                (PlayOutcome::At { step, .. }, Some(last)) => {
                    assert_eq!(step, last, "{seed}");
                    let (before, action) = since.by.unwrap();
                    assert!(brute.wins(&before) && action == played.moves[step], "{seed}");
                    seen[0] += 1;
                }
                (PlayOutcome::Always(_), None) => seen[1] += 1,
                other => panic!("{seed}: {other:?}"),
            },
        }
    }
    assert!(seen[0] > 30 && seen[1] > 30, "{seen:?}");
}

#[test]
fn what_was_played_must_be_legal() {
    let (game, mut played) = (0..).map(|n| (small_game(n), Plan::default())).next().unwrap();
    played.moves.push(Move::Draw);
    let request = HintRequest { played, ..HintRequest::new(&game) };
    assert!(matches!(hint(&request, &mut Monitor::default()), Err(PlayedError::Illegal(_))));
}

#[test]
fn a_move_is_praised_for_what_it_does() {
    use patsat_testkit::spider::{columns, rules};
    // The run of hearts is complete once the 2 is on the 3 and the ace on the 2.
    let game = columns(rules(3, 1, 1, 3), &["2C 3C", "AC"]);
    let hint = hint_for(&game, &Plan::default(), None);
    let reason = hint.reason().unwrap();
    assert!(
        reason.gains.iter().any(|gain| matches!(gain, Gain::Uncovers(_) | Gain::Empties(_))),
        "{reason:?}"
    );
    assert!(matches!(reason.then, Some((_, Gain::Run(_) | Gain::Empties(_)))), "{reason:?}");
}
