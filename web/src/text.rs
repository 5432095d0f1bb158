//! Texts of the program, adapted to the page.

use patsat_base::Style;

/// Suits as symbols, without terminal codes.
pub(crate) const STYLE: Style = Style { colour: false, symbols: true };

/// Returns the text with a capital letter and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if text.ends_with('.') { "" } else { "." };
    first + letters.as_str() + end
}

/// Returns an error with its help. The page omits help that names commands or options of the program.
pub(crate) fn with_help(error: &str, help: Option<&str>) -> String {
    let help = help.filter(|help| !help.contains("--rules"));
    let help =
        help.and_then(|help| help.split("'patsat").next()).map(|help| help.trim_end_matches([' ', ';']));
    match help.filter(|help| !help.is_empty()) {
        Some(help) => format!("{error}. {help}"),
        None => error.to_owned(),
    }
}

/// Replaces options in a text of the program by fields of the page, and removes parentheses about other options.
pub(crate) fn on_the_page(text: &str) -> String {
    let text = ["columns", "cells", "ranks", "game"]
        .iter()
        .fold(text.to_owned(), |text, name| text.replace(&format!("--{name} "), &format!("{name} ")));
    let text = text.replace("--columns-first", "'a line is a column'").replace("--rows", "'a line is a row'");
    let mut shown = String::new();
    let mut rest = &text[..];
    // In parentheses, or after a semicolon in them: "(--proof FILE writes ...)", "(...; --proof FILE writes ...)".
    while let Some(at) = [" (--", "; --"].iter().filter_map(|mark| rest.find(mark)).min() {
        shown.push_str(&rest[..at]);
        let whole = rest[at..].starts_with(" (");
        let end = rest[at..].find(')').map_or(rest.len(), |end| at + end + usize::from(whole));
        rest = &rest[end..];
    }
    shown + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_the_program_are_no_words_of_the_page() {
        for (text, shown) in [
            (
                "found 7 columns (add the empty ones, or say --columns 7)",
                "found 7 columns (add the empty ones, or say columns 7)",
            ),
            ("no win (--proof FILE writes one).", "no win."),
            ("within 3 (the solver's word; --proof FILE writes a proof).", "within 3 (the solver's word)."),
            ("plain (as it is)", "plain (as it is)"),
        ] {
            assert_eq!(on_the_page(text), shown);
        }
    }
}
