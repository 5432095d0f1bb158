//! A MaxSAT solver of other people (RC2 of python-sat) on our WCNF: its optimum is the length of
//! the shortest plan that native search proves, and its model is a plan of that length.

use patsat_analysis::variants::{VariantQuestion, variant_formula};
use patsat_encodings::emit::write_wcnf;
use patsat_encodings::options::Options;
use patsat_game::state::{Goal, Instance, Table};
use patsat_testkit::spider::for_two_players;
use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Output};

fn patsat(arguments: &[&str]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = assert_cmd::Command::cargo_bin("patsat")
        .unwrap()
        .env("COLUMNS", "10000")
        .args(arguments)
        .output()
        .unwrap();
    let out = String::from_utf8(if stdout.is_empty() { stderr } else { stdout }).unwrap();
    (status.code(), out)
}

/// The number of single-card moves in a printed plan: "Moves: m1 17 single cards, ...".
fn single_moves(out: &str) -> u32 {
    let rest = out.split("m1 ").find(|rest| rest.starts_with(|c: char| c.is_ascii_digit())).unwrap();
    rest.split(' ').next().unwrap().parse().unwrap()
}

/// What the solver printed about a file, if it is there.
fn rc2(file: &Path, more: &[&str]) -> Option<String> {
    let output = Command::new("rc2.py").args(["-vv"]).args(more).arg(file).output().ok()?;
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn another_solvers_optimum_is_the_shortest_plan() {
    let folder = tempfile::tempdir().unwrap();
    let [wcnf, model] = ["f.wcnf", "model"].map(|name| folder.path().join(name));
    let [wcnf_name, model_name] = [&wcnf, &model].map(|path| path.to_str().unwrap());
    let mut lengths = std::collections::BTreeSet::new();
    for (deal, ranks, cells) in
        [("ms:2", "4", "4"), ("ms:3", "4", "1"), ("ms:7", "4", "0"), ("ms:5", "5", "2"), ("ms:11", "5", "1")]
    {
        let game = [deal, "--ranks", ranks, "--cells", cells];
        let (code, out) = patsat(&[&["solve"], &game[..], &["--optimal", "--cost", "m1"]].concat());
        if code == Some(20) {
            continue;
        }
        let shortest = single_moves(&out);
        lengths.insert(shortest);
        let cards = 4 * ranks.parse::<u32>().unwrap();
        for (encoding, horizon) in [("sequential", shortest + 2), ("exists", shortest)] {
            let which = ["--encoding", encoding, "--horizon", &horizon.to_string()];
            let arguments = [&["encode"], &game[..], &which, &["--to", "wcnf", "-o", wcnf_name]].concat();
            assert_eq!(patsat(&arguments).0, Some(0));
            // The v lines of the evaluations before and since 2022.
            for more in [&[][..], &["--vnew"]] {
                let Some(answer) = rc2(&wcnf, more) else {
                    eprintln!(
                        "skipped: the MaxSAT solver 'rc2.py' is not installed (pip install python-sat)"
                    );
                    return;
                };
                let place = format!("{game:?} {which:?}: {}", &answer[..answer.len().min(300)]);
                let optimum = answer.lines().filter_map(|line| line.strip_prefix("o ")).next_back();
                let optimum: u32 = optimum.unwrap_or_else(|| panic!("{place}")).trim().parse().unwrap();
                assert_eq!(optimum + cards, shortest, "{place}");
                std::fs::write(&model, &answer).unwrap();
                let arguments = [&["decode", deal, model_name, "--wcnf"], &game[1..], &which].concat();
                let (code, out) = patsat(&arguments);
                assert_eq!(code, Some(0), "{out}: {place}");
                assert_eq!(single_moves(&out), shortest, "{out}: {place}");
            }
        }
    }
    assert!(lengths.len() > 2, "{lengths:?}");
}

/// A horizon one too short has no plan, and the solver reports so.
#[test]
fn a_horizon_too_short_is_unsatisfiable_there_too() {
    let folder = tempfile::tempdir().unwrap();
    let wcnf = folder.path().join("f.wcnf");
    let game = ["ms:2", "--ranks", "4"];
    let (_, out) = patsat(&[&["solve"], &game[..], &["--optimal", "--cost", "m1"]].concat());
    let horizon = (single_moves(&out) - 1).to_string();
    let which = ["--encoding", "sequential", "--horizon", &horizon, "--to", "wcnf", "-o"];
    let arguments = [&["encode"], &game[..], &which, &[wcnf.to_str().unwrap()]].concat();
    assert_eq!(patsat(&arguments).0, Some(0));
    let Some(answer) = rc2(&wcnf, &[]) else {
        eprintln!("skipped: the MaxSAT solver 'rc2.py' is not installed (pip install python-sat)");
        return;
    };
    assert!(answer.contains("s UNSATISFIABLE"), "{answer}");
}

/// The most that can be reached within a horizon, by search among the positions that are so near.
#[test]
fn another_solvers_optimum_is_the_best_that_is_reached() {
    let folder = tempfile::tempdir().unwrap();
    let wcnf = folder.path().join("f.wcnf");
    let (mut grown, mut missed) = (0, 0);
    for (n, instance) in (2000..2400).filter_map(|seed| for_two_players(seed, 8)).enumerate().step_by(4) {
        let goal = Goal::ALL[n / 4 % Goal::ALL.len()];
        let horizon = [1, 3, 6][n / 12 % 3];
        let start = goal.value(&instance, &instance.table());
        let most = near(&instance, horizon).iter().map(|table| goal.value(&instance, table)).max().unwrap();
        let given = variant_formula(
            &instance,
            "a game",
            VariantQuestion::Best(goal),
            horizon as u32,
            Options::default(),
            1024,
        )
        .unwrap();
        let mut text = Vec::new();
        write_wcnf(&mut text, &given.legend, &given.formula, &given.costs).unwrap();
        std::fs::write(&wcnf, text).unwrap();
        let Some(answer) = rc2(&wcnf, &[]) else {
            eprintln!("skipped: the MaxSAT solver 'rc2.py' is not installed (pip install python-sat)");
            return;
        };
        let place = format!("{goal:?} {horizon} {instance:?}: {}", &answer[..answer.len().min(300)]);
        let optimum = answer.lines().filter_map(|line| line.strip_prefix("o ")).next_back();
        let optimum: u32 = optimum.unwrap_or_else(|| panic!("{place}")).trim().parse().unwrap();
        assert_eq!(given.costs.len() as u32 - optimum, most - start, "{place}");
        grown += u32::from(most > start);
        missed += u32::from(optimum > 0);
    }
    assert!(grown > 10 && missed > 10, "{grown} {missed}");
}

/// All positions within `horizon` moves.
fn near(instance: &Instance, horizon: usize) -> Vec<Table> {
    let mut seen = HashSet::from([instance.table().key()]);
    let (mut all, mut from) = (vec![instance.table()], 0);
    for _ in 0..horizon {
        let until = all.len();
        for n in from..until {
            for action in all[n].moves() {
                let mut next = all[n].clone();
                next.apply(action).unwrap();
                if seen.insert(next.key()) {
                    all.push(next);
                }
            }
        }
        from = until;
    }
    all
}
