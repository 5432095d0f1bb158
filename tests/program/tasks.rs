//! Tasks of planners as files: converted, solved, and their plans verified by both roads.

use patsat_testkit::cli::{file, run};

/// Two ranks of two suits in two columns, one row to come: the competition's Spider.
const GAME: &str = r#"{"schema": 1, "rules": {"name": "ipc-spider", "deck": {"ranks": 2, "suits": 2, "copies": 1},
"columns": 2, "layout": {"sizes": {"round": 2}}, "build": "any-suit", "group": "suit-run", "empty_column": "any",
"home": "runs-by-move", "stock": {"kind": "rows", "onto_empty": false}},
"deal": {"columns": [{"cards": ["2C"]}, {"cards": ["2D"]}], "stock": ["AC", "AD"]}}"#;

#[test]
fn a_spider_task_is_written_solved_and_verified_by_both_roads() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let game = file(folder.path(), "game.json", GAME);
    let (task, domain, plan) = (at("task.pddl"), at("domain.pddl"), at("plan"));
    assert_eq!(run(&["convert", &game, "--to", "pddl", "-o", &task, "--domain", &domain]).0, 0);
    assert_eq!(run(&["show", &task]).1, run(&["show", &game]).1);
    // The row crosses the suits: AD on 2C, AC on 2D, and there is no room to part them but one by one.
    let breadth = ["--strategy", "breadth-first"];
    let (code, _, err) =
        run(&[&["solve", &task, "--format", "ipc-plan", "-o", &plan], &breadth[..]].concat());
    assert_eq!(code, 20, "{err}");
    let lost = run(&["why", &task]);
    assert!(lost.1.contains("dead pattern") || lost.1.contains("nwinnable"), "{lost:?}");
    // Dealt the other way round each ace lands on its own suit.
    let text = std::fs::read_to_string(&game).unwrap().replace(r#"["AC", "AD"]"#, r#"["AD", "AC"]"#);
    std::fs::write(&game, text).unwrap();
    assert_eq!(run(&["convert", &game, "--to", "pddl", "-o", &task]).0, 0);
    let (code, ..) = run(&[&["solve", &task, "--format", "ipc-plan"], &breadth[..]].concat());
    assert_eq!(code, 10);
    let written = run(&[&["solve", &task, "--format", "ipc-plan"], &breadth[..]].concat()).1;
    assert!(written.ends_with("; cost = 3 (general cost)\n"), "{written}");
    std::fs::write(&plan, &written).unwrap();
    let valid = "valid, cost 3: the plan wins in 3 moves (m1 3 single cards, m2 3 with supermoves, m3 1 without \
                 moves home); by the domain its 12 actions reach the goal\n";
    assert_eq!(run(&["verify", &task, &plan]), (0, valid.into(), String::new()));
    assert_eq!(run(&["verify", &task, &plan, "--domain", &domain]).1, valid);
    // Without what the domain does between two moves it is no plan of the domain.
    let first =
        written.lines().filter(|line| !line.starts_with("(make-movable")).collect::<Vec<_>>().join("\n");
    std::fs::write(&plan, first).unwrap();
    let (code, out, _) = run(&["verify", &task, &plan]);
    assert!(
        code == 1 && out.starts_with("not valid: the moves win by the rules, but by the domain line "),
        "{out}"
    );
    // A plan in another notation takes the second road as it would be written.
    std::fs::write(&plan, "R 1h 2h\n").unwrap();
    assert_eq!(run(&["verify", &task, &plan]).1, valid);
    std::fs::write(&plan, "R 1h\n").unwrap();
    assert_eq!(run(&["verify", &task, &plan]).0, 1);
    std::fs::write(&plan, "R 1h 2h\n").unwrap();
    let converted = run(&["convert", &task, "--plan", &plan, "--to", "ipc-plan"]).1;
    assert_eq!(converted, written);
    assert!(run(&["replay", &task, &plan]).1.contains("collect the run 2C..AC of column 1"));
    assert!(run(&["hint", &task]).1.contains("Best: deal a row"));
    // By SAT alone, and proved shortest, with a proof that is checked again.
    let out = run(&["solve", &task, "--by", "sat", "--optimal"]).1;
    assert!(out.contains("no plan has fewer than 3 single-card moves (m1) (reported by the solver"), "{out}");
    let proof = folder.path().join("shortest.proof").display().to_string();
    let (code, out, err) = run(&["solve", &task, "--by", "sat", "--optimal", "--proof", &proof]);
    assert!(code == 10 && out.contains("(refuted by a verified proof of "), "{out}{err}");
    let checked = run(&["verify", &task, &proof]);
    assert!(checked.0 == 0 && checked.1.starts_with("valid: no plan within 2 moves"), "{checked:?}");
    assert_eq!(run(&["verify", "ms:1", &proof]).0, 1);
    // A game that is won already has nothing to be proved.
    let won = file(folder.path(), "won.txt", "Foundations: H-K C-K D-K S-K\n:\n:\n:\n:\n:\n:\n:\n:\n");
    let (code, out, err) =
        run(&["solve", &won, "--by", "sat", "--optimal", "--proof", &proof, "--time-limit", "20"]);
    assert!(code == 10 && out.contains("fewer than 0 single-card moves"), "{out}{err}");
    let lrat = ["solve", &task, "--by", "sat", "--optimal", "--proof", &proof, "--proof-format", "lrat"];
    assert_eq!(run(&lrat).0, 10);
    assert!(std::path::Path::new(&format!("{proof}.cnf")).exists());
}

