//! Bad input of every kind: exit code 2, nothing on stdout, one sentence that names the file, the line where
//! there is one, what was found and what was expected. One row a kind.

use assert_cmd::Command;
use patsat_testkit::cli::{file, run};

/// Runs what must fail; `FILE` among the arguments stands for a file with this content.
fn refused(args: &[&str], content: &[u8], message: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "input", "");
    std::fs::write(&path, content).unwrap();
    let args: Vec<&str> = args.iter().map(|&arg| if arg == "FILE" { path.as_str() } else { arg }).collect();
    let (code, out, err) = run(&args);
    let shown = String::from_utf8_lossy(content);
    assert_eq!((code, out.as_str()), (2, ""), "{args:?} {shown}\n{err}");
    assert!(patsat_testkit::cli::is_sentence(&err), "{args:?} {shown}\n{err}");
    if args.contains(&path.as_str()) {
        assert!(err.contains(&path), "{args:?} {shown}\n{err}");
    }
    for part in message {
        assert!(err.contains(part), "{args:?} {shown}\nexpected '{part}' in: {err}");
    }
}

/// Deal 1, a column a line.
const BOARD: &str = "\
JD KD 2S 4C 3S 6D 6S
2D KC KS 5C TD 8S 9C
9H 9S 9D TS 4S 8D 2H
JC 5S QD QH TH QS 6H
5D AD JS 4H 8H 6C
7H QC AS AC 2C 3D
7C KH AH 4D JH 8C
5H 3H 3C 7S 7D TC
";

/// The board with one thing put for another.
fn board(from: &str, to: &str) -> String {
    assert!(BOARD.contains(from), "{from}");
    BOARD.replacen(from, to, 1)
}

/// What `show` prints of a deal, with one thing put for another.
fn shown(deal: &str, from: &str, to: &str) -> String {
    let text = run(&["show", deal]).1;
    assert!(text.contains(from), "{from} in {text}");
    text.replacen(from, to, 1)
}

