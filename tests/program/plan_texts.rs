//! Plans and tasks as people have them: all commands read them alike.

use patsat_testkit::cli::{file, run};

const TASKS: [(&str, &str); 4] = [
    ("typed", include_str!("../planners/typed.pddl")),
    ("object types", include_str!("../planners/object-types.pddl")),
    ("Unified Planning", include_str!("../planners/unified-planning.pddl")),
    ("minimal", include_str!("../planners/minimal.pddl")),
];

/// The plan that `solve` prints for a task is valid for `verify` and shortest for `certify`.
#[test]
fn tasks_with_types_and_without_are_one_for_all_commands() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in TASKS {
        let task = file(folder.path(), "task.pddl", text);
        let (code, plan, err) = run(&["solve", &task, "--format", "ipc-plan"]);
        assert_eq!(code, 10, "{name}: {err}");
        let actions = plan.lines().filter(|line| line.starts_with('(')).count();
        let path = file(folder.path(), "plan", &plan);
        let (code, out, err) = run(&["verify", &task, &path]);
        assert!(
            code == 0 && out.ends_with(&format!("its {actions} actions reach the goal\n")),
            "{name}: {out}{err}"
        );
        let (code, out, err) = run(&["certify", &task]);
        assert!(
            code == 0 && out.starts_with(&format!("No plan has fewer than {actions} action")),
            "{name}: {out}{err}"
        );
        let (code, out, err) = run(&["certify", &task, "--plan", &path]);
        assert!(code == 0 && out.starts_with("No plan has fewer than"), "{name}: {out}{err}");
        let (code, again, _) = run(&["convert", &task, "--to", "pddl"]);
        assert_eq!(code, 0);
        let ours = file(folder.path(), "ours.pddl", &again);
        assert_eq!(run(&["verify", &ours, &path]).0, 0, "{name}");
        assert_eq!(run(&["show", &task]).1, run(&["show", &ours]).1);
        // Without its last action, and with its first one twice.
        let lines: Vec<&str> = plan.lines().filter(|line| line.starts_with('(')).collect();
        let short = file(folder.path(), "short", &(lines[..actions - 1].join("\n") + "\n; cost\n"));
        let (code, out, _) = run(&["verify", &task, &short]);
        assert!(code == 1 && out.contains("the goal (home "), "{name}: {out}");
        let twice = file(folder.path(), "twice", &format!("{}\n{plan}", lines[0]));
        assert_ne!(run(&["verify", &task, &twice]).0, 0, "{name}");
    }
}

#[test]
fn planners_output_is_verified_and_refused_in_terms_of_actions() {
    let folder = tempfile::tempdir().unwrap();
    let task = file(folder.path(), "task.pddl", TASKS[0].1);
    for text in [
        include_str!("../planners/ff.txt"),
        include_str!("../planners/metric-ff.txt"),
        include_str!("../planners/unified-planning.txt"),
    ] {
        let plan = file(folder.path(), "plan.txt", text);
        let (code, out, err) = run(&["verify", &task, &plan]);
        assert!(code == 0 && out.starts_with("valid, cost 8: "), "{out}{err}");
        assert_eq!(
            run(&["convert", &task, "--plan", &plan, "--to", "standard"]).1,
            "2h 2h 1h 4h 4h 3h 3h 1h\n"
        );
        assert!(run(&["replay", &task, &plan]).0 == 0);
        // Without the second action the fourth has no card to go onto.
        let is_second = |line: &str| {
            line.to_lowercase().contains("sendtohome-b") && line.to_lowercase().contains("heart0")
        };
        let gone: Vec<&str> = text.lines().filter(|line| !is_second(line)).collect();
        let plan = file(folder.path(), "gone.txt", &gone.join("\n"));
        let (code, out, err) = run(&["verify", &task, &plan]);
        let both = out + &err;
        assert!(code == 1 || code == 2, "{both}");
        assert!(
            !both.contains("23, 5a") && both.contains("(sendtohome heart2 cluba heart n2 hearta n1)"),
            "{both}"
        );
    }
}

