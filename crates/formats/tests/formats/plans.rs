//! Plans: standard notation, replay text, our JSON.

use super::walk::random_walk;
use super::{board, freecell, ms, random, read};
use patsat_formats::{Format, read_plan, read_plan_as, write_instance, write_plan};
use patsat_game::cards::{Card, Deal, DealId, DeckSpec, Pile};
use patsat_game::rules::{Cost, Move, PRESETS, Place, Rules};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::replay;

#[test]
fn random_plans_of_every_game_survive_their_formats() {
    let mut replays = 0;
    for preset in PRESETS {
        for seed in 0..6 {
            let instance = random(preset.name, seed);
            let (plan, _) = random_walk(&instance, 150, seed);
            for format in [Format::Standard, Format::PlanJson, Format::Replay] {
                let Ok(text) = write_plan(&instance, &plan, format) else {
                    assert_eq!(format, Format::Replay);
                    continue;
                };
                assert_eq!(Format::sniff(text.as_bytes()), Ok(format), "{text}");
                assert_eq!(
                    read_plan(text.as_bytes(), &instance).unwrap(),
                    plan,
                    "{format} {}\n{text}",
                    preset.name
                );
                replays += usize::from(format == Format::Replay);
            }
        }
    }
    assert!(replays >= 30, "{replays}");
}

/// A game with more columns and cells than the notation has characters.
#[test]
fn places_without_a_character_survive_too() {
    let wide = Rules { columns: 40, cells: 30, ..freecell() };
    for seed in 0..5 {
        let instance = Instance::from_id(wide.clone(), DealId::Random { game: None, seed }).unwrap();
        let (plan, _) = random_walk(&instance, 200, seed);
        let text = write_plan(&instance, &plan, Format::Standard).unwrap();
        assert!(text.contains('('), "{text}");
        assert_eq!(read_plan(text.as_bytes(), &instance).unwrap(), plan, "{text}");
    }
}

#[test]
fn standard_notation_means_the_usual() {
    let text =
        "Foundations: H-T C-T D-9 S-9\n: KC\n: QH JS TD\n:\n:\n: TS JD\n: QC JH\n: KS QD JC\n: KD QS KH\n";
    let instance = read(text).unwrap();
    let column = |n: u16| Place::Column(n - 1);
    let cards = |from, to, count| Move::Cards { from: column(from), to: column(to), count };
    let read = |text: &str| read_plan_as(text.as_bytes(), Some(Format::Standard), &instance).unwrap().moves;
    // As many as fit: all three on the king, but only what fits of the second column.
    assert_eq!(read("21"), [cards(2, 1, 3)]);
    assert_eq!(read("21 27"), [cards(2, 1, 3), cards(2, 7, 1)]);
    // To an empty column: as many as possible, or as written.
    assert_eq!(read("23"), [cards(2, 3, 3)]);
    assert_eq!(read("23v2"), [cards(2, 3, 2)]);
    assert_eq!(
        read("23v1 5a 5h"),
        [cards(2, 3, 1), Move::one(column(5), Place::Cell(0)), Move::one(column(5), Place::Foundation(3))]
    );
    let written = write_plan(&instance, &Plan::from(vec![cards(2, 3, 2)]), Format::Standard).unwrap();
    assert_eq!(written, "23v2\n");
    // What is illegal is taken down as written, for the verifier.
    let fault = replay(&instance, Plan { moves: read("21 13 2a") }).unwrap_err();
    assert_eq!(fault.step, 2);
    let fault = replay(&instance, Plan { moves: read("8h") }).unwrap_err();
    assert!(fault.to_string().contains("KH is not next on foundation 3"), "{fault}");
}

#[test]
fn an_unmarked_move_to_an_empty_column_may_be_of_one_card() {
    let text = "Foundations: H-K C-K D-Q S-J\n: KD QS\n: KS\n:\n:\n:\n:\n:\n:\n";
    let instance = read(text).unwrap();
    // As Freecell Solver's -snx has it: the queen alone, then queen, king and king home.
    let one = read_plan(b"15 5h 1h 2h\n", &instance).unwrap();
    assert_eq!(one.moves[0], Move::one(Place::Column(0), Place::Column(4)));
    replay(&instance, one).unwrap();
    // As players have it: both.
    let both = read_plan(b"15 5h 5h 2h\n", &instance).unwrap();
    assert_eq!(both.moves[0], Move::Cards { from: Place::Column(0), to: Place::Column(4), count: 2 });
    replay(&instance, both).unwrap();
    // Legal under neither: read as players have it.
    let neither = read_plan(b"15 2h 5h 1h\n", &instance).unwrap();
    assert_eq!(replay(&instance, neither).unwrap_err().step, 1);
}

