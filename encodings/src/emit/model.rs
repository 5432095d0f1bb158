//! Models as solvers print them.
//!
//! Five forms are read:
//!
//! * the `s` and `v` lines of the SAT competitions;
//! * the result file of minisat and its kin (`SAT`, then literals);
//! * a list of literals in brackets, as Python prints it;
//! * the bit string of the MaxSAT evaluations (`v 0110...`, since 2022);
//! * the older literals of these evaluations.
//!
//! A model without its closing 0 (z3, some MaxSAT solvers) is complete if every variable of a clause is in
//! it. A line `c formula HASH` is kept, so that the caller can compare it with the formula's own hash.

use crate::formula::Formula;
use rustsat::types::Lit;

/// Values of variables; variables that no clause mentions may be without one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    values: Vec<Option<bool>>,
    /// The hash of the formula that the text names.
    pub formula: Option<String>,
    /// The cost of the last `o` line of a MaxSAT solver.
    pub cost: Option<u64>,
    /// Whether the solver reports that no model costs less.
    pub optimal: bool,
}

/// A solver's answer without a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is no model.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

/// A text that holds no model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ModelError {
    /// The solver found none.
    #[error("the solver reports {0}: expected a model")]
    Answer(String),
    /// Two answers.
    #[error("line {line}: the solver reports {second} after {first}, expected one answer")]
    TwoAnswers {
        /// The line of the second.
        line: usize,
        /// The first.
        first: String,
        /// The second.
        second: String,
    },
    /// No values.
    #[error("there is no model in it: expected 'v' lines, or a line SAT with literals after it")]
    Nothing,
    /// No end.
    #[error(
        "the model is cut short: expected a 0 at its end, or a value for each variable ({missing} has none)"
    )]
    CutShort {
        /// The first variable without a value.
        missing: usize,
    },
    /// A word that is no literal.
    #[error("line {line}: found '{found}', expected literals of variables 1 to {most}")]
    Word {
        /// Where.
        line: usize,
        /// What.
        found: String,
        /// The last variable.
        most: u32,
    },
    /// A variable with two values.
    #[error("line {line}: variable {var} is both true and false")]
    Contradiction {
        /// Where.
        line: usize,
        /// Which.
        var: usize,
    },
}

impl ModelError {
    /// The solver's answer, if the text is one without a model.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let ModelError::Answer(stated) = self else { return None };
        match stated.as_str() {
            "UNSAT" | "UNSATISFIABLE" => Some(Verdict::Unsatisfiable),
            "UNKNOWN" | "INDET" | "INDETERMINATE" | "TIMEOUT" => Some(Verdict::Unknown),
            _ => None,
        }
    }
}

impl Model {
    /// Whether a literal is true.
    #[must_use]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.values.get(lit.vidx()).copied().flatten() == Some(lit.is_pos())
    }

    /// The number (from 1) of the first clause that is not satisfied.
    #[must_use]
    pub fn first_violated(&self, formula: &Formula) -> Option<usize> {
        let violated = |clause: &[Lit]| !clause.iter().any(|&lit| self.is_true(lit));
        formula.clauses_from(0).position(violated).map(|n| n + 1)
    }

    fn set(&mut self, lit: i64, line: usize) -> Result<(), ModelError> {
        let var = lit.unsigned_abs() as usize;
        let most = self.values.len() as u32;
        let Some(value) = self.values.get_mut(var - 1) else {
            return Err(ModelError::Word { line, found: lit.to_string(), most });
        };
        match value.replace(lit > 0) {
            Some(before) if before != (lit > 0) => Err(ModelError::Contradiction { line, var }),
            _ => Ok(()),
        }
    }
}

/// Reads a model of a formula with `variables` variables, each of which occurs in some clause.
///
/// # Errors
/// What is wrong with the text, or that the solver found no model.
pub fn read_model(text: &str, variables: u32) -> Result<Model, ModelError> {
    read(text, vec![true; variables as usize])
}

/// Reads a model of a formula. Variables that no clause has need no value.
///
/// # Errors
/// What is wrong with the text, or that the solver found no model.
pub fn read_model_of(text: &str, formula: &Formula) -> Result<Model, ModelError> {
    let mut needed = vec![false; formula.size().variables as usize];
    formula.clauses_from(0).flatten().for_each(|lit| needed[lit.vidx()] = true);
    read(text, needed)
}

