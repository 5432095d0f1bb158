//! Boards, rules and JSON of instances that the checker in OCaml must refuse, each with the reason it prints.

use patsat_formats::{Format, write_instance};
use patsat_testkit::{freecell, proved};
use std::path::Path;

/// Writes the content to a file, runs the checker with `FILE` replaced by its name, and compares.
fn refused(program: &Path, folder: &Path, args: &str, content: &[u8], expected: (i32, &str)) {
    let file = folder.join("file");
    std::fs::write(&file, content).unwrap();
    let name = file.to_str().unwrap();
    let args: Vec<&str> = args.split(' ').map(|arg| if arg == "FILE" { name } else { arg }).collect();
    let (code, out) = proved::run(program, &args);
    let out = out.replace(name, "FILE");
    let shown = String::from_utf8_lossy(content);
    assert_eq!(code, expected.0, "{args:?}\n{shown}\n{out}");
    assert!(out.contains(expected.1), "{args:?}\n{shown}\nexpected '{}' in: {out}", expected.1);
    assert_eq!(out.lines().count(), 1, "{args:?}\n{shown}\n{out}");
}

/// Rows of arguments, content of `FILE`, exit code, and part of the sentence.
pub(super) fn all_refused(rows: &[(&str, &[u8], i32, &str)]) {
    let Some(program) = proved::program() else { return };
    let folder = tempfile::tempdir().unwrap();
    for &(args, content, code, message) in rows {
        refused(&program, folder.path(), args, content, (code, message));
    }
}

/// Twelve cards of FreeCell that are not home, won in three moves.
const BOARD: &str = "Foundations: H-J C-J D-J S-J\n: KS\n: KH\n: KD\n: KC\n: QS QH\n:\n: QD QC\n:\n";

fn board(from: &str, to: &str) -> Vec<u8> {
    assert!(BOARD.contains(from), "{from}");
    BOARD.replacen(from, to, 1).into_bytes()
}

