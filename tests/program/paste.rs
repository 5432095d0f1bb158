//! Boards and plans as people paste them, what is printed read back, and the number of a board.

use assert_cmd::Command;
use patsat_testkit::cli::{CommandOutput, file, output_of, result};

fn patsat(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("patsat").unwrap();
    command.env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8").args(args);
    command
}

fn run(args: &[&str]) -> CommandOutput {
    output_of(&mut patsat(args))
}

fn fed(args: &[&str], input: &str) -> CommandOutput {
    output_of(patsat(args).write_stdin(input))
}

#[test]
fn what_show_prints_is_an_instance() {
    for deal in [
        "ms:24",
        "random:spider:1",
        "random:spider2:2",
        "solvitaire:forty-thieves:6",
        "random:king-albert:3",
        "random:eight-off:4",
        "kpat:fortyeight:2",
    ] {
        for style in [&["--symbols=never"][..], &["--symbols=always", "--color", "always"]] {
            let (code, shown, err) = run(&[&["show", deal], style].concat());
            assert_eq!((code, err.as_str()), (0, ""), "{deal}");
            let (code, json, err) = fed(&["convert", "-", "--to", "json"], &shown);
            assert_eq!((code, err.as_str()), (0, ""), "{deal}");
            assert_eq!(json, run(&["convert", deal, "--to", "json"]).1, "{deal}");
        }
    }
    let (code, out, _) = fed(&["solve", "-"], &run(&["show", "ms:24"]).1);
    assert_eq!((code, out), (10, run(&["solve", "ms:24"]).1));
}

#[test]
fn what_solve_prints_is_a_plan_and_an_instance() {
    let folder = tempfile::tempdir().unwrap();
    for args in [&["ms:617"][..], &["random:simple-simon:3"], &["kpat:spider1:1"]] {
        let path = folder.path().join("plan").display().to_string();
        let (code, ..) = run(&[&["solve"], args, &["-v", "-o", &path]].concat());
        assert_eq!(code, 10);
        let (code, out, err) = run(&[&["verify"], args, &[&path]].concat());
        assert_eq!(code, 0, "{out}{err}");
        assert_eq!(
            fed(&["show", "-"], &std::fs::read_to_string(&path).unwrap()).1,
            run(&[&["show"], args].concat()).1
        );
        // The sentences alone are the same plan.
        let text = std::fs::read_to_string(&path).unwrap();
        let sentences = text.trim_end().rsplit("\n\n").next().unwrap();
        assert!(sentences.contains("1. ") && sentences.contains(" from column "), "{sentences}");
        let plan_file = file(folder.path(), "sentences", sentences);
        assert_eq!(run(&[&["verify"], args, &[&plan_file]].concat()).1, out);
    }
}

#[test]
fn a_board_by_rows_or_upside_down() {
    let shown = run(&["show", "ms:7"]).1;
    let rows: String = shown
        .lines()
        .skip_while(|line| !line.contains(" 1  2"))
        .skip(1)
        .map(|line| line.to_owned() + "\n")
        .collect();
    let (code, json, err) = fed(&["convert", "-", "--to", "fc-solve"], &rows);
    let columns = run(&["convert", "ms:7", "--to", "fc-solve"]).1;
    assert_eq!((code, json.as_str()), (0, columns.as_str()));
    assert!(err.starts_with("standard input: read by rows: 7 lines") && err.lines().count() == 1, "{err}");
    assert_eq!(fed(&["convert", "-", "--to", "fc-solve", "-q"], &rows).2, "");
    let turned: String = columns
        .lines()
        .map(|line| line.trim_start_matches(": ").split(' ').rev().collect::<Vec<_>>().join(" ") + "\n")
        .collect();
    assert_eq!(fed(&["convert", "-", "--to", "fc-solve", "--flip"], &turned), (0, columns, String::new()));
}

