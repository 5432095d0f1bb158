//! Models as solvers print them.
//!
//! Four forms are read: `s` and `v` lines of the SAT competitions, the result file of
//! minisat and its kin (`SAT`, then literals), and of the MaxSAT evaluations the bit string
//! (`v 0110...`, since 2022) and the older literals, which need no 0 at their end if every
//! variable is among them. A line `c formula HASH` is kept: a caller who knows the
//! formula's own hash can tell that a model belongs to another one.

use crate::formula::Formula;
use rustsat::types::Lit;

/// Values of variables; variables that no clause mentions may be without one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    values: Vec<Option<bool>>,
    /// The hash of the formula that the text says it is of.
    pub formula: Option<String>,
}

/// A text that holds no model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ModelError {
    /// The solver found none.
    #[error("the solver says {0}: expected a model")]
    Answer(String),
    /// Two answers.
    #[error("line {line}: the solver says {second} after {first}, expected one answer")]
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
    #[error("the model is cut short: expected a 0 at its end")]
    CutShort,
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

/// Reads a model of a formula with so many variables.
///
/// # Errors
/// What is wrong with the text, or that the solver found no model.
pub fn read_model(text: &str, variables: u32) -> Result<Model, ModelError> {
    let mut model = Model { values: vec![None; variables as usize], formula: None };
    let mut answer: Option<String> = None;
    let (mut any, mut ended, mut bits) = (false, false, false);
    for (line, content) in (1..).zip(text.lines().map(str::trim)) {
        let words = match content.split_once(char::is_whitespace).unwrap_or((content, "")) {
            ("", _) | ("o", _) => continue,
            ("c", rest) => {
                if let Some(hash) = rest.trim().strip_prefix("formula ") {
                    model.formula = Some(short(hash.trim()));
                }
                continue;
            }
            (word @ ("s" | "SAT" | "SATISFIABLE" | "UNSAT" | "UNSATISFIABLE" | "INDET"), rest) => {
                let said = short(if word == "s" { rest.trim() } else { word });
                match &answer {
                    Some(first) if *first != said => {
                        return Err(ModelError::TwoAnswers { line, first: first.clone(), second: said });
                    }
                    _ => answer = Some(said),
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
        for word in words.split_whitespace() {
            let wrong = || ModelError::Word { line, found: short(word), most: variables };
            match word.parse::<i64>().map_err(|_| wrong())? {
                _ if bits || ended => return Err(wrong()),
                0 => ended = true,
                lit => model.set(lit, line)?,
            }
            any = true;
        }
    }
    match answer {
        Some(said) if !["SAT", "SATISFIABLE", "OPTIMUM FOUND"].contains(&said.as_str()) => {
            Err(ModelError::Answer(said))
        }
        _ if !any => Err(ModelError::Nothing),
        // Of a MaxSAT solver's literals without an end none may be missing.
        Some(said) if !ended && said == "OPTIMUM FOUND" && model.values.iter().all(Option::is_some) => {
            Ok(model)
        }
        _ if !ended => Err(ModelError::CutShort),
        _ => Ok(model),
    }
}

/// One word of zeros and ones, not longer than the variables are many. A literal with its
/// closing zero is two words.
fn is_bit_string(words: &str, variables: u32) -> bool {
    let length = words.len();
    let digits = words.bytes().all(|b| matches!(b, b'0' | b'1'));
    // Of few variables the string might be shorter than a number: then it must be complete.
    digits && length > 0 && length <= variables as usize && (length > 10 || length == variables as usize)
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
        let model = read_model("c formula abc\nv 0\n", 1).unwrap();
        assert_eq!(model.formula.as_deref(), Some("abc"));
    }

    #[test]
    fn what_is_no_model_is_refused_in_a_sentence() {
        for (text, expected) in [
            ("", "there is no model in it: expected 'v' lines, or a line SAT with literals after it"),
            ("s UNSATISFIABLE\n", "the solver says UNSATISFIABLE: expected a model"),
            ("UNSAT\n", "the solver says UNSAT: expected a model"),
            ("s UNKNOWN\n", "the solver says UNKNOWN: expected a model"),
            (
                "s SATISFIABLE\ns UNSATISFIABLE\n",
                "line 2: the solver says UNSATISFIABLE after SATISFIABLE, expected one answer",
            ),
            ("s SATISFIABLE\nv 1 -2\n", "the model is cut short: expected a 0 at its end"),
            ("s SATISFIABLE\nv 1 -2 3 4\n", "the model is cut short: expected a 0 at its end"),
            ("s OPTIMUM FOUND\nv 1 -2 3\n", "the model is cut short: expected a 0 at its end"),
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
