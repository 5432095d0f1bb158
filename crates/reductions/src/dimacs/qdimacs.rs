//! Formulas with one change of quantifiers, from QDIMACS.
//!
//! Of the format only what has the form "for all ... there are ..." is read: lines `a`, then
//! lines `e`. A variable of a clause that no line names would stand before both (the format
//! says), so it is an error.

use super::cnf::Reader;
use super::literal;
use crate::Qbf2;
use patsat_base::{FormatError, quoted, text};
use std::collections::HashSet;

/// Reads a formula.
///
/// # Errors
/// What is wrong, with the line.
pub fn read_qdimacs(bytes: &[u8]) -> Result<Qbf2, FormatError> {
    let text = text(bytes, "a formula in QDIMACS, 'p cnf VARIABLES CLAUSES', lines 'a' and 'e', clauses")?;
    let mut found = Qbf2::default();
    let mut named = HashSet::new();
    let mut reader = Reader::default();
    reader.read(&text, |formula, line| {
        let mut words = line.split_whitespace();
        let quantifier = words.next().unwrap_or_default();
        let list = match quantifier {
            "a" if found.existential.is_empty() => &mut found.universal,
            "a" => {
                let expected = "no more 'a' after 'e': one change of quantifiers, from all to some";
                return Err(FormatError::unexpected("a line 'a'", expected));
            }
            "e" => &mut found.existential,
            _ => return Err(FormatError::unexpected(quoted(line), "a line 'a' or 'e', or a clause")),
        };
        loop {
            let Some(word) = words.next() else {
                return Err(FormatError::unexpected("a list of variables that does not end", "a 0 after it"));
            };
            let variable = literal(word, formula.variables)?;
            if variable == 0 {
                break;
            }
            if variable < 0 || !named.insert(variable) {
                let expected = "variables, each in one list and once";
                return Err(FormatError::unexpected(quoted(word), expected));
            }
            list.push(variable.unsigned_abs());
        }
        match words.next() {
            Some(word) => Err(FormatError::unexpected(quoted(word), "the end of the line after 0")),
            None => Ok(()),
        }
    })?;
    for (clause, &line) in reader.formula.clauses.iter().zip(&reader.lines) {
        if let Some(free) = clause.iter().find(|literal| !named.contains(&literal.abs())) {
            let found = format!("the variable {}", free.abs());
            return Err(FormatError::unexpected(found, "one that a line 'a' or 'e' names").at(line));
        }
    }
    Ok(Qbf2 { clauses: reader.formula.clauses, ..found })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_change_of_quantifiers_is_read() {
        let text = "c example\np cnf 4 2\na 1 3 0\ne 2 0\ne 4 0\n1 2 -3 0\n-1 4\n3 0\n";
        let formula = read_qdimacs(text.as_bytes()).unwrap();
        assert_eq!((&formula.universal[..], &formula.existential[..]), (&[1, 3][..], &[2, 4][..]));
        assert_eq!(formula.clauses, [[1, 2, -3], [-1, 4, 3]]);
    }

    #[test]
    fn other_formulas_are_refused() {
        for (text, expected) in [
            ("p cnf 2 0\ne 1 0\na 2 0\n", "line 3: found a line 'a', expected no more"),
            ("p cnf 2 0\na 1\n", "line 2: found a list of variables that does not end"),
            ("p cnf 2 0\na 1 0\ne 1 0\n", "line 3: found '1', expected variables, each in one list"),
            ("p cnf 2 0\na -1 0\n", "line 2: found '-1'"),
            ("p cnf 2 0\na 1 0 2\n", "line 2: found '2', expected the end"),
            ("p cnf 2 1\na 1 0\n1 2 0\n", "line 3: found the variable 2, expected one that a line"),
            ("p cnf 2 0\nx 1 0\n", "line 2: found 'x 1 0', expected a line 'a' or 'e'"),
        ] {
            let found = read_qdimacs(text.as_bytes()).unwrap_err().to_string();
            assert!(found.starts_with(expected), "{text:?}: {found}");
        }
    }
}
