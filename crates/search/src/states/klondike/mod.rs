//! The fast state of Klondike and its kin: built runs and parts of them move as one, and an empty column is filled by
//! kings or not at all.
//!
//! Of a card that lies face up the state does not say where. What a position can become depends on four things alone:
//! which cards are home, how many cards of each column still lie where they were dealt, which cards are in stock and
//! waste, and how far the stock is turned. That is 61 bits for one deck.
//!
//! # Why that is enough
//!
//! The *own* card of a column is the deepest card of its face-up run, while that still lies where it was dealt; a king at
//! the bottom of a column, who never need leave it but for home, is not counted as own. A *class* is the cards that may
//! be put on the same cards: those of a colour, of a suit or of a rank, as the rules build.
//!
//! **In every position, a face-up card that is neither own nor a king lies on a card one rank higher on which it fits.**
//! It was put there, or lay so when it was turned up, and it moves away only alone with what lies on it. So the cards of
//! a class and rank that are not own lie on different face-up cards of the class above.
//!
//! - *There is room for a card c* exactly if more cards of the class above are face up than cards of c's class and rank
//!   are face up and not own. If so, one of the higher cards, p, has none of the lower ones on it. Only such a card could
//!   lie on p, so p is bare. The converse is the count.
//! - *A card c can be bared* exactly if more cards of c's class and rank are face up than cards of the class beneath are
//!   face up and not own. If so and something lies on c, it is the start of a run, and there is room for it on some other
//!   card q of c's class and rank. That q is not in the run, whose ranks fall, so the run moves to q as one. The converse
//!   is the count again.
//! - *Columns that are empty* are those without own cards, less one for each king that is face up and not own.
//!
//! So which of the steps of [`Step`] can be made, and what they lead to, depends on these counts alone. All other moves
//! change the places of face-up cards and nothing else.
//!
//! # The stock
//!
//! What is left of waste and stock is one list. A play takes a card of it to which draws and redeals lead, and whatever
//! lies before it is the waste afterwards. With unlimited redeals a waste that a whole number of draws gives, or all of
//! the list, is as good as an empty one. A card that can be had before the next redeal is not taken after it: the same
//! position is reached with a redeal less.
//!
//! # Safe steps
//!
//! A card c of rank r that can go home does so at once if all cards of rank r-2 and less of the class beneath c are home,
//! and all of rank r-3 and less of the class beneath that one. Take any win from here, and change it: c goes home first,
//! and no card named so far ever comes back. A card that is to be put on c then goes home instead, for the one before it
//! is; and so does what is to be put on that. What is to be put on those is home already. So whatever the win takes off
//! a column has left it in the changed win as well, and the rest of its moves are legal. Nothing is ever taken from a
//! foundation for this, so it holds with and without worrying back. Where no card comes back, it is also enough that all
//! cards of rank r-1 and less of the class beneath are home: nothing will want to lie on c.
//!
//! A card of the stock goes home at once for the same reason, if every card of the stock can be had at any time.

mod board;
mod game;
mod step;
mod stock;

pub use board::KlondikeBoard;
pub use game::KlondikeGame;
pub use step::Step;

/// A set of cards: rank by rank, the suits in order.
pub type Cards = u64;

/// Most columns.
pub(crate) const MAX_COLUMNS: usize = 16;

/// The numbers of the cards of a set, lowest first.
pub(crate) fn each(mut cards: Cards) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (cards != 0).then(|| {
            let card = cards.trailing_zeros() as u8;
            cards &= cards - 1;
            card
        })
    })
}
