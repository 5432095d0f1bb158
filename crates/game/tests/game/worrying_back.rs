//! Cards that come back from the foundations.

use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::{Build, Feature, Home, Move, Place, Rules};
use patsat_game::state::{Instance, MoveError, Table};
use patsat_testkit::Dice;
use patsat_testkit::any_game::any_game;
use std::collections::HashSet;

/// A position with two columns and one cell, of the hearts and spades from ace to 4. `foundations` are the heights of
/// both suits.
fn position(worrying_back: bool, columns: [&str; 2], cell: Option<&str>, foundations: [u32; 2]) -> Table {
    let deck = DeckSpec { ranks: 4, suits: "HS".parse().unwrap(), copies: 1 };
    let rules =
        Rules { cells: 1, build: Build::AlternateColour, worrying_back, ..Rules::plain("two", deck, 2) };
    let cards = |text: &str| text.split_whitespace().map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    let deal = Deal {
        columns: columns.map(|text| Pile::from(cards(text))).into(),
        cells: vec![cell.map(|text| text.parse().unwrap())],
        foundations: foundations.into(),
        ..Deal::default()
    };
    Instance::new(rules, deal).unwrap().table()
}

fn from_home(foundation: u16, to: Place) -> Move {
    Move::one(Place::Foundation(foundation), to)
}

#[test]
fn a_card_comes_back_to_a_column_or_a_cell_that_takes_it() {
    let mut table = position(true, ["4S 3H", "4H"], None, [2, 3]);
    assert_eq!(table.top(Place::Foundation(0)), Some("2H".parse().unwrap()));
    let onto = table.check(from_home(0, Place::Column(0)));
    assert!(matches!(onto, Err(MoveError::DoesNotFit { .. })), "{onto:?}");
    assert_eq!(table.check(from_home(0, Place::Foundation(1))), Err(MoveError::HomeToHome));
    let legal: Vec<Move> = table
        .moves()
        .into_iter()
        .filter(|m| matches!(m, Move::Cards { from: Place::Foundation(_), .. }))
        .collect();
    assert_eq!(
        legal,
        [from_home(0, Place::Cell(0)), from_home(1, Place::Column(1)), from_home(1, Place::Cell(0)),]
    );
    let before = table.clone();
    let back = from_home(1, Place::Column(1));
    table.apply(back).unwrap();
    assert_eq!(
        (table.foundations(), table.top(Place::Column(1))),
        (&[2, 2][..], Some("3S".parse().unwrap()))
    );
    assert!(table.moves().contains(&Move::one(Place::Column(1), Place::Foundation(1))));
    table.take_back(back, &before);
    assert_eq!(table, before);
    let taken = position(true, ["4S 3H", "4H"], Some("2H"), [1, 3]);
    assert!(matches!(taken.check(from_home(1, Place::Cell(0))), Err(MoveError::Taken { .. })));
    let empty = position(true, ["4S 3H 2H AH", "4H"], None, [0, 3]);
    assert_eq!(empty.check(from_home(0, Place::Cell(0))), Err(MoveError::Empty(Place::Foundation(0))));
}

#[test]
fn without_the_rule_cards_stay_home() {
    let table = position(false, ["4S 3H", "4H"], None, [2, 3]);
    assert_eq!(table.top(Place::Foundation(0)), None);
    let refused = table.check(from_home(0, Place::Cell(0)));
    assert_eq!(refused, Err(MoveError::StaysHome(Place::Foundation(0))));
    assert_eq!(refused.unwrap_err().to_string(), "cards on foundation 1 stay there in this game");
    assert!(!table.moves().iter().any(|m| matches!(m, Move::Cards { from: Place::Foundation(_), .. })));
    let mut rules = Rules::preset("spider").unwrap();
    rules.worrying_back = true;
    assert!(rules.check().is_err());
}

/// Whether a game of few positions can be won; `None` if it has more.
fn is_won(start: Table) -> Option<bool> {
    let (mut seen, mut open) = (HashSet::from([start.key()]), vec![start]);
    while let Some(table) = open.pop() {
        if table.is_won() {
            return Some(true);
        }
        if seen.len() > 3_000 {
            return None;
        }
        for action in table.moves() {
            let mut after = table.clone();
            after.apply(action).unwrap();
            if seen.insert(after.key()) {
                open.push(after);
            }
        }
    }
    Some(false)
}

#[test]
fn the_rule_wins_games_and_loses_none() {
    let (mut dice, mut turned, mut compared) = (Dice::new(1), 0, 0);
    while compared < 2_000 {
        let game = any_game(&mut dice, 9);
        if game.rules.home != Home::Foundations || game.deal.foundations.iter().all(|&height| height == 0) {
            continue;
        }
        let with = |worrying_back: bool| {
            let rules = Rules { worrying_back, ..(*game.rules).clone() };
            assert_eq!(rules.features().has(Feature::WorryingBack), worrying_back);
            is_won(Instance::new(rules, game.deal.clone()).unwrap().table())
        };
        let (Some(without), Some(with)) = (with(false), with(true)) else { continue };
        compared += 1;
        assert!(with || !without, "{game:?}");
        turned += u32::from(with && !without);
    }
    assert!(turned > 5, "{turned} games won by the rule alone");
}
