//! The output of solvers: answers, models, values, and the plans that are read from them.

use super::chosen;
use crate::Target;
use crate::games::{SolvedGame, games};
use crate::messages::sentence;
use patsat_encodings::emit::read_model;
use patsat_encodings::options::Options;
use patsat_encodings::schemes;
use patsat_game::rules::Cost;
use patsat_planning::formula::{BoundedFormula, FormulaRequest};
use patsat_planning::smt::script::{BoundedScript, ScriptRequest};
use patsat_smt::answer::{read_answer, read_model as read_values};
use patsat_smt::encoding as smt_encoding;
use patsat_solvers::{BackendOptions, Control, SolverAnswer, backend, read_output};
use rustsat::types::Lit;
use std::sync::OnceLock;

const MODEL: &[&str] = &[
    "s SATISFIABLE\n",
    "s UNSATISFIABLE\n",
    "s OPTIMUM FOUND\n",
    "s UNKNOWN\n",
    "v ",
    "c formula ",
    "o 3\n",
    "SAT\n",
    "UNSAT\n",
    "INDET\n",
    "0",
    "-",
    "01",
    "\n",
];
const VALUES: &[&str] = &[
    "sat\n",
    "unsat\n",
    "unknown\n",
    "(error \"",
    "(model",
    "(define-fun",
    "()",
    "Bool",
    "Int",
    "true",
    "false",
    "(- 3)",
    "#b01",
    "#xff",
    "|a b|",
    "(",
    ")",
    "(_ bv3 8)",
    ":reason-unknown",
    "(let ((x 1)) x)",
    "\"",
];

pub(super) const TARGETS: &[Target] = &[
    Target {
        name: "sat-model",
        about: "a model as SAT and MaxSAT solvers print it",
        run: model,
        seeds: models,
        words: MODEL,
    },
    Target {
        name: "sat-output",
        about: "what a SAT solver prints, writes and ends with, together",
        run: output,
        seeds: outputs,
        words: MODEL,
    },
    Target {
        name: "sat-plan",
        about: "a plan read from the model of a formula",
        run: plan,
        seeds: plans,
        words: MODEL,
    },
    Target {
        name: "smt-answer",
        about: "what an SMT solver prints",
        run: answer,
        seeds: answers,
        words: VALUES,
    },
    Target {
        name: "smt-plan",
        about: "a plan read from the values of an SMT solver",
        run: valued_plan,
        seeds: valued_plans,
        words: VALUES,
    },
];

fn model(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for variables in [0, 4, 12] {
        read_model(&text, variables).map_or_else(sentence, drop);
    }
}

/// Reads the output of a solver program: exit code, standard output and, after a zero byte, the result file.
fn output(bytes: &[u8]) {
    let (code, rest) = chosen(bytes);
    let code = [0, 10, 20, 1][usize::from(code) % 4];
    let mut parts = rest.splitn(2, |&byte| byte == 0).map(|part| String::from_utf8_lossy(part).into_owned());
    let (stdout, result) = (parts.next().unwrap_or_default(), parts.next());
    match read_output(&stdout, result.as_deref(), code) {
        Err(what) => sentence(what),
        Ok(SolverAnswer::Unsatisfiable) => {
            let stated =
                [Some(stdout.as_str()), result.as_deref()].into_iter().flatten().any(|t| t.contains("UNSAT"));
            assert!(stated || code == 20, "no line states that there is no model");
        }
        Ok(SolverAnswer::Satisfiable(model)) => assert!(!model.contains(&0) && code != 20),
        Ok(SolverAnswer::Unknown(_)) => {}
    }
}

fn answer(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    read_answer(&text).map_or_else(sentence, drop);
    read_values(&text).map_or_else(sentence, drop);
}

struct Case {
    known: &'static SolvedGame,
    bounded: BoundedFormula<'static>,
    horizon: u32,
}

/// Returns formulas of some small games, for the number of moves of a shortest plan and for one move more.
fn cases() -> Vec<Case> {
    let encoding = schemes::encoding("sequential").expect("it is one of ours");
    let mut all = Vec::new();
    for known in games().iter().filter(|known| known.cheapest(Cost::M1).is_some_and(|m1| m1 <= 8)) {
        let m1 = known.cheapest(Cost::M1).unwrap_or_default();
        for horizon in [m1, m1 + 1] {
            if let Ok(bounded) =
                BoundedFormula::build(&known.instance, FormulaRequest::new(encoding, horizon))
            {
                all.push(Case { known, bounded, horizon });
            }
        }
    }
    all.truncate(6);
    all
}

thread_local! {
    static CASES: std::cell::RefCell<Vec<Case>> = std::cell::RefCell::new(cases());
}

