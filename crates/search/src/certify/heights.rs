//! The height game of a lost game, if it is lost too and small.

use super::CertifyError;
use crate::{Budget, Limit};
use patsat_game::state::Instance;
use patsat_game::state::height_game::HeightGame;
use patsat_game::verify::{HeightFault, explore_height_game};

/// Explores the height game by the checker's own code, which needs no help.
pub(super) fn certify(
    instance: &Instance,
    most: u64,
    budget: &mut Budget<'_>,
) -> Result<HeightGame, CertifyError> {
    let memory_mib = budget.limits().memory_mib.unwrap_or(u64::MAX >> 20);
    let mut ended = None;
    let explored = explore_height_game(instance, most, memory_mib, &mut |_, _| {
        ended = budget.check(0);
        ended.is_none()
    });
    match explored {
        Ok(loss) => Ok(HeightGame { positions: loss.positions }),
        Err(HeightFault::Memory(_)) => Err(CertifyError::Limit(Limit::Memory)),
        Err(HeightFault::Stopped) => Err(CertifyError::Limit(ended.unwrap_or(Limit::Interrupted))),
        Err(_) => Err(CertifyError::NoHeights),
    }
}
