//! One suite over all back-ends, and what external programs can do wrong.

use itertools::Itertools;
use patsat_base::Limit;
use patsat_solvers::{
    BACKENDS, Backend, BackendError, BackendOptions, BackendRow, Control, SolverAnswer, backend,
};
use patsat_testkit::Dice;
use patsat_testkit::formulas::{Clauses, clauses, lit, pigeons, random, satisfiable};
use rustsat::types::Lit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const OPTIONS: BackendOptions = BackendOptions { seed: 1 };

/// All back-ends that are there.
fn present() -> Vec<&'static BackendRow> {
    let there = |row: &&BackendRow| match row.start(&OPTIONS, Control::default()) {
        Ok(_) => true,
        Err(BackendError::Missing(why)) => {
            eprintln!("skipped: {why}");
            false
        }
        Err(error) => panic!("{error}"),
    };
    BACKENDS.iter().filter(there).collect()
}

fn load<'a>(row: &BackendRow, clauses: &Clauses, control: Control<'a>) -> Box<dyn Backend + 'a> {
    let mut solver = row.start(&OPTIONS, control).unwrap();
    clauses.iter().for_each(|clause| solver.add(clause).unwrap());
    solver
}

fn check_model(solver: &dyn Backend, clauses: &Clauses, assumptions: &[Lit]) {
    for clause in clauses {
        assert!(clause.iter().any(|&l| solver.value(l)), "{clause:?}");
    }
    assert!(assumptions.iter().all(|&l| solver.value(l) && !solver.value(!l)));
}

#[test]
fn pigeons_do_not_fit() {
    for row in present() {
        let mut solver = load(row, &pigeons(6, 5), Control::default());
        assert_eq!(solver.solve(&[]), Ok(SolverAnswer::Unsatisfiable), "{}", row.name);
        assert_eq!(solver.stats().conflicts > 0, row.counts_conflicts, "{}", row.name);
        let clauses = pigeons(6, 6);
        let mut solver = load(row, &clauses, Control::default());
        assert_eq!(solver.solve(&[]), Ok(SolverAnswer::Satisfiable(())), "{}", row.name);
        check_model(&*solver, &clauses, &[]);
    }
}

#[test]
fn empty_formulas_and_empty_clauses_are_answered() {
    for row in present() {
        let mut solver = load(row, &Vec::new(), Control::default());
        assert_eq!(solver.solve(&[]), Ok(SolverAnswer::Satisfiable(())), "{}", row.name);
        assert!(!solver.value(lit(7)) && solver.value(lit(-7)), "{}", row.name);
        assert_eq!(solver.solve(&[lit(3), lit(-4)]), Ok(SolverAnswer::Satisfiable(())), "{}", row.name);
        assert!(solver.value(lit(3)) && !solver.value(lit(4)), "{}", row.name);
        assert_eq!(solver.solve(&[lit(3), lit(-3)]), Ok(SolverAnswer::Unsatisfiable), "{}", row.name);
        solver.add(&[lit(1), lit(-1), lit(2), lit(2)]).unwrap();
        assert_eq!(solver.solve(&[]), Ok(SolverAnswer::Satisfiable(())), "{}", row.name);
        solver.add(&[]).unwrap();
        assert_eq!(solver.solve(&[]), Ok(SolverAnswer::Unsatisfiable), "{}", row.name);
    }
}

/// Clauses come a few at a time; each time the answers with and without assumptions are those
/// of trying every assignment.
fn random_formulas_agree(row: &BackendRow, seeds: std::ops::Range<u64>) -> [usize; 2] {
    let mut answers = [0; 2];
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let variables = 3 + dice.below(8);
        let mut all = Vec::new();
        let mut solver = load(row, &all, Control::default());
        for _ in 0..4 {
            let clauses = variables + dice.below(2 * variables);
            let more = random(&mut dice, variables, clauses);
            more.iter().for_each(|clause| solver.add(clause).unwrap());
            all.extend(more);
            let assumed: Vec<Lit> = (0..dice.below(3))
                .map(|_| Lit::new(dice.below(variables) as u32, dice.below(2) == 0))
                .collect();
            let mut with = all.clone();
            with.extend(assumed.iter().map(|&l| vec![l]));
            for (clauses, assumed) in [(&with, &assumed[..]), (&all, &[])] {
                let expected = satisfiable(clauses, variables);
                answers[usize::from(expected)] += 1;
                match solver.solve(assumed) {
                    Ok(SolverAnswer::Satisfiable(())) if expected => check_model(&*solver, &all, assumed),
                    Ok(SolverAnswer::Unsatisfiable) if !expected => {}
                    other => panic!("{}: seed {seed}: {other:?}, expected {expected}", row.name),
                }
            }
        }
    }
    answers
}

