//! Solvitaire's JSON, rules and deals: what is written is read back, what cannot be said is
//! refused in one sentence; and positions that cannot be, in every format.

mod common;

use assert_cmd::Command;
use common::Dice;
use common::cli::{Said, said};
use patsat::cards::{Card, DealId, DeckSpec};
use patsat::formats::{Format, Hints, read_instance, read_rules, write_instance, write_solvitaire_rules};
use patsat::rules::{Build, EmptyColumn, FaceUp, Group, Layout, Move, PRESETS, Rules, Sizes, Stock};
use patsat::state::Instance;
use std::fs;
use std::path::Path;

fn preset(name: &str) -> Rules {
    Rules::preset(name).unwrap()
}

fn refused(text: &str) -> String {
    read_rules(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn presets_survive_solvitaires_rules_or_are_refused() {
    let mut said = Vec::new();
    for known in PRESETS {
        let rules = preset(known.name);
        match write_solvitaire_rules(&rules) {
            Ok(text) => {
                assert_eq!(read_rules(text.as_bytes()).unwrap(), rules, "{text}");
                said.push(known.name);
            }
            Err(error) => {
                let error = error.to_string();
                assert!(error.starts_with("found ") && !error.contains('\n'), "{error}");
            }
        }
        // Our own JSON says them all.
        let ours = serde_json::to_string_pretty(&rules).unwrap();
        assert_eq!(read_rules(ours.as_bytes()).unwrap(), rules);
    }
    let expected = "freecell bakers-game eight-off seahaven-towers king-albert forty-thieves limited busy-aces \
                    waning-moon famous-fifty san-juan-hill josephine napoleons-square lucas streets maria \
                    rank-and-file emperor napoleons-exile";
    assert_eq!(said.join(" "), expected);
}

#[test]
fn solvitaires_own_words_are_our_presets() {
    for (text, name) in [
        (r#"{"tableau piles": {"build policy": "red-black"}, "cells": {"count": 4}}"#, "freecell"),
        (
            r#"{"tableau piles": {"count": 10, "build policy": "same-suit", "move built group": "no"},
                "stock": {"size": 64, "deal type": "waste", "deal count": 1, "redeal": false}, "two decks": true}"#,
            "forty-thieves",
        ),
        (
            r#"{"tableau piles": {"count": 10, "build policy": "red-black", "face up cards": "top"},
                "stock": {"size": 64}, "two decks": true, "foundations": {"base card": "A", "removable": false},
                "hole": {"present": false}, "accordion": {"size": 0}, "sequences": {"count": 0}}"#,
            "emperor",
        ),
        (
            r#"{"tableau piles": {"count": 9, "build policy": "red-black", "diagonal deal": true}, "reserve": {"size": 7}}"#,
            "king-albert",
        ),
        (
            r#"{"tableau piles": {"spaces policy": "kings", "build policy": "same-suit"}, "cells": {"count": 8, "pre-filled": 4}}"#,
            "eight-off",
        ),
    ] {
        assert_eq!(read_rules(text.as_bytes()).unwrap(), preset(name), "{text}");
    }
    // Everything at its usual value.
    let usual = read_rules(b"{}").unwrap();
    assert_eq!((usual.columns, usual.build, usual.group), (8, Build::AnySuit, Group::Single));
    assert_eq!((usual.name.as_str(), usual.deck), ("custom", DeckSpec::STANDARD));
    // No preset: two ranks, a stock that deals rows, runs of a suit.
    let text = r#"{"tableau piles": {"count": 3, "move built group": "yes", "move built group policy": "same-suit"},
        "stock": {"size": 5, "deal type": "tableau piles"}, "max rank": 2}"#;
    let rows = read_rules(text.as_bytes()).unwrap();
    assert_eq!((rows.group, &rows.stock), (Group::SuitRun, &Stock::Rows { onto_empty: true }));
    assert_eq!(rows.layout.sizes, Sizes::Round(3));
}

