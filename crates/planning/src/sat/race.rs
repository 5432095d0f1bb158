//! Runs queries on several threads, with a clock that stops them.
//!
//! Solvers stay on their thread. The queue is behind one lock. A thread fetches a query, solves it, verifies the plan
//! and records the answer. A flag stops the queries that the answer makes unnecessary. The clock in the calling thread
//! sets the same flag for queries that have used up their time. On one thread the result depends only on the request,
//! apart from time limits. On several threads the first answer counts, so plans may differ from run to run.

use super::engine::{Cost, Engine, Reply, ms_since};
use super::groups::grouped;
use super::queue::{Job, Order, Queue};
use super::{Config, Question, Round, RoundEnd};
use crate::Failure;
use crate::ProgressEvent;
use crate::SelfCheck;
use crate::model_fault::ModelFault;
use patsat_base::Limit;
use patsat_base::threads::{self, Observer, THREADS};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Verified;
use patsat_lowering::check;
use patsat_lowering::lower::LoweredGame;
use patsat_solvers::{Control, OnConflicts, SolverAnswer};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use web_time::{Duration, Instant};

/// The longest wait of a thread without a query.
const TICK: Duration = Duration::from_millis(10);

/// The data that all threads share.
pub(super) struct Race<'a> {
    pub(super) instance: &'a Instance,
    pub(super) lowered: &'a LoweredGame,
    pub(super) configs: &'a [Config],
    pub(super) stop: &'a AtomicBool,
    pub(super) deadline: Option<Instant>,
    pub(super) memory_mib: Option<u64>,
}

/// The result of all queries.
#[derive(Default)]
pub(super) struct Result {
    /// The bound, the plan, and the number of moves of each step.
    pub(super) best: Option<(u32, Verified<Plan>, Vec<usize>)>,
    pub(super) limit: Option<Limit>,
    pub(super) failure: Option<Failure>,
    pub(super) excluded: Option<(usize, u32)>,
}

struct RaceState {
    queue: Queue,
    result: Result,
}

/// A flag that stops the query of one thread, and the time when the clock sets it.
#[derive(Default)]
struct Slot {
    flag: AtomicBool,
    end: Mutex<Option<Instant>>,
}

impl Slot {
    fn begin(&self, time: Option<Duration>) {
        let mut end = lock(&self.end);
        *end = time.and_then(|time| Instant::now().checked_add(time));
        self.flag.store(false, Ordering::Relaxed);
    }

