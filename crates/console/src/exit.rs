//! Exit codes and failures.
//!
//! `solve` uses the codes of the SAT competition: 10, 20 or 0. It ends with 21 if it excluded only a
//! bound, so that a script does not take this for "lost". Everywhere else 0 means "done" and 1 means "the
//! answer is no", as in `grep`. Commands whose 0 means "yes" end with 5 if a limit came before the answer.
//! A command that is interrupted with work left ends with 130, the convention of shells.

use patsat_base::{FormatError, nearest};
use std::fmt::Display;
use std::process::ExitCode;

/// The exit codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Exit {
    /// Done. For `solve`: undecided.
    Done = 0,
    /// The answer is no: an invalid plan or certificate.
    No = 1,
    /// Wrong usage, bad input, a file that cannot be read or written.
    BadInput = 2,
    /// A failed self-check: a bug in the program.
    SelfCheck = 3,
    /// Something this build or machine lacks.
    Missing = 4,
    /// `best`, `fair`, `easy`, `hint`, `verify`: a limit came before the answer.
    Undecided = 5,
    /// `solve`: a plan was found and verified.
    Solved = 10,
    /// `solve`: proved that no plan exists.
    ProvedNone = 20,
    /// `solve`: proved that no plan exists within the requested bound.
    NoneWithin = 21,
    /// Interrupted by a signal before the work was done.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

impl From<FormatError> for Failure {
    fn from(error: FormatError) -> Failure {
        Failure { help: error.help.clone(), ..Failure::input(error) }
    }
}

/// Why a command failed: an exit code, one sentence, and where there is an obvious next step, that step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// The sentence, without a line break.
    pub text: String,
    /// The next step, printed as a line `help: ...` below the sentence.
    pub help: Option<String>,
}

impl Failure {
    /// A failure without help.
    pub fn new(exit: Exit, text: impl Display) -> Failure {
        Failure { exit, text: text.to_string(), help: None }
    }

    /// Bad input or usage.
    pub fn input(text: impl Display) -> Failure {
        Failure::new(Exit::BadInput, text)
    }

    /// A failed self-check.
    pub fn self_check(text: impl Display) -> Failure {
        Failure::new(Exit::SelfCheck, text)
    }

    /// Something that this build or machine lacks.
    pub fn missing(text: impl Display) -> Failure {
        Failure::new(Exit::Missing, text)
    }

    /// Bad input: an unknown name. The help suggests the nearest known name.
    pub fn unknown<'a>(text: impl Display, name: &str, known: impl Iterator<Item = &'a str>) -> Failure {
        let near = nearest(name, known);
        Failure { help: near.map(|near| format!("did you mean '{near}'?")), ..Failure::input(text) }
    }

    /// The same failure with another next step.
    #[must_use]
    pub fn with_help(self, help: impl Display) -> Failure {
        Failure { help: Some(help.to_string()), ..self }
    }
}
