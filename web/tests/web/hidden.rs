//! Cards that were not seen: hints, boards and links.

use crate::{answer_to, refused, start};
use patsat::Instance;
use patsat::formats::{Format, write_instance};
use patsat::game::rules::Move;
use serde_json::{Value, json};

/// A hint rests on what the player has seen: hidden cards dealt in another order change nothing in it.
#[test]
fn a_hint_does_without_cards_that_were_not_seen() {
    for (name, draws) in [("solvitaire:klondike:5", 0), ("solvitaire:klondike:5", 9), ("random:spider1:2", 1)]
    {
        let game = Instance { id: None, ..patsat::deal(name).unwrap() };
        let mut other = game.clone();
        let (a, b) = (&game.deal.columns[3].cards[0], &game.deal.columns[2].cards[0]);
        assert_ne!(a, b, "{name}");
        (other.deal.columns[3].cards[0], other.deal.columns[2].cards[0]) = (*b, *a);
        let mut table = game.table();
        let mut moves = Vec::new();
        for _ in 0..draws {
            let turns = |action: &&Move| matches!(action, Move::Draw | Move::Redeal | Move::DealRow);
            let all = table.moves();
            let action = *all.iter().find(turns).unwrap();
            table.apply(action).unwrap();
            moves.push(action);
        }
        let hint = |game: &Instance, peek| {
            let start = write_instance(game, Format::Json).unwrap();
            answer_to(&json!({"ask": "hint", "start": start, "moves": moves, "peek": peek}))
        };
        let honest = hint(&game, false);
        assert_eq!(honest, hint(&other, false), "{name}");
        assert_eq!(honest["badge"], "Best move", "{name}");
        let first = &honest["moves"][0];
        assert!(first["mark"].as_str().unwrap().contains(" of "), "{first}");
        assert!(honest["more"].as_str().unwrap().contains("unseen"), "{honest}");
        assert_ne!(hint(&game, true), honest, "{name}");
        let board = answer_to(&json!({
            "ask": "board", "start": write_instance(&game, Format::Json).unwrap(), "moves": moves,
        }));
        assert!(board["unseen"].as_u64().unwrap() > 20, "{name}");
    }
    let freecell = answer_to(&json!({"ask": "board", "start": start("ms:617")}));
    assert_eq!(freecell["unseen"], 0);
}

/// The first moves that turn over a card of a column, with the draws before them.
fn turning(game: &Instance, draws: usize) -> Vec<Move> {
    let (mut table, mut moves) = (game.table(), Vec::new());
    for n in 0.. {
        assert!(n < 30, "no card can be turned");
        let down = |table: &patsat::game::state::Table| -> usize {
            table.columns().iter().map(|pile| pile.face_down).sum()
        };
        let after = |action: &Move| {
            let mut after = table.clone();
            after.apply(*action).unwrap();
            after
        };
        let all = table.moves();
        let turns = all.iter().copied().find(|action| n >= draws && down(&after(action)) < down(&table));
        let action = turns.or_else(|| all.iter().copied().find(|action| *action == Move::Draw)).unwrap();
        table.apply(action).unwrap();
        moves.push(action);
        if turns.is_some() {
            break;
        }
    }
    moves
}

