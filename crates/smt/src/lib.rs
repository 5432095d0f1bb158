//! Bounded plans as SMT-LIB 2 scripts.
//!
//! `sexpr -> term -> script` is how a script is written, `sexpr -> values -> answer` how what a
//! solver prints is read; both are written once, for every encoding and every solver. An encoding is
//! a row of [`ENCODINGS`].
//!
//! # A new SMT encoding
//!
//! It is one file and one row:
//!
//! 1. A file in this folder with a function of type [`Build`]. It takes a task, options and a bound, begins a
//!    [`Script`] (`Script::new(logic, most_mib)`), and writes to it. `script.constant(name, &Sort::bool())`
//!    declares a constant and returns it as a [`Term`]. `script.assert(&a.implies(&or([&b, &c])))` asserts a
//!    term. Terms are typed by their sort; operators that [`term`] has no function for are written with
//!    [`Term::apply`]. After each piece it calls `script.check()?`, so that a memory limit ends in an error
//!    and not in a crash. The script states "there is a plan within the bound", goal included. A plan within
//!    a bound must also be one within every larger bound (let steps be idle).
//! 2. It returns a [`PlanScript`]: the script, the names of the constants whose values its reader `wanted`, and
//!    the reader, a function from task and [`Values`] to steps. Models come back **by the names of
//!    constants** and in no other way, so names are part of an encoding. A reader walks a
//!    [`Position`](patsat_encodings::task::Position) and returns a [`ReadError`] for anything that is no plan; every
//!    step is checked again on the rules afterwards.
//! 3. What the encoding cannot express is an [`UnsupportedError`] by its name, from the same function.
//! 4. Options of its own are a struct in a file of [`patsat_encodings::options`] and join the table there, as those of
//!    [`thesis`] do. One that leaves out plans is marked as a streamliner, which every text of a verdict reads.
//! 5. A row in `table.rs`, with `written: ScriptSource::By(your function)`. The command line, the listings, the
//!    back-ends and the tests of agreement (`tests/program/smt.rs`) read the table.
//!
//! Stay inside what the standard has, or what z3 and cvc5 share, unless the row says otherwise: the same
//! text goes to a linked library and to any program.

#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

pub mod answer;
mod clauses;
pub mod script;
pub mod sexpr;
mod table;
pub mod term;
pub mod thesis;
mod values;

pub use clauses::Bridge;
pub use script::{Script, ScriptSizeError, Size};
pub use table::{DEFAULT, ENCODINGS, UnknownEncodingError, encoding};
pub use term::{Sort, Term};
pub use values::{Value, Values};

use patsat_encodings::options::Options;
use patsat_encodings::task::{Step, Task};
use patsat_encodings::unroll::{ReadError, Unit, UnsupportedError};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use term::Int;

/// A named encoding.
#[derive(Clone, Copy, Debug)]
pub struct SmtEncoding {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// What its bound counts with the default options; [`SmtEncoding::unit_with`] reads others.
    pub unit: Unit,
    /// The first bound to query where none is given.
    pub first_bound: u32,
    /// How its script is written.
    pub written: ScriptSource,
}

/// The source of an encoding's script.
#[derive(Clone, Copy, Debug)]
pub enum ScriptSource {
    /// By a function of its own.
    By(Build),
    /// As the formula of a SAT encoding.
    From(Bridge),
}

impl SmtEncoding {
    /// What its bound counts with these options.
    #[must_use]
    pub fn unit_with(&self, options: &Options) -> Unit {
        match options.thesis.sorted_goal && self.name == thesis::NAME {
            true => Unit::MovesToSorted,
            false => self.unit,
        }
    }

    /// Checks that the encoding can express the task. Writes no step.
    ///
    /// # Errors
    /// If it cannot.
    pub fn supports(&self, task: &Task, options: &Options) -> Result<(), UnsupportedError> {
        // Encoding thesis has steps at bound 0, for runs that leave; the memory limit ends it before the first one.
        let most_mib = (self.name == thesis::NAME).then_some(0);
        match self.build(task, options, 0, most_mib) {
            Err(BuildError::Unsupported(error)) => Err(error),
            Ok(_) | Err(BuildError::TooLarge(_)) => Ok(()),
        }
    }

    /// Writes the script of a task and a bound, of at most `most_mib` MiB.
    ///
    /// # Errors
    /// If the encoding cannot express the task, or the script reaches its memory limit.
    pub fn build(
        &self,
        task: &Task,
        options: &Options,
        bound: u32,
        most_mib: Option<u64>,
    ) -> Result<PlanScript, BuildError> {
        match &self.written {
            ScriptSource::By(build) => build(task, options, bound, most_mib),
            ScriptSource::From(bridge) => clauses::build(bridge, task, options, bound, most_mib),
        }
    }
}

/// Writes the script of a task and a bound; the last argument is the limit of its size in MiB.
pub type Build = fn(&Task, &Options, u32, Option<u64>) -> Result<PlanScript, BuildError>;

/// Reads the steps of a plan from the values of a model.
pub type Reader = Arc<dyn Fn(&Task, u32, &Values) -> Result<Vec<Step>, ReadError> + Send + Sync>;

/// A script that says "there is a plan within this bound".
#[derive(Clone)]
pub struct PlanScript {
    /// The script.
    pub script: Script,
    /// The constants whose values a plan is read from.
    pub wanted: Vec<String>,
    /// The bound.
    pub bound: u32,
    /// How a plan is read.
    pub reader: Reader,
    /// The moves of a plan, but for a constant, if the encoding counts them.
    pub cost: Option<Term<Int>>,
    /// Whether a model of least cost is wanted. That is no question of the standard: z3 answers it.
    pub minimized: bool,
}

impl fmt::Debug for PlanScript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlanScript").field("bound", &self.bound).field("size", &self.script.size()).finish()
    }
}

/// Why there is no script.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// The encoding cannot express the task.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedError),
    /// It is too large.
    #[error(transparent)]
    TooLarge(#[from] ScriptSizeError),
}

impl PlanScript {
    /// The whole script for a program: options, assertions, the question, and the values wanted.
    #[must_use]
    pub fn whole(&self) -> String {
        // What is minimized is an integer in whatever logic.
        let head = self.script.head_in(if self.minimized { "ALL" } else { self.script.logic() });
        [&*head, &*self.text(), &*self.script.tail(&self.wanted)].concat()
    }

    /// Declarations, assertions, and what is to be minimized.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match &self.cost {
            Some(cost) if self.minimized => {
                format!("{}(minimize {})\n", self.script.text(), cost.text()).into()
            }
            _ => self.script.text().into(),
        }
    }

    /// The plan of a model.
    ///
    /// # Errors
    /// If values are missing, or describe no plan.
    pub fn read(&self, task: &Task, values: &Values) -> Result<Vec<Step>, ReadError> {
        (self.reader)(task, self.bound, values)
    }
}
