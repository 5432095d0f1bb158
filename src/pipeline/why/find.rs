//! Patterns of [`crate::prove`] under the limits of a request, and those of a file.

use super::{PatternProof, Stage, WhyRequest};
use crate::prove::{self, NotFound, Options};
use crate::search::{Budget, Limits};
use crate::state::Instance;
use crate::state::patterns::{self, Patterns};
use crate::verify::{self, PatternFault};
use std::sync::atomic::AtomicBool;

/// Patterns of a certificate, to be made fewer.
///
/// # Errors
/// If they do not prove the position lost.
pub fn known(instance: &Instance, file: &[u8]) -> Result<PatternProof, PatternFault> {
    proof(instance, &patterns::read(instance, file)?)
}

/// Patterns that the verifier accepts.
pub(super) fn proof(instance: &Instance, found: &Patterns) -> Result<PatternProof, PatternFault> {
    let checked = verify::check_patterns(instance, found)?;
    Ok(PatternProof { checked, text: patterns::write(instance, found) })
}

/// Patterns that are known or found, then made fewer as long as the request allows.
pub(super) fn find(
    request: &WhyRequest<'_>,
    known: Option<&Patterns>,
    options: &Options,
    limits: Limits,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(Stage),
) -> Result<Patterns, NotFound> {
    let instance = request.search.instance;
    let mut budget = Budget::new(limits).stopped_by(stop);
    let found = match known {
        Some(known) => known.clone(),
        None => {
            prove::find(instance, options, &mut budget, &mut |progress| watch(Stage::Patterns(progress)))?
        }
    };
    if request.shrink.is_zero() {
        return Ok(found);
    }
    let left = budget.remaining();
    let time = left.time.map_or(request.shrink, |time| time.min(request.shrink));
    let mut budget = Budget::new(Limits { time: Some(time), ..left }).stopped_by(stop);
    let smaller =
        |patterns: &Patterns| Stage::Smaller { patterns: patterns.0.len(), facts: patterns.facts() };
    watch(smaller(&found));
    // What a limit ends is no worse than it was.
    let mut improved = |patterns: &Patterns| watch(smaller(patterns));
    prove::shrink(instance, &found, options, &mut budget, &mut improved).or(Ok(found))
}
