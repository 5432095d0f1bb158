//! Positions read back from their keys.

use super::key::{CELL, HOME, NATIVE};
use super::{Board, CardSet, Game, PackedKey, Size, Slots, members};

impl<S: Size> Game<S> {
    /// The position that a key stands for, its columns in the order of their top cards.
    #[must_use]
    pub fn board(&self, key: PackedKey<S>) -> Board<S> {
        let mut board = Board::<S>::empty();
        board.key = key;
        let mut by_code = S::Codes::filled(S::Set::default());
        let mut covered = S::Set::default();
        let words = key.words();
        for (word, cards) in words.as_ref().iter().zip(self.places().chunks(PackedKey::<S>::PER_WORD)) {
            let mut word = *word;
            for place in cards {
                let code = (word & ((1 << S::KEY_BITS) - 1)) as usize;
                word >>= S::KEY_BITS;
                board.below[usize::from(place.card)] = place.below[code];
                covered |= place.covers[code];
                by_code[code] |= S::Set::one(place.card);
            }
        }
        for suit in 0..S::SUITS {
            board.home[usize::from(suit)] = (by_code[HOME as usize] & S::of_suit(suit)).len() as u8;
        }
        board.cell_set = by_code[CELL as usize];
        board.reserve_set = by_code[NATIVE as usize] & self.start().reserve_set;
        let elsewhere = by_code[HOME as usize] | board.cell_set | board.reserve_set | covered;
        let all = by_code.as_ref().iter().fold(S::Set::default(), |all, &set| all | set);
        board.top_set = all & !elsewhere;
        for (column, top) in board.tops.as_mut().iter_mut().zip(members(board.top_set)) {
            *column = top;
        }
        board
    }
}
