//! Errors as the exceptions of `patsat.errors`.

use patsat::formats::FormatError;
use patsat::{DealError, EncodeError, Failure, OptionsError, Spelling, SurveyError, VerifyError};
use pyo3::prelude::*;

/// An error, before it becomes an exception.
#[derive(Debug)]
pub(crate) enum Wrong {
    /// Bad input: the sentence, the file, the line from 1.
    Input(String, Option<String>, Option<usize>),
    /// A plan, model, assignment or certificate that a checker rejects.
    Invalid(String),
    /// A solver, feature or resource that is missing or failed.
    Missing(String),
    /// A contradiction between parts of the program.
    SelfCheck(String),
}

impl Wrong {
    /// Bad input outside of a file.
    pub(crate) fn input(sentence: impl ToString) -> Wrong {
        Wrong::Input(sentence.to_string(), None, None)
    }

    /// A bug of the program.
    pub(crate) fn bug(sentence: impl ToString) -> Wrong {
        let sentence = sentence.to_string();
        Wrong::SelfCheck(format!("{sentence}. This is a bug of patsat, please report it"))
    }

    fn exception(self, py: Python<'_>) -> PyResult<PyErr> {
        let errors = py.import("patsat.errors")?;
        let value = match self {
            Wrong::Input(text, file, line) => errors.getattr("InputError")?.call1((text, file, line))?,
            Wrong::Invalid(text) => errors.getattr("InvalidError")?.call1((text,))?,
            Wrong::Missing(text) => errors.getattr("MissingError")?.call1((text,))?,
            Wrong::SelfCheck(text) => errors.getattr("SelfCheckError")?.call1((text,))?,
        };
        Ok(PyErr::from_value(value))
    }
}

impl From<Wrong> for PyErr {
    fn from(wrong: Wrong) -> PyErr {
        Python::attach(|py| wrong.exception(py).unwrap_or_else(|error| error))
    }
}

impl From<FormatError> for Wrong {
    fn from(error: FormatError) -> Wrong {
        Wrong::Input(error.to_string(), error.file, error.line)
    }
}

impl From<DealError> for Wrong {
    fn from(error: DealError) -> Wrong {
        match error {
            DealError::Text(error) => error.into(),
            other => Wrong::input(other),
        }
    }
}

impl From<patsat_cli::Failure> for Wrong {
    fn from(failure: patsat_cli::Failure) -> Wrong {
        match failure.exit {
            patsat_cli::Exit::BadInput => Wrong::input(failure.text),
            patsat_cli::Exit::SelfCheck => Wrong::bug(failure.text),
            _ => Wrong::Missing(failure.text),
        }
    }
}

impl From<Failure> for Wrong {
    fn from(failure: Failure) -> Wrong {
        match failure {
            Failure::Input(error) => Wrong::input(error),
            Failure::Missing(_) | Failure::Broken(_) => Wrong::Missing(failure.to_string()),
            Failure::SelfCheck(error) => Wrong::bug(error),
        }
    }
}

impl From<VerifyError> for Wrong {
    fn from(error: VerifyError) -> Wrong {
        match error {
            VerifyError::Text(error) => error.into(),
            other => Wrong::Invalid(other.to_string()),
        }
    }
}

impl From<SurveyError> for Wrong {
    fn from(error: SurveyError) -> Wrong {
        match error {
            SurveyError::Thread(_) => Wrong::Missing(error.to_string()),
            other => Wrong::input(other),
        }
    }
}

impl From<OptionsError> for Wrong {
    fn from(error: OptionsError) -> Wrong {
        Wrong::input(error.sentence(Spelling::Python))
    }
}

impl From<EncodeError> for Wrong {
    fn from(error: EncodeError) -> Wrong {
        Wrong::input(error)
    }
}
