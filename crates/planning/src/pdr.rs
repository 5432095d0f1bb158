//! Verdicts by property-directed reachability over dead patterns ([`patsat_patterns::decide`]).

use crate::answer::{Answer, Basis, Optimality, Outcome};
use crate::failure::{Failure, SelfCheck};
use crate::input_error::InputError;
use crate::job::Job;
use crate::monitor::{Monitor, ProgressEvent};
use crate::patterns::{NoPatternsError, checked};
use crate::rounds::PdrStats;
use patsat_base::Limit;
use patsat_game::state::Plan;
use patsat_game::verify::{self, Effort};
use patsat_patterns::{self as patterns, PatternSearchError, PdrResult, Progress};
use patsat_search::Budget;
use web_time::Instant;

/// Property-directed reachability (IC3), without native search: a SAT solver extends layers of positions that may win
/// within a number of steps, until it finds a play or dead patterns.
///
/// # References
/// Bradley, VMCAI 2011. Een, Mishchenko, Brayton, FMCAD 2011. For planning Suda, JAIR 50 (2014); its proofs as
/// certificates Eriksson and Helmert, ICAPS 2020.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PdrMethod {
    /// The seed of the solver and of choices among equals.
    pub seed: u64,
}

/// Solves a request. Every verdict has evidence that the verifier has checked: a plan or dead patterns.
pub(crate) fn solve(job: &Job<'_>, method: PdrMethod, monitor: &mut Monitor<'_>) -> Result<Answer, Failure> {
    let started = Instant::now();
    let instance = job.instance();
    let mut budget = Budget::new(job.limits).stopped_by(monitor.stop());
    let mut stats = Progress::default();
    let mut watch = |progress| {
        stats = progress;
        monitor.notify(&ProgressEvent::Patterns(progress));
    };
    let outcome = match patterns::decide(instance, method.seed, &mut budget, &mut watch) {
        Ok(PdrResult::Won(moves)) => {
            let plan = Plan { moves };
            match verify::replay(instance, plan.clone()) {
                Ok(verified) => Outcome::Solved(verified, Optimality::NotRequested),
                Err(fault) => return Err(SelfCheck::Plan { plan, fault: Box::new(fault) }.into()),
            }
        }
        Ok(PdrResult::Lost(found)) => match checked(instance, &found, Effort::default(), monitor.stop()) {
            Ok(Ok(proof)) => Outcome::Unwinnable(Basis::Patterns(Box::new(proof))),
            Ok(Err(fault)) => return Err(SelfCheck::Patterns { fault: Box::new(fault) }.into()),
            Err(NoPatternsError::GaveUp(_)) => Outcome::Unknown(Limit::GaveUp),
            Err(NoPatternsError::Unsupported(error)) => return Err(InputError::from(error).into()),
            Err(NoPatternsError::NotFound(PatternSearchError::Limit(limit))) => Outcome::Unknown(limit),
            Err(NoPatternsError::NotFound(error)) => return Err(without(error)),
        },
        Err(PatternSearchError::Limit(limit)) => Outcome::Unknown(limit),
        Err(error) => return Err(without(error)),
    };
    let pdr = Some(PdrStats { queries: stats.queried, layers: stats.layers });
    Ok(Answer { pdr, ..Answer::new(instance, outcome, started.elapsed()) })
}

/// The failure where a game has no patterns.
fn without(error: PatternSearchError) -> Failure {
    match error {
        PatternSearchError::Dead(error) => error.into(),
        PatternSearchError::Unsupported(error) => error.into(),
        // These come from limits, guesses and search, which the caller has handled or does not use.
        PatternSearchError::Limit(_) | PatternSearchError::Restless | PatternSearchError::Winnable => {
            SelfCheck::Winnable.into()
        }
    }
}
