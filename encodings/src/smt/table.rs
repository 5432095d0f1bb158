//! The table of SMT encodings.

use super::clauses::{self, Bridge};
use super::{SmtEncoding, thesis};
use crate::beyond::Keep;
use crate::steps::sequential;
use crate::timeless::TIMELESS;
use crate::unroll::Unit;

/// The encoding used where none is asked for.
pub const DEFAULT: &str = "thesis";

const SUMS: Keep = Keep { sums: true, times: false };
const TIMES: Keep = Keep { sums: false, times: true };

/// All SMT encodings, the default first. Those that are a SAT encoding's clauses come last.
pub const ENCODINGS: &[SmtEncoding] = &[
    SmtEncoding {
        name: "thesis",
        about: "Spider with cards as a data type and piles as lists, one move a step, a run that leaves being one",
        source: "Laubersheimer 2024, chapter 3",
        unit: Unit::Moves,
        first_bound: 3,
        build: thesis::build,
    },
    SmtEncoding {
        name: "relational",
        about: "where each card lies, one move a step, counts as sums; every rule",
        source: "the SAT encoding sequential, with bit-vectors for its counters",
        unit: Unit::Moves,
        first_bound: 3,
        build: |task, options, bound, most_mib| {
            let start = sequential::start;
            let bridge = Bridge { name: "relational", logic: "QF_BV", start, keep: SUMS };
            clauses::build(&bridge, task, options, bound, most_mib)
        },
    },
    SmtEncoding {
        name: "timeless-idl",
        about: "no steps: when each card goes where, in difference logic; games of single cards without a stock",
        source: "the SAT encoding timeless, with times for its order",
        unit: Unit::Placements,
        first_bound: 2,
        build: |task, options, bound, most_mib| {
            let start = TIMELESS.start;
            let bridge = Bridge { name: "timeless-idl", logic: "QF_IDL", start, keep: TIMES };
            clauses::build(&bridge, task, options, bound, most_mib)
        },
    },
    clauses::row::<0>("clauses-exists-loose"),
    clauses::row::<1>("clauses-exists"),
    clauses::row::<2>("clauses-exists-runs"),
    clauses::row::<3>("clauses-exists-draws"),
    clauses::row::<4>("clauses-exists-draws-free"),
    clauses::row::<5>("clauses-sequential"),
    clauses::row::<6>("clauses-forall"),
    clauses::row::<7>("clauses-positional"),
    clauses::row::<8>("clauses-timeless"),
];

/// A name that is no SMT encoding's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown SMT encoding '{name}': expected one of {known}")]
pub struct UnknownEncoding {
    /// What was asked for.
    pub name: String,
    /// The names there are.
    pub known: String,
}

/// The SMT encoding of that name.
///
/// # Errors
/// If there is none; the error lists the known names.
pub fn encoding(name: &str) -> Result<&'static SmtEncoding, UnknownEncoding> {
    ENCODINGS.iter().find(|e| e.name == name).ok_or_else(|| UnknownEncoding {
        name: name.chars().take(40).collect(),
        known: ENCODINGS.iter().map(|e| e.name).collect::<Vec<_>>().join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schemes;

    #[test]
    fn every_sat_encoding_has_its_clauses_here() {
        let names: Vec<&str> = ENCODINGS[3..].iter().map(|row| row.name).collect();
        let sat: Vec<String> = schemes::ENCODINGS.iter().map(|row| format!("clauses-{}", row.name)).collect();
        assert_eq!(names, sat);
    }
}
