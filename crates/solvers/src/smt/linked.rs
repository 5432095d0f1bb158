//! z3 (de Moura and Bjørner, TACAS 2008), linked in.
//!
//! z3 parses the script itself, and values are read by the names of constants. So nothing here depends on numbers of
//! sorts or operators, which differ between versions of the library. If z3 cannot parse a script, it keeps none of it,
//! so its assertions are counted.
//!
//! z3 runs in a thread of its own, and the calling thread checks clock, flags and memory. A third thread interrupts z3
//! when it is to stop. It does so repeatedly, because an interrupt is lost if it comes before z3 has begun. During
//! some of its work, such as parsing and freeing memory, z3 ignores interrupts. Then it is left behind after a moment,
//! and ends when it is done or with the program.

use super::{BackendError, SolverAnswer};
use crate::control::Watch;
use crate::{Control, Limit};
use patsat_smt::sexpr;
use patsat_smt::{PlanScript, Value, Values};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use web_time::{Duration, Instant};
use z3::{Config, Context, Model, Optimize, Params, SatResult, Solver};

/// Interval between checks of the clock.
const TICK: Duration = Duration::from_millis(10);

/// Time that z3 gets to stop before it is left behind.
const GRACE: Duration = Duration::from_millis(300);

/// Memory that z3 may need to start, in bytes.
const BEGINNING: usize = 128 << 20;

pub(super) fn version() -> String {
    z3::full_version().to_owned()
}

pub(super) fn query(
    bounded: &PlanScript,
    seed: u64,
    control: Control<'_>,
) -> Result<SolverAnswer<Values>, BackendError> {
    let (bounded, deadline, stop) = (bounded.clone(), control.deadline, Arc::new(AtomicBool::new(false)));
    let (sender, receiver) = channel();
    let stopped = Arc::clone(&stop);
    let work = move || {
        // If z3 cannot allocate its first memory, its crate panics. This allocation fails first, like any other one.
        drop(std::hint::black_box(Vec::<u8>::with_capacity(BEGINNING)));
        // A context of its own, which ends with the query and frees its memory.
        z3::with_z3_config(&Config::new(), || {
            // Sent before z3's memory is freed, which can take a while. An answer that comes too late has no receiver.
            let _ = sender.send(query_here(&bounded, seed, deadline, &stopped));
        });
    };
    thread::Builder::new().name("z3".to_owned()).spawn(work).map_err(broken)?;
    let mut watch = Watch::new(control);
    let mut seen: Option<(Limit, Instant)> = None;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(Ok(SolverAnswer::Unknown(limit))) => {
                let seen = seen.map(|(limit, _)| limit).or_else(|| control.check());
                return Ok(SolverAnswer::Unknown(seen.unwrap_or(limit)));
            }
            Ok(answer) => return answer,
            Err(RecvTimeoutError::Disconnected) => return Err(broken("ended without an answer")),
            Err(RecvTimeoutError::Timeout) => {}
        }
        match seen {
            None => seen = watch.check().map(|limit| (limit, Instant::now())),
            // Memory that z3 allocates while it is waited for would exceed the limit.
            Some((limit @ Limit::Memory, _)) => return Ok(SolverAnswer::Unknown(limit)),
            Some((limit, since)) if since.elapsed() >= GRACE => return Ok(SolverAnswer::Unknown(limit)),
            Some(_) => {}
        }
        stop.store(seen.is_some(), Ordering::Relaxed);
    }
}

fn broken(what: impl std::fmt::Display) -> BackendError {
    BackendError::Broken(format!("z3 {what}"))
}

fn query_here(
    bounded: &PlanScript,
    seed: u64,
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> Result<SolverAnswer<Values>, BackendError> {
    if bounded.minimized {
        return minimize_here(bounded, deadline, stop);
    }
    let solver = Solver::new();
    solver.from_string(bounded.script.text());
    all_parsed(bounded, solver.get_assertions().len())?;
    let mut params = Params::new();
    // The program handles Ctrl-C, not z3.
    params.set_bool("ctrl_c", false);
    if seed != 0 {
        params.set_u32("random_seed", u32::try_from(seed % (1 << 30)).unwrap_or(0));
    }
    set_timeout(&mut params, deadline);
    solver.set_params(&params);
    match check(|| solver.check(), stop) {
        SatResult::Unsat => Ok(SolverAnswer::Unsatisfiable),
        SatResult::Sat => values(solver.get_model(), &bounded.wanted).map(SolverAnswer::Satisfiable),
        SatResult::Unknown => Ok(SolverAnswer::Unknown(Limit::GaveUp)),
    }
}

/// Returns a model of least cost, by z3's optimizer (Bjørner, Phan and Fleckenstein, TACAS 2015). It has no seed.
fn minimize_here(
    bounded: &PlanScript,
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> Result<SolverAnswer<Values>, BackendError> {
    let optimizer = Optimize::new();
    optimizer.from_string(bounded.text().as_ref());
    all_parsed(bounded, optimizer.get_assertions().len())?;
    let mut params = Params::new();
    set_timeout(&mut params, deadline);
    optimizer.set_params(&params);
    match check(|| optimizer.check(&[]), stop) {
        SatResult::Unsat => Ok(SolverAnswer::Unsatisfiable),
        SatResult::Sat => values(optimizer.get_model(), &bounded.wanted).map(SolverAnswer::Satisfiable),
        SatResult::Unknown => Ok(SolverAnswer::Unknown(Limit::GaveUp)),
    }
}

fn all_parsed(bounded: &PlanScript, found: usize) -> Result<(), BackendError> {
    let expected = bounded.script.size().assertions;
    if found == expected {
        return Ok(());
    }
    let version = version();
    Err(broken(format!("{version} could not parse the script ({found} of {expected} assertions)")))
}

fn set_timeout(params: &mut Params, deadline: Option<Instant>) {
    if let Some(end) = deadline {
        // The caller's check of the deadline should come first, because it reports the limit that was reached.
        let left = end.saturating_duration_since(Instant::now()) + Duration::from_millis(500);
        params.set_u32("timeout", u32::try_from(left.as_millis()).unwrap_or(u32::MAX));
    }
}

/// Queries z3, and interrupts it when it is to stop.
fn check(query: impl FnOnce() -> SatResult, stop: &AtomicBool) -> SatResult {
    let context = Context::thread_local();
    let handle = context.handle();
    let (done, is_done) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while is_done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if stop.load(Ordering::Relaxed) {
                    handle.interrupt();
                }
            }
        });
        let answer = query();
        drop(done);
        answer
    })
}

/// The values of constants, by name.
fn values(model: Option<Model>, wanted: &[String]) -> Result<Values, BackendError> {
    let model = model.ok_or_else(|| broken("says 'sat' but gives no model"))?;
    let mut values = Values::default();
    let wanted: HashSet<&String> = wanted.iter().collect();
    for declaration in &model {
        if declaration.arity() > 0 || !wanted.contains(&declaration.name()) {
            continue;
        }
        let Some(value) = model.eval(&declaration.apply(&[]), true) else { continue };
        let read = sexpr::read(&value.to_string()).ok().and_then(|items| items.first().map(Value::read));
        let value =
            read.ok_or_else(|| broken(format!("gives '{}' no readable value", declaration.name())))?;
        values.add(declaration.name(), value);
    }
    Ok(values)
}
