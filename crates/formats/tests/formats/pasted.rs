//! Boards as they were pasted, and variants of them.

use super::{ms, read};
use itertools::Itertools;
use patsat_base::FormatError;
use patsat_formats::{Hints, Lines, PartialBoard, read as read_loosely};
use patsat_game::cards::Deal;
use patsat_game::rules::Rules;

macro_rules! pasted {
    ($name:literal) => {
        include_str!(concat!("pasted/", $name))
    };
}

fn of(game: &str) -> Hints {
    Hints { game: Some(Rules::preset(game).unwrap()), ..Hints::default() }
}

fn loosely(text: &str, hints: &Hints) -> Result<PartialBoard, FormatError> {
    read_loosely(text.as_bytes(), None, hints)
}

fn refused(text: &str, hints: &Hints, message: &[&str]) {
    let error = loosely(text, hints).map(|read| read.instance.deal.columns).unwrap_err();
    let error = format!("{error}\n{}", error.help.as_deref().unwrap_or_default());
    assert!(message.iter().all(|part| error.contains(part)), "{error}\n{text}");
}

fn columns(deal: &Deal) -> String {
    deal.columns.iter().map(|pile| pile.cards.iter().join(" ")).join("\n")
}

#[test]
fn a_line_of_the_whole_deck_is_dealt_across() {
    let text = pasted!("one-line.txt");
    for text in
        [text.to_owned(), text.replace(' ', ", "), text.replace(' ', ""), format!("FreeCell #1\n{text}")]
    {
        let back = loosely(&text, &Hints::default()).unwrap();
        assert_eq!(back.instance.deal, ms(1).deal);
        assert!(back.notes[0].starts_with("read by rows: one line of 52 cards"), "{:?}", back.notes);
    }
    let listed = ms(7).deal.columns.iter().flat_map(|pile| pile.cards.clone()).join(" ");
    let hints = Hints { lines: Some(Lines::Columns), ..Hints::default() };
    assert_eq!(loosely(&listed, &hints).unwrap().instance.deal, ms(7).deal);
    // A card short is no deal.
    refused(&text[3..], &Hints::default(), &["found 51 cards in a line"]);
}

#[test]
fn suits_may_stand_apart_from_ranks() {
    let text = pasted!("emoji-hearts-blank.txt");
    let joined = text.replace("\u{fe0f} ", "");
    let back = read(text).unwrap();
    assert_eq!(back.deal, read(&joined).unwrap().deal);
    assert_eq!(back.deal.columns[0].cards.iter().join(" "), "4C 2C 9C 8C QS 4S 2H");
    // The rank first, with the selector before or after the blank.
    let turned = |line: &str| {
        let words = line.split_whitespace().collect_vec();
        words.chunks(2).map(|pair| format!("{} {}", pair[1], pair[0])).join("  ")
    };
    let turned = text.lines().map(turned).join("\n");
    assert_eq!(read(&turned).unwrap().deal, back.deal, "{turned}");
    assert_eq!(read(&turned.replace('\u{fe0f}', "")).unwrap().deal, back.deal);
    // The file has no C, so the error names none.
    refused(&text.replace("4   \u{2665}", "4x  \u{2665}"), &Hints::default(), &["found '\u{2663}\u{fe0f}'"]);
    refused(&joined.replace("4   \u{2665}", "Z   \u{2665}"), &Hints::default(), &["found '\u{2663}Z'"]);
}

#[test]
fn comments_and_text_around_a_board_are_passed_over() {
    let plain = ms(169).deal;
    let lines = columns(&plain);
    let hints = Hints::default();
    for text in [
        pasted!("trailing-comments.txt").to_owned(),
        pasted!("trailing-text.txt").to_owned(),
        format!(
            "Hi all, same as yesterday:\n\n{lines}\n\nCan anyone solve this? I tried 4S first.\nThanks!\n-- \nBob\n"
        ),
        lines.lines().map(|line| format!("{line}   // a column")).join("\n"),
        format!("{lines}\n\nFree cells are empty, I think\n"),
    ] {
        assert_eq!(columns(&loosely(&text, &hints).unwrap().instance.deal), lines, "{text}");
    }
    // Text between two lines of a board is an error, and so is a card that is misspelt.
    let (first, rest) = lines.split_once('\n').unwrap();
    refused(&format!("{first}\nand then we have\n{rest}"), &hints, &["line 2", "found 'and'"]);
    refused(&lines.replace("6D", "6X"), &hints, &["found '6X'"]);
}

