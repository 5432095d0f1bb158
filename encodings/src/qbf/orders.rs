//! Choosing an order: which kind of card lies at each place.
//!
//! `chosen(p, k)`: at place `p` lies a card of kind `k`. Twins are alike, so the choice is of kinds,
//! and which twin lies where is the canonical one ([`Starts`]). It is an order if each place has one
//! kind and each kind its number of places.

use crate::constraints::{AtLeast, Count, exactly_one};
use crate::formula::Formula;
use crate::steps::sequential::{Starts, World};
use crate::task::{CardId, KindId};
use crate::unroll::ReadError;
use itertools::Itertools;
use rustsat::types::{Lit, Var};

/// The literals of a choice.
#[derive(Clone, Debug)]
pub(super) struct Orders {
    kinds: Vec<KindId>,
    /// By kind, how many of the cards are of it.
    counts: Vec<usize>,
    /// By place and kind.
    pub(super) chosen: Vec<Vec<Lit>>,
}

impl Orders {
    /// New literals for a choice.
    pub(super) fn new(formula: &mut Formula, kind_of: &[KindId], cards: &[CardId]) -> Orders {
        let mut all: Vec<KindId> = cards.iter().map(|card| kind_of[card.index()]).collect();
        all.sort_unstable();
        let (kinds, counts): (Vec<KindId>, Vec<usize>) =
            all.into_iter().dedup_with_count().map(|(count, kind)| (kind, count)).unzip();
        let chosen = cards.iter().map(|_| kinds.iter().map(|_| formula.new_lit()).collect()).collect();
        Orders { kinds, counts, chosen }
    }

    /// All of them.
    pub(super) fn literals(&self) -> Vec<Lit> {
        self.chosen.iter().flatten().copied().collect()
    }

    /// Says that it is an order.
    pub(super) fn write_legal(&self, formula: &mut Formula, world: &World) {
        for of_place in &self.chosen {
            exactly_one(formula, world.options.at_most_one, of_place);
        }
        for (n, &count) in self.counts.iter().enumerate() {
            let places = self.places(n);
            Count::new(formula, world.options.cardinality, &places, count + 1).at_most(formula, count);
        }
    }

    /// Says that the cards lie as chosen, unless it is no order.
    pub(super) fn write_links(
        &self,
        formula: &mut Formula,
        world: &World,
        starts: &Starts,
        broken: Option<Lit>,
    ) {
        for (of_place, chosen) in starts.lies.iter().zip(&self.chosen) {
            for (&lies, card) in of_place.iter().zip(&starts.cards) {
                let kind = self.kinds.iter().position(|&kind| kind == world.task.cards[card.index()]);
                let then: Vec<Lit> = kind.map(|kind| chosen[kind]).into_iter().chain(broken).collect();
                formula.imply(&[lies], &then);
            }
        }
    }

    /// Literals that each imply that it is no order.
    pub(super) fn faults(&self, formula: &mut Formula, world: &World) -> Vec<Lit> {
        let form = world.options.cardinality;
        let mut faults = Vec::new();
        for of_place in &self.chosen {
            let none = formula.new_lit();
            of_place.iter().for_each(|&chosen| formula.add(&[!none, !chosen]));
            faults.push(none);
            faults.extend(AtLeast::new(formula, form, of_place, 2).claim(2));
        }
        for (n, &count) in self.counts.iter().enumerate() {
            faults.extend(AtLeast::new(formula, form, &self.places(n), count + 1).claim(count + 1));
        }
        faults
    }

    /// The literals as this order sets them.
    pub(super) fn assume(&self, world: &World, order: &[CardId]) -> Vec<Lit> {
        let kind = |card: &CardId| world.task.cards[card.index()];
        let of_place = |(card, chosen): (&CardId, &Vec<Lit>)| {
            let set = self.kinds.iter().map(|&k| k == kind(card));
            chosen.iter().zip(set).map(|(&lit, set)| if set { lit } else { !lit }).collect::<Vec<Lit>>()
        };
        order.iter().zip(&self.chosen).flat_map(of_place).collect()
    }

    /// What the literals mean.
    pub(super) fn names(&self, world: &World) -> Vec<(Var, String)> {
        let places = world.starts.iter().flat_map(|starts| &starts.cards);
        let of_place = |(place, chosen): (&CardId, &Vec<Lit>)| {
            let name = |(&lit, kind): (&Lit, &KindId)| {
                (lit.var(), format!("place-of-card-{} has kind-{}", place.0, kind.0))
            };
            chosen.iter().zip(&self.kinds).map(name).collect::<Vec<_>>()
        };
        places.zip(&self.chosen).flat_map(of_place).collect()
    }

    fn places(&self, kind: usize) -> Vec<Lit> {
        self.chosen.iter().map(|of_place| of_place[kind]).collect()
    }
}

/// The order of a model.
pub(super) fn read(starts: &Starts, model: &dyn Fn(Lit) -> bool) -> Result<Vec<CardId>, ReadError> {
    let card = |(p, of_place): (usize, &Vec<Lit>)| {
        let here = of_place.iter().zip(&starts.cards).filter(|(lies, _)| model(**lies));
        let fault = || ReadError(format!("place {p} has no card or several"));
        here.exactly_one().map(|(_, &card)| card).map_err(|_| fault())
    };
    starts.lies.iter().enumerate().map(card).collect()
}