/// Reads a model; `needed` marks the variables that need a value.
fn read(text: &str, needed: Vec<bool>) -> Result<Model, ModelError> {
    let variables = needed.len() as u32;
    let mut model = Model { values: vec![None; needed.len()], formula: None, cost: None, optimal: false };
    let mut answer: Option<String> = None;
    let (mut any, mut ended, mut bits, mut gave_up) = (false, false, false, false);
    for (line, content) in (1..).zip(text.lines().map(str::trim)) {
        let words = match content.split_once(char::is_whitespace).unwrap_or((content, "")) {
            ("", _) => continue,
            ("o", rest) => {
                model.cost = rest.trim().parse().ok().or(model.cost);
                continue;
            }
            ("c", rest) => {
                if let Some(hash) = rest.trim().strip_prefix("formula ") {
                    model.formula = Some(short(hash.trim()));
                }
                // CaDiCaL and older versions of Kissat.
                gave_up |= rest.trim() == "UNKNOWN";
                continue;
            }
            (word, rest) if word == "s" || is_answer(content) => {
                let stated = short(if word == "s" { rest.trim() } else { content }).to_ascii_uppercase();
                match &answer {
                    Some(first) if *first != stated => {
                        return Err(ModelError::TwoAnswers { line, first: first.clone(), second: stated });
                    }
                    _ => answer = Some(stated),
                }
                continue;
            }
            ("v", rest) => rest,
            _ => content,
        };
        if !any && is_bit_string(words, variables) {
            for (var, bit) in (1..).zip(words.bytes()) {
                model.set(if bit == b'1' { var } else { -var }, line)?;
            }
            (any, ended, bits) = (true, true, true);
            continue;
        }
        let list = words.strip_prefix('[').and_then(|words| words.strip_suffix(']'));
        for word in list.unwrap_or(words).split(|c: char| c.is_whitespace() || (list.is_some() && c == ',')) {
            let wrong = || ModelError::Word { line, found: short(word), most: variables };
            match word.parse::<i64>() {
                _ if word.is_empty() => continue,
                Err(_) => return Err(wrong()),
                Ok(_) if bits || ended => return Err(wrong()),
                Ok(0) => ended = true,
                Ok(lit) => model.set(lit, line)?,
            }
            any = true;
        }
        // A list has its own end.
        ended |= list.is_some();
    }
    let missing = needed.iter().zip(&model.values).position(|(&needed, value)| needed && value.is_none());
    match answer {
        Some(stated) if !["SAT", "SATISFIABLE", "OPTIMUM FOUND"].contains(&stated.as_str()) => {
            return Err(ModelError::Answer(stated));
        }
        None if !any && gave_up => return Err(ModelError::Answer("UNKNOWN".into())),
        _ if !any => return Err(ModelError::Nothing),
        stated => model.optimal = stated.as_deref() == Some("OPTIMUM FOUND"),
    }
    match missing {
        Some(variable) if !ended => Err(ModelError::CutShort { missing: variable + 1 }),
        _ => Ok(model),
    }
}

/// Whether a line is an answer without the letter `s` before it.
fn is_answer(line: &str) -> bool {
    let words =
        ["SAT", "SATISFIABLE", "UNSAT", "UNSATISFIABLE", "INDET", "INDETERMINATE", "UNKNOWN", "TIMEOUT"];
    words.iter().any(|word| line.eq_ignore_ascii_case(word))
}

/// One word of zeros and ones, no longer than the number of variables. A literal with its closing zero is two words.
fn is_bit_string(words: &str, variables: u32) -> bool {
    let length = words.len();
    let digits = words.bytes().all(|b| matches!(b, b'0' | b'1'));
    // Of few variables the string might be shorter than a number: then it must be complete.
    let no_literal = length > 10 || (length > 1 && words.starts_with('0'));
    digits && length > 0 && length <= variables as usize && (no_literal || length == variables as usize)
}

