//! Tracked cards, for a checker that visits all positions that these leave.

use super::CertifyError;
use crate::klondike::{Found, tracked_cards};
use crate::{Budget, Limit};
use patsat_game::state::Instance;
use patsat_game::state::tracked_cards::TrackedCards;
use patsat_game::verify::{TrackedFault, count_tracked};
use patsat_states::klondike::KlondikeGame;

/// Few cards that are enough for a loss, or all of them, with the number of positions that the checker finds.
pub(super) fn certify(instance: &Instance, budget: &mut Budget<'_>) -> Result<TrackedCards, CertifyError> {
    let game = KlondikeGame::new(instance).map_err(|_| CertifyError::NotTracked)?;
    let (cards, safe_home) = match tracked_cards(&game, budget).map_err(CertifyError::Limit)? {
        Found::Few(cards) => (cards, false),
        Found::Nothing => (instance.rules.deck.all_cards().collect(), true),
        Found::Win => return Err(CertifyError::Winnable),
    };
    let mut set = TrackedCards { cards, safe_home, positions: u64::MAX };
    let memory_mib = budget.limits().memory_mib.unwrap_or(u64::MAX >> 20);
    let mut ended = None;
    let counted = count_tracked(instance, &set, memory_mib, &mut |_, _| {
        ended = budget.check(0);
        ended.is_none()
    });
    set.positions = counted.map_err(|fault| match fault {
        TrackedFault::Won => CertifyError::Winnable,
        TrackedFault::Memory(_) => CertifyError::Limit(Limit::Memory),
        TrackedFault::Stopped => CertifyError::Limit(ended.unwrap_or(Limit::Interrupted)),
        _ => CertifyError::NotTracked,
    })?;
    Ok(set)
}