/// What was seen stays seen after undo: on the board, in hints, and in links.
#[test]
fn cards_seen_before_an_undo_stay_known() {
    for (name, draws) in [("solvitaire:klondike:5", 0), ("solvitaire:klondike:5", 3), ("random:spider1:2", 0)]
    {
        let game = patsat::deal(name).unwrap();
        let start = write_instance(&game, Format::Json).unwrap();
        let moves = turning(&game, draws);
        let board = |moves: &[Move], seen: &Value| {
            answer_to(&json!({"ask": "board", "start": start, "moves": moves, "seen": seen}))
        };
        let (new, played) = (board(&[], &Value::Null), board(&moves, &Value::Null));
        let count = |board: &Value| board["unseen"].as_u64().unwrap();
        assert!(count(&new) > count(&played), "{name}");
        assert_eq!((&new["known"], &played["known"]), (&json!([]), &json!([])), "{name}");
        let undone = board(&[], &played["seen"]);
        assert_eq!((count(&undone), &undone["seen"]), (count(&played), &played["seen"]), "{name}");
        let known = undone["known"].as_array().unwrap();
        assert_eq!(known.len(), 1, "{name}");
        // It is the card that was turned.
        let [pile, index] = [0, 1].map(|n| known[0][n].as_u64().unwrap() as usize);
        let film = &undone["film"];
        assert_eq!(index + 1, film["down"][pile].as_u64().unwrap() as usize, "{name}");
        // Played again, nothing is new.
        assert_eq!(board(&moves, &undone["seen"])["seen"], played["seen"], "{name}");

        let hint = |start: &str, seen: &Value| {
            let hint = answer_to(&json!({"ask": "hint", "start": start, "seen": seen}));
            assert_eq!(hint["badge"], "Best move", "{name}: {hint}");
            hint
        };
        let (before, after) = (hint(&start, &new["seen"]), hint(&start, &undone["seen"]));
        assert!(before["more"].as_str().unwrap().contains(&format!("{} cards are unseen", count(&new))));
        assert!(after["more"].as_str().unwrap().contains(&format!("{} cards are unseen", count(&undone))));
        // Two cards that were not seen change places.
        let mut other = Instance { id: None, ..game.clone() };
        let piles = &mut other.deal.columns;
        let hidden = (0..piles.len()).filter(|n| film_pile(film, *n) != pile && piles[*n].face_down > 1);
        let hidden: Vec<usize> = hidden.collect();
        let (a, b) = (hidden[0], hidden[1]);
        let (left, right) = piles.split_at_mut(b);
        std::mem::swap(&mut left[a].cards[0], &mut right[0].cards[0]);
        assert_ne!(other.deal, game.deal, "{name}");
        let other = write_instance(&other, Format::Json).unwrap();
        assert_eq!(hint(&other, &undone["seen"]), after, "{name}");

        let link = |moves: &[Move], seen: &Value| {
            answer_to(&json!({"ask": "link", "start": start, "moves": moves, "seen": seen}))
                .as_str()
                .unwrap()
                .to_owned()
        };
        let kept = link(&[], &undone["seen"]);
        assert!(kept.starts_with("g="), "{kept}");
        let opened = answer_to(&json!({"ask": "from-link", "link": kept}));
        assert_eq!(opened["board"]["seen"], undone["seen"], "{name}");
        assert_eq!(opened["board"]["known"], undone["known"], "{name}");
        // What the moves of a link show need not stand in it.
        assert_eq!(link(&moves, &played["seen"]), link(&moves, &Value::Null), "{name}");
        assert_eq!(link(&[], &new["seen"]), link(&[], &Value::Null), "{name}");
    }
}

/// The pile of a column in a film: columns are its last piles.
fn film_pile(film: &Value, column: usize) -> usize {
    let piles = film["piles"].as_array().unwrap();
    piles.iter().position(|pile| pile["kind"] == "column").unwrap() + column
}

/// Two branches that were undone are both remembered, whatever else the page sends.
#[test]
fn what_was_seen_adds_up() {
    let game = patsat::deal("solvitaire:klondike:5").unwrap();
    let start = write_instance(&game, Format::Json).unwrap();
    let board = |moves: &[Move], seen: &Value| {
        answer_to(&json!({"ask": "board", "start": start, "moves": moves, "seen": seen}))
    };
    let new = board(&[], &Value::Null);
    let turned = board(&turning(&game, 0), &Value::Null);
    let drawn = board(&[Move::Draw], &turned["seen"]);
    let undone = board(&[], &drawn["seen"]);
    let count = |board: &Value| board["unseen"].as_u64().unwrap();
    assert_eq!(count(&undone), count(&turned) - 3);
    assert_eq!(undone["known"].as_array().unwrap().len(), 1);
    for absurd in
        [json!({"columns": [], "stock": 99}), json!({"columns": vec![9_999_999; 99], "stock": u32::MAX})]
    {
        assert_eq!(board(&[], &absurd)["seen"], new["seen"], "{absurd}");
    }
    let all = json!({"columns": [0, 0, 0, 0, 0, 0, 0], "stock": 0});
    assert_eq!(count(&board(&[], &all)), 0);
    assert!(refused(&json!({"ask": "board", "start": start, "seen": 5})).starts_with("not a question"));
}