#[test]
fn bad_boards_are_refused_with_a_sentence() {
    let rows: &[(&str, Vec<u8>, &str)] = &[
        ("", b"".to_vec(), "FILE: found an empty file, expected text"),
        ("", b"\n \r\n\n".to_vec(), "FILE: found an empty file, expected text"),
        ("", b"hello\n".to_vec(), "FILE:1: found 'hello', expected a card such as TH or 10H"),
        ("", board("KS", "K\x01"), "FILE:2: found binary data, expected text"),
        ("", board("H-J", "H-B"), "FILE:1: found 'H-B', expected a suit and a height such as H-5 or S-0"),
        ("", board("H-J", "H-"), "FILE:1: found 'H-', expected a suit and a height"),
        ("", board("H-J", "H"), "FILE:1: found 'H', expected a suit and a height"),
        ("", board("H-J", "HJ"), "FILE:1: found 'HJ', expected a suit and a height"),
        ("", board("H-J", "X-J"), "FILE:1: found 'X-J', expected a suit and a height"),
        ("", board("H-J", "H--1"), "FILE:1: found 'H--1', expected a suit and a height"),
        ("", board("H-J", "H-0x5"), "FILE:1: found 'H-0x5', expected a suit and a height"),
        (
            "",
            board("H-J", "H-99999999999999999999"),
            "FILE:1: found 'H-99999999999999999999', expected a suit",
        ),
        ("", board("H-J", "H-14"), "FILE:1: found a foundation of H with 14 cards, expected at most 13"),
        ("", board("H-J", "H-J H-J"), "FILE:1: found 'H-J' after that suit, expected each suit once"),
        (
            "",
            board("H-J", "H-10"),
            "FILE: found no JH, expected each card of ranks 1..13 and suits C D H S once",
        ),
        ("", board("H-J", "H-T"), "FILE: found no JH, expected each card of ranks 1..13"),
        ("", board("H-J", "H-0"), "FILE: found no AH, expected each card of ranks 1..13"),
        (
            "",
            board("H-J", "H-Q"),
            "FILE:6: found QH again (at home already), expected each card of ranks 1..13",
        ),
        ("", board("H-J ", ""), "FILE: found no AH, expected each card of ranks 1..13"),
        ("", board("Foundations", "Foundation piles"), "FILE:1: found 'Foundation', expected a card"),
        (
            "",
            board(": QS QH", "QS    QH"),
            "FILE:6: found a gap between cards, as rows have it, expected a column a line",
        ),
        ("", board("KS", "KX"), "FILE:2: found 'KX', expected a card such as TH or 10H"),
        ("", board("KS", "0S"), "FILE:2: found '0S', expected a card"),
        ("", board("KS", "14S"), "FILE:2: found '14S', expected a card"),
        ("", board("KS", "K"), "FILE:2: found 'K', expected a card"),
        (
            "",
            board("KS", "r14s1"),
            "FILE:2: found r14s1, expected each card of ranks 1..13 and suits C D H S once",
        ),
        (
            "",
            board("KS", "r13s5"),
            "FILE:2: found r13s5, expected each card of ranks 1..13 and suits C D H S once",
        ),
        ("", board("KS", "KH"), "FILE:3: found KH again (on line 2 already), expected each card"),
        ("", board("KS", "KS AC"), "FILE:2: found AC again (at home already), expected each card"),
        ("", board(": KS\n", ":\n"), "FILE: found no KS, expected each card"),
        (
            "",
            board(": KS\n", "\n"),
            "FILE: found 7 columns, expected 8 as in freecell (add the empty ones, or say --columns 7)",
        ),
        ("", board("QD QC\n:\n", "QD QC\n\n"), "FILE: found 7 columns, expected 8 as in freecell"),
        (
            "",
            board("QD QC\n:\n", "QD QC\n:\n:\n"),
            "FILE:10: found column 9, expected at most 8 as in freecell (--columns 9 allows more)",
        ),
        ("", board("QD QC", "QD QC\n"), "FILE:10: found column 9, expected at most 8"),
        ("--columns 7", BOARD.into(), "FILE:9: found column 8, expected at most 7 (--columns 8 allows more)"),
        ("--ranks 12", BOARD.into(), "FILE:2: found KS, expected each card of ranks 1..12"),
        (
            "",
            board(": KS", "Freecells: - - - - KS\n:"),
            "FILE:2: found 5 cells, expected at most 4 (--cells N allows more)",
        ),
        ("--cells 0", board(": KS", "Freecells: KS\n:"), "FILE:2: found 1 cells, expected at most 0"),
        ("", board(": KS", "Freecells: empty KS\n:"), "FILE:2: found 'empty', expected a card"),
        ("", board(": KS", "Reserve: KS\n:"), "FILE:2: found 'Reserve:', expected a card"),
        ("", BOARD[..60].into(), "FILE: found 7 columns, expected 8"),
        ("--cells x", BOARD.into(), "--cells: found 'x', expected a number from 0 to 65000"),
        ("--cells -1", BOARD.into(), "--cells: found '-1', expected a number from 0 to 65000"),
        (
            "--cells 99999999999999999999",
            BOARD.into(),
            "--cells: found '99999999999999999999', expected a number",
        ),
        ("--columns 0", BOARD.into(), "--columns: found '0', expected a number from 1 to 65000"),
        ("--ranks 14", BOARD.into(), "--ranks: found '14', expected a number from 1 to 13"),
        ("--cells", BOARD.into(), "found --cells without a value, expected one"),
        ("--cells 4 --cells 4", BOARD.into(), "found --cells twice, expected it once"),
        ("--free 4", BOARD.into(), "found '--free', expected one of --cells, --columns, --ranks, --coq"),
    ];
    let rows: Vec<(String, &[u8], i32, &str)> = rows
        .iter()
        .map(|(options, content, message)| {
            (format!("show FILE {options}").trim_end().to_owned(), &content[..], 2, *message)
        })
        .collect();
    let rows: Vec<(&str, &[u8], i32, &str)> = rows.iter().map(|r| (r.0.as_str(), r.1, r.2, r.3)).collect();
    all_refused(&rows);
}

const PLAIN: &str = "game 2 alternate-colour any\nhome 1 0 1 2\ncells -\ncolumn 2D 2C AD\ncolumn 2H\n";
const RULES: &str = r#"rules {"name":"","deck":{"ranks":2,"suits":4,"copies":1},"columns":2,"cells":1,"layout":{"sizes":"all"},"build":"any-suit","group":"single","empty_column":"any","home":"foundations"}"#;

fn plain(from: &str, to: &str) -> Vec<u8> {
    assert!(PLAIN.contains(from), "{from}");
    PLAIN.replacen(from, to, 1).into_bytes()
}

fn rules(from: &str, to: &str) -> Vec<u8> {
    assert!(RULES.contains(from), "{from}");
    plain("game 2 alternate-colour any", &RULES.replacen(from, to, 1))
}

