//! Where cards rest, and what that asks of the order.

use super::facts::Facts;
use super::order::{Draft, Order};
use crate::constraints::at_most_one;
use crate::options::Options;
use crate::task::Spot;
use rustsat::types::Lit;

/// A place that others may stand on: a card in its native place or at one of its rests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Support {
    /// The card.
    pub(super) card: usize,
    /// Its rest, as an index of [`Places::rests`]; `None` for where it was dealt.
    pub(super) rest: Option<usize>,
}

/// The stay of a card at a place between the one it was dealt to and home.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    pub(super) card: usize,
    /// From 1; place 0 is the native one.
    pub(super) number: usize,
    /// Events at which it begins and ends.
    pub(super) begin: usize,
    pub(super) end: usize,
    /// Whether the card rests here at all. If not, beginning and end are one move.
    pub(super) active: Lit,
    pub(super) cell: Option<Lit>,
    pub(super) column: Option<Lit>,
    pub(super) on: Vec<(Support, Lit)>,
}

impl Rest {
    fn places(&self) -> Vec<Lit> {
        self.cell.into_iter().chain(self.column).chain(self.on.iter().map(|&(_, lit)| lit)).collect()
    }
}

/// All rests.
#[derive(Clone, Debug)]
pub(super) struct Places {
    pub(super) rests: Vec<Rest>,
}

impl Places {
    /// A variable for each rest and each place that it may be at.
    pub(super) fn new(draft: &mut Draft<'_>, facts: &Facts, order: &Order) -> Places {
        let mut rests: Vec<Rest> = Vec::new();
        for (card, events) in order.of_card.iter().enumerate() {
            for (number, pair) in (1..).zip(events.windows(2)).filter(|(_, pair)| pair[0] != pair[1]) {
                rests.push(Rest {
                    card,
                    number,
                    begin: pair[0],
                    end: pair[1],
                    active: draft.formula.new_lit(),
                    cell: None,
                    column: None,
                    on: Vec::new(),
                });
            }
        }
        for n in 0..rests.len() {
            let Rest { card, number, .. } = rests[n];
            // A card that leaves a cell for a cell, or a column that it alone makes up for an
            // empty one, changes nothing: the first rest of such two would do for both.
            let first = number == 1;
            let cell = facts.cells > 0 && !(first && facts.native[card] == Spot::Cell);
            let column = facts.may_fill[card] && !(first && matches!(facts.native[card], Spot::Base(_)));
            rests[n].cell = cell.then(|| draft.formula.new_lit());
            rests[n].column = column.then(|| draft.formula.new_lit());
            for &support in &facts.supports[card] {
                let dealt_here = first && facts.above[support] == Some(card);
                let native = (facts.in_column(support) && !dealt_here)
                    .then_some(Support { card: support, rest: None });
                let own = (0..rests.len()).filter(|&m| rests[m].card == support);
                let all = native.into_iter().chain(own.map(|m| Support { card: support, rest: Some(m) }));
                let on = all.map(|support| (support, draft.formula.new_lit())).collect::<Vec<_>>();
                rests[n].on.extend(on);
            }
        }
        Places { rests }
    }

    /// Exactly one place for each active rest, and what the order has to do with it.
    pub(super) fn constrain(
        &self,
        draft: &mut Draft<'_>,
        order: &mut Order,
        facts: &Facts,
        options: &Options,
    ) {
        for rest in &self.rests {
            let places = rest.places();
            draft.imply(&[rest.active], &places);
            places.iter().for_each(|&place| draft.imply(&[place], &[rest.active]));
            at_most_one(draft.formula, options.at_most_one, &places);
            self.glue(draft, order, rest);
            for &(support, lit) in &rest.on {
                self.stand(draft, order, facts, rest, (support, lit));
            }
        }
        for pair in self.rests.windows(2).filter(|pair| pair[0].card == pair[1].card) {
            // Unused rests come last, and no rest repeats the one before it.
            draft.imply(&[pair[1].active], &[pair[0].active]);
            let again = |a: Option<Lit>, b: Option<Lit>| a.zip(b);
            for (a, b) in
                again(pair[0].cell, pair[1].cell).into_iter().chain(again(pair[0].column, pair[1].column))
            {
                draft.imply(&[a, b], &[]);
            }
            // The first rest has no support on the card that it was dealt on: the lists may differ.
            for &(support, a) in &pair[0].on {
                for &(_, b) in pair[1].on.iter().filter(|(other, _)| *other == support) {
                    draft.imply(&[a, b], &[]);
                }
            }
        }
        self.one_at_a_time(draft, order);
    }

    /// An unused rest takes no time: what comes before its end comes before its beginning.
    fn glue(&self, draft: &mut Draft<'_>, order: &Order, rest: &Rest) {
        for event in (0..order.events).filter(|&event| event != rest.begin && event != rest.end) {
            draft.imply(&[!rest.active, order.before(event, rest.end)], &[order.before(event, rest.begin)]);
        }
    }

    /// A rest on a card falls into that card's stay, and after what was dealt there has left.
    fn stand(
        &self,
        draft: &mut Draft<'_>,
        order: &mut Order,
        facts: &Facts,
        rest: &Rest,
        (support, lit): (Support, Lit),
    ) {
        let until = match support.rest.map(|n| &self.rests[n]) {
            None => {
                if let Some(dealt) = facts.above[support.card].map(|card| order.leaves(card, 0)) {
                    // The card itself may have been dealt there.
                    if dealt != rest.begin {
                        let after = order.used(&[lit], dealt, rest.begin);
                        draft.imply(&[lit], &[after]);
                    }
                }
                order.leaves(support.card, 0)
            }
            Some(stay) => {
                let after = order.used(&[lit], stay.begin, rest.begin);
                draft.imply(&[lit], &[after]);
                draft.imply(&[lit], &[stay.active]);
                stay.cell.into_iter().for_each(|cell| draft.imply(&[lit], &[!cell]));
                stay.end
            }
        };
        let within = order.used(&[lit], rest.end, until);
        draft.imply(&[lit], &[within]);
    }

    /// Two cards do not stand on the same card in the same place at the same time.
    fn one_at_a_time(&self, draft: &mut Draft<'_>, order: &mut Order) {
        let mut by_support: Vec<(Support, usize, Lit)> = (self.rests.iter().enumerate())
            .flat_map(|(n, rest)| rest.on.iter().map(move |&(support, lit)| (support, n, lit)))
            .collect();
        by_support.sort_unstable_by_key(|&(support, n, _)| (support, n));
        for same in by_support.chunk_by(|a, b| a.0 == b.0) {
            for (place, &(_, n, first)) in same.iter().enumerate() {
                for &(_, m, second) in &same[place + 1..] {
                    apart(draft, order, &[first, second], (&self.rests[n], &self.rests[m]));
                }
            }
        }
    }
}

/// Two rests do not overlap if the conditions hold.
pub(super) fn apart(
    draft: &mut Draft<'_>,
    order: &mut Order,
    conditions: &[Lit],
    (one, other): (&Rest, &Rest),
) {
    if one.card != other.card {
        let before = order.used(conditions, one.end, other.begin);
        let after = order.used(conditions, other.end, one.begin);
        draft.imply(conditions, &[before, after]);
    }
}
