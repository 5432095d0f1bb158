//! What the options add to a formula of steps.
//!
//! - `landmarks`: a card that lies above a card that must go home before it moves elsewhere at
//!   some time.
//! - `moves`: an upper bound on the moves of single cards, counting one move home for each card.

use super::Scene;
use crate::constraints::Count;
use crate::fluents::Places;
use crate::formula::Formula;
use crate::options::Options;
use crate::task::CardId;
use rustsat::types::Lit;

impl Scene<'_> {
    /// Literals "this card moves elsewhere than home", one a card that can.
    pub(super) fn asides(&self, formula: &mut Formula) -> Vec<(CardId, Lit)> {
        let mut asides = Vec::new();
        for card in self.places.cards().filter(|card| self.places.of[card.index()].len() > 2) {
            let aside = formula.new_lit();
            formula.add(&[!self.motion.of(card), self.after.home(card), aside]);
            // The other direction, so that the literals also count these moves.
            formula.add(&[!aside, self.motion.of(card)]);
            formula.add(&[!aside, !self.after.home(card)]);
            asides.push((card, aside));
        }
        asides
    }
}

/// Cards dealt above one that goes home before them: each moves aside at some time.
pub(super) fn must_move_aside(places: &Places) -> Vec<CardId> {
    let blocked = |card: CardId| {
        let mut below = places.dealt_on[card.index()];
        std::iter::from_fn(move || {
            let this = below?;
            below = places.dealt_on[this.index()];
            Some(this)
        })
        .any(|other| goes_before(places, other, card))
    };
    places.cards().filter(|&card| blocked(card)).collect()
}

/// Whether `first` is the only card of a kind that goes home before `then`'s.
fn goes_before(places: &Places, first: CardId, then: CardId) -> bool {
    let kind_of = |card: CardId| places.cards_of.iter().position(|cards| cards.contains(&card));
    let (Some(first), Some(then)) = (kind_of(first), kind_of(then)) else { return false };
    let mut before = places.before[then];
    while let Some(kind) = before {
        if kind.index() == first {
            return places.cards_of[first].len() == 1 && places.slack[then] == 0;
        }
        before = places.before[kind.index()];
    }
    false
}

/// Writes, for the goal of this horizon, what every plan does and how long it may be; `homes` cards go home in it.
pub(super) fn write_goal(
    formula: &mut Formula,
    places: &Places,
    options: &Options,
    (goal, homes): (Lit, usize),
    asides: &[Vec<(CardId, Lit)>],
) {
    if options.exists.landmarks {
        for card in must_move_aside(places) {
            let times = asides.iter().flatten().filter(|(other, _)| *other == card);
            let sometime: Vec<Lit> = times.map(|&(_, aside)| aside).collect();
            formula.imply(&[goal], &sometime);
        }
    }
    if let Some(most) = options.moves {
        let all: Vec<Lit> = asides.iter().flatten().map(|&(_, aside)| aside).collect();
        let Some(spare) = (most as usize).checked_sub(homes) else {
            return formula.add(&[!goal]);
        };
        let count = Count::new(formula, options.cardinality, &all, spare + 1);
        if let Some(more) = count.at_least(spare + 1) {
            formula.add(&[!goal, !more]);
        }
    }
}