/// Where lines can be rows as well as columns the program refuses, and two options decide.
#[test]
fn lines_that_can_be_both_need_an_option() {
    let board = "Free cells: empty\nFoundations: CT DT HK SJ\nKS QS KD QD\nKC QC JC JD\n";
    let show = |options: &[&str]| fed(&[&["show", "-", "--columns", "4"], options].concat(), board);
    let (code, out, err) = show(&[]);
    assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{err}");
    assert!(err.contains("--columns-first (each line is a column) or --rows (each line is a row)"), "{err}");
    assert!(show(&["--rows"]).1.contains(" KS QS KD QD\n KC QC JC JD\n"), "{:?}", show(&["--rows"]));
    assert!(show(&["--columns-first"]).1.contains(" KS KC\n QS QC\n KD JC\n QD JD\n"));
    for command in ["solve", "hint", "which", "rate"] {
        let (code, _, err) = fed(&[command, "-", "--columns", "4"], board);
        assert!(code == 2 && err.contains("--rows"), "{command} {code} {err}");
    }
    assert_ne!(fed(&["solve", "-", "--columns", "4", "--rows"], board).0, 2);
    // The options contradict each other, a deal by number, numbers above the cards, and a colon.
    assert_eq!(show(&["--rows", "--columns-first"]).0, 2);
    let (code, _, err) = run(&["show", "ms:1", "--rows"]);
    assert!(code == 2 && err.contains("--rows is for boards in files"), "{err}");
    let (code, _, err) = fed(&["show", "-", "--columns-first"], &run(&["show", "ms:1"]).1);
    assert!(code == 2 && err.contains("numbers of columns above rows"), "{err}");
    let (code, _, err) = fed(&["show", "-", "--rows"], &run(&["convert", "ms:1", "--to", "fc-solve"]).1);
    assert!(code == 2 && err.contains("a colon before a column"), "{err}");
    let (code, _, err) = fed(&["show", "-", "--rows"], &run(&["convert", "ms:1", "--to", "json"]).1);
    assert!(code == 2 && err.contains("lines are to be rows or columns"), "{err}");
}

#[test]
fn which_deal_a_board_is() {
    let converted = |deal: &str, change: fn(String) -> String| {
        fed(&["which", "-", "--up-to", "40000"], &change(run(&["show", deal]).1))
    };
    // Without its title a board does not say what it is.
    let bare = |text: String| text.lines().skip(1).collect::<Vec<_>>().join("\n");
    assert_eq!(converted("ms:617", bare), (0, "ms:617\n".into(), "- is ms:617\n".into()));
    assert_eq!(converted("pysol:33333", bare).1, "pysol:33333\n");
    assert_eq!(converted("ms:-2", bare).1, "ms:-2\n");
    let kept = |text: String| text;
    for deal in
        ["kpat:spider4:300", "kpat:simplesimon:12", "solvitaire:forty-thieves:77", "random:seahaven-towers:5"]
    {
        assert_eq!(converted(deal, kept).1, format!("{deal}\n"));
    }
    let columns = run(&["convert", "ms:617", "--to", "fc-solve"]).1;
    let mut lines: Vec<&str> = columns.lines().collect();
    lines.rotate_left(4);
    let (code, out, err) = fed(&["which", "-", "--up-to", "1000"], &lines.join("\n"));
    assert_eq!((code, out.as_str()), (0, "ms:617\n"));
    assert!(err.contains("its columns in another order"), "{err}");
    lines.swap(0, 1);
    let text = lines.join("\n").replace("KC", "x").replace("KS", "KC").replace('x', "KS");
    let (code, out, _) = fed(&["which", "-", "--up-to", "1000"], &text);
    assert_eq!(
        (code, out.as_str()),
        (
            1,
            "no number among ms:1..1000, ms:-1..-2, kpat:freecell:1..1000, solvitaire:freecell:0..1000, random:freecell:0..1000\n"
        )
    );
    let (code, out, _) = fed(&["which", "-"], "Foundations: C-K D-K H-K S-Q\nKS\n:\n:\n:\n:\n:\n:\n:\n");
    assert_eq!((code, out.as_str()), (1, "no number: the board is no fresh deal of any dealer\n"));
}

