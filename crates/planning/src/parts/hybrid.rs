//! Solves whole deals by search and SAT together.
//!
//! The native search plays the deal. Its positions before each row of the stock are boundaries. A solver finds moves
//! from each boundary to the next, and from the last to the win. If it finds none in time, the phase is cut in two at
//! the native position in its middle. Then the boundary between two neighbouring parts is freed, and moves for both
//! parts together replace them if they are fewer. This is repeated until no two neighbours improve.

use super::course::Course;
use super::pack;
use super::query::{Part, PartQuery, Patience, Reply, Way};
use crate::answer::{Answer, Lengths, Optimality, Outcome};
use crate::failure::{Failure, Files, SelfCheck};
use crate::job::Job;
use crate::model_fault::ModelFault;
use crate::monitor::{Monitor, ProgressEvent};
use crate::rounds::HybridStats;
use crate::search_method::{self, SearchMethod};
use patsat_base::Limits;
use patsat_encodings::options::{Options, RunsOptions};
use patsat_encodings::schemes;
use patsat_encodings::unroll::Encoding;
use patsat_game::rules::Move;
use patsat_game::state::Instance;
use patsat_game::verify;
use patsat_search::SearchOptions;
use patsat_solvers::{BackendChoice, Control};
use std::sync::atomic::AtomicBool;
use web_time::Instant;

/// A search for intermediate positions and a solver for the moves between them.
#[derive(Clone, Debug, Default)]
pub struct HybridMethod {
    /// The solver.
    pub backend: BackendChoice,
    /// The seed of search and solver.
    pub seed: u64,
}

const ENCODING: &str = "exists-runs";
/// The limits of a query about a phase, of one for fewer moves in it, and of one about two phases.
const PHASE: Patience = Patience { conflicts: 40_000 };
const AGAIN: Patience = Patience { conflicts: 10_000 };
const PAIR: Patience = Patience { conflicts: 20_000 };
/// The maximum number of positions that the search for a short plan expands.
const SHORT_NODES: u64 = 1_000_000;

/// Solves a request; the monitor receives an event for every query.
pub(crate) fn solve(
    job: &Job<'_>,
    method: &HybridMethod,
    monitor: &mut Monitor<'_>,
) -> Result<Answer, Failure> {
    let started = Instant::now();
    let (instance, stop) = (job.instance(), monitor.stop());
    let encoding = schemes::encoding(ENCODING)?;
    let whole = Part::new(instance, &instance.table(), None)?;
    whole.is_supported_by(encoding)?;
    let mut answer = native(job, method, "auto", job.limits, stop)?;
    let Outcome::Solved(first, _) = &answer.outcome else { return Ok(answer) };
    // The shorter the plan, the easier its parts.
    let limits = Limits { time: None, nodes: Some(SHORT_NODES), ..job.limits };
    let short = native(job, method, "short", limits, stop)?;
    let plan = match &short.outcome {
        Outcome::Solved(plan, _) if plan.moves.len() < first.moves.len() => plan,
        _ => first,
    };
    let Some(course) = Course::new(instance, plan) else { return Ok(answer) };
    let mut work = Work {
        instance,
        method,
        memory_mib: job.limits.memory_mib,
        encoding,
        deadline: job.limits.time.and_then(|time| started.checked_add(time)),
        bounds: boundaries(&course.moves),
        stats: HybridStats {
            native_moves: course.moves.len() as u32,
            boundaries: 0,
            freed: 0,
            native_parts: 0,
            tried: Vec::new(),
        },
        course,
        monitor: monitor.reborrow(),
    };
    work.phases()?;
    work.pairs()?;
    work.stats.native_parts = work.bounds.iter().filter(|bound| bound.own).count() as u32;
    let (stats, plan) = (work.stats, work.course.plan());
    let verified = match verify::replay(instance, plan.clone()) {
        Ok(verified) => verified,
        Err(fault) => return Err(SelfCheck::Plan { plan, fault: Box::new(fault) }.into()),
    };
    answer.lengths = Some(Lengths::of(instance, &verified));
    answer.outcome = Outcome::Solved(verified, Optimality::NotRequested);
    answer.hybrid = Some(Box::new(stats));
    answer.time = started.elapsed();
    Ok(answer)
}

