//! How far a state is from the goal, about, by the facts of FreeCell's domain.

use super::states;
use patsat_pddl::strips::{Atom, GroundTask};
use std::collections::BTreeMap;

/// What a fact says of cards, each by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fact {
    On { upper: usize, lower: usize },
    Bottom(usize),
    Other,
}

/// The facts of a task, as the estimate reads them.
#[derive(Debug)]
pub(super) struct Estimate {
    facts: Vec<Fact>,
    /// How many cards of its suit go home before each card.
    order: Vec<usize>,
    /// For each goal about a card: the cards from that one down to the first of its suit, and the fact that each is
    /// the last one home.
    suits: Vec<Vec<(usize, usize)>>,
    /// Goals about other facts.
    goals: Vec<usize>,
}

impl Estimate {
    pub(super) fn new(task: &GroundTask) -> Estimate {
        let mut cards: BTreeMap<&str, usize> = BTreeMap::new();
        let home = |fact: usize| of(&task.facts[fact], "home");
        let facts = (task.facts.iter())
            .map(|atom| {
                let mut number = |name| {
                    let next = cards.len();
                    *cards.entry(name).or_insert(next)
                };
                match atom.0.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                    ["on", upper, lower] => Fact::On { upper: number(upper), lower: number(lower) },
                    ["bottomcol", card] => Fact::Bottom(number(card)),
                    ["home", card] => {
                        number(card);
                        Fact::Other
                    }
                    _ => Fact::Other,
                }
            })
            .collect();
        // A card that goes home takes the place of the one before it.
        let mut before: BTreeMap<usize, usize> = BTreeMap::new();
        for action in &task.actions {
            let added = action.adds.iter().copied().find(|&fact| home(fact).is_some());
            let deleted = action.deletes.iter().copied().find(|&fact| home(fact).is_some());
            before.extend(added.zip(deleted));
        }
        let chain = |fact: usize| {
            // No suit has more cards than there are facts, unless it goes in a circle.
            std::iter::successors(Some(fact), |fact| before.get(fact).copied()).take(task.facts.len())
        };
        let number = |fact: usize| home(fact).and_then(|name| cards.get(name).copied());
        let mut order = vec![0; cards.len()];
        for fact in 0..task.facts.len() {
            if let Some(card) = number(fact) {
                order[card] = chain(fact).count() - 1;
            }
        }
        let (of_cards, goals): (Vec<usize>, Vec<usize>) =
            task.goal.iter().partition(|&&fact| home(fact).is_some());
        let pairs = |fact| chain(fact).filter_map(|fact| Some((number(fact)?, fact))).collect();
        Estimate { facts, order, suits: of_cards.into_iter().map(pairs).collect(), goals }
    }

    /// The estimate for a state.
    pub(super) fn of(&self, bits: &[u64]) -> usize {
        let mut above = vec![None; self.order.len()];
        let mut bottoms = Vec::new();
        for fact in states::facts(bits) {
            match self.facts[fact] {
                Fact::On { upper, lower } => above[lower] = Some(upper),
                Fact::Bottom(card) => bottoms.push(card),
                Fact::Other => {}
            }
        }
        let column =
            |from: usize| std::iter::successors(Some(from), |&card| above[card]).take(self.order.len());
        let mut estimate = self.goals.iter().filter(|&&fact| !states::holds(bits, fact)).count();
        for suit in &self.suits {
            let left = suit.iter().take_while(|(_, fact)| !states::holds(bits, *fact));
            if let Some((count, &(next, _))) = left.enumerate().last() {
                estimate += 2 * (count + 1) + column(next).count() - 1;
            }
        }
        for bottom in bottoms {
            let mut lowest = usize::MAX;
            for card in column(bottom) {
                estimate += usize::from(self.order[card] > lowest);
                lowest = lowest.min(self.order[card]);
            }
        }
        estimate
    }
}

/// The one argument of a fact with this predicate.
fn of<'a>(atom: &'a Atom, predicate: &str) -> Option<&'a str> {
    match &atom.0[..] {
        [name, card] if name == predicate => Some(card),
        _ => None,
    }
}
