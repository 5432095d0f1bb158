//! The options of encodings, each switchable by name.
//!
//! [`Options`] has those that several encodings read. Options of one family are a part of it with a file of
//! its own: struct, defaults, and how each is read and written.
//!
//! Written as text they are one comma-separated list, `safe=off,rebuilt=all`; an option that is not named
//! keeps its default. [`Options`] prints itself as the complete list, so that a certificate can name its
//! formula. An encoding ignores options that have no meaning for it.

mod draws;
mod exists;
mod row;
mod runs;
mod thesis;

pub use draws::DrawsOptions;
pub use exists::ExistsOptions;
pub use runs::RunsOptions;
pub use thesis::ThesisOptions;

use row::{Row, count, number, part, switch, word, words};
use std::fmt;
use std::str::FromStr;

/// The options of all encodings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Cards that no card can need any more go home at once.
    pub safe: bool,
    /// Clauses that every reachable position satisfies.
    pub invariants: bool,
    /// Of positions or plans that differ by names only, one is kept.
    pub symmetry: bool,
    /// The most columns that are used again at a time after their dealt cards left; `None`: all.
    pub rebuilt: Option<u32>,
    /// The most single-card moves, homes among them; `None`: any number.
    pub moves: Option<u32>,
    /// How many moves may wait for each other inside a step, where the order is written.
    pub labels: u32,
    /// Steps before each row of a stock, or between two draws; `None`: as many as the bound.
    pub phase_steps: Option<u32>,
    /// How counts are written.
    pub cardinality: Cardinality,
    /// How "at most one" is written.
    pub at_most_one: AtMostOne,
    /// Those of `exists` and `exists-loose`.
    pub exists: ExistsOptions,
    /// Those of `exists-runs`.
    pub runs: RunsOptions,
    /// Those of `exists-draws` and `exists-draws-free`.
    pub draws: DrawsOptions,
    /// Those of the SMT encoding `thesis`.
    pub thesis: ThesisOptions,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            safe: true,
            invariants: true,
            symmetry: true,
            rebuilt: Some(4),
            moves: None,
            labels: 4,
            phase_steps: None,
            cardinality: Cardinality::Totalizer,
            at_most_one: AtMostOne::Pairwise,
            exists: ExistsOptions::default(),
            runs: RunsOptions::default(),
            draws: DrawsOptions::default(),
            thesis: ThesisOptions::default(),
        }
    }
}

/// Options of version 0.2.0 that were removed, each with the value under which a formula is as it is now:
/// certificates of that version list them.
const REMOVED: &[(&str, &str)] =
    &[("no-undo", "off"), ("supermoves", "off"), ("claims", "on"), ("acyclicity", "closure")];

/// All options in the order in which they are printed. Certificates carry the printed list, so
/// this order stays as it is.
const ROWS: &[Row<Options>] = &[
    switch!(safe, "safe", "cards that no other card needs go home at once"),
    switch!(invariants, "invariants", "clauses that hold in every reachable position"),
    part!(exists, exists::LANDMARKS),
    switch!(symmetry, "symmetry", "keep one of several plans that differ in names only"),
    count!(rebuilt, "all", "rebuilt", "maximum number of emptied columns in use at a time, a number or all"),
    count!(moves, "any", "moves", "maximum number of single-card moves, a number or any"),
    part!(runs, runs::PERM),
    part!(runs, runs::LINK),
    number!(labels, 1..=16, "labels", "moves that may wait for each other in a step"),
    part!(draws, draws::RIDE),
    count!(
        phase_steps,
        "all",
        "phase-steps",
        "steps before each row or card of the stock, a number or all (the bound)"
    ),
    part!(thesis, thesis::CONTRAPOSITION),
    part!(thesis, thesis::EMPTY_PILES),
    part!(thesis, thesis::MINIMAL_INDEX),
    part!(thesis, thesis::SORTED_GOAL),
    word!(cardinality, Cardinality, "cardinality", "encoding of cardinality constraints"),
    word!(at_most_one, AtMostOne, "at-most-one", "encoding of at-most-one constraints"),
];

words! {
    /// How a count becomes clauses.
    Cardinality {
        /// The sequential counter (Sinz 2005).
        Sequential = "sequential",
        /// The totalizer (Bailleux and Boufkhad 2003), `rustsat`'s.
        Totalizer = "totalizer",
    }
}

words! {
    /// How "at most one" becomes clauses; all are `rustsat`'s.
    AtMostOne {
        /// Every pair.
        Pairwise = "pairwise",
        /// The ladder, or sequential counter.
        Ladder = "ladder",
        /// Logarithmically many bits.
        Bitwise = "bitwise",
        /// Groups with commanders.
        Commander = "commander",
        /// Rows and columns.
        Product = "product",
        /// Groups with bits.
        Bimander = "bimander",
    }
}

