//! What a player sees as one line of JSON, for players that are programs of their own.
//!
//! The line is made from a [`View`] alone, so hidden cards have no influence on it. Its fields `schema`, `rules` and `deal`
//! are those of a board in JSON, with `null` at the place of each card that was not seen. `rest` has these cards, sorted,
//! and `moves` the legal moves.

use super::sentences::sentence;
use patsat_base::{FormatError, Style};
use patsat_blind::{View, glance, turns};
use patsat_formats::{Format, Hints, PartialBoard, UnseenPlace, read_instance};
use patsat_game::cards::Card;
use patsat_game::rules::{Move, Rules};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Line {
    schema: u32,
    rules: Value,
    deal: Value,
    rest: Vec<Card>,
    moves: Value,
}

/// A view as a line of JSON, without the line break.
///
/// # Errors
/// If the rules or the position cannot be written as JSON.
pub fn line(view: &View) -> Result<String, FormatError> {
    let rules = view.rules();
    let is_plain = Rules::preset(&rules.name).is_ok_and(|preset| preset == *rules);
    let mut deal = serde_json::to_value(view.table().deal())?;
    for place in view.unseen() {
        match *place {
            UnseenPlace::Column(n, at) => deal["columns"][n]["cards"][at] = Value::Null,
            UnseenPlace::Stock(at) => deal["stock"][at] = Value::Null,
        }
    }
    Ok(serde_json::to_string(&Line {
        schema: SCHEMA,
        rules: if is_plain { json!(rules.name) } else { serde_json::to_value(rules)? },
        deal,
        rest: view.rest(),
        moves: moves(view),
    })?)
}

/// The legal moves of a view, in the order of [`View::moves`].
///
/// `move` is the move as in plans, `words` the same in words. `turns`: it turns over a card of a column. `home`: it goes to
/// a foundation. `glance` is larger for moves that look better at once.
#[must_use]
pub fn moves(view: &View) -> Value {
    let one = |action: Move| {
        json!({
            "move": action,
            "words": sentence(view.table(), action, Style::PLAIN),
            "turns": turns(view, action),
            "home": action.goes_home(),
            "glance": glance(view, action),
        })
    };
    view.moves().into_iter().map(one).collect()
}

#[derive(Deserialize)]
struct ViewInput {
    schema: Value,
    rules: Value,
    deal: Value,
    rest: Vec<Value>,
}

/// Reads the view of a line. The moves are computed again.
///
/// # Errors
/// If the text is not such a line.
pub fn read(text: &str) -> Result<View, FormatError> {
    let ViewInput { schema, rules, mut deal, rest } = serde_json::from_str(text)?;
    let given = rest.len();
    let (mut rest, mut unseen) = (rest.into_iter(), Vec::new());
    let mut fill = |cards: &mut Value, place: &dyn Fn(usize) -> UnseenPlace| {
        let cards = cards.as_array_mut().into_iter().flatten().enumerate();
        for (at, card) in cards.filter(|(_, card)| card.is_null()) {
            unseen.push(place(at));
            *card = rest.next().unwrap_or_default();
        }
    };
    let columns = deal.get_mut("columns").and_then(Value::as_array_mut);
    for (n, column) in columns.into_iter().flatten().enumerate() {
        if let Some(cards) = column.get_mut("cards") {
            fill(cards, &|at| UnseenPlace::Column(n, at));
        }
    }
    if let Some(stock) = deal.get_mut("stock") {
        fill(stock, &UnseenPlace::Stock);
    }
    if unseen.len() != given {
        let found =
            format!("{} of value null and {given} in rest", patsat_base::counted(unseen.len(), "card"));
        return Err(FormatError::unexpected(found, "equal numbers"));
    }
    let board = json!({ "schema": schema, "rules": rules, "deal": deal }).to_string();
    let instance = read_instance(board.as_bytes(), Some(Format::Json), &Hints::default())?;
    Ok(View::of(&PartialBoard { instance, unseen, notes: Vec::new() }))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use patsat_blind::HiddenGame;
    use patsat_game::state::Instance;

    const DEALS: [&str; 7] = [
        "random:klondike:5",
        "random:spider:3",
        "random:yukon:4",
        "random:canfield:2",
        "random:forty-thieves:1",
        "ms:617",
        "random:golf:1",
    ];

    fn deal(name: &str) -> Instance {
        let game = name.split(':').nth(1).filter(|game| name.starts_with("random") && !game.is_empty());
        let rules = Rules::preset(game.unwrap_or("freecell")).unwrap();
        Instance::from_id(rules, name.parse().unwrap()).unwrap()
    }

    /// Plays a game with these choices, and returns the line before each.
    fn lines(start: &Instance, choices: &mut dyn FnMut(usize) -> usize) -> Vec<String> {
        let mut game = HiddenGame::new(start);
        let mut lines = Vec::new();
        for _ in 0..60 {
            let view = game.view();
            lines.push(line(&view).unwrap());
            let moves = view.moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[choices(moves.len())]).unwrap();
        }
        lines
    }

    #[test]
    fn a_line_is_read_back_as_the_same_view() {
        for name in DEALS {
            let mut n = 0;
            let mut any = |most| {
                n += 7;
                n % most
            };
            for text in lines(&deal(name), &mut any) {
                let view = read(&text).unwrap();
                assert_eq!(line(&view).unwrap(), text, "{name}");
                assert!(!text.contains('\n') && !text.contains("random:") && !text.contains("r0s"), "{text}");
            }
        }
    }

    /// The hidden cards are dealt again, and the same moves made: a line differs only once a card was turned that differs.
    #[test]
    fn hidden_cards_change_no_byte_of_a_line() {
        let (mut alike, mut hidden) = (0, 0);
        for name in DEALS {
            let start = deal(name);
            let mut game = HiddenGame::new(&start);
            for step in 0..40 {
                let view = game.view();
                let text = line(&view).unwrap();
                let completions = view.completions(3, step).positions;
                for other in completions {
                    let board =
                        PartialBoard { instance: other, unseen: view.unseen().to_vec(), notes: Vec::new() };
                    assert_eq!(line(&View::of(&board)).unwrap(), text, "{name}");
                    alike += 1;
                }
                hidden += view.unseen().len();
                let moves = view.moves();
                let Some(&action) = moves.get(step as usize * 5 % moves.len().max(1)) else { break };
                game.play(action).unwrap();
            }
        }
        assert!(alike > 100 && hidden > 1000, "{alike} {hidden}");
    }

    #[test]
    fn what_is_no_line_is_refused() {
        let text = line(&HiddenGame::new(&deal("random:klondike:5")).view()).unwrap();
        let field = |name: &str, value: Value| {
            let mut json: Value = serde_json::from_str(&text).unwrap();
            json[name] = value;
            json.to_string()
        };
        for (bad, says) in [
            (String::new(), "EOF"),
            ("[]".to_owned(), "expected"),
            (field("schema", json!(9)), "schema 9"),
            (field("deal", json!([])), "and 45 in rest"),
            (field("deal", json!({"columns": [1, {"cards": 2}]})), "and 45 in rest"),
            (field("rest", json!(["AC"])), "45 cards of value null and 1 in rest"),
            (field("rest", json!(vec!["AC"; 45])), "AC"),
            (field("rules", json!("nothing")), "nothing"),
        ] {
            let error = read(&bad).unwrap_err().to_string();
            assert!(error.contains(says), "{says}: {error}");
        }
    }
}