/// Solves the whole deal by native search.
fn native(
    job: &Job<'_>,
    method: &HybridMethod,
    name: &str,
    limits: Limits,
    stop: &AtomicBool,
) -> Result<Answer, Failure> {
    let search = SearchMethod::named(name)?;
    let options = SearchOptions { seed: method.seed, ..search.options };
    let method = SearchMethod { options, ..search };
    let job = Job { limits, certify: false, ..*job };
    Ok(search_method::solve(&job, &method, &mut Monitor::default().stopped_by(stop))?)
}

/// The start of a part of the course, and whether its moves come from the native search.
#[derive(Clone, Copy, Debug)]
struct Bound {
    at: usize,
    own: bool,
}

/// Returns the boundaries: the start, and the positions before each row.
fn boundaries(moves: &[Move]) -> Vec<Bound> {
    let rows = moves.iter().enumerate().filter(|&(at, &action)| at > 0 && action == Move::DealRow);
    let at = std::iter::once(0).chain(rows.map(|(at, _)| at));
    at.map(|at| Bound { at, own: true }).collect()
}

struct Work<'a> {
    instance: &'a Instance,
    method: &'a HybridMethod,
    memory_mib: Option<u64>,
    encoding: &'static Encoding,
    deadline: Option<Instant>,
    course: Course,
    bounds: Vec<Bound>,
    stats: HybridStats,
    monitor: Monitor<'a>,
}

