//! All actions that a state allows.

use super::action::{Literal, Operator, Term};
use super::world::{Atom, GroundAction, State, World};
use std::collections::BTreeMap;

impl World {
    /// Every action that can be applied here, with the state after it and its cost.
    ///
    /// Parameters are bound by the facts that hold, one precondition after the other, so that the
    /// number of objects does not matter where a precondition names each parameter.
    #[must_use]
    pub fn successors(&self, state: &State) -> Vec<(GroundAction, State, u64)> {
        let mut found = Vec::new();
        self.matching(state, &mut |number, arguments| {
            let name = &self.domain.operators[number].name;
            let action: GroundAction = std::iter::once(name).chain(arguments).cloned().collect();
            let mut after = state.clone();
            if let Ok(cost) = self.apply(&mut after, &action) {
                found.push((action, after, cost));
            }
        });
        found
    }

    /// Every operator, by its number, with every way to bind its parameters by which its positive
    /// preconditions hold.
    pub(super) fn matching(&self, state: &State, found: &mut dyn FnMut(usize, &[String])) {
        let mut by_predicate: BTreeMap<&str, Vec<&Atom>> = BTreeMap::new();
        for atom in state.iter().chain(&self.fixed) {
            by_predicate.entry(&atom.0[0]).or_default().push(atom);
        }
        for (number, operator) in self.domain.operators.iter().enumerate() {
            let search = Search { world: self, operator, facts: &by_predicate };
            let mut bound = vec![None; operator.parameters.len()];
            search.bind(0, &mut bound, &mut |arguments| found(number, arguments));
        }
    }
}

struct Search<'a> {
    world: &'a World,
    operator: &'a Operator,
    facts: &'a BTreeMap<&'a str, Vec<&'a Atom>>,
}

impl Search<'_> {
    /// Binds what the preconditions from this one on leave open.
    fn bind(&self, from: usize, bound: &mut Vec<Option<String>>, found: &mut impl FnMut(&[String])) {
        let positive = |literal: &&Literal| literal.holds;
        let Some(literal) = self.operator.precondition.iter().filter(positive).nth(from) else {
            return self.free(bound, found);
        };
        let Some(facts) = self.facts.get(literal.predicate.as_str()) else { return };
        for atom in facts {
            let before = bound.clone();
            let fits = literal.terms.iter().zip(&atom.0[1..]).all(|(term, object)| match term {
                Term::Constant(name) => name == object,
                Term::Parameter(n) => match &bound[*n] {
                    Some(known) => known == object,
                    None => {
                        bound[*n] = Some(object.clone());
                        self.world.may_be(object, self.operator.parameters[*n].as_deref())
                    }
                },
            });
            if fits {
                self.bind(from + 1, bound, found);
            }
            *bound = before;
        }
    }

    /// Parameters that no precondition names may be any object of their type.
    fn free(&self, bound: &mut Vec<Option<String>>, found: &mut impl FnMut(&[String])) {
        let Some(open) = bound.iter().position(Option::is_none) else {
            let arguments: Vec<String> = bound.iter().flatten().cloned().collect();
            return found(&arguments);
        };
        let kind = self.operator.parameters[open].as_deref();
        for object in self.world.objects.keys().filter(|object| self.world.may_be(object, kind)) {
            bound[open] = Some(object.clone());
            self.free(bound, found);
        }
        bound[open] = None;
    }
}