#[test]
fn random_formulas_agree_with_trying_every_assignment() {
    for row in present() {
        let answers = random_formulas_agree(row, 0..if row.incremental { 300 } else { 25 });
        assert!(answers.iter().all(|&n| n > 20), "{}: {answers:?}", row.name);
    }
}

#[test]
#[ignore = "minutes"]
fn many_random_formulas_agree_with_trying_every_assignment() {
    for row in present() {
        random_formulas_agree(row, 1000..if row.incremental { 20_000 } else { 1500 });
    }
}

/// Takes far longer than any test.
fn hard() -> Clauses {
    pigeons(13, 12)
}

#[test]
fn a_flag_stops_every_back_end() {
    for row in present() {
        for second in [false, true] {
            let flag = AtomicBool::new(false);
            let control = if second {
                Control { also: Some(&flag), ..Control::default() }
            } else {
                Control { stop: Some(&flag), ..Control::default() }
            };
            let mut solver = load(row, &hard(), control);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(100));
                    flag.store(true, Ordering::Relaxed);
                });
                let answer = solver.solve(&[]);
                assert_eq!(answer, Ok(SolverAnswer::Unknown(Limit::Interrupted)), "{}", row.name);
            });
            assert_eq!(solver.solve(&[]), Ok(SolverAnswer::Unknown(Limit::Interrupted)));
            // A solver that was stopped can go on.
            flag.store(false, Ordering::Relaxed);
            solver.add(&[lit(1)]).unwrap();
            solver.add(&[lit(-1)]).unwrap();
            assert_eq!(solver.solve(&[]), Ok(SolverAnswer::Unsatisfiable), "{}", row.name);
        }
    }
}

#[test]
fn the_clock_stops_every_back_end() {
    for row in present() {
        let deadline = Some(Instant::now() + Duration::from_millis(200));
        let mut solver = load(row, &hard(), Control { deadline, ..Control::default() });
        for _ in 0..2 {
            assert_eq!(solver.solve(&[]), Ok(SolverAnswer::Unknown(Limit::Time)), "{}", row.name);
        }
    }
}

