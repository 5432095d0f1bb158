//! Planning tasks whose suits have unequal lengths: solved and verified by their domain alone.

use super::schema::All;
use assert_cmd::Command;
use patsat_testkit::cli::{file, one_sentence, output_of, result, run};
use std::fs;

const GENERATED: &str = "tests/planners/unequal-suits.pddl";
const WON: &str = "tests/planners/unequal-won.pddl";
const LOST: &str = "tests/planners/unequal-lost.pddl";

#[test]
fn plans_are_found_and_verified_by_the_domain() {
    let folder = tempfile::tempdir().unwrap();
    for task in [GENERATED, WON] {
        let (code, out, err) = run(&["solve", task]);
        assert_eq!((code, err.as_str()), (10, ""), "{out}");
        let (verdict, plan) = out.split_once("\n\n").unwrap();
        let actions = plan.lines().filter(|line| line.starts_with('(')).count();
        assert_eq!(verdict, format!("Solved in {actions} actions (plan verified by the domain)."));
        assert!(plan.ends_with(&format!("; cost = {actions} (unit cost)\n")), "{plan}");
        let note = format!("{verdict}\n");
        assert_eq!(run(&["solve", task, "--format", "ipc-plan"]), (10, plan.to_owned(), note));

        let path = file(folder.path(), "plan", plan);
        let valid = format!("valid, cost {actions}: by the domain its {actions} actions reach the goal\n");
        assert_eq!(run(&["verify", task, &path]), (0, valid.clone(), String::new()));
        let (code, out, _) = run(&["verify", task, &path, "--format", "json"]);
        assert_eq!((code, &result(&out)["valid"]), (0, &true.into()));

        // FF's form of the same plan.
        let steps = plan.lines().filter(|line| line.starts_with('(')).enumerate();
        let ff: String = steps
            .map(|(n, line)| format!("step {n:4}: {}\n", line.trim_matches(['(', ')']).to_uppercase()))
            .collect();
        assert_eq!(run(&["verify", task, &file(folder.path(), "ff", &ff)]).1, valid);

        let cut = plan.lines().take(actions - 1).collect::<Vec<_>>().join("\n");
        let (code, out, _) = run(&["verify", task, &file(folder.path(), "cut", &cut)]);
        assert_eq!(code, 1);
        assert!(
            out.starts_with(&format!("not valid: after {} actions the goal (home ", actions - 1)),
            "{out}"
        );
        let late = plan.lines().skip(1).collect::<Vec<_>>().join("\n");
        let (code, out, _) = run(&["verify", task, &file(folder.path(), "late", &late), "--format", "json"]);
        assert_eq!((code, &result(&out)["valid"]), (1, &false.into()));
        let path = file(folder.path(), "moves", "23 5a\n");
        let message = "moves, line 1: found '23 5a', expected an action such as (OPERATOR OBJECT ...)";
        one_sentence(&["verify", task, &path], run(&["verify", task, &path]), message);
    }
}

#[test]
fn a_domain_file_replaces_the_domain() {
    let folder = tempfile::tempdir().unwrap();
    let plan = file(folder.path(), "plan", &run(&["solve", GENERATED, "--format", "ipc-plan"]).1);
    let domain = "crates/pddl/src/autoscale.pddl";
    let (code, out, _) = run(&["verify", GENERATED, &plan, "--domain", domain]);
    assert!(code == 0 && out.starts_with("valid, cost "), "{out}");
    // A domain without the first action of the plan rejects it.
    let text = fs::read_to_string(domain).unwrap();
    let first = fs::read_to_string(&plan).unwrap();
    let operator = first[1..].split(' ').next().unwrap();
    let other = text.to_lowercase().replace(&format!("(:action {operator}\n"), "(:action other\n");
    let other = file(folder.path(), "other.pddl", &other);
    let (code, out, _) = run(&["verify", GENERATED, &plan, "--domain", &other]);
    assert!(code == 1 && out.contains(&format!("the domain has no action '{operator}'")), "{out}");
    let bad = file(folder.path(), "bad.pddl", "(define (domain freecell) (:axioms))");
    let args = ["verify", GENERATED, &plan, "--domain", &bad];
    one_sentence(&args, run(&args), "bad.pddl, line 1: found ':axioms'");
}

