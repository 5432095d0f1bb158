//! The board after every move, and what a person may do next.

use crate::QuestionError;
use crate::drag::{self, Targets};
use crate::game::{Game, ReplayedGame};
use patsat::Plan;
use patsat::blind::SeenDepth;
use patsat::formats::{AutomaticMoves, board, next_home};
use patsat::game::rules::{Home, Move};
use patsat::game::state::Table;
use patsat_base::Style;
use patsat_report::replay::{Data, Film, PileKind, fits_a_page, kinds};
use serde::{Deserialize, Serialize};

/// All that the page draws.
#[derive(Serialize)]
pub(crate) struct Board {
    /// The cards and how each move moves them, as in the program's own page.
    film: Data,
    /// What may be dragged where in the last position.
    targets: Vec<Targets>,
    /// Whether every card is home.
    won: bool,
    /// The last position as text.
    text: String,
    /// Moves home that were added at the end.
    added: Vec<Move>,
    /// How many cards the player has not seen.
    unseen: usize,
    /// What was seen of the start, which the page gives back with every question.
    seen: SeenDepth,
    /// Cards that lie face down in columns and were seen, each a pile and how many of its cards lie beneath.
    known: Vec<(usize, usize)>,
}

impl Board {
    /// The same to look at, with no card that can be moved.
    pub(crate) fn watched(self) -> Board {
        Board { targets: Vec::new(), ..self }
    }
}

/// Moves to show on a board.
#[derive(Debug, Deserialize)]
pub(crate) struct ShowQuery {
    #[serde(flatten)]
    game: Game,
    /// Whether safe cards then go home by themselves.
    #[serde(default)]
    home: bool,
}

impl ShowQuery {
    pub(crate) fn answer(&self) -> Result<Board, QuestionError> {
        let game = self.game.opened()?;
        let mut table = game.played.table.clone();
        let mut added = Vec::new();
        let wanted = self.home && game.start.rules.home == Home::Foundations;
        let automatic = if wanted { AutomaticMoves::Horne } else { AutomaticMoves::Nothing };
        while let Some(action) = next_home(&table, automatic) {
            table.apply(action)?;
            added.push(action);
        }
        if added.is_empty() {
            return board(&game);
        }
        let moves = game.played.plan.moves.iter().chain(&added).copied().collect::<Vec<_>>();
        let played =
            ReplayedGame { before: game.before, ..ReplayedGame::new(game.start, Plan::from(moves))? };
        Ok(Board { added, ..board(&played)? })
    }
}

pub(crate) fn board(game: &ReplayedGame) -> Result<Board, QuestionError> {
    fits_a_page(&game.start)?;
    let table = &game.played.table;
    let kinds = kinds(&game.start);
    let seen = game.seen()?;
    let film = Film::new(&game.start, &game.played, &game.steps)?;
    Ok(Board {
        film: Data::new(&film),
        targets: drag::targets(table, &kinds),
        won: table.is_won(),
        text: board::board(table, Style::PLAIN),
        added: Vec::new(),
        unseen: seen.view().unseen().len(),
        known: known(&game.played.table, &kinds, &seen.seen()),
        seen: seen.seen(),
    })
}

/// The cards of columns that lie face down and were seen. A stock keeps its back, as one that was turned over does.
fn known(table: &Table, kinds: &[PileKind], seen: &SeenDepth) -> Vec<(usize, usize)> {
    let first = kinds.len() - table.columns().len();
    let columns = table.columns().iter().zip(&seen.columns).enumerate();
    columns.flat_map(|(n, (pile, &unseen))| (unseen..pile.face_down).map(move |at| (first + n, at))).collect()
}