#[test]
fn a_domain_file_that_does_not_fit_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let game = file(folder.path(), "game.json", GAME);
    let task = folder.path().join("task.pddl").display().to_string();
    assert_eq!(run(&["convert", &game, "--to", "pddl", "-o", &task]).0, 0);
    let plan = file(folder.path(), "plan", "(start-dealing)\n");
    let domain = file(folder.path(), "other.pddl", "(define (domain blocks)\n(:types a)\n(:axioms))");
    let (code, out, err) = run(&["verify", &task, &plan, "--domain", &domain]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("other.pddl, line 3: found ':axioms'"), "{err}");
    std::fs::write(&domain, "(define (domain blocks))").unwrap();
    let (code, _, err) = run(&["verify", &task, &plan, "--domain", &domain]);
    assert!(
        code == 2 && err.contains("task.pddl, line 2: found 'spider', expected the domain blocks"),
        "{err}"
    );
    let (code, _, err) = run(&["verify", "ms:1", &plan, "--domain", &domain]);
    assert!(code == 2 && err.starts_with("error: "), "{err}");
}

#[test]
fn shortest_plans_of_tasks_count_actions() {
    let folder = tempfile::tempdir().unwrap();
    let task = folder.path().join("task.pddl").to_str().unwrap().to_owned();
    let deal = ["ms:1", "--ranks", "5"];
    assert_eq!(run(&[&["convert"], &deal[..], &["--to", "pddl", "-o", &task]].concat()).0, 0);
    let by_actions = run(&["solve", &task, "--optimal"]).1;
    assert!(by_actions.contains("single-card moves (m1)"), "{by_actions}");
    assert!(run(&["solve", &task, "--optimal", "--cost", "m2"]).1.contains(" moves (m2)"));
    assert!(run(&[&["solve"], &deal[..], &["--optimal"]].concat()).1.contains(" moves (m2)"));
    // The competition's plan has one action a move, and its cost is that count.
    let plan = folder.path().join("plan").to_str().unwrap().to_owned();
    assert_eq!(run(&["solve", &task, "--optimal", "--format", "ipc-plan", "-o", &plan]).0, 10);
    let (code, out, err) = run(&["verify", &task, &plan]);
    assert_eq!(code, 0, "{out}{err}");
    let cost = out.strip_prefix("valid, cost ").and_then(|rest| rest.split_once(':')).unwrap().0;
    assert!(by_actions.contains(&format!("\nMoves: m1 {cost} single cards")), "{out}{by_actions}");
}
