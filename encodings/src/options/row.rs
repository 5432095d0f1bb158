//! How one option is read and written.
//!
//! The options of a family of encodings are constant [`Row`]s of its own struct; the table of
//! all options lifts them to [`Options`](super::Options) with [`part!`].

/// An option of `T`: its name, what it is, how it is read and written.
pub(super) struct Row<T> {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    /// Whether it leaves out plans, so that no model means less while it is on.
    pub(super) streamliner: bool,
    pub(super) get: fn(&T) -> String,
    /// Sets it; false if that is no value of it.
    pub(super) set: fn(&mut T, &str) -> bool,
    pub(super) expected: fn() -> String,
}

/// An option that is on or off.
macro_rules! switch {
    ($field:ident, $name:literal, $about:literal) => {
        $crate::options::row::Row {
            name: $name,
            about: $about,
            streamliner: false,
            get: |o| if o.$field { "on" } else { "off" }.into(),
            set: |o, v| $crate::options::row::set_switch(&mut o.$field, v),
            expected: || "on or off".into(),
        }
    };
}

/// A number in a range.
macro_rules! number {
    ($field:ident, $from:literal..=$to:literal, $name:literal, $about:literal) => {
        $crate::options::row::Row {
            name: $name,
            about: concat!($about, ", ", $from, " to ", $to),
            streamliner: false,
            get: |o| o.$field.to_string(),
            set: |o, v| $crate::options::row::set_number(&mut o.$field, v, $from..=$to),
            expected: || concat!("a number from ", $from, " to ", $to).into(),
        }
    };
}

/// A number, or a word for none.
macro_rules! count {
    ($field:ident, $none:literal, $name:literal, $about:literal) => {
        $crate::options::row::Row {
            name: $name,
            about: $about,
            streamliner: false,
            get: |o| o.$field.map_or($none.into(), |n| n.to_string()),
            set: |o, v| $crate::options::row::set_count(&mut o.$field, v, $none),
            expected: || concat!("a number or ", $none).into(),
        }
    };
}

/// One of the values of an enumeration made by [`words!`].
macro_rules! word {
    ($field:ident, $kind:ident, $name:literal, $about:literal) => {
        $crate::options::row::Row {
            name: $name,
            about: $about,
            streamliner: false,
            get: |o| o.$field.to_string(),
            set: |o, v| $crate::options::row::set_word(&mut o.$field, $kind::ALL, v),
            expected: || $crate::options::row::listed($kind::ALL),
        }
    };
}

/// The row of a part of a struct as a row of the struct.
macro_rules! part {
    ($field:ident, $row:path) => {
        $crate::options::row::Row {
            name: $row.name,
            about: $row.about,
            streamliner: $row.streamliner,
            get: |o| ($row.get)(&o.$field),
            set: |o, v| ($row.set)(&mut o.$field, v),
            expected: $row.expected,
        }
    };
}

/// Declares an enumeration whose values have names in text.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }

        impl $name {
            /// All values with their words.
            pub const ALL: &'static [($name, &'static str)] = &[$(($name::$variant, $word)),+];
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $($name::$variant => $word),+ })
            }
        }
    };
}

pub(super) use {count, number, part, switch, word, words};

pub(super) fn set_switch(field: &mut bool, value: &str) -> bool {
    match value {
        "on" | "" => *field = true,
        "off" => *field = false,
        _ => return false,
    }
    true
}

pub(super) fn set_number(field: &mut u32, value: &str, allowed: std::ops::RangeInclusive<u32>) -> bool {
    let number = value.parse().ok().filter(|number| allowed.contains(number));
    number.map(|number| *field = number).is_some()
}

pub(super) fn set_count(field: &mut Option<u32>, value: &str, none: &str) -> bool {
    *field = if value == none {
        None
    } else if let Ok(number) = value.parse() {
        Some(number)
    } else {
        return false;
    };
    true
}

pub(super) fn set_word<T: Copy>(field: &mut T, all: &[(T, &str)], value: &str) -> bool {
    let found = all.iter().find(|(_, word)| *word == value);
    found.map(|(known, _)| *field = *known).is_some()
}

pub(super) fn listed<T>(all: &[(T, &'static str)]) -> String {
    all.iter().map(|(_, word)| *word).collect::<Vec<_>>().join(", ")
}
