//! Why a position is lost: search decides it, and dead patterns explain it.
//!
//! Native search comes first, since it is a thousand times faster. If it finds that the game is lost,
//! [`patsat_patterns`] searches for patterns, and [`patsat_game::verify`] checks them by the rules alone.
//! Only then do they become the [`Basis`] of the verdict. If no patterns are found in time, the verdict of
//! the search stays, and [`WhyAnswer::without`] gives the reason.
//!
//! In games of FreeCell's kind a lost height game is found within a second, and proves the loss too. Patterns
//! explain more: they name the cards that block each other, while a height game only names the cards that
//! stay. So patterns come first, but only [`QUICK`] queries are spent on them if a height game is available.
//!
//! In games of Klondike's kind with rules that patterns do not support, a few tracked cards take their place.
//!
//! If the search is undecided after some positions (`open`), patterns are searched for without its verdict. A
//! game of two decks has too many positions to visit, and may be lost because of a few cards.

mod open;
mod played;

pub use open::FIRST;
pub(crate) use played::lost_before;
pub use played::{PlayOutcome, PlayedError, PlayedRequest, after, when_lost};

use patsat_base::Limits;
use patsat_game::rules::Features;
use patsat_game::state::patterns::Patterns;
use patsat_game::verify::{Effort, HeightLoss, TrackedLoss};
pub use patsat_planning::PatternProof;
use patsat_planning::patterns;
pub use patsat_planning::patterns::{NoPatternsError, QUESTIONS, known};
use patsat_planning::{Answer, Basis, Certificate, Outcome};
use patsat_planning::{Failure, SelfCheck};
use patsat_planning::{Method, Monitor, Request};
use patsat_planning::{few_tracked, height_game};
use web_time::{Duration, Instant};

/// A request to decide a position and to explain its loss.
#[derive(Clone, Debug)]
pub struct WhyRequest<'a> {
    /// The search that decides it; its instance and its limits are those of the request.
    pub search: Request<'a>,
    /// The options of the search for patterns.
    pub options: patsat_patterns::Options,
    /// The node limit of the search before patterns are searched for without a verdict; [`FIRST`] is usual.
    pub first: u64,
    /// The time limit for reducing the number of patterns, once there are some. With zero, the answer is the
    /// same on every machine.
    pub shrink: Duration,
    /// The limits of the check of the patterns. If it reaches them, the verdict of the search stays.
    pub check: Effort,
    /// Patterns that already prove the position lost and with which the reduction begins; neither search nor
    /// prover is run.
    pub known: Option<&'a PatternProof>,
}

