//! Options that every encoding shares, each switchable by name.
//!
//! Written as text they are a comma-separated list, `safe=off,rebuilt=all`; what is not named
//! keeps its default. [`Options`] prints itself as the complete list, so that a certificate
//! can name the formula it speaks of. An encoding ignores what has no meaning for it.

use std::fmt;
use std::str::FromStr;

/// The options of an encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Cards that no card can need any more go home at once.
    pub safe: bool,
    /// Clauses that every reachable position satisfies.
    pub invariants: bool,
    /// Clauses that every plan satisfies.
    pub landmarks: bool,
    /// Of positions or plans that differ by names only, one is kept.
    pub symmetry: bool,
    /// A card does not move where it need not: no two moves in a row of the same card.
    pub no_undo: bool,
    /// A run moves as one fact.
    pub supermoves: bool,
    /// A loose card may claim to stand in a column before it carries a card.
    pub claims: bool,
    /// Initial phases are suggested to the solver.
    pub phases: bool,
    /// The most columns that are used again at a time after their dealt cards left; `None`: all.
    pub rebuilt: Option<u32>,
    /// The most single-card moves, homes among them; `None`: any number.
    pub moves: Option<u32>,
    /// Streamliner: neighbours of a run that lie on each other are never parted.
    pub perm: bool,
    /// Streamliner: each card of a run lies on one of the equal cards that carry it there only.
    pub link: bool,
    /// How many moves may wait for each other inside a step, where the order is written.
    pub labels: u32,
    /// How many cards of a run may move with another in a step, where they do not move freely.
    pub ride: u32,
    /// Steps before each row of a stock, or between two draws; `None`: as many as the bound.
    pub phase_steps: Option<u32>,
    /// Before so many of the last draws there are twice as many steps.
    pub late: u32,
    /// At so many moments of a step, where its moves are ordered, columns are counted; one that is
    /// freed before such a moment may be filled after it.
    pub refill: u32,
    /// SMT: rules of what is allowed are also written as their contrapositions.
    pub contraposition: bool,
    /// SMT: an empty pile is said to be no source.
    pub empty_piles: bool,
    /// SMT streamliner: of empty piles only the first is filled.
    pub minimal_index: bool,
    /// SMT: a sorted game counts as won.
    pub sorted_goal: bool,
    /// How counts are written.
    pub cardinality: Cardinality,
    /// How "at most one" is written.
    pub at_most_one: AtMostOne,
    /// How the timeless encoding keeps its order free of cycles.
    pub acyclicity: Acyclicity,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            safe: true,
            invariants: true,
            landmarks: false,
            symmetry: true,
            no_undo: false,
            supermoves: false,
            claims: true,
            phases: false,
            rebuilt: Some(4),
            moves: None,
            perm: false,
            link: false,
            labels: 4,
            ride: 2,
            phase_steps: None,
            late: 0,
            refill: 1,
            contraposition: true,
            empty_piles: true,
            minimal_index: false,
            sorted_goal: false,
            cardinality: Cardinality::Totalizer,
            at_most_one: AtMostOne::Pairwise,
            acyclicity: Acyclicity::Closure,
        }
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

/// Declares an option of a few named values.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }

        impl $name {
            /// All values with their words.
            pub const ALL: &'static [($name, &'static str)] = &[$(($name::$variant, $word)),+];
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $word),+ })
            }
        }
    };
}

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

words! {
    /// How an order is kept free of cycles.
    Acyclicity {
        /// A variable a pair and every transitivity clause.
        Closure = "closure",
        /// A variable a pair; violated transitivity clauses are added when a model needs them.
        Lazy = "lazy",
        /// A number for each event, in unary.
        Levels = "levels",
    }
}

/// An option: its name, what it is, how it is read and written.
struct Entry {
    name: &'static str,
    about: &'static str,
    get: fn(&Options) -> String,
    set: fn(&mut Options, &str) -> bool,
    expected: fn() -> String,
}

fn on_off(value: bool) -> String {
    if value { "on" } else { "off" }.into()
}

fn set_switch(field: &mut bool, value: &str) -> bool {
    match value {
        "on" | "" => *field = true,
        "off" => *field = false,
        _ => return false,
    }
    true
}

fn set_number(field: &mut u32, value: &str, allowed: std::ops::RangeInclusive<u32>) -> bool {
    let number = value.parse().ok().filter(|number| allowed.contains(number));
    number.map(|number| *field = number).is_some()
}

fn set_count(field: &mut Option<u32>, value: &str, none: &str) -> bool {
    *field = if value == none {
        None
    } else if let Ok(number) = value.parse() {
        Some(number)
    } else {
        return false;
    };
    true
}

fn count(value: Option<u32>, none: &str) -> String {
    value.map_or(none.into(), |n| n.to_string())
}

fn set_word<T: Copy>(field: &mut T, all: &[(T, &str)], value: &str) -> bool {
    let found = all.iter().find(|(_, word)| *word == value);
    found.map(|(known, _)| *field = *known).is_some()
}

