//! A file of rules as a tree of known keys, each with its line.

use patsat_base::FormatError;
use patsat_base::{Problem, printable, quoted};
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// Keys at the top that hold a value.
const VALUES: [&str; 2] = ["max rank", "two decks"];

/// Keys at the top that hold further keys (Solvitaire 0.10.1, its schema of rules).
const SECTIONS: [(&str, &[&str]); 8] = [
    (
        "tableau piles",
        &[
            "count",
            "build policy",
            "spaces policy",
            "diagonal deal",
            "move built group",
            "move built group policy",
            "face up cards",
        ],
    ),
    ("foundations", &["present", "initial cards", "base card", "removable", "only complete pile moves"]),
    ("hole", &["present", "base card", "build loops"]),
    ("cells", &["count", "pre-filled"]),
    ("stock", &["size", "deal type", "deal count", "redeal"]),
    ("reserve", &["size", "stacked"]),
    ("accordion", &["size", "moves", "build policies"]),
    ("sequences", &["count", "direction", "build policy", "fixed suit"]),
];

/// Whether an object has a key of rules: then it is no deal.
pub(super) fn names_rules(text: &str) -> bool {
    let Ok(Value::Object(keys)) = serde_json::from_str(text) else { return false };
    let section = |name: &str| SECTIONS.iter().any(|(section, _)| *section == name);
    keys.iter().any(|(key, value)| VALUES.contains(&key.as_str()) || (section(key) && value.is_object()))
}

/// A file of rules.
#[derive(Debug)]
pub(super) struct Document<'t> {
    text: &'t str,
    keys: Map<String, Value>,
}

/// Where a value stands: its section, or `""` at the top, and its key.
pub(super) type Path = (&'static str, &'static str);

impl<'t> Document<'t> {
    /// Reads the text; every key must be known.
    pub(super) fn read(text: &'t str) -> Result<Document<'t>, FormatError> {
        let keys = match serde_json::from_str(text)? {
            Value::Object(keys) => keys,
            other => return Err(FormatError::unexpected(kind(&other), "an object of rules")),
        };
        let document = Document { text, keys };
        let top: Vec<&str> = SECTIONS.iter().map(|(name, _)| *name).chain(VALUES).collect();
        for (key, value) in &document.keys {
            let Some((section, inner)) = SECTIONS.iter().find(|(name, _)| name == key) else {
                if VALUES.contains(&key.as_str()) {
                    continue;
                }
                return Err(document.unknown("", key, &top));
            };
            let Value::Object(object) = value else {
                let found = format!("{} as {}", kind(value), quoted(key));
                let error = FormatError::unexpected(found, "an object of its rules");
                return Err(document.blame(error, section, ""));
            };
            if let Some(wrong) = object.keys().find(|key| !inner.contains(&key.as_str())) {
                return Err(document.unknown(section, wrong, inner));
            }
        }
        Ok(document)
    }

    fn unknown(&self, section: &str, key: &str, known: &[&str]) -> FormatError {
        let near = patsat_base::nearest(key, known.iter().copied());
        let place = if section.is_empty() { String::new() } else { format!(" in '{section}'") };
        let list = itertools::join(known, ", ");
        let found = format!("the unknown rule {}{place}", quoted(key));
        let error = FormatError::unexpected(found, format!("one of {list}"));
        let help = near.map(|near| format!("did you mean '{near}'?"));
        self.blame(FormatError { help, ..error }, section, key)
    }

    /// The error with the line of a key in a section; of the section itself if the key is `""`.
    fn blame(&self, error: FormatError, section: &str, key: &str) -> FormatError {
        let find = |from: usize, name: &str| {
            if name.is_empty() {
                Some(from)
            } else {
                Some(from + self.text[from..].find(&format!("\"{name}\""))?)
            }
        };
        match find(0, section).and_then(|at| find(at, key)) {
            Some(at) => error.at(1 + self.text[..at].matches('\n').count()),
            None => error,
        }
    }

    fn value(&self, (section, key): Path) -> Option<&Value> {
        if section.is_empty() { self.keys.get(key) } else { self.keys.get(section)?.get(key) }
    }

    /// Refuses a rule that is understood but cannot be played here.
    pub(super) fn refuse<T>(&self, (section, key): Path, expected: &str) -> Result<T, FormatError> {
        let value = self.value((section, key)).map_or_else(|| "its usual value".into(), Value::to_string);
        let place = if section.is_empty() { String::new() } else { format!(" in '{section}'") };
        let value = printable(&value, 60);
        let error = FormatError::unexpected(format!("{value} for '{key}'{place}"), expected);
        Err(self.blame(error, section, key))
    }

    /// A whole number.
    pub(super) fn number(
        &self,
        path: Path,
        usual: u16,
        range: RangeInclusive<u16>,
    ) -> Result<u16, FormatError> {
        let Some(value) = self.value(path) else { return Ok(usual) };
        let number = value.as_u64().and_then(|n| u16::try_from(n).ok()).filter(|n| range.contains(n));
        let expected = || format!("a whole number from {} to {}", range.start(), range.end());
        number.map_or_else(|| self.refuse(path, &expected()), Ok)
    }

    /// Yes or no.
    pub(super) fn flag(&self, path: Path, usual: bool) -> Result<bool, FormatError> {
        let Some(value) = self.value(path) else { return Ok(usual) };
        value.as_bool().map_or_else(|| self.refuse(path, "true or false"), Ok)
    }

    /// One of some words; the first is the usual one.
    pub(super) fn word<T: Clone>(&self, path: Path, known: &[(&str, T)]) -> Result<T, FormatError> {
        let Some(value) = self.value(path) else {
            let usual = known.first().map(|(_, meaning)| meaning.clone());
            return usual.ok_or_else(|| Problem::Json("no word is known".into()).into());
        };
        let found = known.iter().find(|(word, _)| value.as_str() == Some(word));
        let expected = || {
            format!(
                "one of {} (this program has no other)",
                itertools::join(known.iter().map(|(w, _)| w), ", ")
            )
        };
        found.map_or_else(|| self.refuse(path, &expected()), |(_, meaning)| Ok(meaning.clone()))
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
