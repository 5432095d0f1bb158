//! Verdicts by dead patterns: found by [`patsat_patterns`] within limits, and checked by the verifier.

use crate::answer::{Answer, Basis, Outcome};
use crate::certificate::PatternProof;
use crate::failure::{Failure, SelfCheck};
use crate::job::Job;
use crate::monitor::{Monitor, ProgressEvent};
use patsat_base::{Limit, Limits};
use patsat_game::rules::{Rules, Stock};
use patsat_game::state::Instance;
use patsat_game::state::patterns::{self, Patterns};
use patsat_game::verify::{self, Effort, PatternFault};
use patsat_patterns::{Guess, Options, PatternSearchError, Regions};
use patsat_search::Budget;
use std::sync::atomic::{AtomicBool, Ordering};
use web_time::{Duration, Instant};

/// The reason why a lost position has no patterns.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPatternsError {
    /// No patterns were found.
    #[error(transparent)]
    NotFound(#[from] PatternSearchError),
    /// The verifier does not support the game.
    #[error(transparent)]
    Unsupported(#[from] verify::Unsupported),
    /// The verifier reached its limit of cases.
    #[error("the patterns found could not be checked: {0}")]
    GaveUp(#[source] Box<PatternFault>),
}

impl NoPatternsError {
    /// Returns the limit that was reached, if one was.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        match self {
            NoPatternsError::NotFound(PatternSearchError::Limit(limit)) => Some(*limit),
            _ => None,
        }
    }
}

/// Reads and checks the patterns of a certificate, whose number is to be reduced.
///
/// # Errors
/// If they do not prove the position lost, or the flag `stop` is set before the check is complete.
pub fn known(instance: &Instance, file: &[u8], stop: &AtomicBool) -> Result<PatternProof, PatternFault> {
    proof(instance, &patterns::read(instance, file)?, Effort::default(), stop)
}

/// Has the verifier check patterns, until the flag is set.
fn proof(
    instance: &Instance,
    found: &Patterns,
    effort: Effort,
    stop: &AtomicBool,
) -> Result<PatternProof, PatternFault> {
    let checked = verify::check_patterns_until(instance, found, effort, &|| stop.load(Ordering::Relaxed))?;
    Ok(PatternProof { checked, text: patterns::write(instance, found) })
}

/// Returns known patterns or searches for them, then reduces their number for at most the time `shrink`.
///
/// # Errors
/// The reason why no patterns were found.
pub fn find(
    instance: &Instance,
    known: Option<&Patterns>,
    (options, shrink): (&Options, Duration),
    limits: Limits,
    monitor: &mut Monitor<'_>,
) -> Result<Patterns, PatternSearchError> {
    let stop = monitor.stop();
    let mut budget = Budget::new(limits).stopped_by(stop);
    let found = match known {
        Some(known) => known.clone(),
        None => {
            let mut watch = |progress| monitor.notify(&ProgressEvent::Patterns(progress));
            patsat_patterns::find(instance, options, &mut budget, &mut watch)?
        }
    };
    if shrink.is_zero() {
        return Ok(found);
    }
    let left = budget.remaining();
    let time = left.time.map_or(shrink, |time| time.min(shrink));
    let mut budget = Budget::new(Limits { time: Some(time), ..left }).stopped_by(stop);
    let smaller =
        |patterns: &Patterns| ProgressEvent::Fewer { patterns: patterns.0.len(), facts: patterns.facts() };
    monitor.notify(&smaller(&found));
    // A reduction that a limit ends returns patterns no worse than before.
    let mut improved = |patterns: &Patterns| monitor.notify(&smaller(patterns));
    patsat_patterns::shrink(instance, &found, options, &mut budget, &mut improved).or(Ok(found))
}

