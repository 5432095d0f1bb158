//! From the steps of a model to a plan that the verifier accepts.

use crate::decode::{self, DecodeError};
use crate::lower::LoweredGame;
use patsat_encodings::task::Step;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{Fault, Verified, replay};

/// Why the steps of a model are no plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanFault {
    /// They are no moves.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The moves do not win.
    #[error(transparent)]
    Replay(#[from] Fault),
    /// Without the useless moves they do not win.
    #[error("after useless moves were taken out, {0}")]
    Tidied(#[source] Fault),
}

/// Decodes and replays.
///
/// # Errors
/// Why the steps are no plan.
pub fn plan_as_read(
    instance: &Instance,
    lowered: &LoweredGame,
    steps: &[Step],
) -> Result<Verified<Plan>, PlanFault> {
    let plan = decode::decode(instance, lowered, steps)?;
    Ok(replay(instance, plan)?)
}

/// Decodes, takes useless moves out and replays.
///
/// The steps as they were read must win too: tidying must not hide a fault of the formula.
///
/// # Errors
/// Why the steps are no plan.
pub fn plan(instance: &Instance, lowered: &LoweredGame, steps: &[Step]) -> Result<Verified<Plan>, PlanFault> {
    let verified = plan_as_read(instance, lowered, steps)?;
    let tidied = decode::tidy_plan(instance, lowered, (*verified).clone());
    if tidied == *verified {
        return Ok(verified);
    }
    replay(instance, tidied).map_err(PlanFault::Tidied)
}
