//! Formulas in conjunctive normal form.

use super::{MOST_VARIABLES, count, literal};
use crate::Cnf;
use itertools::Itertools;
use patsat_base::{FormatError, quoted, text};
use std::fmt::Write;

/// Which clauses are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clauses {
    /// Exactly three literals.
    OfThree,
    /// Any number of literals from 1 on.
    NotEmpty,
    /// Any number of literals.
    Any,
}

/// Reads a formula.
///
/// # Errors
/// What is wrong, with the line: also a clause that `clauses` does not take.
pub fn read_cnf(bytes: &[u8], clauses: Clauses) -> Result<Cnf, FormatError> {
    let text = text(bytes, "a formula in DIMACS, 'p cnf VARIABLES CLAUSES' and its clauses")?;
    let mut reader = Reader::default();
    reader.read(&text, |_, line| {
        Err(FormatError::unexpected(quoted(line), "a literal such as 3 or -3, or 0"))
    })?;
    let wrong = reader.formula.clauses.iter().position(|clause| !clauses.takes(clause));
    match wrong {
        Some(wrong) => Err(clauses.refuse(&reader.formula.clauses[wrong]).at(reader.lines[wrong])),
        None => Ok(reader.formula),
    }
}

/// Writes a formula; a comment a line.
#[must_use]
pub fn write_cnf(formula: &Cnf, comments: &[String]) -> String {
    let mut text: String = comments.iter().map(|comment| format!("c {comment}\n")).collect();
    let _ = writeln!(text, "p cnf {} {}", formula.variables, formula.clauses.len());
    for clause in &formula.clauses {
        let _ = writeln!(text, "{} 0", clause.iter().join(" "));
    }
    text
}

impl Clauses {
    fn takes(self, clause: &[i32]) -> bool {
        match self {
            Clauses::OfThree => clause.len() == 3,
            Clauses::NotEmpty => !clause.is_empty(),
            Clauses::Any => true,
        }
    }

    fn refuse(self, clause: &[i32]) -> FormatError {
        let error = match clause.len() {
            0 => FormatError::unexpected(
                "an empty clause",
                "literals before the 0: a formula with an empty clause is unsatisfiable",
            ),
            1 => FormatError::unexpected("a clause of 1 literal", "3"),
            n => FormatError::unexpected(format!("a clause of {n} literals"), "3"),
        };
        error.with_help("--to-3cnf converts any formula")
    }
}

/// A formula in the making, for DIMACS and what builds on it.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) formula: Cnf,
    /// The line of each clause's first literal, or of its 0.
    pub(super) lines: Vec<usize>,
    header: Option<(usize, u32)>,
    clause: Vec<i32>,
}

impl Reader {
    /// Reads the whole text; `other` handles lines that begin with a letter, after the header and
    /// before the first clause.
    pub(super) fn read(
        &mut self,
        text: &str,
        mut other: impl FnMut(&Cnf, &str) -> Result<(), FormatError>,
    ) -> Result<(), FormatError> {
        let mut begun = 0;
        for (line, number) in text.lines().zip(1..) {
            let line = line.trim();
            if line.starts_with('%') {
                break;
            }
            if line.is_empty() || line.starts_with('c') {
                continue;
            }
            let at = |error: FormatError| error.at(number);
            if line.starts_with('p') {
                self.header(line, number).map_err(at)?;
            } else if self.header.is_none() {
                let expected = "the header 'p cnf VARIABLES CLAUSES' before it";
                return Err(at(FormatError::unexpected(quoted(line), expected)));
            } else if line.starts_with(|c: char| c.is_ascii_alphabetic()) && self.lines.is_empty() {
                other(&self.formula, line).map_err(at)?;
            } else {
                for word in line.split_whitespace() {
                    let literal = literal(word, self.formula.variables).map_err(at)?;
                    if self.clause.is_empty() {
                        begun = number;
                        self.lines.push(begun);
                    }
                    self.take(literal).map_err(at)?;
                }
            }
        }
        self.end(begun)
    }

    fn header(&mut self, line: &str, number: usize) -> Result<(), FormatError> {
        if let Some((first, _)) = self.header {
            return Err(FormatError::unexpected(
                "a second header",
                format!("none after that of line {first}"),
            ));
        }
        let mut words = line.split_whitespace();
        if (words.next(), words.next()) != (Some("p"), Some("cnf")) {
            return Err(FormatError::unexpected(quoted(line), "a header 'p cnf VARIABLES CLAUSES'"));
        }
        self.formula.variables = count(words.next(), "variables", MOST_VARIABLES)?;
        let clauses = count(words.next(), "clauses", u32::MAX)?;
        if let Some(more) = words.next() {
            return Err(FormatError::unexpected(quoted(more), "the end of the header"));
        }
        self.header = Some((number, clauses));
        Ok(())
    }

