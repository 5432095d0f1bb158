//! Why options make no method.

use crate::together::{Conflict, Spelling};
use patsat_base::nearest;
use std::fmt::{self, Display};

/// Options that make no method.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OptionsError {
    /// A value is wrong.
    Value {
        /// The sentence.
        sentence: String,
        /// The next step for the user, where there is an obvious one.
        help: Option<String>,
    },
    /// An option does not go together with others.
    Conflict(Conflict),
}

impl OptionsError {
    /// A wrong value.
    pub(crate) fn value(error: impl Display) -> OptionsError {
        OptionsError::Value { sentence: error.to_string(), help: None }
    }

    /// A name that is not known. The help is the nearest of the known names.
    pub(crate) fn unknown<'a>(
        error: impl Display,
        name: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> OptionsError {
        let help = nearest(name, known).map(|near| format!("did you mean '{near}'?"));
        OptionsError::Value { sentence: error.to_string(), help }
    }

    /// The error in a sentence, with options as `spelling` writes them.
    #[must_use]
    pub fn sentence(&self, spelling: Spelling) -> String {
        match self {
            OptionsError::Value { sentence, .. } => sentence.clone(),
            OptionsError::Conflict(conflict) => conflict.sentence(spelling),
        }
    }

    /// The next step for the user, where there is an obvious one.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        match self {
            OptionsError::Value { help, .. } => help.as_deref(),
            OptionsError::Conflict(_) => None,
        }
    }
}

impl Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(Spelling::Rust))
    }
}

impl std::error::Error for OptionsError {}
