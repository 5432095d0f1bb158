//! The table of encodings.

use crate::steps::{draws, exists, klondike, proved, runs, sequential};
use crate::unroll::{Encoding, StepHolds, Unit};

/// The encoding used where none is named.
pub const DEFAULT: &str = "exists-loose";

/// All encodings, the default first.
pub const ENCODINGS: &[Encoding] = &[
    Encoding {
        name: "exists-loose",
        about: "parallel steps that are legal in some order; cells and emptied columns form one location",
        source: "exists-step: Rintanen, Heljanko, Niemelä, AIJ 170 (2006); the view is this project's",
        unit: Unit::Steps,
        incremental: true,
        first_bound: 30,
        step_holds: StepHolds::Peeling,
        as_script: "clauses-exists-loose",
        start: exists::start_loose,
    },
    Encoding {
        name: "exists",
        about: "parallel steps that are legal in some order; cells and emptied columns are separate",
        source: "Rintanen, Heljanko, Niemelä, AIJ 170 (2006)",
        unit: Unit::Steps,
        incremental: true,
        first_bound: 30,
        step_holds: StepHolds::Peeling,
        as_script: "clauses-exists",
        start: exists::start_apart,
    },
    Encoding {
        name: "exists-runs",
        about: "parallel steps of runs ordered by labels, with rows between them; Spider games",
        source: "exists-step: Rintanen, Heljanko, Niemelä, AIJ 170 (2006); runs as links are this project's",
        unit: Unit::PhaseSteps,
        incremental: false,
        first_bound: 12,
        step_holds: StepHolds::Labels,
        as_script: "clauses-exists-runs",
        start: runs::start,
    },
    Encoding {
        name: "exists-draws",
        about: "parallel steps ordered by labels, the same number between any two draws; Forty Thieves games",
        source: "exists-step: Rintanen, Heljanko, Niemelä, AIJ 170 (2006); the waste and counted homes are this project's",
        unit: Unit::DrawSteps,
        incremental: false,
        first_bound: 1,
        // Labels would do, but steps at fixed draws take much longer for such questions.
        step_holds: StepHolds::Unknown,
        as_script: "clauses-exists-draws",
        start: draws::start_fixed,
    },
    Encoding {
        name: "exists-draws-free",
        about: "as exists-draws, but each step draws any number of cards",
        source: "exists-step: Rintanen, Heljanko, Niemelä, AIJ 170 (2006); the waste and counted homes are this project's",
        unit: Unit::Steps,
        incremental: true,
        first_bound: 40,
        step_holds: StepHolds::Labels,
        as_script: "clauses-exists-draws-free",
        start: draws::start_free,
    },
    Encoding {
        name: "exists-klondike",
        about: "parallel steps on which cards lie face up, not where; Klondike games",
        source: "exists-step: Rintanen, Heljanko, Niemelä, AIJ 170 (2006); counts in place of piles are this project's",
        unit: Unit::Steps,
        incremental: true,
        first_bound: 30,
        step_holds: StepHolds::Unknown,
        as_script: "clauses-exists-klondike",
        start: klondike::start,
    },
    Encoding {
        name: "sequential",
        about: "one move per step; supports every rule; the smallest horizon with a plan is the length of a shortest plan",
        source: "Kautz and Selman, Planning as satisfiability, ECAI 1992",
        unit: Unit::Moves,
        incremental: true,
        first_bound: 60,
        step_holds: StepHolds::OneMove,
        as_script: "clauses-sequential",
        start: sequential::start,
    },
    Encoding {
        name: "proved",
        about: "one single-card move per step, written by an encoder that is proved in Coq; FreeCell games of one deck",
        source: "this project; Kautz and Selman, Planning as satisfiability, ECAI 1992",
        unit: Unit::Moves,
        incremental: true,
        first_bound: 60,
        step_holds: StepHolds::OneMove,
        as_script: "clauses-proved",
        start: proved::start,
    },
];

/// A name that is no encoding's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown encoding '{name}': expected one of {known}")]
pub struct UnknownEncodingError {
    /// The name requested.
    pub name: String,
    /// The known names.
    pub known: String,
}

/// Returns the encoding of that name.
///
/// # Errors
/// If no encoding has that name; the error lists the known names.
pub fn encoding(name: &str) -> Result<&'static Encoding, UnknownEncodingError> {
    ENCODINGS.iter().find(|e| e.name == name).ok_or_else(|| UnknownEncodingError {
        name: crate::options::shown(name),
        known: ENCODINGS.iter().map(|e| e.name).collect::<Vec<_>>().join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_named_after_their_encoding() {
        for row in ENCODINGS {
            assert_eq!(row.as_script, format!("clauses-{}", row.name));
        }
    }
}
