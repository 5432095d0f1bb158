//! What a solver printed: an answer and, where there is one, a model.
//!
//! Read are the forms of `get-value` (a list of pairs) and of `get-model` (a list of `define-fun`, in older
//! solvers with the word `model` before them). Functions with arguments, declarations and echoes are skipped.
//! The outcomes without an answer are distinguished: `unknown`, `timeout`, an error, empty output.

use super::sexpr::{self, Sexpr};
use super::values::{Value, Values};

/// The answer of a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model; the values of the requested constants.
    Satisfiable(Values),
    /// There is no model.
    Unsatisfiable,
    /// The solver gave up; the reason, if it printed one.
    Unknown(Option<String>),
}

/// Text that holds no answer, or no model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnswerError {
    /// The solver refused the script.
    #[error("the solver reports: {0}")]
    Refused(String),
    /// Nothing of use.
    #[error("there is no answer in it{0}")]
    Nothing(String),
    /// More than one answer.
    #[error("it says '{second}' after '{first}', expected one answer")]
    TwoAnswers {
        /// The first.
        first: String,
        /// The second.
        second: String,
    },
    /// No model.
    #[error("it says 'sat' but gives no values: expected the answer of get-model or get-value")]
    NoModel,
    /// It is no model, and says why.
    #[error("the solver reports '{0}': expected a model")]
    NotAModel(String),
    /// A constant with two values.
    #[error("constant '{0}' has two values")]
    TwoValues(String),
    /// It breaks off.
    #[error("the model is cut short or damaged, {0}")]
    Damaged(sexpr::SexprError),
}

/// Reads all that a solver printed for one question.
///
/// # Errors
/// If it answered nothing, twice, or with a model that cannot be read.
pub fn read_answer(text: &str) -> Result<Answer, AnswerError> {
    let found = ParsedAnswer::read(text)?;
    match (found.word.as_deref(), found.complaint) {
        // If the solver refused a part of the script, its answer ignores that part.
        (_, Some(complaint)) if !found.answered_first => Err(AnswerError::Refused(complaint)),
        (Some("sat"), _) if !found.values.is_empty() => Ok(Answer::Satisfiable(found.values)),
        (Some("sat"), Some(complaint)) => Err(AnswerError::Refused(complaint)),
        (Some("sat"), None) if found.had_model => Ok(Answer::Satisfiable(found.values)),
        (Some("sat"), None) => Err(AnswerError::NoModel),
        // Values that were requested in vain are an error after these.
        (Some("unsat"), _) => Ok(Answer::Unsatisfiable),
        (Some("timeout"), _) => Ok(Answer::Unknown(Some("timeout".into()))),
        (Some(_), _) => Ok(Answer::Unknown(found.reason)),
        (None, _) => Err(AnswerError::Nothing(found.stray)),
    }
}

/// Reads a saved model: the answer before it may be missing.
///
/// # Errors
/// If there is no model in it.
pub fn read_model(text: &str) -> Result<Values, AnswerError> {
    let found = ParsedAnswer::read(text)?;
    match found.word.as_deref() {
        None | Some("sat") if !found.values.is_empty() => Ok(found.values),
        None | Some("sat") => match (found.complaint, found.word) {
            (Some(complaint), _) => Err(AnswerError::Refused(complaint)),
            (None, Some(_)) => Err(AnswerError::NoModel),
            (None, None) => Err(AnswerError::Nothing(found.stray)),
        },
        // An answer to a script that was not read whole.
        Some(word) => match found.complaint {
            Some(complaint) if !found.answered_first => Err(AnswerError::Refused(complaint)),
            _ => Err(AnswerError::NotAModel(word.into())),
        },
    }
}

const WORDS: [&str; 4] = ["sat", "unsat", "unknown", "timeout"];

/// The contents of a text.
#[derive(Default)]
struct ParsedAnswer {
    word: Option<String>,
    values: Values,
    had_model: bool,
    complaint: Option<String>,
    /// Whether the complaint came after an answer.
    answered_first: bool,
    reason: Option<String>,
    stray: String,
}

impl ParsedAnswer {
    fn read(text: &str) -> Result<ParsedAnswer, AnswerError> {
        let mut found = ParsedAnswer::default();
        match sexpr::read(text) {
            Ok(items) => items.iter().try_for_each(|item| found.item(item))?,
            // Prose, or a truncated answer: an answer on an earlier line may still count.
            Err(error) => {
                let first = text.lines().map(str::trim).find(|line| WORDS.contains(line));
                match first {
                    None => found.stray = format!(": '{}'", short(text.trim())),
                    Some("sat") => return Err(AnswerError::Damaged(error)),
                    Some(word) => found.word = Some(word.into()),
                }
                if first.is_none() && text.trim_start().starts_with('(') {
                    return Err(AnswerError::Damaged(error));
                }
            }
        }
        Ok(found)
    }

    fn item(&mut self, item: &Sexpr) -> Result<(), AnswerError> {
        match item {
            Sexpr::Atom(word) if WORDS.contains(&word.as_str()) => match self.word.replace(word.clone()) {
                Some(first) if first != *word => Err(AnswerError::TwoAnswers { first, second: word.clone() }),
                _ => Ok(()),
            },
            Sexpr::Atom(word) if word == "unsupported" => self.complain("unsupported".into()),
            Sexpr::Atom(_) | Sexpr::Text(_) => {
                if self.stray.is_empty() {
                    self.stray = format!(": '{}'", short(&item.to_string()));
                }
                Ok(())
            }
            Sexpr::List(items) => self.list(item, items),
        }
    }

