//! The queue of queries and answers of several threads.

use super::slices::Slices;
use crate::horizons::Horizons;
use patsat_base::Limit;
use patsat_solvers::SolverAnswer;
use web_time::Duration;

/// A query for one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Job {
    /// The number of the configuration.
    pub(super) config: usize,
    pub(super) bound: u32,
    /// Its time, if it may not use all that is left.
    pub(super) time: Option<Duration>,
    /// Its conflict limit, if it is a turn of a schedule.
    pub(super) conflicts: Option<u64>,
    /// Whether no larger bound of this formula will follow.
    pub(super) last: bool,
}

/// The next action of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Do(Job),
    /// A query may follow when another thread is done.
    Wait,
    Leave,
}

/// The source of the queries.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// Queries for the bounds of a horizon; each thread uses one of the configurations.
    Horizons { horizons: Horizons, configs: usize, most: Option<Duration> },
    /// A schedule; configuration `n` is entry `n`.
    Slices { slices: Slices, most: Option<Duration> },
}

/// The queries, and which thread runs which.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    pub(super) source: Source,
    running: Vec<Option<Job>>,
    /// Bounds from this one on are too large for the memory limit.
    too_large: Option<u32>,
    closed: bool,
}

impl Queue {
    pub(super) fn new(source: Source, threads: usize) -> Queue {
        Queue { source, running: vec![None; threads], too_large: None, closed: false }
    }

    /// Ends the queue: no more queries follow.
    pub(super) fn close(&mut self) {
        self.closed = true;
    }

    /// Returns the next query of a thread; `left` is the remaining time of the whole run.
    pub(super) fn fetch(&mut self, thread: usize, left: Option<Duration>) -> Order {
        if self.closed || left == Some(Duration::ZERO) {
            return Order::Leave;
        }
        let busy = self.running.iter().any(Option::is_some);
        let least = |a: Option<Duration>, b: Option<Duration>| a.into_iter().chain(b).min();
        let job = match &mut self.source {
            Source::Horizons { horizons, configs, most } => loop {
                let Some(bound) = horizons.next_bound() else { break None };
                if self.too_large.is_some_and(|most| bound >= most) {
                    horizons.record(bound, SolverAnswer::Unknown(Limit::Time));
                    // Larger bounds are too large as well.
                    if horizons.only_goes_up() {
                        break None;
                    }
                    continue;
                }
                let time = least(*most, horizons.share(left).filter(|&share| Some(share) != left));
                let config = thread % *configs;
                break Some(Job { config, bound, time, conflicts: None, last: horizons.is_fixed() });
            },
            Source::Slices { slices, most } => slices.next_turn(thread).map(|(entry, bound, conflicts)| {
                Job { config: entry, bound, time: *most, conflicts, last: true }
            }),
        };
        match job {
            Some(job) => {
                self.running[thread] = Some(job);
                Order::Do(job)
            }
            None if busy && matches!(self.source, Source::Horizons { .. }) => Order::Wait,
            None => Order::Leave,
        }
    }

    /// Records the answer of a thread. Returns the threads whose queries it makes unnecessary.
    pub(super) fn answer(&mut self, thread: usize, result: SolverAnswer) -> Vec<usize> {
        if let Some(job) = self.running[thread].take() {
            match &mut self.source {
                Source::Horizons { horizons, .. } => horizons.record(job.bound, result),
                Source::Slices { slices, .. } => slices.record(job.config, result),
            }
        }
        self.idle()
    }

    /// Records that the query of a thread ended without an answer.
    pub(super) fn give_back(&mut self, thread: usize) {
        if let (Some(job), Source::Horizons { horizons, .. }) =
            (self.running[thread].take(), &mut self.source)
        {
            horizons.cancelled(job.bound);
        }
    }

    /// Records that the formula of a thread's query exceeds the memory limit.
    pub(super) fn too_large(&mut self, thread: usize) {
        let Some(job) = self.running[thread].take() else { return };
        match &mut self.source {
            Source::Horizons { horizons, .. } => {
                horizons.record(job.bound, SolverAnswer::Unknown(Limit::Time));
                self.too_large = Some(self.too_large.map_or(job.bound, |least| least.min(job.bound)));
            }
            Source::Slices { slices, .. } => slices.failed(job.config),
        }
    }

