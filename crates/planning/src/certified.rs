//! The evidence for the verdicts of a search, if a certificate was requested.

use crate::answer::{Basis, ShortestProof};
use crate::certificate::{Certificate, CertificateError};
use crate::failure::SelfCheck;
use crate::job::{Job, LazyTask};
use crate::monitor::{Monitor, ProgressEvent};
use patsat_base::{Limit, Limits};
use patsat_game::rules::Cost;
use patsat_game::state::Instance;
use patsat_game::verify::{HeightLoss, TrackedLoss};
use patsat_search::{Budget, CertifyError, SearchOptions, Strategy};
use std::sync::atomic::Ordering;
use web_time::Instant;

/// Returns the remaining limits.
fn left(job: &Job<'_>, started: Instant) -> Limits {
    let left = |most: web_time::Duration| most.saturating_sub(started.elapsed());
    Limits { time: job.limits.time.map(left), ..job.limits }
}

/// Runs a check that reports its progress and may be stopped. Returns its result, and the limit that stopped it if it
/// was stopped.
fn watched<T>(
    job: &Job<'_>,
    monitor: &mut Monitor<'_>,
    started: Instant,
    check: impl FnOnce(&mut Budget<'_>, &mut dyn FnMut(u64, u64) -> bool) -> T,
) -> (T, Limit) {
    let stop = monitor.stop();
    let mut budget = Budget::new(left(job, started)).stopped_by(stop);
    let mut ended = Limit::Interrupted;
    let mut go_on = |looked, of| {
        monitor.notify(&ProgressEvent::Checked { looked, of });
        let late = job.limits.time.is_some_and(|most| started.elapsed() >= most);
        if late {
            ended = Limit::Time;
        }
        !late && !stop.load(Ordering::Relaxed)
    };
    let checked = check(&mut budget, &mut go_on);
    (checked, ended)
}

/// Returns a checked certificate of tracked cards for a game like Klondike, if one is found.
///
/// # Errors
/// If search and verifier contradict each other.
pub fn few_tracked(
    instance: &Instance,
    limits: Limits,
    monitor: &mut Monitor<'_>,
) -> Result<Option<Certificate<TrackedLoss>>, SelfCheck> {
    let game = LazyTask::new(instance);
    let job = Job { game: &game, limits, certify: true };
    let (made, ended) = watched(&job, monitor, Instant::now(), |budget, go_on| {
        Certificate::of_tracked(instance, budget, go_on)
    });
    match made {
        Ok(certificate) => Ok(Some(certificate).filter(|few| !few.checked.safe_home)),
        Err(other) => other.reason(ended).map(|_| None),
    }
}

/// Returns a checked height game for a game like FreeCell, if it is lost.
///
/// # Errors
/// If search and verifier contradict each other.
pub fn height_game(
    instance: &Instance,
    limits: Limits,
    monitor: &mut Monitor<'_>,
) -> Result<Option<Certificate<HeightLoss>>, SelfCheck> {
    let game = LazyTask::new(instance);
    heights(&Job { game: &game, limits, certify: true }, monitor, Instant::now())
}

fn heights(
    job: &Job<'_>,
    monitor: &mut Monitor<'_>,
    started: Instant,
) -> Result<Option<Certificate<HeightLoss>>, SelfCheck> {
    let (made, ended) = watched(job, monitor, started, |budget, go_on| {
        Certificate::of_heights(job.instance(), budget, go_on)
    });
    match made {
        Ok(certificate) => Ok(Some(certificate)),
        Err(other) => other.reason(ended).map(|_| None),
    }
}

/// Returns the certificate that no plan is shorter. Making and checking it stop at the request's limits.
pub(crate) fn none_shorter(
    job: &Job<'_>,
    monitor: &mut Monitor<'_>,
    started: Instant,
    (cost, length): (Cost, u32),
) -> Result<ShortestProof, SelfCheck> {
    let (made, ended) = watched(job, monitor, started, |budget, go_on| {
        Certificate::of_shortest(job.instance(), (cost, length), budget, go_on)
    });
    match made {
        Ok(certificate) => Ok(ShortestProof::BoundedSet(Box::new(certificate))),
        Err(CertificateError::NotMade(CertifyError::Shorter)) => Err(SelfCheck::Shorter { length, cost }),
        Err(other) => Ok(ShortestProof::None(other.reason(ended)?)),
    }
}

/// Returns the evidence for an exhausted complete search: the search itself, or a certificate if one is requested.
///
/// The certificate is tracked cards for games like Klondike and a closed set for other games. It is a swept set if the
/// search did not keep all positions, or if the memory is too small. For games like FreeCell, a height game replaces a
/// closed set with more positions than [`SMALL`].
pub(crate) fn basis(
    job: &Job<'_>,
    (strategy, options): (&Strategy, &SearchOptions),
    monitor: &mut Monitor<'_>,
    started: Instant,
) -> Result<Basis, SelfCheck> {
    if !job.certify {
        return Ok(Basis::Search { without: None });
    }
    let swept = |monitor: &mut Monitor<'_>| -> Result<Result<Basis, CertifyError>, SelfCheck> {
        let (made, ended) = watched(job, monitor, started, |budget, go_on| {
            Certificate::of_sweep(job.instance(), !options.no_dominance, budget, go_on)
        });
        Ok(match made {
            Ok(certificate) => Ok(Basis::SweptSet(Box::new(certificate))),
            Err(other) => Err(other.reason(ended)?),
        })
    };
    if strategy.name == SWEEP {
        match swept(monitor)? {
            Ok(basis) => return Ok(basis),
            Err(CertifyError::NotSwept) => {}
            Err(why) => return Ok(Basis::Search { without: Some(why) }),
        }
    }
    let (tracked, ended) = watched(job, monitor, started, |budget, go_on| {
        Certificate::of_tracked(job.instance(), budget, go_on)
    });
    match tracked {
        Ok(certificate) => return Ok(Basis::TrackedCards(Box::new(certificate))),
        Err(CertificateError::NotMade(CertifyError::NotTracked)) => {}
        Err(other) => return Ok(Basis::Search { without: Some(other.reason(ended)?) }),
    }
    // A small closed set trusts less than a height game, and both are short files.
    let small =
        Limits { nodes: Some(job.limits.nodes.map_or(SMALL, |most| most.min(SMALL))), ..left(job, started) };
    let mut budget = Budget::new(small).stopped_by(monitor.stop());
    match Certificate::make(job.instance(), &mut budget) {
        Ok(certificate) => return Ok(Basis::ClosedSet(Box::new(certificate))),
        Err(other) => other.reason(Limit::Interrupted).map(|_| ())?,
    }
    if let Some(certificate) = heights(job, monitor, started)? {
        return Ok(Basis::HeightGame(Box::new(certificate)));
    }
    let mut budget = Budget::new(left(job, started)).stopped_by(monitor.stop());
    let why = match Certificate::make(job.instance(), &mut budget) {
        Ok(certificate) => return Ok(Basis::ClosedSet(Box::new(certificate))),
        Err(other) => other.reason(Limit::Interrupted)?,
    };
    let too_large = why == CertifyError::Limit(Limit::Memory);
    Ok(match too_large.then(|| swept(monitor)).transpose()? {
        Some(Ok(basis)) => basis,
        _ => Basis::Search { without: Some(why) },
    })
}

/// The maximum number of positions of a closed set that is made before a height game is tried.
const SMALL: u64 = 1_000;

/// The strategy that does not keep all positions.
const SWEEP: &str = "sweep";