/// A word that is no option or no value of it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// No such option.
    #[error("unknown option '{name}': expected one of {known}")]
    Name {
        /// What was found.
        name: String,
        /// What there is.
        known: String,
    },
    /// No such value.
    #[error("option {name}: '{value}' is no value of it, expected {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// What was found.
        value: String,
        /// What is understood.
        expected: String,
    },
}

impl Options {
    /// All options: name, what it is, default, values.
    pub fn list() -> impl Iterator<Item = (&'static str, &'static str, String, String)> {
        ROWS.iter().map(|row| (row.name, row.about, (row.get)(&Options::default()), (row.expected)()))
    }

    /// These without what only a plan to the win allows.
    #[must_use]
    pub fn for_any_plan(self) -> Options {
        Options { safe: false, exists: ExistsOptions { landmarks: false }, ..self }
    }

    /// The names of the streamliners that are on: they leave out plans, so that no model means less.
    #[must_use]
    pub fn streamliners(&self) -> Vec<&'static str> {
        let on = |row: &&Row<Options>| row.streamliner && (row.get)(self) == "on";
        ROWS.iter().filter(on).map(|row| row.name).collect()
    }

    /// Sets one option.
    ///
    /// # Errors
    /// If there is no such option or no such value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if REMOVED.contains(&(name, value)) {
            return Ok(());
        }
        let Some(row) = ROWS.iter().find(|row| row.name == name) else {
            let known = ROWS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
            return Err(OptionError::Name { name: shown(name), known });
        };
        if (row.set)(self, value) {
            return Ok(());
        }
        let value = shown(value);
        Err(OptionError::Value { name: row.name, value: shown(&value), expected: (row.expected)() })
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, row) in ROWS.iter().enumerate() {
            let comma = if n == 0 { "" } else { "," };
            write!(f, "{comma}{}={}", row.name, (row.get)(self))?;
        }
        Ok(())
    }
}

/// An offending word, fit to be quoted.
#[must_use]
pub fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '?' } else { c }).take(40).collect()
}

impl FromStr for Options {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Options, OptionError> {
        let mut options = Options::default();
        for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (name, value) = item.split_once('=').unwrap_or((item, ""));
            options.set(name.trim(), value.trim())?;
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_read_what_they_print() {
        let text = "safe=off,invariants,rebuilt=all,moves=90,cardinality=sequential,labels=3";
        let options: Options = text.parse().unwrap();
        assert!(!options.safe && options.invariants && options.labels == 3);
        assert_eq!((options.rebuilt, options.moves), (None, Some(90)));
        assert_eq!(options.to_string().parse(), Ok(options));
        assert_eq!("".parse(), Ok(Options::default()));
    }

    #[test]
    fn streamliners_are_named() {
        assert!(Options::default().streamliners().is_empty());
        let options: Options = "perm,labels=3,phase-steps=2".parse().unwrap();
        assert_eq!((options.streamliners(), options.labels, options.phase_steps), (vec!["perm"], 3, Some(2)));
        assert_eq!(options.to_string().parse(), Ok(options));
        for bad in ["labels=0", "labels=17", "phase-steps=few", "link=2"] {
            assert!(bad.parse::<Options>().is_err(), "{bad}");
        }
    }

    /// Certificates carry this text.
    #[test]
    fn the_printed_list_keeps_its_order() {
        let expected = "safe=on,invariants=on,landmarks=off,symmetry=on,\
            rebuilt=4,moves=any,perm=off,link=off,labels=4,ride=2,phase-steps=all,contraposition=on,\
            empty-piles=on,minimal-index=off,sorted-goal=off,cardinality=totalizer,at-most-one=pairwise";
        assert_eq!(Options::default().to_string(), expected);
    }

    #[test]
    fn removed_options_are_read_where_they_change_nothing() {
        for (name, value) in REMOVED {
            assert_eq!(format!("{name}={value}").parse(), Ok(Options::default()));
            assert!(format!("{name}=other").parse::<Options>().is_err());
        }
    }

    #[test]
    fn what_is_no_option_is_named() {
        let error = "colour=red".parse::<Options>().unwrap_err().to_string();
        assert!(error.starts_with("unknown option 'colour': expected one of safe, "), "{error}");
        let error = "rebuilt=few".parse::<Options>().unwrap_err().to_string();
        assert_eq!(error, "option rebuilt: 'few' is no value of it, expected a number or all");
        assert!("cardinality".parse::<Options>().is_err());
    }
}
