//! Shortens a plan, window by window.
//!
//! A window is a stretch of the plan. Its first and last position are fixed, and a solver searches for fewer moves from
//! one to the other. Each answer lowers the bound of the next query to the same solver. Windows overlap by half. They
//! start small, because small ones are answered fast; they grow when a pass over the plan finds nothing, and restart
//! small when it does. The last window leads to the win instead of a position. New moves replace the window only if the
//! whole plan then replays, so a plan never becomes longer.
//!
//! If the solver refutes a query, the window has no shorter moves within these steps of this encoding. No window is
//! queried twice.
//!
//! In games of the FreeCell family, supermoves are expanded into single-card moves, which are counted. At the end the
//! moves are gathered into supermoves again.

use super::course::Course;
use super::pack;
use super::query::{Part, PartQuery, Patience, Reply, Way};
use crate::answer::Lengths;
use crate::failure::{Failure, Files, SelfCheck};
use crate::input_error::InputError;
use crate::model_fault::ModelFault;
use crate::monitor::{Monitor, ProgressEvent};
use patsat_base::{Limit, Limits};
use patsat_encodings::options::Options;
use patsat_encodings::schemes;
use patsat_encodings::unroll::{Encoding, Unit};
use patsat_game::state::{Instance, Plan, StateKey};
use patsat_game::verify::{self, Verified};
use patsat_lowering::decode;
use patsat_solvers::{BackendChoice, Control};
use std::collections::HashSet;
use std::ops::Range;
use web_time::{Duration, Instant};

/// A request to shorten a plan.
#[derive(Clone, Debug)]
pub struct ShortenRequest<'a> {
    /// Rules and position.
    pub instance: &'a Instance,
    /// The plan.
    pub plan: &'a Verified<Plan>,
    /// The size of a window in moves; `None` starts small and grows.
    pub window: Option<usize>,
    /// The conflict limit of one query about a window.
    pub conflicts: u64,
    /// The solver.
    pub backend: BackendChoice,
    /// Its seed.
    pub seed: u64,
    /// The limits of the whole run.
    pub limits: Limits,
}

/// The result of shortening a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct ShortenResult {
    /// The plan; the old one if nothing was found.
    pub plan: Verified<Plan>,
    /// Its lengths.
    pub lengths: Lengths,
    /// The lengths of the old plan.
    pub before: Lengths,
    /// The encoding.
    pub encoding: &'static str,
    /// Windows that were queried.
    pub queried: usize,
    /// Windows that became shorter.
    pub gave: usize,
    /// Windows whose last query reached a limit.
    pub open: usize,
    /// The limit that ended the run, if one did.
    pub limit: Option<Limit>,
    /// Wall-clock time.
    pub time: Duration,
}

/// The sizes of windows if the request has none.
const WINDOWS: [usize; 4] = [8, 12, 18, 27];

/// Encodings that support positions as goals; the first that supports the game is used.
const ENCODINGS: [&str; 3] = ["exists-runs", "exists", "sequential"];

/// Shortens a plan; the monitor receives an event for every window.
///
/// # Errors
/// If no encoding supports the game, if a back-end is missing or fails, or if the verifier refuses a result.
pub fn shorten(request: &ShortenRequest<'_>, monitor: &mut Monitor<'_>) -> Result<ShortenResult, Failure> {
    let started = Instant::now();
    let instance = request.instance;
    let start = instance.table();
    let single =
        request.plan.expanded(&start).map_err(|(step, illegal)| InputError::Move { step, illegal })?;
    let Some(course) = Course::new(instance, &single) else {
        return Err(InputError::IllegalPlan.into());
    };
    let mut work = Work {
        request,
        deadline: request.limits.time.and_then(|time| started.checked_add(time)),
        encoding: encoding(instance, &course)?,
        course,
        seen: HashSet::new(),
        result: Counts::default(),
        monitor: monitor.reborrow(),
    };
    work.run()?;
    let (plan, counts, encoding) = (work.course.plan(), work.result, work.encoding.name);
    let before = Lengths::of(instance, request.plan);
    let plan = if counts.gave == 0 { (**request.plan).clone() } else { decode::gathered(instance, &plan) };
    let plan = match verify::replay(instance, plan.clone()) {
        Ok(verified) => verified,
        Err(fault) => return Err(SelfCheck::Plan { plan, fault: Box::new(fault) }.into()),
    };
    let lengths = Lengths::of(instance, &plan);
    Ok(ShortenResult {
        plan,
        lengths,
        before,
        encoding,
        queried: counts.queried,
        gave: counts.gave,
        open: counts.open,
        limit: counts.limit,
        time: started.elapsed(),
    })
}

