//! `solve --by search`: a native search on the rules.

use super::super::args::{LimitArgs, SearchArgs};
use super::super::context::Context;
use super::super::exit::Failure;
use super::super::progress::Live;
use super::super::{selfcheck, signals};
use super::report::Report;
use crate::pipeline::{Answer, Request, solve};
use crate::report::jsonl;
use crate::search::Stats;
use crate::state::Instance;

/// The request that the arguments make.
pub(super) fn request<'a>(
    instance: &'a Instance,
    search: &SearchArgs,
    limits: &LimitArgs,
    certify: bool,
) -> Result<Request<'a>, Failure> {
    let strategy = search.strategy()?;
    Ok(Request {
        instance,
        strategy,
        options: search.options(),
        optimal: strategy.name == "optimal",
        limits: limits.limits(),
        certify,
    })
}

/// Runs it; the report has heard of every bound.
pub(super) fn run(
    request: &Request<'_>,
    report: &mut Report<'_>,
    context: &Context,
) -> Result<Answer, Failure> {
    report.begin(&jsonl::Event::begin(request))?;
    let live = Live::search(context);
    let mut bounds = (None, None);
    let mut failed = None;
    let mut watch = |stats: &Stats| {
        live.stats(stats);
        if request.optimal && bounds != (stats.lower_bound, stats.upper_bound) {
            let better = bounds.1 != stats.upper_bound;
            bounds = (stats.lower_bound, stats.upper_bound);
            let told = live.aside(|| report.bound(request.options.cost, stats, better));
            failed = failed.take().or(told.err());
        }
    };
    let answer = solve(request, signals::stop_flag(), Some(&mut watch));
    live.done();
    if let Some(failure) = failed {
        return Err(failure);
    }
    answer.map_err(|error| selfcheck::failure(request.instance, &error))
}

/// What it cost, for who wants to know more.
pub(super) fn detail(answer: &Answer) -> String {
    let (stats, ms) = (answer.stats, answer.time.as_secs_f64() * 1e3);
    format!(
        "{ms:.1} ms, {} positions expanded, {} generated, {} stored, tables {} MiB",
        stats.expanded,
        stats.generated,
        stats.stored,
        stats.peak_bytes >> 20
    )
}
