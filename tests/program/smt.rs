//! `solve --by smt`, `encode --to smtlib` and `decode` of what solvers print; solvers that are
//! missing, slow or wrong.
#![allow(clippy::unwrap_used, reason = "a test")]

use patsat_formats::{Format, write_instance};
use patsat_testkit::cli::{is_installed, run};
use patsat_testkit::spider::{columns, rules};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

struct Files(TempDir);

impl Files {
    fn new() -> Files {
        Files(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// A game of two runs that needs three moves.
    fn game(&self) -> String {
        let game = columns(rules(3, 1, 2, 3), &["3C 2C 3C", "AC 2C", "AC"]);
        self.write("game.json", &write_instance(&game, Format::Json).unwrap())
    }
}

/// Whether what is asked where nothing is said is here.
fn is_default_there() -> bool {
    patsat_solvers::HAS_Z3 || is_installed("z3")
}

#[test]
fn fewest_moves_are_the_optimizers_word() {
    if !is_default_there() {
        return;
    }
    let files = Files::new();
    let game = files.game();
    let (code, out, talk) = run(&["solve", &game, "--by", "smt", "--optimal"]);
    assert_eq!(code, 10, "{out}{talk}");
    let expected = [
        "moves of encoding relational",
        "Shortest: no plan has fewer than 3 single-card moves (m1) (reported by the solver, not certified).",
    ];
    assert!(expected.iter().all(|part| out.contains(part)), "{out}");
    for (arguments, part) in [
        (vec!["--encoding", "thesis"], "encoding thesis does not count single-card moves"),
        (vec!["--encoding", "clauses-exists-runs"], "does not count single-card moves"),
        (vec!["--cost", "m2"], "--cost needs --by search"),
    ] {
        let (code, _, talk) = run(&[&["solve", &game, "--by", "smt", "--optimal"][..], &arguments].concat());
        assert!(code == 2 && talk.contains(part), "{talk}");
    }
    // Minimising is no part of the standard, and cvc5 lacks it: the error names the solver.
    if is_installed("cvc5") {
        let (code, _, talk) = run(&["solve", &game, "--by", "smt", "--optimal", "--backend", "cvc5"]);
        assert!(code != 10 && code != 20 && talk.contains("cvc5"), "{code} {talk}");
    }
}

#[test]
fn every_smt_encoding_solves_the_game_or_reports_why_not() {
    if !is_default_there() {
        return;
    }
    let files = Files::new();
    let game = files.game();
    for row in patsat_smt::ENCODINGS {
        let (code, out, talk) = run(&["solve", &game, "--by", "smt", "--encoding", row.name]);
        let refused = talk.contains("cannot express");
        assert!(code == 10 && out.contains(row.name) || code == 2 && refused, "{}: {out}{talk}", row.name);
    }
    let (_, _, talk) = run(&["solve", &game, "--by", "smt", "--encoding", "exists"]);
    assert!(talk.contains("expected clauses-exists for SMT"), "{talk}");
}

#[test]
fn a_shortest_plan_is_found_horizon_by_horizon() {
    if !is_default_there() {
        return;
    }
    let files = Files::new();
    let game = files.game();
    let (code, out, talk) = run(&["solve", &game, "--by", "smt"]);
    assert_eq!(code, 10, "{out}{talk}");
    let expected = "Found within 3 moves of encoding thesis; none within 2 (reported by the solver).";
    assert!(out.contains("(plan verified)") && out.contains(expected), "{out}");
    let (code, out, _) = run(&["solve", &game, "--by", "smt", "--horizon", "1..2"]);
    assert_eq!(code, 21, "{out}");
    let expected = "No plan within 2 moves of encoding thesis (reported by the solver, not certified). Longer plans were not excluded.";
    assert!(out.contains(expected), "{out}");
    let incomplete = ["solve", &game, "--by", "smt", "--horizon", "2", "--options", "minimal-index"];
    let (code, out, _) = run(&incomplete);
    assert_eq!(code, 21, "{out}");
    assert!(out.contains("with minimal-index=on (minimal-index leaves out plans) (reported"), "{out}");
    // Also where the word stands beside a plan.
    let (_, out, _) = run(&["solve", &game, "--by", "smt", "--options", "minimal-index"]);
    assert!(out.contains("none within 2 (minimal-index leaves out plans) (reported by the solver"), "{out}");
    let (_, out, _) = run(&["solve", &game, "--by", "smt", "--format", "json"]);
    assert!(out.contains("\"strategy\":\"smt\"") && out.contains("\"logic\":\"smt\""), "{out}");
    // The sorted goal ends earlier; the rest of the plan is by construction.
    let (code, out, _) = run(&["solve", &game, "--by", "smt", "--options", "sorted-goal"]);
    assert!(
        code == 10 && out.contains("moves to a sorted game of encoding thesis with sorted-goal=on"),
        "{out}"
    );
}

/// What a program prints for a file.
fn printed(program: &str, arguments: &[&str], file: &Path) -> String {
    let output = std::process::Command::new(program).args(arguments).arg(file).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_script_goes_out_and_its_model_comes_back_as_a_plan() {
    let files = Files::new();
    let game = files.game();
    let script = files.0.path().join("script.smt2");
    let name = script.to_str().unwrap();
    let which = ["--encoding", "thesis", "--horizon", "5"];
    let (code, _, talk) = run(&[&["encode", &game, "--to", "smtlib", "-o", name], &which[..]].concat());
    assert_eq!(code, 0, "{talk}");
    let text = std::fs::read_to_string(&script).unwrap();
    assert!(
        text.contains("; encoding thesis, horizon 5 moves, options ") && text.contains("; card 0 is AC\n")
    );
    let whole = text.replace("(exit)\n", "(get-model)\n(exit)\n");
    let both = PathBuf::from(files.write("both.smt2", &whole));
    let all = text.split("(get-value").next().unwrap().to_owned() + "(get-model)\n";
    let all = PathBuf::from(files.write("all.smt2", &all));
    for (program, arguments) in [("z3", &[][..]), ("cvc5", &["--produce-models"])] {
        if !is_installed(program) {
            continue;
        }
        for script in [&script, &both, &all] {
            let model = files.write("model", &printed(program, arguments, script));
            let (code, plan, talk) = run(&[&["decode", &game, &model], &which[..]].concat());
            assert_eq!(code, 0, "{program} {}: {talk}", script.display());
            assert!(plan.starts_with("Solved (plan from the model, verified)."), "{plan}");
        }
        let model = files.write("model", &printed(program, arguments, &script));
        // Another horizon wants other constants.
        let (code, _, talk) = run(&["decode", &game, &model, "--encoding", "thesis", "--horizon", "6"]);
        assert!(code == 2 && talk.contains("it has no value of 'type_7'"), "{code} {talk}");
        let text = std::fs::read_to_string(&model).unwrap();
        let wrong = files.write("wrong", &text.replace("height_0 1", "height_0 3"));
        let (code, _, talk) = run(&[&["decode", &game, &wrong], &which[..]].concat());
        assert!(
            code == 2 && talk.contains("expected an unchanged model of the same instance"),
            "{code} {talk}"
        );
    }
    for (text, part) in [
        ("(error \"line 3: bad\")\nunsat", "the solver reports: line 3: bad"),
        ("sat\n((type_0 normal)", "the model is cut short or damaged, line 2: a list has no end"),
        ("(error \"line 3: bad\")", "the solver reports: line 3: bad"),
        ("", "there is no answer in it"),
        ("sat ((type_0 normal))", "it has no value of 'source_0'"),
    ] {
        let model = files.write("model", text);
        let (code, out, talk) = run(&[&["decode", &game, &model], &which[..]].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{talk}");
        assert!(talk.contains(part), "{talk}");
    }
}

#[test]
#[cfg(unix)]
fn solvers_that_do_not_answer_are_reported() {
    let files = Files::new();
    let game = files.game();
    let solve_by = |script: &str| {
        let backend = format!("cmd:sh {}", files.write("solver.sh", script));
        run(&["solve", &game, "--by", "smt", "--horizon", "3", "--backend", &backend, "--time-limit", "20"])
    };
    for (script, part) in [
        ("echo unknown", "Unknown: the solver gave up at horizon 3 of encoding thesis"),
        ("echo timeout", "Unknown: time limit reached"),
        ("echo unknown; echo '(error \"no model\")'", "Unknown: the solver gave up"),
    ] {
        let (code, out, talk) = solve_by(script);
        assert_eq!(code, 0, "{out}{talk}");
        assert!(out.contains(part), "{script}: {out}");
    }
    let (code, out, _) = solve_by("echo unsat; echo '(error \"no model\")'");
    assert!(code == 21 && out.contains("No plan within 3 moves"), "{out}");
    for (script, part) in [
        ("echo '(error \"line 7: bad\")'; echo unsat", "the SMT solver 'sh' refuses the script: line 7: bad"),
        ("echo unsupported", "the SMT solver 'sh' refuses the script: unsupported"),
        ("echo hello", "the SMT solver 'sh' gave no answer (exit code 0): 'hello'"),
        ("echo ouch >&2; exit 7", "the SMT solver 'sh' gave no answer (exit code 7): ouch"),
        ("kill -9 $$", "the SMT solver 'sh' crashed"),
        ("echo sat", "it says 'sat' but gives no values"),
        ("echo sat; echo unsat", "it says 'unsat' after 'sat', expected one answer"),
        ("echo 'sat ((type_0 normal)'", "the SMT solver 'sh' gave"),
    ] {
        let (code, out, talk) = solve_by(script);
        assert_eq!(code, 4, "{script}: {out}{talk}");
        assert!(talk.contains(part), "{script}: {talk}");
    }
    let (code, _, talk) = run(&["solve", &game, "--by", "smt", "--backend", "cmd:not-here -in"]);
    assert_eq!((code, talk.as_str()), (4, "error: the SMT solver 'not-here' is not installed here\n"));
    // A solver that lies: its model is no plan.
    let lie = "echo 'sat ((over_3 true) (type_0 clear) (type_1 clear) (type_2 clear))'";
    let (code, _, talk) = solve_by(lie);
    assert!(code == 3 && talk.contains("move 1 clears a run where none is complete"), "{code} {talk}");
}

#[test]
#[cfg(unix)]
fn limits_end_in_unknown() {
    let files = Files::new();
    let game = files.game();
    let limited = |more: &[&str]| run(&[&["solve"], more].concat());
    let slow = format!("cmd:sh {}", files.write("slow.sh", "sleep 100"));
    let (code, out, _) = limited(&[&game, "--by", "smt", "--backend", &slow, "--time-limit", "0.3"]);
    assert!(code == 0 && out.contains("Unknown: time limit reached"), "{out}");
    let horizon = ["--horizon-time-limit", "0.2", "--horizon", "2..3"];
    let (code, out, _) = limited(&[&[&game[..], "--by", "smt", "--backend", &slow], &horizon[..]].concat());
    assert!(code == 0 && out.contains("Unknown: time limit reached"), "{out}");
    if is_default_there() {
        let deal = ["kpat:spider1:1", "--by", "smt", "--horizon", "5"];
        let (code, out, _) = limited(&[&deal[..], &["--time-limit", "1"]].concat());
        assert!(code == 0 && out.contains("Unknown: time limit reached"), "{out}");
        let (code, out, _) = limited(&[&deal[..], &["--memory-limit", "1"]].concat());
        assert!(code == 0 && out.contains("Unknown: memory limit reached at horizon 5"), "{out}");
    }
    let (code, _, talk) =
        run(&["encode", "kpat:spider1:1", "--to", "smtlib", "--horizon", "5", "--memory-limit", "1"]);
    assert!(code == 2 && talk.contains("the script needs more than the 1 MiB allowed"), "{talk}");
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_in_unknown() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::io::{BufRead, Read};
    if !is_default_there() {
        return;
    }
    let program = assert_cmd::cargo::cargo_bin("patsat");
    let mut child = std::process::Command::new(program)
        .args([
            "solve",
            "kpat:spider1:1",
            "--by",
            "smt",
            "--horizon",
            "6",
            "--time-limit",
            "60",
            "--format",
            "solver",
        ])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // The board comes first, and the ear for signals with it.
    let mut pipe = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut out = String::new();
    pipe.read_line(&mut out).unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGINT).unwrap();
    pipe.read_to_string(&mut out).unwrap();
    assert_eq!(
        (child.wait().unwrap().code(), out.contains("Unknown: interrupted")),
        (Some(130), true),
        "{out}"
    );
}

#[test]
fn what_does_not_fit_is_refused() {
    let files = Files::new();
    let game = files.game();
    let solve = ["solve", &game, "--by", "smt"];
    let encode = ["encode", &game, "--to"];
    for (arguments, part) in [
        ([&solve[..], &["--encoding", "exists"]].concat(), "encoding 'exists' is for SAT solvers"),
        ([&solve[..], &["--encoding", "theses"]].concat(), "did you mean 'thesis'?"),
        (
            [&solve[..], &["--backend", "cvc4"]].concat(),
            "expected one of z3, z3-program, cvc5, or cmd:COMMAND",
        ),
        ([&solve[..], &["--proof", "p"]].concat(), "--proof needs --by search, --by sat or --by pdr"),
        ([&solve[..], &["--threads", "2"]].concat(), "--threads needs --by sat"),
        ([&solve[..], &["--strategy", "auto"]].concat(), "--strategy needs --by search"),
        ([&encode[..], &["smtlib", "--encoding", "exists"]].concat(), "encoding 'exists' is for SAT solvers"),
        ([&encode[..], &["dimacs", "--encoding", "thesis"]].concat(), "encoding 'thesis' is for SMT solvers"),
        (
            vec!["solve", "ms:1", "--by", "smt", "--encoding", "thesis"],
            "encoding 'thesis' cannot express cards that go home one by one",
        ),
        (
            vec!["encode", "ms:1", "--to", "smtlib", "--encoding", "thesis"],
            "encoding 'thesis' cannot express cards that go home one by one",
        ),
        (
            vec!["solve", "ms:1", "--by", "sat", "--encoding", "thesis"],
            "encoding 'thesis' is for SMT solvers",
        ),
    ] {
        let (code, out, talk) = run(&arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {talk}");
        assert!(patsat_testkit::cli::is_sentence(&talk) && talk.contains(part), "{talk}");
    }
    let (_, out, _) = run(&["--list", "encodings"]);
    assert!(out.lines().any(|line| line.starts_with("thesis                     smt ")), "{out}");
    assert!(out.lines().any(|line| line.starts_with("exists                     sat ")), "{out}");
    let (_, out, _) = run(&["--list", "backends"]);
    assert!(out.lines().any(|line| line.starts_with("cvc5              smt ")), "{out}");
}

#[test]
#[cfg(not(feature = "z3"))]
fn what_is_not_built_in_is_named() {
    let files = Files::new();
    let (code, _, talk) = run(&["solve", &files.game(), "--by", "smt", "--backend", "z3"]);
    assert_eq!(code, 4);
    assert!(
        talk.contains("z3 is left out of this build: build with feature 'z3' (needs libz3-dev)"),
        "{talk}"
    );
}