#[test]
fn bad_rules_and_positions_are_refused_with_a_sentence() {
    let each = "expected each card of ranks 1..2 and suits C D H S once";
    let again = format!("FILE:4: found 2C again (at home already), {each}");
    let missing = format!("FILE: found no AC, {each}");
    let foreign = format!("FILE:4: found 3D, {each}");
    let rows: &[(Vec<u8>, &str)] = &[
        (plain("home 1 0 1 2\n", ""), "FILE: found no line 'home', expected one"),
        (plain("home 1 0 1 2", "home"), "FILE:2: found 0 foundations, expected one a suit, 1 to 4"),
        (
            plain("home 1 0 1 2", "home 1"),
            "FILE:4: found 2D, expected each card of ranks 1..2 and suits C once",
        ),
        (plain("home 1 0 1 2", "home 1 0 1 2 0"), "FILE:2: found 5 foundations, expected one a suit, 1 to 4"),
        (plain("home 1 0 1 2", "home 2 0 1 2"), &again),
        (plain("home 1 0 1 2", "home 0 0 1 2"), &missing),
        (plain("home 1 0 1 2", "home 2 2 2 2"), "FILE:4: found 2D again (at home already)"),
        (
            plain("home 1 0 1 2", "home 9 9 9 9"),
            "FILE:2: found a foundation of C with 9 cards, expected at most 2",
        ),
        (plain("home 1 0 1 2", "home 1 0 1 14"), "FILE:2: found '14', expected heights from 0 to 13"),
        (plain("home 1 0 1 2", "home 1 0 1 two"), "FILE:2: found 'two', expected heights from 0 to 13"),
        (plain("home 1 0 1 2", "home 1 0 1 0x2"), "FILE:2: found '0x2', expected heights"),
        (plain("home 1 0 1 2", "home 1 0 1 -2"), "FILE:2: found '-2', expected heights"),
        (
            plain("home 1 0 1 2", "home 1 0 1 2\nhome 1 0 1 2"),
            "FILE:3: found a second line 'home', expected one",
        ),
        (plain("cells -\n", ""), "FILE: found no line 'cells', expected one"),
        (plain("cells -", "cells 2C"), "FILE:4: found 2C again (on line 3 already)"),
        (plain("cells -", "cells x"), "FILE:3: found 'x', expected a card"),
        (plain("cells -", "Cells -"), "FILE:3: found 'Cells -', expected a line 'game', 'rules', 'home'"),
        (plain("2D 2C", "3D 2C"), &foreign),
        (plain("2D 2C", "2D 2C 2D"), "FILE:4: found 2D again (on line 4 already)"),
        (plain("column 2H\n", ""), "FILE: found no 2H"),
        (plain("column 2H\n", "2H\n"), "FILE:5: found '2H', expected a line 'game'"),
        (plain("column 2H\n", "column 2H\nend\n"), "FILE:6: found 'end', expected a line 'game'"),
        (plain("game 2", "game 0"), "FILE:1: found '0', expected ranks from 1 to 13"),
        (plain("game 2", "game 14"), "FILE:1: found '14', expected ranks from 1 to 13"),
        (
            plain("game 2", "game 99999999999999999999"),
            "FILE:1: found '99999999999999999999', expected ranks",
        ),
        (plain("game 2", "game 3"), "FILE: found no 3C"),
        (
            plain("alternate-colour", "alternate-color"),
            "FILE:1: found 'alternate-color', expected alternate-colour, same-suit, any-suit, nothing",
        ),
        (plain(" any", " kings"), "FILE:1: found 'kings', expected any, top-rank, nothing"),
        (plain(" any", " any any"), "FILE:1: found 'game 2 alternate-colour any any', expected a line"),
        (plain("cells", "game 2 same-suit any\ncells"), "FILE:3: found a second line 'game', expected one"),
        (rules(r#""columns":2"#, r#""columns":3"#), "FILE:5: found 2 columns, expected 3 as in the rules"),
        (rules(r#""cells":1"#, r#""cells":2"#), "FILE:3: found 1 cells, expected 2 as in the rules"),
        (rules(r#""suits":4"#, r#""suits":3"#), "FILE:2: found 4 foundations, expected 3 as in the rules"),
        (rules(r#""suits":4"#, r#""suits":5"#), "FILE:1: found 5, expected a whole number from 0 to 4"),
        (rules(r#""suits":4"#, r#""suits":"HS""#), "FILE:1: found 'HS', expected a whole number from 0 to 4"),
        (rules(r#""copies":1"#, r#""copies":2"#), "FILE:1: found 2, expected one copy of each card"),
        (rules(r#""ranks":2"#, r#""ranks":2.0"#), "FILE:1: found 2.0, expected a whole number from 0 to 13"),
        (
            rules(r#""home":"foundations""#, r#""home":"runs""#),
            "FILE:1: found 'runs', expected 'foundations'",
        ),
        (
            rules(r#""group":"single""#, r#""group":"built-run""#),
            "FILE:1: found 'built-run', expected 'single' or 'by-spaces'",
        ),
        (rules(r#""group":"single","#, ""), "FILE:1: found no key 'group', expected one"),
        (
            rules(r#""group":"single""#, r#""group":"single","step":"any""#),
            "FILE:1: found 'any', expected 'one'",
        ),
        (
            rules(r#""group":"single""#, r#""group":"single","group":"by-spaces""#),
            "FILE:1: found 'group' again, expected each key once",
        ),
        (
            rules(r#""group":"single""#, r#""group":"single","wrap":true"#),
            "FILE:1: found the key 'wrap', expected one of name, deck",
        ),
        (
            rules(r#""group":"single""#, r#""group":"single","stock":{"kind":"rows","onto_empty":true}"#),
            "FILE:1: found the key 'onto_empty', expected one of kind",
        ),
        (
            rules(r#""foundations"}"#, r#""foundations"} 1"#),
            "FILE:1: found '1', expected the end of the file",
        ),
        (
            rules(r#""foundations"}"#, r#""foundations""#),
            "FILE:1: found the end of the file, expected ',' or '}'",
        ),
    ];
    let rows: Vec<(&str, &[u8], i32, &str)> =
        rows.iter().map(|(content, message)| ("show FILE", &content[..], 2, *message)).collect();
    all_refused(&rows);
}

#[test]
fn bad_json_of_instances_is_refused_with_a_sentence() {
    let json = write_instance(&freecell(1), Format::Json).unwrap();
    let change = |from: &str, to: &str| {
        assert!(json.contains(from), "{from}");
        json.replacen(from, to, 1).into_bytes()
    };
    let rows: &[(Vec<u8>, &str)] = &[
        (change("\"schema\": 1", "\"schema\": 2"), "FILE:2: found 2, expected schema 1"),
        (change("  \"schema\": 1,\n", ""), "FILE:1: found no key 'schema', expected one"),
        (
            change("\"freecell\"", "\"spider\""),
            "FILE:3: found 'spider', expected 'freecell' or an object of rules",
        ),
        (
            change("ms:1\"", "ms:2\""),
            "FILE:4: found 'ms:2', expected the deal ms:NUMBER that the columns show",
        ),
        (change("\"JD\"", "\"XD\""), "FILE:7: found 'XD', expected a card"),
        (change("\"JD\"", "11"), "FILE:7: found 11, expected a text"),
        (change("\"JD\"", "\"KD\""), "FILE:7: found KD again (on line 7 already)"),
        (change("\"JD\", ", ""), "FILE: found no JD"),
        (change("\"6S\"]}", "\"6S\"], \"face_down\": 1}"), "FILE:7: found 1, expected no face-down cards"),
        (change("\"columns\": [", "\"stock\": [\"JD\"], \"columns\": ["), "found 'JD', expected no stock"),
        (change("\"columns\": [", "\"columns\": [{\"cards\": []}, "), "found 9 columns, expected at most 8"),
        (change("\"columns\": [", "\"foundations\": [0], \"columns\": ["), "found 1 foundations, expected 4"),
        (
            change("\"columns\": [", "\"cells\": [null, null, null, null, null], \"columns\": ["),
            "found 5 cells, expected at most 4",
        ),
        (change("\"deal\": {", "\"deals\": {"), "found the key 'deals', expected one of schema, rules"),
        (json.as_bytes()[..json.len() / 2].to_vec(), "found the end of the file, expected"),
        ([json.as_bytes(), b"{}"].concat(), "found '{', expected the end of the file"),
        (b"[]".to_vec(), "FILE:1: found '[]', expected a card"),
        (b"{\"a\": 01}".to_vec(), "FILE:1: found '1', expected no digit after a first 0"),
        (b"{\"a\": \"\\x\"}".to_vec(), "FILE:1: found 'x', expected an escape of JSON"),
        (
            ["{\"a\":".repeat(200), "}".repeat(200)].concat().into_bytes(),
            "expected lists and objects at most 100 deep",
        ),
    ];
    let mut rows: Vec<(&str, &[u8], i32, &str)> =
        rows.iter().map(|(content, message)| ("show FILE", &content[..], 2, *message)).collect();
    rows.push((
        "show FILE --cells 3",
        json.as_bytes(),
        2,
        "FILE: found a file that has rules of its own, expected none of",
    ));
    all_refused(&rows);
}
