//! A board in many spellings is one board.

use super::walk::Lcg;
use super::{freecell, ms, random, read};
use itertools::Itertools;
use patsat_formats::{Hints, Lines, read as read_loosely, read_instance};
use patsat_game::cards::Card;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use proptest::prelude::*;

/// A card in one of many spellings.
fn card(card: Card, spelling: usize) -> String {
    let (rank, suit) = (card.rank.0, usize::from(card.suit.0));
    let letter = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"][rank as usize - 1];
    let suits = |text: &str| text.chars().nth(suit).unwrap();
    match spelling {
        0 => card.to_string(),
        1 => card.to_string().to_lowercase(),
        2 => {
            format!("{}{}", if rank == 10 { "10" } else { letter }, suits("\u{2663}\u{2666}\u{2665}\u{2660}"))
        }
        3 => format!("{}\u{fe0f}{letter}", suits("\u{2663}\u{2666}\u{2665}\u{2660}")),
        4 => format!("{letter}{}", suits("\u{2667}\u{2662}\u{2661}\u{2664}")),
        5 => format!("{}{rank}", suits("CDHS")),
        6 => format!("{rank}{}", suits("cdhs")),
        7 => {
            let block = [0x1f0d0, 0x1f0c0, 0x1f0b0, 0x1f0a0][suit];
            char::from_u32(block + rank + u32::from(rank > 11)).unwrap().to_string()
        }
        8 => format!("[{card}]"),
        _ => format!("\u{201c}{card}\u{201d}"),
    }
}
const SPELLINGS: usize = 10;
/// What may stand between two cards; nothing only where the spelling parts them.
const BETWEEN: [&str; 6] = [" ", "  ", ", ", ",", "; ", ""];

/// What may stand before the cards of a column.
fn label(kind: usize, column: usize) -> String {
    let n = column + 1;
    match kind {
        0 => String::new(),
        1 => ": ".into(),
        2 => format!("{n}: "),
        3 => format!("Column {n}: "),
        4 => format!("{n}. "),
        5 => format!("stack #{n}: "),
        _ => format!("{n}) "),
    }
}
const LABELS: usize = 7;

/// What may be around a board.
fn around(kind: usize, text: &str) -> Vec<u8> {
    let lines = |before: &str| text.lines().map(|line| format!("{before}{line}\n")).join("");
    let utf16 = |unit: fn(u16) -> [u8; 2]| {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(unit).collect::<Vec<u8>>()
    };
    match kind {
        0 => text.into(),
        1 => lines("> ").into(),
        2 => lines(">> ").into(),
        3 => format!("Who can win this?\n\n```\n{text}```\n\nI cannot.\n").into(),
        4 => utf16(u16::to_le_bytes),
        5 => utf16(u16::to_be_bytes),
        6 => format!("\u{feff}{text}").into(),
        7 => text.replace('\n', "\r\n").into(),
        _ => format!("My hardest game so far\n\n{text}").into(),
    }
}
const AROUND: usize = 9;

fn columns(instance: &Instance, spelling: usize, between: usize, labels: usize) -> String {
    let between = match BETWEEN[between % BETWEEN.len()] {
        // Pictures and brackets part cards; ranks before suits in letters do too.
        "" if matches!(spelling, 0 | 6 | 7) => "",
        "" => " ",
        other => other,
    };
    let columns = instance.deal.columns.iter().enumerate();
    columns
        .map(|(n, pile)| {
            label(labels, n) + &pile.cards.iter().map(|&c| card(c, spelling)).join(between) + "\n"
        })
        .join("")
}

#[test]
fn every_spelling_reads_the_same() {
    let plain = ms(617);
    let mut seen = 0;
    for spelling in 0..SPELLINGS {
        for labels in 0..LABELS {
            for wrap in 0..AROUND {
                for between in 0..BETWEEN.len() {
                    let text = columns(&plain, spelling, between, labels);
                    let bytes = around(wrap, &text);
                    let back = read_instance(&bytes, None, &Hints::default());
                    let back =
                        back.unwrap_or_else(|e| panic!("{spelling} {labels} {wrap} {between} {e}\n{text}"));
                    assert_eq!((&back.deal, &back.rules), (&plain.deal, &plain.rules), "{text}");
                    seen += 1;
                }
            }
        }
    }
    assert_eq!(seen, 3780);
}

/// The rows of a board; `--` where a column is shorter, if `marked`, else blanks if `aligned`.
fn rows(instance: &Instance, marked: bool, aligned: bool) -> String {
    let piles = &instance.deal.columns;
    let depth = piles.iter().map(|pile| pile.cards.len()).max().unwrap();
    (0..depth)
        .map(|row| {
            let cell = |n: usize| match piles[n].cards.get(row) {
                Some(card) => card.to_string(),
                None if marked => "--".into(),
                None if aligned => "  ".into(),
                None => String::new(),
            };
            (0..piles.len()).map(cell).filter(|cell| !cell.is_empty()).join(" ").trim_end().to_owned() + "\n"
        })
        .join("")
}

