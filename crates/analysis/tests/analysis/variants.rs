//! `best`, `fair` and `easy` against the plainest enumeration there is.

use patsat_analysis::variants::{
    BestProof, EasyAnswer, FairEnd, HiddenCards, best, best_within, check_best_proof, easy, fair,
};
use patsat_base::{Limit, Limits};
use patsat_game::cards::Card;
use patsat_game::rules::{EmptyColumn, Stock};
use patsat_game::state::{Goal, Instance, StateKey, Table};
use patsat_planning::proof::ProofError;
use patsat_search::Budget;
use patsat_solvers::{BACKENDS, BackendChoice, Control, Kind};
use patsat_testkit::spider::{Shape, fill, game, orders, shortest};
use patsat_testkit::{Dice, small_game};
use std::collections::{HashMap, HashSet, VecDeque};

const SMALL: Shape = Shape { ranks: (2, 4), suits: 2, copies: 2, columns: (2, 4), stock: 3, face_down: 2 };

fn budget() -> Budget<'static> {
    Budget::new(Limits::default())
}

fn random_game(seed: u64, most_cards: usize) -> Option<Instance> {
    let mut dice = Dice::new(seed);
    let rule = dice.pick(&[EmptyColumn::Any, EmptyColumn::Any, EmptyColumn::TopRank, EmptyColumn::Nothing]);
    let instance = game(&mut dice, SMALL, rule);
    (instance.deal.cards_in_play().count() <= most_cards).then_some(instance)
}

/// Every reachable position with its least number of moves.
fn all_positions(start: &Table) -> Vec<(Table, usize)> {
    let mut seen: HashSet<StateKey> = HashSet::from([start.key()]);
    let mut open = VecDeque::from([(start.clone(), 0)]);
    let mut found = Vec::new();
    while let Some((table, depth)) = open.pop_front() {
        for action in table.moves() {
            let mut next = table.clone();
            next.apply(action).unwrap();
            if seen.insert(next.key()) {
                open.push_back((next, depth + 1));
            }
        }
        found.push((table, depth));
    }
    found
}

#[test]
fn the_best_is_the_best_of_all_positions() {
    let mut values: HashMap<(Goal, u32), u32> = HashMap::new();
    for instance in (0..1500).filter_map(|seed| random_game(seed, 9)) {
        let positions = all_positions(&instance.table());
        for goal in Goal::ALL {
            let value = |entry: &(Table, usize)| goal.value(&instance, &entry.0);
            let most = positions.iter().map(value).max().unwrap();
            let moves =
                positions.iter().filter(|entry| value(entry) == most).map(|entry| entry.1).min().unwrap();
            let found = best(&instance, goal, &mut budget()).unwrap();
            assert_eq!((found.value, found.open), (most, None), "{goal:?}: {instance:?}");
            assert_eq!(found.plan.plan.moves.len(), moves, "{goal:?}: {instance:?}");
            assert_eq!(goal.value(&instance, &found.plan.table), most);
            assert!(most < goal.most(&instance) || found.positions <= positions.len() as u64);
            assert!(most == goal.most(&instance) || found.positions == positions.len() as u64);
            *values.entry((goal, most)).or_default() += 1;
        }
    }
    // Every goal was reached and missed, and partly reached where it has parts.
    for (goal, value) in [
        (Goal::Runs, 0),
        (Goal::Runs, 1),
        (Goal::Runs, 2),
        (Goal::OneRun, 0),
        (Goal::OneRun, 1),
        (Goal::LongestRun, 2),
        (Goal::LongestRun, 3),
        (Goal::LongestRun, 4),
    ] {
        assert!(values.get(&(goal, value)).is_some_and(|&n| n >= 10), "{goal:?} {value}: {values:?}");
    }
}

/// Within a horizon, the best value by SAT is the largest among the positions within that distance. With a
/// horizon beyond the farthest position it is the largest of all.
#[test]
fn the_best_within_a_horizon_is_the_best_of_the_near_positions() {
    let built_in: Vec<BackendChoice> =
        BACKENDS.iter().filter(|row| matches!(row.kind, Kind::BuiltIn(_))).map(BackendChoice::Row).collect();
    let (mut whole, mut part, mut grown) = (0, 0, 0);
    for (n, instance) in (2000..2400).filter_map(|seed| random_game(seed, 9)).enumerate() {
        let positions = all_positions(&instance.table());
        let farthest = positions.iter().map(|entry| entry.1).max().unwrap() as u32;
        let backend = &built_in[n % built_in.len()];
        for goal in Goal::ALL {
            for horizon in [0, 1, 3, 6] {
                let near = positions.iter().filter(|entry| entry.1 <= horizon as usize);
                let most = near.map(|entry| goal.value(&instance, &entry.0)).max().unwrap();
                let found = best_within(&instance, goal, horizon, backend, 0, Control::default()).unwrap();
                assert_eq!((found.value, found.open), (most, None), "{goal:?} {horizon}: {instance:?}");
                assert!(found.plan.plan.moves.len() <= horizon as usize);
                assert_eq!(goal.value(&instance, &found.plan.table), most);
                grown += usize::from(most > goal.value(&instance, &instance.table()));
                *(if horizon >= farthest { &mut whole } else { &mut part }) += 1;
            }
        }
    }
    assert!(whole > 100 && part > 100 && grown > 100, "{whole} {part} {grown}");
}

