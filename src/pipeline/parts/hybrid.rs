//! Whole deals by search and SAT together.
//!
//! The native search plays the deal. Its positions before each row of the stock are
//! boundaries; from each to the next, and from the last to the win, a solver finds moves of its own.
//! A phase that it does not find in its time is cut in two at the native position in its middle.
//! Then two neighbours at a time are freed: the boundary between them may lie anywhere, and what is
//! found takes their place if it has fewer moves, until no two neighbours give anything.

use super::Tried;
use super::ask::{Asked, Part, Reply, Way};
use super::course::Course;
use super::pack;
use crate::pipeline::sat::Failure;
use crate::pipeline::{self, Answer, Lengths, Optimality, Outcome, Request, SelfCheck};
use crate::rules::Move;
use crate::search::{Limits, SearchOptions, strategy};
use crate::solve::{Chosen, Control, SolverLimit};
use crate::state::Instance;
use crate::verify;
use patsat_encodings::options::Options;
use patsat_encodings::schemes;
use patsat_encodings::unroll::Encoding;
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What is to be solved.
#[derive(Clone, Debug)]
pub struct HybridRequest<'a> {
    /// Rules and position.
    pub instance: &'a Instance,
    /// The solver.
    pub backend: Chosen,
    /// The seed of search and solver.
    pub seed: u64,
    /// When to stop.
    pub limits: Limits,
}

/// What was done.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HybridStats {
    /// Moves of the native plan.
    pub native_moves: u32,
    /// Native positions that were fixed.
    pub boundaries: u32,
    /// Boundaries that were freed for something shorter.
    pub freed: u32,
    /// Parts whose moves are the native search's own, as no solver found others in time.
    pub native_parts: u32,
    /// The questions.
    pub tried: Vec<Tried>,
}

const ENCODING: &str = "exists-runs";
/// Time of a question about a phase, of one for fewer moves in it, and of one about two.
const PHASE: Duration = Duration::from_secs(10);
const AGAIN: Duration = Duration::from_secs(5);
const PAIR: Duration = Duration::from_secs(10);

/// Solves a request; `watch` hears of every question.
///
/// # Errors
/// If the game is not of Spider's kind, a back-end is missing or breaks down, or the program
/// contradicts itself.
pub fn solve_by_hybrid(
    request: &HybridRequest<'_>,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Tried),
) -> Result<Answer, Failure> {
    let started = Instant::now();
    let encoding = schemes::encoding(ENCODING).map_err(|e| Failure::Input(e.to_string()))?;
    let whole = Part::new(request.instance, &request.instance.table(), None)?;
    whole.is_said_by(encoding)?;
    let native = Request {
        instance: request.instance,
        strategy: strategy("short").map_err(|e| Failure::Input(e.to_string()))?,
        options: SearchOptions { seed: request.seed, ..SearchOptions::default() },
        optimal: false,
        // With a limit of time the strategy for short plans would use all of it.
        limits: Limits { time: None, ..request.limits },
        certify: false,
    };
    let mut answer = pipeline::solve(&native, stop, None)?;
    let Outcome::Solved(plan, _) = &answer.outcome else { return Ok(answer) };
    let Some(course) = Course::new(request.instance, plan) else { return Ok(answer) };
    let mut work = Work {
        request,
        stop,
        encoding,
        deadline: request.limits.time.and_then(|time| started.checked_add(time)),
        bounds: boundaries(&course.moves),
        stats: HybridStats {
            native_moves: course.moves.len() as u32,
            boundaries: 0,
            freed: 0,
            native_parts: 0,
            tried: Vec::new(),
        },
        course,
        watch,
    };
    work.phases()?;
    work.pairs()?;
    work.stats.native_parts = work.bounds.iter().filter(|bound| bound.steps.is_none()).count() as u32;
    let (stats, plan) = (work.stats, work.course.plan());
    let verified = match verify::replay(request.instance, plan.clone()) {
        Ok(verified) => verified,
        Err(fault) => return Err(SelfCheck::Plan { plan, fault: Box::new(fault) }.into()),
    };
    answer.lengths = Some(Lengths::of(request.instance, &verified));
    answer.outcome = Outcome::Solved(verified, Optimality::NotAsked);
    answer.hybrid = Some(Box::new(stats));
    answer.time = started.elapsed();
    Ok(answer)
}

/// A part of the course: where it begins, and within how many steps a solver has found it.
#[derive(Clone, Copy, Debug)]
struct Bound {
    at: usize,
    steps: Option<u32>,
}

/// Before each row, and at the start.
fn boundaries(moves: &[Move]) -> Vec<Bound> {
    let rows = moves.iter().enumerate().filter(|&(at, &action)| at > 0 && action == Move::DealRow);
    let at = std::iter::once(0).chain(rows.map(|(at, _)| at));
    at.map(|at| Bound { at, steps: None }).collect()
}

struct Work<'a> {
    request: &'a HybridRequest<'a>,
    stop: &'a AtomicBool,
    encoding: &'static Encoding,
    deadline: Option<Instant>,
    course: Course,
    bounds: Vec<Bound>,
    stats: HybridStats,
    watch: &'a mut dyn FnMut(&Tried),
}