impl<'a> WhyRequest<'a> {
    /// Returns the request with the default options for patterns and the seed of its search.
    #[must_use]
    pub fn new(search: Request<'a>) -> WhyRequest<'a> {
        let seed = if let Method::Search(method) = &search.method { method.options.seed } else { 0 };
        let options = patsat_patterns::Options { seed, ..patsat_patterns::Options::default() };
        let check = Effort::default();
        WhyRequest { search, options, first: FIRST, shrink: Duration::ZERO, check, known: None }
    }
}

/// A verdict, and its explanation.
#[derive(Clone, PartialEq, Debug)]
pub struct WhyAnswer {
    /// The verdict; [`Basis::Patterns`] where patterns prove it.
    pub answer: Answer,
    /// Why no patterns were found, if the position is lost and nothing else explains the loss.
    pub without: Option<NoPatternsError>,
}

/// Decides a position and explains its loss.
///
/// # Errors
/// If the request cannot be solved, or the verifier refuses a claim of search or prover.
pub fn why(request: &WhyRequest<'_>, monitor: &mut Monitor<'_>) -> Result<WhyAnswer, Failure> {
    let answer = match request.known {
        Some(known) => {
            let outcome = Outcome::Unwinnable(Basis::Patterns(Box::new(known.clone())));
            Answer::new(request.search.instance(), outcome, Duration::ZERO)
        }
        None => return open::why(request, monitor),
    };
    explain(request, answer, monitor)
}

/// Adds patterns to a verdict, if it is "unwinnable".
///
/// # Errors
/// If the verifier refuses the patterns.
pub fn explain(
    request: &WhyRequest<'_>,
    mut answer: Answer,
    monitor: &mut Monitor<'_>,
) -> Result<WhyAnswer, Failure> {
    if !matches!(answer.outcome, Outcome::Unwinnable(_)) {
        return Ok(WhyAnswer { answer, without: None });
    }
    let started = Instant::now();
    let left = request.search.limits.time.map(|time| time.saturating_sub(answer.time));
    let instance = request.search.instance();
    if instance.rules.unsupported(Features::BASIC).is_some() {
        // No pattern can be checked. In games of Klondike's kind a few cards may explain the loss instead.
        let limits = Limits { time: left, ..request.search.limits };
        if let Some(few) = few_tracked(instance, limits, monitor)? {
            answer.outcome = Outcome::Unwinnable(Basis::TrackedCards(Box::new(few)));
            answer.time += started.elapsed();
            return Ok(WhyAnswer { answer, without: None });
        }
    }
    let heights = match &answer.outcome {
        Outcome::Unwinnable(Basis::HeightGame(heights)) => Some(heights.as_ref().clone()),
        _ if request.known.is_some() => None,
        _ => height_game(instance, Limits { time: left, ..request.search.limits }, monitor)?,
    };
    let all = request.options.questions;
    let quick = || Some(all.map_or(QUICK, |questions| questions.min(QUICK)));
    let questions = if heights.is_some() { quick() } else { all };
    let stop = monitor.stop();
    let mut find = |tried: u64| {
        let time = left.map(|time| time.saturating_sub(started.elapsed()));
        let limits = Limits { time, ..request.search.limits };
        let seed = request.options.seed.wrapping_add(tried * u64::from(request.options.seeds.max(1)));
        let options = patsat_patterns::Options { seed, questions, ..request.options };
        let known = request.known.filter(|_| tried == 0).map(|known| &known.checked.patterns);
        patterns::find(instance, known, (&options, request.shrink), limits, monitor)
    };
    let check = |found: Patterns| patterns::checked(instance, &found, request.check, stop);
    let without = match first_checked(&mut find, check) {
        Ok(Ok(proof)) => {
            answer.outcome = Outcome::Unwinnable(Basis::Patterns(Box::new(proof)));
            None
        }
        Ok(Err(fault)) => return Err(SelfCheck::Patterns { fault: Box::new(fault) }.into()),
        Err(NoPatternsError::NotFound(patsat_patterns::PatternSearchError::Winnable)) => {
            return Err(SelfCheck::Winnable.into());
        }
        Err(without) => match heights {
            Some(heights) => {
                answer.outcome = Outcome::Unwinnable(Basis::HeightGame(Box::new(heights)));
                None
            }
            None => Some(without),
        },
    };
    answer.time += started.elapsed();
    Ok(WhyAnswer { answer, without })
}

/// The maximum number of queries about patterns if a height game already proves the loss: some seconds.
pub const QUICK: u64 = 8_000;

/// The maximum number of seeds that are tried, if patterns turn out too hard to check.
const TRIES: u64 = 3;

/// Returns the first patterns that can be checked; `find` receives the number of earlier tries.
fn first_checked<T>(
    find: &mut dyn FnMut(u64) -> Result<Patterns, patsat_patterns::PatternSearchError>,
    check: impl Fn(Patterns) -> Result<T, NoPatternsError>,
) -> Result<T, NoPatternsError> {
    for tried in 1..TRIES {
        match check(find(tried - 1)?) {
            Err(NoPatternsError::GaveUp(_)) => {}
            other => return other,
        }
    }
    check(find(TRIES - 1)?)
}

impl WhyAnswer {
    /// Returns the cards that suffice for the loss, if few were found.
    #[must_use]
    pub fn tracked(&self) -> Option<&Certificate<TrackedLoss>> {
        match &self.answer.outcome {
            Outcome::Unwinnable(Basis::TrackedCards(few)) if !few.checked.safe_home => Some(few),
            _ => None,
        }
    }

