//! The table of back-ends.

use super::refute::{self, Attempt, ClauseList};
use super::{Backend, BackendError, BackendOptions, Control, batsat, external, varisat};
use rustsat::types::Lit;

/// A back-end. `start` begins a solver without clauses.
#[derive(Clone, Copy, Debug)]
pub struct BackendRow {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Its availability.
    pub kind: Kind,
    /// Whether it keeps what it learned for the next query.
    pub incremental: bool,
    /// Whether it keeps [`Control::conflicts`].
    pub counts_conflicts: bool,
}

/// The availability of a back-end.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Built in.
    BuiltIn(BuiltInSolver),
    /// A program, by its command.
    Program(&'static str),
    /// Left out of this build; a sentence how to get it.
    LeftOut(&'static str),
}

/// A solver that is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltInSolver {
    /// Begins a solver without clauses.
    pub start: Start,
    /// Refutes clauses with a proof.
    pub refute: Refute,
}

/// Begins a solver.
pub type Start = for<'a> fn(&BackendOptions, Control<'a>) -> Result<Box<dyn Backend + 'a>, BackendError>;

/// Refutes clauses, whose number is the second argument.
pub type Refute = fn(ClauseList<'_, '_>, usize, &BackendOptions, Control<'_>) -> Attempt;

/// The default back-end.
pub const DEFAULT: &str = if cfg!(feature = "cadical") { "cadical" } else { "varisat" };

#[cfg(feature = "cadical")]
const CADICAL: Kind =
    Kind::BuiltIn(BuiltInSolver { start: super::cadical::start, refute: refute::cadical::refute });
#[cfg(feature = "cadical")]
const CADICAL_SAT: Kind =
    Kind::BuiltIn(BuiltInSolver { start: super::cadical::start_for_models, refute: refute::cadical::refute });
#[cfg(not(feature = "cadical"))]
const CADICAL_SAT: Kind = CADICAL;
#[cfg(not(feature = "cadical"))]
const CADICAL: Kind = Kind::LeftOut(
    "CaDiCaL is left out of this build: build with feature 'cadical' (needs a C++ compiler \
     and libclang), or use --backend varisat",
);

/// What its proofs are: varisat's, which every build has.
#[cfg(feature = "minisat")]
const MINISAT: BackendRow = BackendRow {
    name: "minisat",
    about: "MiniSat with preprocessing, linked in (proofs by varisat)",
    source: "http://minisat.se",
    kind: Kind::BuiltIn(BuiltInSolver { start: super::minisat::start, refute: refute::varisat::refute }),
    incremental: false,
    counts_conflicts: true,
};
#[cfg(not(feature = "minisat"))]
const MINISAT: BackendRow =
    program("minisat", "MiniSat, if installed", "http://minisat.se", "minisat -rnd-seed={seed}.5 {in} {out}");

/// All back-ends.
pub const BACKENDS: &[BackendRow] = &[
    BackendRow {
        name: "cadical",
        about: "CaDiCaL, linked in; the default",
        source: "https://github.com/arminbiere/cadical",
        kind: CADICAL,
        incremental: true,
        counts_conflicts: true,
    },
    BackendRow {
        name: "cadical-sat",
        about: "CaDiCaL with its settings for satisfiable formulas",
        source: "https://github.com/arminbiere/cadical",
        kind: CADICAL_SAT,
        incremental: true,
        counts_conflicts: true,
    },
    BackendRow {
        name: "varisat",
        about: "Varisat, pure Rust; in every build",
        source: "https://crates.io/crates/varisat",
        kind: Kind::BuiltIn(BuiltInSolver { start: varisat::start, refute: refute::varisat::refute }),
        incremental: true,
        counts_conflicts: true,
    },
    BackendRow {
        name: "batsat",
        about: "Batsat, MiniSat in pure Rust; in every build (proofs by varisat)",
        source: "https://crates.io/crates/batsat",
        kind: Kind::BuiltIn(BuiltInSolver { start: batsat::start, refute: refute::varisat::refute }),
        incremental: true,
        counts_conflicts: true,
    },
    MINISAT,
    program(
        "cryptominisat",
        "CryptoMiniSat, if installed",
        "https://github.com/msoos/cryptominisat",
        "cryptominisat5 --verb 0 --random {seed} {in}",
    ),
    program(
        "kissat",
        "Kissat, if installed",
        "https://github.com/arminbiere/kissat",
        "kissat -q --seed={seed} {in}",
    ),
];

/// Returns the SAT solvers that this build does not link in and that another could.
pub fn left_out() -> impl Iterator<Item = &'static str> {
    let out = |row: &BackendRow| match row.kind {
        Kind::LeftOut(_) => true,
        // Its row is then that of an installed program.
        _ => row.name == MINISAT.name && !cfg!(feature = "minisat"),
    };
    BACKENDS.iter().filter(move |row| out(row)).map(|row| row.name)
}

