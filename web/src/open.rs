//! What a person pastes or names becomes a game.

use crate::Refused;
use crate::board::{self, Board};
use crate::game::Opened;
use patsat::formats::Hints;
use patsat::formats::board::title;
use patsat::game::rules::{Move, PRESETS, Rules};
use patsat_text::counted;
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
    /// What a line of a board is: `rows` or `columns`.
    #[serde(default)]
    lines: Option<String>,
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
        let lines = self.lines.as_deref().filter(|lines| !lines.is_empty()).map(str::parse).transpose();
        let lines = lines.map_err(Refused)?;
        let hints =
            Hints { game, columns: self.columns, cells: self.cells, ranks: self.ranks, flip: false, lines };
        let text = self.text.trim();
        if text.is_empty() {
            return Err(Refused("nothing to open: expected a deal such as ms:617, or a board".into()));
        }
        // A bare number is what most people call a deal.
        let number = text.bytes().all(|byte| byte.is_ascii_digit());
        let named = if number { format!("ms:{text}") } else { self.text.clone() };
        let opened =
            patsat::open(&named, &hints).map_err(|error| Refused(on_the_page(&error.to_string())))?;
        told(&Opened::new(opened.start, opened.played)?, opened.notes)
    }
}

/// What the program says of its own options is said of the fields of the page, or not at all.
pub(crate) fn on_the_page(text: &str) -> String {
    let text =
        text.replace("(solve says what it can without them)", "(the program says what holds without them)");
    let text = ["columns", "cells", "ranks", "game"]
        .iter()
        .fold(text, |text, name| text.replace(&format!("--{name} "), &format!("{name} ")));
    let text = text.replace("--columns-first", "'a line is a column'").replace("--rows", "'a line is a row'");
    let mut told = String::new();
    let mut rest = &text[..];
    // In brackets, or behind a semicolon in them: "(--proof FILE writes ...)", "(...; --proof FILE writes ...)".
    while let Some(at) = [" (--", "; --"].iter().filter_map(|mark| rest.find(mark)).min() {
        told.push_str(&rest[..at]);
        let whole = rest[at..].starts_with(" (");
        let end = rest[at..].find(')').map_or(rest.len(), |end| at + end + usize::from(whole));
        rest = &rest[end..];
    }
    told + rest
}

/// A game with its board.
pub(crate) fn told(game: &Opened, notes: Vec<String>) -> Result<Told, Refused> {
    let rules = &game.start.rules;
    let preset = PRESETS.iter().find(|preset| preset.name == rules.name);
    let plain = preset.and_then(|preset| Rules::preset(preset.name).ok());
    let changed = plain.as_ref().map(|plain| changes(plain, rules)).unwrap_or_default();
    Ok(Told {
        title: title(&game.start) + &changed.iter().map(|change| format!(", {change}")).collect::<String>(),
        start: game.start_text()?,
        moves: game.played.plan.moves.clone(),
        notes,
        about: preset
            .filter(|_| changed.is_empty())
            .map(|preset| preset.about.to_owned())
            .unwrap_or_default(),
        board: board::board(game)?,
    })
}

/// In what a game differs from the one of its name: the numbers that do, and whether anything else does.
fn changes(plain: &Rules, rules: &Rules) -> Vec<String> {
    let numbers = [
        (plain.columns.into(), rules.columns.into(), "column"),
        (plain.cells.into(), rules.cells.into(), "cell"),
        (plain.deck.ranks as usize, rules.deck.ranks as usize, "rank"),
    ];
    let other = numbers.into_iter().filter(|(usual, here, _)| usual != here);
    let mut changed: Vec<String> = other.map(|(_, here, what)| counted(here, what)).collect();
    // How cards were dealt is told by the board.
    let mut alike =
        Rules { layout: plain.layout.clone(), columns: plain.columns, cells: plain.cells, ..rules.clone() };
    alike.deck.ranks = plain.deck.ranks;
    if alike != *plain {
        changed.push("other rules".into());
    }
    changed
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_other_rules_is_not_told_as_the_one_of_its_name() {
        let told = |rules: &Rules| {
            let text = serde_json::json!({ "schema": 1, "id": "ms:1", "rules": rules }).to_string();
            let open = Open { text, game: None, cells: None, columns: None, ranks: None, lines: None };
            let told = open.answer().unwrap();
            (told.title, told.about)
        };
        let mut rules = Rules::preset("freecell").unwrap();
        let (title, about) = told(&rules);
        assert!(!title.contains(',') && !about.is_empty(), "{title} {about}");
        rules.build = patsat::game::rules::Build::SameSuit;
        let (title, about) = told(&rules);
        assert!(title.ends_with(", other rules") && about.is_empty(), "{title} {about}");
    }

    #[test]
    fn options_of_the_program_are_no_words_of_the_page() {
        for (said, told) in [
            (
                "found 7 columns (add the empty ones, or say --columns 7)",
                "found 7 columns (add the empty ones, or say columns 7)",
            ),
            ("no win (--proof FILE writes one).", "no win."),
            ("within 3 (the solver's word; --proof FILE writes a proof).", "within 3 (the solver's word)."),
            ("plain (as it is)", "plain (as it is)"),
        ] {
            assert_eq!(on_the_page(said), told);
        }
    }
}