#[test]
fn plan_faults_are_reported_with_line_and_number() {
    let instance = ms(1);
    let error = |text: &str| read_plan(text.as_bytes(), &instance).unwrap_err().to_string();
    let expected = "line 2: found '9x9' as move 3, expected a move such as 23, 5a, b4, 3h, 12v3 or D";
    assert_eq!(error("26 76\n9x9\n"), expected);
    let expected = "found a Freecell Solver board, one column per line, expected a plan (kpat, klondike-solver, standard, replay, plan-json, ipc-plan)";
    assert_eq!(error(&board()), expected);
    let game = write_instance(&instance, Format::Json).unwrap();
    assert!(error(&game).starts_with("found our JSON, for any game"), "{}", error(&game));
    let unsolved = "-=-=-=-=-=-=-=-=-=-=-=-\n\nI could not solve this game.\n";
    assert_eq!(error(unsolved), "line 3: found 'I could not solve th...', expected the moves of a plan");
    let expected = "line 1: found 'Move a card from hea...', expected a move such as 'Move a card from stack 3 to freecell 0'";
    assert_eq!(error("Move a card from heaven 3 to the foundations\n"), expected);
    assert!(error("Move a card from stack 99999999999 to the foundations\n").starts_with("line 1: found"));
    assert!(error("Move a card from stack 1 to freecell 0\nhello\n").starts_with("line 2: found 'hello'"));
    assert_eq!(
        error(r#"{"schema": 1, "id": "ms:2", "base": 0, "moves": []}"#),
        "found a plan for ms:2, expected one for ms:1"
    );
    assert!(error(r#"{"schema": 1, "base": 1, "moves": []}"#).contains("expected places counted from 0"));
    assert_eq!(read_plan(b"# no move is needed\n", &instance), Ok(Plan::default()));
    assert_eq!(write_plan(&instance, &Plan::default(), Format::Standard).unwrap(), "# no move is needed\n");
    let illegal = Plan::from(vec![Move::Draw]);
    for format in [Format::Standard, Format::Replay] {
        let error = write_plan(&instance, &illegal, format).unwrap_err().to_string();
        assert!(error.starts_with("found move 1 (draw a card), which is illegal"), "{error}");
    }
}

#[test]
fn the_second_of_two_equal_foundations_keeps_its_name() {
    let rules = Rules { deck: DeckSpec::new(1, 1, 2), columns: 2, ..freecell() };
    let ace = || Pile::from(vec![Card::new(1, 0)]);
    let instance = Instance::new(rules, Deal { columns: vec![ace(), ace()], ..Deal::default() }).unwrap();
    let home = |column, foundation| Move::one(Place::Column(column), Place::Foundation(foundation));
    let plan = Plan::from(vec![home(1, 1), home(0, 0)]);
    let text = write_plan(&instance, &plan, Format::Standard).unwrap();
    assert_eq!(text, "2(h2) 1h\n");
    let back = read_plan(text.as_bytes(), &instance).unwrap();
    assert_eq!(back, plan);
    assert_eq!(replay(&instance, back).unwrap().cost(&instance.table(), Cost::M2).unwrap(), 2);
}

#[test]
fn moves_are_read_in_many_spellings() {
    let instance = ms(617);
    let plan = read_plan(b"83 8a 83 81 4b 46", &instance).unwrap();
    for text in [
        "83,8a,83,81,4b,46",
        "1. 83 2. 8a 3. 83 4. 81 5. 4b 6. 46",
        "1.83\n2.8a\n3.83\n4.81\n5.4b\n6.46\n",
        "1) 8-3\n2) 8->a\n3) 8\u{2192}3\n4) 8>1\n\n5) 4b # the deuce\n6) 46 // done",
        "# mine\n\n83; 8a; 83;\n// and then\n81; 4b; 46\n",
        "Look:\n```\n83 8a 83 81\n4b 46\n```\n",
        "> 83 8a 83 81\n> 4b 46\n",
        "\u{feff}83 8a 83\r\n81 4b 46\r\n",
    ] {
        assert_eq!(Format::sniff(text.as_bytes()), Ok(Format::Standard), "{text}");
        assert_eq!(read_plan(text.as_bytes(), &instance).unwrap(), plan, "{text}");
    }
    for (text, message) in [
        ("83, 8a, 8?, 81", "line 1: found '8?' as move 3, expected a move such as"),
        ("1. 83\n2. 8\n", "line 2: found '8' as move 2, expected a move such as"),
        ("83 8a // fine\n5i not\n", "line 2: found '5i' as move 3, expected a move such as"),
        ("83 --\n", "line 1: found '--' as move 2, expected a move such as"),
    ] {
        let error = read_plan(text.as_bytes(), &instance).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}
