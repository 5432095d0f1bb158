//! A task of a domain, and what its actions do to sets of facts.

use super::action::{Literal, Operator, Scope, Term};
use super::domain::Domain;
use super::typed_objects;
use crate::sexpr::{Expr, parse};
use patsat_base::{FormatError, printable, quoted};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A ground fact: the predicate, then the objects, all in lower case.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom(pub Vec<String>);

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.0.join(" "))
    }
}

/// The facts that hold, but for those that no action changes.
pub type State = BTreeSet<Atom>;

/// An action with its arguments: the operator's name, then the objects, all in lower case.
pub type GroundAction = Vec<String>;

/// Why an action cannot be applied.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The domain has no such operator.
    #[error("the domain has no action '{0}'")]
    Unknown(String),
    /// Another number of arguments.
    #[error("{action} takes {expected} arguments, not {found}")]
    Arguments {
        /// The operator.
        action: String,
        /// Arguments it takes.
        expected: usize,
        /// Arguments found.
        found: usize,
    },
    /// An object that the task does not have.
    #[error("the task has no object '{0}'")]
    Object(String),
    /// An object of another type.
    #[error("'{object}' is no {kind}")]
    Type {
        /// The object.
        object: String,
        /// The type wanted.
        kind: String,
    },
    /// A precondition that does not hold.
    #[error("{} does not hold", fact(.0))]
    Missing(Atom),
    /// A fact that must not hold.
    #[error("{} holds", fact(.0))]
    Forbidden(Atom),
}

/// A fact as errors quote it: its names are whatever a file says.
pub(super) fn fact(atom: &Atom) -> String {
    printable(&atom.to_string(), 120)
}

/// A task of a domain.
#[derive(Clone, Debug)]
pub struct World {
    pub(super) domain: Domain,
    /// The objects and their types.
    pub(super) objects: BTreeMap<String, Option<String>>,
    /// The facts that no action changes.
    pub(super) fixed: State,
    init: State,
    pub(super) goal: Vec<Literal>,
}

const WHOLE: &str = "a problem, (define (problem NAME) (:domain NAME) ...)";

/// The parts of a task, from the first after `define`.
fn sections<'a, 'b>(whole: &'b Expr<'a>) -> Result<&'b [Expr<'a>], FormatError> {
    let items = whole.list(WHOLE)?;
    if whole.head() != "define" || items.get(1).map(Expr::head).as_deref() != Some("problem") {
        return Err(FormatError::unexpected("no (define (problem NAME) ...)", WHOLE).at(whole.line()));
    }
    Ok(&items[2..])
}

fn section<'a, 'b>(items: &'b [Expr<'a>], name: &str) -> Option<&'b Expr<'a>> {
    items.iter().find(|part| part.head() == name)
}

/// What a part of a task lists.
fn inside<'a, 'b>(items: &'b [Expr<'a>], name: &str) -> Result<&'b [Expr<'a>], FormatError> {
    match section(items, name) {
        Some(part) => Ok(&part.list(WHOLE)?[1..]),
        None => Err(FormatError::unexpected(format!("no ({name} ...)"), WHOLE)),
    }
}

impl World {
    /// Reads a task of a domain.
    ///
    /// # Errors
    /// The first thing in it that is no PDDL, or that the domain does not know.
    pub fn read(domain: &Domain, text: &str) -> Result<World, FormatError> {
        let whole = parse(text, WHOLE)?;
        let items = sections(&whole)?;
        if let [name] = inside(items, ":domain")?
            && let name = name.word(WHOLE)?
            && !name.eq_ignore_ascii_case(&domain.name)
        {
            let line = section(items, ":domain").map_or(1, Expr::line);
            return Err(FormatError::unexpected(
                quoted(name),
                format!("the domain {}", printable(&domain.name, 40)),
            )
            .at(line));
        }
        World::of(domain.clone(), items)
    }

    /// Reads a task that is known to be of this domain, by whatever name the task calls it.
    ///
    /// Types count if every object of the task has one that the domain knows. Else, as in tasks for a domain
    /// without types, none does.
    ///
    /// # Errors
    /// As [`World::read`], but for the name of the domain.
    pub fn read_any_name(domain: &Domain, text: &str) -> Result<World, FormatError> {
        let whole = parse(text, WHOLE)?;
        let items = sections(&whole)?;
        let is_known = |kind: &Option<String>| {
            kind.as_deref().is_some_and(|kind| kind != "object" && domain.above.contains_key(kind))
        };
        let typed = typed_objects(inside(items, ":objects")?)?.iter().all(|(_, kind, _)| is_known(kind));
        World::of(if typed { domain.clone() } else { domain.clone().without_types() }, items)
    }

