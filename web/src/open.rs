//! What a person pastes or names becomes a game.

use crate::board::{self, Board};
use crate::game::Opened;
use crate::{Refused, hidden, name, rule};
use patsat::formats::{self, Hints, Read};
use patsat::game::cards::DealId;
use patsat::game::rules::{Move, PRESETS, Rules};
use patsat_report::title as words;
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
    pub(crate) title: String,
    /// The name of its rules.
    pub(crate) preset: String,
    /// The number of the deal, where the board has one.
    pub(crate) number: Option<String>,
    /// What the page gives back with every question.
    pub(crate) start: String,
    pub(crate) moves: Vec<Move>,
    /// What the reader had to conclude.
    pub(crate) notes: Vec<String>,
    /// What the game is, where that is known by name.
    pub(crate) about: String,
    /// Whether cards are hidden: the board is then shown and not played.
    pub(crate) hidden: bool,
    pub(crate) board: Board,
}

impl Open {
    /// What the fields say of the game.
    fn hints(&self) -> Result<Hints, Refused> {
        let game = self.game.as_deref().filter(|name| !name.is_empty()).map(Rules::preset).transpose()?;
        let lines = self.lines.as_deref().filter(|lines| !lines.is_empty()).map(str::parse).transpose();
        let lines = lines.map_err(Refused)?;
        Ok(Hints { game, columns: self.columns, cells: self.cells, ranks: self.ranks, flip: false, lines })
    }

    /// Reads the text as a board.
    pub(crate) fn read(&self) -> Result<Read, Refused> {
        formats::read(self.text.as_bytes(), None, &self.hints()?)
            .map_err(|error| Refused(with_help(&error.to_string(), error.help.as_deref())))
    }

    pub(crate) fn answer(&self) -> Result<Told, Refused> {
        self.opened().map_err(|Refused(why)| Refused(rule::sentence(&on_the_page(&why))))
    }

    fn opened(&self) -> Result<Told, Refused> {
        let hints = self.hints()?;
        let text = self.text.trim();
        if text.is_empty() {
            return Err(Refused("nothing to open: expected a deal such as FreeCell 617, or a board".into()));
        }
        let mut deal = text.to_owned();
        if let Some(named) = name::named(text, hints.game.as_ref().map(|game| game.name.as_str())) {
            deal = named?.to_string();
        }
        if !DealId::looks_like_one(&deal) {
            let read = self.read()?;
            if !read.unseen.is_empty() {
                return hidden::shown(&read);
            }
        }
        let opened = patsat::open(&deal, &hints)
            .map_err(|error| Refused(with_help(&error.to_string(), error.help())))?;
        told(&Opened::new(opened.start, opened.played)?, opened.notes)
    }
}

/// An error with its next step, as far as it is one on the page: commands of the program are none.
pub(crate) fn with_help(error: &str, help: Option<&str>) -> String {
    let help = help.filter(|help| !help.contains("--rules"));
    let help =
        help.and_then(|help| help.split("'patsat").next()).map(|help| help.trim_end_matches([' ', ';']));
    match help.filter(|help| !help.is_empty()) {
        Some(help) => format!("{error}. {help}"),
        None => error.to_owned(),
    }
}

/// What the program says of its own options is said of the fields of the page, or not at all.
pub(crate) fn on_the_page(text: &str) -> String {
    let text = ["columns", "cells", "ranks", "game"]
        .iter()
        .fold(text.to_owned(), |text, name| text.replace(&format!("--{name} "), &format!("{name} ")));
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
        title: words::title(&game.start)
            + &changed.iter().map(|change| format!(", {change}")).collect::<String>(),
        preset: rules.name.clone(),
        number: game.start.id.as_ref().map(|id| id.number().to_string()),
        start: game.start_text()?,
        moves: game.played.plan.moves.clone(),
        notes,
        about: preset
            .filter(|_| changed.is_empty())
            .map(|preset| preset.about.to_owned())
            .unwrap_or_default(),
        hidden: false,
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
    /// The same in words.
    words: String,
    about: &'static str,
}

/// All games known by name.
pub(crate) fn games() -> Vec<Known> {
    PRESETS
        .iter()
        .map(|preset| Known { name: preset.name, words: words::game(preset.name), about: preset.about })
        .collect()
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
        assert!(title == "FreeCell, deal 1" && !about.is_empty(), "{title} {about}");
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