#[test]
fn empty_fields_of_a_table_are_empty_places() {
    let gap = pasted!("csv-gap.txt");
    let body = |text: &str| text.lines().skip(1).map(str::to_owned).join("\n");
    // Deal 1, of which the last card of column 2 lies in a cell.
    let mut truth = ms(1).deal;
    truth.cells[0] = truth.columns[1].cards.pop();
    assert_eq!(truth.columns.iter().map(|pile| pile.cards.len()).collect_vec(), [7, 6, 7, 7, 6, 6, 6, 6]);
    let bars = |text: &str| {
        let rows = body(text);
        let row = |line: &str| {
            format!("|{}|", line.split(',').map(|w| if w.is_empty() { " " } else { w }).join("|"))
        };
        format!("Freecells: 9C\n{}", rows.lines().map(row).join("\n"))
    };
    for text in [
        gap.to_owned(),
        gap.replace(',', ";"),
        gap.replace(',', "\t"),
        gap.replace(',', " , "),
        gap.replace("6S,,2H,6H,,,,", "6S,,2H,6H"),
        gap.replace("6S,,2H", "6S,\"\",2H"),
        bars(gap),
    ] {
        let back = loosely(&text, &Hints::default()).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(back.instance.deal, truth, "{text}");
        assert!(back.notes[0].starts_with("read by rows: 7 lines"), "{:?}", back.notes);
    }
    let table = format!("Freecells: 9C\n{}", pasted!("markdown-table.txt"));
    let (_, rows) = table.split_once("|---|---|---|---|---|---|---|---|\n").unwrap();
    for text in [
        table.clone(),
        table.replace("|---|", "|:---:|"),
        table.replace("| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |", "| T1 | T2 | T3 | T4 | T5 | T6 | T7 | T8 |"),
        format!("Freecells: 9C\n{rows}"),
        format!(
            "Freecells: 9C\n|   |   |   |   |   |   |   |   |\n|---|---|---|---|---|---|---|---|\n{rows}"
        ),
    ] {
        let back = loosely(&text, &Hints::default()).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(back.instance.deal, truth, "{text}");
    }
}

#[test]
fn numbers_of_lines_are_no_cards() {
    let plain = ms(169).deal;
    let rows = (0..7)
        .map(|row| {
            plain
                .columns
                .iter()
                .map(|pile| pile.cards.get(row).map_or(String::new(), ToString::to_string))
                .join(",")
        })
        .collect_vec();
    let listed = plain.columns.iter().map(|pile| pile.cards.iter().join(",")).collect_vec();
    for lines in [&rows, &listed] {
        for first in [0, 1] {
            let text = lines.iter().enumerate().map(|(n, line)| format!("{},{line}", n + first)).join("\n");
            assert_eq!(read(&text).unwrap().deal, plain, "{text}");
            assert_eq!(read(&text.replace(',', "|")).unwrap().deal, plain, "{text}");
        }
    }
    // As pandas writes it, with its own numbers of columns.
    let text = rows.iter().enumerate().map(|(n, line)| format!("{n},{line}")).join("\n");
    assert_eq!(read(&format!(",0,1,2,3,4,5,6,7\n{text}")).unwrap().deal, plain);
}

#[test]
fn gaps_of_rows_go_by_where_they_stand() {
    let (pasted, truth) = (pasted!("rows-as-pasted.txt"), pasted!("rows-true.txt"));
    let truth = read(truth).unwrap().deal;
    let back = loosely(pasted, &Hints::default()).unwrap();
    assert_eq!(back.instance.deal, truth);
    assert!(back.notes[0].contains("gaps"), "{:?}", back.notes);
    // The same with tens of two digits, with tabs, and without the blanks at the left.
    let rows = |change: fn(&str) -> String| {
        pasted.lines().map(|line| if line.contains(':') { line.to_owned() } else { change(line) }).join("\n")
    };
    let places = |line: &str| {
        (0..8).map(|n| line.get(3 * n + 1..3 * n + 3).unwrap_or("").trim().to_owned()).collect_vec()
    };
    for text in [
        rows(|line| line[1..].to_owned()),
        rows(|line| {
            (0..8)
                .map(|n| {
                    format!("{:>4}", line.get(3 * n + 1..3 * n + 3).unwrap_or("").trim().replace('T', "10"))
                })
                .join("")
        }),
        pasted
            .lines()
            .map(|line| if line.contains(':') { line.to_owned() } else { places(line).join("\t") })
            .join("\n"),
        pasted
            .lines()
            .map(|line| {
                if line.contains(':') {
                    line.to_owned()
                } else {
                    places(line).join("\t").trim_end().to_owned()
                }
            })
            .join("\n"),
    ] {
        let back = loosely(&text, &Hints::default()).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(back.instance.deal, truth, "{text}");
    }
    // Blanks that were lost take the columns with them.
    let lost = rows(|line| line.split_whitespace().join(" "));
    assert!(loosely(&lost, &Hints::default()).is_err(), "{lost}");
}