#[test]
fn bad_boards_get_one_sentence_with_the_line() {
    let line = |n: usize| format!("line {n}: ");
    let rows: &[(String, &[&str])] = &[
        (board("KD", "1X"), &[&line(1), "'1X'", "a card such as TH"]),
        (board("KD", "14D"), &[&line(1), "'14D'", "a card such as TH"]),
        (board("KD", "0X"), &[&line(1), "'0X'", "a card"]),
        (board("KD", "K"), &[&line(1), "'K'", "a card"]),
        (board("KD", "D"), &[&line(1), "'D'", "a card"]),
        (board("KD", "KDQ"), &[&line(1), "'KDQ'", "a card"]),
        (board("KD", "KB"), &[&line(1), "'KB'", "a card"]),
        (board("KD", "r0s1"), &[&line(1), "'r0s1'", "a card"]),
        (board("KD", "r14s1"), &["r14s1 is not in the deck", "expected ranks 1..13"]),
        (board("KD", "r3s5"), &["r3s5 is not in the deck", "4 suits"]),
        (board("KD", "\u{1f0dc}"), &[&line(1), "a card"]),
        (board("KD", "\u{1f0cf}"), &[&line(1), "a card"]),
        (board("KD", "K\u{2603}"), &[&line(1), "a card"]),
        (board("KD", "KC"), &[&line(2), "KC again (before on line 1)", "each card once"]),
        (board("KD", ""), &["KD is missing", "found 0 of 1"]),
        (board("6S\n", "6S TC\n"), &[&line(8), "TC again (before on line 1)"]),
        (board("5H 3H 3C 7S 7D TC\n", ""), &["7 columns", "8 as in freecell", "--columns 7"]),
        (BOARD.to_owned() + ":\n", &["column 9", "at most 8", "--columns 9"]),
        (BOARD.to_owned() + "AC\n", &[&line(9), "AC again (before on line 6)"]),
        (BOARD.replacen("\n", "\nhello\n", 1), &[&line(2), "'hello'", "a card"]),
        ("hello\nworld\n".into(), &[&line(1), "'hello'", "a card"]),
        (format!("Freecells: - - - - KD\n{BOARD}"), &[&line(1), "5 cells", "at most 4"]),
        (format!("Freecells: KD\n{BOARD}"), &[&line(2), "KD again (before on line 1)"]),
        (format!("Freecells: KX\n{BOARD}"), &[&line(1), "'KX'", "a card"]),
        (format!("Freecells: ??\n{BOARD}"), &[&line(1), "'??'"]),
        (format!("Foundations: H-A\n{BOARD}"), &["AH occurs 2 times", "expected 1"]),
        (format!("Foundations: H-99\n{BOARD}"), &["begins with AH is 99 high", "at most 13"]),
        (format!("Foundations: H_A\n{BOARD}"), &[&line(1), "'H_A'", "H-5"]),
        (format!("Foundations: X-A\n{BOARD}"), &[&line(1), "'X-A'", "H-5"]),
        (format!("Foundations: H-x\n{BOARD}"), &[&line(1), "'H-x'", "H-5"]),
        (format!("stock: KD\n{BOARD}"), &["KD"]),
        (format!("stock 3 cards\n{BOARD}"), &["3 unseen cards", "expected 0"]),
        (format!("waste: KD\n{BOARD}"), &["KD"]),
        (board("JD", "??") + "stock 1 card\n", &["2 unseen cards", "expected 1"]),
        (
            board("6S\n", "??\n"),
            &[&line(1), "column 1", "face-down card on a face-up one", "below the others"],
        ),
        ("1: JD\n1: KD\n".into(), &[&line(2), "column 1 again (before on line 1)", "each column once"]),
        ("1: JD\n99999: KD\n".into(), &[&line(2), "column 99999", "each column once"]),
        ("> 1: JD\n> 2: 4X\n".into(), &[&line(2), "'4X'", "a card"]),
        ("```\n4C 5X\n```\n".into(), &[&line(2), "'5X'", "a card"]),
        ("```\n```\n".into(), &["an empty block", "expected a board"]),
        (String::new(), &["an empty file", "expected a board"]),
        (" \n\t\n".into(), &["an empty file", "expected a board"]),
        ("83 8a 83 81\n".into(), &["a plan in standard notation", "expected a game (fc-solve, board, json"]),
        ("  1  2\n 4C 5C\n       6C\n    7C\n".into(), &["column"]),
        (shown("ms:1", "freecell ms:1", "freecel ms:1"), &[&line(1), "'freecel'", "one of freecell"]),
        (
            shown("ms:1", "  1  2  3  4  5  6  7  8", "  2  3  4  5  6  7  8  9"),
            &["row of columns", "columns from 1 on"],
        ),
        (shown("ms:1", "JD 2D 9H", "JD 2D9H   "), &["two cards in column", "each below the one above it"]),
        (
            shown("random:spider:1", "(5 rows)\n", "(5 rows)\nstock: KD\n"),
            &["51 cards in the stock", "expected 50"],
        ),
        (
            shown("random:spider:1", "runs 0", "runs 3"),
            &["3 complete runs", "0, by the cards that are missing"],
        ),
        (
            shown("random:spider:1", "stock 50", "stock 49"),
            &["50 cards in the stock", "49, as the board says"],
        ),
        (shown("random:forty-thieves:1", "waste 0", "waste 2"), &["a number of cards", "'waste: 4C 2S'"]),
        (shown("random:forty-thieves:1", "stock 64", "stock 99999999999"), &["64 cards in the stock"]),
    ];
    for (content, message) in rows {
        refused(&["solve", "FILE"], content.as_bytes(), message);
    }
    assert!(rows.len() >= 50);
    refused(&["show", "FILE"], b"\x7fELF\x02\x01\x00", &["line 1: ", "binary data", "expected text"]);
    refused(&["show", "FILE"], b"4C\n\xff\xfe\n", &["line 2: ", "binary data"]);
    refused(&["show", "FILE"], b"\xff\xfeA\x00\n\x00A", &["line 2: ", "binary data"]);
    refused(&["show", "FILE"], b"\xfe\xff\x00\n\xd8\x00\x00A", &["line 2: ", "binary data"]);
    refused(&["show", "FILE", "--game", "spider"], b"4C 5C\n", &["1 column,", "10 as in spider"]);
    refused(
        &["show", "FILE", "--columns", "6"],
        BOARD.as_bytes(),
        &["8 lines of cards", "expected 6 (a column"],
    );
    refused(&["show", "FILE", "--suits", "2"], BOARD.as_bytes(), &["--game"]);
    refused(&["solve", "FILE", "--samples", "3"], BOARD.as_bytes(), &["--samples", "unseen cards"]);
    refused(
        &["convert", "FILE", "--to", "json"],
        board("JD", "??").replacen("KD", "??", 1).as_bytes(),
        &["2 unseen cards", "every card"],
    );
    refused(&["show", "ms:1", "--flip"], b"", &["--flip", "ms:1"]);
}

