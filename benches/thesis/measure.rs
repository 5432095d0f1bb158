//! Measures one method at one position, in repeated runs. Times are CPU seconds of this process and
//! of the solvers it calls, because wall times are not comparable on a busy machine.

use crate::positions::Ending;
use nix::sys::resource::{UsageWho, getrusage};
use patsat_base::Limits;
use patsat_encodings::formula::Formula;
use patsat_encodings::schemes;
use patsat_lowering::lower::lower;
use patsat_planning as planning;
use patsat_planning::sat::{Config, Horizon, SatMethod, SatQueries};
use patsat_planning::smt::SmtMethod;
use patsat_planning::{Answer, Monitor, Outcome, Request, SearchMethod, solve};
use patsat_search::SearchOptions;
use patsat_smt as smt_encodings;
use patsat_solvers::{backend, smt};
use std::time::Duration;

/// A solver, and for SMT and SAT its encoding.
#[derive(Clone, Copy)]
pub(crate) enum Configuration {
    /// An SMT encoding and a solver.
    Smt(&'static str, &'static str),
    /// A SAT encoding and a solver.
    Sat(&'static str, &'static str),
    /// Native search.
    Search,
}

/// A solving method and its options.
#[derive(Clone, Copy)]
pub(crate) struct Method {
    pub(crate) by: Configuration,
    pub(crate) options: &'static str,
}

/// One run.
pub(crate) struct Measurement {
    pub(crate) solved: bool,
    pub(crate) horizon: Option<u32>,
    pub(crate) build_s: f64,
    pub(crate) solve_s: f64,
    /// The error of a failed run, or the remark that the horizon has no plan.
    pub(crate) note: Option<String>,
}

impl Method {
    pub(crate) fn name(&self) -> String {
        let options = if self.options.is_empty() { String::new() } else { format!(", {}", self.options) };
        match self.by {
            Configuration::Smt(encoding, solver) => format!("SMT {encoding}{options}, {solver}"),
            Configuration::Sat(encoding, solver) => format!("SAT {encoding}{options}, {solver}"),
            Configuration::Search => "native search".into(),
        }
    }

    /// Returns a horizon that is one more than needed, or `None` for native search. The thesis' model spends a
    /// step on each run that leaves; with the sorted goal the runs left at its end need not leave.
    fn horizon(&self, ending: &Ending) -> Option<u32> {
        let runs = if self.options.contains("sorted-goal") { ending.leaving } else { ending.runs };
        match self.by {
            Configuration::Smt("thesis", _) => Some(ending.away + runs + 1),
            Configuration::Smt(..) | Configuration::Sat(..) => Some(ending.away + 1),
            Configuration::Search => None,
        }
    }

    /// Builds the script or formula; returns the CPU seconds.
    fn build(&self, ending: &Ending) -> Result<f64, String> {
        let task = lower(&ending.instance).map_err(|e| e.to_string())?.task;
        let options = self.options.parse().map_err(|e| format!("{e}"))?;
        let horizon = self.horizon(ending).unwrap_or(0);
        let began = cpu_s()?;
        match self.by {
            Configuration::Smt(encoding, _) => {
                let row = smt_encodings::encoding(encoding).map_err(|e| e.to_string())?;
                row.build(&task, &options, horizon, None).map_err(|e| e.to_string())?;
            }
            Configuration::Sat(encoding, _) => {
                let row = schemes::encoding(encoding).map_err(|e| e.to_string())?;
                let mut unrolling = (row.start)(&task, &options).map_err(|e| e.to_string())?;
                unrolling.grow(horizon, &mut Formula::default()).map_err(|e| e.to_string())?;
            }
            Configuration::Search => {}
        }
        Ok(cpu_s()? - began)
    }

    fn solve_ending(&self, ending: &Ending, seed: u64, limit: Duration) -> Result<Answer, String> {
        let limits = Limits { time: Some(limit), ..Limits::default() };
        let options = self.options.parse().map_err(|e| format!("{e}"));
        let horizon = self.horizon(ending).map_or(Horizon::Auto, Horizon::One);
        let method = match self.by {
            Configuration::Smt(encoding, solver) => {
                let encoding = smt_encodings::encoding(encoding).map_err(|e| e.to_string())?;
                let backend = smt::backend(solver).map_err(|e| e.to_string())?;
                let options = options?;
                planning::Method::Smt(SmtMethod {
                    options,
                    backend,
                    seed,
                    ..SmtMethod::with(encoding, horizon)
                })
            }
            Configuration::Sat(encoding, solver) => {
                let config = Config {
                    encoding: schemes::encoding(encoding).map_err(|e| e.to_string())?,
                    options: options?,
                    backend: backend(solver).map_err(|e| e.to_string())?,
                    seed,
                };
                let queries = SatQueries::Horizons { configs: vec![config], horizon, schedule: None };
                planning::Method::Sat(SatMethod { queries, horizon_time: None, threads: 1 })
            }
            Configuration::Search => {
                let options = SearchOptions { seed, ..SearchOptions::default() };
                planning::Method::Search(SearchMethod { options, ..SearchMethod::default() })
            }
        };
        let request = Request { limits, ..Request::new(&ending.instance, method) };
        solve(&request, &mut Monitor::default()).map_err(|e| e.to_string())
    }
}

/// CPU seconds of this process and of the child processes it waited for.
fn cpu_s() -> Result<f64, String> {
    let seconds = |t: nix::sys::time::TimeVal| t.tv_sec() as f64 + t.tv_usec() as f64 / 1e6;
    [UsageWho::RUSAGE_SELF, UsageWho::RUSAGE_CHILDREN].into_iter().try_fold(0.0, |sum, usage_of| {
        let usage = getrusage(usage_of).map_err(|e| e.to_string())?;
        Ok(sum + seconds(usage.user_time()) + seconds(usage.system_time()))
    })
}

/// Measures up to `runs` runs, and stops after three unsolved ones.
pub(crate) fn measure(method: &Method, ending: &Ending, runs: u64, limit: Duration) -> Vec<Measurement> {
    let mut measured: Vec<Measurement> = Vec::new();
    for seed in 0..runs {
        if measured.iter().filter(|run| !run.solved).count() == 3 {
            break;
        }
        let horizon = method.horizon(ending);
        let run = || -> Result<(f64, f64, Outcome), String> {
            let build_s = method.build(ending)?;
            let began = cpu_s()?;
            let answer = method.solve_ending(ending, seed, limit)?;
            // `solve_ending` builds the script or formula again, so that its time is subtracted.
            let solve_s = (cpu_s()? - began - build_s).max(0.0);
            Ok((build_s, solve_s, answer.outcome))
        };
        measured.push(match run() {
            Ok((build_s, solve_s, outcome)) => Measurement {
                solved: matches!(outcome, Outcome::Solved(..)),
                horizon,
                build_s,
                solve_s,
                note: match outcome {
                    Outcome::NoPlanWithin { .. } => Some("no plan within the horizon".into()),
                    _ => None,
                },
            },
            Err(note) => Measurement { solved: false, horizon, build_s: 0.0, solve_s: 0.0, note: Some(note) },
        });
        if measured.last().is_some_and(|run| run.note.is_some()) {
            break;
        }
    }
    measured
}
