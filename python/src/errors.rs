//! Errors as the exceptions of `patsat.errors`.

use patsat::formats::FormatError;
use patsat::{DealError, EncodeError, Failure, OptionsError, Spelling, SurveyError, VerifyError};
use pyo3::prelude::*;

/// An error, before it becomes an exception.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// Bad input: the sentence, the file, the line from 1.
    Input(String, Option<String>, Option<usize>),
    /// A plan, model, assignment or certificate that a checker rejects.
    Invalid(String),
    /// A solver, feature or resource that is missing or failed.
    Missing(String),
    /// A contradiction between parts of the program.
    SelfCheck(String),
}

impl ApiError {
    /// Bad input outside of a file.
    pub(crate) fn input(sentence: impl ToString) -> ApiError {
        ApiError::Input(sentence.to_string(), None, None)
    }

    /// A bug of the program.
    pub(crate) fn bug(sentence: impl ToString) -> ApiError {
        let sentence = sentence.to_string();
        ApiError::SelfCheck(format!("{sentence}. This is a bug of patsat, please report it"))
    }

    fn exception(self, py: Python<'_>) -> PyResult<PyErr> {
        let errors = py.import("patsat.errors")?;
        let value = match self {
            ApiError::Input(text, file, line) => errors.getattr("InputError")?.call1((text, file, line))?,
            ApiError::Invalid(text) => errors.getattr("InvalidError")?.call1((text,))?,
            ApiError::Missing(text) => errors.getattr("MissingError")?.call1((text,))?,
            ApiError::SelfCheck(text) => errors.getattr("SelfCheckError")?.call1((text,))?,
        };
        Ok(PyErr::from_value(value))
    }
}

impl From<ApiError> for PyErr {
    fn from(wrong: ApiError) -> PyErr {
        Python::attach(|py| wrong.exception(py).unwrap_or_else(|error| error))
    }
}

impl From<FormatError> for ApiError {
    fn from(error: FormatError) -> ApiError {
        ApiError::Input(error.to_string(), error.file, error.line)
    }
}

impl From<DealError> for ApiError {
    fn from(error: DealError) -> ApiError {
        match error {
            DealError::Text(error) => error.into(),
            other => ApiError::input(other),
        }
    }
}

impl From<patsat_cli::Failure> for ApiError {
    fn from(failure: patsat_cli::Failure) -> ApiError {
        match failure.exit {
            patsat_cli::Exit::BadInput => ApiError::input(failure.text),
            patsat_cli::Exit::SelfCheck => ApiError::bug(failure.text),
            _ => ApiError::Missing(failure.text),
        }
    }
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> ApiError {
        match failure {
            Failure::Input(error) => ApiError::input(error),
            Failure::Missing(_) | Failure::Broken(_) => ApiError::Missing(failure.to_string()),
            Failure::SelfCheck(error) => ApiError::bug(error),
        }
    }
}

impl From<VerifyError> for ApiError {
    fn from(error: VerifyError) -> ApiError {
        match error {
            VerifyError::Text(error) => error.into(),
            other => ApiError::Invalid(other.to_string()),
        }
    }
}

impl From<SurveyError> for ApiError {
    fn from(error: SurveyError) -> ApiError {
        match error {
            SurveyError::Thread(_) => ApiError::Missing(error.to_string()),
            other => ApiError::input(other),
        }
    }
}

impl From<OptionsError> for ApiError {
    fn from(error: OptionsError) -> ApiError {
        ApiError::input(error.sentence(Spelling::Python))
    }
}

impl From<EncodeError> for ApiError {
    fn from(error: EncodeError) -> ApiError {
        ApiError::input(error)
    }
}
