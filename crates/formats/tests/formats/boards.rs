//! Boards of Freecell Solver.

use super::{MIDGAME, board, error, freecell, ms, read};
use patsat_formats::{Format, Hints, read_instance, write_instance};
use patsat_game::cards::{Card, DealId, DeckSpec};
use patsat_game::rules::Rules;
use patsat_game::state::Instance;

#[test]
fn a_board_has_a_column_a_line() {
    let instance = read(&board()).unwrap();
    assert_eq!(instance.deal, ms(1).deal);
    assert_eq!(instance.rules.name, "freecell");
    insta::assert_snapshot!(board(), @r"
    : JD KD 2S 4C 3S 6D 6S
    : 2D KC KS 5C TD 8S 9C
    : 9H 9S 9D TS 4S 8D 2H
    : JC 5S QD QH TH QS 6H
    : 5D AD JS 4H 8H 6C
    : 7H QC AS AC 2C 3D
    : 7C KH AH 4D JH 8C
    : 5H 3H 3C 7S 7D TC
    ");
}

#[test]
fn spellings_of_a_board_that_mean_the_same() {
    let plain = read(MIDGAME).unwrap();
    let same = [
        MIDGAME.to_ascii_lowercase(),
        MIDGAME.replace('\n', "\r\n"),
        MIDGAME.replace("TS", "10S").replace("C-T", "C-10"),
        MIDGAME.replace("Foundations", "Founds").replace("Freecells", "FC"),
        MIDGAME.replace("Foundations", "Decks").replace("Freecells", "Freecell"),
        format!("# a comment\n\n  {MIDGAME}\n\n"),
        MIDGAME.replace(": KD", "KD").replace(": KC", "  KC"),
        MIDGAME.replace("Freecells: - QH - QD", "Freecells:      QH      QD"),
        format!("Foundations: H-2\n{MIDGAME}"),
        format!("\u{feff}{MIDGAME}"),
    ];
    for text in same {
        assert_eq!(read(&text).unwrap(), plain, "{text}");
    }
    // An empty line between columns is an empty column, at the end it is nothing.
    let gaps = "\nFoundations: C-K D-K H-K S-J\n: KS\n\nQS\n:\n:\n:\n:\n:\n\n\n";
    let instance = read(gaps).unwrap();
    assert!(instance.deal.columns[1].cards.is_empty());
    assert_eq!(instance.deal.columns[2].cards, [Card::new(12, 3)]);
    assert_eq!(plain.deal.foundations, [10, 11, 11, 9]);
    assert_eq!(plain.deal.cells, ["-", "QH", "-", "QD"].map(|c| c.parse::<Card>().ok()));
    assert_eq!(write_instance(&plain, Format::FcSolve).unwrap(), MIDGAME);
}

/// The deck is inferred from what is home, and counted only if it is one.
#[test]
fn a_foundation_of_two_billion_cards_is_refused_at_once() {
    let text = "Foundations: H-0 C-0 D-2147483648\n: 2H AH 2C AC\n:\n:\n:\n:\n:\n:\n:\n";
    let expected = "the foundation that begins with AD is 2147483648 high: expected at most 13";
    assert_eq!(error(text), expected);
}

#[test]
fn the_deck_of_a_board_is_inferred_or_given() {
    let small = write_instance(
        &Instance::from_id(
            Rules { deck: DeckSpec { ranks: 6, ..DeckSpec::STANDARD }, ..freecell() },
            DealId::Microsoft(1),
        )
        .unwrap(),
        Format::FcSolve,
    )
    .unwrap();
    assert_eq!(read(&small).unwrap().rules.deck.ranks, 6);
    let hints = Hints { ranks: Some(7), ..Hints::default() };
    let error = read_instance(small.as_bytes(), None, &hints).unwrap_err();
    assert_eq!(error.to_string(), "7C is missing: found 0 of 1");
    let home = "Foundations: C-3 D-3 H-3 S-2\nFreecells: 3S\n:\n:\n:\n:\n:\n:\n:\n:\n";
    assert_eq!(read(home).unwrap().rules.deck.ranks, 3);
}

#[test]
fn columns_and_cells_are_those_of_the_game_or_of_the_caller() {
    let six = Instance::from_id(Rules { columns: 6, cells: 2, ..freecell() }, DealId::Microsoft(5)).unwrap();
    let text = write_instance(&six, Format::FcSolve).unwrap();
    assert_eq!(error(&text), "found 6 columns, expected 8 as in freecell");
    let help =
        |text: &str| read_instance(text.as_bytes(), None, &Hints::default()).unwrap_err().help.unwrap();
    assert_eq!(help(&text), "add the empty columns, or say --columns 6");
    assert_eq!(help(&(board() + ":\n")), "--columns 9 reads a board of this size");
    assert_eq!(help(&format!("FC: - - - - JD\n{}", board())), "--cells 5 reads a board with them");
    let hints = Hints { columns: Some(6), cells: Some(2), ..Hints::default() };
    let read_back = read_instance(text.as_bytes(), None, &hints).unwrap();
    assert_eq!((&read_back.deal, &read_back.rules), (&six.deal, &six.rules));
    let wide = Hints { columns: Some(9), ..Hints::default() };
    let nine = read_instance(board().as_bytes(), None, &wide).unwrap();
    assert_eq!(nine.deal.columns.len(), 9);
    assert!(nine.deal.columns[8].cards.is_empty());
    // Where the game is said, its numbers hold: a board of Seahaven Towers.
    let rules = Rules::preset("seahaven-towers").unwrap();
    let dealt = Instance::from_id(rules.clone(), "random:1".parse().unwrap()).unwrap();
    let text = write_instance(&dealt, Format::FcSolve).unwrap();
    let hints = Hints { game: Some(rules), ..Hints::default() };
    assert_eq!(read_instance(text.as_bytes(), None, &hints).unwrap().deal, dealt.deal);
    let one_cell = Hints { cells: Some(1), ..hints };
    let error = read_instance(text.as_bytes(), None, &one_cell).unwrap_err().to_string();
    assert_eq!(error, "line 1: found 2 cells, expected at most 1");
}

#[test]
fn board_faults_are_reported_in_one_sentence() {
    let board = board();
    let cases = [
        (board.replacen("KD", "1X", 1), "line 1: found '1X', expected a card such as TH or 10H"),
        (board.replacen("6H", "KD", 1), "line 4: found KD again (before on line 1), expected each card once"),
        (board.replacen(" 6H", "", 1), "6H is missing: found 0 of 1"),
        (board.clone() + ": AC\n", "line 9: found AC again (before on line 6), expected each card once"),
        (board.clone() + ":\n", "line 9: found column 9, expected at most 8 as in freecell"),
        (format!("FC: - - - - JD\n{board}"), "line 1: found 5 cells, expected at most 4"),
        (format!("FC: JD\n{board}"), "line 2: found JD again (before on line 1), expected each card once"),
        (
            format!("Founds: H15\n{board}"),
            "line 1: found 'H15', expected a top card such as 5H, or a suit and a height such as H-5",
        ),
        (
            format!("Founds: X-5\n{board}"),
            "line 1: found 'X-5', expected a top card such as 5H, or a suit and a height such as H-5",
        ),
        (
            format!("Founds: H-9999999999\n{board}"),
            "line 1: found 'H-9999999999', expected a top card such as 5H, or a suit and a height such as H-5",
        ),
        (format!("Founds: H-1 H-2\n{board}"), "line 1: found 'H-2', expected 4 foundations of 4 suits"),
        (format!("Founds: H-2\n{board}"), "AH occurs 2 times: expected 1"),
        (
            format!("Founds: H-77\n{board}"),
            "the foundation that begins with AH is 77 high: expected at most 13",
        ),
        ("hello world\n".into(), "line 1: found 'hello', expected a card such as TH or 10H"),
        (String::new(), "found an empty file, expected a board or a deal"),
        ("\n \t\n".into(), "found an empty file, expected a board or a deal"),
        ("AC\0".into(), "line 1: found binary data, expected text"),
        (
            "23 5a 7h\n".into(),
            "found a plan in standard notation, two characters per move, expected a game (fc-solve, board, json, solvitaire, pddl, kpat, klondike-solver)",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(error(&text), expected, "{text}");
    }
    let binary = read_instance(b"AC\n\xff\xfe\x00", None, &Hints::default()).unwrap_err();
    assert_eq!(binary.with_file("b.txt").to_string(), "b.txt, line 2: found binary data, expected text");
}