/// What search excludes within a horizon is proved; what it reaches cannot be; a proof is of its
/// own game, goal, horizon and value.
#[test]
fn nothing_better_within_a_horizon_is_proved() {
    let built_in: Vec<BackendChoice> =
        BACKENDS.iter().filter(|row| matches!(row.kind, Kind::BuiltIn(_))).map(BackendChoice::Row).collect();
    let (mut proved, mut reached) = (0, 0);
    let mut before: Option<Vec<u8>> = None;
    for (n, instance) in (2000..2150).filter_map(|seed| random_game(seed, 9)).enumerate() {
        let (goal, horizon) = (Goal::ALL[n % 3], [1, 3, 5][n / 3 % 3]);
        let near = all_positions(&instance.table()).into_iter().filter(|entry| entry.1 <= horizon);
        let most = near.map(|entry| goal.value(&instance, &entry.0)).max().unwrap();
        let backend = &built_in[n % built_in.len()];
        let make =
            |value| BestProof::make(&instance, goal, horizon as u32, value, backend, Control::default());
        if most > goal.value(&instance, &instance.table()) {
            assert!(matches!(make(most), Err(ProofError::Satisfiable)), "{goal:?} {horizon}: {instance:?}");
            reached += 1;
        }
        if most == goal.most(&instance) {
            assert!(make(most + 1).is_err());
            continue;
        }
        let proof = make(most + 1).unwrap();
        let shown = check_best_proof(&instance, &proof.bytes, 1024).unwrap();
        assert_eq!((shown.goal, shown.moves, shown.value), (goal, horizon as u32, most + 1));
        if let Some(other) = before.replace(proof.bytes.clone()) {
            assert!(check_best_proof(&instance, &other, 1024).is_err());
        }
        let mut damaged = proof.bytes;
        let at = n * 31 % damaged.len();
        damaged[at] ^= 1;
        assert!(check_best_proof(&instance, &damaged, 1024).is_err());
        proved += 1;
    }
    assert!(proved > 30 && reached > 10, "{proved} {reached}");
}

#[test]
fn a_proof_of_more_moves_than_can_be_counted_is_refused() {
    let instance = (0..).find_map(|seed| random_game(seed, 12)).unwrap();
    let (backend, control) = (patsat_solvers::backend("varisat").unwrap(), Control::default());
    let goal = Goal::Runs;
    let value = goal.value(&instance, &instance.table()) + 1;
    // As no move reaches anything in none, a formula of none would prove it of all.
    assert!(BestProof::make(&instance, goal, 0, value, &backend, control).is_ok());
    let most = BestProof::make(&instance, goal, u32::MAX, value, &backend, control).unwrap_err();
    assert!(most.to_string().contains("horizon 4294967295: expected at most 4294967294"), "{most}");
    let next = Control { memory_mib: Some(16), ..control };
    assert!(BestProof::make(&instance, goal, u32::MAX - 1, value, &backend, next).is_err());
}

#[test]
fn a_limit_leaves_the_best_so_far() {
    let instance = (0..).find_map(|seed| {
        let instance = random_game(seed, 16)?;
        let many = best(&instance, Goal::Runs, &mut budget()).unwrap().positions > 500;
        many.then_some(instance)
    });
    let instance = instance.unwrap();
    let limited = || Budget::new(Limits { nodes: Some(3), ..Limits::default() });
    let found = best(&instance, Goal::Runs, &mut limited()).unwrap();
    assert_eq!(found.open, Some(Limit::Nodes));
    assert_eq!(found.value, Goal::Runs.value(&instance, &found.plan.table));
    let EasyAnswer::Unknown { limit: Limit::Nodes, .. } = easy(&instance, 5, &mut limited()).unwrap() else {
        panic!();
    };
    let limited_answer = fair(&instance, HiddenCards::FaceDown, &mut limited()).unwrap();
    assert!(matches!(limited_answer.end, FairEnd::Unknown(Limit::Nodes)), "{limited_answer:?}");
}

