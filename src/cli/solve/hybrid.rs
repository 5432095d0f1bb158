//! `solve --by hybrid`: a search chooses positions, SAT solvers play between them.

use super::super::context::Context;
use super::super::exit::Failure;
use super::super::progress::Live;
use super::super::signals;
use super::report::Report;
use super::sat;
use crate::pipeline::Answer;
use crate::pipeline::parts::{HybridRequest, Tried, solve_by_hybrid};
use crate::report::{human, jsonl};

/// Runs it; with --verbose every question is told.
pub(super) fn run(
    request: &HybridRequest<'_>,
    report: &mut Report<'_>,
    context: &Context,
) -> Result<Answer, Failure> {
    report.begin(&jsonl::Event::begin_hybrid(request))?;
    let live = Live::search(context);
    let mut failed = None;
    let mut watch = |tried: &Tried| {
        let told = live.aside(|| {
            context.detail(&human::tried_with_time(tried));
            report.tried(tried)
        });
        live.tick();
        failed = failed.take().or(told.err());
    };
    let answer = solve_by_hybrid(request, signals::stop_flag(), &mut watch);
    live.done();
    if let Some(failure) = failed {
        return Err(failure);
    }
    answer.map_err(|error| sat::from(request.instance, error))
}

/// What it cost, for who wants to know more.
pub(super) fn detail(answer: &Answer) -> String {
    let ms = answer.time.as_secs_f64() * 1e3;
    let questions = answer.hybrid.as_ref().map_or(0, |stats| stats.tried.len());
    format!("{ms:.1} ms, {questions} {}", if questions == 1 { "question" } else { "questions" })
}
