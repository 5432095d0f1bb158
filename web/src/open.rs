//! What a person pastes or names becomes a game.

use crate::game::ReplayedGame;
use crate::page_game::{PageGame, hidden_cards, page_game};
use crate::text::{on_the_page, sentence, with_help};
use crate::{QuestionError, name};
use patsat::formats::PartialBoard;
use patsat::game::rules::{PRESETS, Rules};
use patsat::{DealError, Hints, OpenedGame, Source};
use patsat_report::title as words;
use serde::{Deserialize, Serialize};

/// A text, and what the person says of the game beside it.
#[derive(Debug, Deserialize)]
pub(crate) struct OpenQuery {
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

impl OpenQuery {
    /// What the fields say of the game.
    fn hints(&self) -> Result<Hints, QuestionError> {
        let game = self.game.as_deref().filter(|name| !name.is_empty()).map(Rules::preset).transpose()?;
        let lines = self.lines.as_deref().filter(|lines| !lines.is_empty()).map(str::parse).transpose();
        let lines = lines.map_err(QuestionError)?;
        let OpenQuery { columns, cells, ranks, .. } = *self;
        Ok(Hints { game, columns, cells, ranks, lines, ..Hints::default() })
    }

    /// Reads the text as a board, or deals what it names.
    pub(crate) fn read(&self) -> Result<PartialBoard, QuestionError> {
        let hints = self.hints()?;
        let text = self.text.trim();
        if text.is_empty() {
            return Err(QuestionError(
                "nothing to open: expected a deal such as FreeCell 617, or a board".into(),
            ));
        }
        let source = match name::named(text, hints.game.as_ref().map(|game| game.name.as_str())) {
            Some(id) => Source::Deal(id?),
            None => Source::File(self.text.as_bytes().into()),
        };
        patsat::open_with(&source, None, &hints).map_err(refused)
    }

    pub(crate) fn answer(&self) -> Result<PageGame, QuestionError> {
        self.opened().map_err(|QuestionError(why)| QuestionError(sentence(&on_the_page(&why))))
    }

    fn opened(&self) -> Result<PageGame, QuestionError> {
        let read = self.read()?;
        if !read.unseen.is_empty() {
            return hidden_cards(&read);
        }
        let opened = OpenedGame::try_from(read).map_err(|error| refused(error.into()))?;
        page_game(&ReplayedGame::new(opened.start, opened.played)?, opened.notes)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn refused(error: DealError) -> QuestionError {
    QuestionError(with_help(&error.to_string(), error.help().as_deref()))
}

/// A game known by name.
#[derive(Serialize)]
pub(crate) struct GameEntry {
    name: &'static str,
    /// The same in words.
    words: String,
    about: &'static str,
}

/// All games known by name.
pub(crate) fn games() -> Vec<GameEntry> {
    PRESETS
        .iter()
        .map(|preset| GameEntry { name: preset.name, words: words::game(preset.name), about: preset.about })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_other_rules_is_not_titled_as_its_preset() {
        let title_and_about = |rules: &Rules| {
            let text = serde_json::json!({ "schema": 1, "id": "ms:1", "rules": rules }).to_string();
            let open = OpenQuery { text, game: None, cells: None, columns: None, ranks: None, lines: None };
            let answer = open.answer().unwrap();
            (answer.title, answer.about)
        };
        let mut rules = Rules::preset("freecell").unwrap();
        let (title, about) = title_and_about(&rules);
        assert!(title == "FreeCell, deal 1" && !about.is_empty(), "{title} {about}");
        rules.build = patsat::game::rules::Build::SameSuit;
        let (title, about) = title_and_about(&rules);
        assert!(title.ends_with(", other rules") && about.is_empty(), "{title} {about}");
    }
}