    fn take(&mut self, literal: i32) -> Result<(), FormatError> {
        if literal != 0 {
            self.clause.push(literal);
            return Ok(());
        }
        self.formula.clauses.push(std::mem::take(&mut self.clause));
        match self.header {
            Some((line, clauses)) if self.formula.clauses.len() > clauses as usize => {
                let found = format!("clause {}", self.formula.clauses.len());
                Err(FormatError::unexpected(
                    found,
                    format!("only {clauses}, as the header in line {line} says"),
                ))
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self, begun: usize) -> Result<(), FormatError> {
        let Some((line, clauses)) = self.header else {
            return Err(FormatError::unexpected("no header", "'p cnf VARIABLES CLAUSES' before the clauses"));
        };
        if !self.clause.is_empty() {
            return Err(
                FormatError::unexpected("a clause that does not end", "a 0 after its literals").at(begun)
            );
        }
        let found = self.formula.clauses.len();
        if found < clauses as usize {
            let found = if found == 1 { "1 clause".into() } else { format!("{found} clauses") };
            return Err(FormatError::unexpected(found, format!("{clauses}, as the header says")).at(line));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str, clauses: Clauses) -> String {
        read_cnf(text.as_bytes(), clauses).unwrap_err().to_string()
    }

    #[test]
    fn a_formula_reads_back() {
        let text = "c from SATLIB\np  cnf 3  2 \n 1 -2\n3 0 -1\n-1\n2 0\n%\n0\n\n";
        let formula = read_cnf(text.as_bytes(), Clauses::OfThree).unwrap();
        assert_eq!(formula, Cnf { variables: 3, clauses: vec![vec![1, -2, 3], vec![-1, -1, 2]] });
        let written = write_cnf(&formula, &["a comment".into()]);
        assert_eq!(written, "c a comment\np cnf 3 2\n1 -2 3 0\n-1 -1 2 0\n");
        assert_eq!(read_cnf(written.as_bytes(), Clauses::Any).unwrap(), formula);
        let none = read_cnf(b"p cnf 0 0\n", Clauses::OfThree).unwrap();
        assert_eq!(none, Cnf::default());
    }

    #[test]
    fn wrong_formulas_are_one_sentence_with_a_line() {
        use Clauses::{Any, NotEmpty, OfThree};
        for (text, clauses, expected) in [
            ("", Any, "found an empty file, expected a formula in DIMACS"),
            ("1 2 3 0", Any, "line 1: found '1 2 3 0', expected the header"),
            ("c only\n", Any, "found no header"),
            ("p cnf 3\n", Any, "line 1: found an incomplete header"),
            ("p cnf 3 x\n", Any, "line 1: found 'x', expected 'p cnf"),
            ("p cnf -3 1\n", Any, "line 1: found '-3'"),
            ("p cnf 3 1 4\n", Any, "line 1: found '4', expected the end of the header"),
            ("p dnf 3 1\n", Any, "line 1: found 'p dnf 3 1', expected a header"),
            (
                "p cnf 1 0\np cnf 1 0\n",
                Any,
                "line 2: found a second header, expected none after that of line 1",
            ),
            (
                "p cnf 3 1\n1 2 4 0\n",
                OfThree,
                "line 2: found the literal 4, expected one of the variables 1..3",
            ),
            ("p cnf 3 1\n1 two 3 0\n", OfThree, "line 2: found 'two', expected a literal"),
            ("p cnf 3 1\nq\n", OfThree, "line 2: found 'q', expected a literal"),
            ("p cnf 3 2\n1 2 3 0\n", OfThree, "line 1: found 1 clause, expected 2, as the header says"),
            ("p cnf 3 1\n1 2 3 0\n\n1 2 -3 0\n", OfThree, "line 4: found clause 2, expected only 1"),
            ("p cnf 3 1\n1 2\n3\n", OfThree, "line 2: found a clause that does not end"),
            ("p cnf 4 2\n1 2 3 0\n1 2\n3 4 0\n", OfThree, "line 3: found a clause of 4 literals, expected 3"),
            ("p cnf 4 1\n1 0\n", OfThree, "line 2: found a clause of 1 literal, expected 3"),
            (
                "p cnf 3 2\n1 2 3 0\n0\n",
                OfThree,
                "line 3: found an empty clause, expected literals before the 0",
            ),
            ("p cnf 3 1\n0\n", NotEmpty, "line 2: found an empty clause"),
            ("p cnf 3 1\n\u{1}\n", Any, "line 2: found binary data"),
            ("p cnf 999999999999 1\n", Any, "line 1: found '999999999999', expected"),
        ] {
            let found = error(text, clauses);
            assert!(found.starts_with(expected), "{text:?}: {found}");
        }
        assert!(read_cnf(b"p cnf 3 1\n0\n", Any).is_ok());
        assert!(read_cnf(b"p cnf 3 1\n1 2 0\n", NotEmpty).is_ok());
    }
}
