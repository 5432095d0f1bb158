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

/// The domains whose tasks are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Domain {
    /// FreeCell of the competitions of 2000 and 2002.
    #[default]
    FreeCell,
    /// Spider of the competition of 2018.
    Spider,
}

/// What the tasks of a domain speak of.
struct Words {
    /// How the domain's name begins.
    name: &'static str,
    /// What a person calls it.
    called: &'static str,
    /// The predicates and their numbers of arguments, in lower case.
    predicates: &'static [(&'static str, usize)],
    /// The objects of the domain itself.
    constants: &'static [&'static str],
    /// The predicates that a goal names.
    goals: &'static [&'static str],
    /// The shape of a goal.
    goal: &'static str,
    /// Whether actions have costs.
    costs: bool,
}

impl Domain {
    fn words(self) -> &'static Words {
        match self {
            Domain::FreeCell => const { &FREECELL },
            Domain::Spider => const { &SPIDER },
        }
    }
}

/// What a problem file says.
#[derive(Debug, Default)]
pub(super) struct Facts {
    names: Vec<String>,
    /// The type of each object in lower case, where the file says one.
    types: Vec<Option<String>>,
    /// The line of each object; 0 for constants of the domain.
    lines: Vec<usize>,
    by_name: BTreeMap<String, Object>,
    init: BTreeMap<&'static str, Vec<Fact>>,
    goals: BTreeMap<&'static str, Vec<Fact>>,
    pub(super) domain: Domain,
    /// Where the goal begins.
    pub(super) goal_line: usize,
}

const FREECELL: Words = Words {
    name: "freecell",
    called: "the FreeCell domain",
    predicates: &[
        ("on", 2),
        ("incell", 1),
        ("clear", 1),
        ("cellspace", 1),
        ("colspace", 1),
        ("home", 1),
        ("bottomcol", 1),
        ("canstack", 2),
        ("suit", 2),
        ("hassuit", 2),
        ("value", 2),
        ("successor", 2),
        ("colsuccessor", 2),
        ("cellsuccessor", 2),
    ],
    constants: &[],
    goals: &["home"],
    goal: "a goal (and (home CARD) ...)",
    costs: false,
};

const SPIDER: Words = Words {
    name: "spider",
    called: "the spider domain",
    predicates: &[
        ("on", 2),
        ("clear", 1),
        ("in-play", 1),
        ("current-deal", 1),
        ("can-continue-group", 2),
        ("can-be-placed-on", 2),
        ("is-ace", 1),
        ("is-king", 1),
        ("next-deal", 2),
        ("to-deal", 4),
        ("part-of-tableau", 2),
        ("movable", 1),
    ],
    constants: &["discard"],
    goals: &["on", "clear"],
    goal: "a goal (and (clear PILE) ... (on CARD discard) ...)",
    costs: true,
};