/// Returns the first encoding that supports parts of this course.
fn encoding(instance: &Instance, course: &Course) -> Result<&'static Encoding, Failure> {
    let part = Part::new(instance, &course.tables[0], course.tables.last().filter(|table| !table.is_won()))?;
    let half = Part::new(instance, &course.tables[0], course.tables.get(course.moves.len() / 2))?;
    let mut refused = None;
    for name in ENCODINGS {
        let encoding = schemes::encoding(name)?;
        match part.is_supported_by(encoding).and_then(|()| half.is_supported_by(encoding)) {
            Ok(()) => return Ok(encoding),
            Err(error) => refused = Some(error),
        }
    }
    Err(refused.unwrap_or_else(|| InputError::NoEncoding.into()))
}

#[derive(Clone, Copy, Default)]
struct Counts {
    queried: usize,
    gave: usize,
    open: usize,
    limit: Option<Limit>,
}

struct Work<'a> {
    request: &'a ShortenRequest<'a>,
    deadline: Option<Instant>,
    encoding: &'static Encoding,
    course: Course,
    /// Windows that were queried, by their first and last position.
    seen: HashSet<(StateKey, StateKey)>,
    result: Counts,
    monitor: Monitor<'a>,
}

impl Work<'_> {
    fn limit(&self) -> Option<Limit> {
        let control =
            Control { stop: Some(self.monitor.stop()), deadline: self.deadline, ..Control::default() };
        control.check()
    }

    fn run(&mut self) -> Result<(), Failure> {
        let own = self.request.window.map(|window| [window.max(2)]);
        let windows: &[usize] = own.as_ref().map_or(&WINDOWS, |own| own);
        let mut size = 0;
        while size < windows.len() && self.result.limit.is_none() {
            let before = self.course.moves.len();
            self.pass(windows[size])?;
            size = if self.course.moves.len() < before { 0 } else { size + 1 };
        }
        Ok(())
    }

    /// Queries windows of one size over the whole plan.
    fn pass(&mut self, window: usize) -> Result<(), Failure> {
        let mut from = 0;
        loop {
            self.result.limit = self.limit();
            let to = (from + window).min(self.course.moves.len());
            if self.result.limit.is_some() || to < from + 2 {
                return Ok(());
            }
            self.query(from..to)?;
            let length = self.course.moves.len();
            if from + window >= length {
                return Ok(());
            }
            // The last window has its full size too.
            from = (from + window.div_ceil(2)).min(length - window);
        }
    }

    /// Queries the solver about a window, unless it was queried before.
    fn query(&mut self, part: Range<usize>) -> Result<(), Failure> {
        let last = part.end == self.course.moves.len();
        let (first, end) = (&self.course.tables[part.start], &self.course.tables[part.end]);
        if !self.seen.insert((first.key(), end.key())) {
            return Ok(());
        }
        let question = Part::new(self.request.instance, first, (!last).then_some(end))?;
        let way = self.way(part.clone());
        let control = Control {
            stop: Some(self.monitor.stop()),
            deadline: self.deadline,
            memory_mib: self.request.limits.memory_mib,
            ..Control::default()
        };
        let control = Patience { conflicts: self.request.conflicts }.control(&way.backend, control);
        let mut tried = way.record(part.clone());
        let began = Instant::now();
        let mut fewer = part.len() as u32;
        let mut best = None;
        self.result.queried += 1;
        match PartQuery::new(&question, &way, Some(fewer), control)? {
            Err(_) => self.result.open += 1,
            Ok(mut query) => {
                loop {
                    match query.solve(Some(fewer))? {
                        Reply::Satisfiable(moves) => {
                            fewer = moves.len() as u32;
                            best = Some(moves);
                        }
                        Reply::Unsatisfiable => {
                            tried.none = best.is_none();
                            break;
                        }
                        Reply::Unknown(_) => {
                            self.result.open += 1;
                            break;
                        }
                    }
                }
                query.measure(&mut tried);
            }
        }
        tried.found = best.as_ref().map(Vec::len);
        tried.time_ms = began.elapsed().as_secs_f64() * 1e3;
        if let Some(moves) = best {
            self.result.gave += 1;
            self.course = self.course.with(part.clone(), &moves).ok_or_else(|| {
                let what = ModelFault::Part { first: part.start + 1, last: part.end };
                SelfCheck::model(what, Files::default())
            })?;
        }
        self.monitor.notify(&ProgressEvent::Tried(tried.clone()));
        Ok(())
    }

    fn way(&self, part: Range<usize>) -> Way {
        let moves = part.len() as u32;
        let options = Options { rebuilt: None, ..Options::default() };
        let (before, after) = match self.encoding.unit {
            Unit::Moves => (0, moves - 1),
            Unit::PhaseSteps => {
                let (before, after) = pack::steps(&self.course, part.clone(), options.labels);
                (before + 1, after + 1)
            }
            _ => (0, (moves / 2 + 2).min(moves - 1)),
        };
        Way {
            encoding: self.encoding,
            options: Options { phase_steps: Some(before), ..options },
            backend: self.request.backend.clone(),
            seed: self.request.seed,
            horizon: after,
        }
    }
}
