//! Our JSON and Solvitaire's.

use super::{error, freecell, ms, read};
use patsat_formats::{Format, Hints, read_instance, write_instance};
use patsat_game::rules::Rules;
use patsat_game::state::Instance;

#[test]
fn json_names_a_game_or_spells_it() {
    let by_id = read(r#"{"schema": 1, "rules": "freecell", "id": "ms:617"}"#).unwrap();
    assert_eq!(by_id, ms(617));
    let hints = Hints { cells: Some(2), ..Hints::default() };
    let text = write_instance(&ms(617), Format::Json).unwrap();
    let two_cells =
        read_instance(text.replace("  \"id\": \"ms:617\",\n", "").as_bytes(), None, &hints).unwrap();
    assert_eq!((two_cells.rules.cells, two_cells.deal.cells.len(), two_cells.id), (2, 2, None));
    let other = text.replacen("ms:617", "ms:618", 1);
    let expected = "found another position, expected the deal ms:618 (leave out the id of a changed deal)";
    assert_eq!(error(&other), expected);
}

#[test]
fn labels_and_origin_are_kept() {
    let plain = write_instance(&ms(1), Format::Json).unwrap();
    for more in [
        "\"labels\": [\"first\", \"second\"]",
        "\"reduction\": \"by hand\"",
        "\"labels\": [\"a\"], \"reduction\": {\"of\": [1, 2], \"rows\": [[1], [2, [3]], []], \"nothing\": null}",
    ] {
        let made = read(&plain.replacen("\"schema\"", &format!("{more}, \"schema\""), 1)).unwrap();
        let written = write_instance(&made, Format::Json).unwrap();
        assert_eq!(read(&written).unwrap(), made, "{written}");
        assert!(made.origin.is_some() && made.deal == ms(1).deal);
    }
    assert_eq!(read(&plain.replacen("\"schema\"", "\"labels\": [], \"schema\"", 1)).unwrap(), ms(1));
}

#[test]
fn json_faults_are_reported_with_their_line() {
    let cases = [
        ("{\n\"schema\": 1,\n", "line 3: broken JSON: EOF while parsing a value"),
        ("{\n\"schema\": 1\n}", "found JSON without any of these keys, expected 'rules' (a game)"),
        (
            "{\n\"schema\": 2,\n\"rules\": \"freecell\", \"id\": \"ms:1\"}",
            "line 2: unexpected content: found schema 2, expected 1",
        ),
        (
            "{\"schema\": 1,\n\"rules\": \"fish\"}",
            "line 2: unexpected content: unknown game 'fish': expected a game that 'patsat games' lists",
        ),
        (
            "{\"schema\": 1,\n\"rules\": 7}",
            "line 2: unexpected content: invalid type: integer `7`, expected the name of a game",
        ),
        (
            "{\"schema\": 1, \"rules\": \"freecell\",\n\"extra\": 1}",
            "line 2: unexpected content: unknown field `extra`",
        ),
        ("{\"schema\": 1, \"rules\": \"freecell\"}", "found neither a deal nor an id, expected one of them"),
        (
            "{\"schema\": 1, \"rules\": \"freecell\",\n\"id\": \"ms:0\"}",
            "line 2: unexpected content: '0' is not a deal number",
        ),
        (
            "{\"schema\": 1, \"rules\": \"freecell\",\n\"deal\": {\"columns\": [{\"cards\": [\"1X\"]}]}}",
            "line 2: unexpected content: '1X' is not a card",
        ),
        (
            "{\"schema\": 1, \"rules\": \"freecell\",\n\"deal\": {\"columns\": []}}",
            "AC is missing: found 0 of 1",
        ),
        ("{\"schema\": 99999999999999999999, \"rules\": 1}", "line 1: unexpected content: invalid type"),
    ];
    for (text, expected) in cases {
        let found = error(text);
        assert!(found.starts_with(expected), "{text}\n{found}");
        assert!(!found.contains("column "), "{found}");
    }
    let deep = "{\"rules\":".to_owned() + &"[".repeat(100_000);
    assert!(error(&deep).contains("broken JSON"));
    let mut strays = ms(1);
    strays.id = None;
    strays.deal.stock = vec![strays.deal.columns[0].cards.pop().unwrap()];
    let text = write_instance(&strays, Format::Json).unwrap();
    assert_eq!(error(&text), "found 1 cards in the stock, expected none, for freecell has no stock");
}

#[test]
fn solvitaire_deals_need_their_game() {
    let text = r#"{"tableau piles": [["2D", "AD"], [], [""], [], [], [], [], ["10h"]]}"#;
    assert!(error(text).contains("is missing"));
    let stock = r#"{"tableau piles": [["2D"]], "stock": ["AD"]}"#;
    assert_eq!(
        error(stock),
        "found a stock, waste or reserve, expected a game's name, which files of Solvitaire do not hold"
    );
    let spider = Hints { game: Some(Rules::preset("spider").unwrap()), ..Hints::default() };
    let as_spider = |text: &str| read_instance(text.as_bytes(), None, &spider).unwrap_err().to_string();
    let ten =
        |column: &str| format!(r#"{{"tableau piles": [{column}, [], [], [], [], [], [], [], [], []]}}"#);
    assert!(
        as_spider(&ten(r#"["2D", "Ad", "3D"]"#))
            .starts_with("found the face-down card 'Ad' on a face-up one in column 1")
    );
    assert!(as_spider(&ten("[\"##\", \"Ad\"]")).starts_with("found a hidden card '##'"));
    assert!(error(r#"{"tableau piles": [], "holes": "AS"}"#).contains("unknown field `holes`"));
    let home = r#"{"tableau piles": [[],[],[],[],[],[],[],[]], "foundations": ["2S"]}"#;
    assert!(error(home).starts_with("found 2S in the foundations, expected each suit from its ace upwards"));
}

#[test]
fn solvitaires_own_print_of_a_deal_is_read() {
    // Columns in sorted order and an empty string for each empty pile, as `--deal-only` prints.
    let instance = Instance::from_id(freecell(), "solvitaire:1".parse().unwrap()).unwrap();
    let text = write_instance(&instance, Format::Solvitaire).unwrap();
    assert!(text.contains(r#"["10C", "AD", "5S", "6S", "JS", "7S", "AH"]"#), "{text}");
    let printed = text.trim_end().trim_end_matches('}').to_owned()
        + r#", "foundations": ["", "", "", ""], "cells": ["", "", "", ""]}"#;
    assert_eq!(read(&printed).unwrap().deal, instance.deal);
}
