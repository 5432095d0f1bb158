//! Formulas, assignments and quantified formulas as SAT and QBF solvers write them.
//!
//! The DIMACS format of the SAT competitions: lines that begin with `c` are comments,
//! `p cnf VARIABLES CLAUSES` comes first, then the clauses. A clause ends with 0 and may span
//! several lines. The benchmarks of SATLIB end with a line `%`; the reader ignores everything after
//! it. The numbers of the header must match the rest of the file; other numbers are an error.
//! Repeated literals and tautologies are clauses like others.

mod assignment;
mod cnf;
mod qdimacs;

pub use assignment::{read_assignment, solver_lines};
pub use cnf::{Clauses, read_cnf, write_cnf};
pub use qdimacs::read_qdimacs;

use patsat_base::{FormatError, quoted};

/// The largest number of variables that the readers accept.
const MOST_VARIABLES: u32 = 100_000_000;

/// Parses a number of a header; `what` names it in error messages.
fn count(word: Option<&str>, what: &str, most: u32) -> Result<u32, FormatError> {
    let expected = || format!("'p cnf VARIABLES CLAUSES', with at most {most} {what}");
    let Some(word) = word else { return Err(FormatError::unexpected("an incomplete header", expected())) };
    let digits = word.bytes().all(|b| b.is_ascii_digit());
    let number = word.parse().ok().filter(|&n| digits && n <= most);
    number.ok_or_else(|| FormatError::unexpected(quoted(word), expected()))
}

/// Parses a literal of the variables `1..=variables`, or 0.
fn literal(word: &str, variables: u32) -> Result<i32, FormatError> {
    let Ok(literal) = word.parse::<i32>() else {
        return Err(FormatError::unexpected(quoted(word), "a literal such as 3 or -3, or 0"));
    };
    if literal.unsigned_abs() > variables {
        let expected = match variables {
            0 => "none, for there are no variables".to_owned(),
            n => format!("one of the variables 1..{n}"),
        };
        return Err(FormatError::unexpected(format!("the literal {literal}"), expected));
    }
    Ok(literal)
}