/// Random rules of those that Solvitaire has.
fn random_rules(dice: &mut Dice) -> Rules {
    let cells = dice.pick(&[0, 0, 1, 4]);
    let build = dice.pick(&[Build::AlternateColour, Build::SameSuit, Build::AnySuit]);
    let mut rules = Rules {
        name: "custom".into(),
        deck: DeckSpec::new(dice.pick(&[3, 5, 13]), 4, dice.pick(&[1, 2])),
        columns: 1 + dice.below(12) as u16,
        cells,
        layout: Layout {
            face_up: dice.pick(&[FaceUp::All, FaceUp::Top]),
            cells: dice.below(usize::from(cells) + 1) as u16,
            reserve: dice.pick(&[0, 0, 1, 2]),
            aces_home: dice.below(4) == 0,
            ..Layout::open()
        },
        build,
        group: match dice.below(3) {
            0 if build == Build::AnySuit => Group::SuitRun,
            1 => Group::BuiltRun,
            _ if cells > 0 => Group::BySpaces,
            _ => Group::Single,
        },
        empty_column: dice.pick(&[EmptyColumn::Any, EmptyColumn::Nothing]),
        ..preset("freecell")
    };
    if rules.deck.ranks == 13 && dice.below(2) == 0 {
        rules.empty_column = EmptyColumn::TopRank;
    }
    let least = usize::from(rules.layout.cells + rules.layout.reserve) + rules.foundations();
    if dice.below(2) == 0 {
        let tableau = dice.below(rules.deck.len() - least) as u32;
        rules.layout.sizes = Sizes::Round(tableau);
        rules.stock =
            dice.pick(&[Stock::Waste { redeals: 0, playable: true }, Stock::Rows { onto_empty: true }]);
    }
    rules.check().unwrap();
    rules
}

#[test]
fn random_rules_survive() {
    for seed in 0..1000 {
        let rules = random_rules(&mut Dice::new(seed));
        let text = write_solvitaire_rules(&rules).unwrap();
        let back = read_rules(text.as_bytes()).unwrap();
        let back = Rules { name: rules.name.clone(), ..back };
        assert_eq!(back, rules, "{text}");
    }
}