#[test]
fn a_game_is_fair_if_every_order_can_be_won() {
    let mut answers = [0; 2];
    let (mut with_stock, mut many) = (0, 0);
    let (mut tops, mut more) = (false, 0);
    for instance in (0..1500).filter_map(|seed| random_game(seed, 8)) {
        tops = !tops;
        let kind = if tops { HiddenCards::WithTops } else { HiddenCards::FaceDown };
        let hidden = kind.cards(&instance.deal);
        more += usize::from(hidden.len() > HiddenCards::FaceDown.cards(&instance.deal).len());
        if hidden.len() > 4 {
            continue;
        }
        let all = orders(&hidden);
        let lost: Vec<&Vec<Card>> =
            all.iter().filter(|order| shortest(&fill(&instance, order, tops).table()).is_none()).collect();
        let found = fair(&instance, kind, &mut budget()).unwrap();
        assert_eq!(found.hidden, hidden.len());
        match found.end {
            FairEnd::Yes => {
                assert!(lost.is_empty(), "{instance:?}");
                assert_eq!(found.won, all.len() as u64);
                many += u32::from(all.len() > 3);
                with_stock += u32::from(!instance.deal.stock.is_empty());
            }
            FairEnd::No { order, .. } => {
                let first = *lost.iter().min().unwrap();
                assert_eq!(
                    order.deal,
                    fill(&instance, first, tops).deal,
                    "the first lost order in lexicographic order"
                );
                assert_eq!(found.won as usize, all.iter().filter(|order| *order < first).count());
            }
            FairEnd::Unknown(limit) => panic!("{limit}"),
        }
        answers[usize::from(lost.is_empty())] += 1;
    }
    assert!(
        answers.iter().all(|&n| n > 100) && with_stock > 10 && many > 20 && more > 20,
        "{answers:?} {with_stock} {many} {more}"
    );
}

/// Search for each position, asked once.
#[derive(Default)]
struct NaiveSearch(HashMap<StateKey, bool>);

impl NaiveSearch {
    fn is_lost(&mut self, table: &Table) -> bool {
        *self.0.entry(table.key()).or_insert_with(|| shortest(table).is_none())
    }

    /// The least number of first moves, up to k, after which the game is lost: all sequences.
    fn losing(&mut self, table: &Table, k: usize) -> Option<usize> {
        if self.is_lost(table) {
            return Some(0);
        }
        if k == 0 || table.is_won() {
            return None;
        }
        let after = |action| {
            let mut next = table.clone();
            next.apply(action).unwrap();
            self.losing(&next, k - 1)
        };
        table.moves().into_iter().filter_map(after).min().map(|n| n + 1)
    }
}

#[test]
fn a_game_is_easy_if_no_first_moves_lose_it() {
    let mut answers = [[0; 2]; 4];
    let spiders = (0..500).filter_map(|seed| random_game(seed, 8));
    for instance in spiders.chain((0..100).map(small_game)) {
        if instance.deal.cards_in_play().count() > 8 {
            continue;
        }
        let mut naive = NaiveSearch::default();
        for (k, answers) in answers.iter_mut().enumerate() {
            let expected = naive.losing(&instance.table(), k);
            match easy(&instance, k as u32, &mut budget()).unwrap() {
                EasyAnswer::Yes { positions, replayed } => {
                    assert_eq!(expected, None, "{k}: {instance:?}");
                    assert!((1..=positions).contains(&replayed));
                }
                EasyAnswer::No { prefix, .. } => {
                    assert_eq!(expected, Some(prefix.plan.moves.len()), "{k}: {instance:?}");
                    assert!(shortest(&prefix.table).is_none());
                }
                EasyAnswer::Unknown { limit, .. } => panic!("{limit}"),
            }
            answers[usize::from(expected.is_none())] += 1;
        }
    }
    assert!(answers.iter().flatten().all(|&n| n > 50), "{answers:?}");
}

/// A row that falls onto empty columns or not changes which orders win; both rules were met.
#[test]
fn strict_dealing_is_a_rule_like_any_other() {
    let strict = |instance: &Instance| matches!(instance.rules.stock, Stock::Rows { onto_empty: false });
    let games: Vec<Instance> = (0..400).filter_map(|seed| random_game(seed, 8)).collect();
    assert!(games.iter().filter(|game| strict(game)).count() > 10);
}