/// A deal of four ranks that is won by automatic moves after a few moves of the player.
#[test]
fn texts_without_automatic_moves_are_read_by_all_commands() {
    let folder = tempfile::tempdir().unwrap();
    let board = file(
        folder.path(),
        "board.txt",
        "Foundations: H-T C-T D-T S-T\nFreecells:\n: KH QS JD\n: KS\n: KD QC\n: KC QH\n: JH\n: JC\n: JS\n: QD\n",
    );
    let plan = file(folder.path(), "plan.txt", "1a\n");
    let reading = "with safe moves home by Horne's rule after each move";
    let (code, out, err) = run(&["verify", &board, &plan]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.starts_with(&format!("valid, read {reading}: the plan wins in 13 moves")), "{out}");
    let (_, json, _) = run(&["verify", &board, &plan, "--format", "json"]);
    assert!(json.contains(r#""reading":"horne""#), "{json}");
    let (code, whole, err) = run(&["convert", &board, "--plan", &plan, "--to", "standard"]);
    assert_eq!((code, whole.split_whitespace().count()), (0, 13), "{whole}{err}");
    assert!(err.contains(&format!("plan.txt: the plan is read {reading}")), "{err}");
    let complete = file(folder.path(), "whole.txt", &whole);
    let (code, out, _) = run(&["verify", &board, &complete]);
    assert!(code == 0 && out.starts_with("valid: the plan wins in 13 moves"), "{out}");
    let (code, out, err) = run(&["shorten", &board, &plan]);
    assert!(code == 0 && err.contains(reading), "{out}{err}");
    let (code, out, err) = run(&["replay", &board, &plan]);
    assert!(code == 0 && out.contains("move 1 of 13, 1a: ") && err.contains(reading), "{out}{err}");
    // What no reading makes legal is refused by all of them, with the nearest.
    let wrong = file(folder.path(), "wrong.txt", "1a 11\n");
    for command in ["verify", "replay", "shorten"] {
        let (code, out, _) = run(&[command, &board, &wrong]);
        assert!(code == 1 && out.contains("No reading fits. Nearest is the text "), "{command}: {out}");
        assert!(out.contains("move 2 of the text is illegal"), "{command}: {out}");
    }
    let (code, _, err) = run(&["convert", &board, "--plan", &wrong, "--to", "standard"]);
    assert!(code == 1 && err.contains("No reading fits."), "{err}");
}

#[test]
fn games_have_the_names_that_people_write() {
    let plain = run(&["show", "random:bakers-game:7"]);
    assert_eq!(plain.0, 0);
    for args in [
        &["show", "random:Baker's Game:7"][..],
        &["show", "random:BAKERS_GAME:7"],
        &["show", "random:Baker\u{2019}s  game:7"],
    ] {
        assert_eq!(run(args).1, plain.1, "{args:?}");
    }
    let by_option = run(&["show", "random:7", "--game", "bakers-game"]).1;
    for game in ["Baker's Game", "Baker\u{2019}s Game", "bakersgame", "BAKERS GAME"] {
        assert_eq!(run(&["show", "random:7", "--game", game]).1, by_option, "{game}");
    }
    assert_eq!(run(&["games", "Forty Thieves"]).1, run(&["games", "forty-thieves"]).1);
    // Without a dealer the number is Solvitaire's, and a note names the others.
    let (code, out, err) = run(&["show", "forty thieves:1"]);
    assert_eq!((code, out), (0, run(&["show", "solvitaire:forty-thieves:1"]).1));
    assert!(
        err.contains("read as solvitaire:forty-thieves:1") && err.contains("random:forty-thieves:1"),
        "{err}"
    );
    let (code, _, err) = run(&["show", "Bakers Game:1"]);
    assert!(code == 0 && err.contains("ms:1 --game bakers-game"), "{err}");
}

/// The deals of pysol_cards 0.24.0.
#[test]
fn numbers_of_pysolfc_have_twenty_digits() {
    for (name, first) in [
        ("pysol:12345678901234567890", ": AH 8C 5C TS TC 7C 2C\n: 9D 3C 7D QD JD 8S 9C\n"),
        ("pysol:#98765432109876543210", ": QD JC AD 7D KS 3S KC\n: KH 8S 8C 4S 9H 3C TH\n"),
        ("pysol:100000000000000000000", ": AC TD 5C KD 3S TH QD\n: 2H 9C KS AH 7S 6D TS\n"),
        ("pysol-old:123456789", ": QC 6C 2C KD 9S 8D 4C\n: 2S 8C 6S KC QD 3C 3D\n"),
        ("pysol:old18446744073709551615", ": 7D KS KC 2C 2H TH 3C\n: 8C 2D QS JD 9H TD 7H\n"),
    ] {
        let (code, board, err) = run(&["convert", name, "--to", "fc-solve"]);
        assert_eq!(code, 0, "{err}");
        assert!(board.starts_with(first), "{name}\n{board}");
    }
    let (code, _, err) = run(&["solve", "pysol:100000000000000000001"]);
    assert!(code == 2 && err.contains("expected a whole number from 1 to 100000000000000000000"), "{err}");
}
