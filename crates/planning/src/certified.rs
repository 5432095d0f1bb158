//! What the verdicts of a search rest on, if a certificate was asked for.

use crate::answer::{Basis, ShortestProof};
use crate::certificate::{Certificate, NoCertificate};
use crate::failure::SelfCheck;
use crate::monitor::{Monitor, Progress};
use crate::request::Request;
use patsat_game::rules::Cost;
use patsat_game::verify::ClosedSetFault;
use patsat_search::{Budget, CertifyError, Limit, Limits};
use std::sync::atomic::{AtomicBool, Ordering};
use web_time::Instant;

/// The limits that are left.
fn left(request: &Request<'_>, started: Instant) -> Limits {
    let left = |most: web_time::Duration| most.saturating_sub(started.elapsed());
    Limits { time: request.limits.time.map(left), ..request.limits }
}

/// The certificate that no plan is shorter; making it and checking it end at the request's limits.
pub(crate) fn none_shorter(
    request: &Request<'_>,
    monitor: &mut Monitor<'_>,
    started: Instant,
    (cost, length): (Cost, u32),
) -> Result<ShortestProof, SelfCheck> {
    let stop = monitor.stop();
    let mut budget = Budget::new(left(request, started)).stopped_by(stop);
    let mut ended = Limit::Interrupted;
    let mut go_on = |looked, of| {
        monitor.tell(&Progress::Checked { looked, of });
        let late = request.limits.time.is_some_and(|most| started.elapsed() >= most);
        if late {
            ended = Limit::Time;
        }
        !late && !stop.load(Ordering::Relaxed)
    };
    match Certificate::of_shortest(request.instance(), (cost, length), &mut budget, &mut go_on) {
        Ok(certificate) => Ok(ShortestProof::BoundedSet(Box::new(certificate))),
        Err(NoCertificate::Refused(ClosedSetFault::Stopped)) => {
            Ok(ShortestProof::None(CertifyError::Limit(ended)))
        }
        Err(NoCertificate::Refused(ClosedSetFault::Memory(_))) => {
            Ok(ShortestProof::None(CertifyError::Limit(Limit::Memory)))
        }
        Err(NoCertificate::Refused(fault)) => Err(SelfCheck::Certificate { fault: Box::new(fault) }),
        Err(NoCertificate::NotMade(CertifyError::Shorter)) => Err(SelfCheck::Shorter { length, cost }),
        Err(NoCertificate::NotMade(without)) => Ok(ShortestProof::None(without)),
    }
}

/// What an exhausted complete search rests on: itself, or a certificate if one is wanted.
pub(crate) fn basis(request: &Request<'_>, stop: &AtomicBool, started: Instant) -> Result<Basis, SelfCheck> {
    if !request.certify {
        return Ok(Basis::Search { without: None });
    }
    let mut budget = Budget::new(left(request, started)).stopped_by(stop);
    match Certificate::make(request.instance(), &mut budget) {
        Ok(certificate) => Ok(Basis::ClosedSet(Box::new(certificate))),
        Err(NoCertificate::Refused(ClosedSetFault::Memory(_))) => {
            Ok(Basis::Search { without: Some(CertifyError::Limit(Limit::Memory)) })
        }
        Err(NoCertificate::Refused(fault)) => Err(SelfCheck::Certificate { fault: Box::new(fault) }),
        Err(NoCertificate::NotMade(CertifyError::Winnable)) => Err(SelfCheck::Winnable),
        Err(NoCertificate::NotMade(without)) => Ok(Basis::Search { without: Some(without) }),
    }
}
