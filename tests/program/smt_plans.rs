//! SMT encodings against exhaustive search on the rules: small games and endgames of Spider,
//! by linked z3 and by programs. Changed models must be rejected.
#![allow(clippy::unwrap_used, reason = "a test")]

use patsat_cli::report::human;
use patsat_encodings::options::Options;
use patsat_game::rules::{EmptyColumn, Move};
use patsat_game::state::{Instance, Table};
use patsat_lowering::lower::lower;
use patsat_planning::sat::Horizon;
use patsat_planning::smt::SmtMethod;
use patsat_planning::smt::script::{BoundedScript, NoPlanError, ScriptRequest};
use patsat_planning::{Answer, Failure, Measure, Method, Monitor, Outcome, Request, solve};
use patsat_smt::{Value, Values, encoding};
use patsat_solvers::smt::{self as backends, SmtBackendChoice};
use patsat_solvers::{Control, SolverAnswer};
use patsat_testkit::Dice;
use patsat_testkit::spider::{Shape, game};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The longest bound to query for a game that is lost or long.
const MOST: u32 = 4;

fn key(table: &Table) -> Vec<u8> {
    table.key().as_bytes().to_vec()
}

/// Finds a shortest plan by visiting all positions; gives up at `most` positions.
fn shortest(instance: &Instance, most: usize) -> Option<Vec<Move>> {
    let start = instance.table();
    let mut from: HashMap<Vec<u8>, Option<(Vec<u8>, Move)>> = HashMap::from([(key(&start), None)]);
    let mut layer = vec![start];
    while !layer.is_empty() && from.len() < most {
        if let Some(won) = layer.iter().find(|table| table.is_won()) {
            let (mut at, mut moves) = (key(won), Vec::new());
            while let Some(Some((before, action))) = from.get(&at) {
                moves.push(*action);
                at.clone_from(before);
            }
            moves.reverse();
            return Some(moves);
        }
        let mut next = Vec::new();
        for table in &layer {
            for action in table.moves() {
                let mut after = table.clone();
                after.apply(action).unwrap();
                if let Entry::Vacant(place) = from.entry(key(&after)) {
                    place.insert(Some((key(table), action)));
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    None
}

/// Whether the game can be won in at most `moves` moves.
fn winnable_within(table: &Table, moves: u32) -> bool {
    table.is_won()
        || moves > 0
            && table.moves().into_iter().any(|action| {
                let mut after = table.clone();
                after.apply(action).is_ok() && winnable_within(&after, moves - 1)
            })
}

/// Returns a random game, or the end of a longer one after the first moves of a shortest plan. The second
/// part is the least bound that wins, or `None` if no bound within [`MOST`] does.
fn position(seed: u64) -> (Instance, Option<u32>) {
    let mut dice = Dice::new(seed);
    let shape = Shape { ranks: (2, 4), suits: 2, copies: 2, columns: (2, 4), stock: 3, face_down: 3 };
    let instance = game(&mut dice, shape, EmptyColumn::Any);
    let end = shortest(&instance, 3_000).filter(|plan| !plan.is_empty() && dice.below(4) > 0);
    let instance = match end {
        Some(plan) => {
            // An end of up to three moves: every run may have to leave in it.
            let mut table = instance.table();
            let kept = 1 + dice.below(3);
            for &action in &plan[..plan.len().saturating_sub(kept)] {
                table.apply(action).unwrap();
            }
            Instance::new(instance.rules.as_ref().clone(), table.deal().clone()).unwrap()
        }
        None => instance,
    };
    let table = instance.table();
    let least = (0..=MOST).find(|&moves| winnable_within(&table, moves));
    (instance, least)
}

fn request<'a>(instance: &'a Instance, options: &str, backend: &SmtBackendChoice, bound: u32) -> Request<'a> {
    let method = SmtMethod {
        options: options.parse().unwrap(),
        backend: backend.clone(),
        ..SmtMethod::with(encoding("thesis").unwrap(), Horizon::One(bound))
    };
    Request::new(instance, Method::Smt(method))
}

fn query(
    instance: &Instance,
    options: &str,
    backend: &SmtBackendChoice,
    bound: u32,
) -> Result<Answer, Failure> {
    solve(&request(instance, options, backend, bound), &mut Monitor::default())
}

const OPTIONS: [&str; 5] =
    ["", "contraposition=off,empty-piles=off", "minimal-index", "sorted-goal", "sorted-goal,minimal-index"];

/// Compares the answers for random games with search; returns false if the solver is not installed.
fn agrees(seeds: impl Iterator<Item = u64>, backend: &str) -> bool {
    let backend = backends::backend(backend).unwrap();
    let (mut plans, mut none) = (0, 0);
    for seed in seeds {
        let (instance, least) = position(seed);
        let text = OPTIONS[seed as usize % OPTIONS.len()];
        let options: Options = text.parse().unwrap();
        let bounds = match least {
            Some(least) => vec![least.saturating_sub(1), least],
            None => vec![MOST],
        };
        for bound in bounds.into_iter().filter(|&bound| bound > 0 && bound <= 6) {
            let place = format!("seed {seed}, '{text}', bound {bound}, least {least:?}");
            let answer = match query(&instance, text, &backend, bound) {
                Ok(answer) => answer,
                Err(Failure::Missing(why)) => {
                    eprintln!("skipped: {why}");
                    return false;
                }
                Err(error) => panic!("{place}: {error}"),
            };
            let within = least.is_some_and(|least| least <= bound);
            let verdict = human::verdict("smt", &answer);
            match &answer.outcome {
                // Verified. With the sorted goal the bound ends where the game is sorted.
                Outcome::Solved(..) => {
                    assert!(within || options.thesis.sorted_goal, "{place}: {verdict}");
                    plans += 1;
                }
                Outcome::NoPlanWithin { bound: none_within, of: Measure::Encoding(_), proof: None } => {
                    assert_eq!(*none_within, bound);
                    assert!(!within || options.thesis.minimal_index, "{place}: {verdict}");
                    assert_eq!(
                        verdict.contains("minimal-index leaves out plans"),
                        options.thesis.minimal_index,
                        "{verdict}"
                    );
                    assert!(!verdict.contains("nwinnable"), "{verdict}");
                    none += 1;
                }
                other => panic!("{place}: {other:?}"),
            }
        }
    }
    println!("{}: {plans} plans, {none} times none", backend.name());
    assert!(plans > 0 && none > 0);
    true
}

#[test]
fn the_thesis_agrees_with_search() {
    agrees(0..14, backends::DEFAULT);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn the_thesis_agrees_with_search_at_length() {
    agrees(14..40, backends::DEFAULT);
}

#[test]
#[ignore = "minutes"]
fn the_thesis_agrees_with_search_on_many_games() {
    agrees(40..500, backends::DEFAULT);
}

#[test]
fn other_solvers_agree_with_search() {
    for name in ["z3-program", "cvc5"] {
        agrees((0..10).map(|n| n * 4), name);
    }
}

#[test]
fn nothing_is_lost_by_the_minimal_index_without_a_stock() {
    let backend = backends::backend(backends::DEFAULT).unwrap();
    let mut queried = 0;
    for seed in 1000..1040 {
        let (instance, least) = position(seed);
        let Some(least) = least.filter(|&n| n > 0 && n < 6 && instance.table().deal().stock.is_empty())
        else {
            continue;
        };
        let answer = query(&instance, "minimal-index", &backend, least);
        if let Err(Failure::Missing(why)) = &answer {
            eprintln!("skipped: {why}");
            return;
        }
        assert!(matches!(answer.unwrap().outcome, Outcome::Solved(..)), "seed {seed}");
        queried += 1;
    }
    assert!(queried > 5, "{queried}");
}

#[test]
fn a_changed_model_is_refused() {
    let backend = backends::backend(backends::DEFAULT).unwrap();
    let print = |values: &Values| -> String {
        let lines: String = values.iter().map(|(name, value)| format!("({name} {value})\n")).collect();
        format!("sat\n({lines})\n")
    };
    let mut refused = 0;
    for seed in 0..40 {
        let (instance, least) = position(seed);
        let Some(horizon) = least.filter(|&n| n > 1 && n < 6) else { continue };
        let (encoding, options) = (encoding("thesis").unwrap(), Options::default());
        let script =
            BoundedScript::build(&instance, ScriptRequest { encoding, options, horizon, memory_mib: 512 });
        let script = script.unwrap();
        let bounded = encoding.build(&lower(&instance).unwrap().task, &options, horizon, None).unwrap();
        let values = match backend.query(&bounded, 0, Control::default()) {
            Ok(SolverAnswer::Satisfiable(values)) => values,
            Err(why) => return eprintln!("skipped: {why}"),
            other => panic!("{other:?}"),
        };
        assert!(script.plan(&print(&values)).is_ok(), "seed {seed}");
        for (name, value) in values.iter() {
            // At the least horizon every move is needed as it is, but for one that could go elsewhere.
            let changed = match (value, name.split('_').next()) {
                (Value::Data(..), _) => Value::Data("ordered".into(), vec![]),
                (Value::Int(_), Some("source"))
                    if values.constructor(&name.replace("source", "type")) == Some("normal") =>
                {
                    Value::Int(17)
                }
                (Value::Int(n), Some("height")) if *n > 0 => Value::Int(n + 100),
                _ => continue,
            };
            let mut other = Values::default();
            for (n, v) in values.iter() {
                other.add(n, if n == name { changed.clone() } else { v.clone() });
            }
            match script.plan(&print(&other)) {
                Err(NoPlanError::Refused { .. }) => refused += 1,
                // What follows an early end may be clears alone, which the rules do by themselves.
                Ok(_) if changed == Value::Data("ordered".into(), vec![]) => {}
                result => panic!("seed {seed}, {name}: {result:?}"),
            }
        }
        assert!(matches!(script.plan("unsat"), Err(NoPlanError::Text(_))));
        assert!(matches!(script.plan("sat ((over_0 true))"), Err(NoPlanError::Refused { .. })));
    }
    assert!(refused > 10, "{refused}");
}