/// Has the verifier check patterns; the inner error is a refusal, which is a bug.
///
/// # Errors
/// If the checker does not support the game, reaches its limit of cases, or is stopped by the flag.
pub fn checked(
    instance: &Instance,
    found: &Patterns,
    effort: Effort,
    stop: &AtomicBool,
) -> Result<Result<PatternProof, PatternFault>, NoPatternsError> {
    match proof(instance, found, effort, stop) {
        Ok(proof) => Ok(Ok(proof)),
        Err(PatternFault::Stopped) => Err(PatternSearchError::Limit(Limit::Interrupted).into()),
        Err(PatternFault::Unsupported(why)) => Err(why.into()),
        Err(fault @ PatternFault::GaveUp { .. }) => Err(NoPatternsError::GaveUp(Box::new(fault))),
        Err(fault) => Ok(Err(fault)),
    }
}

/// The limit of queries to the solver about dead patterns, after which the game stays undecided: some minutes.
pub const QUESTIONS: u64 = 300_000;

/// The settings of one search for patterns.
#[derive(Clone, Copy)]
struct Attempt {
    /// The guess which cards never move, if one is made.
    guess: Option<Guess>,
    /// Positions of the sample.
    sample: usize,
    /// Queries to the solver.
    questions: u64,
}

/// The first attempt in games with a waste. Many deals of Forty Thieves that are lost for a small reason need fewer
/// queries, and no larger sample.
const PLAIN: Attempt = Attempt { guess: None, sample: 30_000, questions: 10_000 };

/// An attempt with a guess. With a good one, a few thousand queries are enough. If fewer than 8 cards seem never to
/// move, too little is known for a guess.
const GUESSED: Attempt =
    Attempt { guess: Some(Guess { games: 500, least: 8 }), sample: 100_000, questions: 15_000 };

/// Returns the attempts in order, with at most `questions` queries in all.
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

/// Searches for patterns that prove a game lost that search leaves undecided; returns `None` if it finds none.
///
/// # Errors
/// If the verifier refuses the patterns.
pub fn undecided(
    instance: &Instance,
    (all, shrink): (&Options, Duration),
    questions: u64,
    limits: Limits,
    monitor: &mut Monitor<'_>,
) -> Result<Option<PatternProof>, Failure> {
    let started = Instant::now();
    let left = || {
        let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        Limits { time, ..limits }
    };
    let stop = monitor.stop();
    let accept = |found: Result<Patterns, PatternSearchError>| {
        let checked = found
            .map_err(NoPatternsError::from)
            .and_then(|found| checked(instance, &found, Effort::default(), stop));
        match checked {
            Ok(Ok(proof)) => Ok(Some(proof)),
            Ok(Err(fault)) => Err(Failure::from(SelfCheck::Patterns { fault: Box::new(fault) })),
            Err(_) => Ok(None),
        }
    };
    for Attempt { guess, sample, questions } in attempts(&instance.rules, questions) {
        let options = Options { sample, regions: Regions::One, guess, questions: Some(questions), ..*all };
        let found = find(instance, None, (&options, shrink), left(), monitor);
        if let Some(proof) = accept(found)? {
            return Ok(Some(proof));
        }
    }
    Ok(None)
}

/// Returns the answer unchanged, or "unwinnable" if it is undecided and patterns are found. The search for them makes
/// at most `questions` queries to the solver and starts with `seed`.
///
/// # Errors
/// If the verifier refuses the patterns.
pub(crate) fn decide_open(
    job: &Job<'_>,
    seed: u64,
    questions: u64,
    mut answer: Answer,
    monitor: &mut Monitor<'_>,
) -> Result<Answer, Failure> {
    let Outcome::Unknown(limit) = &answer.outcome else { return Ok(answer) };
    let time = job.limits.time.map(|time| time.saturating_sub(answer.time));
    if *limit == Limit::Interrupted || time == Some(Duration::ZERO) {
        return Ok(answer);
    }
    let started = Instant::now();
    let options = Options { seed, ..Options::default() };
    let limits = Limits { time, ..job.limits };
    if let Some(proof) = undecided(job.instance(), (&options, Duration::ZERO), questions, limits, monitor)? {
        answer.outcome = Outcome::Unwinnable(Basis::Patterns(Box::new(proof)));
    }
    answer.time += started.elapsed();
    Ok(answer)
}
