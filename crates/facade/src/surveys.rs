//! Many deals, one after the other, each solved on a thread of its own.

use patsat_base::Limits;
use patsat_base::pool::{self, Out, Results};
use patsat_game::cards::DealRange;
use patsat_game::cards::{DealId, DealIdError};
use patsat_game::rules::Rules;
use patsat_game::state::{Instance, InstanceError};
use patsat_planning::{Answer, Failure, Method, Monitor, Request, solve};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// Why there is no survey.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// It is no range of deals.
    #[error(transparent)]
    Range(#[from] DealIdError),
    /// The dealer cannot deal this game.
    #[error(transparent)]
    Instance(#[from] InstanceError),
    /// The machine gives no thread.
    #[error("cannot start a worker: {0}")]
    Thread(#[from] std::io::Error),
}

/// One deal of a survey.
#[derive(Debug)]
pub struct SurveyedDeal {
    /// Its name.
    pub id: DealId,
    /// The game.
    pub game: Instance,
    /// What became of it.
    pub answer: Result<Answer, Failure>,
}

/// A survey that goes on: an iterator over its deals in order. Dropping it ends it.
#[derive(Debug)]
pub struct Survey {
    results: Results<SurveyedDeal>,
    left: u64,
}

/// Solves a range of deals on `jobs` threads (at least one), each deal within the limits.
///
/// ```
/// # use patsat_facade as patsat;
/// use patsat::Rules;
/// use patsat::{Limits, Method, Verdict};
///
/// let range = "ms:11980..11984".parse()?;
/// let freecell = Rules::preset("freecell")?;
/// let survey = patsat::survey(range, freecell, Method::default(), Limits::default(), 2)?;
/// let lost = survey.filter(|deal| deal.answer.as_ref().is_ok_and(|a| a.verdict() == Verdict::Unwinnable));
/// assert_eq!(lost.map(|deal| deal.id.to_string()).collect::<Vec<_>>(), ["ms:11982"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the first or the last deal cannot be dealt.
pub fn survey(
    range: DealRange,
    rules: Rules,
    method: Method,
    limits: Limits,
    jobs: usize,
) -> Result<Survey, SurveyError> {
    let (first, last) = (range.first.number(), range.last);
    for number in [first, last] {
        Instance::from_id(rules.clone(), range.first.with_number(number)?)?;
    }
    let left = range.len();
    let work = move |number, out: &Out<SurveyedDeal>| {
        // The ends of the range were dealt, so what lies between them can be.
        let Ok(id) = range.first.with_number(number) else { return };
        let Ok(game) = Instance::from_id(rules.clone(), id.clone()) else { return };
        let request = Request { limits, ..Request::new(&game, method.clone()) };
        let answer = solve(&request, &mut Monitor::default().stopped_by(out.stop()));
        // What a stop cut short is no answer.
        if !out.is_stopped() {
            out.send(SurveyedDeal { id, game, answer });
        }
    };
    let (results, workers) = pool::workers(jobs.clamp(1, 1024), pool::AHEAD, first..=last, work);
    for worker in workers {
        std::thread::Builder::new().name("survey".into()).spawn(worker)?;
    }
    Ok(Survey { results, left })
}

impl Survey {
    /// Number of deals that are still to come.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left
    }

    /// The next deal, waiting no longer than this; `Ok(None)` after the last.
    ///
    /// # Errors
    /// `Timeout` if the time is over first: the survey goes on. `Disconnected` if a worker panicked.
    pub fn next_within(&mut self, time: Duration) -> Result<Option<SurveyedDeal>, RecvTimeoutError> {
        if self.left == 0 {
            return Ok(None);
        }
        let found = self.results.next_within(time)?;
        self.left -= 1;
        Ok(Some(found))
    }
}

impl Iterator for Survey {
    type Item = SurveyedDeal;

    /// The next deal.
    ///
    /// # Panics
    /// If a worker panicked: what is left would be missing without a word.
    fn next(&mut self) -> Option<SurveyedDeal> {
        if self.left == 0 {
            return None;
        }
        let Some(found) = self.results.next() else { panic!("a worker of the survey has panicked") };
        self.left -= 1;
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_planning::Verdict;

    fn surveyed(range: &str, jobs: usize) -> Survey {
        let rules = Rules::preset("freecell").unwrap();
        survey(range.parse().unwrap(), rules, Method::default(), Limits::default(), jobs).unwrap()
    }

    #[test]
    fn deals_and_their_order_do_not_depend_on_threads() {
        let survey_with = |jobs| {
            let one = |deal: SurveyedDeal| (deal.id.to_string(), deal.answer.unwrap().outcome);
            surveyed("ms:11901..12000", jobs).map(one).collect::<Vec<_>>()
        };
        let (one, four) = (survey_with(1), survey_with(4));
        assert_eq!(one, four);
        assert_eq!(one.len(), 100);
        let lost = one.iter().filter(|(_, outcome)| outcome.verdict() == Verdict::Unwinnable);
        assert_eq!(lost.map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["ms:11982"]);
    }

    #[test]
    fn a_range_that_cannot_be_dealt_is_refused_at_once() {
        let rules = Rules::preset("spider4").unwrap();
        let range = "ms:1..2".parse().unwrap();
        let refused = survey(range, rules, Method::default(), Limits::default(), 1).unwrap_err();
        assert!(refused.to_string().starts_with("Microsoft numbers deal one deck"), "{refused}");
    }
}
