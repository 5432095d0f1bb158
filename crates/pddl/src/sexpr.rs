//! S-expressions of PDDL, each with the line it begins on.
//!
//! SMT-LIB has a reader of its own in `patsat-encodings`, which uses no other crate: it reads strings, quoted symbols and
//! several answers, and keeps no lines.

use patsat_base::{FormatError, quoted};

/// A word, or a list of expressions in parentheses.
#[derive(Clone, Debug)]
pub(super) enum Expr<'a> {
    Word(&'a str, usize),
    List(Vec<Expr<'a>>, usize),
}

/// Deeper nesting than any task has.
const DEEPEST: usize = 64;

impl<'a> Expr<'a> {
    /// The line it begins on, from 1.
    pub(super) fn line(&self) -> usize {
        let (Expr::Word(_, line) | Expr::List(_, line)) = self;
        *line
    }

    /// The expressions of a list.
    pub(super) fn list(&self, expected: &str) -> Result<&[Expr<'a>], FormatError> {
        match self {
            Expr::List(items, _) => Ok(items),
            Expr::Word(word, line) => Err(FormatError::unexpected(quoted(word), expected).at(*line)),
        }
    }

    /// The word.
    pub(super) fn word(&self, expected: &str) -> Result<&'a str, FormatError> {
        match self {
            Expr::Word(word, _) => Ok(word),
            Expr::List(_, line) => Err(FormatError::unexpected("a list", expected).at(*line)),
        }
    }

    /// The first word of a list, in lower case; empty if the expression does not begin with a word.
    pub(super) fn head(&self) -> String {
        match self {
            Expr::List(items, _) => match items.first() {
                Some(Expr::Word(word, _)) => word.to_ascii_lowercase(),
                _ => String::new(),
            },
            Expr::Word(..) => String::new(),
        }
    }
}

/// The one expression that a text consists of.
pub(super) fn parse<'a>(text: &'a str, expected: &str) -> Result<Expr<'a>, FormatError> {
    let mut open: Vec<(Vec<Expr<'a>>, usize)> = Vec::new();
    let mut whole: Option<Expr<'a>> = None;
    // Words are quoted in errors, some of which come long after.
    if let Some(at) = text.find(|c: char| c.is_control() && !c.is_whitespace()) {
        let line = 1 + text[..at].matches('\n').count();
        return Err(FormatError::unexpected("a control character", "text").at(line));
    }
    for (word, line) in words(text) {
        if whole.is_some() {
            let found = format!("{} after the last parenthesis", quoted(word));
            return Err(FormatError::unexpected(found, "the end of the file").at(line));
        }
        let done = match word {
            "(" if open.len() >= DEEPEST => {
                return Err(
                    FormatError::unexpected("parentheses in parentheses without end", expected).at(line)
                );
            }
            "(" => {
                open.push((Vec::new(), line));
                continue;
            }
            ")" => match open.pop() {
                Some((items, start)) => Expr::List(items, start),
                None => return Err(FormatError::unexpected("')'", expected).at(line)),
            },
            _ => Expr::Word(word, line),
        };
        match open.last_mut() {
            Some((items, _)) => items.push(done),
            None if matches!(done, Expr::List(..)) => whole = Some(done),
            None => return Err(FormatError::unexpected(quoted(word), expected).at(line)),
        }
    }
    if let Some((_, start)) = open.last() {
        let last = text.lines().count();
        let found = format!("the end of the file inside the parenthesis of line {start}");
        return Err(FormatError::unexpected(found, "')'").at(last));
    }
    whole.ok_or_else(|| FormatError::unexpected("nothing but comments", expected))
}

/// The words of a text and their lines; comments run from `;` to the end of a line.
fn words(text: &str) -> impl Iterator<Item = (&str, usize)> {
    (1..).zip(text.lines()).flat_map(|(number, line)| {
        let code = line.split(';').next().unwrap_or("");
        let apart = code.split_inclusive(['(', ')']).flat_map(|piece| {
            let cut = piece.len() - usize::from(piece.ends_with(['(', ')']));
            let (before, bracket) = piece.split_at(cut);
            before.split_whitespace().chain((!bracket.is_empty()).then_some(bracket))
        });
        apart.map(move |word| (word, number))
    })
}