#[test]
fn bad_plans_get_one_sentence_with_the_line() {
    let rows: &[(&str, &[&str])] = &[
        ("", &["an empty file"]),
        ("83 8", &["line 1: ", "'8' as move 2", "a move such as"]),
        ("83\n8a 99x", &["line 2: ", "'99x' as move 3"]),
        ("1. 83\n2. 8?", &["line 2: ", "'8?' as move 2"]),
        ("83,,8a,?", &["line 1: ", "'?' as move 3"]),
        ("83 i1", &["'i1' as move 2"]),
        ("hh", &["'hh' as move 1"]),
        ("12v", &["'12v' as move 1"]),
        ("12vx", &["'12vx' as move 1"]),
        ("12v999999999", &["'12v999999999' as move 1"]),
        ("(0)1", &["'(0)1' as move 1"]),
        ("(99999)1", &["'(99999)1' as move 1"]),
        ("(x1)1", &["'(x1)1' as move 1"]),
        ("7D from column 0 home", &["'from' as move 2"]),
        ("1. 7D from nowhere home", &["'from' as move 2"]),
        ("I could not solve this game.", &["'I could not solve th...'", "the moves of a plan"]),
        ("Move a card from stack x to freecell 0\n", &["line 1: ", "a move such as 'Move a card"]),
        ("Move 2 cards from freecell 0 to stack 1\n", &["line 1: ", "a move such as 'Move a card"]),
        (
            "Move a card from stack 0 to freecell 0\nhello\n",
            &["line 2: ", "'hello'", "a board or a line 'Move ...'"],
        ),
        ("{\"schema\": 1, \"base\": 1, \"moves\": []}", &["places counted from 0"]),
        ("{\"schema\": 2, \"base\": 0, \"moves\": []}", &["found schema 2, expected 1"]),
        ("{\"schema\": 1, \"base\": 0}", &["keys"]),
        ("{\"schema\": 1, \"base\": 0, \"moves\": [\"jump\"]}", &["line 1: ", "jump"]),
        (
            "{\"schema\": 1, \"base\": 0, \"moves\": [], \"id\": \"ms:1\"}",
            &["a plan for ms:1", "one for ms:617"],
        ),
        ("{\"schema\": 1, \"base\": 0, \"moves\": [", &["line 1: ", "broken JSON"]),
        (BOARD, &["a Freecell Solver board", "expected a plan (kpat, klondike-solver, standard"]),
    ];
    for (content, message) in rows {
        refused(&["verify", "ms:617", "FILE"], content.as_bytes(), message);
    }
    refused(&["verify", "ms:617", "FILE", "--plan-format", "ipc-plan"], b"83 8a", &["line 1: "]);
}

