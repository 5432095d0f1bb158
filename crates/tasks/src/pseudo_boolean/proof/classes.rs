//! Classes of actions that are alike for the patterns.
//!
//! The competition's FreeCell has one action for each possible number of free cells and of free
//! columns; few patterns name these numbers. A class is a new variable in the proof, true if and only
//! if one of its actions is taken. Its members agree in the facts of patterns that they need, add and
//! delete, in the facts that they need and a pattern excludes, and in whether they take away a
//! counted fact.

use super::super::facts::Facts;
use super::super::prices::{Answer, PatternActions, Prices};
use super::Proof;
use std::collections::{BTreeMap, BTreeSet};

/// Actions that are alike.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) members: Vec<usize>,
    /// Facts that matter.
    pub(super) needs: Facts,
    pub(super) adds: Facts,
    pub(super) deletes: Facts,
    pub(super) loses: bool,
}

/// All classes of a proof.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    pub(super) list: Vec<Class>,
    /// Facts of patterns.
    mentioned: Facts,
    /// These, and what they exclude.
    relevant: Facts,
}

/// The numbers of the constraints on classes in a step.
#[derive(Clone, Debug)]
pub(super) struct ClassConstraints {
    /// At most one class.
    pub(super) one: usize,
    /// A class is one of its members.
    pub(super) holds: Vec<usize>,
    /// By fact, as of actions.
    pub(super) needs: BTreeMap<usize, usize>,
    pub(super) adds: BTreeMap<usize, usize>,
    pub(super) goes: BTreeMap<usize, usize>,
}

pub(super) fn variable(step: usize, class: usize) -> String {
    format!("k{step}_{class}")
}

impl Classes {
    pub(super) fn new(prices: &Prices<'_>, needed: &PatternActions) -> Classes {
        let structure = &prices.structure;
        let below = structure.task.facts.len();
        let mut mentioned = Facts::none(below);
        needed.keys().for_each(|&pattern| mentioned.add(&prices.patterns[pattern].facts));
        let mut relevant = mentioned.clone();
        mentioned.iter().for_each(|fact| relevant.add(&structure.excludes[fact]));
        let mut classes: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        let possible = |action: &usize| structure.impossible.binary_search(action).is_err();
        for action in (0..structure.task.actions.len()).filter(possible) {
            let of = &structure.task.actions[action];
            let part = |list: &[usize], facts: &Facts| -> Vec<usize> {
                list.iter().copied().filter(|&fact| facts.has(fact)).collect()
            };
            let loses = structure.change[action] < 0;
            let key = (
                part(&of.needs, &relevant),
                part(&of.adds, &mentioned),
                part(&of.deletes, &mentioned),
                loses,
            );
            classes.entry(key).or_default().push(action);
        }
        let of = |list: &[usize]| Facts::of(below, list);
        let list = classes.into_iter().map(|((needs, adds, deletes, loses), members)| Class {
            members,
            needs: of(&needs),
            adds: of(&adds),
            deletes: of(&deletes),
            loses,
        });
        Classes { list: list.collect(), mentioned, relevant }
    }

    /// The patterns that are needed for one, with classes and the patterns they lead to; also the
    /// highest price.
    pub(super) fn answers(
        &self,
        prices: &Prices<'_>,
        root: usize,
        among: &PatternActions,
    ) -> (PatternActions, usize) {
        let among: BTreeSet<usize> = among.keys().copied().collect();
        let mut found = PatternActions::new();
        let mut queue = vec![root];
        let mut highest = 0;
        while let Some(pattern) = queue.pop() {
            if found.contains_key(&pattern) {
                continue;
            }
            let priced = &prices.patterns[pattern];
            highest = highest.max(priced.price);
            let touching = (0..self.list.len()).filter(|&n| self.list[n].deletes.meets(&priced.facts));
            let answered = touching.filter_map(|class| {
                match prices.answer(&priced.facts, priced.price, self.list[class].members[0], Some(&among)) {
                    Answer::Pattern(other) => Some((class, other)),
                    _ => None,
                }
            });
            let answered: Vec<(usize, usize)> = answered.collect();
            queue.extend(answered.iter().map(|(_, other)| *other));
            found.insert(pattern, answered);
        }
        (found, highest)
    }
}

impl Proof<'_> {
    /// Defines the classes of a step, and derives for them the constraints that the task has for
    /// actions.
    pub(super) fn alike(&mut self, t: usize, classes: &Classes) -> ClassConstraints {
        let structure = &self.prices.structure;
        let (mut holds, mut covers) = (Vec::new(), Vec::new());
        for (n, class) in classes.list.iter().enumerate() {
            let name = variable(t, n);
            let sum = |sign: &str| -> String {
                class
                    .members
                    .iter()
                    .map(|&action| format!("1 {sign}{} ", self.opb.action(action, t)))
                    .collect()
            };
            let (size, some, none) = (class.members.len(), sum(""), sum("~"));
            holds.push(self.derive(&format!("red 1 ~{name} {some}>= 1 : {name} -> 0")));
            covers.push(self.derive(&format!("red {size} {name} {none}>= {size} : {name} -> 1")));
        }
        let plus = |constraint: String, wanted: &dyn Fn(&Class) -> bool| {
            let chosen = classes.list.iter().zip(&holds).filter(|(class, _)| wanted(class));
            chosen.fold(constraint, |line, (_, number)| format!("{line} {number} +"))
        };
        let step = &self.opb.steps[t];
        let all = self.without(step.at_most, t, structure.impossible.iter().copied());
        let one = self.derive(&format!("pol {}", plus(all, &|_| true)));
        let impossible = |list: &[usize]| -> Vec<usize> {
            list.iter().copied().filter(|action| structure.impossible.binary_search(action).is_ok()).collect()
        };
        let all = &structure.all;
        let mut alike = ClassConstraints {
            one,
            holds: holds.clone(),
            needs: BTreeMap::new(),
            adds: BTreeMap::new(),
            goes: BTreeMap::new(),
        };
        for fact in classes.relevant.iter() {
            let line = self.without(step.needs[fact], t, impossible(&all.needing[fact]));
            let line = plus(line, &|class| class.needs.has(fact));
            alike.needs.insert(fact, self.derive(&format!("pol {line}")));
        }
        for fact in classes.mentioned.iter() {
            let line = self.without(step.adds[fact], t, impossible(&all.adding[fact]));
            let line = plus(line, &|class| class.adds.has(fact));
            alike.adds.insert(fact, self.derive(&format!("pol {line}")));
            let mut reasons = vec![step.goes[fact]];
            let mut claim = format!("1 {} 1 ~{} ", self.fact(fact, t + 1), self.fact(fact, t));
            for (n, _) in classes.list.iter().enumerate().filter(|(_, class)| class.deletes.has(fact)) {
                claim += &format!("1 {} ", variable(t, n));
                reasons.push(covers[n]);
            }
            let dead = all.deleting[fact]
                .iter()
                .filter_map(|action| structure.impossible.binary_search(action).ok());
            reasons.extend(dead.map(|n| self.impossible[t][n]));
            alike.goes.insert(fact, self.propagate(&(claim + ">= 1"), &reasons));
        }
        alike
    }
}