/// Moves found, and within how many steps before and after a row.
type Found = (Vec<Move>, (u32, u32));

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
        Control { stop: Some(self.stop), deadline: self.deadline, ..Control::default() }.check().is_some()
    }

    /// Finds moves for each part, or cuts it.
    fn phases(&mut self) -> Result<(), Failure> {
        let mut k = 0;
        while k < self.bounds.len() && !self.is_over() {
            let (from, to) = (self.begin(k), self.end(k));
            if from == to {
                self.bounds[k].steps = Some(0);
                k += 1;
                continue;
            }
            let mut found = None;
            let until = Instant::now().checked_add(PHASE);
            let (_, known) = pack::steps(&self.course, from..to, Options::default().labels);
            let less = known.div_ceil(2).max(1);
            for horizon in [less, known, known + 4] {
                found = self.ask(from, to, (0, horizon), None, until)?;
                if found.is_some() || self.is_over() || until.is_some_and(|end| Instant::now() >= end) {
                    break;
                }
            }
            if let Some((mut moves, (_, steps))) = found {
                // Known to be possible: not longer than the search's own.
                if moves.len() > to - from {
                    let until = Instant::now().checked_add(AGAIN);
                    let fewer = self.ask(from, to, (0, known), Some(to - from + 1), until)?;
                    moves = fewer.map_or(moves, |(moves, _)| moves);
                }
                self.take(from, to, &moves)?;
                self.bounds[k].steps = Some(steps.max(known));
                k += 1;
            } else if to - from > 1 {
                self.bounds.insert(k + 1, Bound { at: from + (to - from) / 2, steps: None });
            } else {
                k += 1;
            }
        }
        self.stats.boundaries = self.bounds.len() as u32 - 1;
        Ok(())
    }

    /// Frees two neighbours at a time.
    fn pairs(&mut self) -> Result<(), Failure> {
        // How often in a row nothing came of it.
        let (mut idle, mut k) = (0, 0);
        while self.bounds.len() > 1 && idle + 1 < self.bounds.len() && !self.is_over() {
            k %= self.bounds.len() - 1;
            idle = if self.free(k)? { 0 } else { idle + 1 };
            k += 1;
        }
        Ok(())
    }

    /// Frees the boundary between part `k` and the next; whether that gave something shorter.
    fn free(&mut self, k: usize) -> Result<bool, Failure> {
        let (from, to) = (self.begin(k), self.end(k + 1));
        let row = self.course.moves.get(self.bounds[k + 1].at) == Some(&Move::DealRow);
        let steps = |n: usize| {
            let moves = (self.end(n) - self.bounds[n].at) as u32;
            self.bounds[n].steps.unwrap_or(moves / 2 + 1)
        };
        let horizon = if row { (steps(k), steps(k + 1)) } else { (0, steps(k) + steps(k + 1)) };
        let until = Instant::now().checked_add(PAIR);
        // Where moves are the search's own, a solver's are welcome if there are as many.
        let own = self.bounds[k..k + 2].iter().any(|bound| bound.steps.is_none());
        let fewer = to - from + usize::from(own);
        let Some((moves, (before, after))) = self.ask(from, to, horizon, Some(fewer), until)? else {
            return Ok(false);
        };
        self.take(from, to, &moves)?;
        self.stats.freed += 1;
        if row {
            let inside = moves.iter().position(|&action| action == Move::DealRow).unwrap_or(0);
            self.bounds[k].steps = Some(before);
            self.bounds[k + 1] = Bound { at: from + inside, steps: Some(after) };
        } else {
            self.bounds.remove(k + 1);
            self.bounds[k].steps = Some(after);
        }
        Ok(true)
    }

    /// Puts moves in the place of others.
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
                let what = format!("moves found for {} to {to} of the plan do not fit into it", from + 1);
                Err(SelfCheck::Model { what, files: pipeline::sat::Files(Vec::new()) }.into())
            }
        }
    }

    /// Asks about moves `from..to`, for fewer ones if so many are given, again and again as long
    /// as there are fewer; the fewest.
    fn ask(
        &mut self,
        from: usize,
        to: usize,
        horizon: (u32, u32),
        fewer: Option<usize>,
        until: Option<Instant>,
    ) -> Result<Option<Found>, Failure> {
        let last = to == self.course.moves.len();
        let target = (!last).then(|| &self.course.tables[to]);
        let part = Part::new(self.request.instance, &self.course.tables[from], target)?;
        let way = Way {
            encoding: self.encoding,
            options: Options { perm: last || !pack::splits(&self.course, from..to), phase_steps: Some(horizon.0), ..Options::default() },
            backend: self.request.backend.clone(),
            seed: self.request.seed,
            horizon: horizon.1,
        };
        let control = Control {
            stop: Some(self.stop),
            deadline: until.into_iter().chain(self.deadline).min(),
            memory_mib: self.request.limits.memory_mib,
            ..Control::default()
        };
        let began = Instant::now();
        let mut tried = Tried::new(from..to, &way);
        let mut best = None;
        if let Ok(mut asked) = Asked::new(&part, &way, fewer.map(|n| n as u32), control)? {
            (tried.variables, tried.clauses) = asked.size();
            let mut most = fewer;
            loop {
                match asked.ask(most.map(|n| n as u32))? {
                    Reply::Moves(moves) => {
                        let count = moves.len();
                        tried.found = Some(count);
                        best = Some((moves, horizon));
                        if most.is_none() || count == 0 {
                            break;
                        }
                        most = Some(count);
                    }
                    Reply::None => {
                        tried.none = tried.found.is_none();
                        break;
                    }
                    Reply::Stopped(SolverLimit::Interrupted | SolverLimit::Time) => break,
                    Reply::Stopped(_) => break,
                }
            }
        }
        tried.time_ms = began.elapsed().as_secs_f64() * 1e3;
        (self.watch)(&tried);
        self.stats.tried.push(tried);
        Ok(best)
    }
}
