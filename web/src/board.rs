//! The board after every move, and what a person may do next.

use crate::Refused;
use crate::drag::{self, Targets};
use crate::game::{Game, Opened};
use patsat::Plan;
use patsat::formats::{Automatic, board, next_home};
use patsat::game::rules::{Home, Move};
use patsat_base::Style;
use patsat_report::replay::{Data, Film, fits_a_page, kinds};
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
}

impl Board {
    /// The same to look at, with no card that can be moved.
    pub(crate) fn watched(self) -> Board {
        Board { targets: Vec::new(), ..self }
    }
}

/// Moves to show on a board.
#[derive(Debug, Deserialize)]
pub(crate) struct Shown {
    #[serde(flatten)]
    game: Game,
    /// Whether safe cards then go home by themselves.
    #[serde(default)]
    home: bool,
}

impl Shown {
    pub(crate) fn answer(&self) -> Result<Board, Refused> {
        let game = self.game.opened()?;
        let mut table = game.played.table.clone();
        let mut added = Vec::new();
        let wanted = self.home && game.start.rules.home == Home::Foundations;
        let automatic = if wanted { Automatic::Horne } else { Automatic::Nothing };
        while let Some(action) = next_home(&table, automatic) {
            table.apply(action)?;
            added.push(action);
        }
        if added.is_empty() {
            return board(&game);
        }
        let moves = game.played.plan.moves.iter().chain(&added).copied().collect::<Vec<_>>();
        let played = Opened::new(game.start, Plan::from(moves))?;
        Ok(Board { added, ..board(&played)? })
    }
}

pub(crate) fn board(game: &Opened) -> Result<Board, Refused> {
    fits_a_page(&game.start)?;
    let table = &game.played.table;
    let film = Film::new(&game.start, &game.played, &game.steps)?;
    Ok(Board {
        film: Data::new(&film),
        targets: drag::targets(table, &kinds(&game.start)),
        won: table.is_won(),
        text: board::board(table, Style::PLAIN),
        added: Vec::new(),
        unseen: game.seen()?.view().unseen().len(),
    })
}
