//! A script under construction: declarations and assertions, in order.
//!
//! Encodings write here and nowhere else, as SAT encodings write to a formula. The caller of a solver adds
//! what comes before and after: options, logic, `check-sat`, and which values are wanted. A linked solver
//! needs the assertions alone, a program a whole script.

use super::term::{Bool, Sort, Term};
use std::fmt::Write;

/// Declarations and assertions.
#[derive(Clone, Debug, Default)]
pub struct Script {
    logic: &'static str,
    text: String,
    size: Size,
    most_bytes: Option<usize>,
    refused: bool,
}

/// How large a script is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Declared constants.
    pub constants: u32,
    /// Assertions.
    pub assertions: usize,
    /// Bytes of text.
    pub bytes: usize,
}

/// A script beyond its memory limit. What had been written is incomplete and useless.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the script needs more than the {limit_mib} MiB allowed ({assertions} assertions were written)")]
pub struct ScriptSizeError {
    /// The limit.
    pub limit_mib: usize,
    /// Assertions when it was reached.
    pub assertions: usize,
}

/// A constructor of a data type: its name, and its fields with the names of their sorts.
pub type Constructor<'a> = (&'a str, &'a [(&'a str, &'a str)]);

impl Script {
    /// Returns an empty script in a logic of SMT-LIB, such as `ALL` or `QF_IDL`, that refuses text beyond
    /// `most_mib` MiB.
    #[must_use]
    pub fn new(logic: &'static str, most_mib: Option<u64>) -> Script {
        let most_bytes = most_mib.map(|mib| usize::try_from(mib << 20).unwrap_or(usize::MAX));
        Script { logic, most_bytes, ..Script::default() }
    }

    /// A comment.
    pub fn comment(&mut self, text: &str) {
        for line in text.lines() {
            self.write(format_args!("; {line}\n"));
        }
    }

    /// Declares a data type; `S` is the type that stands for its sort.
    pub fn data<S>(&mut self, name: &str, constructors: &[Constructor<'_>]) -> Sort<S> {
        let mut all = String::new();
        for (constructor, fields) in constructors {
            let fields: String = fields.iter().map(|(field, sort)| format!(" ({field} {sort})")).collect();
            all += &format!("({constructor}{fields})");
        }
        self.write(format_args!("(declare-datatypes (({name} 0)) (({all})))\n"));
        Sort::named(name)
    }

    /// Declares a constant. Its name is how a model is read back.
    pub fn constant<S>(&mut self, name: impl Into<String>, sort: &Sort<S>) -> Term<S> {
        let name = name.into();
        self.write(format_args!("(declare-const {name} {})\n", sort.text()));
        self.size.constants += 1;
        Term::symbol(name)
    }

    /// Gives a term a name.
    pub fn define<S>(&mut self, name: impl Into<String>, sort: &Sort<S>, term: &Term<S>) -> Term<S> {
        let name = name.into();
        self.write(format_args!("(define-fun {name} () {} {})\n", sort.text(), term.text()));
        Term::symbol(name)
    }

    /// Asserts a term.
    pub fn assert(&mut self, term: &Term<Bool>) {
        self.write(format_args!("(assert {})\n", term.text()));
        self.size.assertions += 1;
    }

    /// How large it is.
    #[must_use]
    pub fn size(&self) -> Size {
        Size { bytes: self.text.len(), ..self.size }
    }

    /// Checks that everything written was kept. Encodings call it after each piece.
    ///
    /// # Errors
    /// If the memory limit was reached.
    pub fn check(&self) -> Result<(), ScriptSizeError> {
        match self.most_bytes {
            Some(most) if self.refused => {
                Err(ScriptSizeError { limit_mib: most >> 20, assertions: self.size.assertions })
            }
            _ => Ok(()),
        }
    }

    /// The logic.
    #[must_use]
    pub fn logic(&self) -> &'static str {
        self.logic
    }

    /// Declarations and assertions alone.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What comes before them in a whole script.
    #[must_use]
    pub fn head(&self) -> String {
        self.head_in(self.logic)
    }

    /// The head of the script with another logic.
    #[must_use]
    pub fn head_in(&self, logic: &str) -> String {
        format!("(set-option :produce-models true)\n(set-logic {logic})\n")
    }

    /// What comes after them: the question, and which constants' values are wanted.
    ///
    /// A solver that finds no model prints an error in place of the values; the reader of
    /// answers expects it.
    #[must_use]
    pub fn tail(&self, wanted: &[String]) -> String {
        let values = match wanted {
            [] => String::new(),
            some => format!("(get-value ({}))\n", some.join(" ")),
        };
        format!("(check-sat)\n{values}(exit)\n")
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        self.refused |= self.most_bytes.is_some_and(|most| self.text.len() >= most);
        if !self.refused {
            // Writing to a string never fails.
            let _ = self.text.write_fmt(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_its_declarations_and_assertions() {
        enum Card {}
        let mut script = Script::new("ALL", None);
        script.comment("two\nlines");
        let card = script.data::<Card>("Card", &[("none", &[]), ("card", &[("rank", "Int")])]);
        let (a, b) = (script.constant("a", &card), script.constant("b", &Sort::bool()));
        let c = script.define("c", &card, &Term::apply("card", ["3"]));
        script.assert(&b.implies(&a.eq(&c)));
        assert_eq!(
            script.text(),
            "; two\n; lines\n(declare-datatypes ((Card 0)) (((none)(card (rank Int)))))\n\
             (declare-const a Card)\n(declare-const b Bool)\n(define-fun c () Card (card 3))\n\
             (assert (=> b (= a c)))\n"
        );
        assert_eq!((script.size().constants, script.size().assertions), (2, 1));
        assert_eq!(script.tail(&["a".into(), "b".into()]), "(check-sat)\n(get-value (a b))\n(exit)\n");
        assert!(script.head().ends_with("(set-logic ALL)\n"));
    }

    #[test]
    fn a_memory_limit_is_kept_and_reported() {
        let mut script = Script::new("ALL", Some(1));
        for n in 0..100_000 {
            script.constant(format!("constant_{n}"), &Sort::bool());
        }
        assert_eq!(script.check().unwrap_err().limit_mib, 1);
        assert!(script.size().bytes < (1 << 20) + 100);
    }
}