    fn of(domain: Domain, items: &[Expr<'_>]) -> Result<World, FormatError> {
        let mut world = World {
            domain: domain.clone(),
            objects: BTreeMap::new(),
            fixed: State::new(),
            init: State::new(),
            goal: Vec::new(),
        };
        let changed: BTreeSet<&str> = (domain.operators.iter())
            .flat_map(|operator| &operator.effects)
            .map(|effect| effect.literal.predicate.as_str())
            .collect();
        for (name, kind, line) in
            domain.constants.iter().cloned().chain(typed_objects(inside(items, ":objects")?)?)
        {
            if let Some(kind) =
                kind.as_deref().filter(|&kind| kind != "object" && !domain.above.contains_key(kind))
                && domain.typed
            {
                return Err(FormatError::unexpected(quoted(kind), "a type of the domain").at(line));
            }
            if world.objects.insert(name.clone(), kind).is_some() {
                let found = format!("the object {} again", quoted(&name));
                return Err(FormatError::unexpected(found, "each once").at(line));
            }
        }
        let scope = Scope { names: &[], predicates: &domain.predicates };
        let states_fact = |item: &&Expr<'_>| item.head() != "=" && !domain.states_type(item);
        for item in inside(items, ":init")?.iter().filter(states_fact) {
            for literal in scope.literals(item)? {
                let atom = world.ground(&literal, &[]);
                if let Some(object) = atom.0[1..].iter().find(|object| !world.objects.contains_key(*object)) {
                    return Err(
                        FormatError::unexpected(quoted(object), "an object of the task").at(item.line())
                    );
                }
                let fixed = !changed.contains(literal.predicate.as_str());
                if fixed {
                    world.fixed.insert(atom)
                } else {
                    world.init.insert(atom)
                };
            }
        }
        for item in inside(items, ":goal")? {
            world.goal.extend(scope.literals(item)?);
        }
        Ok(world)
    }

    /// Whether a fact holds.
    #[must_use]
    pub fn holds(&self, state: &State, atom: &Atom) -> bool {
        state.contains(atom) || self.fixed.contains(atom)
    }

    /// The facts at the start.
    #[must_use]
    pub fn start(&self) -> State {
        self.init.clone()
    }

    /// What the goal says, each part with whether it must hold.
    pub(super) fn goal_parts(&self) -> impl Iterator<Item = (bool, Atom)> + '_ {
        self.goal.iter().map(|literal| (literal.holds, self.ground(literal, &[])))
    }

    /// A part of the goal that is not reached, if there is one.
    #[must_use]
    pub fn missing(&self, state: &State) -> Option<Atom> {
        self.goal_parts().find(|(holds, atom)| self.holds(state, atom) != *holds).map(|(_, atom)| atom)
    }

    /// The fact of a literal under these arguments.
    pub(super) fn ground(&self, literal: &Literal, arguments: &[String]) -> Atom {
        let term = |term: &Term| match term {
            Term::Parameter(n) => arguments[*n].clone(),
            Term::Constant(name) => name.clone(),
        };
        Atom(std::iter::once(literal.predicate.clone()).chain(literal.terms.iter().map(term)).collect())
    }

    pub(super) fn operator(&self, name: &str) -> Option<&Operator> {
        self.domain.operators.iter().find(|operator| operator.name == name)
    }

    /// Whether an object may be an argument of that type.
    pub(super) fn may_be(&self, object: &str, kind: Option<&str>) -> bool {
        self.objects.get(object).is_some_and(|own| self.domain.is_a(own.as_deref(), kind))
    }

    /// Applies an action, and says what it costs.
    ///
    /// # Errors
    /// Why the domain does not allow it; the state is then unchanged.
    pub fn apply(&self, state: &mut State, action: &GroundAction) -> Result<u64, Refusal> {
        let Some((name, arguments)) = action.split_first() else {
            return Err(Refusal::Unknown(String::new()));
        };
        let operator = self.operator(name).ok_or_else(|| Refusal::Unknown(printable(name, 40)))?;
        let (expected, found) = (operator.parameters.len(), arguments.len());
        if expected != found {
            return Err(Refusal::Arguments { action: printable(name, 40), expected, found });
        }
        for (object, kind) in arguments.iter().zip(&operator.parameters) {
            if !self.objects.contains_key(object) {
                return Err(Refusal::Object(printable(object, 40)));
            }
            if !self.may_be(object, kind.as_deref()) {
                let kind = kind.clone().unwrap_or_default();
                return Err(Refusal::Type { object: printable(object, 40), kind: printable(&kind, 40) });
            }
        }
        for literal in &operator.precondition {
            let atom = self.ground(literal, arguments);
            match (literal.holds, self.holds(state, &atom)) {
                (true, false) => return Err(Refusal::Missing(atom)),
                (false, true) => return Err(Refusal::Forbidden(atom)),
                _ => {}
            }
        }
        let holds = |literal: &Literal| self.holds(state, &self.ground(literal, arguments)) == literal.holds;
        let effects = operator.effects.iter().filter(|effect| effect.condition.iter().all(holds));
        let (adds, deletes): (Vec<&Literal>, Vec<&Literal>) =
            effects.map(|effect| &effect.literal).partition(|literal| literal.holds);
        for literal in deletes {
            state.remove(&self.ground(literal, arguments));
        }
        state.extend(adds.into_iter().map(|literal| self.ground(literal, arguments)));
        Ok(if self.domain.costs { operator.cost } else { 1 })
    }
}
