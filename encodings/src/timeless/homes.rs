//! Going home: by count, and at once where nothing speaks against it.

use super::facts::Facts;
use super::order::{Draft, Order};
use super::places::Places;
use crate::constraints::at_most_one;
use crate::options::Options;
use rustsat::types::Lit;

/// The homes whose order is certain: of kinds with one card in play each.
pub(super) fn certain(facts: &Facts, home: impl Fn(usize) -> usize) -> Vec<(usize, usize)> {
    let single = |card: usize| {
        let kind = facts.kind[card];
        match (facts.surplus[kind], &facts.members[kind][..], facts.predecessors(card)) {
            (0, [_], [before]) => Some((home(*before), home(card))),
            _ => None,
        }
    };
    (0..facts.cards()).filter_map(single).collect()
}

/// Going home by count, for kinds with twins: each card has a partner of the kind before that
/// goes home earlier, or takes one of the places that the start left open. There is such a
/// matching iff the count is right at every moment: the `i`-th to go finds the `i`-th gone.
pub(super) fn partners(
    draft: &mut Draft<'_>,
    order: &mut Order,
    facts: &Facts,
    options: &Options,
) -> Vec<(Lit, String)> {
    let mut names = Vec::new();
    for (kind, members) in facts.members.iter().enumerate() {
        let Some(before) = facts.before[kind].map(|kind| &facts.members[kind]) else { continue };
        let open = facts.surplus[kind];
        if open >= members.len() || (open == 0 && members.len() == 1 && before.len() == 1) {
            continue;
        }
        let mut taken = vec![Vec::new(); before.len() + open];
        for &card in members {
            let choices: Vec<Lit> = taken.iter().map(|_| draft.formula.new_lit()).collect();
            draft.imply(&[], &choices);
            for ((n, &choice), taken) in choices.iter().enumerate().zip(&mut taken) {
                taken.push(choice);
                match before.get(n) {
                    Some(&partner) => {
                        let earlier = order.used(&[choice], order.home(partner), order.home(card));
                        draft.imply(&[choice], &[earlier]);
                        names.push((choice, format!("after({card},{partner})")));
                    }
                    None => names.push((choice, format!("free({card},{})", n - before.len()))),
                }
            }
        }
        taken.iter().for_each(|by| at_most_one(draft.formula, options.at_most_one, by));
    }
    names
}

/// A card rests only while it may not go home, or something may still need to stand on it.
pub(super) fn safe(draft: &mut Draft<'_>, order: &Order, facts: &Facts, places: &Places) {
    for rest in &places.rests {
        let needs = |&other: &usize| {
            order.leaves(other, 0) != order.home(other) && facts.supports[other].contains(&rest.card)
        };
        let standing = (0..facts.cards()).filter(needs);
        let open = facts.predecessors(rest.card).iter().copied().chain(standing);
        let reasons: Vec<Lit> = open.map(|card| order.before(rest.begin, order.home(card))).collect();
        draft.imply(&[rest.active], &reasons);
    }
}
