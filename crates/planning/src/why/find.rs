//! Patterns of [`crate::prove`] under the limits of a request, and those of a file.

use super::{PatternProof, WhyRequest};
use crate::monitor::{Monitor, Progress};
use crate::prove::{self, NotFound, Options};
use patsat_game::state::Instance;
use patsat_game::state::patterns::{self, Patterns};
use patsat_game::verify::{self, PatternFault};
use patsat_search::{Budget, Limits};

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
    monitor: &mut Monitor<'_>,
) -> Result<Patterns, NotFound> {
    let instance = request.search.instance();
    let stop = monitor.stop();
    let mut budget = Budget::new(limits).stopped_by(stop);
    let found = match known {
        Some(known) => known.clone(),
        None => {
            let mut watch = |progress| monitor.tell(&Progress::Patterns(progress));
            prove::find(instance, options, &mut budget, &mut watch)?
        }
    };
    if request.shrink.is_zero() {
        return Ok(found);
    }
    let left = budget.remaining();
    let time = left.time.map_or(request.shrink, |time| time.min(request.shrink));
    let mut budget = Budget::new(Limits { time: Some(time), ..left }).stopped_by(stop);
    let smaller =
        |patterns: &Patterns| Progress::Fewer { patterns: patterns.0.len(), facts: patterns.facts() };
    monitor.tell(&smaller(&found));
    // What a limit ends is no worse than it was.
    let mut improved = |patterns: &Patterns| monitor.tell(&smaller(patterns));
    prove::shrink(instance, &found, options, &mut budget, &mut improved).or(Ok(found))
}
