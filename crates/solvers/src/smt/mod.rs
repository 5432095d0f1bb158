//! SMT solvers: a script in, values of constants out.
//!
//! Each query gets a solver of its own: nothing is kept from one script to the next. As with SAT, a
//! solver's answer is not trusted: values are read as a plan, which is replayed on the rules.

#[cfg(feature = "z3")]
mod linked;
#[cfg(not(target_arch = "wasm32"))]
mod program;

#[cfg(target_arch = "wasm32")]
use super::external as program;
use super::{BackendError, Control, SolverAnswer};
use patsat_smt::{PlanScript, Values};

/// Queries a solver for a model of a script.
pub type QueryFn = fn(&PlanScript, u64, Control<'_>) -> Result<SolverAnswer<Values>, BackendError>;

/// A back-end.
#[derive(Clone, Copy, Debug)]
pub struct SmtRow {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Its availability.
    pub kind: SmtKind,
}

/// The availability of a back-end.
#[derive(Clone, Copy, Debug)]
pub enum SmtKind {
    /// Linked in.
    BuiltIn(QueryFn),
    /// A program, by its command.
    Program(&'static str),
    /// Left out of this build; a sentence how to get it.
    LeftOut(&'static str),
}

#[cfg(feature = "z3")]
const Z3: SmtKind = SmtKind::BuiltIn(linked::query);
#[cfg(not(feature = "z3"))]
const Z3: SmtKind = SmtKind::LeftOut(
    "z3 is left out of this build: build with feature 'z3' (needs libz3-dev), or use --backend z3-program \
     or --backend cvc5",
);

/// The default back-end.
pub const DEFAULT: &str = if cfg!(feature = "z3") { "z3" } else { "z3-program" };

/// All SMT back-ends.
pub const BACKENDS: &[SmtRow] = &[
    SmtRow { name: "z3", about: "z3, linked in", source: "https://github.com/Z3Prover/z3", kind: Z3 },
    SmtRow {
        name: "z3-program",
        about: "z3, if installed",
        source: "https://github.com/Z3Prover/z3",
        kind: SmtKind::Program("z3 -smt2 -T:{seconds} smt.random_seed={seed} sat.random_seed={seed} {in}"),
    },
    SmtRow {
        name: "cvc5",
        about: "cvc5, if installed",
        source: "https://cvc5.github.io",
        kind: SmtKind::Program("cvc5 --lang=smt2 --produce-models --tlimit={ms} --seed={seed} {in}"),
    },
];

/// Returns the SMT solvers that this build does not link in and that another could.
pub fn left_out() -> impl Iterator<Item = &'static str> {
    BACKENDS.iter().filter(|row| matches!(row.kind, SmtKind::LeftOut(_))).map(|row| row.name)
}

/// A back-end that was chosen by name.
#[derive(Clone, Debug)]
pub enum SmtBackendChoice {
    /// One of the table.
    Row(&'static SmtRow),
    /// The command of a program.
    Command(String),
}

impl Default for SmtBackendChoice {
    /// z3: linked in, or as a program in a build without it.
    fn default() -> SmtBackendChoice {
        let row = BACKENDS.iter().find(|row| row.name == DEFAULT);
        SmtBackendChoice::Row(row.unwrap_or(&BACKENDS[0]))
    }
}

/// The error for an unknown SMT back-end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown SMT back-end '{name}': expected one of {known}, or cmd:COMMAND")]
pub struct UnknownSmtBackendError {
    /// The requested name.
    pub name: String,
    /// The known names.
    pub known: String,
}

/// Returns the back-end of that name; `cmd:COMMAND` (or `external:COMMAND`) is a program that reads
/// SMT-LIB 2.
///
/// # Errors
/// If no back-end has this name; the error lists the known names.
pub fn backend(name: &str) -> Result<SmtBackendChoice, UnknownSmtBackendError> {
    if let Some(command) = name.strip_prefix("external:").or_else(|| name.strip_prefix("cmd:")) {
        return Ok(SmtBackendChoice::Command(command.trim().to_owned()));
    }
    BACKENDS.iter().find(|row| row.name == name).map(SmtBackendChoice::Row).ok_or_else(|| {
        UnknownSmtBackendError {
            name: name.chars().take(40).collect(),
            known: BACKENDS.iter().map(|row| row.name).collect::<Vec<_>>().join(", "),
        }
    })
}

impl SmtBackendChoice {
    /// Its name, or the command as it was given.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            SmtBackendChoice::Row(row) => row.name,
            SmtBackendChoice::Command(command) => command,
        }
    }

    /// Checks that it is available, before the first query.
    ///
    /// # Errors
    /// If it is left out of this build, its program is not installed, or its command is invalid.
    pub fn check(&self) -> Result<(), BackendError> {
        match self {
            SmtBackendChoice::Row(SmtRow { kind: SmtKind::BuiltIn(_), .. }) => Ok(()),
            SmtBackendChoice::Row(SmtRow { kind: SmtKind::LeftOut(sentence), .. }) => {
                Err(BackendError::Missing((*sentence).into()))
            }
            SmtBackendChoice::Row(SmtRow { kind: SmtKind::Program(command), .. }) => {
                program::words(command).map(drop)
            }
            SmtBackendChoice::Command(command) => program::words(command).map(drop),
        }
    }

    /// Queries it for a model of a script.
    ///
    /// # Errors
    /// If it is not available, breaks down, or prints no answer.
    pub fn query(
        &self,
        bounded: &PlanScript,
        seed: u64,
        control: Control<'_>,
    ) -> Result<SolverAnswer<Values>, BackendError> {
        if let Some(limit) = control.check() {
            return Ok(SolverAnswer::Unknown(limit));
        }
        match self {
            SmtBackendChoice::Row(SmtRow { kind: SmtKind::BuiltIn(query), .. }) => {
                query(bounded, seed, control)
            }
            SmtBackendChoice::Row(SmtRow { kind: SmtKind::LeftOut(sentence), .. }) => {
                Err(BackendError::Missing((*sentence).into()))
            }
            SmtBackendChoice::Row(SmtRow { kind: SmtKind::Program(command), .. }) => {
                program::query(command, bounded, seed, control)
            }
            SmtBackendChoice::Command(command) => program::query(command, bounded, seed, control),
        }
    }
}

/// The version of the linked z3, if one is linked.
#[must_use]
pub fn linked_version() -> Option<String> {
    #[cfg(feature = "z3")]
    return Some(linked::version());
    #[cfg(not(feature = "z3"))]
    return None;
}
