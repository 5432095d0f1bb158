//! Solvers of other people that instances are measured with, each run in a process of its own.
//!
//! A solver's answer is held against what was proved here: one that differs ends the work. Models of other solvers
//! are not looked at.

use super::journal::Journal;
use super::model::{Facts, Run, SolverStatus, Status, StoredQuestion};
use super::{Failure, PackEvent, RecipeError, Submission, Track, header};
use crate::harness::machine::version;
use crate::harness::process::{ProcessLimits, execute};
use patsat_solvers::is_installed;
use std::path::Path;
use std::sync::atomic::AtomicBool;

struct Solver {
    name: &'static str,
    track: Track,
    command: &'static [&'static str],
}

const SOLVERS: [Solver; 8] = [
    Solver { name: "minisat", track: Track::Sat, command: &["minisat", "{in}"] },
    Solver { name: "cadical", track: Track::Sat, command: &["cadical", "-n", "{in}"] },
    Solver { name: "kissat", track: Track::Sat, command: &["kissat", "-n", "{in}"] },
    Solver {
        name: "cryptominisat5",
        track: Track::Sat,
        command: &["cryptominisat5", "--verb", "1", "--printsol", "0", "{in}"],
    },
    Solver { name: "depqbf", track: Track::Qbf, command: &["depqbf", "{in}"] },
    Solver { name: "rc2", track: Track::Maxsat, command: &["rc2.py", "-vv", "{in}"] },
    Solver { name: "z3", track: Track::Smt, command: &["z3", "{in}"] },
    Solver { name: "cvc5", track: Track::Smt, command: &["cvc5", "{in}"] },
];

/// All runs, and the solvers that are installed.
pub(super) struct SolverMeasurements {
    pub(super) runs: Vec<Run>,
    pub(super) solvers: Vec<SolverStatus>,
}

/// The solvers of these names, if a track has them.
fn named(track: Track, names: &[String]) -> Result<Vec<&'static Solver>, RecipeError> {
    let of_track = || SOLVERS.iter().filter(move |solver| solver.track == track);
    let find = |name: &String| {
        of_track().find(|solver| solver.name == name).ok_or_else(|| {
            let names: Vec<&str> = of_track().map(|solver| solver.name).collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let what =
                format!("runs: there is no solver '{name}' for track {}: expected {names}", track.name());
            RecipeError(what)
        })
    };
    names.iter().map(find).collect()
}