    fn stop_if_over(&self, now: Instant) {
        let end = lock(&self.end);
        if end.is_some_and(|end| now >= end) {
            self.flag.store(true, Ordering::Relaxed);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panicked has recorded no answer, so the shared data is consistent.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs all threads to the end.
pub(super) fn run(
    race: &Race<'_>,
    queue: Queue,
    threads: usize,
    watch: &mut dyn FnMut(&ProgressEvent),
) -> Result {
    let shared = Mutex::new(RaceState { queue, result: Result::default() });
    let changed = Condvar::new();
    let slots: Vec<Slot> = (0..threads).map(|_| Slot::default()).collect();
    let work = |thread: usize, observer: &dyn Observer<ProgressEvent>| {
        let on_conflicts = |conflicts| observer.notify(ProgressEvent::Solving { conflicts });
        let (shared, changed, slots, on_conflicts) = (&shared, &changed, &slots, OnConflicts(&on_conflicts));
        Worker { race, thread, shared, changed, slots, observer, on_conflicts, engines: HashMap::new() }
            .work();
    };
    threads::observed(threads, &work, &ProgressEvent::Tick, &mut |progress| {
        watch(progress);
        let now = Instant::now();
        slots.iter().for_each(|slot| slot.stop_if_over(now));
    });
    let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    Result { excluded: shared.queue.all_excluded(), ..shared.result }
}

struct Worker<'a> {
    race: &'a Race<'a>,
    thread: usize,
    shared: &'a Mutex<RaceState>,
    changed: &'a Condvar,
    slots: &'a [Slot],
    observer: &'a dyn Observer<ProgressEvent>,
    on_conflicts: OnConflicts<'a>,
    engines: HashMap<usize, Engine<'a>>,
}

/// An answer for the queue: the plan, and the number of moves of each step.
type End = SolverAnswer<(Verified<Plan>, Vec<usize>)>;

impl Worker<'_> {
    fn work(&mut self) {
        while let Some(job) = self.fetch() {
            let config = &self.race.configs[job.config];
            let mut question = Question::new(config, job.bound);
            let mut cost = Cost::default();
            let began = Instant::now();
            let mut encode_ms = 0.0;
            let end = self.query(job, &mut question, &mut cost, &mut encode_ms);
            let answer = self.bring(job, end);
            let round = Round {
                question,
                answer,
                conflicts: cost.conflicts,
                encode_ms,
                time_ms: ms_since(began),
                stage: None,
            };
            self.observer.notify(ProgressEvent::Answered(round));
        }
        self.changed.notify_all();
    }

    fn fetch(&self) -> Option<Job> {
        let mut shared = lock(self.shared);
        loop {
            let left = self.race.deadline.map(|end| end.saturating_duration_since(Instant::now()));
            if self.race.stop.load(Ordering::Relaxed) {
                shared.result.limit.get_or_insert(Limit::Interrupted);
                shared.queue.close();
            } else if left == Some(Duration::ZERO) {
                shared.result.limit.get_or_insert(Limit::Time);
            }
            match shared.queue.fetch(self.thread, left) {
                Order::Do(job) => {
                    self.slots[self.thread].begin(job.time);
                    return Some(job);
                }
                Order::Leave => return None,
                Order::Wait => {
                    let waited = self.changed.wait_timeout(shared, TICK);
                    shared = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }

    fn query(
        &mut self,
        job: Job,
        question: &mut Question,
        cost: &mut Cost,
        encode_ms: &mut f64,
    ) -> std::result::Result<End, Failure> {
        let race = self.race;
        let config = &race.configs[job.config];
        // Without threads there is no clock, and a solver stops only by its deadline, which belongs to one query.
        let timed = if THREADS { None } else { job.time };
        let keeps = config.backend.incremental() && timed.is_none();
        let kept = self.engines.remove(&job.config);
        let kept = kept.filter(|e| keeps && e.can_query(job.bound, config.encoding.incremental, job.last));
        let mut engine = match kept {
            Some(engine) => engine,
            None => {
                let own = timed.and_then(|time| Instant::now().checked_add(time));
                let control = Control {
                    stop: Some(race.stop),
                    also: Some(&self.slots[self.thread].flag),
                    deadline: race.deadline.into_iter().chain(own).min(),
                    conflicts: None,
                    memory_mib: race.memory_mib,
                    on_conflicts: Some(self.on_conflicts),
                };
                Engine::new(&race.lowered.task, config, control)?
            }
        };
        engine.limit_conflicts(job.conflicts);
        let began = Instant::now();
        let stopped = engine.grow(job.bound, job.last)?;
        *encode_ms = ms_since(began);
        engine.measure(question);
        if stopped == Some(Limit::Memory) {
            return Ok(End::Unknown(Limit::Memory));
        }
        self.observer.notify(ProgressEvent::Queried(question.clone()));
        let reply = engine.query(cost)?;
        engine.measure(question);
        let end = match reply {
            Reply::Unsatisfiable => End::Unsatisfiable,
            // An engine that the memory limit has stopped is dropped, not kept.
            Reply::Unknown(Limit::Memory) => return Ok(End::Unknown(Limit::Memory)),
            Reply::Unknown(limit) => End::Unknown(limit),
            Reply::Satisfiable(steps) => {
                let steps = steps.map_err(|error| wrong(error, question, &engine))?;
                let plan = check::plan(race.instance, race.lowered, &steps.concat());
                let plan = plan.map_err(|fault| wrong(fault, question, &engine))?;
                let steps = grouped(race.instance, race.lowered, &steps, &plan);
                End::Satisfiable((plan, steps))
            }
        };
        if keeps {
            self.engines.insert(job.config, engine);
        }
        Ok(end)
    }

    /// Records the end of a query in the queue, and stops the threads whose queries it makes unnecessary.
    fn bring(&mut self, job: Job, end: std::result::Result<End, Failure>) -> RoundEnd {
        let mut shared = lock(self.shared);
        let RaceState { queue, result } = &mut *shared;
        let (answer, idle) = match end {
            Ok(End::Satisfiable((plan, steps))) => {
                if result.best.as_ref().is_none_or(|(bound, ..)| job.bound < *bound) {
                    result.best = Some((job.bound, plan, steps));
                }
                (RoundEnd::Plan, queue.answer(self.thread, SolverAnswer::Satisfiable(())))
            }
            Ok(End::Unsatisfiable) => {
                (RoundEnd::None, queue.answer(self.thread, SolverAnswer::Unsatisfiable))
            }
            Ok(End::Unknown(Limit::Memory)) => {
                result.limit.get_or_insert(Limit::Memory);
                queue.too_large(self.thread);
                (RoundEnd::Memory, Vec::new())
            }
            Ok(End::Unknown(limit @ (Limit::GaveUp | Limit::Conflicts))) => {
                (limit.into(), queue.answer(self.thread, SolverAnswer::Unknown(limit)))
            }
            Ok(End::Unknown(limit)) if self.race.stop.load(Ordering::Relaxed) => {
                result.limit = Some(Limit::Interrupted);
                queue.close();
                (RoundEnd::Interrupted, queue.answer(self.thread, SolverAnswer::Unknown(limit)))
            }
            Ok(End::Unknown(_)) if queue.is_idle(self.thread) => {
                queue.give_back(self.thread);
                (RoundEnd::Idle, Vec::new())
            }
            Ok(End::Unknown(_)) => {
                result.limit.get_or_insert(Limit::Time);
                (RoundEnd::Time, queue.answer(self.thread, SolverAnswer::Unknown(Limit::Time)))
            }
            Err(failure) => {
                let others = queue.failed(self.thread) && !matches!(failure, Failure::SelfCheck(_));
                let mut idle = Vec::new();
                if !others {
                    queue.close();
                    result.failure.get_or_insert(failure);
                    idle.extend(0..self.slots.len());
                }
                (RoundEnd::Failed, idle)
            }
        };
        for thread in idle {
            self.slots[thread].flag.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
        answer
    }
}

/// Returns the failure of a model that is no plan, with the files for a bug report.
fn wrong(what: impl Into<ModelFault>, question: &Question, engine: &Engine<'_>) -> Failure {
    let files = vec![("formula.cnf", engine.dimacs()), ("model.txt", engine.model())];
    let about = format!("{question:#?}");
    SelfCheck::model(what, crate::Files([vec![("question.txt", about)], files].concat())).into()
}