#[test]
fn rows_are_distinguished_from_columns() {
    for (game, seed) in [("freecell", 1), ("bakers-game", 2), ("seahaven-towers", 3), ("forty-thieves", 4)] {
        let fresh = random(game, seed);
        let hints = Hints { game: Some((*fresh.rules).clone()), ..Hints::default() };
        let rest = if game == "seahaven-towers" {
            format!("Freecells: {}\n", fresh.deal.cells.iter().flatten().join(" "))
        } else if game == "forty-thieves" {
            format!("stock: {}\n", fresh.deal.stock.iter().join(" "))
        } else {
            String::new()
        };
        for (marked, aligned) in [(false, false), (true, false), (false, true)] {
            let text = rest.clone() + &rows(&fresh, marked, aligned);
            let back = read_loosely(text.as_bytes(), None, &hints).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert!(back.notes[0].starts_with("read by rows: "), "{:?}", back.notes);
            assert_eq!(back.instance.deal, fresh.deal, "{text}");
        }
        // A column a line is never taken for rows, and needs no remark.
        let text = rest + &columns(&fresh, 5, 0, 0);
        let back = read_loosely(text.as_bytes(), None, &hints).unwrap();
        assert_eq!((back.instance.deal, back.notes), (fresh.deal, Vec::<String>::new()));
    }
}

#[test]
fn rows_with_gaps_go_by_where_they_stand() {
    let hints = Hints { game: Some(Rules { columns: 3, ..freecell() }), ..Hints::default() };
    // As many lines as columns, each at most as long as the one above: both readings are positions.
    let text = "Foundations: C-K D-K H-K S-7\nKS QS JS\nTS 9S\n8S\n";
    let refused = read_instance(text.as_bytes(), None, &hints).unwrap_err().to_string();
    assert!(refused.contains("--columns-first") && refused.contains("--rows"), "{refused}");
    let read_as = |lines| {
        let hints = Hints { lines: Some(lines), ..hints.clone() };
        let game = read_instance(text.as_bytes(), None, &hints).unwrap();
        game.deal.columns.iter().map(|pile| pile.cards.iter().join(" ")).join(" / ")
    };
    assert_eq!(read_as(Lines::Columns), "KS QS JS / TS 9S / 8S");
    assert_eq!(read_as(Lines::Rows), "KS TS 8S / QS 9S / JS");
    let rows = "Foundations: C-K D-K H-K S-8\nKS QS JS\nTS    9S\n";
    let game = read_instance(rows.as_bytes(), None, &hints).unwrap();
    let shown = game.deal.columns.iter().map(|pile| pile.cards.iter().join(" ")).join(" / ");
    assert_eq!(shown, "KS TS / QS / JS 9S");
}

#[test]
fn a_board_upside_down_is_turned() {
    let plain = ms(7);
    let flipped: String =
        plain.deal.columns.iter().map(|pile| pile.cards.iter().rev().join(" ") + "\n").collect();
    let hints = Hints { flip: true, ..Hints::default() };
    assert_eq!(read_instance(flipped.as_bytes(), None, &hints).unwrap().deal, plain.deal);
    let json = patsat_formats::write_instance(&plain, patsat_formats::Format::Json).unwrap();
    assert!(read_instance(json.as_bytes(), None, &hints).is_err());
}

#[test]
fn places_beside_the_columns_have_many_names() {
    let middle = read(super::MIDGAME).unwrap();
    let columns = super::MIDGAME.lines().skip(2).join("\n");
    for home in [
        "Foundations: C-10 D-J H-J S-9",
        "home TC JD JH 9S",
        "Founds: \u{2663}10 \u{2666}J 11\u{2665} 9\u{2660}",
        "Home cells: TC JD JH 9S",
        "Foundations:H-J C-T D-J S-9",
    ] {
        for cells in [
            "Free cells: -- QH -- QD",
            "freecells - QH - QD",
            "Cells: -, Q\u{2665}, -, Q\u{2666}",
            "FC:- HQ - DQ",
        ] {
            for text in [format!("{home}\n{cells}\n{columns}"), format!("{columns}\n\n{cells}\n{home}")] {
                assert_eq!(read(&text).unwrap().deal, middle.deal, "{text}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Each card in a spelling of its own.
    #[test]
    fn spellings_may_be_mixed(seed in 0u64..1_000_000, labels in 0..LABELS, wrap in 0..AROUND) {
        let plain = random("freecell", seed);
        let mut lcg = Lcg::new(seed);
        let line = |(n, pile): (usize, &patsat_game::cards::Pile)| {
            let cards = pile.cards.iter().map(|&c| card(c, lcg.below(SPELLINGS))).join(" ");
            label(labels, n) + &cards + "\n"
        };
        let text = plain.deal.columns.iter().enumerate().map(line).join("");
        let back = read_instance(&around(wrap, &text), None, &Hints::default()).unwrap();
        prop_assert_eq!(&back.deal, &plain.deal);
    }
}
