//! How the program ends.
//!
//! `solve` ends as solvers do in the SAT competition: 10, 20 or 0, and 21 where only a bound was
//! excluded, which a script must not take for "lost". Everywhere else 0 is "done" and 1 is "the
//! answer is no", as `grep` has it; where 0 means "yes", a limit that came first must not, so it
//! is 5. Whatever is interrupted with work left ends with 130, as a shell has it.

use patsat_base::{FormatError, nearest};
use std::fmt::Display;
use std::process::ExitCode;

/// The exit codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Exit {
    /// Done; for `solve`: undecided.
    Done = 0,
    /// The answer is no: an invalid plan or certificate.
    No = 1,
    /// Wrong usage, bad input, a file that cannot be read or written.
    BadInput = 2,
    /// The program contradicts itself. A bug.
    SelfCheck = 3,
    /// Something this build or machine lacks.
    Missing = 4,
    /// `best`, `fair`, `easy`, `hint`, `verify`: a limit came before the answer.
    Undecided = 5,
    /// `solve`: a plan was found and verified.
    Solved = 10,
    /// `solve`: proved that there is none at all.
    ProvedNone = 20,
    /// `solve`: proved that there is none within the bound that was asked for.
    NoneWithin = 21,
    /// A signal came before the work was done.
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

    /// The program contradicts itself.
    pub fn self_check(text: impl Display) -> Failure {
        Failure::new(Exit::SelfCheck, text)
    }

    /// Something is not there.
    pub fn missing(text: impl Display) -> Failure {
        Failure::new(Exit::Missing, text)
    }

    /// Bad input: a name that is not known. The help is the nearest of the known names.
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
