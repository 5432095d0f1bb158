//! Moves home that no win needs to put off, in games with a waste.
//!
//! Call a card *safe* if three conditions hold. It lies on top of a column or of the waste. Every copy of the next
//! lower card of its suit is home. Every card that may be put on it is home.
//!
//! **Theorem.** Consider games with foundations and a waste, single ranks in order, no cells, no reserve, and empty
//! columns that take every card. If a safe card `x` can go home, a position can be won if and only if it can be won
//! after that move.
//!
//! *Proof.* First, `x` may go home at once: its suit has a foundation for each copy of a card. All of them are at least
//! at the rank below `x`, and at least one is not higher, because `x` is not home.
//!
//! Now take a plan from the position with `x` in its place: this is game A. In game B, `x` is home, and we follow the
//! plan. Each pile of B equals that of A without `x`. No card lies on `x`, and none will be put on it, because all
//! cards that may be put on it are home. So in a group of cards that the plan moves, `x` is the uppermost.
//!
//! * A move of other cards is legal in B, too: its cards and the card that they are put on are the same. A column or
//!   waste that is empty in A is empty in B.
//! * If a group ends with `x`, its other cards move without it. A move of `x` alone is left out, whether `x` goes to a
//!   column or is drawn. If the waste of A is `x` alone, the redeal is left out, and B has one more redeal left.
//! * If `x` goes home in A, both games are equal again, except for which copy is on which foundation. If a twin of `x`
//!   goes home in A, it finds a foundation in B: there is one for each copy, each at least at the rank below.
//! * Later moves depend only on the heights of the foundations of a suit, in any order. These are equal or, while `x`
//!   is home in B only, one of them is higher by one. A card higher than `x` goes home in A only onto a copy of `x`,
//!   which is home in B, too.
//!
//! In the end all cards except `x` are home in both games, and `x` is home in every won position.
//!
//! With two decks it is not enough that one foundation can take `x`: its twins compete for it, and `x` may lie on the
//! ace that would start the other one.

use crate::cards::Card;
use crate::rules::{Feature, Features, Move, Place, Rules};
use crate::state::{Instance, Table};

/// The features that the games of the theorem may use; each game has a waste.
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

/// Returns whether a swept set of this game may have safe cards go home at once: whether the theorem applies.
#[must_use]
pub fn safe_cards_may_go_home(instance: &Instance) -> bool {
    let rules: &Rules = &instance.rules;
    let waste = rules.features().has(Feature::Waste);
    waste && rules.unsupported(SUPPORTED).is_none() && instance.deal.reserve.is_empty()
}

/// The safe moves of a game to which the theorem applies.
#[derive(Clone, Debug)]
pub(super) struct SafeMoves {
    /// For each card, by the deck's index, the cards that must be home before it goes home by itself.
    first: Vec<Vec<Card>>,
}

impl SafeMoves {
    /// Returns `None` for games to which the theorem does not apply.
    pub(super) fn new(instance: &Instance) -> Option<SafeMoves> {
        let rules: &Rules = &instance.rules;
        let first = |card: Card| {
            let lower = |other: &Card| other.suit == card.suit && other.rank.0 + 1 == card.rank.0;
            rules.deck.distinct_cards().filter(|other| lower(other) || rules.fits(*other, card)).collect()
        };
        safe_cards_may_go_home(instance)
            .then(|| SafeMoves { first: rules.deck.distinct_cards().map(first).collect() })
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

/// Returns whether every copy of a card is home.
fn is_all_home(table: &Table, card: Card) -> bool {
    let own = table.rules().deck.foundations_of(card.suit.0);
    table.foundations()[own].iter().all(|&height| height >= card.rank.0)
}

/// Returns a foundation that can take a card.
fn foundation(table: &Table, card: Card) -> Option<u16> {
    let mut own = table.rules().deck.foundations_of(card.suit.0);
    own.find(|&n| table.foundations()[n] + 1 == card.rank.0).map(|n| n as u16)
}
