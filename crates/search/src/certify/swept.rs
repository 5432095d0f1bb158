//! The sizes of a sweep's levels, for a checker that visits all positions of a lost game.

use super::CertifyError;
use crate::Budget;
use crate::piles::{Sweep, SweepEnd};
use patsat_game::state::swept_set::SweptSet;
use patsat_states::piles::{PileGame, Room};

/// How many positions a lost game of this kind has of each progress, for a checker that visits them on the rules alone.
///
/// # Errors
/// If the game can be won, or a limit was reached first.
pub(super) fn certify<R: Room>(
    game: &PileGame<R>,
    safe_home: bool,
    budget: &mut Budget<'_>,
) -> Result<SweptSet, CertifyError> {
    match Sweep::end(game, safe_home, budget) {
        (_, SweepEnd::Won(_)) => Err(CertifyError::Winnable),
        (_, SweepEnd::Limit(limit)) => Err(CertifyError::Limit(limit)),
        (sweep, SweepEnd::Exhausted) => Ok(SweptSet { safe_home, levels: sweep.sizes() }),
    }
}
