//! Games that the first search has not decided.
//!
//! Some of them are lost because of a few cards. Dead patterns prove such a loss without a visit to all
//! positions. The visit only supplies a sample of positions for the search for patterns: of two patterns, it
//! prefers the one that more of them match. Here nothing but the sample is known, so it is a larger one. (Of
//! Solvitaire's deals of Forty Thieves that stay open, perhaps one in ten to twenty is of this kind.)

use super::{WhyAnswer, WhyRequest, explain};
use patsat_base::{Limit, Limits};
use patsat_planning::patterns::{self, QUESTIONS};
use patsat_planning::{Basis, Outcome};
use patsat_planning::{Failure, Monitor};
use patsat_planning::{Request, height_game, solve};
use web_time::Instant;

/// The default node limit of the first search: some seconds.
pub const FIRST: u64 = 1_000_000;

/// Runs the first search, tries the height game, searches for patterns, and then searches to the end.
///
/// # Errors
/// As [`super::why`].
pub(super) fn why(request: &WhyRequest<'_>, monitor: &mut Monitor<'_>) -> Result<WhyAnswer, Failure> {
    let started = Instant::now();
    let all = request.search.limits;
    let left = || Limits { time: all.time.map(|time| time.saturating_sub(started.elapsed())), ..all };
    if all.nodes.is_some_and(|nodes| nodes <= request.first) {
        let answer = solve(&request.search, monitor)?;
        return explain(request, answer, monitor);
    }
    let search = |limits| Request { limits, ..request.search.clone() };
    let mut answer = solve(&search(Limits { nodes: Some(request.first), ..all }), monitor)?;
    if answer.outcome != Outcome::Unknown(Limit::Nodes) {
        return explain(request, answer, monitor);
    }
    if let Some(heights) = height_game(request.search.instance(), left(), monitor)? {
        answer.outcome = Outcome::Unwinnable(Basis::HeightGame(Box::new(heights)));
        return explain(request, answer, monitor);
    }
    let questions = request.options.questions.unwrap_or(QUESTIONS);
    if let Some(proof) = patterns::undecided(
        request.search.instance(),
        (&request.options, request.shrink),
        questions,
        left(),
        monitor,
    )? {
        answer.outcome = Outcome::Unwinnable(Basis::Patterns(Box::new(proof)));
        answer.time = started.elapsed();
        return Ok(WhyAnswer { answer, without: None });
    }
    let mut answer = solve(&search(left()), monitor)?;
    answer.time = started.elapsed();
    explain(request, answer, monitor)
}