fn short(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '?' } else { c }).take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str, variables: u32) -> Vec<i32> {
        let model = read_model(text, variables).unwrap();
        let value = |(var, value): (i32, &Option<bool>)| value.map(|v| if v { var } else { -var });
        (1..).zip(&model.values).filter_map(value).collect()
    }

    #[test]
    fn every_form_of_a_model_is_read() {
        assert_eq!(values("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n", 3), [1, -2, 3]);
        assert_eq!(values("s SATISFIABLE\nv 1 -2 3\nv 0\n", 4), [1, -2, 3]);
        assert_eq!(values("SAT\n-1 2 -3 0\n", 3), [-1, 2, -3]);
        assert_eq!(values("o 7\no 5\ns OPTIMUM FOUND\nv 010\n", 3), [-1, 2, -3]);
        assert_eq!(values("s OPTIMUM FOUND\nv 01100000001\n", 12).len(), 11);
        assert_eq!(values("o 1\ns OPTIMUM FOUND\nv 1 -2\nv 3\n", 3), [1, -2, 3]);
        // Without a closing 0, as z3 prints it; without an answer; lines of Windows.
        assert_eq!(values("s SATISFIABLE\nv  1 -2 3\n", 3), [1, -2, 3]);
        assert_eq!(values("v 1\r\nc in between\r\nv -2 3\r\n", 3), [1, -2, 3]);
        assert_eq!(values("SATISFIABLE\n1 -2 3\n", 3), [1, -2, 3]);
        assert_eq!(values("[1, -2, 3]\n", 4), [1, -2, 3]);
        assert_eq!(values("s OPTIMUM FOUND\nv 0100\n", 8), [-1, 2, -3, -4]);
        let model = read_model("o 9\no 4\ns OPTIMUM FOUND\nv 10\n", 2).unwrap();
        assert_eq!((model.cost, model.optimal), (Some(4), true));
        let model = read_model("c formula abc\nv 0\n", 1).unwrap();
        assert_eq!(model.formula.as_deref(), Some("abc"));
    }

    #[test]
    fn what_is_no_model_is_refused_in_a_sentence() {
        for (text, expected) in [
            ("", "there is no model in it: expected 'v' lines, or a line SAT with literals after it"),
            ("s UNSATISFIABLE\n", "the solver reports UNSATISFIABLE: expected a model"),
            ("UNSAT\n", "the solver reports UNSAT: expected a model"),
            ("s UNKNOWN\n", "the solver reports UNKNOWN: expected a model"),
            (
                "s SATISFIABLE\ns UNSATISFIABLE\n",
                "line 2: the solver reports UNSATISFIABLE after SATISFIABLE, expected one answer",
            ),
            (
                "s SATISFIABLE\nv 1 -2\n",
                "the model is cut short: expected a 0 at its end, or a value for each variable (3 has none)",
            ),
            (
                "s OPTIMUM FOUND\nv 1 -2 3\n",
                "the model is cut short: expected a 0 at its end, or a value for each variable (4 has none)",
            ),
            (
                "s SATISFIABLE\n",
                "there is no model in it: expected 'v' lines, or a line SAT with literals after it",
            ),
            ("v 1 2 -1 0\n", "line 1: variable 1 is both true and false"),
            ("v 1 9 0\n", "line 1: found '9', expected literals of variables 1 to 4"),
            ("v 1 x 0\n", "line 1: found 'x', expected literals of variables 1 to 4"),
            (
                "v 1 99999999999999999999 0\n",
                "line 1: found '99999999999999999999', expected literals of variables 1 to 4",
            ),
            ("v 1 0\nv 2 0\n", "line 2: found '2', expected literals of variables 1 to 4"),
        ] {
            assert_eq!(read_model(text, 4).unwrap_err().to_string(), expected, "{text}");
        }
        assert!(read_model("v -9223372036854775808 0\n", 4).is_err());
    }

    #[test]
    fn a_model_without_an_end_needs_every_variable_of_a_clause() {
        let mut formula = Formula::default();
        let (a, _, c) = (formula.new_lit(), formula.new_lit(), formula.new_lit());
        formula.add(&[a, !c]);
        let read = |text: &str| read_model_of(text, &formula);
        assert!(read("s SATISFIABLE\nv 1 -3\n").is_ok() && read("v 3 1\n").is_ok());
        assert_eq!(read("s SATISFIABLE\nv 1 -2\n"), Err(ModelError::CutShort { missing: 3 }));
        assert_eq!(
            read("v -3 -\n").unwrap_err().to_string(),
            "line 1: found '-', expected literals of variables 1 to 3"
        );
    }

    #[test]
    fn an_answer_without_a_model_is_a_verdict() {
        for (text, verdict) in [
            ("s UNSATISFIABLE\n", Some(Verdict::Unsatisfiable)),
            ("unsat\n", Some(Verdict::Unsatisfiable)),
            ("c noise\ns UNKNOWN\n", Some(Verdict::Unknown)),
            ("INDET\n", Some(Verdict::Unknown)),
            ("c UNKNOWN\n", Some(Verdict::Unknown)),
            ("c UNSATISFIABLE\n", None),
            ("s MAYBE\n", None),
        ] {
            assert_eq!(read_model(text, 4).unwrap_err().verdict(), verdict, "{text}");
        }
        assert!(read_model("c UNKNOWN\nv 1 0\n", 1).is_ok());
    }

    #[test]
    fn the_violated_clause_is_named() {
        let mut formula = Formula::default();
        let (a, b) = (formula.new_lit(), formula.new_lit());
        formula.add(&[a]);
        formula.add(&[!a, b]);
        let violated = |text: &str| read_model(text, 2).unwrap().first_violated(&formula);
        assert_eq!(violated("v 1 2 0"), None);
        assert_eq!(violated("v 1 -2 0"), Some(2));
        assert_eq!(violated("v 2 0"), Some(1));
    }
}
