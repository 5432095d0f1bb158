//! What is wrong with a file: where, what was found, what was expected.

use std::fmt::Display;

/// A text that cannot be read, or a game that a format cannot express.
///
/// It prints as one sentence: `board.txt, line 3: found '1X', expected a card`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{problem}", self.place())]
pub struct FormatError {
    /// The name of the file, if the caller has set it with [`FormatError::with_file`].
    pub file: Option<String>,
    /// The line, from 1, if the error lies in one line.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
    /// The next step for the user, where there is an obvious one. It is not a part of the sentence.
    pub help: Option<String>,
}

/// What is wrong, apart from where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// One thing stands where another should.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A JSON text that is broken or does not have the shape of its format.
    #[error("{0}")]
    Json(String),
    /// A well-formed text whose content is impossible, such as cards that make no game.
    #[error("{0}")]
    Content(String),
}

impl FormatError {
    /// Returns an error without a line, which names what was found and what was expected.
    ///
    /// Both texts are cut to a maximum length, and control characters in them are replaced. Callers that quote names
    /// cut them with [`quoted`], so that the words around them stay.
    pub fn unexpected(found: impl Display, expected: impl Display) -> FormatError {
        let (found, expected) =
            (printable(&found.to_string(), MOST_FOUND), printable(&expected.to_string(), MOST_EXPECTED));
        FormatError::from(Problem::Unexpected { found, expected })
    }

    /// Returns an error without a line for a well-formed text whose content is impossible. Its length is limited as in
    /// [`FormatError::unexpected`].
    pub fn content(why: impl Display) -> FormatError {
        FormatError::from(Problem::Content(printable(&why.to_string(), MOST_EXPECTED)))
    }

    /// The error with the number of its line (from 1).
    #[must_use]
    pub fn at(self, line: usize) -> FormatError {
        FormatError { line: Some(line), ..self }
    }

    /// The error with the name of its file.
    #[must_use]
    pub fn with_file(self, file: impl Display) -> FormatError {
        FormatError { file: Some(file.to_string()), ..self }
    }

    /// The error with a next step for the user.
    #[must_use]
    pub fn with_help(self, help: impl Display) -> FormatError {
        FormatError { help: Some(help.to_string()), ..self }
    }

    fn place(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{file}, line {line}: "),
            (Some(file), None) => format!("{file}: "),
            (None, Some(line)) => format!("line {line}: "),
            (None, None) => String::new(),
        }
    }
}

impl From<Problem> for FormatError {
    fn from(problem: Problem) -> FormatError {
        FormatError { file: None, line: None, problem, help: None }
    }
}

impl From<serde_json::Error> for FormatError {
    fn from(error: serde_json::Error) -> FormatError {
        // The library ends its sentence with the place; ours begins with it.
        let text = error.to_string();
        let sentence = text.rsplit_once(" at line ").map_or(text.as_str(), |(sentence, _)| sentence);
        let kind = if error.is_data() { "unexpected content" } else { "broken JSON" };
        let error_line = (error.line() > 0).then(|| error.line());
        let problem = Problem::Json(format!("{kind}: {}", printable(sentence, 300)));
        FormatError { line: error_line, ..FormatError::from(problem) }
    }
}

/// Maximum number of characters of [`Problem::Unexpected`]'s `found`.
const MOST_FOUND: usize = 300;
/// Maximum number of characters of its `expected`, which may list all known names, and of [`Problem::Content`].
const MOST_EXPECTED: usize = 1_100;

/// A piece of foreign text, fit to be quoted: at most `most` characters, none of them a control.
pub fn printable(text: &str, most: usize) -> String {
    let mut chars = text.chars().map(|c| if c.is_control() { '?' } else { c });
    let short: String = chars.by_ref().take(most).collect();
    if chars.next().is_some() { short + "..." } else { short }
}

/// A piece of foreign text in quotation marks.
pub fn quoted(text: &str) -> String {
    format!("'{}'", printable(text, 20))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_is_bounded_and_has_no_control_characters() {
        let foreign = "x\u{1b}[2J".repeat(100_000);
        for error in [FormatError::unexpected(&foreign, &foreign), FormatError::content(&foreign)] {
            let sentence = error.at(3).to_string();
            assert!(
                sentence.len() < 2_000 && !sentence.contains(char::is_control),
                "{} bytes",
                sentence.len()
            );
            assert!(sentence.contains("x?[2J") && sentence.ends_with("..."));
        }
    }
}
