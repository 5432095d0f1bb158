//! Solves one instance by native search and checks the result.

use crate::answer::{Answer, Lengths, Measure, Optimality, Outcome};
use crate::certified::{basis, none_shorter};
use crate::failure::SelfCheck;
use crate::job::Job;
use crate::locks::Locks;
use crate::monitor::{Monitor, ProgressEvent};
use patsat_base::Limit;
use patsat_game::state::Plan;
use patsat_game::verify;
use patsat_search::{
    Budget, DEFAULT_STRATEGY, SearchEnd, SearchOptions, Stats, Strategy, UnknownStrategy, strategy,
};
use web_time::Instant;

/// A strategy and its settings.
#[derive(Clone, Debug)]
pub struct SearchMethod {
    /// The strategy.
    pub strategy: &'static Strategy,
    /// Its settings.
    pub options: SearchOptions,
    /// Whether a shortest plan was requested from the strategy, so that its bounds are claims.
    pub optimal: bool,
}

impl SearchMethod {
    /// Returns the strategy of that name with its default settings.
    ///
    /// # Errors
    /// If no strategy has this name.
    pub fn named(name: &str) -> Result<SearchMethod, UnknownStrategy> {
        let strategy = strategy(name)?;
        Ok(SearchMethod { strategy, options: SearchOptions::default(), optimal: name == "optimal" })
    }
}

impl Default for SearchMethod {
    /// The strategy `auto`.
    fn default() -> SearchMethod {
        let strategy = &patsat_search::auto::AUTO;
        SearchMethod { strategy, options: SearchOptions::default(), optimal: false }
    }
}

/// Solves a request by search.
pub(crate) fn solve(
    job: &Job<'_>,
    method: &SearchMethod,
    monitor: &mut Monitor<'_>,
) -> Result<Answer, SelfCheck> {
    let started = Instant::now();
    let (instance, stop) = (job.instance(), monitor.stop());
    let watched = monitor.is_watched();
    let mut watch = |stats: &Stats| monitor.notify(&ProgressEvent::Searched(*stats));
    let mut budget = Budget::new(job.limits).stopped_by(stop);
    if watched {
        budget = budget.watched_by(&mut watch);
    }
    // The scores of positions do not help on a deal made from a formula.
    let default = method.strategy.name == DEFAULT_STRATEGY && !method.optimal;
    let locks = if default { Locks::of(instance).ok() } else { None };
    let report = locks
        .and_then(|locks| locks.by_search(instance, method.options.seed, &mut budget))
        .unwrap_or_else(|| (method.strategy.run)(instance, &method.options, &mut budget));
    let stats = report.stats;
    let mut lengths = None;
    let mut verified = |plan: Plan, limit| -> Result<Outcome, SelfCheck> {
        let plan = match verify::replay(instance, plan.clone()) {
            Ok(verified) => verified,
            Err(fault) => return Err(SelfCheck::Plan { plan, fault: Box::new(fault) }),
        };
        let counted = *lengths.insert(Lengths::of(instance, &plan));
        Ok(Outcome::Solved(plan, optimality(method, &stats, counted, limit)?))
    };
    let outcome = match report.end {
        SearchEnd::Solved(plan) => verified(plan, None)?,
        SearchEnd::Exhausted if method.strategy.complete => {
            Outcome::Unwinnable(basis(job, (method.strategy, &method.options), monitor, started)?)
        }
        SearchEnd::Exhausted | SearchEnd::GaveUp => match excluded(method, &stats) {
            Some(bound) => {
                Outcome::NoPlanWithin { bound, of: Measure::Cost(method.options.cost), proof: None }
            }
            None => Outcome::Unknown(Limit::GaveUp),
        },
        SearchEnd::Limit(limit) => match report.best {
            Some(plan) => verified(plan, Some(limit))?,
            None => Outcome::Unknown(limit),
        },
    };
    let shortest_proof = match outcome {
        Outcome::Solved(_, Optimality::Shortest { cost, length }) if job.certify => {
            Some(none_shorter(job, monitor, started, (cost, length))?)
        }
        _ => None,
    };
    Ok(Answer { stats, shortest_proof, lengths, ..Answer::new(instance, outcome, started.elapsed()) })
}

/// Returns the optimality of a plan, from the bounds of a search for shortest plans that may have ended at a limit, or
/// of one for short plans.
fn optimality(
    method: &SearchMethod,
    stats: &Stats,
    lengths: Lengths,
    limit: Option<Limit>,
) -> Result<Optimality, SelfCheck> {
    let claimed = method.optimal || method.strategy.name == "short";
    let (true, Some(lower)) = (claimed, stats.lower_bound) else {
        return Ok(Optimality::NotRequested);
    };
    let cost = method.options.cost;
    let upper = lengths.get(cost);
    match lower.cmp(&upper) {
        std::cmp::Ordering::Greater => Err(SelfCheck::Bound { lower, found: upper, cost }),
        std::cmp::Ordering::Equal => Ok(Optimality::Shortest { cost, length: upper }),
        std::cmp::Ordering::Less => Ok(Optimality::Between { cost, lower, upper, limit }),
    }
}

/// Returns the length up to which a search with a depth bound has excluded every plan.
fn excluded(method: &SearchMethod, stats: &Stats) -> Option<u32> {
    let bound = method.options.depth?;
    (method.optimal && stats.lower_bound? > bound).then_some(bound)
}

#[cfg(test)]
mod tests;
