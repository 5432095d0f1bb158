//! Search in Klondike and its kin.

mod depth_first;
mod plan;

use super::{Budget, SearchEnd, SearchOptions, SearchReport};
use crate::states::klondike::KlondikeGame;
use depth_first::{End, search};
use patsat_game::state::Instance;

/// The default strategy of these games.
pub(super) fn ladder(
    instance: &Instance,
    game: &KlondikeGame,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> SearchReport {
    let end = match search(game, !options.no_dominance, budget) {
        End::Won(steps) => SearchEnd::Solved(plan::plan(instance, game, &steps)),
        End::Lost => SearchEnd::Exhausted,
        End::Limit(limit) => SearchEnd::Limit(limit),
    };
    SearchReport::new(end, budget.stats)
}