/// What a player sees of Spider at the start: ten cards.
#[test]
fn a_board_from_the_web_has_a_number_too() {
    let shown = run(&["show", "kpat:spider4:1000"]).1;
    let hidden: String = shown
        .lines()
        .filter(|line| !line.starts_with("stock:") && !line.starts_with('#'))
        .map(|line| {
            let word = |w: &str| {
                if w.len() == 2 && w.ends_with(['c', 'd', 'h', 's']) { "??".to_owned() } else { w.to_owned() }
            };
            let words: Vec<String> = line.split(' ').map(word).collect();
            words.join(" ") + "\n"
        })
        .skip(1)
        .collect();
    assert_eq!(hidden.matches("??").count(), 44, "{hidden}");
    let (code, out, err) = fed(&["which", "-", "--game", "spider", "--up-to", "2000"], &hidden);
    assert_eq!((code, out.as_str()), (0, "kpat:spider4:1000\n"), "{err}");
    let (code, out, _) = fed(&["show", "-", "--game", "spider"], &hidden);
    assert!(code == 0 && out.contains("stock: ?? ?? ??"), "{out}");
    assert_eq!(fed(&["show", "-"], &out).1, out);
}

#[test]
fn orders_of_unseen_cards_are_counted() {
    let board = "spider\ncomplete runs 6 of 8: C D D H H S\n\n: ?? ?? AC\n: ?? ?? AS\n: KC QC JC TC 9C 8C 7C 6C 5C 4C\n: KS QS JS TS 9S 8S 7S 6S 5S 4S\n:\n:\n:\n:\n:\n:\nstock 0 cards\n";
    let (code, out, err) = fed(&["solve", "-", "--samples", "100"], board);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("Unknown: 4 cards are unseen. Turning one takes at least 1 move:"), "{out}");
    assert!(out.contains(" ?? ??"), "{out}");
    assert!(
        out.contains("Solved all 24 orders of the unseen cards: 24 winnable, 0 lost, 0 undecided."),
        "{out}"
    );
    let json = result(&fed(&["solve", "-", "--samples", "100", "--format", "json"], board).1);
    assert_eq!((&json["verdict"], &json["orders"]["all"]), (&"unknown".into(), &true.into()));
    // With two columns no move is legal, so the cards below do not matter.
    let stuck = "Foundations: C-T D-T H-K S-J\n: ?? ?? ?? KS\n: ?? ?? ?? KC\n";
    let (code, out, err) = fed(&["solve", "-", "--columns", "2", "--cells", "0"], stuck);
    assert_eq!(code, 20, "{out}{err}");
    assert!(
        out.contains(
            "Unwinnable, whatever the unseen cards are: 6 cards are unseen. Legal moves reach 1 position"
        ),
        "{out}"
    );
    // With one more column the verdict depends on them.
    let converted = |samples: &str| {
        fed(
            &["solve", "-", "--columns", "3", "--cells", "0", "--samples", samples],
            &(stuck.to_owned() + ":\n"),
        )
    };
    let (code, all, _) = converted("720");
    assert!(
        code == 0
            && all.contains("Solved all 720 orders of the unseen cards: 521 winnable, 199 lost, 0 undecided"),
        "{all}"
    );
    let (code, some, _) = converted("100");
    assert!(
        code == 0
            && some.contains("Solved 100 random orders of the unseen cards (seed 0): ")
            && some.contains("95 % confidence"),
        "{some}"
    );
    assert_eq!(some, converted("100").1);
    for args in [
        &["why"][..],
        &["convert", "--to", "json"],
        &["solve", "--proof", "x"],
        &["solve", "--format", "standard"],
    ] {
        let (code, out, err) = fed(&[args, &["-"]].concat(), board);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?} {err}");
        assert!(patsat_testkit::cli::is_sentence(&err), "{args:?} {err}");
    }
}
