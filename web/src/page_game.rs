//! Games as the page holds them.

use crate::QuestionError;
use crate::board::{self, Board};
use crate::game::ReplayedGame;
use patsat::Plan;
use patsat::formats::PartialBoard;
use patsat::game::rules::{Move, PRESETS, Rules};
use patsat_base::counted;
use patsat_report::title as words;
use serde::Serialize;

/// A game as the page holds it.
#[derive(Serialize)]
pub(crate) struct PageGame {
    pub(crate) title: String,
    /// The name of its rules.
    pub(crate) preset: String,
    /// The number of the deal, if the board has one.
    pub(crate) number: Option<String>,
    /// The start, which the page sends with every question.
    pub(crate) start: String,
    pub(crate) moves: Vec<Move>,
    /// The conclusions of the reader.
    pub(crate) notes: Vec<String>,
    /// A description of the game, if its name is known.
    pub(crate) about: String,
    /// Whether cards are hidden: the board is then shown and not played.
    pub(crate) hidden: bool,
    pub(crate) board: Board,
}

/// A game with its board.
pub(crate) fn page_game(game: &ReplayedGame, notes: Vec<String>) -> Result<PageGame, QuestionError> {
    let rules = &game.start.rules;
    let preset = PRESETS.iter().find(|preset| preset.name == rules.name);
    let plain = preset.and_then(|preset| Rules::preset(preset.name).ok());
    let changed = plain.as_ref().map(|plain| changes(plain, rules)).unwrap_or_default();
    Ok(PageGame {
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

/// Lists the differences from the preset of the same name: the numbers that differ, and whether other rules do.
fn changes(plain: &Rules, rules: &Rules) -> Vec<String> {
    let numbers = [
        (plain.columns.into(), rules.columns.into(), "column"),
        (plain.cells.into(), rules.cells.into(), "cell"),
        (plain.deck.ranks as usize, rules.deck.ranks as usize, "rank"),
    ];
    let other = numbers.into_iter().filter(|(usual, here, _)| usual != here);
    let mut changed: Vec<String> = other.map(|(_, here, what)| counted(here, what)).collect();
    // The board shows how the cards were dealt.
    let mut alike =
        Rules { layout: plain.layout.clone(), columns: plain.columns, cells: plain.cells, ..rules.clone() };
    alike.deck.ranks = plain.deck.ranks;
    if alike != *plain {
        changed.push("other rules".into());
    }
    changed
}

/// A board with hidden cards, which is shown and not played.
pub(crate) fn hidden_cards(read: &PartialBoard) -> Result<PageGame, QuestionError> {
    let shown = ReplayedGame::new(read.shown(), Plan::default())?;
    Ok(PageGame {
        title: words::game(&read.instance.rules.name),
        preset: read.instance.rules.name.clone(),
        number: None,
        start: String::new(),
        moves: Vec::new(),
        notes: read.notes.clone(),
        about: format!("{} hidden. Solve says what holds whatever they are.", cards_are(read)),
        hidden: true,
        board: board::board(&shown)?.watched(),
    })
}

/// `3 cards are`, of those that are hidden.
pub(crate) fn cards_are(read: &PartialBoard) -> String {
    let n = read.unseen.len();
    format!("{} {}", counted(n, "card"), if n == 1 { "is" } else { "are" })
}
