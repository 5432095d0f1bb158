//! Klondike-Solver's decks and moves: those that the program printed, and ours as it would print them.

use super::walk::random_walk;
use super::{error, random, read};
use patsat_formats::{Format, Hints, read_instance, read_plan, read_plan_as, write_instance, write_plan};
use patsat_game::cards::DealId;
use patsat_game::rules::{Move, Place, Rules};
use patsat_game::state::Instance;
use patsat_game::verify::replay;

/// What it prints of game 1, and its plans for the games 1, 5 and 6 with draws of one card, and 3 of three cards.
const DECK: &str = "042031094013012043033041072074064083044063021023022034112104134052014111113051061132092101024121133054\
                    091011123122084062071093114124081053102032131073082103";
const PLANS: [(&str, u32, &str); 4] = [
    (
        "klondike-draw-one",
        1,
        "5S F5 54 F5 DR1 W4 DR2 WS 63 F6 DR1 W7 47-3 F4 13 DR1 W1 DR3 WC 4C F4 DR3 W7 34-3 F3 37 F3 DR5 W1 DR3 W6 36 \
         73-7 F7 73 F7 71 F7 27 F2 2C 73-2 F7 7S F7 7S F7 DR1 W3 DR1 W2 DR2 W6 46-4 F4 4H 5H F5 7H DR1 NEW DR2 WS 5S \
         F5 5D DR2 W2 62-8 F6 64 F6 6D F6 3D 2D 3C 3D DR2 WD 2C 3C DR1 WC DR3 WC 3D 26-2 2D 62-3 F6 6H DR1 WH 2H 2S \
         DR1 WH 2H 3S 2S 3D 3S WS WH DR1 WH 2D 3D WD WC WC 1H 2C 1S 2H 3C 1H 2C 3D 4S",
    ),
    (
        "klondike-draw-one",
        5,
        "DR4 W5 DR6 WC W2 DR1 W2 72 F7 7S F7 75 F7 7C F7 76 F7 57-3 F5 W5 72-4 F7 53-2 F5 73 37-4 F3 W3 37-2 F3 W6 \
         DR5 WH DR2 W3 DR1 W4 W4 W5 W4 DR2 WS 57-2 F5 15 W1 W1 WH DR2 WH W6 61-4 F6 63 F6 31-3 43-4 F4 64 F6 6D F6 \
         2D 2S 5D 5S F5 5C 2D 1D 65 F6 6H 4H 7H 23-5 F2 W2 WH W5 WC 3C 4C F4 3D 3C 73 7H 4H F4 4S 1S 1D 3S 1C 3D DR1 \
         WS 1D 3C 7S 1C 2S 3D 7H 1D 2H 3C 7S 1C 3H 5S 7D 1D 3C 5H 7S",
    ),
    (
        "klondike-draw-one",
        6,
        "64 F6 72 F7 7H F7 1H DR4 WH DR2 WS DR2 W6 DR1 W1 DR1 W4 W4 DR4 WC W5 W1 DR2 W6 DR1 W3 DR5 W5 W7 75-2 F7 74 \
         F7 34-2 F3 3D F3 4D 2D 73 F7 47-6 F4 41 F4 W4 46-2 F4 4S 64-5 F6 3S 3D 2S F2 6S F6 63 F6 6D F6 54-5 F5 75-7 \
         F7 7C 5C 4C 5H 4H 5C 4S 5H 6C WS 5C 4H 5H 4S 5S DR2 WC W6 WC WH WS WH WH 2H 51 F5 56 F5 5S F5 5D WD WD 4D 1D \
         4C 1C 4D 1D 4C 6S 1C 3S 4D 6H",
    ),
    (
        "klondike",
        3,
        "46 F4 43 F4 36-2 F3 DR4 W4 DR2 W2 DR2 NEW DR1 WH 6H 74 F7 62-3 F6 76 F7 73 F7 DR2 W6 WH 7H F7 DR1 W2 DR2 W3 \
         DR2 NEW DR2 W6 16 DR1 W1 DR2 W5 WH DR1 NEW DR3 W1 DR1 W1 71 F7 75 F7 7C DR1 WC 67-5 F6 51-3 F5 NEW DR3 W1 H1 \
         DR1 NEW DR1 W1 WD 2D 2C 1C 1H 23 2C 32-2 3H DR1 W1 41-3 F4 4C 3C F3 5C F5 7C 5C F5 6C F6 6C F6 64 F6 6S 1S \
         1D WS 1S 2D 1D 2S 1S 2D 1H 2S F2 3H DR1 WH WC 7H WH 1S WS WD 75 7H 57-2 F5 5D 1D 1S 2D 1D 7S 1S 7D 1H 4D 7S",
    ),
];

