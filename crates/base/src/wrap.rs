//! Lines that fit a width.

use std::borrow::Cow;
use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter};

/// Wraps each line that is wider than `width` characters at its blanks.
///
/// The lines that follow keep its indent; in a row of a table, whose cells have two blanks or more between them, a last
/// cell of several words is wrapped below itself. Other rows, boards, lines of JSON and long words stay as they are.
/// Escape codes of colours take no width.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 40);
    for line in text.split_inclusive('\n') {
        let (content, end) = line.strip_suffix('\n').map_or((line, ""), |content| (content, "\n"));
        let fits = display_width(content) <= width || content.starts_with('{');
        match head(content, width).filter(|_| !fits) {
            None => out.push_str(content),
            Some(head) => {
                let below = " ".repeat(display_width(head));
                out.push_str(&filled(&content[head.len()..], width, head, &below).join("\n"));
            }
        }
        out.push_str(end);
    }
    out
}

/// Fills lines of at most `width` characters with the words of a text; `first` stands before the first line, `next`
/// before the others. A word that is longer has a line of its own.
#[must_use]
pub fn filled(text: &str, width: usize, first: &str, next: &str) -> Vec<String> {
    let options = Options::new(width)
        .initial_indent(first)
        .subsequent_indent(next)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

/// What stands before the text of a line that may be wrapped: its indent, or the cells before the last one. `None` for
/// rows whose last cell is no sentence.
fn head(line: &str, width: usize) -> Option<&str> {
    let end = line.rfind("  ").map_or(0, |gap| gap + 2);
    let (head, cell) = line.split_at(end);
    let indent = head.trim().is_empty();
    let sentence = cell.split_whitespace().count() > 3 && cell.split_whitespace().any(|word| word.len() > 3);
    // An indent of one blank is no gap.
    let end = end + usize::from(indent && cell.starts_with(' '));
    (indent || (sentence && display_width(head) <= width / 2)).then_some(&line[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_wrapped_and_rows_are_not() {
        let text = "  one two three\nfour\n1  2  3  4  5  6  7\nabcdefghijklmnop\n";
        let expected = "  one two\n  three\nfour\n1  2  3  4  5  6  7\nabcdefghijklmnop\n";
        assert_eq!(wrapped(text, 10), expected);
        let bold = format!("\u{1b}[1m{}\u{1b}[0m x", "one two");
        assert_eq!(wrapped(&bold, 9), bold);
        assert_eq!(wrapped("no end here", 6), "no end\nhere");
        let row = "  losing  3D to cell a, then lost while";
        assert_eq!(wrapped(row, 24), "  losing  3D to cell a,\n          then lost\n          while");
        assert_eq!(wrapped(" KS  AC  5H  KC  5S", 12), " KS  AC  5H  KC  5S");
        assert_eq!(wrapped("", 6), "");
    }
}
