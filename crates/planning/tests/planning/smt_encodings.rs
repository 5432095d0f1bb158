//! The SMT encodings beside the thesis' against exhaustive search, on tiny tasks of every kind of
//! rule and on small games; shortest plans by z3's optimizer against A* and SAT.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::questions::{Question, shortest, tiny, wins};
use patsat_base::Limits;
use patsat_encodings::options::Options;
use patsat_encodings::schemes;
use patsat_encodings::task::{Home, Step, Stock, Task};
use patsat_encodings::unroll::Unit;
use patsat_game::rules::{Build, Cost, Group, Rules};
use patsat_game::state::Instance;
use patsat_lowering::lower::lower;
use patsat_planning::sat::Horizon;
use patsat_planning::smt::SmtMethod;
use patsat_planning::{Answer, Failure, Method, Monitor, Optimality, Outcome, Request, solve};
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use patsat_smt::{BuildError, ENCODINGS, SmtEncoding, encoding};
use patsat_solvers::smt::{self as backends, SmtBackendChoice};
use patsat_solvers::{Control, SolverAnswer};
use patsat_testkit::{small_game, small_spider, spider};
use std::collections::BTreeMap;
use std::ops::Range;

/// Returns the steps of a model, or `None` if the script is unsatisfiable. The answer is `Response::Unsupported` if the
/// encoding does not support the task.
fn query(row: &SmtEncoding, task: &Task, options: &Options, bound: u32, by: &SmtBackendChoice) -> Response {
    let bounded = match row.build(task, options, bound, None) {
        Ok(bounded) => bounded,
        Err(BuildError::Unsupported(_)) => return Response::Unsupported,
        Err(error) => panic!("{error}"),
    };
    match by.query(&bounded, 0, Control::default()) {
        Ok(SolverAnswer::Satisfiable(values)) => Response::Answer(Some(
            bounded.read(task, &values).unwrap_or_else(|e| panic!("{}: {e}", row.name)),
        )),
        Ok(SolverAnswer::Unsatisfiable) => Response::Answer(None),
        other => panic!("{}: {other:?}", row.name),
    }
}

enum Response {
    Unsupported,
    Answer(Option<Vec<Step>>),
}

/// Compares one encoding with search on one task.
fn compare(
    row: &SmtEncoding,
    task: &Task,
    options: &Options,
    length: Option<u32>,
    by: &SmtBackendChoice,
) -> &'static str {
    let place = |bound| format!("{} at {bound} with {options} on {task:?}, shortest {length:?}", row.name);
    let bounds: Vec<u32> = match (row.unit, length) {
        (Unit::Moves, Some(length)) => (length.saturating_sub(1)..=length).collect(),
        (_, Some(length)) => (0..=length * 2 + 2).collect(),
        (_, None) => vec![1, 3],
    };
    for bound in bounds {
        let Response::Answer(answer) = query(row, task, options, bound, by) else { return "unsupported" };
        match (answer, length) {
            (None, _) => {}
            (Some(steps), Some(length)) => {
                assert!(wins(task, &steps), "{}: {steps:?}", place(bound));
                assert!(row.unit != Unit::Moves || bound == length, "{}", place(bound));
                return "won";
            }
            (Some(steps), None) => panic!("{}: {steps:?}", place(bound)),
        }
    }
    assert_eq!(length, None, "{}", place(0));
    "unwinnable"
}

type VerdictCounts = BTreeMap<(&'static str, &'static str), u32>;

/// Whether the solver is here.
fn here(by: &SmtBackendChoice) -> bool {
    let there = by.check();
    if let Err(why) = &there {
        eprintln!("skipped: {why}");
    }
    there.is_ok()
}

/// A task of Klondike's kind that is lost, for every other seed, or won in a few moves.
fn klondike(seed: u64, longest: u32) -> Task {
    let wanted = |task: &Task| match shortest(task, 1500) {
        Some(Some(moves)) => seed % 24 == 10 && (1..=longest).contains(&moves),
        Some(None) => seed % 24 != 10,
        None => false,
    };
    (0..).map(|n| tiny::turning::klondike(1000 * seed + n)).find(wanted).unwrap()
}

fn run(names: &[&str], seeds: impl Iterator<Item = u64>, longest: u32, by: &str) -> Option<VerdictCounts> {
    let by = backends::backend(by).unwrap();
    if !here(&by) {
        return None;
    }
    let seeds_are_few = seeds.size_hint().0 < 200;
    let (mut seen, mut kinds) = (VerdictCounts::new(), BTreeMap::<(bool, &str), u32>::new());
    for seed in seeds {
        let task = match seed % 12 {
            2 | 5 | 8 | 11 => tiny::runs(seed),
            // Most encodings do not support these games.
            10 if names.contains(&"clauses-exists-klondike") => klondike(seed, longest),
            _ => tiny::random(seed),
        };
        let Some(length) = shortest(&task, 1500) else { continue };
        if length.is_some_and(|n| n > longest) {
            continue;
        }
        let options: Options =
            ["rebuilt=all", "rebuilt=all,safe=off,symmetry=off"][seed as usize / 3 % 2].parse().unwrap();
        for &name in names {
            let verdict = compare(encoding(name).unwrap(), &task, &options, length, &by);
            *seen.entry((encoding(name).unwrap().name, verdict)).or_default() += 1;
        }
        let stock = match task.stock {
            Stock::None => "none",
            Stock::Waste { .. } => "waste",
            Stock::Rows { .. } => "rows",
        };
        *kinds.entry((matches!(task.home, Home::Runs(_)), stock)).or_default() += 1;
    }
    println!("{seen:?} {kinds:?}");
    assert!(seeds_are_few || kinds.len() == 6, "every kind of rule: {kinds:?}");
    for name in names {
        for verdict in ["won", "unwinnable"] {
            assert!(seen.keys().any(|key| *key == (*name, verdict)), "{name} never {verdict}");
        }
    }
    Some(seen)
}