    /// Records that the query of a thread failed. Returns whether other queries may still succeed.
    pub(super) fn failed(&mut self, thread: usize) -> bool {
        let job = self.running[thread].take();
        match (&mut self.source, job) {
            (Source::Slices { slices, .. }, Some(job)) => {
                slices.failed(job.config);
                !slices.all_failed()
            }
            _ => false,
        }
    }

    /// Whether the thread's query has become unnecessary.
    pub(super) fn is_idle(&self, thread: usize) -> bool {
        self.running[thread].is_none_or(|job| self.is_moot(job))
    }

    fn is_moot(&self, job: Job) -> bool {
        match &self.source {
            Source::Horizons { horizons, .. } => horizons.is_moot(job.bound),
            Source::Slices { slices, .. } => slices.is_moot(job.config),
        }
    }

    fn idle(&self) -> Vec<usize> {
        let busy = (0..).zip(&self.running).filter_map(|(n, job)| Some((n, (*job)?)));
        busy.filter(|&(_, job)| self.is_moot(job)).map(|(n, _)| n).collect()
    }

    /// Returns the configuration and the bound up to which there is no plan, if all queries were refuted.
    pub(super) fn all_excluded(&self) -> Option<(usize, u32)> {
        match &self.source {
            Source::Horizons { horizons, .. } => Some((0, horizons.all_excluded()?)),
            Source::Slices { slices, .. } => slices.all_excluded(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horizons::{Horizon, Schedule};

    fn queue(horizon: Horizon, schedule: Option<Schedule>, threads: usize) -> Queue {
        let horizons = Horizons::new(horizon, schedule, 30, 1).unwrap();
        Queue::new(Source::Horizons { horizons, configs: threads, most: None }, threads)
    }

    fn bound(order: Order) -> Option<u32> {
        match order {
            Order::Do(job) => Some(job.bound),
            _ => None,
        }
    }

    #[test]
    fn two_threads_share_a_ramp_and_the_first_plan_frees_both() {
        let mut queue = queue(Horizon::Range(4, 9), None, 2);
        assert_eq!((bound(queue.fetch(0, None)), bound(queue.fetch(1, None))), (Some(4), Some(5)));
        assert_eq!(queue.answer(1, SolverAnswer::Unsatisfiable), [0], "no plan within 5 is none within 4");
        assert!(queue.is_idle(0));
        queue.give_back(0);
        assert_eq!((bound(queue.fetch(0, None)), bound(queue.fetch(1, None))), (Some(6), Some(7)));
        assert_eq!(queue.answer(0, SolverAnswer::Satisfiable(())), [1]);
        queue.give_back(1);
        assert_eq!((queue.fetch(0, None), queue.fetch(1, None)), (Order::Leave, Order::Leave));
    }

    #[test]
    fn a_thread_without_a_question_waits_for_the_others() {
        let mut queue = queue(Horizon::Range(4, 5), Some(Schedule::Bisect), 2);
        assert_eq!((bound(queue.fetch(0, None)), bound(queue.fetch(1, None))), (Some(5), Some(4)));
        assert_eq!(queue.fetch(1, Some(Duration::ZERO)), Order::Leave, "out of time");
        assert!(queue.answer(1, SolverAnswer::Unsatisfiable).is_empty());
        assert_eq!(queue.fetch(1, None), Order::Wait);
        assert!(queue.answer(0, SolverAnswer::Unsatisfiable).is_empty());
        assert_eq!((queue.fetch(1, None), queue.all_excluded()), (Order::Leave, Some((0, 5))));
    }

    #[test]
    fn what_is_too_large_ends_what_goes_up_and_not_what_comes_down() {
        let mut up = queue(Horizon::Auto, None, 1);
        assert_eq!(bound(up.fetch(0, None)), Some(30));
        up.too_large(0);
        assert_eq!((up.fetch(0, None), up.all_excluded()), (Order::Leave, None));
        let mut down = queue(Horizon::Range(1, 16), Some(Schedule::Bisect), 1);
        assert_eq!(bound(down.fetch(0, None)), Some(16));
        down.too_large(0);
        assert_eq!(bound(down.fetch(0, None)), Some(8));
    }
}
