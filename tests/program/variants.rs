//! `patsat classify`, `best`, `fair` and `easy` as programs.

use patsat_testkit::cli::{result, run};
use std::path::PathBuf;
use tempfile::TempDir;

struct Files(TempDir);

impl Files {
    fn new() -> Files {
        Files(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        let path: PathBuf = self.0.path().join(name);
        path.to_str().unwrap().to_owned()
    }

    /// A small Spider game as a file: columns with the number of their face-down cards, the
    /// stock, and the rule for empty columns.
    fn game(&self, name: &str, ranks: u16, columns: &[(&str, usize)], stock: &str, empty: &str) -> String {
        let preset = patsat_game::rules::Rules::preset("spider1").unwrap();
        let mut rules = serde_json::to_value(preset).unwrap();
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let of_all: Vec<String> =
            columns.iter().flat_map(|column| words(column.0)).chain(words(stock)).collect();
        let suits = usize::from(of_all.iter().any(|card| card.ends_with('D'))) + 1;
        let copies = of_all.len() / usize::from(ranks) / suits;
        rules["name"] = "small-spider".into();
        rules["deck"] = serde_json::to_value(patsat_game::cards::DeckSpec::new(
            ranks.into(),
            suits as u16,
            copies as u16,
        ))
        .unwrap();
        rules["columns"] = columns.len().into();
        rules["layout"] = serde_json::json!({ "sizes": "all" });
        rules["empty_column"] = empty.into();
        let piles: Vec<_> = columns
            .iter()
            .map(|&(cards, down)| serde_json::json!({ "cards": words(cards), "face_down": down }))
            .collect();
        let deal = serde_json::json!({ "columns": piles, "stock": words(stock) });
        let file = serde_json::json!({ "schema": 1, "rules": rules, "deal": deal });
        std::fs::write(self.path(name), file.to_string()).unwrap();
        self.path(name)
    }
}

#[test]
fn classify_prints_known_results() {
    let files = Files::new();
    let sorted =
        files.game("sorted", 5, &[("5C 3C AC", 0), ("4C 3C 2C", 0), ("2C AC", 0), ("5C 4C", 0)], "", "any");
    let plan = files.path("plan");
    let (code, out, _) = run(&["classify", &sorted, "--plan", "-o", &plan]);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("Winnable in ")
            && out.contains("The game is sorted: every card lies face up on a higher one"),
        "{out}"
    );
    assert!(
        out.contains("\nmaximal runs  6; 2 runs to complete, so a win takes at least 4 moves\n"),
        "{out}"
    );
    assert!(out.contains("\n1. AC from column 1 to column 2, on 2C\n"), "{out}");
    let (code, out, _) = run(&["verify", &sorted, &plan]);
    assert_eq!(code, 0, "{out}");
    let (code, out, _) = run(&["classify", &sorted, "--format", "json"]);
    let json = result(&out);
    assert_eq!((code, &json["verdict"]), (0, &"winnable".into()));
    assert!(json["plan"].as_array().unwrap().len() == 4);

    let inverted = files.game("inverted", 4, &[("2C 4C AC", 0), ("4D 3C", 0)], "", "any");
    assert_eq!(run(&["classify", &inverted]).0, 2, "a card is missing");
    let inverted = files.game("inverted", 6, &[("2C 4C AC", 0), ("6C 3C 5C", 0)], "", "any");
    let (code, out, _) = run(&["classify", &inverted]);
    assert_eq!(code, 1);
    assert!(out.starts_with("Unwinnable: a column with an inversion needs an empty column"), "{out}");
    assert!(out.contains("\ninversions    AC above 2C in column 1\n"), "{out}");
    assert!(out.contains("\n              5C above 6C in column 2\n"), "{out}");
    let (code, _, _) = run(&["solve", &inverted]);
    assert_eq!(code, 20);

