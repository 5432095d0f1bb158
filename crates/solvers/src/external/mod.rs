//! Any SAT solver that reads DIMACS, as a program.
//!
//! The command is given as one line, words quoted as in a shell. `{in}` in it becomes the name of
//! the DIMACS file, `{out}` that of a result file as MiniSat writes it, `{seed}` the seed; without
//! `{in}` the formula comes on standard input. The answer is read as the SAT competitions have it
//! (`s` and `v` lines), from the result file, or from the exit code 10 or 20. A model is checked
//! against every clause; a refutation is not checked here.
//!
//! Every question is a new process, in a process group of its own that is killed when it is
//! time to stop; files live in a folder that goes with the question. Assumptions become unit
//! clauses, nothing learned is kept.

mod answer;
mod drat;
pub(super) mod process;

use super::{Backend, BackendError, BackendOptions, Control, Limit, SolverAnswer, SolverStats};
#[cfg(unix)]
pub use answer::read_output;
use answer::{CUT_SHORT, Claim, Sources};
pub(super) use drat::lrat_of;
use process::ProcessEnd;
pub use process::{is_installed, without_our_libraries};
use rustsat::types::Lit;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

struct ExternalSolver<'a> {
    words: Vec<String>,
    control: Control<'a>,
    literals: Vec<i32>,
    ends: Vec<usize>,
    variables: usize,
    model: Vec<bool>,
}

/// Starts a back-end that runs `command` for each question.
///
/// # Errors
/// If the command is no command, or its program is not there.
pub(super) fn start<'a>(
    command: &str,
    options: &BackendOptions,
    control: Control<'a>,
) -> Result<Box<dyn Backend + 'a>, BackendError> {
    let words = shlex::split(command).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| {
        BackendError::Broken(format!(
            "'{command}' is no command line: expected a program and its arguments, quoted as in a shell"
        ))
    })?;
    let words: Vec<String> =
        words.into_iter().map(|word| word.replace("{seed}", &options.seed.to_string())).collect();
    if !is_installed(&words[0]) {
        return Err(missing(&words[0]));
    }
    let (literals, ends, model) = (Vec::new(), Vec::new(), Vec::new());
    Ok(Box::new(ExternalSolver { words, control, literals, ends, variables: 0, model }))
}

fn missing(program: &str) -> BackendError {
    BackendError::Missing(format!("the solver '{program}' is not installed here"))
}

impl ExternalSolver<'_> {
    fn broken(&self, what: impl Display) -> BackendError {
        BackendError::Broken(format!("the solver '{}' {what}", self.words[0]))
    }

    fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }

    fn write(&self, path: &Path, assumptions: &[i32], variables: usize) -> io::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        writeln!(file, "p cnf {variables} {}", self.ends.len() + assumptions.len())?;
        for clause in self.clauses() {
            for literal in clause {
                write!(file, "{literal} ")?;
            }
            writeln!(file, "0")?;
        }
        for literal in assumptions {
            writeln!(file, "{literal} 0")?;
        }
        file.flush()
    }

    /// Whether a model has a value for each variable of a clause: z3 prints no 0 at its end.
    fn is_complete(&self, model: &[i32], variables: usize) -> bool {
        let mut set = vec![false; variables];
        for literal in model {
            if let Some(place) = set.get_mut(literal.unsigned_abs() as usize - 1) {
                *place = true;
            }
        }
        self.literals.iter().all(|literal| set[literal.unsigned_abs() as usize - 1])
    }

    /// Keeps a model if it is one.
    fn take(&mut self, model: &[i32], assumptions: &[i32], variables: usize) -> Result<(), BackendError> {
        let mut values = vec![false; variables];
        let mut set = vec![false; variables];
        for &literal in model {
            // Variables beyond the formula are the solver's own.
            let Some(value) = values.get_mut(literal.unsigned_abs() as usize - 1) else { continue };
            let seen = std::mem::replace(&mut set[literal.unsigned_abs() as usize - 1], true);
            if seen && *value != (literal > 0) {
                return Err(self.broken(format!("gave variable {} two values", literal.unsigned_abs())));
            }
            *value = literal > 0;
        }
        let holds = |l: &i32| values[l.unsigned_abs() as usize - 1] == (*l > 0);
        if let Some(n) = self.clauses().position(|clause| !clause.iter().any(holds)) {
            return Err(self.broken(format!("gave a model that violates clause {}", n + 1)));
        }
        if !assumptions.iter().all(holds) {
            return Err(self.broken("gave a model that violates an assumption"));
        }
        self.model = values;
        Ok(())
    }
}

fn dimacs(literal: Lit) -> i32 {
    literal.to_ipasir()
}

impl Backend for ExternalSolver<'_> {
    fn add(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.literals.extend(clause.iter().map(|&l| dimacs(l)));
        self.ends.push(self.literals.len());
        let most = clause.iter().map(|l| l.vidx() + 1).max().unwrap_or(0);
        self.variables = self.variables.max(most);
        Ok(())
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<SolverAnswer, BackendError> {
        self.model.clear();
        if let Some(limit) = self.control.check() {
            return Ok(SolverAnswer::Unknown(limit));
        }
        let variables =
            assumptions.iter().map(|l| l.vidx() + 1).max().map_or(self.variables, |n| n.max(self.variables));
        let assumptions: Vec<i32> = assumptions.iter().map(|&l| dimacs(l)).collect();
        let folder = tempfile::Builder::new().prefix("patsat-").tempdir();
        let folder = folder.map_err(|e| BackendError::Broken(format!("no folder for the formula: {e}")))?;
        let input = folder.path().join("formula.cnf");
        self.write(&input, &assumptions, variables)
            .map_err(|e| BackendError::Broken(format!("the formula cannot be written for a solver: {e}")))?;
        let claim = match process::run(&self.words, folder.path(), &input, self.control) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(missing(&self.words[0])),
            Err(error) => return Err(self.broken(format!("cannot be run: {error}"))),
            Ok(ProcessEnd::Stopped(limit)) => return Ok(SolverAnswer::Unknown(limit)),
            Ok(ProcessEnd::TooMuch) => return Err(self.broken("printed without end")),
            Ok(ProcessEnd::By(status)) => {
                let sources = Sources::read(folder.path(), status);
                let sources = sources.map_err(|e| self.broken(format!("left no readable answer: {e}")))?;
                sources.claim().map_err(|what| self.broken(what))?
            }
        };
        match claim {
            Claim::Satisfiable(model, ended) => {
                if !ended && !self.is_complete(&model, variables) {
                    return Err(self.broken(CUT_SHORT));
                }
                self.take(&model, &assumptions, variables)?;
                Ok(SolverAnswer::Satisfiable(()))
            }
            Claim::Unsatisfiable => Ok(SolverAnswer::Unsatisfiable),
            Claim::Unknown => Ok(SolverAnswer::Unknown(Limit::GaveUp)),
        }
    }

    fn limit_conflicts(&mut self, most: Option<u64>) {
        self.control.conflicts = most;
    }

    fn value(&self, literal: Lit) -> bool {
        self.model.get(literal.vidx()).copied().unwrap_or(false) == literal.is_pos()
    }

    fn stats(&self) -> SolverStats {
        SolverStats::default()
    }
}
