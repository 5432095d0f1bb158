//! Encodings that lie: what is no plan is never an answer.

use super::*;
use crate::request::{Method, Request};
use patsat_encodings::formula::{Formula, FormulaSizeError};
use patsat_encodings::task::{Step, Task};
use patsat_encodings::unroll::{Encoding, ReadError, StepHolds, Unit, Unroll, UnsupportedError};
use patsat_game::rules::Rules;
use rustsat::types::{Lit, Var};

/// Claims a plan from this bound on, and reads nothing from a model, or fails to read it.
struct Liar {
    from: u32,
    readable: bool,
}

impl Unroll for Liar {
    fn grow(&mut self, bound: u32, formula: &mut Formula) -> Result<Lit, FormulaSizeError> {
        let goal = formula.new_lit();
        if bound < self.from {
            formula.add(&[!goal]);
        }
        Ok(goal)
    }

    fn read(&self, _model: &dyn Fn(Lit) -> bool) -> Result<Vec<Step>, ReadError> {
        if self.readable { Ok(Vec::new()) } else { Err(ReadError("a card is in two places".into())) }
    }

    fn names(&self) -> Vec<(Var, String)> {
        Vec::new()
    }
}

fn empty(_: &Task, _: &Options) -> Result<Box<dyn Unroll>, UnsupportedError> {
    Ok(Box::new(Liar { from: 3, readable: true }))
}

fn unreadable(_: &Task, _: &Options) -> Result<Box<dyn Unroll>, UnsupportedError> {
    Ok(Box::new(Liar { from: 3, readable: false }))
}

type Start = fn(&Task, &Options) -> Result<Box<dyn Unroll>, UnsupportedError>;

const fn liar(start: Start) -> Encoding {
    let unit = Unit::Steps;
    Encoding {
        name: "liar",
        about: "",
        source: "",
        unit,
        incremental: true,
        first_bound: 4,
        step_holds: StepHolds::Unknown,
        as_script: "",
        start,
    }
}

static EMPTY: Encoding = liar(empty);
static UNREADABLE: Encoding = liar(unreadable);

fn query(encoding: &'static Encoding, horizon: Horizon, threads: usize) -> Result<Answer, Failure> {
    let mut rules = Rules::preset("freecell").unwrap();
    rules.deck.ranks = 2;
    let instance = Instance::from_id(rules, "ms:1".parse().unwrap()).unwrap();
    let backend = solve::backend("varisat").unwrap();
    let config = Config { encoding, options: Options::default(), backend, seed: 0 };
    let queries = SatQueries::Horizons { configs: vec![config; threads], horizon, schedule: None };
    let method = SatMethod { queries, horizon_time: None, threads };
    let request = Request::new(&instance, Method::Sat(method));
    crate::solve(&request, &mut Monitor::default())
}

#[test]
fn a_model_that_is_no_plan_fails_the_self_check_with_its_files() {
    for (encoding, message) in [(&EMPTY, "not won"), (&UNREADABLE, "in two places")] {
        for threads in [1, 2] {
            let error = query(encoding, Horizon::Range(1, 9), threads).unwrap_err();
            let Failure::SelfCheck(SelfCheck::Model { what, files }) = &error else { panic!("{error:?}") };
            assert!(what.to_string().contains(message), "{what}");
            let file = |name: &str| &files.0.iter().find(|(n, _)| *n == name).unwrap().1;
            assert!(file("formula.cnf").starts_with("p cnf ") && file("model.txt").starts_with("s SAT"));
            assert!(file("question.txt").contains("horizon: "));
            // The complaint names the files and does not hold them.
            assert!(!format!("{error:?}").contains("p cnf "));
        }
    }
}

#[test]
fn exclusions_are_reported_with_bound_and_encoding() {
    let answer = query(&EMPTY, Horizon::Range(1, 2), 1).unwrap();
    let Outcome::NoPlanWithin { bound: 2, of: Measure::Encoding(within), .. } = answer.outcome else {
        panic!("{answer:?}")
    };
    assert_eq!(within.words(2), "2 steps of encoding liar");
    let rounds = answer.sat.unwrap().rounds;
    let queried: Vec<_> = rounds.iter().map(|r| (r.question.horizon, r.answer)).collect();
    assert_eq!(queried, [(1, RoundEnd::None), (2, RoundEnd::None)]);
    let twice = query(&EMPTY, Horizon::One(2), 2).unwrap();
    assert!(matches!(twice.outcome, Outcome::NoPlanWithin { bound: 2, .. }));
}
