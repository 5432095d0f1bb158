//! Plans, closed sets and dead patterns that the checker in OCaml must refuse, each with the reason it prints: exit
//! code 2 for what cannot be read, 1 for a certificate that shows nothing.

use super::bad_files::all_refused;
use patsat_base::Limits;
use patsat_formats::{Format, write_plan};
use patsat_search::{Budget, SearchEnd, SearchOptions, certify, strategy};
use patsat_testkit::{freecell, proved, small_game};

#[test]
fn bad_plans_are_refused_with_a_sentence() {
    let plan = |moves: &str| format!("{{\"schema\": 1, \"base\": 0, \"moves\": [{moves}]}}").into_bytes();
    let cards = |from: &str, to: &str, count: &str| {
        plan(&format!("{{\"cards\": {{\"from\": {from}, \"to\": {to}, \"count\": {count}}}}}"))
    };
    let (column, cell) = ("{\"column\": 0}", "{\"cell\": 0}");
    let rows: &[(Vec<u8>, i32, &str)] = &[
        (plan(""), 1, "not valid: all moves are legal, but the last position is not won"),
        (cards(column, cell, "1"), 1, "not valid: all moves are legal, but the last position is not won"),
        (
            cards(column, cell, "0"),
            1,
            "not valid: a move is not legal (0 from column 1 to cell 1): a move takes at least one card",
        ),
        (cards(column, cell, "2"), 1, "only between columns several cards move"),
        (cards(column, "{\"column\": 1}", "9"), 1, "fewer cards lie there"),
        (cards(column, "{\"column\": 1}", "1"), 1, "the rules do not allow it"),
        (cards(column, column, "1"), 1, "start and target are one place"),
        (cards(column, "{\"cell\": 4}", "1"), 1, "the rules do not allow it"),
        (cards("{\"column\": 8}", cell, "1"), 1, "no card lies there"),
        (cards("{\"foundation\": 0}", cell, "1"), 1, "no card lies there"),
        (cards(column, "{\"foundation\": 0}", "1"), 1, "the foundation is of another suit"),
        (cards("{\"reserve\": 0}", cell, "1"), 1, "this game has no reserve"),
        (cards("\"waste\"", cell, "1"), 1, "this game has no waste"),
        (plan("\"draw\""), 1, "not valid: a move is not legal (draw): this game has no stock"),
        (plan("\"deal-row\", \"draw\""), 1, "a move is not legal (deal-row)"),
        (plan("{\"collect\": {\"column\": 1}}"), 1, "no run is collected in this game"),
        (cards(column, cell, "-1"), 2, "FILE:1: found -1, expected a whole number"),
        (cards(column, cell, "1e0"), 2, "FILE:1: found 1e0, expected a whole number"),
        (
            cards(column, cell, "99999999999999999999"),
            2,
            "FILE:1: found 99999999999999999999, expected a whole number",
        ),
        (
            cards("{\"column\": 70000}", cell, "1"),
            2,
            "FILE:1: found 70000, expected a whole number from 0 to 65535",
        ),
        (cards("{\"row\": 0}", cell, "1"), 2, "FILE:1: found an object, expected a place such as"),
        (cards("0", cell, "1"), 2, "FILE:1: found 0, expected a place such as"),
        (
            cards(column, cell, "1, \"times\": 2"),
            2,
            "FILE:1: found the key 'times', expected one of from, to, count",
        ),
        (
            plan("{\"cards\": {\"from\": {\"column\": 0}, \"count\": 1}}"),
            2,
            "FILE:1: found no key 'to', expected one",
        ),
        (plan("7"), 2, "FILE:1: found 7, expected a move such as"),
        (plan("\"pass\""), 2, "FILE:1: found 'pass', expected a move such as"),
        (b"{\"schema\": 1, \"base\": 1, \"moves\": []}".to_vec(), 2, "FILE:1: found 1, expected base 0"),
        (b"{\"schema\": 1, \"moves\": []}".to_vec(), 2, "FILE:1: found no key 'base', expected one"),
        (b"{\"schema\": 1, \"base\": 0}".to_vec(), 2, "FILE:1: found no key 'moves', expected one"),
        (
            b"{\"schema\": 1, \"base\": 0, \"moves\": [], \"id\": \"ms:2\"}".to_vec(),
            2,
            "FILE:1: found 'ms:2', expected a plan for ms:1",
        ),
        (
            b"{\"schema\": 1, \"base\": 0, \"moves\": [], \"steps\": [-1]}".to_vec(),
            2,
            "FILE:1: found -1, expected a whole number",
        ),
        (b"".to_vec(), 2, "FILE: found an empty file, expected text"),
        (
            b"26 7a 8h".to_vec(),
            2,
            "FILE:1: found '26', expected a plan in JSON, which '--format plan-json' prints",
        ),
    ];
    let rows: Vec<(&str, &[u8], i32, &str)> = rows
        .iter()
        .map(|(content, code, message)| ("plan ms:1 FILE", &content[..], *code, *message))
        .collect();
    all_refused(&rows);
}