    /// Returns the height game that proves the position lost, if no patterns were found.
    #[must_use]
    pub fn heights(&self) -> Option<&Certificate<HeightLoss>> {
        match &self.answer.outcome {
            Outcome::Unwinnable(Basis::HeightGame(heights)) => Some(heights),
            _ => None,
        }
    }

    /// Returns the patterns that prove the position lost, if some were found.
    #[must_use]
    pub fn patterns(&self) -> Option<&PatternProof> {
        match &self.answer.outcome {
            Outcome::Unwinnable(Basis::Patterns(proof)) => Some(proof),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::DealId;
    use patsat_game::rules::Rules;
    use patsat_game::state::Instance;
    use patsat_game::state::patterns::{CardNo, Fact, Pattern, Spot};
    use patsat_game::verify::PatternFault;

    /// Runs a checker that gives up `gives_up` times; returns the number of the try that was accepted.
    fn accepted(gives_up: u64) -> Result<usize, NoPatternsError> {
        let pattern = Pattern::new(vec![Fact { card: CardNo(0), spot: Spot::Cell }]).unwrap();
        let mut find = |tried| Ok(Patterns(vec![pattern.clone(); tried as usize]));
        let check = |found: Patterns| {
            let tried = found.0.len();
            let (pattern, words, move_) = (0, String::new(), String::new());
            let gave_up = NoPatternsError::GaveUp(Box::new(PatternFault::GaveUp { pattern, words, move_ }));
            if (tried as u64) < gives_up { Err(gave_up) } else { Ok(tried) }
        };
        first_checked(&mut find, check)
    }

    /// The two patterns of this deal take cases to check, and no case is allowed.
    #[test]
    fn a_loss_whose_patterns_cannot_be_checked_stays_a_loss() {
        let rules = Rules { cells: 1, ..Rules::preset("freecell").unwrap() };
        let game = Instance::from_id(rules, "ms:41".parse::<DealId>().unwrap()).unwrap();
        let whys = |check| {
            let request = WhyRequest { check, ..WhyRequest::new(Request::new(&game, Method::default())) };
            why(&request, &mut Monitor::default()).unwrap()
        };
        assert!(whys(Effort::default()).patterns().is_some());
        let unchecked = whys(Effort { most_in_all: 0, ..Effort::default() });
        assert!(matches!(unchecked.answer.outcome, Outcome::Unwinnable(_)) && unchecked.patterns().is_none());
        let gave_up = matches!(unchecked.without, Some(NoPatternsError::GaveUp(_)));
        assert!(gave_up || unchecked.heights().is_some(), "{:?}", unchecked.without);
    }

    /// A flag that is set before the check.
    #[test]
    fn an_interrupted_check_proves_nothing() {
        let rules = Rules { cells: 1, ..Rules::preset("freecell").unwrap() };
        let game = Instance::from_id(rules, "ms:41".parse::<DealId>().unwrap()).unwrap();
        let request = WhyRequest::new(Request::new(&game, Method::default()));
        let found = why(&request, &mut Monitor::default()).unwrap();
        let proof = found.patterns().unwrap();
        let [go_on, stop] = [false, true].map(std::sync::atomic::AtomicBool::new);
        let patterns = &proof.checked.patterns;
        let checked = |flag| patterns::checked(&game, patterns, Effort::default(), flag);
        assert!(matches!(checked(&go_on), Ok(Ok(_))));
        let interrupted = checked(&stop).unwrap_err();
        assert_eq!(interrupted.limit(), Some(patsat_base::Limit::Interrupted));
        let file = proof.text.as_bytes();
        assert!(known(&game, file, &go_on).is_ok());
        assert_eq!(known(&game, file, &stop), Err(PatternFault::Stopped));
    }

    #[test]
    fn patterns_too_hard_to_check_are_sought_with_another_seed() {
        assert_eq!((accepted(0), accepted(1), accepted(TRIES - 1)), (Ok(0), Ok(1), Ok(2)));
        assert!(matches!(accepted(TRIES), Err(NoPatternsError::GaveUp(_))));
        let none = &mut |_| Err(patsat_patterns::PatternSearchError::Winnable);
        assert!(matches!(first_checked(none, |_| Ok(())), Err(NoPatternsError::NotFound(_))));
    }
}
