//! The ids of cards: `number << 16 | suit << 8 | rank`, written with at least seven digits.
//!
//! The number is the card's place in the new deck, so that only these ids exist. KPatience reads
//! only the id and ignores the names of suit and rank.

use patsat_game::cards::Card;
use patsat_game::cards::dealers::kpat::Game;

const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];
const RANKS: [&str; 13] =
    ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"];

/// The id of the card with this number.
pub(super) fn id(game: Game, number: u16) -> u32 {
    let card = game.card::<Card>(number);
    u32::from(number) << 16 | u32::from(card.suit.0) << 8 | card.rank.0
}

/// The number of the card with this id, in a deck of `cards` cards.
pub(super) fn number(game: Game, cards: usize, id_: u32) -> Option<u16> {
    let number = u16::try_from(id_ >> 16).ok()?;
    (usize::from(number) < cards && id(game, number) == id_).then_some(number)
}

/// KPatience's names of the suit and rank of a card.
pub(super) fn names(card: Card) -> (&'static str, &'static str) {
    let name = |list: &[&'static str], n: usize| list.get(n).copied().unwrap_or_default();
    (name(&SUITS, card.suit.0.into()), name(&RANKS, card.rank.0 as usize - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_the_new_deck() {
        // From saved games: the fourth card of one-suit Spider is an ace, its 16th a five.
        assert_eq!(id(Game::Spider(1), 16), 1_049_349);
        assert_eq!(id(Game::FreeCell, 0), 1);
        for game in Game::ALL {
            let cards = 52 * usize::from(game.copies());
            for n in 0..cards as u16 {
                assert_eq!(number(game, cards, id(game, n)), Some(n));
                assert_eq!(number(game, cards, id(game, n) + 1), None);
            }
            assert_eq!(number(game, cards, id(game, cards as u16)), None);
        }
    }
}