impl Work<'_> {
    /// The end of part `k`.
    fn end(&self, k: usize) -> usize {
        self.bounds.get(k + 1).map_or(self.course.moves.len(), |bound| bound.at)
    }

    /// The first move of part `k` that is not the row it begins with.
    fn begin(&self, k: usize) -> usize {
        let at = self.bounds[k].at;
        at + usize::from(self.course.moves.get(at) == Some(&Move::DealRow))
    }

    fn is_over(&self) -> bool {
        Control { stop: Some(self.monitor.stop()), deadline: self.deadline, ..Control::default() }
            .check()
            .is_some()
    }

    /// Finds moves for each part, or cuts the part in two.
    fn phases(&mut self) -> Result<(), Failure> {
        let mut k = 0;
        while k < self.bounds.len() && !self.is_over() {
            let (from, to) = (self.begin(k), self.end(k));
            if from == to {
                self.bounds[k].own = false;
                k += 1;
                continue;
            }
            let mut found = None;
            let (_, known) = pack::steps(&self.course, from..to, Options::default().labels);
            let less = known.div_ceil(2).max(1);
            for horizon in [less, known, known + 4] {
                found = self.query(from, to, (0, horizon), None, PHASE)?;
                // A query without an answer does not end sooner with more steps.
                if found.is_some() || self.is_over() || self.stats.tried.last().is_some_and(|t| !t.none) {
                    break;
                }
            }
            if let Some(mut moves) = found {
                // Fewer moves are known to exist: the native search's own.
                if moves.len() > to - from {
                    let fewer = self.query(from, to, (0, known), Some(to - from + 1), AGAIN)?;
                    moves = fewer.unwrap_or(moves);
                }
                self.take(from, to, &moves)?;
                self.bounds[k].own = false;
                k += 1;
            } else if to - from > 1 {
                self.bounds.insert(k + 1, Bound { at: from + (to - from) / 2, own: true });
            } else {
                k += 1;
            }
        }
        self.stats.boundaries = self.bounds.len() as u32 - 1;
        Ok(())
    }

    /// Frees two neighbours at a time.
    fn pairs(&mut self) -> Result<(), Failure> {
        // The number of attempts in a row without improvement.
        let (mut idle, mut k) = (0, 0);
        while self.bounds.len() > 1 && idle + 1 < self.bounds.len() && !self.is_over() {
            k %= self.bounds.len() - 1;
            idle = if self.free(k)? { 0 } else { idle + 1 };
            k += 1;
        }
        Ok(())
    }

    /// Frees the boundary between part `k` and the next. Returns whether new moves were found.
    fn free(&mut self, k: usize) -> Result<bool, Failure> {
        let (from, to) = (self.begin(k), self.end(k + 1));
        let row = self.course.moves.get(self.bounds[k + 1].at) == Some(&Move::DealRow);
        let (before, after) = pack::steps(&self.course, from..to, Options::default().labels);
        // Moves of the native search are also replaced by an equal number of moves from the solver.
        let own = self.bounds[k..k + 2].iter().any(|bound| bound.own);
        let fewer = to - from + usize::from(own);
        let Some(moves) = self.query(from, to, (before, after), Some(fewer), PAIR)? else {
            return Ok(false);
        };
        self.take(from, to, &moves)?;
        self.stats.freed += 1;
        self.bounds[k].own = false;
        if row {
            let inside = moves.iter().position(|&action| action == Move::DealRow).unwrap_or(0);
            self.bounds[k + 1] = Bound { at: from + inside, own: false };
        } else {
            self.bounds.remove(k + 1);
        }
        Ok(true)
    }

    /// Replaces a part of the course by other moves.
    fn take(&mut self, from: usize, to: usize, moves: &[Move]) -> Result<(), Failure> {
        match self.course.with(from..to, moves) {
            Some(course) => {
                self.course = course;
                for bound in self.bounds.iter_mut().filter(|bound| bound.at >= to) {
                    bound.at = bound.at + moves.len() - (to - from);
                }
                Ok(())
            }
            None => {
                let what = ModelFault::Part { first: from + 1, last: to };
                Err(SelfCheck::model(what, Files::default()).into())
            }
        }
    }

    /// Queries the solver for moves in the place of `from..to`. With `fewer`, it asks for fewer moves than this number
    /// and repeats the query until no shorter answer is found. Returns the shortest answer.
    fn query(
        &mut self,
        from: usize,
        to: usize,
        horizon: (u32, u32),
        fewer: Option<usize>,
        patience: Patience,
    ) -> Result<Option<Vec<Move>>, Failure> {
        let last = to == self.course.moves.len();
        let target = (!last).then(|| &self.course.tables[to]);
        let part = Part::new(self.instance, &self.course.tables[from], target)?;
        let way = Way {
            encoding: self.encoding,
            options: Options {
                runs: RunsOptions { perm: last || !pack::splits(&self.course, from..to), link: false },
                phase_steps: Some(horizon.0),
                ..Options::default()
            },
            backend: self.method.backend.clone(),
            seed: self.method.seed,
            horizon: horizon.1,
        };
        let control = Control {
            stop: Some(self.monitor.stop()),
            deadline: self.deadline,
            memory_mib: self.memory_mib,
            ..Control::default()
        };
        let control = patience.control(&way.backend, control);
        let began = Instant::now();
        let mut tried = way.record(from..to);
        let mut best = None;
        if let Ok(mut query) = PartQuery::new(&part, &way, fewer.map(|n| n as u32), control)? {
            let mut most = fewer;
            loop {
                match query.solve(most.map(|n| n as u32))? {
                    Reply::Satisfiable(moves) => {
                        let count = moves.len();
                        tried.found = Some(count);
                        best = Some(moves);
                        if most.is_none() || count == 0 {
                            break;
                        }
                        most = Some(count);
                    }
                    Reply::Unsatisfiable => {
                        tried.none = tried.found.is_none();
                        break;
                    }
                    Reply::Unknown(_) => break,
                }
            }
            query.measure(&mut tried);
        }
        tried.time_ms = began.elapsed().as_secs_f64() * 1e3;
        self.monitor.notify(&ProgressEvent::Tried(tried.clone()));
        self.stats.tried.push(tried);
        Ok(best)
    }
}