#[test]
fn what_cannot_be_played_is_named_with_its_line() {
    for (text, expected) in [
        (
            "{\n\"tableau piles\": {\n\"buildpolicy\": 1}}",
            "line 3: found the unknown rule 'buildpolicy' in 'tableau piles' (did you mean 'build policy'?), expected one of count,",
        ),
        (
            "{\n\"two deck\": true}",
            "line 2: found the unknown rule 'two deck' (did you mean 'two decks'?), expected one of",
        ),
        ("{\"qqq\": true}", "line 1: found the unknown rule 'qqq', expected one of tableau piles,"),
        ("{\n\n\"cells\": 4}", "line 3: found a number as 'cells', expected an object of its rules"),
        (
            "{\"foundations\": {\n\"removable\": true}}",
            "line 2: found true for 'removable' in 'foundations', expected false, as is",
        ),
        (
            "{\"foundations\": {\n\"only complete pile moves\": true}}",
            "line 2: found true for 'only complete pile moves' in 'foundations', expected false",
        ),
        ("{\"foundations\": {\"base card\": \"random\"}}", "line 1: found \"random\" for 'base card'"),
        ("{\"foundations\": {\"initial cards\": \"one\"}}", "line 1: found \"one\" for 'initial cards'"),
        (
            "{\"foundations\": {\"present\": false}}",
            "line 1: found false for 'present' in 'foundations', expected true",
        ),
        ("{\"hole\": {\"present\": true}}", "line 1: found true for 'present' in 'hole', expected false"),
        ("{\"accordion\": {\"size\": 18}}", "line 1: found 18 for 'size' in 'accordion', expected 0"),
        ("{\"sequences\": {\"count\": 4}}", "line 1: found 4 for 'count' in 'sequences', expected 0"),
        (
            "{\"stock\": {\"size\": 24,\n\"deal count\": 3}}",
            "line 2: found 3 for 'deal count' in 'stock', expected 1 (cards are drawn one at a time here)",
        ),
        (
            "{\"stock\": {\"size\": 24,\n\"redeal\": true}}",
            "line 2: found true for 'redeal' in 'stock', expected false",
        ),
        (
            "{\"stock\": {\"size\": 24, \"deal type\": \"hole\"}}",
            "line 1: found \"hole\" for 'deal type' in 'stock'",
        ),
        ("{\"stock\": {\"size\": 53}}", "line 1: found 53 for 'size' in 'stock', expected at most 52"),
        ("{\"reserve\": {\"size\": 13, \"stacked\": true}}", "line 1: found true for 'stacked' in 'reserve'"),
        ("{\"max rank\":\n14}", "line 1: found 14 for 'max rank', expected a whole number from 1 to 13"),
        ("{\"two decks\": 1}", "line 1: found 1 for 'two decks', expected true or false"),
        (
            "{\"tableau piles\": {\"spaces policy\": \"auto-waste-then-stock\"}}",
            "line 1: found \"auto-waste-then-stock\" for 'spaces policy' in 'tableau piles', expected one of any, kings, no-build",
        ),
        (
            "{\"tableau piles\": {\"spaces policy\": \"kings\"}, \"max rank\": 5}",
            "line 1: found \"kings\" for 'spaces policy'",
        ),
        (
            "{\"tableau piles\": {\"build policy\": \"no-build\"}}",
            "line 1: found \"no-build\" for 'build policy' in 'tableau piles', expected no-build as 'spaces policy'",
        ),
        (
            "{\"tableau piles\": {\"move built group\": \"whole-pile\"}}",
            "line 1: found \"whole-pile\" for 'move built group' in 'tableau piles', expected one of no, yes",
        ),
        (
            "{\"tableau piles\": {\"build policy\": \"red-black\", \"move built group\": \"yes\",\n\
             \"move built group policy\": \"same-suit\"}}",
            "line 2: found \"same-suit\" for 'move built group policy'",
        ),
        (
            "{\"cells\": {\"count\": 1, \"pre-filled\": 2}}",
            "the rules do not fit together: the layout puts 2 cards into 1 cells",
        ),
        ("{\"cells\": ", "line 1: broken JSON"),
        ("freecell", "line 1: found another text, expected rules as JSON, ours or Solvitaire's"),
        ("{\"schema\": 1, \"rules\": \"freecell\"}", "found an instance, expected rules as JSON"),
        ("{\"deck\": 1}", "line 1: unexpected content"),
    ] {
        let found = refused(text);
        assert!(found.starts_with(expected), "{text}\n{found}\n{expected}");
        assert!(!found.contains('\n'), "{found}");
    }
    let deal = read_instance(b"{\"tableau piles\": {\"count\": 4}}", None, &Hints::default()).unwrap_err();
    assert_eq!(deal.to_string(), "found rules of Solvitaire, expected a deal (rules are read with --rules)");
}

/// Random legal moves; cards go home often, so that foundations fill.
fn later(instance: &Instance, moves: usize, dice: &mut Dice) -> Instance {
    let mut table = instance.table();
    for _ in 0..moves {
        let legal = table.moves();
        let home: Vec<Move> = legal.iter().copied().filter(|m| m.goes_home()).collect();
        let from = if home.is_empty() || dice.below(4) == 0 { legal } else { home };
        if from.is_empty() {
            break;
        }
        table.apply(dice.pick(&from)).unwrap();
    }
    Instance::new((*instance.rules).clone(), table.deal().clone()).unwrap()
}

#[test]
fn rules_and_deal_together_are_the_game() {
    let (mut second, mut cells, mut waste, mut redealt) = (0, 0, 0, 0);
    for known in PRESETS {
        for seed in 0..40 {
            let mut dice = Dice::new(seed);
            let rules = preset(known.name);
            let fresh = Instance::from_id(rules.clone(), DealId::Random { game: None, seed }).unwrap();
            let position = later(&fresh, 10 + dice.below(300), &mut dice);
            let deal = &position.deal;
            let text = match write_instance(&position, Format::Solvitaire) {
                Ok(text) => text,
                Err(error) if deal.redeals_used > 0 => {
                    assert!(error.to_string().starts_with("found a redeal already used"), "{error}");
                    redealt += 1;
                    continue;
                }
                // Three decks are no more than a longer list.
                Err(error) => panic!("{}: {error}", known.name),
            };
            let game = match write_solvitaire_rules(&rules) {
                Ok(text) => read_rules(text.as_bytes()).unwrap(),
                Err(_) => rules.clone(),
            };
            let hints = Hints { game: Some(game), ..Hints::default() };
            let back = read_instance(text.as_bytes(), None, &hints).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(back.rules, position.rules, "{text}");
            assert_eq!(back.table().key(), position.table().key(), "{text}");
            let copies = rules.deck.even_copies().unwrap_or(1);
            second += usize::from(
                deal.foundations.chunks(copies).any(|own| own.iter().filter(|&&h| h > 0).count() > 1),
            );
            cells += usize::from(deal.cells.iter().any(Option::is_some));
            waste += usize::from(!deal.waste.is_empty() && !deal.stock.is_empty());
        }
    }
    assert!(second > 50 && cells > 50 && waste > 100 && redealt > 5, "{second} {cells} {waste} {redealt}");
}