#[test]
fn a_limit_of_conflicts_holds_for_each_question() {
    for row in present().into_iter().filter(|row| row.counts_conflicts) {
        let control = Control { conflicts: Some(1000), ..Control::default() };
        let mut solver = load(row, &hard(), control);
        let mut before = 0;
        for _ in 0..3 {
            let answer = solver.solve(&[]);
            assert_eq!(answer, Ok(SolverAnswer::Unknown(Limit::Conflicts)), "{}", row.name);
            let spent = solver.stats().conflicts - before;
            assert!((1000..2000).contains(&spent), "{}: {spent}", row.name);
            before += spent;
        }
        solver.add(&[lit(1)]).unwrap();
        assert_eq!(solver.solve(&[lit(-1)]), Ok(SolverAnswer::Unsatisfiable), "{}", row.name);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_limit_of_memory_stops_every_back_end() {
    for row in present() {
        let mut solver = load(row, &hard(), Control { memory_mib: Some(1), ..Control::default() });
        assert_eq!(solver.solve(&[]), Ok(SolverAnswer::Unknown(Limit::Memory)), "{}", row.name);
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    for row in present().into_iter().filter(|row| row.counts_conflicts) {
        let run = || {
            let mut solver = load(row, &pigeons(8, 7), Control::default());
            (solver.solve(&[]).unwrap(), solver.stats())
        };
        assert_eq!(run(), run(), "{}", row.name);
    }
}

/// Varisat has no seeds of its own.
#[test]
fn another_seed_gives_another_model() {
    let mut clauses = random(&mut Dice::new(4), 200, 600);
    clauses.retain(|clause| clause.len() == 3);
    let model = |seed| -> Vec<bool> {
        let chosen = backend("varisat").unwrap();
        let mut solver = chosen.start(&BackendOptions { seed }, Control::default()).unwrap();
        clauses.iter().for_each(|clause| solver.add(clause).unwrap());
        assert_eq!(solver.solve(&[]), Ok(SolverAnswer::Satisfiable(())));
        check_model(&*solver, &clauses, &[]);
        (0..200).map(|n| solver.value(Lit::positive(n))).collect()
    };
    assert_eq!(model(3), model(3));
    assert!((0..6).map(model).unique().count() > 1);
}

#[test]
fn unknown_names_are_reported() {
    let error = backend("picard").unwrap_err().to_string();
    assert!(
        error.starts_with("unknown back-end 'picard': expected one of cadical, cadical-sat, varisat, "),
        "{error}"
    );
    assert!(error.ends_with("or cmd:COMMAND"), "{error}");
    let start = |name: &str| backend(name).unwrap().start(&OPTIONS, Control::default()).map(|_| ());
    let missing = start("external: no-such-solver-here -q {in}");
    let text = "the solver 'no-such-solver-here' is not installed here";
    assert_eq!(missing, Err(BackendError::Missing(text.into())));
    for command in ["external:", "cmd:'a"] {
        assert!(matches!(start(command), Err(BackendError::Broken(_))));
    }
}

#[cfg(unix)]
mod programs {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    /// What a program that is a shell script makes of a formula with the model 1 -2.
    fn answer_of(script: &str, control: Control<'_>) -> Result<SolverAnswer, BackendError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solver");
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        // By the shell, not by its own name: a file just written may still be open in a fork.
        let command = format!("cmd:/bin/sh '{}' {{in}} {{out}}", path.display());
        let mut solver = backend(&command).unwrap().start(&OPTIONS, control).unwrap();
        for clause in clauses(&[&[1, 2], &[-2, 1], &[-1, -2]]) {
            solver.add(&clause).unwrap();
        }
        let answer = solver.solve(&[]);
        if answer == Ok(SolverAnswer::Satisfiable(())) {
            assert!(solver.value(lit(1)) && solver.value(lit(-2)));
        }
        answer
    }

    fn error_for(script: &str) -> String {
        match answer_of(script, Control::default()) {
            Err(BackendError::Broken(text)) => text.replace("the solver '/bin/sh' ", ""),
            other => panic!("{script}: {other:?}"),
        }
    }

    #[test]
    fn answers_are_read_in_every_dialect() {
        let is = |script: &str, answer| {
            assert_eq!(answer_of(script, Control::default()), Ok(answer), "{script}");
        };
        is("echo c hello; echo s SATISFIABLE; echo v 1; echo v -2 0; exit 10", SolverAnswer::Satisfiable(()));
        is("echo v 1 0; echo s SATISFIABLE", SolverAnswer::Satisfiable(()));
        // z3 prints no closing 0: the model is whole if every variable has a value.
        is("echo s SATISFIABLE; echo 'v  1 -2'", SolverAnswer::Satisfiable(()));
        is("echo s SATISFIABLE; echo v -2; echo c more; echo v 1", SolverAnswer::Satisfiable(()));
        is("echo 'SAT\n1 -2 0' > $2; echo SATISFIABLE; exit 10", SolverAnswer::Satisfiable(()));
        is("echo s UNSATISFIABLE; exit 20", SolverAnswer::Unsatisfiable);
        is("echo UNSAT > $2", SolverAnswer::Unsatisfiable);
        is("exit 20", SolverAnswer::Unsatisfiable);
        is("echo s UNKNOWN", SolverAnswer::Unknown(Limit::GaveUp));
        is("echo INDET > $2; exit 0", SolverAnswer::Unknown(Limit::GaveUp));
        let reads = "head -1 $1 | grep -q '^p cnf 2 3$' && test $(wc -l < $1) = 4 && exit 20; exit 1";
        is(reads, SolverAnswer::Unsatisfiable);
    }

    #[test]
    fn invalid_answers_are_reported() {
        assert_eq!(error_for("exit 3"), "gave no answer (exit code 3)");
        assert_eq!(
            error_for("echo 'cannot read this' >&2; exit 1"),
            "gave no answer (exit code 1): cannot read this"
        );
        assert!(error_for("kill -SEGV $$").starts_with("crashed (signal: 11"));
        assert_eq!(error_for("echo hello"), "gave no answer (exit code 0): hello");
        assert_eq!(error_for("echo s MAYBE"), "answered 'MAYBE'");
        assert_eq!(error_for("echo MAYBE > $2"), "wrote 'MAYBE' as its result");
        assert_eq!(error_for("echo s SATISFIABLE"), "says 'satisfiable' but gave no model");
        assert_eq!(error_for("exit 10"), "says 'satisfiable' but gave no model");
        assert_eq!(error_for("echo s SATISFIABLE; echo v 1"), "gave a model that is cut short");
        assert_eq!(error_for("echo s SATISFIABLE; echo v 1 -3 4"), "gave a model that is cut short");
        assert_eq!(error_for("echo s SATISFIABLE; echo v 1 -x 0"), "gave a model with '-x' in it");
        assert_eq!(error_for("echo s SATISFIABLE; echo v 1 -1 0"), "gave variable 1 two values");
        assert_eq!(error_for("echo s SATISFIABLE; echo v -1 0"), "gave a model that violates clause 1");
        assert_eq!(error_for("echo s SATISFIABLE; echo v 1 2 0"), "gave a model that violates clause 3");
        assert_eq!(error_for("echo s SATISFIABLE; echo s UNSATISFIABLE"), "gave two answers");
        assert_eq!(error_for("echo s UNSATISFIABLE; echo SAT > $2"), "gave two answers");
        assert_eq!(
            error_for("echo s UNSATISFIABLE; exit 10"),
            "ended with exit code 10, which is not its answer"
        );
        assert_eq!(error_for("printf 's \\377\\n'"), "answered '\u{fffd}'");
    }

    #[test]
    fn a_program_that_hangs_is_killed_with_its_children() {
        let folder = tempfile::tempdir().unwrap();
        let pids = folder.path().join("pids");
        let script = format!(
            "trap '' TERM INT; sleep 1000 & echo $! > '{0}'; echo $$ >> '{0}'; wait; wait",
            pids.display()
        );
        let deadline = Some(Instant::now() + Duration::from_millis(500));
        let answer = answer_of(&script, Control { deadline, ..Control::default() });
        assert_eq!(answer, Ok(SolverAnswer::Unknown(Limit::Time)));
        let pids = std::fs::read_to_string(pids).unwrap();
        assert_eq!(pids.lines().count(), 2);
        for pid in pids.lines() {
            let gone = (0..100).any(|_| {
                // A killed grandchild may wait for its new parent to notice.
                let status = std::fs::read_to_string(format!("/proc/{pid}/status"));
                let gone = status.map_or(true, |s| s.contains("State:\tZ"));
                std::thread::sleep(Duration::from_millis(if gone { 0 } else { 20 }));
                gone
            });
            assert!(gone || !Path::new("/proc/self").exists(), "process {pid} is left");
        }
    }

    #[test]
    fn nothing_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("list");
        let script = format!("echo $1 > '{0}'; echo $2 >> '{0}'; touch $1.extra; exit 20", list.display());
        assert_eq!(answer_of(&script, Control::default()), Ok(SolverAnswer::Unsatisfiable));
        let list = std::fs::read_to_string(list).unwrap();
        assert_eq!(list.lines().count(), 2);
        for path in list.lines() {
            assert!(!Path::new(path).exists() && !Path::new(path).parent().unwrap().exists());
        }
    }

    #[test]
    fn formulas_come_on_standard_input_without_a_file_argument() {
        let mut solver = backend("cmd:/bin/sh -c 'test $(wc -l) = 3 && exit 20'")
            .unwrap()
            .start(&OPTIONS, Control::default())
            .unwrap();
        solver.add(&[lit(1)]).unwrap();
        assert_eq!(solver.solve(&[lit(-1)]), Ok(SolverAnswer::Unsatisfiable));
    }
}
