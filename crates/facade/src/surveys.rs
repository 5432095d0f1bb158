//! Many deals, one after the other, each solved on a thread of its own.

use patsat_game::cards::number::DealRange;
use patsat_game::cards::{DealId, DealIdError};
use patsat_game::rules::Rules;
use patsat_game::state::{Instance, InstanceError};
use patsat_planning::{Answer, Failure, Method, Monitor, Request, solve};
use patsat_search::Limits;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

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

/// How far ahead of the reader workers may be, in deals for each of them.
const AHEAD: u64 = 64;

/// A survey that goes on: an iterator over its deals in order. Whoever drops it ends it.
#[derive(Debug)]
pub struct Survey {
    shared: Arc<Shared>,
    results: Receiver<(u64, SurveyedDeal)>,
    early: BTreeMap<u64, SurveyedDeal>,
    next: u64,
    last: u64,
}

#[derive(Debug)]
struct Shared {
    stop: AtomicBool,
    next: AtomicU64,
    /// The deal that the reader waits for, so that workers wait for a reader who has stopped reading.
    read: Mutex<u64>,
    moved: Condvar,
    range: DealRange,
    rules: Rules,
    method: Method,
    limits: Limits,
    jobs: u64,
}

/// Solves a range of deals on so many threads (at least one), each deal within the limits.
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
    let jobs = jobs.clamp(1, 1024);
    let shared = Arc::new(Shared {
        stop: AtomicBool::new(false),
        next: AtomicU64::new(first),
        read: Mutex::new(first),
        moved: Condvar::new(),
        range,
        rules,
        method,
        limits,
        jobs: jobs as u64,
    });
    let (tell, results) = channel();
    let surveying =
        Survey { shared: Arc::clone(&shared), results, early: BTreeMap::new(), next: first, last };
    for _ in 0..jobs {
        let (shared, tell) = (Arc::clone(&shared), tell.clone());
        // Of a survey that ends here the workers hear by its flag.
        std::thread::Builder::new().name("survey".into()).spawn(move || shared.work(&tell))?;
    }
    Ok(surveying)
}

impl Shared {
    fn work(&self, tell: &Sender<(u64, SurveyedDeal)>) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number > self.range.last || !self.may(number) {
                return;
            }
            let Ok(id) = self.range.first.with_number(number) else { return };
            // The ends of the range were dealt, so what lies between them can be.
            let Ok(game) = Instance::from_id(self.rules.clone(), id.clone()) else { return };
            let request = Request { limits: self.limits, ..Request::new(&game, self.method.clone()) };
            let answer = solve(&request, &mut Monitor::default().stopped_by(&self.stop));
            // What an interrupt cut short is no answer.
            if self.stop.load(Ordering::Relaxed)
                || tell.send((number, SurveyedDeal { id, game, answer })).is_err()
            {
                return;
            }
        }
    }

    /// Waits until the reader is near; false once nobody reads.
    fn may(&self, number: u64) -> bool {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.stop.load(Ordering::Relaxed) && number - *read > self.jobs * AHEAD {
            read = self.moved.wait(read).unwrap_or_else(PoisonError::into_inner);
        }
        !self.stop.load(Ordering::Relaxed)
    }
}

impl Survey {
    /// Number of deals that are still to come.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.last.saturating_add(1) - self.next
    }

    /// The next deal, waiting no longer than this; `Ok(None)` after the last.
    ///
    /// # Errors
    /// If the time is over first: the survey goes on.
    pub fn next_within(&mut self, time: Duration) -> Result<Option<SurveyedDeal>, RecvTimeoutError> {
        let until = Instant::now() + time;
        loop {
            if self.left() == 0 {
                return Ok(None);
            }
            if let Some(found) = self.early.remove(&self.next) {
                self.next += 1;
                *self.shared.read.lock().unwrap_or_else(PoisonError::into_inner) = self.next;
                self.shared.moved.notify_all();
                return Ok(Some(found));
            }
            let (number, found) =
                self.results.recv_timeout(until.saturating_duration_since(Instant::now()))?;
            self.early.insert(number, found);
        }
    }
}

impl Iterator for Survey {
    type Item = SurveyedDeal;

    /// The next deal.
    ///
    /// # Panics
    /// If a worker panicked: what is left would be missing without a word.
    fn next(&mut self) -> Option<SurveyedDeal> {
        loop {
            match self.next_within(Duration::from_secs(3600)) {
                Ok(found) => return found,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => panic!("a worker of the survey has panicked"),
            }
        }
    }
}

impl Drop for Survey {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        // A worker that looks at the flag now holds the lock, or waits already.
        drop(self.shared.read.lock());
        self.shared.moved.notify_all();
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
    fn deals_come_in_their_order_and_are_the_same_on_any_number_of_threads() {
        let told = |jobs| {
            let one = |deal: SurveyedDeal| (deal.id.to_string(), deal.answer.unwrap().outcome);
            surveyed("ms:11901..12000", jobs).map(one).collect::<Vec<_>>()
        };
        let (one, four) = (told(1), told(4));
        assert_eq!(one, four);
        assert_eq!(one.len(), 100);
        let lost = one.iter().filter(|(_, outcome)| outcome.verdict() == Verdict::Unwinnable);
        assert_eq!(lost.map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["ms:11982"]);
    }

    #[test]
    fn a_survey_that_is_broken_off_ends_and_its_workers_do_not_run_ahead() {
        let mut survey = surveyed("ms:1..1000000", 2);
        assert_eq!(survey.by_ref().take(3).count(), 3);
        std::thread::sleep(Duration::from_millis(300));
        let taken = survey.shared.next.load(Ordering::Relaxed);
        assert!(taken < 300, "{taken}");
        let shared = Arc::clone(&survey.shared);
        drop(survey);
        let patience = Instant::now() + Duration::from_secs(10);
        while Arc::strong_count(&shared) > 1 && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(Arc::strong_count(&shared), 1, "workers are still there");
    }

    #[test]
    fn a_range_that_cannot_be_dealt_is_refused_at_once() {
        let rules = Rules::preset("spider4").unwrap();
        let range = "ms:1..2".parse().unwrap();
        let refused = survey(range, rules, Method::default(), Limits::default(), 1).unwrap_err();
        assert!(refused.to_string().starts_with("Microsoft numbers deal one deck"), "{refused}");
    }
}
