//! From the steps of a model to a plan that the verifier accepts.

use crate::decode;
use crate::encode::Lowered;
use crate::state::{Instance, Plan};
use crate::verify::{Verified, replay};
use patsat_encodings::task::Step;

/// What steps turn out to be.
pub(super) enum Found {
    /// A plan, tidied and replayed.
    Plan(Verified<Plan>),
    /// None, and why not.
    Wrong(String),
}

/// Decodes and replays.
pub(super) fn check_as_read(instance: &Instance, lowered: &Lowered, steps: &[Step]) -> Found {
    let plan = match decode::decode(instance, lowered, steps) {
        Ok(plan) => plan,
        Err(error) => return Found::Wrong(error.to_string()),
    };
    match replay(instance, plan) {
        Ok(verified) => Found::Plan(verified),
        Err(fault) => Found::Wrong(fault.to_string()),
    }
}

/// Decodes, tidies and replays.
///
/// The steps as they were read must win too: tidying must not hide a fault of the formula.
pub(super) fn check(instance: &Instance, lowered: &Lowered, steps: &[Step]) -> Found {
    let verified = match check_as_read(instance, lowered, steps) {
        Found::Plan(verified) => verified,
        wrong @ Found::Wrong(_) => return wrong,
    };
    let tidied = decode::tidy_plan(instance, lowered, (*verified).clone());
    if tidied == *verified {
        return Found::Plan(verified);
    }
    match replay(instance, tidied) {
        Ok(tidied) => Found::Plan(tidied),
        Err(fault) => Found::Wrong(format!("after useless moves were taken out, {fault}")),
    }
}

/// The same for another caller: the plan, or why there is none.
pub(in crate::pipeline) fn check_steps(
    instance: &Instance,
    lowered: &Lowered,
    steps: &[Step],
) -> Result<Verified<Plan>, String> {
    match check(instance, lowered, steps) {
        Found::Plan(plan) => Ok(plan),
        Found::Wrong(what) => Err(what),
    }
}
