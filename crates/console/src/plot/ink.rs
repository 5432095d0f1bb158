//! Marks and text.

use super::{COLOURS, MARKS, colour};
use quick_xml::escape::partial_escape;
use std::fmt::Write;

/// Draws the marks of a series as one path.
pub(super) fn marks(body: &mut String, points: &[(f64, f64)], look: usize) {
    if points.is_empty() {
        return;
    }
    let mark = MARKS[look % MARKS.len()];
    let path: String = points.iter().map(|&(x, y)| format!("M{},{}{mark}", short(x), short(y))).collect();
    // The halo parts marks of different series; a light colour gets an outline in place of it.
    let class = if look % COLOURS.len() == COLOURS.len() - 1 {
        "stroke=\"currentColor\""
    } else {
        "class=\"marks\" stroke=\"#FFFFFF\""
    };
    let _ = writeln!(body, "<path d=\"{path}\" fill=\"{}\" {class} paint-order=\"stroke\"/>", colour(look));
}

pub(super) fn text(body: &mut String, x: f64, y: f64, size: f64, anchor: &str, words: &str) {
    let _ = writeln!(
        body,
        "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"{anchor}\">{}</text>",
        short(x),
        short(y),
        partial_escape(words)
    );
}

/// An upper estimate of the width of a text in a plain sans-serif font.
pub(super) fn text_width(words: &str, size: f64) -> f64 {
    words.chars().count() as f64 * size * 0.56
}

/// A text as lines that fit a width.
pub(super) fn wrapped(words: &str, width: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(line, size) + text_width(word, size) + size < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A coordinate with at most two decimals.
pub(super) fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
