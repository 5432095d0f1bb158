//! S-expressions: the one syntax that scripts, answers and models of SMT-LIB share.
//!
//! The reader takes what solvers print. It accepts more than the standard: several answers on a line,
//! comments anywhere. It refuses damaged text with its line: a closing bracket too many, a string or a list
//! that never ends. Depth is limited, so that no input can exhaust the stack.

use std::fmt;

/// A word or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sexpr {
    /// A symbol, a number, a keyword; without the bars of a quoted symbol.
    Atom(String),
    /// A string, without its quotes.
    Text(String),
    /// A list.
    List(Vec<Sexpr>),
}

/// Text that is no sequence of S-expressions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct SexprError {
    /// Where, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: &'static str,
}

/// Lists inside lists beyond this are no answer of any solver.
const DEEPEST: usize = 2_000;

impl Sexpr {
    /// The word, if it is one.
    #[must_use]
    pub fn atom(&self) -> Option<&str> {
        match self {
            Sexpr::Atom(word) => Some(word),
            _ => None,
        }
    }

    /// The items, if it is a list.
    #[must_use]
    pub fn list(&self) -> Option<&[Sexpr]> {
        match self {
            Sexpr::List(items) => Some(items),
            _ => None,
        }
    }

    /// The items after its first word, if that is `head`.
    #[must_use]
    pub fn after(&self, head: &str) -> Option<&[Sexpr]> {
        let (first, rest) = self.list()?.split_first()?;
        (first.atom() == Some(head)).then_some(rest)
    }
}

impl fmt::Display for Sexpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sexpr::Atom(word) => f.write_str(word),
            Sexpr::Text(text) => write!(f, "\"{}\"", text.replace('"', "\"\"")),
            Sexpr::List(items) => {
                f.write_str("(")?;
                for (n, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if n == 0 { "" } else { " " })?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Reads all S-expressions of a text.
///
/// # Errors
/// If it ends inside one, or closes what was never opened.
pub fn read(text: &str) -> Result<Vec<Sexpr>, SexprError> {
    let mut open: Vec<Vec<Sexpr>> = vec![Vec::new()];
    let mut line = 1;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let at_line = line;
        let error = |what| SexprError { line: at_line, what };
        let found = match c {
            '\n' => {
                line += 1;
                continue;
            }
            c if c.is_whitespace() => continue,
            ';' => {
                while rest.next_if(|&(_, c)| c != '\n').is_some() {}
                continue;
            }
            '(' => {
                if open.len() > DEEPEST {
                    return Err(error("lists too deep inside each other"));
                }
                open.push(Vec::new());
                continue;
            }
            ')' => match open.pop() {
                Some(items) if !open.is_empty() => Sexpr::List(items),
                _ => return Err(error("found ')' without its '('")),
            },
            '"' | '|' => {
                let mut word = String::new();
                loop {
                    match rest.next() {
                        None if c == '"' => return Err(error("a string has no end")),
                        None => return Err(error("a quoted symbol has no end")),
                        // A quote inside a string is written twice.
                        Some((_, '"')) if c == '"' && rest.next_if(|&(_, c)| c == '"').is_some() => {
                            word.push('"');
                        }
                        Some((_, end)) if end == c => break,
                        Some((_, inside)) => {
                            line += usize::from(inside == '\n');
                            word.push(inside);
                        }
                    }
                }
                if c == '"' { Sexpr::Text(word) } else { Sexpr::Atom(word) }
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "();\"|".contains(c);
                let mut end = at + c.len_utf8();
                while let Some((at, c)) = rest.next_if(|&(_, c)| !ends(c)) {
                    end = at + c.len_utf8();
                }
                Sexpr::Atom(text[at..end].to_owned())
            }
        };
        if let Some(items) = open.last_mut() {
            items.push(found);
        }
    }
    match open.pop() {
        Some(items) if open.is_empty() => Ok(items),
        _ => Err(SexprError { line, what: "a list has no end" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_again() {
        let text = "sat (a (b c) () |d e| \"f \"\"g\"\" (\") ; comment (\n(- 1)\n";
        let found = read(text).unwrap();
        assert_eq!(found.len(), 3);
        assert_eq!(found[1].to_string(), "(a (b c) () d e \"f \"\"g\"\" (\")");
        assert_eq!(found[2].after("-"), Some(&[Sexpr::Atom("1".into())][..]));
    }

    #[test]
    fn what_never_ends_is_refused_with_its_line() {
        let what = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(what("a\n)"), "line 2: found ')' without its '('");
        assert_eq!(what("(a\n(b)"), "line 2: a list has no end");
        assert_eq!(what("\n\"a"), "line 2: a string has no end");
        assert_eq!(what("|a"), "line 1: a quoted symbol has no end");
        assert_eq!(what(&"(".repeat(100_000)), "line 1: lists too deep inside each other");
    }
}
