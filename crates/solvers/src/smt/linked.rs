//! z3 (de Moura and Bjørner, TACAS 2008), linked in.
//!
//! The script is parsed by z3 itself, and values are read by the names of constants: nothing here depends
//! on numbers of sorts or operators, which differ between versions of the library. z3 reports a script
//! that it cannot parse by keeping none of it, so its assertions are counted. A second thread
//! looks at clock, flags and memory and interrupts it, again and again: an interrupt that comes
//! before z3 has begun is lost. While it parses it cannot be stopped.

use super::{BackendError, SolverAnswer};
use crate::control::Watch;
use crate::{Control, Limit};
use patsat_encodings::smt::sexpr;
use patsat_encodings::smt::{Bounded, Value, Values};
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc::{RecvTimeoutError, channel};
use web_time::{Duration, Instant};
use z3::{Config, Context, Model, Optimize, Params, SatResult, Solver};

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(10);

pub(super) fn version() -> String {
    z3::full_version().to_owned()
}

pub(super) fn ask(
    bounded: &Bounded,
    seed: u64,
    control: Control<'_>,
) -> Result<SolverAnswer<Values>, BackendError> {
    // A context of its own, which goes with the question and takes its memory with it.
    z3::with_z3_config(&Config::new(), || ask_here(bounded, seed, control))
}

fn broken(what: impl std::fmt::Display) -> BackendError {
    BackendError::Broken(format!("z3 {what}"))
}

fn ask_here(
    bounded: &Bounded,
    seed: u64,
    control: Control<'_>,
) -> Result<SolverAnswer<Values>, BackendError> {
    if bounded.minimized {
        return minimize_here(bounded, control);
    }
    let solver = Solver::new();
    solver.from_string(bounded.script.text());
    all_parsed(bounded, solver.get_assertions().len())?;
    let mut params = Params::new();
    // Who listens to Ctrl-C is the program.
    params.set_bool("ctrl_c", false);
    if seed != 0 {
        params.set_u32("random_seed", u32::try_from(seed % (1 << 30)).unwrap_or(0));
    }
    set_timeout(&mut params, control);
    solver.set_params(&params);
    let (answer, stopped) = check(|| solver.check(), control);
    match answer {
        SatResult::Unsat => Ok(SolverAnswer::Unsatisfiable),
        SatResult::Sat => values(solver.get_model(), &bounded.wanted).map(SolverAnswer::Satisfiable),
        SatResult::Unknown => {
            let limit = stopped.or_else(|| control.check()).unwrap_or(Limit::GaveUp);
            Ok(SolverAnswer::Unknown(limit))
        }
    }
}

/// A model of least cost, by z3's optimizer (Bjørner, Phan and Fleckenstein, TACAS 2015). It has no seed.
fn minimize_here(bounded: &Bounded, control: Control<'_>) -> Result<SolverAnswer<Values>, BackendError> {
    let optimizer = Optimize::new();
    optimizer.from_string(bounded.text().as_ref());
    all_parsed(bounded, optimizer.get_assertions().len())?;
    let mut params = Params::new();
    set_timeout(&mut params, control);
    optimizer.set_params(&params);
    let (answer, stopped) = check(|| optimizer.check(&[]), control);
    match answer {
        SatResult::Unsat => Ok(SolverAnswer::Unsatisfiable),
        SatResult::Sat => values(optimizer.get_model(), &bounded.wanted).map(SolverAnswer::Satisfiable),
        SatResult::Unknown => {
            let limit = stopped.or_else(|| control.check()).unwrap_or(Limit::GaveUp);
            Ok(SolverAnswer::Unknown(limit))
        }
    }
}

fn all_parsed(bounded: &Bounded, found: usize) -> Result<(), BackendError> {
    let expected = bounded.script.size().assertions;
    if found == expected {
        return Ok(());
    }
    let version = version();
    Err(broken(format!("{version} could not parse the script ({found} of {expected} assertions)")))
}

fn set_timeout(params: &mut Params, control: Control<'_>) {
    if let Some(end) = control.deadline {
        // The watching thread is to come first: its word is the better one.
        let left = end.saturating_duration_since(Instant::now()) + Duration::from_millis(500);
        params.set_u32("timeout", u32::try_from(left.as_millis()).unwrap_or(u32::MAX));
    }
}

/// Asks z3, and says what stopped it, if something did.
fn check(ask: impl FnOnce() -> SatResult, control: Control<'_>) -> (SatResult, Option<Limit>) {
    let context = Context::thread_local();
    let handle = context.handle();
    let seen = Mutex::new(None);
    let (done, is_done) = channel::<()>();
    let answer = std::thread::scope(|scope| {
        let seen = &seen;
        scope.spawn(move || {
            let mut watch = Watch::new(control);
            while is_done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if let Some(limit) = watch.check() {
                    seen.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(limit);
                    handle.interrupt();
                }
            }
        });
        let answer = ask();
        drop(done);
        answer
    });
    (answer, seen.into_inner().unwrap_or_else(PoisonError::into_inner))
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
