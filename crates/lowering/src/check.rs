//! From the steps of a model to a plan that the verifier accepts.

use crate::decode;
use crate::lower::Lowered;
use patsat_encodings::task::Step;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{Verified, replay};

/// Decodes and replays.
///
/// # Errors
/// Why the steps are no plan.
pub fn plan_as_read(
    instance: &Instance,
    lowered: &Lowered,
    steps: &[Step],
) -> Result<Verified<Plan>, String> {
    let plan = decode::decode(instance, lowered, steps).map_err(|error| error.to_string())?;
    replay(instance, plan).map_err(|fault| fault.to_string())
}

/// Decodes, takes useless moves out and replays.
///
/// The steps as they were read must win too: tidying must not hide a fault of the formula.
///
/// # Errors
/// Why the steps are no plan.
pub fn plan(instance: &Instance, lowered: &Lowered, steps: &[Step]) -> Result<Verified<Plan>, String> {
    let verified = plan_as_read(instance, lowered, steps)?;
    let tidied = decode::tidy_plan(instance, lowered, (*verified).clone());
    if tidied == *verified {
        return Ok(verified);
    }
    replay(instance, tidied).map_err(|fault| format!("after useless moves were taken out, {fault}"))
}
