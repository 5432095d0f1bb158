//! Formulas as deals of Forty Thieves, decided by SAT encodings and on the command line.

use assert_cmd::Command;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::Options;
use patsat_encodings::schemes;
use patsat_encodings::task::Goal;
use patsat_formats::{Format, write_instance};
use patsat_lowering::lower::{self as encode, LoweredGame};
use patsat_reductions::forty_thieves::horizon;
use patsat_reductions::{Cnf, Form, Target, lift, reduce};
use patsat_solvers::{BACKENDS, BackendOptions, Control, DEFAULT, SolverAnswer};
use patsat_testkit::three_sat::cnf;
use std::fs;

const FORMS: [Form; 2] = [Form::A, Form::B];

/// Whether the vault can open within the moves that are enough if anything is, by an encoding.
fn vault_opens(formula: &Cnf, target: Target, encoding: &str) -> bool {
    let (Target::FortyThieves { form } | Target::Autostart { form }) = target else { panic!("{target}") };
    let reduced = reduce(formula, target).unwrap();
    let Some(question) = horizon(formula, form).unwrap() else { return true };
    let LoweredGame { mut task, cards } = encode::lower(&reduced.instance).unwrap();
    // The last lock has as many locks above it as there are other clauses, with or without a stock.
    let vault = &task.start.columns[question.column];
    let lock = vault[vault.len() - formula.clauses.len()];
    assert_eq!(cards[lock.0 as usize], question.card);
    task.goal = Goal::Left(vec![lock]);
    let mut unroll = (schemes::encoding(encoding).unwrap().start)(&task, &Options::default()).unwrap();
    let mut grown = Formula::default();
    let goal = unroll.grow(question.moves as u32, &mut grown).unwrap();
    let row = BACKENDS.iter().find(|row| row.name == DEFAULT).unwrap();
    let mut solver = row.start(&BackendOptions::default(), Control::default()).unwrap();
    for clause in grown.clauses_from(0) {
        solver.add(clause).unwrap();
    }
    match solver.solve(&[goal]).unwrap() {
        SolverAnswer::Unknown(limit) => panic!("{limit:?}"),
        answer => answer == SolverAnswer::Satisfiable(()),
    }
}

#[test]
fn encodings_decide_formulas_by_the_vault() {
    decide(&FORMS[..1]);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn encodings_decide_formulas_by_every_vault_at_length() {
    decide(&FORMS[1..]);
}

fn decide(forms: &[Form]) {
    let formulas = [
        cnf(1, &[[1, 1, 1]]),
        cnf(1, &[[-1, 1, 1]]),
        cnf(1, &[[1, 1, 1], [-1, -1, -1]]),
        cnf(2, &[[1, 2, 2], [-1, -1, 2]]),
        cnf(2, &[[1, 2, 2], [-1, -1, -1], [-2, -2, 1]]),
    ];
    for &form in forms {
        for formula in &formulas {
            let satisfiable = formula.satisfied_by_trying().is_some();
            let open = Target::Autostart { form };
            assert_eq!(vault_opens(formula, open, "exists"), satisfiable, "{formula:?}, {open}");
            let stocked = Target::FortyThieves { form };
            if formula.clauses.len() < 3 {
                assert_eq!(
                    vault_opens(formula, stocked, "sequential"),
                    satisfiable,
                    "{formula:?}, {stocked}"
                );
                let free = "exists-draws-free";
                assert_eq!(vault_opens(formula, stocked, free), satisfiable, "{formula:?}, {stocked}");
            }
        }
    }
}

fn run(args: &[&str]) -> (i32, String) {
    let output = Command::cargo_bin("patsat").unwrap().env("COLUMNS", "10000").args(args).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn autostart_reads_the_deals_made_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let deal = folder.path().join("deal.json").to_str().unwrap().to_owned();
    for (formula, cards) in [(cnf(1, &[[1, 1, 1]]), 32), (cnf(1, &[[1, 1, 1], [-1, -1, -1]]), 0)] {
        let reduced = reduce(&formula, Target::Autostart { form: Form::A }).unwrap();
        fs::write(&deal, write_instance(&reduced.instance, Format::Json).unwrap()).unwrap();
        let (code, text) = run(&["puzzle", "autostart", "solve", &deal, "--algorithm", "exact"]);
        assert_eq!(code, 0);
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let line =
            text.lines().map(words).find(|w| w.starts_with(&["exact", "onto", "suit"].map(str::to_owned)));
        assert_eq!(line.unwrap()[3], cards.to_string(), "{text}");
    }
}

#[test]
fn whole_games_are_won_by_sat_and_by_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (deal, plan) = (path("deal.json"), path("plan.json"));
    let formulas = [
        cnf(1, &[[1, 1, 1]]),
        cnf(2, &[[1, 2, 2], [-1, -2, -2]]),
        cnf(3, &[[1, 2, 3], [-1, 2, -3], [-1, -2, 3]]),
        cnf(1, &[[1, 1, 1], [-1, -1, -1]]),
        cnf(2, &[[1, 1, 1], [-1, 2, 2], [-2, -2, -1]]),
    ];
    for form in FORMS {
        for formula in &formulas {
            let satisfiable = formula.satisfied_by_trying().is_some();
            let reduced = reduce(formula, Target::FortyThieves { form }).unwrap();
            fs::write(&deal, write_instance(&reduced.instance, Format::Json).unwrap()).unwrap();
            let common = ["solve", &deal, "--format", "plan-json", "-o", &plan, "-q"];
            let mut ways = vec![vec![]];
            if satisfiable && (form == Form::A || formula.clauses.len() < 3) {
                let labels = ["--by", "sat", "--encoding", "exists-draws", "--horizon", "3..9"];
                ways.push([&labels[..], &["--options", "labels=5,phase-steps=1"]].concat());
            }
            for way in ways {
                let (code, _) = run(&[&common[..], &way].concat());
                assert_eq!(code, if satisfiable { 10 } else { 20 }, "{formula:?}, form {form}, {way:?}");
                if satisfiable {
                    let bytes = fs::read(&plan).unwrap();
                    let found = patsat_formats::read_plan(&bytes, &reduced.instance).unwrap();
                    assert_eq!(formula.falsified(&lift(&reduced, &found).unwrap()), None);
                }
            }
        }
    }
}