#[test]
fn unwinnable_and_undecided_tasks_end_as_solve_does() {
    let (code, out, _) = run(&["solve", LOST]);
    assert_eq!(code, 20);
    let states = out.strip_prefix("Unwinnable (all ").and_then(|rest| rest.split_once(' ')).unwrap().0;
    assert!(states.parse::<u64>().unwrap() > 10, "{out}");
    assert_eq!(out, format!("Unwinnable (all {states} states of the task visited, not certified).\n"));
    assert_eq!(run(&["solve", LOST, "--format", "ipc-plan"]), (20, String::new(), out));
    let (code, out, _) = run(&["solve", WON, "--node-limit", "1"]);
    assert_eq!((code, out.as_str()), (0, "Unknown: node limit reached after 2 states.\n"));
    let mut command = Command::cargo_bin("patsat").unwrap();
    let (code, out, _) = output_of(command.args(["solve", "-"]).write_stdin(fs::read(LOST).unwrap()));
    assert!(code == 20 && out.starts_with("Unwinnable (all "), "{out}");
}

#[test]
fn json_follows_the_schemas() {
    let schemas = All::read();
    let cases = [
        (vec!["solve", GENERATED], "solved"),
        (vec!["solve", LOST], "unwinnable"),
        (vec!["solve", WON, "--node-limit", "1"], "unknown"),
    ];
    for (args, verdict) in cases {
        let out = run(&[&args[..], &["--format", "json"]].concat()).1;
        assert_eq!(result(&out)["verdict"], verdict);
        for line in out.lines() {
            assert_eq!(schemas.fault("solve", &serde_json::from_str(line).unwrap()), None, "{line}");
        }
    }
    let data = result(&run(&["solve", GENERATED, "--format", "json"]).1);
    assert!(data["actions"].as_array().unwrap().len() >= 11, "{data}");
}

#[test]
fn what_needs_a_card_game_is_refused() {
    let works = "'patsat solve' and 'patsat verify' take suits of unequal length";
    for args in [
        &["show", GENERATED][..],
        &["convert", GENERATED, "--to", "json"],
        &["encode", GENERATED, "--horizon", "9"],
        &["hint", GENERATED],
        &["why", GENERATED],
        &["certify", GENERATED],
    ] {
        let result = run(args);
        assert!(result.2.contains("found goals of 3 and of 4 cards home, expected "), "{result:?}");
        one_sentence(args, result, works);
    }
    let folder = tempfile::tempdir().unwrap();
    let plan = file(folder.path(), "plan", "(sendtofree c3 s3 celln1 celln0)\n");
    for (command, option) in [
        ("solve", &["--by", "sat"][..]),
        ("solve", &["--proof", "never-written"]),
        ("solve", &["--optimal"]),
        ("solve", &["--strategy", "breadth-first"]),
        ("solve", &["--cells", "2"]),
        ("solve", &["--explain"]),
        ("verify", &["--plain"]),
        ("verify", &["--game", "freecell"]),
        ("verify", &["--horizon", "3"]),
    ] {
        let operands =
            if command == "solve" { vec![command, GENERATED] } else { vec![command, GENERATED, &plan] };
        let args = [&operands[..], option].concat();
        let message =
            format!("unequal-suits.pddl: found {}, expected no such option: suits of unequal ", option[0]);
        one_sentence(&args, run(&args), &message);
    }
    let args = ["solve", GENERATED, "--format", "kpat"];
    one_sentence(&args, run(&args), "found another --format than text, json or ipc-plan, expected ");
}
