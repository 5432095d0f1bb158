//! A domain file.

use super::action::{Operator, Predicates};
use super::typed;
use crate::sexpr::{Expr, parse};
use patsat_base::{FormatError, quoted};
use std::collections::{BTreeMap, BTreeSet};

/// The content of a domain file.
#[derive(Clone, Debug)]
pub struct Domain {
    pub(super) name: String,
    /// The type above each type.
    pub(super) above: BTreeMap<String, Option<String>>,
    /// The objects of the domain, with their types.
    pub(super) constants: Vec<(String, Option<String>, usize)>,
    pub(super) predicates: Predicates,
    pub(super) operators: Vec<Operator>,
    /// Whether actions have costs of their own; else each costs 1.
    pub(super) costs: bool,
    /// Whether types restrict the arguments.
    pub(super) typed: bool,
    /// The types before [`Domain::without_types`], which facts of one argument may state.
    dropped: BTreeSet<String>,
}

const WHOLE: &str = "a domain, (define (domain NAME) ...)";

impl Domain {
    /// Reads a domain file.
    ///
    /// # Errors
    /// The first thing in it that is no PDDL, or not of the part that is understood.
    pub fn read(text: &str) -> Result<Domain, FormatError> {
        let whole = parse(text, WHOLE)?;
        let items = whole.list(WHOLE)?;
        let header = items.get(1).filter(|_| whole.head() == "define");
        let Some(header) = header.filter(|header| header.head() == "domain") else {
            return Err(FormatError::unexpected("no (define (domain NAME) ...)", WHOLE).at(whole.line()));
        };
        let [_, name] = header.list(WHOLE)? else {
            return Err(FormatError::unexpected("a domain without a name", WHOLE).at(header.line()));
        };
        let mut domain = Domain {
            name: name.word(WHOLE)?.to_ascii_lowercase(),
            above: BTreeMap::new(),
            constants: Vec::new(),
            predicates: Predicates::new(),
            operators: Vec::new(),
            costs: false,
            typed: true,
            dropped: BTreeSet::new(),
        };
        let parts = &items[2..];
        // A file may declare predicates after the operators that use them.
        for part in parts {
            let inside = &part.list("a part of a domain")?.get(1..).unwrap_or_default();
            match part.head().as_str() {
                ":types" => {
                    domain.above.extend(typed(inside)?.into_iter().map(|(name, above, _)| (name, above)));
                }
                ":constants" => domain.constants = typed(inside)?,
                ":predicates" => domain.predicates(inside)?,
                ":functions" => domain.costs = true,
                ":requirements" | ":action" => {}
                other => {
                    let expected = ":requirements, :types, :constants, :predicates, :functions or :action";
                    return Err(FormatError::unexpected(quoted(other), expected).at(part.line()));
                }
            }
        }
        for part in parts.iter().filter(|part| part.head() == ":action") {
            let operator = Operator::read(part, &domain.predicates)?;
            if domain.operators.iter().any(|other| other.name == operator.name) {
                let found = format!("a second action {}", quoted(&operator.name));
                return Err(FormatError::unexpected(found, "one").at(part.line()));
            }
            domain.operators.push(operator);
        }
        Ok(domain)
    }

    fn predicates(&mut self, items: &[Expr<'_>]) -> Result<(), FormatError> {
        for item in items {
            let parts = item.list("(PREDICATE PARAMETERS)")?;
            let arity = typed(parts.get(1..).unwrap_or_default())?.len();
            self.predicates.insert(item.head(), arity);
        }
        Ok(())
    }

    /// Returns the same domain without types: only its preconditions restrict the arguments.
    ///
    /// Sound if facts that no action changes, such as the value of a card, distinguish the kinds of objects. The
    /// domains of this project have such facts.
    #[must_use]
    pub fn without_types(mut self) -> Domain {
        self.dropped = std::mem::take(&mut self.above).into_keys().collect();
        self.constants.iter_mut().for_each(|constant| constant.1 = None);
        for operator in &mut self.operators {
            operator.parameters.fill(None);
        }
        self.typed = false;
        self
    }

    /// Whether a fact states a type that was dropped, as `(card c4)` or `(suit-type c)`.
    pub(super) fn states_type(&self, fact: &Expr<'_>) -> bool {
        let parts = fact.list("").map_or(0, <[Expr<'_>]>::len);
        parts == 2 && self.dropped.contains(&fact.head().replace('-', ""))
    }

    /// Whether an object of type `kind` also has type `wanted`; `None` as the wanted type accepts every object.
    pub(super) fn is_a(&self, kind: Option<&str>, wanted: Option<&str>) -> bool {
        let Some(wanted) = wanted.filter(|&wanted| wanted != "object") else { return true };
        let mut at = kind.map(str::to_owned);
        // A chain longer than the number of types is a cycle.
        for _ in 0..=self.above.len() {
            match at {
                None => return false,
                Some(found) if found == wanted => return true,
                Some(found) => at = self.above.get(&found).cloned().flatten(),
            }
        }
        false
    }
}
