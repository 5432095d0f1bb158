//! The objects, initial facts and goal of a problem file, as it lists them.

use super::sexpr::{Expr, parse};
use super::vocabulary::{Domain, Kind};
use patsat_base::{FormatError, quoted};
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
        let section = |name: &str| items[2..].iter().find(|part| part.head() == name);
        let domain = match section(":domain") {
            Some(part) => domain_of(part, section(":init"))?,
            None => Domain::default(),
        };
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
            None => {
                facts.imply_types();
                Ok(facts)
            }
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
        let Some(&(name, kinds)) = words.predicates.iter().find(|(name, _)| *name == head) else {
            let expected = format!("a fact of {}: {}", words.called, known());
            return Err(FormatError::unexpected(format!("({} ...)", quoted(&head)), expected).at(line));
        };
        if parts.len() != kinds.len() + 1 {
            let found = format!("({name}) with {} arguments", parts.len() - 1);
            return Err(FormatError::unexpected(found, kinds.len()).at(line));
        }
        let object = |part: &Expr<'_>| {
            let word = part.word("an object")?;
            self.by_name.get(&word.to_ascii_lowercase()).copied().ok_or_else(|| {
                FormatError::unexpected(quoted(word), "an object that (:objects) lists").at(part.line())
            })
        };
        let args: Vec<Object> = parts[1..].iter().map(object).collect::<Result<_, _>>()?;
        for (&object, &kind) in args.iter().zip(kinds) {
            self.check_kind(object, kind).map_err(|e| e.at(line))?;
        }
        Ok((name, Fact { args, line }))
    }

    /// Checks that an object with a type of the domains is of the kind that a fact wants.
    fn check_kind(&self, object: Object, kind: Kind) -> Result<(), FormatError> {
        let own = self.types[object].as_deref().and_then(Kind::of_type);
        match own {
            Some(own) if own != kind && kind != Kind::Place => {
                let found = format!("{} of type {}", quoted(self.name(object)), own.name());
                Err(FormatError::unexpected(found, format!("an object of type {}", kind.name())))
            }
            _ => Ok(()),
        }
    }

    /// Gives objects without a type of the domains the one that their facts imply.
    fn imply_types(&mut self) {
        let words = self.domain.words();
        for (name, facts) in &self.init {
            let kinds = words.predicates.iter().find(|(own, _)| own == name).map_or(&[][..], |row| row.1);
            let arguments = facts.iter().flat_map(|fact| fact.args.iter().zip(kinds));
            for (&object, &kind) in arguments.filter(|(_, kind)| **kind != Kind::Place) {
                let own = &mut self.types[object];
                if own.as_deref().and_then(Kind::of_type).is_none() && self.lines[object] > 0 {
                    *own = Some(kind.name().to_owned());
                }
            }
        }
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

/// The domain that a task belongs to: by its name, or else by facts that no other domain has.
fn domain_of(part: &Expr<'_>, init: Option<&Expr<'_>>) -> Result<Domain, FormatError> {
    let expected = "(:domain freecell), (:domain spider) or (:domain thoughtful-typed)";
    let [_, name] = part.list(expected)? else {
        return Err(FormatError::unexpected("a domain without a name", expected).at(part.line()));
    };
    let name = name.word(expected)?;
    let lower = name.to_ascii_lowercase();
    let known = || Domain::ALL.into_iter();
    let facts = init.and_then(|part| part.list("").ok()).unwrap_or_default();
    let has = |domain: Domain| facts.iter().any(|fact| fact.head() == domain.words().own);
    known()
        .find(|domain| lower.contains(domain.words().name))
        .or_else(|| known().find(|&domain| has(domain)))
        .ok_or_else(|| FormatError::unexpected(quoted(name), expected).at(part.line()))
}

/// Costs are what the domain makes them: each move, deal and collection one.
fn check_metric(part: &Expr<'_>, inside: &[Expr<'_>]) -> Result<(), FormatError> {
    let expected = "(:metric minimize (total-cost))";
    let known = matches!(inside, [Expr::Word(least, _), cost]
        if least.eq_ignore_ascii_case("minimize") && cost.head() == "total-cost");
    if known { Ok(()) } else { Err(FormatError::unexpected("another metric", expected).at(part.line())) }
}
