//! What the caller says of a task's game, which must be as the task says.

use super::vocabulary::Domain;
use patsat_base::FormatError;
use patsat_game::rules::Rules;

/// What the caller says of the game of a task.
///
/// A FreeCell task leaves open which of several games it is: there these take precedence. All other tasks must agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TaskHints<'a> {
    /// The rules.
    pub game: Option<&'a Rules>,
    /// Number of columns.
    pub columns: Option<u16>,
    /// Number of cells.
    pub cells: Option<u16>,
    /// Ranks of the deck.
    pub ranks: Option<u32>,
}

/// The preset of this name.
pub(super) fn preset(name: &str) -> Result<Rules, FormatError> {
    Rules::preset(name).map_err(|e| FormatError::unexpected(e.name, e.known))
}

/// Checks the hints of the caller; `game` is the preset of the domain.
pub(super) fn check(
    rules: &Rules,
    hints: &TaskHints<'_>,
    domain: Domain,
    game: &str,
) -> Result<(), FormatError> {
    let drawn = |rules: &Rules| (rules.stock, rules.worrying_back);
    let same = |game: &Rules| {
        (game.home, game.build, game.step, game.group, game.empty_column)
            == (rules.home, rules.build, rules.step, rules.group, rules.empty_column)
            && (domain != Domain::Thoughtful || drawn(game) == drawn(rules))
    };
    if let Some(other) = hints.game.filter(|game| !same(game)) {
        let called = domain.words().called;
        let found = format!("a task of {called}, whose rules are not those of {}", other.name);
        return Err(FormatError::unexpected(found, format!("--game {game}, or no word of the game")));
    }
    let stated = [
        ("columns", hints.columns.map(u32::from), u32::from(rules.columns)),
        ("cells", hints.cells.map(u32::from), 0),
        ("ranks", hints.ranks, rules.deck.ranks),
    ];
    let other = |&(what, stated, is): &(&'static str, Option<u32>, u32)| {
        stated.filter(|stated| *stated != is).map(|stated| (what, stated, is))
    };
    match stated.iter().find_map(other) {
        Some((what, stated, is)) => {
            let found = format!("a task of {is} {what}");
            Err(FormatError::unexpected(found, format!("{stated}, as --{what} says")))
        }
        None => Ok(()),
    }
}