/// Those of them that are here, and what is known of each; a note reports each that is not.
fn present(
    solvers: &[&'static Solver],
    scratch: &Path,
    on_event: &(dyn Fn(PackEvent<'_>) + Sync),
) -> (Vec<&'static Solver>, Vec<SolverStatus>) {
    let (mut here, mut known) = (Vec::new(), Vec::new());
    for solver in solvers {
        let program = solver.command[0];
        let installed = is_installed(program);
        if installed {
            here.push(*solver);
        } else {
            on_event(PackEvent::Note(&format!("the solver '{program}' is not installed and is skipped")));
        }
        let version = if installed { version(program, scratch) } else { None };
        known.push(SolverStatus { name: solver.name.to_owned(), installed, version });
    }
    (here, known)
}

/// Checks the names of solvers before anything is made.
pub(super) fn check(submission: &Submission<'_>) -> Result<(), Failure> {
    named(submission.recipe.track, &submission.recipe.runs.solvers).map(|_| ()).map_err(Failure::Recipe)
}

/// Runs what has not been run yet; `None` if interrupted.
pub(super) fn run_all(
    submission: &Submission<'_>,
    journal: &Journal,
    made: &[StoredQuestion],
    stop: &AtomicBool,
    on_event: &(dyn Fn(PackEvent<'_>) + Sync),
) -> Result<Option<SolverMeasurements>, Failure> {
    let recipe = submission.recipe;
    let scratch = tempfile::Builder::new().prefix("patsat-pack-").tempdir();
    let scratch = scratch.map_err(|e| Failure::Io(std::env::temp_dir(), e))?;
    let programs = named(recipe.track, &recipe.runs.solvers).map_err(Failure::Recipe)?;
    let (here, solvers) = present(&programs, scratch.path(), on_event);
    let all = made.len() * here.len();
    let mut runs = Vec::with_capacity(all);
    for kept in made {
        for solver in &here {
            let key = (kept.name.clone(), solver.name.to_owned());
            let run = match journal.known(|known| known.runs.get(&key).cloned()) {
                Some(run) => run,
                None => {
                    let allowed = ProcessLimits {
                        cpu_s: recipe.runs.cpu_s,
                        wall_s: 20.0 * recipe.runs.cpu_s + 60.0,
                        memory_mib: recipe.runs.memory_mib,
                    };
                    let Some(run) = one(submission, kept, solver, allowed, scratch.path(), stop)? else {
                        return Ok(None);
                    };
                    journal.ran(&run)?;
                    run
                }
            };
            agrees(recipe.track, kept, &run)?;
            runs.push(run);
            on_event(PackEvent::Doing("measured", runs.len(), all));
        }
    }
    Ok(Some(SolverMeasurements { runs, solvers }))
}

fn one(
    submission: &Submission<'_>,
    kept: &StoredQuestion,
    solver: &Solver,
    allowed: ProcessLimits,
    scratch: &Path,
    stop: &AtomicBool,
) -> Result<Option<Run>, Failure> {
    let file = &kept.files[0].path;
    let path = submission.folder.join("instances").join(file);
    let bytes = patsat_console::input::read(&path, "an instance").map_err(|e| Failure::SelfCheck(e.text))?;
    let plain = file.trim_end_matches(".xz").trim_end_matches(".gz").replace('/', "-");
    let input = scratch.join(plain);
    std::fs::write(&input, bytes).map_err(|e| Failure::Io(input.clone(), e))?;
    let [out, err] = ["out", "err"].map(|name| scratch.join(name));
    let words = solver.command.iter().map(|word| word.replace("{in}", &input.to_string_lossy()));
    let words: Vec<String> = words.collect();
    let account = execute(&words, [&out, &err], allowed, stop).map_err(|e| Failure::Io(path, e))?;
    let _ = std::fs::remove_file(&input);
    let Some(account) = account else { return Ok(None) };
    let output = std::fs::read(&out).unwrap_or_default();
    let output = String::from_utf8_lossy(&output);
    let limit = account.wall_out || account.out_of_cpu();
    let status = if limit { Status::Open } else { status(&output, account.exit_code) };
    Ok(Some(Run {
        case: kept.name.clone(),
        solver: solver.name.to_owned(),
        status,
        optimum: if status == Status::Yes { optimum(&output) } else { None },
        cpu_s: (account.cpu_s * 1e3).round() / 1e3,
        conflicts: if status == Status::Open { None } else { conflicts(&output) },
    }))
}

/// What a solver answered: by the lines of the competitions, else by its exit code.
fn status(output: &str, exit: Option<i32>) -> Status {
    for line in output.lines().map(str::trim) {
        match line {
            "s SATISFIABLE" | "s OPTIMUM FOUND" | "sat" | "SATISFIABLE" | "SAT" => return Status::Yes,
            "s UNSATISFIABLE" | "unsat" | "UNSATISFIABLE" | "UNSAT" => return Status::No,
            _ => {}
        }
    }
    match exit {
        Some(10) => Status::Yes,
        Some(20) => Status::No,
        _ => Status::Open,
    }
}

/// The last `o` line.
fn optimum(output: &str) -> Option<u64> {
    output.lines().rev().find_map(|line| line.strip_prefix("o ")?.trim().parse().ok())
}

/// The number after the word "conflicts", as SAT solvers print it in their statistics.
fn conflicts(output: &str) -> Option<u64> {
    output.lines().rev().find_map(|line| {
        let rest = line.trim_start_matches("c ").trim_start().strip_prefix("conflicts")?;
        let number = rest.trim_start().strip_prefix(':')?.split_whitespace().next()?;
        number.parse().ok()
    })
}

/// Whether a run says what was proved.
fn agrees(track: Track, kept: &StoredQuestion, run: &Run) -> Result<(), Failure> {
    let Facts { status, optimum, .. } = &kept.facts;
    let differs = run.status != Status::Open
        && (run.status != *status || (run.optimum.is_some() && optimum.is_some() && run.optimum != *optimum));
    if differs {
        let claim = match run.optimum {
            Some(found) => format!("{} {found}", header::word(track, run.status)),
            None => header::word(track, run.status).to_owned(),
        };
        return Err(Failure::SelfCheck(format!(
            "{}: {} says {claim}, but it is {} by {}",
            run.case,
            run.solver,
            header::answer(track, &kept.facts),
            kept.facts.proved
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_solvers_print_them() {
        let minisat = "conflicts             : 1234           (99 /sec)\n\nUNSATISFIABLE\n";
        assert_eq!((status(minisat, Some(20)), conflicts(minisat)), (Status::No, Some(1234)));
        let cadical = "c conflicts:                  77        12.34    per second\ns SATISFIABLE\n";
        assert_eq!((status(cadical, Some(10)), conflicts(cadical)), (Status::Yes, Some(77)));
        let minisearch = "c conflicts                : 4            (1 / sec)\ns UNSATISFIABLE\n";
        assert_eq!(conflicts(minisearch), Some(4));
        assert_eq!(status("", Some(10)), Status::Yes);
        assert_eq!(status("unsat\n", Some(0)), Status::No);
        assert_eq!(status("UNKNOWN\n", Some(0)), Status::Open);
        let rc2 = "c cost: 9\no 9\ns OPTIMUM FOUND\n";
        assert_eq!((status(rc2, Some(0)), optimum(rc2)), (Status::Yes, Some(9)));
    }
}
