//! `patsat reduce`, `lower`, `lift`, `hard` and the labels of `show`, as people and programs use
//! them.

use assert_cmd::Command;
use patsat_testkit::cli::result;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

fn patsat() -> Command {
    let mut command = Command::cargo_bin("patsat").unwrap();
    command.env("COLUMNS", "10000");
    command.env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8").timeout(Duration::from_secs(120));
    command
}

fn run(args: &[&str], input: &str) -> (i32, String, String) {
    let output = patsat().args(args).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// What must go well, with nothing to say.
fn done(args: &[&str], input: &str) -> String {
    let (code, out, err) = run(args, input);
    assert_eq!(code, 0, "{args:?}: {err}");
    out
}

/// What must fail with this code and one sentence that begins and goes on so.
fn refused(code: i32, args: &[&str], input: &str, message: &[&str]) {
    let (found, out, err) = run(args, input);
    assert_eq!(found, code, "{args:?}: {err}");
    assert!(out.is_empty(), "{args:?}: {out}");
    assert!(patsat_testkit::cli::is_sentence(&err), "{args:?}: {err}");
    for text in message {
        assert!(err.contains(text), "{args:?}: expected {text:?} in: {err}");
    }
}

fn instance(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/cnf").join(name).display().to_string()
}

const THESIS: &str = "thesis-example.cnf";

fn deal(formula: &str, more: &[&str]) -> String {
    let name = instance(formula);
    done(&[&["reduce", &name, "--to", "freecell"], more].concat(), "")
}

struct Files(TempDir);

impl Files {
    fn new() -> Files {
        Files(TempDir::new().unwrap())
    }

    fn put(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name).display().to_string()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

#[test]
fn a_formula_goes_to_a_plan_and_back() {
    let files = Files::new();
    let game = files.put("deal.json", &deal(THESIS, &["--cells", "1"]));
    let model = files.put("model.txt", "c a comment\ns SATISFIABLE\nv 1 -2\nv 3 0\n");
    for format in ["plan-json", "replay"] {
        let plan = files.put("plan", &done(&["lower", &game, &model, "--format", format], ""));
        assert!(done(&["verify", &game, &plan], "").starts_with("valid: the plan wins"));
        assert_eq!(done(&["lift", &game, &plan], ""), "s SATISFIABLE\nv 1 -2 3 0\n", "{format}");
    }
    let text = done(&["lower", &game, "-"], "1 -2 3");
    assert!(text.starts_with("Solved (plan from the assignment, verified)."), "{text}");
    let lowered = done(&["lower", &game, &model, "--format", "json"], "");
    assert_eq!(result(&lowered)["verdict"], "solved");
    let plan = files.put("plan", &done(&["lower", &game, &model, "--format", "plan-json"], ""));
    let lifted = done(&["lift", &game, &plan, "--format", "json"], "");
    assert_eq!(result(&lifted)["assignment"], serde_json::json!([1, -2, 3]));
    let lines = done(&["lower", &game, &model, "--format", "solver"], "");
    assert!(lines.lines().any(|line| line == "s SATISFIABLE"), "{lines}");
}

#[test]
fn a_pipe_from_formula_to_plan() {
    let files = Files::new();
    let model = files.put("model.txt", "1 2 -3");
    let game = deal(THESIS, &["--cells", "0"]);
    let plan = files.put("plan.json", &done(&["lower", "-", &model, "--format", "plan-json"], &game));
    assert_eq!(done(&["lift", "-", &plan], &game), "s SATISFIABLE\nv 1 2 -3 0\n");
}

#[test]
fn plans_of_other_solvers_are_lifted() {
    let files = Files::new();
    let game = files.put("deal.json", &deal(THESIS, &["--cells", "0"]));
    let (code, plan, err) = run(&["solve", &game, "--strategy", "depth-first", "--format", "plan-json"], "");
    assert_eq!(code, 10, "{err}");
    let lines = done(&["lift", &game, "-"], &plan);
    let signs: Vec<i32> = lines.lines().nth(1).unwrap()[2..].split(' ').map(|w| w.parse().unwrap()).collect();
    let holds = |clause: &[i32]| clause.iter().any(|l| signs.contains(l));
    assert!([[1, 2, 3], [-1, 2, 3], [-1, -2, -3]].iter().all(|c| holds(c)), "{lines}");
    let lost = files.put("lost.json", &deal("contradiction.cnf", &["--cells", "0"]));
    assert_eq!(run(&["solve", &lost], "").0, 20);
}

#[test]
fn any_formula_becomes_one_of_three_literals() {
    let files = Files::new();
    let game = files.put("deal.json", &deal("long-and-short.cnf", &["--to-3cnf", "--cells", "2"]));
    let plan = done(&["lower", &game, "-", "--format", "plan-json"], "1 -2 -3 -4 -5");
    assert_eq!(done(&["lift", &game, "-"], &plan), "s SATISFIABLE\nv 1 -2 -3 -4 -5 0\n");
    refused(
        1,
        &["lower", &game, "-"],
        "-1 -2 -3 -4 -5",
        &["standard input: the assignment does not satisfy clause"],
    );
    let game = files.put("own.json", &deal("long-and-short.cnf", &["--any-length"]));
    let plan = done(&["lower", &game, "-", "--format", "plan-json"], "1 -2 -3 -4 -5");
    assert_eq!(done(&["lift", &game, "-"], &plan), "s SATISFIABLE\nv 1 -2 -3 -4 -5 0\n");
    refused(1, &["lower", &game, "-"], "1 2 -3 -4 -5", &["the assignment does not satisfy clause 2, (-2)"]);
}

#[test]
fn files_keep_their_labels_and_formula() {
    let files = Files::new();
    let text = deal(THESIS, &["--cells", "1"]);
    let game = files.put("deal.json", &text);
    assert_eq!(done(&["convert", &game, "--to", "json"], ""), text);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["labels"].as_array().unwrap().len(), json["deal"]["columns"].as_array().unwrap().len());
    assert_eq!(json["labels"][4], "not x2");
    assert_eq!(json["reduction"]["variables"], 3);
    assert_eq!(json["reduction"]["clauses"][1], serde_json::json!([-1, 2, 3]));
    assert_eq!(json["reduction"]["target"], serde_json::json!({ "game": "freecell", "cells": 1 }));
    assert!(text.lines().any(|line| line == "    \"clause 3, literal 2: not x2\","), "{text}");
}

#[test]
fn boards_show_what_columns_stand_for() {
    let text = done(&["show", "-"], &deal("contradiction.cnf", &["--cells", "1"]));
    insta::assert_snapshot!(text, @r"
    freecell

    cells --   home -- -- -- --

     1  x1                           r18s2 9S 7S 5S 2C
     2  not x1                       r19s2 r16s4 r14s4 QS 2S
     3  selector x1                  r20s2 3H
     4  clause 1, literal 1: x1      r21s2 5C 6H
     5  clause 1, literal 2: x1      r22s2 7C 8H
     6  clause 1, literal 3: x1      r23s2 9C TH
     7  clause 2, literal 1: not x1  r24s2 QC KH
     8  clause 2, literal 2: not x1  r25s2 r14s1 r15s3
     9  clause 2, literal 3: not x1  r26s2 r16s1 r17s3
    10  critical column              r27s1 r27s3 r27s4 r26s1 r26s3 r26s4 r25s1 r25s3 r25s4 r24s1 r24s3
                                     r24s4 r23s1 r23s3 r23s4 r22s1 r22s3 r22s4 r21s1 r21s3 r21s4 r20s1
                                     r20s3 r20s4 r19s1 r19s3 r19s4 r18s1 r18s3 r18s4 r17s1 r17s2 r17s4
                                     r16s2 r16s3 r15s1 r15s2 r15s4 r14s2 r14s3 KC KD KS QD QH JC JD JS
                                     TC TD TS 9D 9H 8C 8D 8S 7D 7H 6C 6D 6S 5D 5H 4C 4D 4S 3C 3D 3S 2D
                                     2H AC AD AH AS JH 4H r27s2
    ");
}

#[test]
fn wrong_formulas_are_one_sentence() {
    let reduce = ["reduce", "-", "--to", "freecell"];
    for (input, message) in [
        (
            "p cnf 4 1\n1 2 3 4 0\n",
            &["standard input, line 2: found a clause of 4 literals", "--to-3cnf"][..],
        ),
        ("p cnf 3 1\n1 2 4 0\n", &["line 2: found the literal 4, expected one of the variables 1..3"]),
        ("p cnf 3 2\n1 2 3 0\n", &["line 1: found 1 clause, expected 2, as the header says"]),
        ("p cnf 3 1\n0\n", &["line 2: found an empty clause", "unsatisfiable"]),
        ("", &["found an empty file"]),
        ("p cnf 99999999 0\n", &["standard input: the deal would need 299999997 columns: expected at most"]),
    ] {
        refused(2, &reduce, input, message);
    }
    // An empty clause is a formula, too, if it may become longer ones.
    let game = done(&["reduce", "-", "--to", "freecell", "--to-3cnf"], "p cnf 1 1\n0\n");
    let files = Files::new();
    let any = files.put("any.txt", "1");
    refused(1, &["lower", "-", &any], &game, &["the assignment does not satisfy clause"]);
}

#[test]
fn options_belong_to_their_reduction() {
    let name = instance(THESIS);
    for (args, message) in [
        (
            &["--to", "freecell", "--suits", "2"][..],
            &["--suits is an option of spider: expected none for freecell"][..],
        ),
        (&["--to", "spider", "--cells", "2"], &["--cells is an option of freecell"]),
        (&["--to", "spider", "--any-length"], &["--any-length is an option of freecell"]),
        (&["--to", "freecell", "--delayed"], &["--delayed is an option of easy"]),
        (&["--to", "fair", "--as-printed"], &["--as-printed is an option of easy"]),
    ] {
        refused(2, &[&["reduce", &name], args].concat(), "", message);
    }
}

#[test]
fn wrong_assignments_and_plans_are_one_sentence() {
    let files = Files::new();
    let game = files.put("deal.json", &deal(THESIS, &["--cells", "1"]));
    let other = files.put("other.json", &deal(THESIS, &["--cells", "2"]));
    let lower = ["lower", &game, "-"];
    refused(2, &lower, "1 -2", &["standard input: found no value for variable 3"]);
    refused(2, &lower, "1 -1 2 3", &["standard input, line 1: found both 1 and -1"]);
    refused(2, &lower, "1 2 3 4", &["found the literal 4"]);
    refused(2, &lower, "s UNSATISFIABLE\n", &["found a solver's answer 'UNSATISFIABLE'"]);
    refused(
        1,
        &lower,
        "1 2 3",
        &["standard input: the assignment does not satisfy clause 3, (-1 or -2 or -3)"],
    );
    refused(2, &["lower", "-", "-"], "", &["standard input cannot be both"]);
    refused(2, &["lift", "-", "-"], "", &["standard input cannot be both"]);
    refused(2, &["lower", "ms:1", "-"], "1", &["ms:1: this deal was not made from a formula"]);
    refused(2, &["lift", &game, "-"], "nonsense", &["standard input"]);
    let plan = done(&["lower", &other, "-", "--format", "plan-json"], "1 2 -3");
    refused(1, &["lift", &game, "-"], &plan, &["standard input is no plan for this deal: move"]);
    let short = plan.replacen("\"moves\": [", "\"moves\": []}", 1);
    let short = &short[..=short.find('}').unwrap()];
    refused(1, &["lift", &other, "-"], short, &["the game is not won"]);
    // Another formula in the file than the deal was made from, and other cards.
    let text = std::fs::read_to_string(&game).unwrap();
    let changed = files.put("changed.json", &text.replace("[-1, 2, 3]", "[-1, -2, 3]"));
    refused(2, &["lower", &changed, "-"], "1 2 3", &["the deal is not that of the formula in its file"]);
    let broken = files.put("broken.json", &text.replace("\"variables\": 3", "\"variables\": 2"));
    refused(2, &["lower", &broken, "-"], "1 2 3", &["the file's formula: clause 1 has the literal 3"]);
    let unknown = files.put("unknown.json", &text.replace("\"variables\": 3", "\"variable\": 3"));
    refused(2, &["lower", &unknown, "-"], "1 2 3", &["the file's 'reduction' is not one of a formula"]);
    let many = files
        .put("many.json", &text.replace("\"labels\": [", &format!("\"labels\": [{}", "\"x\", ".repeat(99))));
    refused(2, &["show", &many], "", &["labels, expected one a column"]);
}

#[test]
fn folders_of_hard_deals_list_known_verdicts() {
    let files = Files::new();
    for (family, vars, verdicts) in [
        ("random", "8", &["solved", "unwinnable"][..]),
        ("planted", "10", &["solved"]),
        ("pigeonhole", "6", &["unwinnable"]),
        ("parity", "9", &["unwinnable"]),
    ] {
        let folder = files.path(family);
        let folder_name = folder.display().to_string();
        let args = [
            "hard", "--game", "freecell", "--cells", "1", "--family", family, "--vars", vars, "--count", "3",
        ];
        let out = done(&[&args[..], &["-o", &folder_name]].concat(), "");
        assert_eq!(out.lines().count(), 3, "{out}");
        let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
        let manifest: Value = serde_json::from_str(&manifest).unwrap();
        for entry in manifest["deals"].as_array().unwrap() {
            let file = |name: &Value| folder.join(name.as_str().unwrap()).display().to_string();
            let verdict = entry["known"]["verdict"].as_str().unwrap();
            assert!(verdicts.contains(&verdict), "{entry}");
            if verdict == "solved" {
                let plan = file(&entry["known"]["plan"]);
                assert!(done(&["verify", &file(&entry["deal"]), &plan], "").starts_with("valid"));
                let lifted = done(&["lift", &file(&entry["deal"]), &plan], "");
                assert_eq!(lifted, std::fs::read_to_string(file(&entry["known"]["model"])).unwrap());
            } else {
                let proof = std::fs::read_to_string(file(&entry["known"]["proof"])).unwrap();
                let last = proof.lines().last().unwrap().split(' ').collect::<Vec<_>>();
                assert_eq!(last[1], "0", "the empty clause: {proof}");
            }
        }
        let again = files.path("again").join(family).display().to_string();
        assert_eq!(done(&[&args[..], &["-o", &again]].concat(), ""), out);
        refused(2, &[&args[..], &["-o", &folder_name]].concat(), "", &["is not empty"]);
    }
    let from = files.path("random").display().to_string();
    let to = files.path("from").display().to_string();
    let out = done(&["hard", "--game", "freecell", "--from", &from, "-o", &to], "");
    assert!(
        out.lines().count() == 3 && out.starts_with("001.json: 001.cnf: 8 variables, 34 clauses"),
        "{out}"
    );
    let none = files.path("none").display().to_string();
    refused(
        2,
        &["hard", "--game", "freecell", "--vars", "2", "-o", &none],
        "",
        &["2 variables: expected at least 3"],
    );
    refused(
        2,
        &["hard", "--game", "freecell", "--from", &none, "-o", &none],
        "",
        &["cannot read the folder"],
    );
}

#[test]
fn one_question_decides_a_deal_of_a_formula() {
    let files = Files::new();
    let lost = files.put("lost.json", &deal("contradiction.cnf", &["--cells", "0"]));
    let proof = files.put("lost.proof", "");
    let (code, out, err) = run(&["solve", &lost, "--by", "sat", "--proof", &proof], "");
    assert_eq!(code, 20, "{err}");
    assert!(out.contains("Unwinnable: the formula of this deal is unsatisfiable. Its lock cards"), "{out}");
    let valid = done(&["verify", &lost, &proof], "");
    assert!(valid.starts_with("valid: the lock cards of this deal cannot leave within"), "{valid}");
    let (_, json, _) = run(&["solve", &lost, "--by", "sat", "--format", "json"], "");
    assert!(json.contains("\"verdict\":\"unwinnable\"") && json.contains("\"basis\":\"locks\""), "{json}");
    // The same as a formula for others, and a model of theirs back to a plan and an assignment.
    let won = files.put("won.json", &deal(THESIS, &["--cells", "0"]));
    let formula = done(&["encode", &won, "--horizon", "complete"], "");
    assert!(formula.contains("goal locks"), "{}", &formula[..400]);
    let (code, plan, err) = run(&["solve", &won, "--by", "sat", "--format", "plan-json"], "");
    assert_eq!(code, 10, "{err}");
    let lifted = done(&["lift", &won, "-"], &plan);
    assert!(lifted.starts_with("s SATISFIABLE\nv "), "{lifted}");
    // Only such deals have a complete bound, and it is one question.
    let message = ["this deal was not made from a formula"];
    refused(2, &["solve", "ms:1", "--by", "sat", "--horizon", "complete"], "", &message);
    let message = ["--threads is not for --horizon complete"];
    refused(2, &["solve", &won, "--by", "sat", "--horizon", "complete", "--threads", "2"], "", &message);
    // An option that leaves plans out would make the deal of a satisfiable formula unwinnable.
    for options in ["moves=1", "labels=5,rebuilt=0"] {
        let message = ["plans may be left out, so the bound says nothing of the game"];
        let args = ["solve", &won, "--by", "sat", "--horizon", "complete", "--options", options];
        refused(2, &args, "", &message);
    }
    let message = ["encoding 'exists-draws' has no known bound for this question: expected exists-loose"];
    refused(
        2,
        &["solve", &won, "--by", "sat", "--horizon", "complete", "--encoding", "exists-draws"],
        "",
        &message,
    );
}
