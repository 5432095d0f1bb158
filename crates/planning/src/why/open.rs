//! Games that a search of so many positions has not decided.
//!
//! Some of them are lost for a reason of a few cards, which dead patterns say whether or not anybody has visited
//! all positions: no proof rests on the visit. What it gives the search for patterns is a sample of
//! positions, so that of two patterns the one is taken that more of them match; and here the sample is all
//! that there is to go by, so it is a larger one. (Of Solvitaire's deals of Forty Thieves that stay open perhaps one in
//! ten to twenty is of this kind.)

use super::{PatternProof, WhyAnswer, WhyRequest, WithoutPatterns, checked, explain, find};
use crate::answer::{Answer, Basis, Outcome};
use crate::failure::{Failure, SelfCheck};
use crate::monitor::Monitor;
use crate::prove::{self, Guess, NotFound, Regions};
use crate::request::{Method, Request, solve};
use patsat_game::rules::{Rules, Stock};
use patsat_game::state::patterns::Patterns;
use patsat_search::{Limit, Limits};
use web_time::{Duration, Instant};

/// Positions that are searched first: some seconds.
pub const FIRST: u64 = 1_000_000;

/// Questions to the solver about dead patterns, after which the game stays open: some minutes.
pub const QUESTIONS: u64 = 300_000;

/// One search for patterns, from the beginning.
#[derive(Clone, Copy)]
struct Attempt {
    /// How it is guessed which cards are never played; otherwise nothing is supposed.
    guess: Option<Guess>,
    /// Positions of the sample.
    sample: usize,
    /// Questions to the solver.
    questions: u64,
}

/// Before all others in games with a waste: many deals of Forty Thieves that are lost for a small reason need fewer
/// questions, and no larger sample.
const PLAIN: Attempt = Attempt { guess: None, sample: 30_000, questions: 10_000 };

/// With a good guess a few thousand questions are enough; where fewer cards seem to stay hardly anything is known.
const GUESSED: Attempt =
    Attempt { guess: Some(Guess { games: 500, least: 8 }), sample: 100_000, questions: 15_000 };

/// What is tried one after the other; all of it asks so many questions at most.
fn attempts(rules: &Rules, questions: u64) -> Vec<Attempt> {
    let waste = matches!(rules.stock, Stock::Waste { .. });
    let rest = Attempt { guess: None, sample: 100_000, questions };
    let mut left = questions;
    let mut all: Vec<Attempt> = waste.then_some(PLAIN).into_iter().chain([GUESSED, rest]).collect();
    for attempt in &mut all {
        attempt.questions = attempt.questions.min(left);
        left -= attempt.questions;
    }
    all.retain(|attempt| attempt.questions > 0);
    all
}

/// Searches a while; looks for patterns; searches to the end.
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
    let questions = request.options.questions.unwrap_or(QUESTIONS);
    if let Some(proof) = patterns(request, questions, left(), monitor)? {
        answer.outcome = Outcome::Unwinnable(Basis::Patterns(Box::new(proof)));
        answer.time = started.elapsed();
        return Ok(WhyAnswer { answer, without: None });
    }
    let mut answer = solve(&search(left()), monitor)?;
    answer.time = started.elapsed();
    explain(request, answer, monitor)
}

/// An answer as it is, or "unwinnable" by patterns if it is open and the request wants them looked for.
///
/// # Errors
/// If the verifier refuses the patterns.
pub(crate) fn or_patterns(
    request: &Request<'_>,
    mut answer: Answer,
    monitor: &mut Monitor<'_>,
) -> Result<Answer, Failure> {
    let (Some(questions), Outcome::Unknown(limit)) = (request.prove, &answer.outcome) else {
        return Ok(answer);
    };
    let time = request.limits.time.map(|time| time.saturating_sub(answer.time));
    if *limit == Limit::Interrupted || time == Some(Duration::ZERO) {
        return Ok(answer);
    }
    let started = Instant::now();
    let seed = match &request.method {
        Method::Search(search) => search.options.seed,
        _ => 0,
    };
    let why = WhyRequest {
        search: Request::new(request.instance(), request.method.clone()),
        options: prove::Options { seed, ..prove::Options::default() },
        first: FIRST,
        shrink: Duration::ZERO,
        known: None,
    };
    if let Some(proof) = patterns(&why, questions, Limits { time, ..request.limits }, monitor)? {
        answer.outcome = Outcome::Unwinnable(Basis::Patterns(Box::new(proof)));
    }
    answer.time += started.elapsed();
    Ok(answer)
}

/// Patterns that prove a game lost of which search does not say so; none if none are found.
fn patterns(
    request: &WhyRequest<'_>,
    questions: u64,
    limits: Limits,
    monitor: &mut Monitor<'_>,
) -> Result<Option<PatternProof>, Failure> {
    let instance = request.search.instance();
    let started = Instant::now();
    let left = || {
        let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        Limits { time, ..limits }
    };
    let accept = |found: Result<Patterns, NotFound>| {
        let checked = found.map_err(WithoutPatterns::from).and_then(|found| checked(instance, &found));
        match checked {
            Ok(Ok(proof)) => Ok(Some(proof)),
            Ok(Err(fault)) => Err(Failure::from(SelfCheck::Patterns { fault: Box::new(fault) })),
            Err(_) => Ok(None),
        }
    };
    for Attempt { guess, sample, questions } in attempts(&instance.rules, questions) {
        let options = prove::Options {
            sample,
            regions: Regions::One,
            guess,
            questions: Some(questions),
            ..request.options
        };
        let found = find::find(request, None, &options, left(), monitor);
        if let Some(proof) = accept(found)? {
            return Ok(Some(proof));
        }
    }
    Ok(None)
}