fn dealt(game: &str, number: u32) -> Instance {
    Instance::from_id(Rules::preset(game).unwrap(), DealId::KlondikeSolver(number)).unwrap()
}

fn read_as(text: &str, game: &str) -> Result<Instance, String> {
    let hints = Hints { game: Some(Rules::preset(game).unwrap()), ..Hints::default() };
    read_instance(text.as_bytes(), None, &hints).map_err(|e| e.to_string())
}

#[test]
fn a_deck_is_a_deal_and_back() {
    let text = format!("{DECK}\n");
    assert_eq!(Format::sniff(text.as_bytes()), Ok(Format::KlondikeSolver));
    let found = patsat_formats::read(text.as_bytes(), None, &Hints::default()).unwrap();
    assert_eq!(found.instance, Instance { id: None, ..dealt("klondike-draw-one", 1) });
    assert!(found.notes[0].contains("read as klondike-draw-one (--game klondike"), "{:?}", found.notes);
    assert_eq!(write_instance(&found.instance, Format::KlondikeSolver).unwrap(), text);
    for game in ["klondike", "klondike-vegas", "klondike-no-worrying-back"] {
        let instance = read_as(&format!("# game 1\n\n  {DECK}  \n"), game).unwrap();
        assert_eq!((&instance.deal, instance.rules.name.as_str()), (&dealt(game, 1).deal, game));
        assert_eq!(write_instance(&instance, Format::KlondikeSolver).unwrap(), text);
    }
    for seed in 0..50 {
        let instance = Instance { id: None, ..random("klondike", seed) };
        let text = write_instance(&instance, Format::KlondikeSolver).unwrap();
        assert_eq!(read_as(&text, "klondike").unwrap(), instance);
    }
}

#[test]
fn deck_faults_are_reported() {
    for (text, expected) in [
        (
            DECK[..153].to_owned(),
            "line 1: found a deck of 153 digits, expected 156, three for each of 52 cards",
        ),
        (
            DECK.replacen("042", "142", 1),
            "line 1: found '142' as card 1, expected a rank from 01 to 13 and a suit from 1 to 4 (clubs, diamonds, \
             hearts, spades)",
        ),
        (
            DECK.replacen("031", "035", 1),
            "line 1: found '035' as card 2, expected a rank from 01 to 13 and a suit from 1 to 4 (clubs, diamonds, \
             hearts, spades)",
        ),
        (
            DECK.replacen("094", "042", 1),
            "line 1: found 4D (042) a second time as card 3, expected each card once",
        ),
        (format!("# two\n{DECK}\n{DECK}\n"), "line 3: found a second deck, expected one deck"),
        (format!("{DECK}\n7H\n"), "line 2: found '7H', expected one deck"),
    ] {
        assert_eq!(error(&text), expected);
    }
    let from = |text: &str| {
        let hints = Hints::default();
        read_instance(text.as_bytes(), Some(Format::KlondikeSolver), &hints).unwrap_err().to_string()
    };
    assert_eq!(from(&DECK.replacen('0', "x", 1)), "line 1: found 'x' in a deck, expected digits");
    assert_eq!(from("# none"), "found no deck, expected the 156 digits of a deck of Klondike-Solver");
    let error = read_as(DECK, "freecell").unwrap_err();
    assert_eq!(error, "found a deal of Klondike, expected the rules of freecell to agree with it");
    // Positions that a deck cannot say.
    let (_, table) = random_walk(&random("klondike", 1), 9, 1);
    let middle = Instance::new(Rules::preset("klondike").unwrap(), table.deal().clone()).unwrap();
    for (instance, part) in [
        (middle, "found a position in the middle of a game, expected a fresh deal"),
        (random("spiderette", 1), "found the rules of spiderette"),
    ] {
        let error = write_instance(&instance, Format::KlondikeSolver).unwrap_err().to_string();
        assert!(error.starts_with(part), "{error}");
    }
}

