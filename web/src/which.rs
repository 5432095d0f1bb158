//! The dealer and the number of a board.

use crate::game::Game;
use crate::open::OpenQuery;
use crate::{QuestionError, name, progress};
use patsat::Instance;
use patsat::formats::which::{Columns, NumberSearch, dealers};
use patsat::game::cards::DealId;
use patsat_base::number;
use patsat_report::title as words;
use serde::Serialize;

/// Numbers that are tried of a dealer that shuffles in nanoseconds, and of one that takes microseconds.
const FAST: u64 = 1_000_000;
const SLOW: u64 = 50_000;
/// Numbers between two progress events.
const AT_ONCE: u64 = 1 << 14;

/// The number of a board.
#[derive(Serialize)]
pub(crate) struct NumberReply {
    says: String,
    /// The deal as the page opens it.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

/// The number of the board that a game began with.
pub(crate) fn of_game(game: &Game, on_progress: &mut dyn FnMut(&str)) -> Result<NumberReply, QuestionError> {
    Ok(of_board(&game.opened()?.start, on_progress))
}

/// The number of a board with hidden cards.
pub(crate) fn of_hidden(
    open: &OpenQuery,
    on_progress: &mut dyn FnMut(&str),
) -> Result<NumberReply, QuestionError> {
    Ok(of_board(&open.read()?.shown(), on_progress))
}

/// Compares a board with the deals of every dealer.
fn of_board(start: &Instance, on_progress: &mut dyn FnMut(&str)) -> NumberReply {
    let preset = &start.rules.name;
    let mut searched = Vec::new();
    for columns in [Columns::AsDealt, Columns::InAnyOrder] {
        searched.clear();
        for first in dealers(&start.rules) {
            let Some(sought) = NumberSearch::new(&start.rules, &start.deal, &first) else { continue };
            let fast = matches!(first, DealId::Microsoft(_) | DealId::KPatience { .. });
            let last = first.last_number().min(if fast { FAST } else { SLOW });
            let mut from = first.number();
            while from <= last {
                let to = last.min(from.saturating_add(AT_ONCE - 1));
                if let Some(id) = sought.find(from..=to, columns).and_then(|n| first.with_number(n).ok()) {
                    let deal = words::deal(preset, &id);
                    let order =
                        if columns == Columns::AsDealt { "" } else { " with its columns in another order" };
                    let message = format!("This board is {}, {deal}{order}.", words::game(preset));
                    return NumberReply { says: message, name: Some(name::in_link(preset, &id)) };
                }
                from = to + 1;
                progress::now(on_progress, &format!("{} of {}", number(to), words::deal(preset, &first)));
            }
            let deal = words::deal(preset, &first);
            let deal = deal.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-').trim_end().to_owned();
            searched.push(format!("{deal}s {} to {}", number(first.number()), number(last)));
        }
    }
    let message = match searched.as_slice() {
        [] => "No dealer starts with this board, so it has no number.".to_owned(),
        all => format!("No number found. Searched: {}.", all.join(", ")),
    };
    NumberReply { says: message, name: None }
}
