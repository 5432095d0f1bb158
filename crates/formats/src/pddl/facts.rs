//! The objects, initial facts and goal of a problem file, as it lists them.

use super::sexpr::{Expr, parse};
use patsat_text::FormatError;
use patsat_text::quoted;
use std::collections::{BTreeMap, BTreeSet};

/// An object, as its number in the file.
pub(super) type Object = usize;

/// A fact and its line.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub(super) args: Vec<Object>,
    pub(super) line: usize,
}

/// What a problem file says.
#[derive(Debug, Default)]
pub(super) struct Facts {
    names: Vec<String>,
    by_name: BTreeMap<String, Object>,
    init: BTreeMap<&'static str, Vec<Fact>>,
    pub(super) goal: Vec<Fact>,
    /// Where the goal begins.
    pub(super) goal_line: usize,
}

/// The predicates of the domain and their numbers of arguments.
const PREDICATES: [(&str, usize); 11] = [
    ("on", 2),
    ("incell", 1),
    ("clear", 1),
    ("cellspace", 1),
    ("colspace", 1),
    ("home", 1),
    ("bottomcol", 1),
    ("canstack", 2),
    ("suit", 2),
    ("value", 2),
    ("successor", 2),
];

const WHOLE: &str = "a problem, (define (problem NAME) (:domain freecell) ...)";

impl Facts {
    pub(super) fn read(text: &str) -> Result<Facts, FormatError> {
        let whole = parse(text, WHOLE)?;
        let items = whole.list(WHOLE)?;
        if whole.head() != "define" {
            return Err(FormatError::unexpected("no (define ...)", WHOLE).at(whole.line()));
        }
        match items.get(1).map(Expr::head).as_deref() {
            Some("problem") => {}
            Some("domain") => {
                return Err(FormatError::unexpected("a domain", "a problem of it").at(whole.line()));
            }
            _ => return Err(FormatError::unexpected("no (problem NAME)", WHOLE).at(whole.line())),
        }
        let mut facts = Facts::default();
        let mut seen = BTreeSet::new();
        for part in &items[2..] {
            let (head, line) = (part.head(), part.line());
            let inside = part.list(WHOLE)?.get(1..).unwrap_or_default();
            match head.as_str() {
                ":domain" => check_domain(inside, line)?,
                ":requirements" => {}
                ":objects" => facts.objects(inside)?,
                ":init" => facts.init(inside)?,
                ":goal" => facts.goal(inside, line)?,
                _ => {
                    let expected = ":domain, :objects, :init or :goal";
                    return Err(FormatError::unexpected(quoted(&head), expected).at(line));
                }
            }
            if !seen.insert(head.clone()) {
                return Err(FormatError::unexpected(format!("a second {head}"), "one").at(line));
            }
        }
        match [":domain", ":objects", ":init", ":goal"].iter().find(|&&part| !seen.contains(part)) {
            Some(part) => {
                let last = text.lines().count();
                Err(FormatError::unexpected(format!("no ({part} ...)"), WHOLE).at(last))
            }
            None => Ok(facts),
        }
    }

    /// The facts of a predicate.
    pub(super) fn of(&self, predicate: &str) -> &[Fact] {
        self.init.get(predicate).map_or(&[], Vec::as_slice)
    }

    /// The one fact of a predicate.
    pub(super) fn only(&self, predicate: &str) -> Result<&Fact, FormatError> {
        match self.of(predicate) {
            [one] => Ok(one),
            [] => Err(FormatError::unexpected(format!("no ({predicate} NUMBER)"), "one")),
            [_, second, ..] => {
                let found = format!("a second ({predicate} NUMBER)");
                Err(FormatError::unexpected(found, "one").at(second.line))
            }
        }
    }

    /// An object's name as its file spells it.
    pub(super) fn name(&self, object: Object) -> &str {
        &self.names[object]
    }

    fn objects(&mut self, items: &[Expr<'_>]) -> Result<(), FormatError> {
        let mut items = items.iter();
        while let Some(item) = items.next() {
            let expected = "names of objects, with '- TYPE' after those of a type";
            let word = item.word(expected)?;
            if word == "-" {
                if items.next().is_none() {
                    return Err(FormatError::unexpected("'-' without a type", expected).at(item.line()));
                }
                continue;
            }
            if self.by_name.insert(word.to_ascii_lowercase(), self.names.len()).is_some() {
                let found = format!("the object {} again", quoted(word));
                return Err(FormatError::unexpected(found, "each object once").at(item.line()));
            }
            self.names.push(word.to_owned());
        }
        Ok(())
    }

    fn fact(&self, item: &Expr<'_>) -> Result<(&'static str, Fact), FormatError> {
        let line = item.line();
        let known = || itertools::join(PREDICATES.map(|(name, _)| name), ", ");
        let parts = item.list("a fact in parentheses")?;
        let head = item.head();
        let Some(&(name, arity)) = PREDICATES.iter().find(|(name, _)| *name == head) else {
            let expected = format!("a fact of the FreeCell domain: {}", known());
            return Err(FormatError::unexpected(format!("({} ...)", quoted(&head)), expected).at(line));
        };
        if parts.len() != arity + 1 {
            let found = format!("({name}) with {} arguments", parts.len() - 1);
            return Err(FormatError::unexpected(found, arity).at(line));
        }
        let object = |part: &Expr<'_>| {
            let word = part.word("an object")?;
            self.by_name.get(&word.to_ascii_lowercase()).copied().ok_or_else(|| {
                FormatError::unexpected(quoted(word), "an object that (:objects) lists").at(part.line())
            })
        };
        let args = parts[1..].iter().map(object).collect::<Result<_, _>>()?;
        Ok((name, Fact { args, line }))
    }

    fn init(&mut self, items: &[Expr<'_>]) -> Result<(), FormatError> {
        let mut seen = BTreeSet::new();
        for item in items {
            let (name, fact) = self.fact(item)?;
            // The initial state is a set.
            if seen.insert((name, fact.args.clone())) {
                self.init.entry(name).or_default().push(fact);
            }
        }
        Ok(())
    }

    fn goal(&mut self, items: &[Expr<'_>], line: usize) -> Result<(), FormatError> {
        self.goal_line = line;
        let expected = "a goal (and (home CARD) ...)";
        let [goal] = items else {
            return Err(
                FormatError::unexpected(format!("a goal of {} parts", items.len()), expected).at(line)
            );
        };
        let single = std::slice::from_ref(goal);
        let parts = if goal.head() == "and" { &goal.list(expected)?[1..] } else { single };
        for part in parts {
            let (name, fact) = self.fact(part)?;
            if name != "home" {
                return Err(FormatError::unexpected(format!("the goal ({name} ...)"), expected).at(fact.line));
            }
            self.goal.push(fact);
        }
        Ok(())
    }
}

fn check_domain(inside: &[Expr<'_>], line: usize) -> Result<(), FormatError> {
    let expected = "(:domain freecell)";
    match inside {
        [name] => {
            let name = name.word(expected)?;
            let known = name.to_ascii_lowercase().starts_with("freecell");
            if known { Ok(()) } else { Err(FormatError::unexpected(quoted(name), expected).at(line)) }
        }
        _ => Err(FormatError::unexpected("a domain without a name", expected).at(line)),
    }
}
