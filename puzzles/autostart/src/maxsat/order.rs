//! A strict total order of events: one literal for each pair, and no cycle of three.

use itertools::Itertools;
use patsat_encodings::formula::Formula;
use rustsat::types::Lit;

/// A strict total order of N events.
#[derive(Clone, Debug)]
pub(super) struct Order {
    events: usize,
    /// For `a < b`: that `a` comes first.
    pairs: Vec<Lit>,
}

impl Order {
    pub(super) fn new(formula: &mut Formula, events: usize) -> Order {
        let pairs = (0..events).array_combinations::<2>().map(|_| formula.new_lit()).collect();
        let order = Order { events, pairs };
        for [a, b, c] in (0..events).array_combinations() {
            let [ab, bc, ac] = [(a, b), (b, c), (a, c)].map(|(x, y)| order.before(x, y));
            formula.add(&[!ab, !bc, ac]);
            formula.add(&[ab, bc, !ac]);
        }
        order
    }

    /// That one event comes before another one.
    pub(super) fn before(&self, a: usize, b: usize) -> Lit {
        let (low, high) = (a.min(b), a.max(b));
        // The pairs (0, 1), (0, 2) .. (1, 2) ..: those of lower first events come before.
        let place = low * self.events - low * (low + 1) / 2 + (high - low - 1);
        if a < b { self.pairs[place] } else { !self.pairs[place] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_its_own_literal() {
        for events in 0..8 {
            let mut formula = Formula::default();
            let order = Order::new(&mut formula, events);
            let pairs = (0..events).array_combinations().map(|[a, b]| order.before(a, b));
            assert_eq!(pairs.collect::<Vec<_>>(), order.pairs);
            for [a, b] in (0..events).array_combinations() {
                assert_eq!(order.before(a, b), !order.before(b, a));
            }
        }
    }
}
