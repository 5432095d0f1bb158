//! `solve --by smt`: SMT-LIB scripts and solvers.

use super::super::args::{LimitArgs, SearchArgs, suggestion};
use super::super::context::Context;
use super::super::exit::Failure;
use super::super::progress::Live;
use super::super::{formula, signals};
use super::report::Report;
use super::sat::{SatArgs, from, rule};
use crate::pipeline::Answer;
use crate::pipeline::sat::{Horizon, Progress};
use crate::pipeline::smt::{SmtRequest, solve_by_smt};
use crate::report::{human, jsonl};
use crate::solve::smt as backends;
use crate::state::Instance;
use patsat_encodings::smt;

/// The encoding for shortest plans where none is asked for.
const COUNTED: &str = "relational";

/// The request that the arguments make.
pub(super) fn request<'a>(
    args: &SatArgs,
    instance: &'a Instance,
    search: &SearchArgs,
    limits: &LimitArgs,
) -> Result<SmtRequest<'a>, Failure> {
    if let Some(name) = search.given_beside_optimal().or(limits.given_for_search()) {
        return Err(Failure::input(format!("{name} is for --by search, not for --by smt")));
    }
    if args.threads.is_some_and(|threads| threads > 1) {
        return Err(Failure::input("--threads is for --by sat: --by smt asks one solver at a time"));
    }
    let name = args.backend.as_deref().unwrap_or(backends::DEFAULT);
    let backend = backends::backend(name).map_err(|unknown| {
        let known = backends::BACKENDS.iter().map(|b| b.name);
        Failure::input(format!("{unknown}{}", suggestion(name, known)))
    })?;
    let horizon: Horizon =
        args.horizon.as_deref().map_or(Ok(Horizon::Auto), str::parse).map_err(Failure::input)?;
    // The thesis' model does not count moves apart from runs that leave.
    let usual = if search.optimal() { COUNTED } else { smt::DEFAULT };
    Ok(SmtRequest {
        instance,
        encoding: formula::smt_encoding(args.encoding.as_deref().unwrap_or(usual))?,
        options: formula::options(args.options.as_deref().unwrap_or_default())?,
        backend,
        seed: search.seed(),
        horizon,
        schedule: args.schedule.as_deref().map(rule).transpose()?,
        limits: limits.limits(),
        horizon_time: args.horizon_time_limit,
        optimal: search.optimal(),
    })
}

/// Runs it; the report has heard of every horizon.
pub(super) fn run(
    request: &SmtRequest<'_>,
    report: &mut Report<'_>,
    context: &Context,
) -> Result<Answer, Failure> {
    request.check().map_err(|error| from(request.instance, error))?;
    report.begin(&jsonl::Event::begin_smt(request))?;
    let live = Live::search(context);
    let mut failed = None;
    let mut watch = |progress: &Progress| match progress {
        Progress::Asked(question) => live.horizon(question),
        Progress::Tick => live.tick(),
        Progress::Answered(round) => {
            let told = live.aside(|| {
                context.detail(&human::round_with_time(round));
                report.horizon(round)
            });
            live.answered(round);
            failed = failed.take().or(told.err());
        }
    };
    let answer = solve_by_smt(request, signals::stop_flag(), &mut watch);
    live.done();
    if let Some(failure) = failed {
        return Err(failure);
    }
    answer.map_err(|error| from(request.instance, error))
}
