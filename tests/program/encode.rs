//! `patsat encode` and `patsat decode`: a formula to any solver, its model back to a plan.

use patsat_testkit::cli::run;
use patsat_testkit::formulas::{model, read};

use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A game that a solver answers in a moment.
const GAME: [&str; 3] = ["ms:2", "--ranks", "6"];

fn encode(more: &[&str]) -> (i32, String, String) {
    run(&[&["encode"], &GAME[..], more].concat())
}

fn decode(model: &Path, more: &[&str]) -> (i32, String, String) {
    run(&[&["decode", GAME[0], model.to_str().unwrap()], &GAME[1..], more].concat())
}

fn v_lines(model: &[i32]) -> String {
    let lines = model
        .chunks(10)
        .map(|part| part.iter().fold("v".to_owned(), |line, lit| format!("{line} {lit}")) + "\n");
    format!("c solved\ns SATISFIABLE\n{}v 0\n", lines.collect::<String>())
}

struct Files(TempDir);

impl Files {
    fn new() -> Files {
        Files(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

#[test]
fn a_formula_goes_out_and_its_model_comes_back_as_a_plan() {
    let files = Files::new();
    for encoding in ["exists", "exists-loose"] {
        let which = ["--encoding", encoding, "--horizon", "12"];
        let (code, cnf, talk) = encode(&[&which[..], &["--to", "dimacs"]].concat());
        assert_eq!(code, 0, "{talk}");
        assert!(cnf.contains("c instance ms:2\n") && cnf.contains("\nc var 1 "), "{}", &cnf[..500]);
        assert!(cnf.contains(&format!("c encoding {encoding}, horizon 12 steps, options safe=on,")));
        let model = model(&read(&cnf)).unwrap();
        let competition = files.write("v", &v_lines(&model));
        let minisat = itertools::join(&model, " ");
        let minisat = files.write("minisat", &format!("SAT\n{minisat} 0\n"));
        let bits: String = model.iter().map(|&lit| if lit > 0 { '1' } else { '0' }).collect();
        let bits = files.write("bits", &format!("o 3\ns OPTIMUM FOUND\nv {bits}\n"));
        let mut plans = Vec::new();
        for file in [competition, minisat, bits] {
            let (code, plan, talk) = decode(&file, &which);
            assert_eq!(code, 0, "{talk}");
            assert!(plan.starts_with("Solved (plan from the model, verified)."), "{plan}");
            plans.push(plan);
        }
        assert!(plans.windows(2).all(|pair| pair[0] == pair[1]));
        let (_, plan, _) =
            decode(&files.0.path().join("v"), &[&which[..], &["--format", "ipc-plan"]].concat());
        let plan = files.write("plan", &plan);
        let arguments = ["verify", GAME[0], plan.to_str().unwrap(), GAME[1], GAME[2]];
        assert_eq!(run(&arguments).0, 0);
    }
}

#[test]
fn the_same_formula_is_written_every_time() {
    assert_eq!(encode(&["--horizon", "3"]), encode(&["--horizon", "3"]));
}

#[test]
fn a_maxsat_solver_finds_fewest_moves() {
    let files = Files::new();
    let (code, wcnf, talk) = encode(&["--horizon", "12", "--to", "wcnf"]);
    assert_eq!(code, 0, "{talk}");
    assert!(!wcnf.contains("\np ") && wcnf.contains("\nh ") && wcnf.contains("\n1 -"));
    let soft = wcnf.lines().filter(|line| line.starts_with("1 ")).count();
    assert!(soft > 12, "{soft}");
    let model = model(&read(&wcnf)).unwrap();
    let file = files.write("m", &v_lines(&model));
    let (code, _, talk) = decode(&file, &["--horizon", "12", "--wcnf"]);
    assert_eq!(code, 0, "{talk}");
    // Without --wcnf it is another formula.
    assert_eq!(decode(&file, &["--horizon", "12"]).0, 2);
}

#[test]
fn a_task_is_written_too() {
    let (code, text, _) = encode(&["--to", "pddl"]);
    assert!(code == 0 && text.starts_with("(define (problem freecell-6-4-8-4)"), "{text}");
    let (code, _, talk) = encode(&["--to", "pddl", "--horizon", "3"]);
    assert_eq!((code, talk.as_str()), (2, "error: --to pddl writes no formula: expected no --horizon\n"));
}

/// One sentence on stderr, code 2, nothing on stdout.
fn refused((code, out, talk): (i32, String, String), expected: &str) {
    assert_eq!((code, out.as_str()), (2, ""), "{talk}");
    assert!(talk.contains(expected), "{talk}");
}

#[test]
fn bad_usage_is_refused() {
    refused(encode(&["--horizon", "0"]), "expected a number from 1 to 100000, or complete");
    refused(encode(&["--horizon", "complete"]), "this deal was not made from a formula");
    refused(
        encode(&["--encoding", "exits"]),
        "unknown encoding 'exits': expected one of exists-loose, exists",
    );
    refused(encode(&["--encoding", "exits"]), "\nhelp: did you mean 'exists'?\n");
    refused(encode(&["--options", "save=off"]), "\nhelp: did you mean 'safe'?\n");
    refused(
        encode(&["--memory-limit", "1", "--horizon", "90"]),
        "horizon 90: the formula needs more than the 1 MiB allowed",
    );
    refused(encode(&["--to", "pdf"]), "invalid value 'pdf'");
    refused(
        run(&["encode", "random:spider:1", "--horizon", "3", "--encoding", "exists-loose"]),
        "encoding 'exists-loose' cannot express ",
    );
    refused(run(&["decode", "-", "-"]), "standard input cannot be both the instance and the model");
    refused(decode(Path::new("/nowhere"), &[]), "there is no file '/nowhere'");
}

#[test]
fn what_is_no_model_of_the_formula_is_refused() {
    let files = Files::new();
    let which = ["--horizon", "12"];
    let (_, cnf, _) = encode(&which);
    let model = model(&read(&cnf)).unwrap();
    let good = v_lines(&model);
    let hold = |text: &str, more: &[&str], expected: &str| {
        refused(decode(&files.write("m", text), more), expected);
    };
    hold("", &which, "there is no model in it");
    hold("s MAYBE\n", &which, "the solver reports MAYBE: expected a model");
    // Of a model without its 0 no value may be missing.
    let lines: Vec<&str> = good.strip_suffix("v 0\n").unwrap().lines().collect();
    assert_eq!(decode(&files.write("m", &lines.join("\n")), &which).0, 0);
    hold(&lines[..lines.len() - 1].join("\n"), &which, "the model is cut short");
    hold("c formula 00ff\ns UNSATISFIABLE\n", &which, "it is a model of formula 00ff, expected one of ");
    let half: String = good.lines().take(30).map(|line| format!("{line}\n")).collect();
    hold(
        &(half + "v 0\n"),
        &which,
        "is violated: expected one of the same instance, encoding, options and horizon",
    );
    hold(&good.replace("v 0", &format!("v {} 0", -model[0])), &which, "variable 1 is both true and false");
    hold(&good.replace("v 0", "v pear 0"), &which, "found 'pear', expected literals");
    hold(&good, &["--horizon", "11"], "");
    hold(&good, &["--horizon", "13"], "is violated");
    hold(&good, &["--horizon", "12", "--encoding", "exists"], "");
    hold(&format!("c formula 00ff\n{good}"), &which, "it is a model of formula 00ff, expected one of ");
    let flipped: Vec<i32> = model.iter().map(|lit| -lit).collect();
    hold(&v_lines(&flipped), &which, "is violated");
    let bytes = files.0.path().join("binary");
    std::fs::write(&bytes, [0xff, 0xfe, 0]).unwrap();
    refused(decode(&bytes, &which), "found binary data, expected a solver's model");
    // The comments of the formula's own file may stand before the model.
    let header: String =
        cnf.lines().filter(|l| l.starts_with("c formula")).map(|l| format!("{l}\n")).collect();
    assert_eq!(decode(&files.write("m", &(header + &good)), &which).0, 0);
}

/// The acceptance line with the solvers of the system, where they are installed.
#[test]
fn other_peoples_solvers_understand_the_file() {
    let files = Files::new();
    let cnf = files.0.path().join("f.cnf");
    let cnf = cnf.to_str().unwrap();
    assert_eq!(encode(&["--encoding", "exists", "--horizon", "12", "-o", cnf]).0, 0);
    let result = files.0.path().join("result");
    for (program, arguments) in
        [("cadical", vec!["-q", cnf]), ("minisat", vec![cnf, result.to_str().unwrap()])]
    {
        let mut command = std::process::Command::new(program);
        patsat_solvers::without_our_libraries(&mut command);
        let Ok(output) = command.args(arguments).output() else {
            eprintln!("skipped: {program} is not installed");
            continue;
        };
        assert_eq!(output.status.code(), Some(10), "{program}");
        let stdout = String::from_utf8(output.stdout).unwrap();
        let model = if program == "minisat" { result.clone() } else { files.write("m", &stdout) };
        let (code, plan, talk) = decode(&model, &["--encoding", "exists", "--horizon", "12"]);
        assert_eq!(code, 0, "{talk}");
        assert!(plan.starts_with("Solved ("), "{plan}");
    }
}