    let stuck = files.game("stuck", 6, &[("AC", 0), ("5C 3C", 0), ("2C 4C 6C", 0)], "", "nothing");
    let (code, out, _) = run(&["classify", &stuck]);
    assert_eq!(code, 1);
    assert!(
        out.contains("any order of moves decides this game") && out.contains("after 0 moves no move is left"),
        "{out}"
    );
    let (code, out, _) = run(&["classify", "random:spider:1"]);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("Undecided: ") && out.contains(" and 50 cards in the stock; 8 runs to complete"),
        "{out}"
    );
    let (code, out, talk) = run(&["classify", "ms:1"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(talk, "error: ms:1: freecell has cells: expected a game of complete runs such as spider\n");
}

#[test]
fn best_finds_the_most_and_verify_plays_it() {
    let files = Files::new();
    // The hearts can leave; AS stays under them for want of a place.
    let game = files.game("g", 3, &[("AC 3D 2D", 0), ("2C 3C AD", 0)], "", "nothing");
    let plan = files.path("plan");
    let (code, out, _) = run(&["best", &game, "-o", &plan]);
    assert_eq!(code, 0, "{out}");
    assert!(
        out.starts_with("At most 2 complete runs, reached in ")
            || out.starts_with("At most 1 complete run, reached in "),
        "{out}"
    );
    let (code, printed, _) = run(&["verify", &game, &plan, "--goal", "runs"]);
    assert_eq!(code, 0);
    assert!(printed.starts_with("valid: ") && printed.contains(" of 2 (runs)"), "{printed}");
    assert!(run(&["verify", &game, &plan, "--goal", "longest-run"]).1.contains("reach 3 of 3 (longest-run)"));
    let (code, out, _) = run(&["best", &game, "--goal", "one-run", "--format", "json"]);
    let json = result(&out);
    assert_eq!((code, &json["value"], &json["optimal"]), (0, &1.into(), &true.into()));
    let stuck = files.game("s", 3, &[("AC 3C 2C", 0)], "", "any");
    let (code, out, _) = run(&["best", &stuck, "--goal", "one-run"]);
    assert_eq!(code, 1);
    assert!(out.starts_with("No: no complete run in any of the 1 position that legal moves reach."), "{out}");
    let (code, out, _) = run(&["best", &stuck, "--goal", "longest-run"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("At most a run of 2 cards, reached at the start."), "{out}");
    let (code, out, _) = run(&["best", "random:spider1:1", "--node-limit", "10"]);
    assert_eq!(code, 5);
    assert!(
        out.starts_with("At least 0 complete runs, reached at the start.") && out.contains("node limit"),
        "{out}"
    );
    let (code, _, talk) = run(&["best", "ms:1"]);
    assert_eq!(code, 2);
    assert!(
        talk.contains("in freecell cards go home one by one, expected a game of complete runs"),
        "{talk}"
    );
    let (code, _, talk) = run(&["best", &game, "--goal", "all"]);
    assert_eq!(code, 2);
    assert!(talk.contains("unknown goal 'all': expected runs, one-run or longest-run"), "{talk}");
    let (code, out, _) = run(&["best", &stuck, "--goal", "longest-run", "--horizon", "4"]);
    assert_eq!(code, 5);
    assert!(
        out.starts_with("At most a run of 2 cards within 4 moves (reported by the solver, not certified), reached at the start."),
        "{out}"
    );
    let proof = files.path("proof");
    let (code, out, _) = run(&["best", &stuck, "--goal", "longest-run", "--horizon", "4", "--proof", &proof]);
    assert_eq!(code, 5);
    assert!(out.contains("within 4 moves (proof verified), reached at the start."), "{out}");
    let (code, out, _) = run(&["verify", &stuck, &proof]);
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("valid: no plan of at most 4 moves reaches 3 (longest-run); refuted: "), "{out}");
    let (code, out, _) = run(&["verify", &game, &proof]);
    assert_eq!(
        (code, out.as_str()),
        (1, "not valid: the proof was made for other rules or another position\n")
    );
    let (code, out, _) = run(&["best", &stuck, "--goal", "one-run", "--horizon", "2"]);
    assert_eq!(code, 5);
    assert!(
        out.starts_with("No complete run within 2 moves (reported by the solver, not certified)."),
        "{out}"
    );
    let (code, out, _) = run(&["best", &game, "--horizon", "9", "--backend", "varisat", "--goal", "one-run"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("At most a complete run, reached in "), "{out}");
    let (code, _, talk) = run(&["best", &game, "--horizon", "9", "--backend", "varysat"]);
    assert_eq!(code, 2);
    assert!(
        talk.contains("unknown back-end 'varysat'") && talk.contains("\nhelp: did you mean 'varisat'?\n"),
        "{talk}"
    );
    let (code, _, talk) = run(&["best", &game, "--horizon", "9", "--node-limit", "1"]);
    assert_eq!(code, 2);
    assert!(talk.contains("--node-limit is for visiting positions: expected no --horizon with it"), "{talk}");
    // A plan of another game is refused, and where it fails.
    let (code, printed, _) = run(&["verify", &stuck, &plan, "--goal", "runs"]);
    assert_eq!(code, 1);
    assert!(printed.starts_with("not valid: move 1 "), "{printed}");
}

#[test]
fn fair_and_easy_show_what_loses() {
    let files = Files::new();
    // With two of three columns free, any order of the hidden cards can be sorted.
    let fair = files.game("fair", 3, &[("AC 3C 2C", 2), ("", 0), ("", 0)], "", "any");
    let (code, out, _) = run(&["fair", &fair]);
    assert_eq!(
        (code, out.as_str()),
        (0, "Fair: winnable in all 2 orders of the 2 hidden cards (a plan for each verified).\n")
    );
    let unfair = files.game("unfair", 3, &[("3C 2C AC", 2)], "", "any");
    let lost = files.path("lost");
    let (code, out, _) = run(&["fair", &unfair, "-o", &lost]);
    assert_eq!(code, 1);
    assert!(
        out.starts_with("Not fair: unwinnable with the 2 hidden cards below (closed set of 1 position, "),
        "{out}"
    );
    assert_eq!(run(&["solve", &lost]).0, 20);
    let stock = files.game("stock", 2, &[("2C", 0), ("2C", 0)], "AC AC", "any");
    let (code, out, _) = run(&["fair", &stock]);
    assert_eq!(code, 0);
    assert!(out.starts_with("Fair: winnable in the only order of the 2 hidden cards"), "{out}");
    let (code, out, _) = run(&["fair", "random:spider1:1", "--node-limit", "10"]);
    assert_eq!(code, 5, "{out}");
    assert!(
        out.starts_with("Unknown: node limit reached; 0 orders of the 94 hidden cards winnable"),
        "{out}"
    );

    let lost = files.path("lost2");
    let spoilt = files.game("spoilt", 3, &[("3C AD", 0), ("2D 2C", 0), ("AC", 0), ("3D", 0)], "", "any");
    let (code, out, _) = run(&["easy", &spoilt, "--k", "0"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("Easy: winnable after any 0 moves ("), "{out}");
    let (code, out, _) = run(&["easy", &spoilt, "--k", "1", "-o", &lost]);
    assert_eq!(code, 1, "{out}");
    assert!(
        out.starts_with("Not easy for 1 move: unwinnable after the 1 move below (closed set of "),
        "{out}"
    );
    assert_eq!(run(&["solve", &lost]).0, 20);
    let (code, out, _) = run(&["easy", &spoilt, "--k", "1", "--format", "json"]);
    assert_eq!((code, &result(&out)["answer"]), (1, &"no".into()));
    let (code, out, _) = run(&["easy", "random:spider1:1", "--k", "2", "--node-limit", "10"]);
    assert_eq!(code, 5, "{out}");
    assert!(run(&["easy", &spoilt]).2.contains("--k <K>"));
    assert_eq!(run(&["easy", "/nowhere", "--k", "1"]).0, 2);
}

#[test]
fn fair_and_easy_by_two_solvers() {
    let files = Files::new();
    let fair = files.game("fair", 3, &[("AC 3C 2C", 2), ("", 0), ("", 0)], "", "any");
    let (code, out, _) = run(&["fair", &fair, "--by", "sat"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("Fair: winnable within 4 moves in every order of the 2 hidden cards. "), "{out}");
    assert!(out.ends_with(" every order is reported by the solver, not certified.\n"), "{out}");
    let (code, out, _) = run(&["fair", &fair, "--by", "sat", "--horizon", "2", "--backend", "varisat"]);
    assert_eq!(code, 5, "{out}");
    assert!(
        out.starts_with("Not within 2 moves: no plan with the 2 hidden cards below (reported by the solver"),
        "{out}"
    );
    let unfair = files.game("unfair", 3, &[("3C 2C AC", 2)], "", "any");
    let lost = files.path("lost");
    let (code, out, _) = run(&["fair", &unfair, "--by", "sat", "-o", &lost]);
    assert_eq!(code, 1, "{out}");
    assert!(out.starts_with("Not fair: unwinnable with the 2 hidden cards below (closed "), "{out}");
    assert_eq!(run(&["solve", &lost]).0, 20);
    let (code, out, _) = run(&["fair", &unfair, "--by", "sat", "--format", "json"]);
    let json = result(&out);
    assert_eq!((code, &json["answer"], &json["by"]), (1, &"no".into(), &"sat".into()));

    let spoilt = files.game("spoilt", 3, &[("3C AD", 0), ("2D 2C", 0), ("AC", 0), ("3D", 0)], "", "any");
    let (code, out, _) = run(&["easy", &spoilt, "--k", "0", "--by", "sat"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("Easy: winnable within "), "{out}");
    assert!(out.contains(" after any 0 moves. 1 plan was verified after first moves. "), "{out}");
    let lost = files.path("lost2");
    let (code, out, _) = run(&["easy", &spoilt, "--k", "1", "--by", "sat", "-o", &lost]);
    assert_eq!(code, 1, "{out}");
    assert!(out.starts_with("Not easy for 1 move: unwinnable after the 1 move below (closed"), "{out}");
    assert_eq!(run(&["solve", &lost]).0, 20);
    for (arguments, expected) in [
        (&["fair", &fair, "--horizon", "2"][..], "--horizon is for SAT solvers: expected --by sat"),
        (&["easy", &fair, "--k", "1", "--backend", "varisat"], "--backend is for SAT solvers"),
        (&["easy", "ms:1", "--k", "1", "--by", "sat"], "ms:1: encoding 'easy' cannot express cards that go"),
        (&["fair", &fair, "--by", "sat", "--backend", "varysat"], "help: did you mean 'varisat'?"),
    ] {
        let (code, _, talk) = run(arguments);
        assert_eq!(code, 2, "{talk}");
        assert!(talk.contains(expected), "{talk}");
    }
}

#[test]
fn the_questions_go_out_as_files() {
    let files = Files::new();
    let fair = files.game("fair", 3, &[("AC 3C 2C", 2), ("", 0), ("", 0)], "", "any");
    let encode = |more: &[&str]| run(&[&["encode", &fair], more].concat());
    let (code, out, talk) = encode(&["--question", "fair", "--horizon", "3", "--to", "qdimacs"]);
    assert_eq!(code, 0, "{talk}");
    assert!(out.contains("\nc card-0 is AC\n") && out.contains("\na 1 2 3 4 0\ne 5 6 "), "{out}");
    assert!(out.contains("\nc var 1 place-of-card-0 has kind-0\n"), "{out}");
    assert!(talk.contains("encoding sequential, horizon 3, 4 universal variables: "), "{talk}");
    let (code, out, talk) = encode(&["--question", "easy", "--k", "1", "--horizon", "3", "--to", "qdimacs"]);
    assert_eq!(code, 0, "{talk}");
    assert!(
        out.contains(" chosen card-")
            && out.contains(" has a plan of at most 3 moves after any first moves, 1 or fewer"),
        "{out}"
    );
    let (code, out, talk) = encode(&["--question", "best", "--horizon", "2", "--to", "wcnf"]);
    assert_eq!(code, 0, "{talk}");
    assert!(out.contains(" claim of 1 more\n") && out.contains("\n1 "), "{out}");
    for (arguments, expected) in [
        (&["--question", "fair", "--horizon", "3"][..], "--question fair is written with --to qdimacs"),
        (&["--question", "best", "--to", "qdimacs"], "--question best is written with --to wcnf"),
        (&["--to", "qdimacs", "--horizon", "3"], "--to qdimacs is for --question fair and easy"),
        (&["--question", "easy", "--horizon", "3", "--to", "qdimacs"], "--k is missing"),
        (&["--question", "fair", "--to", "qdimacs"], "--horizon is missing"),
        (&["--k", "2"], "--k is for --question easy only"),
        (&["--tops"], "--tops is for --question fair only"),
        (&["--goal", "runs"], "--goal is for --question best only"),
        (
            &["--question", "fair", "--horizon", "3", "--to", "qdimacs", "--encoding", "exists"],
            "encoding 'exists' has no formula for this question: expected sequential",
        ),
    ] {
        let (code, _, talk) = encode(arguments);
        assert_eq!(code, 2, "{talk}");
        assert!(talk.contains(expected), "{talk}");
    }
}
