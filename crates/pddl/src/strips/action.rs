//! Operators as a domain file states them.

use super::{conjuncts, typed};
use crate::sexpr::Expr;
use patsat_base::{FormatError, printable, quoted};
use std::collections::BTreeMap;

/// A word of a lifted fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Term {
    /// A parameter, by its number.
    Parameter(usize),
    /// An object of the domain.
    Constant(String),
}

/// A fact with parameters, and whether it must hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Literal {
    pub(super) holds: bool,
    pub(super) predicate: String,
    pub(super) terms: Vec<Term>,
}

/// What becomes of a fact where a condition held before the action.
#[derive(Clone, Debug)]
pub(super) struct Effect {
    pub(super) condition: Vec<Literal>,
    pub(super) literal: Literal,
}

/// An operator.
#[derive(Clone, Debug)]
pub(super) struct Operator {
    pub(super) name: String,
    /// The type of each parameter; none is any.
    pub(super) parameters: Vec<Option<String>>,
    pub(super) precondition: Vec<Literal>,
    pub(super) effects: Vec<Effect>,
    /// By how much it increases the cost.
    pub(super) cost: u64,
}

/// The predicates of a domain and their numbers of arguments.
pub(super) type Predicates = BTreeMap<String, usize>;

impl Operator {
    /// Reads `(:action NAME :parameters (...) :precondition ... :effect ...)`.
    pub(super) fn read(part: &Expr<'_>, predicates: &Predicates) -> Result<Operator, FormatError> {
        let expected = "(:action NAME :parameters (...) :precondition (...) :effect (...))";
        let items = part.list(expected)?;
        let wrong = |what: String| FormatError::unexpected(what, expected).at(part.line());
        let Some(name) = items.get(1) else { return Err(wrong("an action without a name".into())) };
        let name = name.word(expected)?.to_ascii_lowercase();
        let mut sections: BTreeMap<String, &Expr<'_>> = BTreeMap::new();
        for pair in items[2..].chunks(2) {
            let [key, value] = pair else {
                return Err(wrong(format!("{} with a part that is cut off", printable(&name, 40))));
            };
            let key = key.word(expected)?.to_ascii_lowercase();
            if ![":parameters", ":precondition", ":effect"].contains(&key.as_str()) {
                return Err(FormatError::unexpected(quoted(&key), expected).at(value.line()));
            }
            if sections.insert(key.clone(), value).is_some() {
                return Err(FormatError::unexpected(format!("a second {key}"), "one").at(value.line()));
            }
        }
        let parameters = match sections.get(":parameters") {
            Some(list) => typed(list.list("a list of parameters")?)?,
            None => Vec::new(),
        };
        let names: Vec<&str> = parameters.iter().map(|(name, ..)| name.as_str()).collect();
        let scope = Scope { names: &names, predicates };
        let mut operator = Operator {
            name,
            parameters: parameters.iter().map(|(_, kind, _)| kind.clone()).collect(),
            precondition: Vec::new(),
            effects: Vec::new(),
            cost: 0,
        };
        if let Some(precondition) = sections.get(":precondition") {
            operator.precondition = scope.literals(precondition)?;
        }
        if let Some(effect) = sections.get(":effect") {
            for part in conjuncts(effect)? {
                match part.head().as_str() {
                    "increase" => operator.cost += increase(part)?,
                    "when" => {
                        let [_, condition, effect] = part.list(expected)? else {
                            return Err(FormatError::unexpected("(when ...)", "(when CONDITION EFFECT)")
                                .at(part.line()));
                        };
                        let condition = scope.literals(condition)?;
                        for literal in scope.literals(effect)? {
                            operator.effects.push(Effect { condition: condition.clone(), literal });
                        }
                    }
                    _ => {
                        operator
                            .effects
                            .push(Effect { condition: Vec::new(), literal: scope.literal(part)? });
                    }
                }
            }
        }
        Ok(operator)
    }
}

/// What words mean inside an operator or a goal.
pub(super) struct Scope<'a> {
    pub(super) names: &'a [&'a str],
    pub(super) predicates: &'a Predicates,
}

impl Scope<'_> {
    pub(super) fn literals(&self, item: &Expr<'_>) -> Result<Vec<Literal>, FormatError> {
        conjuncts(item)?.into_iter().map(|part| self.literal(part)).collect()
    }

    fn literal(&self, item: &Expr<'_>) -> Result<Literal, FormatError> {
        if item.head() == "not" {
            let [_, inside] = item.list("(not FACT)")? else {
                return Err(FormatError::unexpected("(not ...)", "(not FACT)").at(item.line()));
            };
            let literal = self.literal(inside)?;
            return Ok(Literal { holds: !literal.holds, ..literal });
        }
        let line = item.line();
        let (predicate, items) = (item.head(), item.list("a fact")?);
        match self.predicates.get(&predicate) {
            None => {
                let found = quoted(&predicate);
                return Err(FormatError::unexpected(found, "a predicate of the domain, not, when").at(line));
            }
            Some(&arity) if items.len() != arity + 1 => {
                let found = format!("({}) with {} arguments", printable(&predicate, 40), items.len() - 1);
                return Err(FormatError::unexpected(found, arity).at(line));
            }
            Some(_) => {}
        }
        let mut terms = Vec::new();
        for word in &items[1..] {
            let text = word.word("an object or a parameter")?.to_ascii_lowercase();
            let known = self.names.iter().position(|name| *name == text);
            terms.push(match known {
                Some(n) => Term::Parameter(n),
                None if text.starts_with('?') => {
                    return Err(FormatError::unexpected(quoted(&text), "a parameter of the action").at(line));
                }
                None => Term::Constant(text),
            });
        }
        Ok(Literal { holds: true, predicate, terms })
    }
}

/// The number of `(increase (total-cost) 1)`.
fn increase(item: &Expr<'_>) -> Result<u64, FormatError> {
    let expected = "(increase (total-cost) NUMBER)";
    let wrong = || FormatError::unexpected("another cost", expected).at(item.line());
    let [_, what, number] = item.list(expected)? else { return Err(wrong()) };
    if what.head() != "total-cost" {
        return Err(wrong());
    }
    number.word(expected)?.parse().map_err(|_| wrong())
}