fn run(args: &[&str]) -> Said {
    said(Command::cargo_bin("patsat").unwrap().args(args))
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name).to_str().unwrap().to_owned();
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn files_of_rules_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let (code, theirs, _) = run(&["games", "forty-thieves", "--to", "solvitaire"]);
    assert_eq!(code, 0);
    let theirs = file(folder.path(), "theirs.json", &theirs);
    let (_, ours, _) = run(&["games", "forty-thieves"]);
    assert_eq!(run(&["games", "--rules", &theirs]), (0, ours.clone(), String::new()));
    let ours = file(folder.path(), "ours.json", &ours);
    // A deal by number and a deal's file are played by either.
    let (_, expected, _) = run(&["show", "solvitaire:forty-thieves:1"]);
    let (_, deal, _) = run(&["convert", "solvitaire:forty-thieves:1", "--to", "solvitaire"]);
    let deal = file(folder.path(), "deal.json", &deal);
    for rules in [&theirs, &ours] {
        assert_eq!(run(&["show", "solvitaire:1", "--rules", rules]).0, 0);
        assert_eq!(run(&["show", "solvitaire:forty-thieves:1", "--rules", rules]).1, expected);
        let (code, found, err) = run(&["show", &deal, "--rules", rules]);
        assert_eq!(code, 0, "{err}");
        let cards = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(cards(&found), cards(&expected));
    }
    let small = r#"{"tableau piles": {"count": 4, "build policy": "same-suit"}, "stock": {"size": 4}, "max rank": 3}"#;
    let small = file(folder.path(), "small.json", small);
    assert_eq!(run(&["solve", "random:3", "--rules", &small, "-q"]).0, 10);
    let bad = file(folder.path(), "bad.json", "{\n\"stock\": {\"siz\": 24}}");
    for (args, message) in [
        (
            vec!["show", "ms:1", "--rules", &bad],
            "bad.json, line 2: found the unknown rule 'siz' in 'stock' (did you mean 'size'?)",
        ),
        (
            vec!["show", "ms:1", "--rules", "nowhere.json"],
            "there is no file 'nowhere.json': expected a file of rules",
        ),
        (vec!["show", "kpat:freecell:1", "--rules", &ours], "expected no --rules, or the same one"),
        (vec!["show", "-", "--rules", "-"], "standard input cannot be both the instance and its rules"),
        (vec!["games", "--to", "solvitaire"], "--to goes with a game or --rules FILE"),
        (
            vec!["games", "spider", "--to", "solvitaire"],
            "cannot write spider as Solvitaire's rules: found complete runs",
        ),
        (vec!["show", &theirs], "found rules of Solvitaire, expected a deal (rules are read with --rules)"),
    ] {
        let (code, out, err) = run(&args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.contains(message) && err.trim_end().lines().count() == 1, "{args:?}: {err}");
    }
}

/// What is done to a deal of Forty Thieves' kind, and what is said of it.
const BROKEN: [(&str, &str); 5] = [
    ("a card short", "is missing: found 1 of 2"),
    ("a card too many", "occurs 3 times: expected 2"),
    ("three of a kind for another card", "KS occurs 3 times: expected 2"),
    ("a card in the waste that was dealt to a column", "cards in stock and waste, expected at most"),
    ("a card under the stock", "cards in stock and waste, expected at most"),
];

