//! The fast state of Klondike and its kin: built runs and parts of them move as one, and an empty column is filled by
//! kings or not at all.
//!
//! The state does not say where a face-up card lies. What a position can become depends on four things alone: which
//! cards are home, how many cards of each column still lie where they were dealt, which cards are in stock and waste, and
//! how far the stock is turned. That is 61 bits for one deck.
//!
//! Why that is enough, why a step of a card that is called safe needs no choice, and what it means to track some cards
//! only, is proved in [`patsat_game::verify::check_tracked_cards`], whose checker this state shares no code with. Two
//! more things are used here:
//!
//! - With unlimited redeals a waste that a whole number of draws gives, or all of the list, is as good as an empty one:
//!   the same cards can be had from it.
//! - Where no card comes back from a foundation, a card of rank r is also safe if all cards of rank r-1 and less of the
//!   suits that it carries are home: nothing will want to lie on it.

mod board;
mod game;
mod plan;
mod step;
mod stock;

pub use board::{Face, KlondikeBoard};
pub use game::KlondikeGame;
pub use plan::{moves, plan};
pub use step::Step;

/// A set of cards: rank by rank, the suits in order.
pub type Cards = u64;

/// Most columns.
pub(crate) const MAX_COLUMNS: usize = 16;

/// Iterates over the numbers of the cards of a set, lowest first.
#[inline]
pub fn each(mut cards: Cards) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (cards != 0).then(|| {
            let card = cards.trailing_zeros() as u8;
            cards &= cards - 1;
            card
        })
    })
}
