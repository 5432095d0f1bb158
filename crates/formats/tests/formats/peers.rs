//! Freecell Solver's own plans, and ours as it would print them.

use super::{freecell, ms, read};
use patsat_formats::{Format, Hints, read_instance, read_plan, write_instance, write_plan};
use patsat_game::cards::DealId;
use patsat_game::rules::{Group, Rules};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::replay;
use std::io::Write;
use std::process::{Command, Stdio};

/// What Freecell Solver prints for this board; nothing, with a message, where it is not installed.
pub(super) fn fc_solve(options: &[&str], board: &str) -> Option<String> {
    let started = (Command::new("fc-solve").args(options))
        .env("FREECELL_SOLVER_QUIET", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = started else {
        eprintln!("skipped: fc-solve is not installed (Debian: freecell-solver-bin)");
        return None;
    };
    child.stdin.take().unwrap().write_all(board.as_bytes()).unwrap();
    Some(String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap())
}

/// The text without the statistics at its end.
fn without_statistics(text: &str) -> String {
    let lines =
        text.lines().filter(|line| !line.starts_with("Total number") && !line.starts_with("This scan"));
    lines.map(|line| line.to_owned() + "\n").collect()
}

/// Reads a plan of Freecell Solver's and verifies it.
fn verified(instance: &Instance, text: &str) -> Plan {
    let plan = read_plan(text.as_bytes(), instance).unwrap_or_else(|e| panic!("{e}\n{text}"));
    replay(instance, plan.clone()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    plan
}

#[test]
fn freecell_solvers_plans_verify_and_ours_look_like_its() {
    for number in 1..=40 {
        let instance = ms(number);
        let board = write_instance(&instance, Format::FcSolve).unwrap();
        let Some(text) = fc_solve(&["-p", "-t", "-sam", "-sel", "-l", "lg"], &board) else { return };
        let plan = verified(&instance, &text);
        let ours = write_plan(&instance, &plan, Format::Replay).unwrap();
        assert_eq!(ours, without_statistics(&text), "deal {number}");
    }
}

#[test]
fn freecell_solvers_standard_notation_verifies() {
    for number in 1..=40 {
        let instance = ms(number);
        let board = write_instance(&instance, Format::FcSolve).unwrap();
        let Some(text) = fc_solve(&["-m", "-snx", "-l", "lg"], &board) else { return };
        let plan = verified(&instance, &text);
        // Its two notations are recognised as such and give the same plan, and so does ours.
        let sentences = fc_solve(&["-m", "-l", "lg"], &board).unwrap();
        assert_eq!(verified(&instance, &sentences), plan, "deal {number}");
        let ours = write_plan(&instance, &plan, Format::Standard).unwrap();
        assert_eq!(read_plan(ours.as_bytes(), &instance).unwrap(), plan);
    }
}

#[test]
fn boards_in_the_middle_of_its_plans_are_boards_of_ours() {
    let instance = ms(24);
    let board = write_instance(&instance, Format::FcSolve).unwrap();
    let Some(text) = fc_solve(&["-p", "-t", "-sam", "-l", "lg"], &board) else { return };
    let plan = verified(&instance, &text);
    let mut table = instance.table();
    let boards: Vec<&str> = text.split("\n\n").filter(|part| part.contains("Freecells:")).collect();
    assert_eq!(boards.len(), plan.moves.len() + 1);
    for (step, board) in boards.iter().enumerate() {
        assert_eq!(&read(board).unwrap().deal, table.deal(), "{board}");
        if let Some(&action) = plan.moves.get(step) {
            table.apply(action).unwrap();
        }
    }
}

#[test]
fn it_reads_our_boards_of_other_games_and_we_its_plans() {
    let games = [
        ("bakers-game", "bakers_game", "all"),
        ("eight-off", "eight_off", "kings"),
        ("seahaven-towers", "seahaven", "kings"),
        ("fore-cell", "forecell", "kings"),
        ("beleaguered-castle", "beleaguered_castle", "all"),
        ("streets-and-alleys", "streets_and_alleys", "all"),
    ];
    let mut solved = 0;
    for (ours, theirs, fill) in games {
        for seed in 0..12 {
            // Where cards move one at a time it writes supermoves as a shorthand too.
            let rules = Rules { group: Group::BySpaces, ..Rules::preset(ours).unwrap() };
            let instance = Instance::from_id(rules.clone(), DealId::Random { game: None, seed }).unwrap();
            let board = write_instance(&instance, Format::FcSolve).unwrap();
            // Without a preset: `-l lg` fills empty columns with any card where kings only may (5.0.0).
            let options =
                ["-g", theirs, "--empty-stacks-filled-by", fill, "-p", "-t", "-sam", "-sel", "-mi", "20000"];
            let Some(text) = fc_solve(&options, &board) else { return };
            if text.contains("This game is solveable.") {
                let plan = verified(&instance, &text);
                assert_eq!(write_plan(&instance, &plan, Format::Replay).unwrap(), without_statistics(&text));
                solved += 1;
            }
            let hints = Hints { game: Some(rules), ..Hints::default() };
            assert_eq!(read_instance(board.as_bytes(), None, &hints).unwrap().deal, instance.deal);
        }
    }
    assert!(solved >= 36, "{solved}");
}

#[test]
fn fewer_cells_and_columns() {
    let rules = Rules { cells: 3, columns: 9, ..freecell() };
    let instance = Instance::from_id(rules, DealId::Microsoft(3)).unwrap();
    let board = write_instance(&instance, Format::FcSolve).unwrap();
    let options = ["--freecells-num", "3", "--stacks-num", "9", "-p", "-t", "-sam", "-l", "lg"];
    let Some(text) = fc_solve(&options, &board) else { return };
    let plan = verified(&instance, &text);
    assert_eq!(write_plan(&instance, &plan, Format::Replay).unwrap(), without_statistics(&text));
}

#[test]
fn simple_simon_where_runs_leave_by_a_move_of_their_own() {
    let rules = Rules::preset("simple-simon").unwrap();
    let mut solved = 0;
    for seed in 0..30 {
        let instance = Instance::from_id(rules.clone(), DealId::Random { game: None, seed }).unwrap();
        let board = write_instance(&instance, Format::FcSolve).unwrap();
        let options = ["-g", "simple_simon", "-p", "-t", "-sam", "-sel", "-mi", "20000"];
        let Some(text) = fc_solve(&options, &board) else { return };
        if !text.contains("This game is solveable.") {
            continue;
        }
        let plan = verified(&instance, &text);
        let ours = write_plan(&instance, &plan, Format::Replay).unwrap();
        assert_eq!(read_plan(ours.as_bytes(), &instance).unwrap(), plan);
        solved += 1;
    }
    assert!(solved >= 20, "{solved}");
}

/// Without one of its 52 moves home no plan wins, and reading is not where that is noticed.
#[test]
fn a_plan_with_a_sentence_missing_reads_and_does_not_verify() {
    let instance = ms(7);
    let board = write_instance(&instance, Format::FcSolve).unwrap();
    let Some(text) = fc_solve(&["-m", "-l", "lg"], &board) else { return };
    let lines: Vec<&str> = text.lines().collect();
    let mut dropped = 0;
    for gap in (0..lines.len()).filter(|&n| lines[n].ends_with("to the foundations")) {
        let rest: Vec<&str> = lines.iter().enumerate().filter(|&(n, _)| n != gap).map(|(_, &l)| l).collect();
        let plan = read_plan(rest.join("\n").as_bytes(), &instance).unwrap();
        replay(&instance, plan).unwrap_err();
        dropped += 1;
    }
    assert_eq!(dropped, 52);
}
