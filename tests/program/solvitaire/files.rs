//! Files of rules on the command line, and positions that cannot be.

use super::*;
use patsat_testkit::cli::run;

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
        (vec!["show", "ms:1", "--rules", &bad], "bad.json, line 2: found the unknown rule 'siz' in 'stock'"),
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
        assert!(err.contains(message) && patsat_testkit::cli::is_sentence(&err), "{args:?}: {err}");
    }
}

#[test]
fn what_solvitaires_preset_has_beyond_ours_is_noted() {
    let (code, theirs, err) = run(&["games", "king-albert", "--to", "solvitaire"]);
    assert_eq!(code, 0);
    assert!(!theirs.contains("removable"));
    assert!(
        err.contains("not the rules of Solvitaire's preset king-albert: there cards may come back"),
        "{err}"
    );
    let (code, _, err) = run(&["convert", "solvitaire:king-albert:1", "--to", "solvitaire"]);
    assert!(code == 0 && err.contains("there cards may come back from the foundations"), "{err}");
    let (_, _, err) = run(&["convert", "solvitaire:spiderette:1", "--to", "solvitaire"]);
    assert!(err.contains("there a run leaves as a whole column only"), "{err}");
    for game in ["freecell", "forty-thieves", "eight-off"] {
        assert_eq!(run(&["games", game, "--to", "solvitaire"]).2, "");
    }
    let (_, list, _) = run(&["games"]);
    let list = list.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(list.contains("[Solvitaire preset king-albert, but nothing leaves a foundation"), "{list}");
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
        for format in [Format::Json, Format::Solvitaire, Format::Kpat] {
            let saved = format == Format::Kpat;
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

/// If options change a game, the sizes of its deal are unknown and not checked.
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
