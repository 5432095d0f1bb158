//! Answers of QBF solvers: a line `s cnf 1`, `0` or `-1` of QDIMACS 1.1, or a word such as `SAT`; and lines
//! `V LITERAL 0`, the values of the outermost variables, of a false formula the choice that refutes it.

use rustsat::types::Lit;

/// What a QBF solver answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QbfAnswer {
    /// Whether the formula is true; `None` if the solver gave up.
    pub truth: Option<bool>,
    /// Values of outermost variables, each once; empty if the solver printed none.
    pub values: Vec<Lit>,
}

/// A text that holds no such answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum QbfAnswerError {
    /// No answer.
    #[error("found no answer of a QBF solver, expected 's cnf 1' or 's cnf 0', or SAT or UNSAT")]
    Nothing,
    /// Two answers.
    #[error("line {line}: the solver reports {second} after {first}, expected one answer")]
    TwoAnswers {
        /// The line of the second.
        line: usize,
        /// The first.
        first: &'static str,
        /// The second.
        second: &'static str,
    },
    /// An answer of another kind of solver.
    #[error("line {line}: found '{found}', expected the answer of a QBF solver, such as 's cnf 1'")]
    Word {
        /// Where.
        line: usize,
        /// What.
        found: String,
    },
    /// A word that is no literal of the outermost variables.
    #[error("line {line}: found '{found}', expected literals of the outermost variables")]
    Literal {
        /// Where.
        line: usize,
        /// What.
        found: String,
    },
    /// A variable with two values.
    #[error("line {line}: variable {variable} is both true and false")]
    Contradiction {
        /// Where.
        line: usize,
        /// Which.
        variable: u32,
    },
}

fn shown(truth: Option<bool>) -> &'static str {
    match truth {
        Some(true) => "true",
        Some(false) => "false",
        None => "unknown",
    }
}

/// Reads the answer to a formula whose outermost variables are known.
///
/// # Errors
/// What is wrong with the text.
pub fn read_qbf_answer(text: &str, is_outermost: impl Fn(u32) -> bool) -> Result<QbfAnswer, QbfAnswerError> {
    let mut truth: Option<Option<bool>> = None;
    let mut values: Vec<Lit> = Vec::new();
    for (line, content) in (1..).zip(text.lines().map(str::trim)) {
        let (head, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
        match head {
            "" | "c" | "r" | "t" | "T" => continue,
            "V" | "v" => {
                for word in rest.split_whitespace() {
                    let wrong = || QbfAnswerError::Literal { line, found: short(word) };
                    let number: i32 = word.parse().map_err(|_| wrong())?;
                    if number == 0 {
                        continue;
                    }
                    let variable = number.unsigned_abs();
                    if variable > i32::MAX as u32 || !is_outermost(variable - 1) {
                        return Err(wrong());
                    }
                    let literal = Lit::new(variable - 1, number < 0);
                    if values.contains(&!literal) {
                        return Err(QbfAnswerError::Contradiction { line, variable });
                    }
                    if !values.contains(&literal) {
                        values.push(literal);
                    }
                }
                continue;
            }
            _ => {}
        }
        let stated =
            parse_answer(content).ok_or_else(|| QbfAnswerError::Word { line, found: short(content) })?;
        match truth.replace(stated) {
            Some(first) if first != stated => {
                return Err(QbfAnswerError::TwoAnswers { line, first: shown(first), second: shown(stated) });
            }
            _ => {}
        }
    }
    let truth = truth.ok_or(QbfAnswerError::Nothing)?;
    Ok(QbfAnswer { truth, values })
}

/// The answer of a line.
fn parse_answer(line: &str) -> Option<Option<bool>> {
    let upper = line.to_ascii_uppercase();
    let mut words = upper.split_whitespace().peekable();
    let solution = words.next_if_eq(&"S").is_some();
    let of_formula = solution && words.next_if_eq(&"CNF").is_some();
    Some(match words.next()? {
        "1" if of_formula => Some(true),
        "0" if of_formula => Some(false),
        "-1" if of_formula => None,
        "SAT" | "SATISFIABLE" | "TRUE" => Some(true),
        "UNSAT" | "UNSATISFIABLE" | "FALSE" => Some(false),
        "UNKNOWN" | "INDET" | "TIMEOUT" => None,
        _ => return None,
    })
}

fn short(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '?' } else { c }).take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Option<bool>, Vec<i32>), String> {
        let answer = read_qbf_answer(text, |variable| variable < 3).map_err(|error| error.to_string())?;
        Ok((answer.truth, answer.values.iter().map(|lit| lit.to_ipasir()).collect()))
    }

    #[test]
    fn answers_of_every_form_are_read() {
        assert_eq!(read("s cnf 1 9 20\n"), Ok((Some(true), vec![])));
        assert_eq!(read("c DepQBF\ns cnf 0 9 20\nV -1 0\nV 3 0\n"), Ok((Some(false), vec![-1, 3])));
        assert_eq!(read("UNSAT\r\n"), Ok((Some(false), vec![])));
        assert_eq!(read("s SATISFIABLE\n"), Ok((Some(true), vec![])));
        assert_eq!(read("s cnf -1 9 20\n"), Ok((None, vec![])));
        assert_eq!(read("s cnf 0\nv 1 -2 3 0\n"), Ok((Some(false), vec![1, -2, 3])));
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        for (text, part) in [
            ("", "found no answer of a QBF solver"),
            ("V 1 0\n", "found no answer of a QBF solver"),
            ("s cnf 1 2 3\ns cnf 0 2 3\n", "line 2: the solver reports false after true"),
            ("s cnf 0 2 3\nV 4 0\n", "line 2: found '4', expected literals of the outermost variables"),
            ("s cnf 0 2 3\nV x 0\n", "line 2: found 'x', expected literals"),
            ("s cnf 0 2 3\nV -2147483648 0\n", "line 2: found '-2147483648', expected literals"),
            ("s cnf 0 2 3\nV 1 0\nV -1 0\n", "line 3: variable 1 is both true and false"),
            ("s cnf 2 2 3\n", "line 1: found 's cnf 2 2 3', expected the answer of a QBF solver"),
            ("s OPTIMUM FOUND\n", "line 1: found 's OPTIMUM FOUND', expected the answer of a QBF solver"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(part), "{text:?}: {error}");
        }
    }
}
