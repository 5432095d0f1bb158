//! The table of SMT encodings.

use super::clauses::{self, Bridge};
use super::{ScriptSource, SmtEncoding, thesis};
use patsat_encodings::schemes;
use patsat_encodings::steps::sequential;
use patsat_encodings::unroll::Unit;

/// The encoding used where none is named.
pub const DEFAULT: &str = thesis::NAME;

/// Encodings with a row of their own.
const OWN: [SmtEncoding; 2] = [
    SmtEncoding {
        name: thesis::NAME,
        about: "Spider with cards as a data type and piles as lists; one move per step; steps of a run that leaves are not counted",
        source: "Laubersheimer 2024, chapter 3",
        unit: Unit::Moves,
        first_bound: 3,
        written: ScriptSource::By(thesis::build),
    },
    SmtEncoding {
        name: "relational",
        about: "place of each card, one move per step, counters as sums; supports every rule",
        source: "the SAT encoding sequential, with bit-vectors for its counters",
        unit: Unit::Moves,
        first_bound: 3,
        written: ScriptSource::From(Bridge {
            name: "relational",
            logic: "QF_BV",
            start: sequential::start,
            sums: true,
        }),
    },
];

/// All SMT encodings, the default first: those with a row of their own, then the clauses of every
/// SAT encoding in the order of its table.
pub const ENCODINGS: &[SmtEncoding] = &{
    let mut all = [OWN[0]; OWN.len() + schemes::ENCODINGS.len()];
    let mut n = 0;
    while n < all.len() {
        all[n] = if n < OWN.len() { OWN[n] } else { clauses::row(&schemes::ENCODINGS[n - OWN.len()]) };
        n += 1;
    }
    all
};

/// A name that is no SMT encoding's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown SMT encoding '{name}': expected one of {known}")]
pub struct UnknownEncodingError {
    /// The name requested.
    pub name: String,
    /// The known names.
    pub known: String,
}

/// Returns the SMT encoding of that name.
///
/// # Errors
/// If no encoding has that name; the error lists the known names.
pub fn encoding(name: &str) -> Result<&'static SmtEncoding, UnknownEncodingError> {
    ENCODINGS.iter().find(|e| e.name == name).ok_or_else(|| UnknownEncodingError {
        name: patsat_encodings::options::shown(name),
        known: ENCODINGS.iter().map(|e| e.name).collect::<Vec<_>>().join(", "),
    })
}