#[test]
fn a_triangle_in_rows_is_no_triangle_in_columns() {
    let text = pasted!("king-albert-rows.txt");
    let hints = of("king-albert");
    let back = loosely(text, &hints).unwrap();
    let sizes =
        |read: &PartialBoard| read.instance.deal.columns.iter().map(|pile| pile.cards.len()).collect_vec();
    assert_eq!(sizes(&back), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(back.instance.deal.columns[8].cards.iter().join(" "), "7S 9H KH JC 5D AS AH 4D JH");
    // Without the blanks at the left both readings are triangles.
    let flush = text.lines().map(|line| line.trim_start().to_owned()).join("\n");
    refused(&flush, &hints, &["--columns-first", "--rows"]);
    for (lines, first) in [(Lines::Columns, "JS 3C 7H"), (Lines::Rows, "JS 2H 3H")] {
        let back = loosely(&flush, &Hints { lines: Some(lines), ..hints.clone() }).unwrap();
        assert!(back.instance.deal.columns[0].cards.iter().join(" ").starts_with(first));
    }
    // Columns as they are dealt, a card more each.
    let listed = back.instance.deal.columns.iter().map(|pile| pile.cards.iter().join(" ")).join("\n");
    let head = text.lines().take(2).join("\n");
    let again = loosely(&format!("{head}\n{listed}"), &hints).unwrap();
    assert_eq!((again.instance.deal, again.notes), (back.instance.deal, Vec::new()));
}

#[test]
fn lists_of_lists_are_boards() {
    let plain = ms(169).deal;
    let list = |cards: Vec<String>| format!("[{}]", cards.iter().map(|card| format!("'{card}'")).join(", "));
    let by_columns = plain
        .columns
        .iter()
        .map(|pile| list(pile.cards.iter().map(ToString::to_string).collect()))
        .collect_vec();
    let by_rows = (0..7)
        .map(|row| {
            list(
                plain
                    .columns
                    .iter()
                    .map(|pile| pile.cards.get(row).map_or(String::new(), ToString::to_string))
                    .collect(),
            )
        })
        .collect_vec();
    let json = by_columns.join(", ").replace('\'', "\"");
    for text in [
        pasted!("python-lists.txt").to_owned(),
        pasted!("json-lists.json").to_owned(),
        format!("[{}]", by_columns.join(", ")),
        format!("[{}]", by_columns.join(",\n ")),
        format!("board = [{}]", by_rows.join(",\n         ")),
        format!("[{}]", by_rows.join(", ").replace("''", "None")),
        format!(
            "{{\"tableau\": [{json}], \"freecells\": [null, null, null, null], \"foundations\": {{\"H\": 0, \"S\": 0}}}}"
        ),
        format!("{{\"columns\": [{json}], \"cells\": [], \"foundations\": []}}"),
        format!("{{'game': 'FreeCell', 'deal': 169, 'cascades': [{json}]}}"),
    ] {
        let back = loosely(&text, &Hints::default()).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(back.instance.deal, plain, "{text}");
    }
    let text = "{\"tableau\": [[\"KS\"], [], [], [], [], [], [], []], \"foundations\": {\"clubs\": 13, \"diamonds\": \"K\", \
                \"hearts\": [\"QH\", \"KH\"], \"spades\": 11}, \"freecells\": {\"a\": \"QS\", \"b\": null}}";
    let back = read(text).unwrap();
    assert_eq!(
        (back.deal.foundations, back.deal.cells[0]),
        (vec![13, 13, 13, 11], Some("QS".parse().unwrap()))
    );
    refused("[[\"KX\"], []]", &Hints::default(), &["found 'KX'"]);
    refused("{\"score\": 3}", &Hints::default(), &["JSON without any of these keys", "'tableau'"]);
}

#[test]
fn titles_name_games_and_deals() {
    let board = |number| columns(&ms(number).deal);
    let back = loosely(pasted!("titled.txt"), &Hints::default()).unwrap();
    assert_eq!((back.instance, back.notes), (ms(169), Vec::new()));
    for title in ["Freecell Game 169", "Microsoft FreeCell deal 169", "FREECELL #169:", "freecell ms:169"] {
        assert_eq!(read(&format!("{title}\n\n{}", board(169))).unwrap(), ms(169), "{title}");
        // The deal alone.
        assert_eq!(read(title).unwrap(), ms(169), "{title}");
        let other = loosely(&format!("{title}\n\n{}", board(170)), &Hints::default()).unwrap();
        assert_eq!((other.instance.deal, other.instance.id), (ms(170).deal, None));
        assert!(
            other.notes[0].contains("ms:169") && other.notes[0].contains("the board is used"),
            "{:?}",
            other.notes
        );
    }
    for (title, game) in [
        ("Spider 4 suits", "spider"),
        ("Spider Solitaire (2 suits)", "spider2"),
        ("FORTY THIEVES", "forty-thieves"),
        ("Baker's Game", "bakers-game"),
        ("Beleaguered Castle", "beleaguered-castle"),
        ("Seahaven Towers", "seahaven-towers"),
    ] {
        let fresh = super::random(game, 5);
        let text = patsat_formats::write_instance(&fresh, patsat_formats::Format::Board).unwrap();
        let (_, rest) = text.split_once('\n').unwrap();
        assert_eq!(read(&format!("{title}\n{rest}")).unwrap().deal, fresh.deal, "{title}");
    }
    let thieves = super::random("forty-thieves", 5).deal;
    refused(&columns(&thieves), &Hints::default(), &["is this Spider? --game spider reads it"]);
}

#[test]
fn words_for_nothing_are_no_cards() {
    let plain = ms(169).deal;
    for (cells, home) in [
        ("empty", "empty"),
        ("none", "none"),
        ("-", "-"),
        ("all empty", "(empty)"),
        ("empty empty empty empty", "H-0"),
        ("-- -- -- --", "H0 C0 D0 S0"),
        ("", ""),
        ("(none)", "--"),
    ] {
        for title in ["", "FreeCell\n"] {
            let text = format!("{title}Free cells: {cells}\nFoundations: {home}\n{}", columns(&plain));
            let back = read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!((&back.deal, back.rules.cells), (&plain, 4), "{text}");
        }
    }
    assert_eq!(read(pasted!("empty-words.txt")).unwrap().deal, plain);
    // The cells that a person does not name are empty, not missing.
    let mut middle = plain.clone();
    let card = middle.columns[0].cards.pop().unwrap();
    let back = read(&format!("FreeCell\nFree cells: {card}\n{}", columns(&middle))).unwrap();
    assert_eq!((back.rules.cells, back.deal.cells[0]), (4, Some(card)));
}

#[test]
fn closed_cards_have_many_pictures() {
    let hints = of("spider");
    let truth = loosely(pasted!("xx.txt"), &hints).unwrap();
    assert_eq!((truth.unseen.len(), truth.instance.deal.columns[4].cards.len()), (94, 5));
    for mark in ["XX", "X", "x", "#", "##", "*", "**", "[]", "--", "[ ]", "?", "\u{1f0a0}"] {
        for text in [
            pasted!("xx.txt").replace("xx", mark),
            pasted!("hash.txt").replace("##", mark),
            format!("Spider 4 suits\n{}", pasted!("xx.txt").replace("xx", mark)),
        ] {
            let back = loosely(&text, &hints).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!((&back.instance.deal, back.unseen.len()), (&truth.instance.deal, 94), "{text}");
        }
    }
    // A column a line.
    let listed = truth
        .shown()
        .deal
        .columns
        .iter()
        .map(|pile| {
            pile.cards
                .iter()
                .map(|card| if card.rank.0 == 0 { "xx".to_owned() } else { card.to_string() })
                .join(" ")
        })
        .join("\n");
    assert_eq!(loosely(&listed, &hints).unwrap().instance.deal, truth.instance.deal, "{listed}");
    // `0D` is the ten.
    let lines = columns(&ms(169).deal);
    assert_eq!(columns(&read(&lines.replace('T', "0")).unwrap().deal), lines);
}

#[test]
fn a_missing_card_is_named_whatever_the_headings() {
    let middle = super::MIDGAME.replace("QS", "");
    for (home, cells) in [
        ("Founds: JH TC JD 9S", "FC: - QH - QD"),
        ("Foundations: H-J C-T D-J S-9", "Free cells: -- QH -- QD"),
    ] {
        let text = middle.lines().skip(2).fold(format!("{home}\n{cells}\n"), |text, line| text + line + "\n");
        refused(&text, &Hints::default(), &["QS is missing"]);
    }
    // What is wrong in any reading comes before the question which one it is.
    let board = columns(&ms(169).deal);
    refused(&board.replace(" 6D", ""), &Hints::default(), &["6D is missing"]);
    refused(&board.replacen("6D", "6D 2D", 1), &Hints::default(), &["line 8", "2D again"]);
}