#[test]
fn bad_closed_sets_and_patterns_are_refused_with_a_sentence() {
    let lost = (0..).map(small_game).find_map(|game| {
        let file = certify(&game, &mut Budget::new(Limits::default())).ok()?;
        Some((proved::plain(&game)?, file))
    });
    let (plain, set) = lost.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game");
    std::fs::write(&game, plain).unwrap();
    let game = game.to_str().unwrap();
    if let Some(program) = proved::program() {
        let file = folder.path().join("set");
        std::fs::write(&file, &set).unwrap();
        assert_eq!(proved::run(&program, &["closed-set", game, file.to_str().unwrap()]).0, 0);
    }
    let flipped = |at: usize| {
        let mut bytes = set.clone();
        bytes[at] ^= 1;
        bytes
    };
    let bounded = [b"patsat bounded-set 1\n", &set[20..]].concat();
    let patterns = |lines: &str| format!("patsat dead-patterns 1\n{lines}").into_bytes();
    // The digest of deal 1.
    let owner = format!("instance {}\n", proved::digest_of(&freecell(1)));
    let with_owner = |lines: &str| patterns(&format!("{owner}{lines}"));
    let closed = format!("closed-set {game} FILE");
    let other = "closed-set ms:1 FILE".to_owned();
    let shortest = format!("shortest {game} FILE");
    let of_patterns = "patterns ms:1 FILE".to_owned();
    let rows: &[(&String, Vec<u8>, i32, &str)] = &[
        (&other, set.clone(), 1, "not valid: the certificate was made for other rules or another position"),
        (&closed, flipped(25), 1, "not valid: the certificate is damaged: its checksum does not match"),
        (&closed, flipped(set.len() - 1), 1, "not valid: the certificate is damaged"),
        (&closed, set[..60].to_vec(), 1, "not valid: the certificate is cut short"),
        (&closed, set[..set.len() - 1].to_vec(), 1, "not valid: the certificate"),
        (&closed, [&set[..], b"\n"].concat(), 1, "not valid: the certificate is damaged"),
        (&closed, bounded.clone(), 1, "not valid: the certificate shows that no plan is shorter"),
        (&shortest, set.clone(), 1, "not valid: the certificate shows that the game cannot be won"),
        (&shortest, bounded[..70].to_vec(), 1, "not valid: the certificate is cut short"),
        (&shortest, bounded.clone(), 1, "not valid: the certificate is damaged"),
        (&shortest, flipped(0), 2, "FILE: found another file, expected a bounded set"),
        (&closed, flipped(0), 2, "FILE: found another file, expected a closed set"),
        (&closed, b"".to_vec(), 2, "FILE: found another file, expected a closed set"),
        (&of_patterns, b"".to_vec(), 2, "FILE: found an empty file, expected text"),
        (
            &of_patterns,
            patterns("KS in a cell\n"),
            2,
            "FILE:2: found 'KS in a cell', expected a line 'instance' with 64 hex digits",
        ),
        (&of_patterns, patterns("instance 12\n"), 2, "FILE:2: found '12', expected 64 hex digits"),
        (
            &of_patterns,
            patterns(&format!("instance {}\n", "0".repeat(64))),
            1,
            "not valid: the dead patterns were made for other rules",
        ),
        (&of_patterns, with_owner(""), 2, "FILE: found no pattern, expected at least one"),
        (
            &of_patterns,
            with_owner("KS in the reserve\n"),
            2,
            "FILE:3: found 'KS in the reserve', expected 'CARD on CARD'",
        ),
        (&of_patterns, with_owner("KX in a cell\n"), 2, "FILE:3: found 'KX', expected a card"),
        (
            &of_patterns,
            with_owner("KS.2 in a cell\n"),
            2,
            "FILE:3: found 'KS.2', expected a card that is there once",
        ),
        (
            &of_patterns,
            with_owner("KS in a cell, KS home\n"),
            2,
            "FILE:3: found KS in two places, expected each card in one",
        ),
        (&of_patterns, with_owner("KS in a cell,\n"), 2, "FILE:3: found '', expected 'CARD on CARD'"),
        (&of_patterns, with_owner("KS in a cell\n"), 1, "not valid: "),
        (
            &of_patterns,
            b"patsat dead-patterns 2\n".to_vec(),
            2,
            "FILE: found another file, expected one that starts",
        ),
    ];
    let rows: Vec<(&str, &[u8], i32, &str)> = rows
        .iter()
        .map(|(args, content, code, message)| (args.as_str(), &content[..], *code, *message))
        .collect();
    all_refused(&rows);
}

#[test]
fn a_plan_on_one_line_is_read_whole() {
    let Some(program) = proved::program() else { return };
    let game = freecell(1);
    let options = SearchOptions::default();
    let report = (strategy("auto").unwrap().run)(&game, &options, &mut Budget::new(Limits::default()));
    let SearchEnd::Solved(plan) = report.end else { panic!("deal 1 is solved") };
    let text = write_plan(&game, &plan, Format::PlanJson).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plan.json");
    for text in
        [text.clone(), text.replace('\n', " "), text.split_whitespace().collect(), text.replace('\n', "\r\n")]
    {
        std::fs::write(&file, &text).unwrap();
        let (code, out) = proved::run(&program, &["plan", "ms:1", file.to_str().unwrap()]);
        assert_eq!(code, 0, "{out}\n{text}");
    }
}