const WHOLE: &str = "a problem, (define (problem NAME) (:domain NAME) ...)";

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
        let domain = items[2..].iter().find(|part| part.head() == ":domain");
        let domain = domain.map_or(Ok(Domain::default()), named_domain)?;
        let mut facts = Facts { domain, ..Facts::default() };
        for constant in domain.words().constants {
            facts.object(constant, 0);
        }
        let mut seen = BTreeSet::new();
        for part in &items[2..] {
            let (head, line) = (part.head(), part.line());
            let inside = part.list(WHOLE)?.get(1..).unwrap_or_default();
            match head.as_str() {
                ":domain" | ":requirements" => {}
                ":metric" if domain.words().costs => check_metric(part, inside)?,
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

    /// The facts of a predicate that the goal names.
    pub(super) fn goals(&self, predicate: &str) -> &[Fact] {
        self.goals.get(predicate).map_or(&[], Vec::as_slice)
    }

    /// The objects of a type in the order of the file.
    pub(super) fn of_type(&self, name: &str) -> Vec<Object> {
        (0..self.names.len()).filter(|&n| self.types[n].as_deref() == Some(name)).collect()
    }

    /// The object of that name.
    pub(super) fn named(&self, name: &str) -> Option<Object> {
        self.by_name.get(name).copied()
    }

    /// The line of an object.
    pub(super) fn line_of(&self, object: Object) -> usize {
        self.lines[object]
    }

    /// Takes down an object; false if there is one of that name.
    fn object(&mut self, name: &str, line: usize) -> bool {
        let new = self.by_name.insert(name.to_ascii_lowercase(), self.names.len()).is_none();
        self.names.push(name.to_owned());
        self.types.push(None);
        self.lines.push(line);
        new
    }

    fn objects(&mut self, items: &[Expr<'_>]) -> Result<(), FormatError> {
        let mut items = items.iter();
        let mut untyped = self.names.len();
        while let Some(item) = items.next() {
            let expected = "names of objects, with '- TYPE' after those of a type";
            let word = item.word(expected)?;
            if word == "-" {
                let Some(kind) = items.next() else {
                    return Err(FormatError::unexpected("'-' without a type", expected).at(item.line()));
                };
                // One of several, `(either ...)`, is no type of these domains.
                let kind =
                    if let Expr::Word(kind, _) = kind { Some(kind.to_ascii_lowercase()) } else { None };
                self.types[untyped..].fill(kind);
                untyped = self.names.len();
                continue;
            }
            if !self.object(word, item.line()) {
                let found = format!("the object {} again", quoted(word));
                return Err(FormatError::unexpected(found, "each object once").at(item.line()));
            }
        }
        Ok(())
    }

    fn fact(&self, item: &Expr<'_>) -> Result<(&'static str, Fact), FormatError> {
        let line = item.line();
        let words = self.domain.words();
        let known = || itertools::join(words.predicates.iter().map(|(name, _)| name), ", ");
        let parts = item.list("a fact in parentheses")?;
        let head = item.head();
        let Some(&(name, arity)) = words.predicates.iter().find(|(name, _)| *name == head) else {
            let expected = format!("a fact of {}: {}", words.called, known());
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
            let cost = |item: &Expr<'_>| {
                item.list("").is_ok_and(|parts| parts.len() == 3 && parts[1].head() == "total-cost")
            };
            if self.domain.words().costs && item.head() == "=" && cost(item) {
                continue;
            }
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
        let words = self.domain.words();
        let expected = words.goal;
        let [goal] = items else {
            return Err(
                FormatError::unexpected(format!("a goal of {} parts", items.len()), expected).at(line)
            );
        };
        let single = std::slice::from_ref(goal);
        let parts = if goal.head() == "and" { &goal.list(expected)?[1..] } else { single };
        for part in parts {
            let (name, fact) = self.fact(part)?;
            if !words.goals.contains(&name) {
                return Err(FormatError::unexpected(format!("the goal ({name} ...)"), expected).at(fact.line));
            }
            self.goals.entry(name).or_default().push(fact);
        }
        Ok(())
    }
}

/// The domain that a task belongs to.
fn named_domain(part: &Expr<'_>) -> Result<Domain, FormatError> {
    let expected = "(:domain freecell) or (:domain spider)";
    let [_, name] = part.list(expected)? else {
        return Err(FormatError::unexpected("a domain without a name", expected).at(part.line()));
    };
    let name = name.word(expected)?;
    let is_it = |domain: &Domain| name.to_ascii_lowercase().starts_with(domain.words().name);
    let known = [Domain::FreeCell, Domain::Spider].into_iter().find(is_it);
    known.ok_or_else(|| FormatError::unexpected(quoted(name), expected).at(part.line()))
}

/// Costs are what the domain makes them: each move, deal and collection one.
fn check_metric(part: &Expr<'_>, inside: &[Expr<'_>]) -> Result<(), FormatError> {
    let expected = "(:metric minimize (total-cost))";
    let known = matches!(inside, [Expr::Word(least, _), cost]
        if least.eq_ignore_ascii_case("minimize") && cost.head() == "total-cost");
    if known { Ok(()) } else { Err(FormatError::unexpected("another metric", expected).at(part.line())) }
}
