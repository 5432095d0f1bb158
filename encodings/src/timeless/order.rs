//! Events and the order between them: one variable for each pair that the deal leaves open.
//!
//! Event `(c, j)` is "card `c` leaves its place number `j`", place 0 being where it was dealt;
//! the last event of a card is its way home. What is certain of the deal alone (cards leave a
//! column from above, a suit goes home from below, a card's places follow each other) is closed
//! under transitivity here and costs no variable: [`Order::before`] returns a constant then.

use crate::formula::Formula;
use rustsat::types::Lit;

/// A formula being written, with a literal that is true: constants vanish from clauses.
#[derive(Debug)]
pub(super) struct Draft<'a> {
    pub(super) formula: &'a mut Formula,
    pub(super) truth: Lit,
}

impl Draft<'_> {
    /// Adds `condition -> one of then`.
    pub(super) fn imply(&mut self, condition: &[Lit], then: &[Lit]) {
        let literals = condition.iter().map(|&l| !l).chain(then.iter().copied());
        let mut clause: Vec<Lit> = literals.filter(|&l| l != !self.truth).collect();
        clause.sort_unstable();
        clause.dedup();
        if clause.contains(&self.truth) || clause.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        if clause.is_empty() {
            clause.push(!self.truth);
        }
        self.formula.add(&clause);
    }
}

/// A pair of events whose order is read from a model when all conditions are true in it.
#[derive(Clone, Debug)]
pub(super) struct Use {
    pub(super) conditions: Vec<Lit>,
    pub(super) events: (usize, usize),
}

/// The events and their order.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// By card: its events, in order. Where a number stands twice, the events coincide.
    pub(super) of_card: Vec<Vec<usize>>,
    /// Number of events.
    pub(super) events: usize,
    /// What is certain, transitively closed.
    certain: Vec<Vec<bool>>,
    /// For `u < v`, at `v * (v - 1) / 2 + u`: that `u` comes before `v`.
    pairs: Vec<Lit>,
    truth: Lit,
    uses: Vec<Use>,
}

impl Order {
    /// Events of all cards, and what is certain of them.
    pub(super) fn new(
        draft: &mut Draft<'_>,
        of_card: Vec<Vec<usize>>,
        mut arcs: Vec<(usize, usize)>,
    ) -> Order {
        let events = of_card.iter().flatten().max().map_or(0, |&last| last + 1);
        arcs.extend(of_card.iter().flat_map(|own| own.windows(2).map(|pair| (pair[0], pair[1]))));
        arcs.retain(|(u, v)| u != v);
        let mut certain = vec![vec![false; events]; events];
        for &(u, v) in &arcs {
            certain[u][v] = true;
        }
        for middle in 0..events {
            let onward = certain[middle].clone();
            for row in certain.iter_mut().filter(|row| row[middle]) {
                row.iter_mut().zip(&onward).for_each(|(here, &there)| *here |= there);
            }
        }
        if (0..events).any(|event| certain[event][event]) {
            draft.imply(&[], &[]);
        }
        let mut pairs = Vec::with_capacity(events * events / 2);
        for (v, after) in certain.iter().enumerate() {
            for (u, row) in certain[..v].iter().enumerate() {
                pairs.push(match (row[v], after[u]) {
                    (true, _) => draft.truth,
                    (_, true) => !draft.truth,
                    _ => draft.formula.new_lit(),
                });
            }
        }
        let uses = arcs.into_iter().map(|events| Use { conditions: vec![], events }).collect();
        Order { of_card, events, certain, pairs, truth: draft.truth, uses }
    }

    /// Whether the order of two events is open.
    pub(super) fn open(&self, u: usize, v: usize) -> bool {
        u != v && !self.certain[u][v] && !self.certain[v][u]
    }

    /// That `u` comes before `v`. Both directions of a pair are one variable.
    pub(super) fn before(&self, u: usize, v: usize) -> Lit {
        match u.cmp(&v) {
            std::cmp::Ordering::Less => self.pairs[v * (v - 1) / 2 + u],
            std::cmp::Ordering::Equal => !self.truth,
            std::cmp::Ordering::Greater => !self.pairs[u * (u - 1) / 2 + v],
        }
    }

    /// That `u` comes before `v`, in a clause where it matters for plans if the conditions hold.
    pub(super) fn used(&mut self, conditions: &[Lit], u: usize, v: usize) -> Lit {
        if u != v {
            self.uses.push(Use { conditions: conditions.to_vec(), events: (u, v) });
        }
        self.before(u, v)
    }

    /// The event at which a card leaves its place number `place`.
    pub(super) fn leaves(&self, card: usize, place: usize) -> usize {
        self.of_card[card][place]
    }

    /// The event at which a card goes home.
    pub(super) fn home(&self, card: usize) -> usize {
        self.of_card[card].last().copied().unwrap_or_default()
    }

    /// The arcs that a model's plan rests on.
    pub(super) fn arcs(&self, model: &dyn Fn(Lit) -> bool) -> Vec<(usize, usize)> {
        let holds = |used: &&Use| used.conditions.iter().all(|&l| model(l));
        let arc = |used: &Use| {
            let (u, v) = used.events;
            if model(self.before(u, v)) { (u, v) } else { (v, u) }
        };
        self.uses.iter().filter(holds).map(arc).collect()
    }
}
