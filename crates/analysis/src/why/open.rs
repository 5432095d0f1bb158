//! Games that a search of so many positions has not decided.
//!
//! Some of them are lost for a reason of a few cards, which dead patterns say whether or not anybody has visited
//! all positions: no proof rests on the visit. What it gives the search for patterns is a sample of
//! positions, so that of two patterns the one is taken that more of them match; and here the sample is all
//! that there is to go by, so it is a larger one. (Of Solvitaire's deals of Forty Thieves that stay open perhaps one in
//! ten to twenty is of this kind.)

use super::{WhyAnswer, WhyRequest, explain};
use patsat_planning::patterns::{self, QUESTIONS};
use patsat_planning::{Basis, Outcome};
use patsat_planning::{Failure, Monitor};
use patsat_planning::{Request, height_game, solve};
use patsat_search::{Limit, Limits};
use web_time::Instant;

/// Positions that are searched first: some seconds.
pub const FIRST: u64 = 1_000_000;

/// Searches a while; tries the height game; looks for patterns; searches to the end.
///
/// # Errors
/// As of [`super::why`].
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
