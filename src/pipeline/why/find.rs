//! Patterns of [`crate::prove`] under the limits of a request.

use crate::prove::{self, NotFound, Options, Progress};
use crate::search::{Budget, Limits};
use crate::state::Instance;
use crate::state::patterns::Patterns;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub(super) fn find(
    instance: &Instance,
    options: &Options,
    shrink: Duration,
    limits: Limits,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(Progress),
) -> Result<Patterns, NotFound> {
    let mut budget = Budget::new(limits).stopped_by(stop);
    let found = prove::find(instance, options, &mut budget, watch)?;
    if shrink.is_zero() {
        return Ok(found);
    }
    let left = budget.remaining();
    let time = left.time.map_or(shrink, |time| time.min(shrink));
    let mut budget = Budget::new(Limits { time: Some(time), ..left }).stopped_by(stop);
    // What a limit ends is no worse than it was.
    prove::shrink(instance, &found, options, &mut budget, &mut |_| {}).or(Ok(found))
}