#[test]
fn its_plans_win_and_ours_look_like_its() {
    for (game, number, text) in PLANS {
        let instance = dealt(game, number);
        assert_eq!(Format::sniff(text.as_bytes()), Ok(Format::KlondikeSolver));
        let plan = read_plan(text.as_bytes(), &instance).unwrap();
        let plan = replay(&instance, plan).unwrap_or_else(|e| panic!("{game} {number}: {e}"));
        assert_eq!(write_plan(&instance, &plan, Format::KlondikeSolver).unwrap(), format!("{text}\n"));
    }
}

#[test]
fn random_plans_are_read_back() {
    let mut back = 0;
    for (seed, game) in (0..40).zip(["klondike", "klondike-draw-one", "klondike-vegas"].into_iter().cycle()) {
        let instance = random(game, seed);
        let (plan, _) = random_walk(&instance, 200, seed);
        let text = write_plan(&instance, &plan, Format::KlondikeSolver).unwrap();
        assert_eq!(read_plan(text.as_bytes(), &instance).unwrap(), plan, "{game} {seed}\n{text}");
        let is_back = |action: &&Move| matches!(action, Move::Cards { from: Place::Foundation(_), .. });
        back += plan.moves.iter().filter(is_back).count();
    }
    assert!(back > 5, "{back}");
    let freecell = random("freecell", 1);
    let (plan, _) = random_walk(&freecell, 3, 1);
    let error = write_plan(&freecell, &plan, Format::KlondikeSolver).unwrap_err().to_string();
    assert!(error.starts_with("found the rules of freecell"), "{error}");
}

#[test]
fn move_faults_are_reported() {
    let (game, number, text) = PLANS[0];
    let instance = dealt(game, number);
    let from = Some(Format::KlondikeSolver);
    for (old, new, part) in [
        ("DR2 WS", "DR53 WS", "line 1: found 'DR53' as word 7, expected a move such as DR2"),
        ("DR2 WS", "DR0 WS", "found 'DR0' as word 7"),
        ("63 F6", "83 F6", "found '83' as word 9"),
        ("63 F6", "6W F6", "found '6W' as word 9"),
        ("47-3 F4", "47-14 F4", "found '47-14' as word 13"),
        ("63 F6", "63 F5", "found F5 as word 10, before which no card of that column is turned"),
        ("DR1 W4", "F4 DR1 W4", "found F4 as word 5, before which no card of that column is turned"),
    ] {
        let error = read_plan_as(text.replacen(old, new, 1).as_bytes(), from, &instance).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
    // An illegal move is the verifier's matter.
    let plan = read_plan_as(text.replacen("63 F6", "64", 1).as_bytes(), from, &instance).unwrap();
    assert!(replay(&instance, plan).is_err());
    // Moves are no deal, and a deal no moves.
    assert!(read(text).unwrap_err().to_string().contains("in a deck, expected digits"));
    assert!(read_plan_as(DECK.as_bytes(), from, &instance).unwrap_err().to_string().contains("as word 1"));
}
