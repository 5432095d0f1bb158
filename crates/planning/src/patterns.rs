//! Verdicts by dead patterns: found by [`patsat_patterns`] within limits, and accepted by the verifier alone.

use crate::answer::{Answer, Basis, Outcome};
use crate::certificate::PatternProof;
use crate::failure::{Failure, SelfCheck};
use crate::job::Job;
use crate::monitor::{Monitor, ProgressEvent};
use patsat_game::rules::{Rules, Stock};
use patsat_game::state::Instance;
use patsat_game::state::patterns::{self, Patterns};
use patsat_game::verify::{self, PatternFault};
use patsat_patterns as prove;
use patsat_patterns::{Guess, NotFound, Options, Regions};
use patsat_search::{Budget, Limit, Limits};
use web_time::{Duration, Instant};

/// Why a lost position has no patterns.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WithoutPatterns {
    /// None were found.
    #[error(transparent)]
    NotFound(#[from] NotFound),
    /// The verifier does not know the game.
    #[error(transparent)]
    Unsupported(#[from] verify::Unsupported),
    /// The verifier ran out of cases.
    #[error("the patterns found could not be checked: {0}")]
    GaveUp(#[source] Box<PatternFault>),
}

impl WithoutPatterns {
    /// The limit that came first, if one did.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        match self {
            WithoutPatterns::NotFound(NotFound::Limit(limit)) => Some(*limit),
            _ => None,
        }
    }
}

/// Patterns of a certificate, to be made fewer.
///
/// # Errors
/// If they do not prove the position lost.
pub fn known(instance: &Instance, file: &[u8]) -> Result<PatternProof, PatternFault> {
    proof(instance, &patterns::read(instance, file)?)
}

/// Patterns that the verifier accepts.
fn proof(instance: &Instance, found: &Patterns) -> Result<PatternProof, PatternFault> {
    let checked = verify::check_patterns(instance, found)?;
    Ok(PatternProof { checked, text: patterns::write(instance, found) })
}

/// Patterns that are known or found, then made fewer for at most the time `shrink`.
///
/// # Errors
/// Why none were found.
pub fn find(
    instance: &Instance,
    known: Option<&Patterns>,
    (options, shrink): (&Options, Duration),
    limits: Limits,
    monitor: &mut Monitor<'_>,
) -> Result<Patterns, NotFound> {
    let stop = monitor.stop();
    let mut budget = Budget::new(limits).stopped_by(stop);
    let found = match known {
        Some(known) => known.clone(),
        None => {
            let mut watch = |progress| monitor.notify(&ProgressEvent::Patterns(progress));
            prove::find(instance, options, &mut budget, &mut watch)?
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
    // What a limit ends is no worse than it was.
    let mut improved = |patterns: &Patterns| monitor.notify(&smaller(patterns));
    prove::shrink(instance, &found, options, &mut budget, &mut improved).or(Ok(found))
}

/// Has patterns checked; the inner error is a refusal, which is a bug.
///
/// # Errors
/// If the checker does not cover the game, or runs out of cases.
pub fn checked(
    instance: &Instance,
    found: &Patterns,
) -> Result<Result<PatternProof, PatternFault>, WithoutPatterns> {
    match proof(instance, found) {
        Ok(proof) => Ok(Ok(proof)),
        Err(PatternFault::Unsupported(why)) => Err(why.into()),
        Err(fault @ PatternFault::GaveUp { .. }) => Err(WithoutPatterns::GaveUp(Box::new(fault))),
        Err(fault) => Ok(Err(fault)),
    }
}

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

/// Patterns that prove a game lost that search leaves undecided; `None` if none are found.
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
    let accept = |found: Result<Patterns, NotFound>| {
        let checked = found.map_err(WithoutPatterns::from).and_then(|found| checked(instance, &found));
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

/// An answer as it is, or "unwinnable" by patterns if it is open; `questions` to the solver are asked at most, and
/// `seed` begins their search.
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
