//! The reader of a player's line: a position with hidden cards.

use crate::Target;
use crate::messages::sentence;
use patsat_blind::{HiddenGame, View};
use patsat_formats::PartialBoard;
use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_report::view;

pub(super) const TARGETS: &[Target] = &[Target {
    name: "player-line",
    about: "a position with hidden cards, as a player that is a program reads it",
    run,
    seeds,
    words: &[
        "\"schema\"",
        "\"rules\"",
        "\"deal\"",
        "\"rest\"",
        "\"columns\"",
        "\"cards\"",
        "\"face_down\"",
        "\"stock\"",
        "\"waste\"",
        "\"klondike\"",
        "null",
        "null,null",
        "[",
        "]",
        "{",
        "}",
        ",",
        "\"AC\"",
        "\"KH\"",
    ],
}];

/// A view that was read is written as a line of the same view, has completions, and each of its moves can be made.
fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let view = match view::read(text) {
        Err(error) => return sentence(error),
        Ok(view) => view,
    };
    let line = view::line(&view).expect("a view that was read can be written");
    let again = view::read(&line).unwrap_or_else(|error| panic!("a written line is read: {error}\n{line}"));
    assert_eq!(view::line(&again).expect("it was written before"), line);
    for action in view.moves() {
        view.table().clone().apply(action).expect("a move of a view is legal");
    }
    for instance in view.completions(2, 0).positions {
        let board = PartialBoard { instance, unseen: view.unseen().to_vec(), notes: Vec::new() };
        let completed = view::line(&View::of(&board)).expect("a completion of a view can be written");
        assert_eq!(completed, line, "hidden cards change a line");
    }
}

/// The first line of a game and one in mid-play.
fn seeds() -> Vec<Vec<u8>> {
    let games = ["klondike", "spider", "yukon", "canfield", "forty-thieves", "freecell", "golf"];
    games.iter().flat_map(|game| lines(game)).map(String::into_bytes).collect()
}

fn lines(game: &str) -> [String; 2] {
    let rules = Rules::preset(game).expect("a game with a name");
    let id = DealId::Random { game: None, seed: 1 };
    let mut hidden = HiddenGame::new(&Instance::from_id(rules, id).expect("a game has deals"));
    [0, 20].map(|moves| {
        for _ in 0..moves {
            let Some(&action) = hidden.view().moves().first() else { break };
            hidden.play(action).expect("a move of a view is legal");
        }
        view::line(&hidden.view()).expect("a view can be written")
    })
}
