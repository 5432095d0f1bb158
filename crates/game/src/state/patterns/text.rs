//! Patterns as lines of text.
//!
//! ```text
//! patsat dead-patterns 1
//! game freecell
//! deal ms:11982
//! instance 64 hex digits      SHA-256 of the rules and the position, as JSON
//! 3H on 9S, QC on 4D, KS in a cell, 5D at a bottom, 2C home
//! ```
//! The lines `game` and `deal` are for people; what binds the file is the digest. Everything from
//! a `#` to the end of its line is a comment, empty lines are skipped.

use super::{Cards, Fact, Pattern, Patterns, Spot, TextError};
use crate::state::Instance;
use crate::state::header::{self, short};
use std::fmt::Write;

const MAGIC: &str = "patsat dead-patterns 1";
/// What a fact may say.
const EXPECTED: &str = "expected 'CARD on CARD', 'on hidden CARD', 'in a cell', 'at a bottom', 'at the bottom of column N', 'in the reserve', 'in the stock', 'in the waste' or 'home'";

/// Whether a file starts like a set of patterns.
#[must_use]
pub fn looks_like_patterns(file: &[u8]) -> bool {
    let text = &file[..file.len().min(64)];
    text.trim_ascii_start().starts_with(b"patsat dead-patterns")
}

/// The patterns as a text that [`read`] reads back for this instance alone.
#[must_use]
pub fn write(instance: &Instance, patterns: &Patterns) -> String {
    let cards = Cards::of(instance);
    let mut text = format!("{MAGIC}\n{}", header::lines(instance));
    for pattern in &patterns.0 {
        let _ = writeln!(text, "{}", cards.in_words(pattern));
    }
    text
}

/// Reads patterns for an instance.
///
/// # Errors
/// The first thing that is wrong, with its line.
pub fn read(instance: &Instance, file: &[u8]) -> Result<Patterns, TextError> {
    let text = std::str::from_utf8(file)
        .map_err(|_| if looks_like_patterns(file) { TextError::NoText } else { TextError::Magic })?;
    let cards = Cards::of(instance);
    let mut lines = header::content_lines(text);
    if lines.next().is_none_or(|(_, text)| text != MAGIC) {
        return Err(TextError::Magic);
    }
    let (mut bound, mut made_for) = (false, String::new());
    let mut patterns = Patterns::default();
    for (line, text) in lines {
        let fault = |what| TextError::Line { line, what };
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            "game" | "deal" => {
                let _ = write!(made_for, "{}{}", if made_for.is_empty() { "" } else { " " }, short(rest));
            }
            "instance" => {
                if !header::is(instance, rest).map_err(fault)? {
                    let message =
                        if made_for.is_empty() { String::new() } else { format!(" (it says: {made_for})") };
                    return Err(TextError::OtherInstance(message));
                }
                bound = true;
            }
            _ if !bound => return Err(TextError::Unbound),
            _ => {
                let facts: Result<Vec<Fact>, String> =
                    text.split(',').map(|part| fact(&cards, part)).collect();
                let pattern = Pattern::new(facts.map_err(fault)?).map_err(|e| {
                    fault(format!("the pattern contradicts itself: {}", e.in_words(|n| cards.name(n))))
                })?;
                patterns.0.push(pattern);
            }
        }
    }
    match (bound, patterns.0.is_empty()) {
        (false, _) => Err(TextError::Unbound),
        (true, true) => Err(TextError::None),
        (true, false) => Ok(patterns),
    }
}

fn fact(cards: &Cards, part: &str) -> Result<Fact, String> {
    let words: Vec<&str> = part.split_whitespace().collect();
    let Some((name, place)) = words.split_first() else {
        return Err(format!("a fact is missing between two commas: {EXPECTED}"));
    };
    let card = cards.by_name(name)?;
    let spot = match place {
        ["on", below] => Spot::On(cards.by_name(below)?),
        ["on", "hidden", below] => Spot::OnHidden(cards.by_name(below)?),
        ["at", "a", "bottom"] => Spot::Bottom,
        ["at", "the", "bottom", "of", "column", n] => {
            let columns = cards.rules().columns;
            let named = n.parse::<u16>().ok().filter(|n| (1..=columns).contains(n));
            Spot::BottomOf(named.ok_or_else(|| no_column(n, columns))? - 1)
        }
        ["in", "a", "cell"] => Spot::Cell,
        ["in", "the", "reserve"] => Spot::Reserve,
        ["in", "the", "stock"] => Spot::Stock,
        ["in", "the", "stock", "with", left @ ..] => Spot::StockLeft(redeals(name, left)?),
        ["in", "the", "waste"] => Spot::Waste,
        ["in", "the", "waste", "with", left @ ..] => Spot::WasteLeft(redeals(name, left)?),
        ["home"] => Spot::Home,
        _ => return Err(format!("'{}' is no place for {name}: {EXPECTED}", short(&place.join(" ")))),
    };
    Ok(Fact { card, spot })
}

fn no_column(part: &str, columns: u16) -> String {
    format!("there is no column '{}': expected one of 1 to {columns}", short(part))
}

/// How many redeals are left at most.
fn redeals(card: &str, part: &[&str]) -> Result<u16, String> {
    let left = match part {
        ["no", "redeal", "left"] => Some(0),
        ["at", "most", n, "redeal" | "redeals", "left"] => n.parse().ok(),
        _ => None,
    };
    left.ok_or_else(|| {
        let part = part.join(" ");
        format!(
            "'with {}' does not say how many redeals are left for {card}: expected 'with no redeal left' or 'with at most N redeals left'",
            short(&part)
        )
    })
}