const fn program(
    name: &'static str,
    about: &'static str,
    source: &'static str,
    command: &'static str,
) -> BackendRow {
    let kind = Kind::Program(command);
    BackendRow { name, about, source, kind, incremental: false, counts_conflicts: false }
}

impl BackendRow {
    /// Starts it.
    ///
    /// # Errors
    /// If it is left out of this build, or its program is not installed.
    pub fn start<'a>(
        &self,
        options: &BackendOptions,
        control: Control<'a>,
    ) -> Result<Box<dyn Backend + 'a>, BackendError> {
        match self.kind {
            Kind::BuiltIn(row) => (row.start)(options, control),
            Kind::Program(command) => external::start(command, options, control),
            Kind::LeftOut(sentence) => Err(BackendError::Missing(sentence.into())),
        }
    }
}

impl BackendRow {
    /// Whether it can prove what it refutes.
    #[must_use]
    pub fn proves(&self) -> bool {
        matches!(self.kind, Kind::BuiltIn(..))
    }

    /// Refutes `count` clauses with a proof.
    ///
    /// # Errors
    /// If it breaks down, writes no proofs, or is left out of this build.
    pub fn refute<'c>(
        &self,
        mut clauses: impl Iterator<Item = &'c [Lit]>,
        count: usize,
        options: &BackendOptions,
        control: Control<'_>,
    ) -> Attempt {
        match self.kind {
            Kind::BuiltIn(row) => (row.refute)(&mut clauses, count, options, control),
            Kind::LeftOut(sentence) => Err(BackendError::Missing(sentence.into())),
            Kind::Program(_) => Err(no_proofs(self.name)),
        }
    }
}

fn no_proofs(name: &str) -> BackendError {
    BackendError::Missing(format!("back-end '{name}' is called without proofs: expected cadical or varisat"))
}

/// A back-end that was chosen by name.
#[derive(Clone, Debug)]
pub enum BackendChoice {
    /// One of the table.
    Row(&'static BackendRow),
    /// The command of a program.
    Command(String),
}

impl Default for BackendChoice {
    /// The solver that is built in: CaDiCaL, or varisat in a build without it.
    fn default() -> BackendChoice {
        let row = BACKENDS.iter().find(|row| row.name == DEFAULT);
        BackendChoice::Row(row.unwrap_or(&BACKENDS[0]))
    }
}

/// The error for an unknown back-end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown back-end '{name}': expected one of {known}, or cmd:COMMAND")]
pub struct UnknownBackendError {
    /// The requested name.
    pub name: String,
    /// The known names.
    pub known: String,
}

/// Returns the back-end of that name; `cmd:COMMAND` (or `external:COMMAND`) is a program that reads
/// DIMACS.
///
/// # Errors
/// If no back-end has this name; the error lists the known names.
pub fn backend(name: &str) -> Result<BackendChoice, UnknownBackendError> {
    if let Some(command) = name.strip_prefix("external:").or_else(|| name.strip_prefix("cmd:")) {
        return Ok(BackendChoice::Command(command.trim().to_owned()));
    }
    BACKENDS.iter().find(|row| row.name == name).map(BackendChoice::Row).ok_or_else(|| UnknownBackendError {
        name: name.chars().take(40).collect(),
        known: BACKENDS.iter().map(|row| row.name).collect::<Vec<_>>().join(", "),
    })
}

impl BackendChoice {
    /// Its name, or the command as it was given.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            BackendChoice::Row(row) => row.name,
            BackendChoice::Command(command) => command,
        }
    }

    /// Whether it keeps what it learned for the next query.
    #[must_use]
    pub fn incremental(&self) -> bool {
        matches!(self, BackendChoice::Row(row) if row.incremental)
    }

    /// Whether it keeps [`Control::conflicts`].
    #[must_use]
    pub fn counts_conflicts(&self) -> bool {
        matches!(self, BackendChoice::Row(row) if row.counts_conflicts)
    }

    /// Starts it.
    ///
    /// # Errors
    /// If it is not available, or the command is invalid.
    pub fn start<'a>(
        &self,
        options: &BackendOptions,
        control: Control<'a>,
    ) -> Result<Box<dyn Backend + 'a>, BackendError> {
        match self {
            BackendChoice::Row(row) => row.start(options, control),
            BackendChoice::Command(command) => external::start(command, options, control),
        }
    }

    /// Refutes `count` clauses with a proof.
    ///
    /// # Errors
    /// If it breaks down, writes no proofs, or is left out of this build.
    pub fn refute<'c>(
        &self,
        clauses: impl Iterator<Item = &'c [Lit]>,
        count: usize,
        options: &BackendOptions,
        control: Control<'_>,
    ) -> Attempt {
        match self {
            BackendChoice::Row(row) => row.refute(clauses, count, options, control),
            BackendChoice::Command(command) => Err(no_proofs(command)),
        }
    }
}