const OURS: [&str; 1] = ["relational"];

#[test]
fn they_agree_with_search() {
    agree(0..140, 60);
}

#[test]
#[ignore = "a minute; CI runs it"]
fn they_agree_with_search_at_length() {
    agree(0..420, 200);
}

fn agree(seeds: Range<u64>, least: u32) {
    if let Some(seen) = run(&OURS, seeds, 4, backends::DEFAULT) {
        assert!(seen[&("relational", "won")] + seen[&("relational", "unwinnable")] >= least, "{seen:?}");
    }
}

#[test]
fn they_agree_with_search_by_cvc5() {
    run(&OURS, 0..50, 4, "cvc5");
}

#[test]
#[ignore = "minutes"]
fn they_agree_with_search_on_many_tasks() {
    run(&OURS, 1000..2500, 14, backends::DEFAULT);
    run(&OURS, 1000..1150, 8, "cvc5");
}

/// Every SAT encoding as clauses.
#[test]
fn clauses_agree_with_search() {
    let names: Vec<&str> =
        ENCODINGS.iter().map(|row| row.name).filter(|n| n.starts_with("clauses-")).collect();
    assert_eq!(names.len(), schemes::ENCODINGS.len());
    // The last two are lost games that `proved` supports, which are rare.
    run(&names, (0..84).chain([112, 258]), 5, backends::DEFAULT);
}

fn shortest_by_smt(instance: &Instance) -> Result<Answer, Failure> {
    let method =
        SmtMethod { optimal: true, ..SmtMethod::with(encoding("relational").unwrap(), Horizon::Auto) };
    let request = Request::new(instance, Method::Smt(method));
    request.check()?;
    solve(&request, &mut Monitor::default())
}

/// The length of a shortest plan by A* on the rules, where the search is for such games.
fn by_a_star(instance: &Instance) -> Option<u32> {
    let options = SearchOptions { cost: Cost::M1, ..SearchOptions::default() };
    let report = (strategy("optimal").unwrap().run)(instance, &options, &mut Budget::new(Limits::default()));
    match report.end {
        SearchEnd::Solved(plan) => Some(plan.cost(&instance.table(), Cost::M1).unwrap() as u32),
        _ => None,
    }
}

/// z3's optimum, A*'s and SAT's are one.
fn optima(seeds: Range<u64>, longest: u32) -> u32 {
    let mut compared = 0;
    for seed in seeds {
        let instance = if seed % 4 == 3 { small_spider(seed) } else { small_game(seed) };
        let task = lower(&instance).unwrap().task;
        let Some(Some(length)) = shortest(&task, 3000).filter(|n| n.is_some_and(|n| n > 0 && n <= longest))
        else {
            continue;
        };
        let answer = match shortest_by_smt(&instance) {
            Ok(answer) => answer,
            Err(Failure::Missing(why)) => {
                eprintln!("skipped: {why}");
                return u32::MAX;
            }
            Err(error) => panic!("seed {seed}: {error}"),
        };
        let Outcome::Solved(plan, Optimality::Shortest { cost: Cost::M1, length: found }) = &answer.outcome
        else {
            panic!("seed {seed}: {:?}", answer.outcome)
        };
        assert_eq!(*found as usize, plan.cost(&instance.table(), Cost::M1).unwrap(), "seed {seed}");
        assert_eq!(*found, length, "seed {seed}");
        let sequential = schemes::encoding("sequential").unwrap();
        let mut sat = Question::new(sequential, &task, &Options::default()).unwrap();
        assert!(sat.query(length - 1).is_none() && sat.query(length).is_some(), "seed {seed}");
        if seed % 4 != 3 {
            assert_eq!(by_a_star(&instance), Some(length), "seed {seed}");
        }
        compared += 1;
    }
    compared
}

#[test]
fn shortest_plans_are_those_of_search_and_sat() {
    let compared = optima(0..230, 6);
    assert!(compared >= 30, "{compared}");
}

#[test]
#[ignore = "a minute; CI runs it"]
fn shortest_plans_are_those_of_search_and_sat_at_length() {
    assert!(optima(230..700, 6) >= 70);
}

#[test]
#[ignore = "minutes"]
fn shortest_plans_of_longer_games_are_those_of_search_and_sat() {
    assert!(optima(1000..1400, 16) >= 100);
}

/// Three single cards win, and so do two moves that stand for four.
#[test]
fn a_plan_of_fewest_cards_is_not_traded_for_fewer_moves() {
    let open = Rules { build: Build::AnySuit, group: Group::BySpaces, cells: 1, ..spider::rules(3, 1, 1, 2) };
    let instance = spider::columns(open, &["2C", "3C AC"]);
    match shortest_by_smt(&instance) {
        Err(Failure::Missing(why)) => eprintln!("skipped: {why}"),
        answer => {
            let Outcome::Solved(plan, Optimality::Shortest { cost: Cost::M1, length: 3 }) =
                answer.unwrap().outcome
            else {
                panic!("another optimum")
            };
            assert_eq!(plan.cost(&instance.table(), Cost::M1), Ok(3));
        }
    }
}

#[test]
fn a_shortest_plan_needs_an_encoding_that_counts() {
    let instance = small_spider(1);
    let method = SmtMethod { optimal: true, ..SmtMethod::with(encoding("thesis").unwrap(), Horizon::Auto) };
    let request = Request::new(&instance, Method::Smt(method));
    let error = request.check().unwrap_err().to_string();
    assert!(error.contains("does not count single-card moves"), "{error}");
}
