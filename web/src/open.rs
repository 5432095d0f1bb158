//! What a person pastes or names becomes a game.

use crate::Refused;
use crate::board::{self, Board};
use crate::game::Opened;
use patsat::formats::Hints;
use patsat::formats::board::title;
use patsat::game::rules::{Move, PRESETS, Rules};
use serde::{Deserialize, Serialize};

/// A text, and what the person says of the game beside it.
#[derive(Debug, Deserialize)]
pub(crate) struct Open {
    text: String,
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    cells: Option<u16>,
    #[serde(default)]
    columns: Option<u16>,
    #[serde(default)]
    ranks: Option<u32>,
}

/// A game as the page holds it.
#[derive(Serialize)]
pub(crate) struct Told {
    title: String,
    /// What the page gives back with every question.
    start: String,
    moves: Vec<Move>,
    /// What the reader had to conclude.
    notes: Vec<String>,
    /// What the game is, where that is known by name.
    about: String,
    board: Board,
}

impl Open {
    pub(crate) fn answer(&self) -> Result<Told, Refused> {
        let game = self.game.as_deref().filter(|name| !name.is_empty()).map(Rules::preset).transpose()?;
        let hints =
            Hints { game, columns: self.columns, cells: self.cells, ranks: self.ranks, flip: false };
        let text = self.text.trim();
        if text.is_empty() {
            return Err(Refused("nothing to open: expected a deal such as ms:617, or a board".into()));
        }
        // A bare number is what most people call a deal.
        let number = text.bytes().all(|byte| byte.is_ascii_digit());
        let named = if number { format!("ms:{text}") } else { self.text.clone() };
        let opened = patsat::open(&named, &hints).map_err(|error| Refused(on_the_page(&error.to_string())))?;
        told(&Opened::new(opened.start, opened.played)?, opened.notes)
    }
}

/// The program's options are fields of the page.
fn on_the_page(text: &str) -> String {
    ["columns", "cells", "ranks", "game"].iter().fold(text.to_owned(), |text, name| {
        text.replace(&format!("--{name} "), &format!("{name} "))
    })
}

/// A game with its board.
pub(crate) fn told(game: &Opened, notes: Vec<String>) -> Result<Told, Refused> {
    let rules = &game.start.rules;
    let preset = PRESETS.iter().find(|preset| preset.name == rules.name);
    let plain = preset.and_then(|preset| Rules::preset(preset.name).ok());
    let changed = plain.is_some_and(|plain| plain != **rules);
    let own = if changed { format!(" (here {} columns, {} cells)", rules.columns, rules.cells) } else { String::new() };
    Ok(Told {
        title: title(&game.start),
        start: game.start_text()?,
        moves: game.played.plan.moves.clone(),
        notes,
        about: preset.map(|preset| format!("{}{own}", preset.about)).unwrap_or_default(),
        board: board::board(game)?,
    })
}

/// A game known by name.
#[derive(Serialize)]
pub(crate) struct Known {
    name: &'static str,
    about: &'static str,
}

/// All games known by name.
pub(crate) fn games() -> Vec<Known> {
    PRESETS.iter().map(|preset| Known { name: preset.name, about: preset.about }).collect()
}
