//! Moves home that no win needs to put off, in games with a waste.
//!
//! Call a card *safe* if it lies on top of a column or of the waste, every copy of the next lower card of its suit is
//! home, and so is every card that may be put on it.
//!
//! **Theorem.** In games with foundations and a waste, single ranks in order, no cells and no reserve, and columns that
//! take every card when they are empty: if a safe card `x` can go home, a position can be won if and only if it can be
//! won after that move.
//!
//! *Proof.* That `x` may go home at once: there is a foundation a copy of each card of its suit; all of them are at least
//! at the rank below `x`, and one at least is not higher, as `x` is not home. Now take a plan from the position
//! with `x` in its place and play along with it, `x` home. Each pile here is as it is there but for `x`, which is
//! missing. On `x` nothing lies, and nothing will be put on it, for all that may be is home. So in a group of cards that
//! the plan moves `x` is the uppermost.
//!
//! * A move of other cards is as legal here: what it takes and what it is put on are the same, an empty column or waste
//!   there is empty here.
//! * Of a group that ends with `x` the others move without it, if there are any; a move of `x` alone is left out,
//!   whether it goes to a column or is drawn. Where the waste is `x` alone, turning it over is left out, and here there
//!   is one more left.
//! * Where `x` goes home there, both are the same again but for which copy stands on which foundation. A twin of `x`
//!   that goes home there finds a foundation here: there are as many as copies, each at least at the rank below. What
//!   follows needs the heights of the foundations of a suit, not which of them is which, and these are the same or,
//!   as long as `x` is home here alone, one of them is higher by one; a card higher than `x` goes home there only onto a
//!   copy of `x`, which is home here, too.
//!
//! In the end all cards but `x` are home there as here, and a won position has `x` home as well.
//!
//! With two decks it is not enough that one foundation waits for `x`: its twins compete for it, and `x` may lie on the
//! ace that would start the other one.

use crate::cards::Card;
use crate::rules::{Feature, Features, Move, Place, Rules};
use crate::state::{Instance, Table};

/// What the games of the theorem may use; each has a waste.
const SUPPORTED: Features = Features::of(&[
    Feature::EqualCards,
    Feature::AlternateColour,
    Feature::SameSuit,
    Feature::AnySuit,
    Feature::NoBuilding,
    Feature::Supermoves,
    Feature::SuitRuns,
    Feature::BuiltRuns,
    Feature::CardsGoHome,
    Feature::Waste,
    Feature::PlayableStock,
    Feature::Redeals,
]);

/// Whether a swept set of this game may say that safe cards go home at once: the theorem is about it.
#[must_use]
pub fn safe_cards_may_go_home(instance: &Instance) -> bool {
    let rules: &Rules = &instance.rules;
    let waste = rules.features().has(Feature::Waste);
    waste && rules.unsupported(SUPPORTED).is_none() && instance.deal.reserve.is_empty()
}

/// The safe moves of a game that the theorem is about.
#[derive(Clone, Debug)]
pub(super) struct Safe {
    /// For each card, by the deck's index, the cards that must be home before it goes home by itself.
    first: Vec<Vec<Card>>,
}

impl Safe {
    /// `None` for other games.
    pub(super) fn new(instance: &Instance) -> Option<Safe> {
        let rules: &Rules = &instance.rules;
        let first = |card: Card| {
            let lower = |other: &Card| other.suit == card.suit && other.rank.0 + 1 == card.rank.0;
            rules.deck.distinct_cards().filter(|other| lower(other) || rules.fits(*other, card)).collect()
        };
        safe_cards_may_go_home(instance)
            .then(|| Safe { first: rules.deck.distinct_cards().map(first).collect() })
    }

    /// Makes safe moves home until none is left.
    pub(super) fn settle(&self, table: &mut Table) {
        while self.next(table).is_some_and(|action| table.apply(action).is_ok()) {}
    }

    fn next(&self, table: &Table) -> Option<Move> {
        let columns = (0..table.columns().len() as u16).map(Place::Column);
        columns.chain([Place::Waste]).find_map(|from| {
            let card = table.top(from)?;
            let first = &self.first[table.rules().deck.index(card)];
            let home =
                first.iter().all(|&lower| is_all_home(table, lower)).then(|| foundation(table, card))??;
            Some(Move::one(from, Place::Foundation(home)))
        })
    }
}

/// Whether every copy of a card is home.
fn is_all_home(table: &Table, card: Card) -> bool {
    let own = table.rules().deck.foundations_of(card.suit.0);
    table.foundations()[own].iter().all(|&height| height >= card.rank.0)
}

/// A foundation that waits for a card.
fn foundation(table: &Table, card: Card) -> Option<u16> {
    let mut own = table.rules().deck.foundations_of(card.suit.0);
    own.find(|&n| table.foundations()[n] + 1 == card.rank.0).map(|n| n as u16)
}