/// A broken deal as a file of a format that says no more than the position.
fn broken(mut game: Instance, what: usize, format: Format) -> String {
    let (columns, stock) = (&mut game.deal.columns, &mut game.deal.stock);
    let king: Card = "KS".parse().unwrap();
    match what {
        0 => columns[3].cards.truncate(3),
        1 => columns[3].cards.push(king),
        2 => *stock.iter_mut().find(|card| **card != king).unwrap() = king,
        3 => game.deal.waste.extend(columns[2].cards.pop()),
        _ => stock.insert(0, columns[2].cards.pop().unwrap()),
    }
    (game.id, game.saved) = (None, None);
    write_instance(&game, format).unwrap()
}

/// The same in the text of a game saved by KPatience, a card a line.
fn broken_save(text: &str, what: usize) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let is_card = |line: &String| line.contains("<card ");
    let first = lines.iter().position(is_card).unwrap();
    let last = lines.iter().rposition(is_card).unwrap();
    let king =
        |line: &&String| line.contains("spades\" rank=\"king") || line.contains("suit=\"3\" value=\"13\"");
    let king = lines.iter().find(king).unwrap().clone();
    let waste = lines.iter().position(|l| l.contains("pile=\"pile\"") || l.contains("index=\"20\"")).unwrap();
    match what {
        0 => drop(lines.remove(last)),
        1 => lines.insert(last, lines[last].clone()),
        2 => lines[first] = king,
        3 => {
            let card = lines.remove(last);
            lines.insert(waste + 2, card);
        }
        _ => {
            let card =
                lines.remove(last).replace("face-up", "face-down").replace("faceup=\"1\"", "faceup=\"0\"");
            lines.insert(first, card);
        }
    }
    lines.join("\n")
}

/// Each reader of games with a waste answers a deal that cannot be with one sentence.
#[test]
fn deals_that_cannot_be_are_refused_by_every_reader() {
    let folder = tempfile::tempdir().unwrap();
    for (id, name) in
        [("solvitaire:forty-thieves:1", "forty-thieves"), ("kpat:fortyeight:1", "forty-and-eight")]
    {
        let game = Instance::from_id(preset(name), id.parse().unwrap()).unwrap();
        for format in [Format::Json, Format::Solvitaire, Format::Kpat, Format::KpatLegacy] {
            let saved = matches!(format, Format::Kpat | Format::KpatLegacy);
            if saved && name == "forty-thieves" {
                assert!(write_instance(&game, format).is_err());
                continue;
            }
            for (number, (what, message)) in BROKEN.iter().enumerate() {
                let text = match saved {
                    true => broken_save(&write_instance(&game, format).unwrap(), number),
                    false => broken(game.clone(), number, format),
                };
                let path = file(folder.path(), "broken", &text);
                let (code, out, err) = run(&["solve", &path, "--game", name, "--time-limit", "1"]);
                assert_eq!((code, out.as_str()), (2, ""), "{what} as {format}: {err}");
                assert_eq!(err.trim_end().lines().count(), 1, "{what} as {format}: {err}");
                assert!(err.starts_with("error: ") && err.contains("broken"), "{what} as {format}: {err}");
                assert!(saved || err.contains(message), "{what} as {format}: {err}");
            }
        }
    }
    // A waste in a game whose cards have no such place.
    let mut spider = Instance::from_id(preset("spider"), "random:1".parse().unwrap()).unwrap();
    spider.deal.waste.extend(spider.deal.stock.pop());
    spider.id = None;
    for format in [Format::Json, Format::Solvitaire] {
        let path = file(folder.path(), "broken", &write_instance(&spider, format).unwrap());
        let (code, _, err) = run(&["show", &path, "--game", "spider"]);
        assert_eq!(code, 2);
        assert!(err.contains("found 1 cards in the waste, expected none, for spider has no waste"), "{err}");
    }
}

/// Where a game was changed on the command line, nobody knows what its deal was.
#[test]
fn other_decks_and_columns_have_stocks_of_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{"tableau piles": [["2S", "AS"], ["2D", "AD"], ["2C", "AC"]],
        "stock": ["2H", "AH", "2H", "AH"], "waste": ["2S", "AS", "2D", "AD", "2C", "AC"]}"#;
    let path = file(folder.path(), "small.json", text);
    let args = ["solve", &path, "--game", "forty-thieves", "--columns", "3", "--ranks", "2", "-q"];
    let (code, _, err) = run(&args);
    assert_eq!(code, 10, "{err}");
}
