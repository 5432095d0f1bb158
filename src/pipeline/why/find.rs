//! Patterns of [`crate::prove`] under the limits of a request.

use super::WhyRequest;
use crate::prove::{self, NotFound, Progress};
use crate::search::{Budget, Limits};
use crate::state::Instance;
use crate::state::patterns::Patterns;
use std::sync::atomic::AtomicBool;

pub(super) fn find(
    instance: &Instance,
    request: &WhyRequest<'_>,
    limits: Limits,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(Progress),
) -> Result<Patterns, NotFound> {
    let mut budget = Budget::new(limits).stopped_by(stop);
    prove::find(instance, &request.options, &mut budget, watch)
}
