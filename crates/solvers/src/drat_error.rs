//! Why a DRAT proof was not completed.

use crate::Limit;

/// Why a DRAT proof was not completed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DratError {
    /// No program is installed that can.
    #[error(
        "found a DRAT proof: neither 'rate' nor 'drat-trim' is installed, which add its hints; install one (cargo \
         install rate), or write the formula with 'patsat encode' and convert the proof with \
         'drat-trim formula.cnf proof -L proof.lrat'"
    )]
    Missing,
    /// The program accepts no step that ends it.
    #[error("'{program}' refuses the DRAT proof: {message}")]
    Refused {
        /// Which program.
        program: &'static str,
        /// Its last words.
        message: String,
    },
    /// A limit came first.
    #[error("the DRAT proof was not checked: {0}")]
    Limit(Limit),
    /// The program could not be run.
    #[error("'{program}' cannot check the DRAT proof: {what}")]
    Broken {
        /// Which program.
        program: &'static str,
        /// Why.
        what: String,
    },
}