fn words<T>(all: &[(T, &'static str)]) -> String {
    all.iter().map(|(_, word)| *word).collect::<Vec<_>>().join(", ")
}

macro_rules! switch {
    ($field:ident, $name:literal, $about:literal) => {
        Entry {
            name: $name,
            about: $about,
            get: |o| on_off(o.$field),
            set: |o, v| set_switch(&mut o.$field, v),
            expected: || "on or off".into(),
        }
    };
}

macro_rules! word {
    ($field:ident, $kind:ident, $name:literal, $about:literal) => {
        Entry {
            name: $name,
            about: $about,
            get: |o| o.$field.to_string(),
            set: |o, v| set_word(&mut o.$field, $kind::ALL, v),
            expected: || words($kind::ALL),
        }
    };
}

const ENTRIES: &[Entry] = &[
    switch!(safe, "safe", "cards that nothing needs go home at once"),
    switch!(invariants, "invariants", "clauses true in every reachable position"),
    switch!(landmarks, "landmarks", "clauses true of every plan"),
    switch!(symmetry, "symmetry", "keep one of plans that differ by names only"),
    switch!(no_undo, "no-undo", "no card moves twice where once would do"),
    switch!(supermoves, "supermoves", "a run moves as one fact"),
    switch!(claims, "claims", "a loose card may claim a column before it carries a card"),
    switch!(phases, "phases", "suggest initial phases to the solver"),
    Entry {
        name: "rebuilt",
        about: "most columns used again at a time, a number or all",
        get: |o| count(o.rebuilt, "all"),
        set: |o, v| set_count(&mut o.rebuilt, v, "all"),
        expected: || "a number or all".into(),
    },
    Entry {
        name: "moves",
        about: "most single-card moves of a plan, a number or any",
        get: |o| count(o.moves, "any"),
        set: |o, v| set_count(&mut o.moves, v, "any"),
        expected: || "a number or any".into(),
    },
    switch!(perm, "perm", "streamliner: neighbours of a run are never parted"),
    switch!(link, "link", "streamliner: each card of a run has one carrier of the equal ones"),
    Entry {
        name: "labels",
        about: "moves that may wait for each other in a step, 1 to 16",
        get: |o| o.labels.to_string(),
        set: |o, v| set_number(&mut o.labels, v, 1..=16),
        expected: || "a number from 1 to 16".into(),
    },
    Entry {
        name: "ride",
        about: "cards that may move with another as a run in a step, 0 to 12 (exists-draws)",
        get: |o| o.ride.to_string(),
        set: |o, v| set_number(&mut o.ride, v, 0..=12),
        expected: || "a number from 0 to 12".into(),
    },
    Entry {
        name: "phase-steps",
        about: "steps before each row or card of a stock, a number, or all: as many as the bound",
        get: |o| count(o.phase_steps, "all"),
        set: |o, v| set_count(&mut o.phase_steps, v, "all"),
        expected: || "a number or all".into(),
    },
    Entry {
        name: "late",
        about: "before so many of the last draws there are twice as many steps, 0 to 999 (exists-draws)",
        get: |o| o.late.to_string(),
        set: |o, v| set_number(&mut o.late, v, 0..=999),
        expected: || "a number from 0 to 999".into(),
    },
    Entry {
        name: "refill",
        about: "times in a step that columns are counted: freed before one, filled after, 1 to 16 (exists-draws)",
        get: |o| o.refill.to_string(),
        set: |o, v| set_number(&mut o.refill, v, 1..=16),
        expected: || "a number from 1 to 16".into(),
    },
    switch!(contraposition, "contraposition", "SMT: rules of what is allowed the other way round too"),
    switch!(empty_piles, "empty-piles", "SMT: say that an empty pile is no source"),
    switch!(minimal_index, "minimal-index", "SMT streamliner: of empty piles only the first is filled"),
    switch!(sorted_goal, "sorted-goal", "SMT: a sorted game counts as won"),
    word!(cardinality, Cardinality, "cardinality", "how counts are written"),
    word!(at_most_one, AtMostOne, "at-most-one", "how 'at most one' is written"),
    word!(acyclicity, Acyclicity, "acyclicity", "how the timeless order is kept free of cycles"),
];

impl Options {
    /// All options: name, what it is, default, values.
    pub fn list() -> impl Iterator<Item = (&'static str, &'static str, String, String)> {
        ENTRIES.iter().map(|e| (e.name, e.about, (e.get)(&Options::default()), (e.expected)()))
    }

    /// The names of the streamliners that are on: they leave out plans, so that no model means less.
    #[must_use]
    pub fn streamliners(&self) -> Vec<&'static str> {
        let all = [("perm", self.perm), ("link", self.link), ("minimal-index", self.minimal_index)];
        all.into_iter().filter(|(_, on)| *on).map(|(name, _)| name).collect()
    }

    /// Sets one option.
    ///
    /// # Errors
    /// If there is no such option or no such value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let Some(entry) = ENTRIES.iter().find(|e| e.name == name) else {
            let known = ENTRIES.iter().map(|e| e.name).collect::<Vec<_>>().join(", ");
            return Err(OptionError::Name { name: name.chars().take(40).collect(), known });
        };
        if (entry.set)(self, value) {
            return Ok(());
        }
        let value = value.chars().take(40).collect();
        Err(OptionError::Value { name: entry.name, value, expected: (entry.expected)() })
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, entry) in ENTRIES.iter().enumerate() {
            let comma = if n == 0 { "" } else { "," };
            write!(f, "{comma}{}={}", entry.name, (entry.get)(self))?;
        }
        Ok(())
    }
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
        let text =
            "safe=off,invariants,rebuilt=all,moves=90,cardinality=sequential,acyclicity=lazy,no-undo=on";
        let options: Options = text.parse().unwrap();
        assert!(!options.safe && options.invariants && options.no_undo);
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

    #[test]
    fn what_is_no_option_is_named() {
        let error = "colour=red".parse::<Options>().unwrap_err().to_string();
        assert!(error.starts_with("unknown option 'colour': expected one of safe, "), "{error}");
        let error = "rebuilt=few".parse::<Options>().unwrap_err().to_string();
        assert_eq!(error, "option rebuilt: 'few' is no value of it, expected a number or all");
        assert!("cardinality".parse::<Options>().is_err());
    }
}
