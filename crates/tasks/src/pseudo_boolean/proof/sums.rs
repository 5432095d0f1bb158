//! The most by which a step lowers the number of counted facts.
//!
//! The variable `vT_P` is true if the counted facts before step `T`, with `P` moves on top, are too
//! many for the steps that are left. If it holds, it holds after a step with the same `P`, for a step
//! takes away one counted fact at most. After an action that takes away none it holds with one move
//! less on top.

use super::Proof;
use super::classes::{ClassConstraints, Classes};
use std::collections::{BTreeMap, BTreeSet};

/// The variable of a price.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sum {
    /// It is defined: the numbers of "it holds, so the sum is as large" and of the converse.
    Defined { large: usize, small: usize },
    /// The sum is always, or never, as large: the number of what the variable is.
    Known(usize),
}

/// The variables of a time, by price.
pub(super) type Sums = Vec<Sum>;

/// The numbers of what a step does to the variables, by price.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    /// What is said of classes of actions.
    pub(super) alike: ClassConstraints,
    /// They hold afterwards.
    pub(super) same: Vec<usize>,
    /// With a move less on top they hold after an action that takes away no counted fact.
    pub(super) less: Vec<Vec<usize>>,
    /// A higher price needs fewer counted facts, afterwards.
    pub(super) lower: Vec<Option<usize>>,
}

pub(super) fn variable(time: usize, price: usize) -> String {
    format!("v{time}_{price}")
}

impl Proof<'_> {
    /// How many counted facts are too many.
    fn threshold(&self, time: usize, price: usize) -> i64 {
        self.opb.steps.len() as i64 - time as i64 - price as i64 + 1
    }

    /// The variables of a time, up to a price.
    pub(super) fn sums(&mut self, time: usize, highest: usize) -> Sums {
        let structure = &self.prices.structure;
        let counted = structure.counted.len() as i64;
        let mut found = Vec::new();
        for price in 0..=highest {
            let (least, name) = (self.threshold(time, price), variable(time, price));
            if least <= 0 || least > counted {
                let (sign, value) = if least <= 0 { ("", 1) } else { ("~", 0) };
                let line = format!("red 1 {sign}{name} >= 1 : {name} -> {value}");
                found.push(Sum::Known(self.derive(&line)));
            } else {
                let (sum, over) = (self.facts("", &structure.counted, time), counted - least + 1);
                let large = self.derive(&format!("red {least} ~{name} {sum}>= {least} : {name} -> 0"));
                let sum = self.facts("~", &structure.counted, time);
                let small = self.derive(&format!("red {over} {name} {sum}>= {over} : {name} -> 1"));
                found.push(Sum::Defined { large, small });
            }
        }
        found
    }

    /// What a step does to the variables.
    pub(super) fn moves(
        &mut self,
        t: usize,
        classes: &Classes,
        alike: ClassConstraints,
        sums: [&Sums; 2],
    ) -> Moves {
        let structure = &self.prices.structure;
        let go = format!(" {} w", self.opb.go(t));
        let at_most = self.opb.steps[t].at_most;
        // Where nothing is counted, every variable is known, and nothing follows from this.
        let kept = if structure.counted.is_empty() { at_most } else { self.kept(t) };
        let other = (0..structure.change.len()).filter(|action| !self.loses(*action));
        let lost = format!("pol {kept} {}{go} +", self.without(at_most, t, other));
        let lost = self.derive(&lost);
        let mut one = self.without(at_most, t, structure.impossible.iter().copied()) + &go + " +";
        for (number, class) in alike.holds.iter().zip(&classes.list) {
            if !class.loses {
                one += &format!(" {number} +");
            }
        }
        let [now, then] = sums;
        let mut moves = Moves { alike, same: Vec::new(), less: Vec::new(), lower: Vec::new() };
        for price in 0..now.len() {
            let (name, same) = (variable(t, price), variable(t + 1, price));
            moves.same.push(match (now[price], then[price]) {
                (Sum::Defined { large, .. }, Sum::Defined { small, .. }) => {
                    self.derive(&format!("pol {lost} {large} + {small} + s"))
                }
                _ => self.derive(&format!("rup 1 ~{name} 1 {same} >= 1")),
            });
            let before = price.checked_sub(1);
            moves.less.push(before.map_or(Vec::new(), |before| match (now[price], then[before]) {
                (Sum::Defined { large, .. }, Sum::Defined { small, .. }) => {
                    vec![self.derive(&format!("pol {kept} {large} + {small} + s {one}"))]
                }
                // Either of these variables is known where the other one is, and they are the same.
                (Sum::Known(now), Sum::Known(then)) => vec![now, then],
                _ => Vec::new(),
            }));
            moves.lower.push(before.map(|before| match (then[before], then[price]) {
                (Sum::Defined { large, .. }, Sum::Defined { small, .. }) => {
                    self.derive(&format!("pol {large} {small} + s"))
                }
                _ => self.derive(&format!("rup 1 ~{} 1 {same} >= 1", variable(t + 1, before))),
            }));
        }
        moves
    }

    /// Whether an action takes away a counted fact and is possible.
    fn loses(&self, action: usize) -> bool {
        let structure = &self.prices.structure;
        structure.change[action] < 0 && structure.impossible.binary_search(&action).is_err()
    }

    /// The counted facts after a step, and one for each action that takes one away, are no fewer than
    /// those before it. As for groups, with facts added in place of facts taken away: an action that
    /// adds a counted fact needs another one of its group.
    fn kept(&mut self, t: usize) -> usize {
        let structure = &self.prices.structure;
        let (step, all) = (&self.opb.steps[t], &structure.all);
        let mut line = String::from("pol");
        for (n, &fact) in structure.counted.iter().enumerate() {
            let goes = self.possible(step.goes[fact], t, &all.deleting[fact]);
            let adding = &structure.by.adding[fact];
            line += &match structure.adders(fact).filter(|_| !adding.is_empty()) {
                None => format!(" {goes}"),
                Some((group, needs)) => {
                    let mut by_need: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
                    for (&action, &need) in adding.iter().zip(&needs) {
                        by_need.entry(need).or_default().insert(action);
                    }
                    let mut apart = self.groups[t][group].to_string();
                    for other in
                        structure.groups[group].iter().filter(|f| **f != fact && !by_need.contains_key(f))
                    {
                        apart += &format!(" {} w", self.fact(*other, t));
                    }
                    for (&need, actions) in &by_need {
                        let rest = all.needing[need].iter().copied().filter(|a| !actions.contains(a));
                        apart += &format!(" {} +", self.without(step.needs[need], t, rest));
                    }
                    let rest = all.adding[fact].iter().copied().filter(|a| !adding.contains(a));
                    format!(" {goes} {} + {apart} + 2 d", self.without(step.adds[fact], t, rest))
                }
            };
            line += if n > 0 { " +" } else { "" };
        }
        self.derive(&line)
    }
}
