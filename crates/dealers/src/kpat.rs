//! KPatience's numbered deals.
//!
//! Source: KDE's KPatience (`shuffle.h`, `setDeckContents` and the games' `restart`), compared
//! card by card with deals that Debian's 22.12.3 made. The generator and the shuffle are those
//! of Windows FreeCell. What differs is the deck, which is created copy by copy, rank by rank,
//! from a list of four suits: one-suit Spider lists spades four times. Fewer suits are the same
//! permutation in other colours.
//!
//! Each game of KPatience has a layout of its own. This module returns the cards in the order in which the layout of
//! our rules deals them. Each card comes as its number, which is its place in the new deck: saved games distinguish
//! twins by it.

/// The largest deal number.
pub const LAST: u32 = i32::MAX as u32;

/// A game whose deals have numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Game {
    /// Spider with 1, 2, 3 or 4 suits.
    Spider(u8),
    /// FreeCell.
    FreeCell,
    /// Forty & Eight.
    FortyEight,
    /// Simple Simon.
    SimpleSimon,
    /// Klondike with draws of 1 or 3 cards.
    Klondike(u8),
}

/// All games, each with its name in a deal's name and the name of our preset.
const GAMES: [(Game, &str, &str); 9] = [
    (Game::Spider(1), "spider1", "spider1"),
    (Game::Spider(2), "spider2", "spider2"),
    (Game::Spider(3), "spider3", "spider3"),
    (Game::Spider(4), "spider4", "spider"),
    (Game::FreeCell, "freecell", "freecell"),
    (Game::FortyEight, "fortyeight", "forty-and-eight"),
    (Game::SimpleSimon, "simplesimon", "simple-simon"),
    (Game::Klondike(1), "klondike1", "klondike-draw-one"),
    (Game::Klondike(3), "klondike3", "klondike-no-worrying-back"),
];

impl Game {
    /// All games.
    pub const ALL: [Game; 9] = {
        let mut all = [Game::FreeCell; 9];
        let mut n = 0;
        while n < all.len() {
            all[n] = GAMES[n].0;
            n += 1;
        }
        all
    };

    fn entry(self) -> &'static (Game, &'static str, &'static str) {
        GAMES.iter().find(|(game, ..)| *game == self).unwrap_or(&GAMES[3])
    }

    /// Returns the game with this name in a deal's name; the name of a preset is accepted as well.
    #[must_use]
    pub fn named(name: &str) -> Option<Game> {
        let letters = |name: &str| -> String {
            name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
        };
        let name = letters(name);
        GAMES
            .iter()
            .find(|(_, own, preset)| letters(own) == name || letters(preset) == name)
            .map(|&(game, ..)| game)
    }

    /// Returns its name in a deal's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().1
    }

    /// The preset of its rules.
    #[must_use]
    pub fn preset(self) -> &'static str {
        self.entry().2
    }

    /// The suits that the deck is made of, in the order of creation; always four.
    #[must_use]
    pub const fn suits(self) -> [u16; 4] {
        match self {
            Game::Spider(1) => [3, 3, 3, 3],
            Game::Spider(2) => [2, 3, 2, 3],
            Game::Spider(3) => [0, 3, 2, 3],
            _ => [0, 1, 2, 3],
        }
    }

    /// Returns the number of copies of these four suits in the deck.
    #[must_use]
    pub const fn copies(self) -> u16 {
        match self {
            Game::Spider(_) | Game::FortyEight => 2,
            Game::FreeCell | Game::SimpleSimon | Game::Klondike(_) => 1,
        }
    }

    /// The card with this number in the new deck.
    #[must_use]
    pub fn card<C: From<(u32, u16)>>(self, number: u16) -> C {
        (u32::from(number / 4 % 13) + 1, self.suits()[usize::from(number % 4)]).into()
    }

    /// Returns the number of cards that are turned to the waste at the end of the deal.
    #[must_use]
    pub const fn turned(self) -> usize {
        match self {
            Game::FortyEight => 1,
            _ => 0,
        }
    }
}

/// The cards of a deal in dealing order, as their numbers in the new deck.
#[must_use]
pub fn order(game: Game, number: u32) -> Vec<u16> {
    let mut dealt = Vec::with_capacity(52 * usize::from(game.copies()));
    deal(game, number, |_, card| {
        dealt.push(card);
        true
    });
    arrange(game, dealt)
}

/// Deals the cards of the new deck one by one, in the order of the shuffle.
///
/// Calls `take` with the number of cards dealt before and the card, and stops when it returns `false`. Returns
/// whether `take` accepted every card.
pub fn deal(game: Game, number: u32, mut take: impl FnMut(usize, u16) -> bool) -> bool {
    let mut deck: [u8; 104] = std::array::from_fn(|n| n as u8);
    let mut state = number;
    let cards = 52 * usize::from(game.copies());
    (0..cards).all(|dealt| {
        let left = cards - dealt;
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
        let pick = (state >> 16 & 0x7fff) as usize % left;
        let card = deck[pick];
        deck[pick] = deck[left - 1];
        take(dealt, card.into())
    })
}

/// The shuffled cards in the order in which our layout deals them.
#[must_use]
pub fn arrange<T: Copy>(game: Game, mut shuffled: Vec<T>) -> Vec<T> {
    match game {
        // Ten cards lie in each pile of the stock; its top card goes to the first column.
        Game::Spider(_) => shuffled[54..].chunks_mut(10).for_each(<[T]>::reverse),
        Game::SimpleSimon => return triangle(&shuffled),
        Game::FreeCell | Game::FortyEight | Game::Klondike(_) => {}
    }
    shuffled
}

/// Simple Simon deals rows of 9, 8, .. 3 cards and the row of all ten columns last; ours are
/// dealt from the longest row down.
#[must_use]
pub fn triangle<T: Copy>(dealt: &[T]) -> Vec<T> {
    let mut columns = vec![Vec::new(); 10];
    let mut cards = dealt.iter().copied();
    for row in (3..=9).rev().chain([10]) {
        for (column, card) in columns[..row].iter_mut().zip(cards.by_ref()) {
            column.push(card);
        }
    }
    (0..8).flat_map(|row| columns.iter().filter_map(move |column| column.get(row).copied())).collect()
}