fn plan(bytes: &[u8]) {
    let (byte, text) = chosen(bytes);
    CASES.with_borrow_mut(|all| {
        let count = all.len();
        let case = &mut all[usize::from(byte) % count];
        match case.bounded.plan(&String::from_utf8_lossy(text)) {
            Err(fault) => sentence(fault),
            Ok(plan) => assert!(case.known.winnable && plan.moves.len() <= 2 * case.horizon as usize),
        }
    });
}

/// Models found by a solver.
fn plans() -> Vec<Vec<u8>> {
    let solver = backend("varisat").expect("it is built in");
    let options = BackendOptions::default();
    let mut all = vec![b"\0s SATISFIABLE\nv 1 2 3 0\n".to_vec()];
    for (number, case) in cases().iter().enumerate() {
        let formula = case.bounded.formula();
        let Ok(mut solver) = solver.start(&options, Control::default()) else { continue };
        if formula.clauses_from(0).any(|clause| solver.add(clause).is_err()) {
            continue;
        }
        if let Ok(SolverAnswer::Satisfiable(())) = solver.solve(&[]) {
            let value = |n| if solver.value(Lit::positive(n)) { i64::from(n) + 1 } else { -i64::from(n) - 1 };
            let words: Vec<String> = (0..formula.size().variables).map(|n| value(n).to_string()).collect();
            all.push(
                [&[number as u8][..], format!("s SATISFIABLE\nv {} 0\n", words.join(" ")).as_bytes()]
                    .concat(),
            );
        }
    }
    all
}

fn script() -> &'static (&'static SolvedGame, BoundedScript<'static>) {
    static SCRIPT: OnceLock<(&'static SolvedGame, BoundedScript<'static>)> = OnceLock::new();
    SCRIPT.get_or_init(|| {
        let encoding = smt_encoding("relational").expect("it is one of ours");
        let build = |known: &'static SolvedGame| {
            let horizon = known.cheapest(Cost::M1).filter(|&m1| m1 <= 6)?;
            let request = ScriptRequest { encoding, options: Options::default(), horizon, memory_mib: 64 };
            Some((known, BoundedScript::build(&known.instance, request).ok()?))
        };
        games().iter().find_map(build).expect("one of the games has a short plan")
    })
}

fn valued_plan(bytes: &[u8]) {
    let (known, script) = script();
    match script.plan(&String::from_utf8_lossy(bytes)) {
        Err(fault) => sentence(fault),
        Ok(_) => assert!(known.winnable, "a plan wins a lost game"),
    }
}

/// Values of all constants of the script.
fn valued_plans() -> Vec<Vec<u8>> {
    let text = script().1.text("a game");
    let names = || text.lines().filter_map(|line| line.strip_prefix("(declare-"));
    let declared: Vec<(&str, &str)> = names()
        .filter_map(|rest| {
            let mut words = rest.split([' ', ')']);
            let name = words.nth(1)?;
            Some((name, rest.trim_end_matches(')').rsplit(' ').next()?))
        })
        .collect();
    let value = |sort: &str, n: usize| match sort {
        "Bool" => ["true", "false"][n % 2].to_owned(),
        "Int" => (n % 7).to_string(),
        _ => format!("#b{:04b}", n % 16),
    };
    (0..6)
        .map(|shift| {
            let pairs: Vec<String> = declared
                .iter()
                .enumerate()
                .map(|(n, (name, sort))| format!("({name} {})", value(sort, n * (shift + 1) + shift)))
                .collect();
            format!("sat\n({})\n", pairs.join("\n ")).into_bytes()
        })
        .collect()
}

fn models() -> Vec<Vec<u8>> {
    [
        "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
        "SAT\n-1 2 -3 4 0\n",
        "o 7\no 5\ns OPTIMUM FOUND\nv 010111010101\n",
        "o 1\ns OPTIMUM FOUND\nv 1 -2\nv 3 4\n",
        "s UNSATISFIABLE\n",
        "c formula abcdef\nv 0\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}

fn outputs() -> Vec<Vec<u8>> {
    [
        "\u{1}c x\ns SATISFIABLE\nv 1 -2 3 0\n",
        "\u{2}s UNSATISFIABLE\n",
        "\u{1}c nothing\n\0SAT\n1 -2 3 0\n",
        "\u{0}hello\n\0UNSAT\n",
        "\u{0}s UNKNOWN\n",
        "\u{1}s SATISFIABLE\nv 1 2\nv\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}

fn answers() -> Vec<Vec<u8>> {
    [
        "sat\n((x true) (y (- 3)) (z #b0101))\n",
        "sat\n(model\n (define-fun x () Bool true)\n (define-fun f ((a Int)) Int a)\n (define-fun |a b| () Int 4))\n",
        "unsat\n(error \"line 3: model is not available\")\n",
        "unknown\n(:reason-unknown \"timeout\")\n",
        "timeout\n",
        "(error \"unknown sort\")\nsat\n",
        "sat\n((a (_ bv5 8)) (b #xff) (c (/ 1 2)))\n; done\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}