#[test]
fn bad_json_gets_one_sentence_with_the_line() {
    let game = |deal: &str| format!("{{\"schema\": 1, \"rules\": \"freecell\", \"deal\": {deal}}}");
    let rows: &[(String, &[&str])] = &[
        ("{".into(), &["line 1: ", "broken JSON"]),
        ("{}".into(), &["JSON without any of these keys", "'rules' (a game)"]),
        ("{\"rules\": \"freecell\"}".into(), &["missing field `schema`"]),
        ("{\"schema\": 9, \"rules\": \"freecell\"}".into(), &["found schema 9, expected 1"]),
        ("{\"schema\": 1, \"rules\": \"freecell\"}".into(), &["neither a deal nor an id", "one of them"]),
        (
            "{\"schema\": 1, \"rules\": \"poker\", \"id\": \"ms:1\"}".into(),
            &["'poker'", "'patsat games' lists"],
        ),
        (
            "{\"schema\": 1, \"rules\": 7, \"id\": \"ms:1\"}".into(),
            &["the name of a game or an object of rules"],
        ),
        ("{\"schema\": 1, \"rules\": \"freecell\", \"id\": \"ms:x\"}".into(), &["'x' is not a deal number"]),
        (
            "{\"schema\": 1, \"rules\": \"freecell\", \"id\": \"ms:1\", \"more\": 1}".into(),
            &["unknown field `more`"],
        ),
        (
            "{\"schema\": 1, \"rules\": \"freecell\",\n\"id\": \"ms:1\" \"deal\": 1}".into(),
            &["line 2: ", "broken JSON"],
        ),
        (game("{}"), &["missing field `columns`"]),
        (game("{\"columns\": 8}"), &["expected a sequence"]),
        (game("{\"columns\": [{\"cards\": [\"1X\"]}]}"), &["'1X' is not a card", "a rank A 2-9"]),
        (game("{\"columns\": [{\"cards\": [\"KD\"], \"up\": 1}]}"), &["unknown field `up`"]),
        (game("{\"columns\": [{\"cards\": [\"KD\"], \"face_down\": -1}]}"), &["-1"]),
        (game("{\"columns\": [{\"cards\": [\"KD\"]}]}"), &["AC is missing", "found 0 of 1"]),
        (game("{\"columns\": [{\"cards\": [\"KD\", \"KD\"]}]}"), &["KD occurs 2 times", "expected 1"]),
        (game("{\"columns\": [], \"foundations\": [13, 13, 13]}"), &["3 foundations given", "expected 4"]),
        (
            game("{\"columns\": [], \"foundations\": [13, 13, 13, 13], \"stock\": [\"KD\"]}"),
            &["1 cards in the stock", "freecell has no stock"],
        ),
        (
            game("{\"columns\": [], \"foundations\": [13, 13, 13, 13], \"redeals_used\": 1}"),
            &["1 redeals used", "at most 0"],
        ),
        (
            game(
                "{\"columns\": [{\"cards\": [\"KD\"], \"face_down\": 1}], \"foundations\": [13, 12, 13, 13]}",
            ),
            &["face-down cards of a column", "at most 0"],
        ),
        ("{\"tableau piles\": 3}".into(), &["expected"]),
        ("{\"tableau piles\": [[\"XX\"]]}".into(), &["1 column,", "8 as in freecell"]),
        ("<kpat-game".into(), &["line 1: "]),
        ("<html></html>".into(), &["html"]),
        ("(define (problem p)".into(), &["expected"]),
        ("(define (problem p) (:domain freecell) (:init (on a)))".into(), &["expected"]),
    ];
    for (content, message) in rows {
        refused(&["show", "FILE"], content.as_bytes(), message);
    }
}

#[test]
fn rules_that_do_not_fit_together_are_refused() {
    let rules = run(&["games", "freecell"]).1;
    let with = |from: &str, to: &str| {
        assert!(rules.contains(from), "{from} in {rules}");
        rules.replacen(from, to, 1)
    };
    let rows: &[(String, &[&str])] = &[
        (String::new(), &["an empty file"]),
        ("freecell".into(), &["line 1: ", "another text", "rules as JSON"]),
        ("{\"deck\": 1}".into(), &["expected"]),
        (with("\"columns\": 8", "\"columns\": 0"), &["there is no column", "at least one"]),
        (with("\"columns\": 8", "\"columns\": -8"), &["-8"]),
        (with("\"columns\": 8", "\"columns\": \"8\""), &["expected u16"]),
        (with("\"columns\": 8", "\"columns2\": 8"), &["unknown field `columns2`", "expected one of"]),
        (with("\"ranks\": 13", "\"ranks\": 0"), &["the deck is empty"]),
        (with("\"ranks\": 13", "\"ranks\": 4000000000"), &["the deck is too large"]),
        (
            with("\"suits\": 4", "\"suits\": 65535").replace("\"copies\": 1", "\"copies\": 2"),
            &["131070 foundations", "at most 65000"],
        ),
        (with("\"suits\": 4", "\"suits\": \"XY\""), &["XY"]),
        (with("alternate-colour", "any-colour"), &["unknown variant `any-colour`"]),
        (with("by-spaces", "by-magic"), &["unknown variant `by-magic`"]),
        (with("\"cells\": 4", "\"cells\": 99999"), &["99999"]),
        (
            "{\"schema\": 1, \"rules\": \"freecell\", \"id\": \"ms:1\"}".into(),
            &["an instance", "expected rules as JSON"],
        ),
        ("{\"moves\": []}".into(), &["a plan", "expected rules as JSON"]),
    ];
    for (content, message) in rows {
        refused(&["show", "random:1", "--rules", "FILE"], content.as_bytes(), message);
    }
}

