//! Encodings by name; errors suggest the nearest name.

use crate::options_error::OptionsError;
use patsat_encodings::options::{OptionError, Options};
use patsat_encodings::schemes;
use patsat_encodings::unroll::Encoding;
use patsat_smt::{self as smt, SmtEncoding};

/// Returns the SAT encoding of that name.
///
/// # Errors
/// If no SAT encoding has this name.
pub fn encoding(name: &str) -> Result<&'static Encoding, OptionsError> {
    if smt::encoding(name).is_ok() {
        let text = format!(
            "encoding '{name}' is for SMT solvers: expected a SAT encoding, such as {}",
            schemes::DEFAULT
        );
        return Err(OptionsError::value(text));
    }
    let known = schemes::ENCODINGS.iter().map(|encoding| encoding.name);
    schemes::encoding(name).map_err(|error| OptionsError::unknown(error, name, known))
}

/// Returns the SMT encoding of that name.
///
/// # Errors
/// If no SMT encoding has this name.
pub fn smt_encoding(name: &str) -> Result<&'static SmtEncoding, OptionsError> {
    if schemes::encoding(name).is_ok() {
        return Err(OptionsError::value(format!(
            "encoding '{name}' is for SAT solvers: expected clauses-{name} for SMT, or another of its encodings, such \
             as {}",
            smt::DEFAULT
        )));
    }
    let known = smt::ENCODINGS.iter().map(|encoding| encoding.name);
    smt::encoding(name).map_err(|error| OptionsError::unknown(error, name, known))
}

/// Parses the options of an encoding from a text such as `safe=off,rebuilt=all`; an empty text gives the defaults.
///
/// # Errors
/// If an option or its value is unknown.
pub fn encoding_options(text: &str) -> Result<Options, OptionsError> {
    text.parse().map_err(|error: OptionError| match &error {
        OptionError::Name { name, .. } => {
            OptionsError::unknown(&error, name, Options::list().map(|(name, ..)| name))
        }
        OptionError::Value { .. } => OptionsError::value(error),
    })
}