    fn list(&mut self, item: &Sexpr, items: &[Sexpr]) -> Result<(), AnswerError> {
        if let Some(rest) = item.after("error") {
            let text = rest.iter().map(|part| match part {
                Sexpr::Text(text) => text.clone(),
                other => other.to_string(),
            });
            return self.complain(short(&text.collect::<Vec<_>>().join(" ")));
        }
        if let Some(rest) = item.after(":reason-unknown") {
            self.reason = rest.first().map(|reason| short(reason.to_string().trim_matches('"')));
            return Ok(());
        }
        let items = item.after("model").unwrap_or(items);
        for pair in items {
            match (pair.after("define-fun"), pair.list()) {
                // With arguments it is no constant.
                (Some([Sexpr::Atom(name), Sexpr::List(none), _, value]), _) if none.is_empty() => {
                    self.value(name, value)?;
                }
                (None, Some([Sexpr::Atom(name), value])) if name != "declare-sort" => {
                    self.value(name, value)?;
                }
                _ => {}
            }
        }
        self.had_model = true;
        Ok(())
    }

    fn value(&mut self, name: &str, value: &Sexpr) -> Result<(), AnswerError> {
        if self.values.add(name, Value::read(value)) {
            Ok(())
        } else {
            Err(AnswerError::TwoValues(short(name)))
        }
    }

    /// Keeps the first complaint.
    fn complain(&mut self, text: String) -> Result<(), AnswerError> {
        if self.complaint.is_none() {
            (self.complaint, self.answered_first) = (Some(text), self.word.is_some());
        }
        Ok(())
    }
}

fn short(text: &str) -> String {
    let clean = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    clean.take(160).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_of_every_form_are_read() {
        let old = "sat\n(model\n  (define-fun a () Int\n    (- 1))\n  (define-fun f ((x Int)) Int x)\n  (define-fun m () Move clear)\n)\n";
        let new = "sat\n(\n  (define-fun a () Int\n    (- 1))\n  (define-fun m () Move clear)\n)\n";
        let cvc5 = "sat\n(\n(declare-datatypes ((Move 0)) (((clear))))\n(define-fun a () Int (- 1))\n(define-fun m () Move clear)\n)\n";
        let values = "success\nsat\n((a (- 1))\n (m (as clear Move)))\n";
        for text in [old, new, cvc5, values] {
            let Ok(Answer::Satisfiable(model)) = read_answer(text) else {
                panic!("{text}: {:?}", read_answer(text))
            };
            assert_eq!((model.int("a"), model.constructor("m")), (Some(-1), Some("clear")), "{text}");
            assert_eq!(model.iter().count(), 2);
            let alone = &text[text.find('(').unwrap()..];
            assert_eq!(read_model(alone), Ok(model));
        }
    }

    #[test]
    fn what_is_no_model_has_a_word_of_its_own() {
        let unavailable = "unsat\n(error \"line 3: model is not available\")\n";
        assert_eq!(read_answer(unavailable), Ok(Answer::Unsatisfiable));
        assert_eq!(read_answer("timeout\n"), Ok(Answer::Unknown(Some("timeout".into()))));
        assert_eq!(
            read_answer("unknown\n(:reason-unknown \"canceled\")\n(error \"no model\")"),
            Ok(Answer::Unknown(Some("canceled".into())))
        );
        let error_for = |text: &str| read_answer(text).unwrap_err().to_string();
        assert_eq!(error_for("(error \"line 1: bad\")\nsat\n"), "the solver reports: line 1: bad");
        assert_eq!(error_for("(error \"line 1: bad\")\nunsat\n"), "the solver reports: line 1: bad");
        assert_eq!(error_for("unsupported\n"), "the solver reports: unsupported");
        assert_eq!(
            error_for("sat\n"),
            "it says 'sat' but gives no values: expected the answer of get-model or get-value"
        );
        assert_eq!(error_for("sat\nunsat\n"), "it says 'unsat' after 'sat', expected one answer");
        assert_eq!(error_for("sat\n((a 1) (a 2))"), "constant 'a' has two values");
        assert_eq!(
            error_for("sat\n((|a\u{1b}[2J\nb| 1) (|a\u{1b}[2J\nb| 2))"),
            "constant 'a [2J b' has two values"
        );
        assert_eq!(error_for("sat\n((a 1)"), "the model is cut short or damaged, line 2: a list has no end");
        assert_eq!(error_for("Segmentation fault"), "there is no answer in it: 'Segmentation'");
        assert_eq!(error_for("it's (broken"), "there is no answer in it: 'it's (broken'");
        assert_eq!(error_for(""), "there is no answer in it");
        let refused = |text: &str| read_model(text).unwrap_err().to_string();
        assert_eq!(refused("unsat"), "the solver reports 'unsat': expected a model");
        assert_eq!(refused("((a 1)"), "the model is cut short or damaged, line 1: a list has no end");
        assert_eq!(refused("hello"), "there is no answer in it: 'hello'");
    }
}