#[test]
fn numbers_that_no_dealer_has_are_refused() {
    let rows: &[(&str, &[&str])] = &[
        ("ms:0", &["'0'", "from 1 to 8589934591"]),
        ("ms:8589934592", &["'8589934592'", "from 1 to 8589934591"]),
        ("ms:", &["''", "from 1 to"]),
        ("ms:1.5", &["'1.5'", "whole number"]),
        ("ms:1e3", &["'1e3'", "whole number"]),
        ("ms:+1", &["'+1'", "whole number"]),
        ("ms:0x10", &["'0x10'", "whole number"]),
        ("ms:-3", &["'-3'", "ms:-1 and ms:-2"]),
        ("ms:99999999999999999999999", &["whole number"]),
        ("ms:freecell:1", &["ms:freecell:1"]),
        ("pysol:0", &["'0'", "from 1 to 100000000000000000000"]),
        ("pysol:100000000000000000001", &["from 1 to 100000000000000000000"]),
        ("pysol-old:18446744073709551616", &["from 1 to 18446744073709551615"]),
        ("pysol:freecell:1", &["pysol:freecell:1"]),
        ("kpat:1", &["a game of kpat", "spider4"]),
        ("kpat:golf:1", &["a game of kpat", "spider4"]),
        ("kpat:spider1:0", &["'0'", "from 1 to 2147483647"]),
        ("kpat:spider1:2147483648", &["from 1 to 2147483647"]),
        ("solvitaire:freecell:4294967296", &["from 0 to 4294967295"]),
        ("solvitaire:poker:1", &["'poker'", "'patsat games' lists"]),
        ("random:poker:1", &["'poker'", "'patsat games' lists"]),
        ("random:x", &["'x'", "whole number"]),
        ("nothing-here", &["no file 'nothing-here'", "a deal such as ms:617"]),
    ];
    for (deal, message) in rows {
        refused(&["show", deal], b"", message);
    }
    refused(&["show", "pysol:1", "--game", "spider2"], b"", &["pysol:N deals one deck"]);
    refused(&["show", "pysol:1", "--game", "king-albert"], b"", &["pysol:N deals one deck", "random:N"]);
    refused(&["show", "ms:-1", "--game", "spider"], b"", &["Microsoft numbers deal one deck"]);
}

/// Readers of everything else, and numbers and names on the command line: a row a kind, with its whole sentence.
#[test]
fn each_other_reader_prints_its_whole_sentence() {
    #[derive(serde::Deserialize)]
    struct Row {
        args: String,
        input: Option<String>,
        #[serde(rename = "says")]
        message: String,
    }
    let rows: Vec<Row> = include_str!("bad_input.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
        .collect();
    assert!(rows.len() > 120, "{}", rows.len());
    for Row { args, input, message } in rows {
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path(), "input", input.as_deref().unwrap_or_default());
        let args: Vec<&str> =
            args.split(' ').map(|arg| if arg == "FILE" { path.as_str() } else { arg }).collect();
        let mut command = Command::cargo_bin("patsat").unwrap();
        let output =
            command.env("LC_ALL", "C.UTF-8").current_dir(folder.path()).args(&args).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap().replace(&path, "FILE");
        let what = format!("{args:?} {input:?}");
        assert_eq!((output.status.code(), err.trim_end()), (Some(2), message.as_str()), "{what}");
        assert!(output.stdout.is_empty() && patsat_testkit::cli::is_sentence(&err), "{what}");
    }
}

/// A text of digits that name no column is a plan that cannot be, and no panic.
#[test]
fn columns_that_there_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let plan = file(folder.path(), "plan", "99 98\n");
    let (code, out, err) = run(&["verify", "ms:617", &plan]);
    assert!(
        code == 1 && out.starts_with("not valid") || code == 2 && err.starts_with("error: "),
        "{out}{err}"
    );
}
