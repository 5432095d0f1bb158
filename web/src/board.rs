//! The board after every move, and what a person may do next.

use crate::Refused;
use crate::drag::{self, Targets};
use crate::game::Opened;
use patsat::formats::board;
use patsat_report::replay::{Data, Film, fits_a_page, kinds};
use patsat_text::Style;
use serde::Serialize;

/// Suits as symbols, no codes of a terminal.
pub(crate) const STYLE: Style = Style { colour: false, symbols: true };

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
}

/// The board of a game.
pub(crate) fn board(game: &Opened) -> Result<Board, Refused> {
    fits_a_page(&game.start)?;
    let table = &game.played.table;
    let film = Film::new(&game.start, &game.played, &game.steps)?;
    Ok(Board {
        film: Data::new(&film),
        targets: drag::targets(table, &kinds(&game.start)),
        won: table.is_won(),
        text: board::board(table, Style::PLAIN),
    })
}
