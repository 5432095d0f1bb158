//! A task without parameters: its facts, and its actions as sets of facts.
//!
//! Facts that cannot become true even if nothing were ever deleted are left out (the relaxed
//! reachability of Hoffmann and Nebel, JAIR 14, 2001), and so are facts that are always true.
//! Reasoning about the result trusts this file and the reader of domains. For that reason grounding does no
//! other simplification: it merges no facts and drops no useless actions.

use super::World;
use super::world::{Atom, GroundAction, State, fact};
use patsat_base::{FormatError, printable};
use std::collections::BTreeMap;

/// An action as sets of facts, each a number into [`GroundTask::facts`], in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The operator and its arguments.
    pub name: GroundAction,
    /// The preconditions.
    pub needs: Vec<usize>,
    /// The facts that hold afterwards, except preconditions that stay true.
    pub adds: Vec<usize>,
    /// The facts that no longer hold afterwards.
    pub deletes: Vec<usize>,
}

/// A task of which every action costs 1, without parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroundTask {
    /// The facts that can change, in the order of their names.
    pub facts: Vec<Atom>,
    /// The actions, in the order of the domain and of their arguments.
    pub actions: Vec<Operation>,
    /// The facts of the initial state.
    pub start: Vec<usize>,
    /// The facts of the goal.
    pub goal: Vec<usize>,
}

impl World {
    /// The task without parameters.
    ///
    /// # Errors
    /// If it has conditional effects, negative conditions or costs other than 1, or if a part of its
    /// goal can never hold.
    pub fn grounded(&self) -> Result<GroundTask, FormatError> {
        let (grounded, never) = self.grounded_with_goal()?;
        match never {
            None => Ok(grounded),
            Some(atom) => {
                let found = format!("the goal {}", fact(&atom));
                Err(FormatError::unexpected(found, "a goal that can be reached"))
            }
        }
    }

    /// As [`World::grounded`], with a part of the goal that can never hold, if there is one.
    ///
    /// # Errors
    /// If it has conditional effects, negative conditions or costs other than 1.
    pub fn grounded_with_goal(&self) -> Result<(GroundTask, Option<Atom>), FormatError> {
        self.plain()?;
        let mut facts = self.start();
        let mut found: BTreeMap<(usize, GroundAction), [Vec<Atom>; 3]> = BTreeMap::new();
        loop {
            let before = (facts.len(), found.len());
            let mut more = State::new();
            self.matching(&facts, &mut |number, arguments| {
                let operator = &self.domain.operators[number];
                let name = std::iter::once(&operator.name).chain(arguments).cloned().collect();
                let atoms = |literals: &mut dyn Iterator<Item = &super::action::Literal>| {
                    let mut atoms: Vec<Atom> = literals.map(|l| self.ground(l, arguments)).collect();
                    atoms.sort();
                    atoms.dedup();
                    atoms
                };
                let mut needs = atoms(&mut operator.precondition.iter());
                needs.retain(|atom| !self.fixed.contains(atom));
                let effects =
                    |holds| operator.effects.iter().map(|e| &e.literal).filter(move |l| l.holds == holds);
                let mut adds = atoms(&mut effects(true));
                let mut deletes = atoms(&mut effects(false));
                // If an action adds and deletes the same fact, the fact is added.
                deletes.retain(|atom| !adds.contains(atom));
                adds.retain(|atom| !needs.contains(atom));
                more.extend(adds.iter().filter(|atom| !facts.contains(*atom)).cloned());
                found.insert((number, name), [needs, adds, deletes]);
            });
            facts.extend(more);
            if before == (facts.len(), found.len()) {
                break;
            }
        }
        let numbers: BTreeMap<Atom, usize> = facts.into_iter().zip(0..).collect();
        let number = |atoms: &[Atom]| atoms.iter().filter_map(|atom| numbers.get(atom).copied()).collect();
        let (mut goal, mut never) = (Vec::new(), None);
        for (_, atom) in self.goal_parts().filter(|(_, atom)| !self.fixed.contains(atom)) {
            match numbers.get(&atom) {
                Some(&n) => goal.push(n),
                None => never = never.or(Some(atom)),
            }
        }
        let start: Vec<Atom> = self.start().into_iter().collect();
        let actions = found.iter().map(|((_, name), [needs, adds, deletes])| Operation {
            name: name.clone(),
            needs: number(needs),
            adds: number(adds),
            deletes: number(deletes),
        });
        let (actions, start) = (actions.collect(), number(&start));
        Ok((GroundTask { facts: numbers.into_keys().collect(), actions, start, goal }, never))
    }

    /// Whether the domain is one of plain actions.
    fn plain(&self) -> Result<(), FormatError> {
        let refuse = |what: String| {
            Err(FormatError::unexpected(
                what,
                "a domain of plain actions, each of cost 1 and with positive conditions",
            ))
        };
        for operator in &self.domain.operators {
            let name = printable(&operator.name, 40);
            if operator.effects.iter().any(|effect| !effect.condition.is_empty()) {
                return refuse(format!("the action {name} with conditional effects"));
            }
            if operator.precondition.iter().any(|literal| !literal.holds) {
                return refuse(format!("the action {name} with a negative condition"));
            }
            if self.domain.costs && operator.cost != 1 {
                return refuse(format!("the action {name} of cost {}", operator.cost));
            }
        }
        if self.goal_parts().any(|(holds, _)| !holds) {
            return refuse("a negative goal".into());
        }
        Ok(())
    }
}
