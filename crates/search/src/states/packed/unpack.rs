//! Positions read back from their keys.

use super::key::{CELL, HOME, NATIVE, PER_WORD};
use super::{Board, Game, PackedKey};

/// The cards of the first suit.
const SUIT: u64 = 0x1111_1111_1111_1111;

impl Game {
    /// The position that a key stands for, its columns in the order of their top cards.
    #[must_use]
    pub fn board(&self, key: PackedKey) -> Board {
        let mut board = Board::empty();
        board.key = key;
        let mut by_code = [0u64; 8];
        let mut covered = 0u64;
        for (word, cards) in key.words().iter().zip(self.places().chunks(PER_WORD)) {
            let mut word = *word;
            for place in cards {
                let code = (word & 7) as usize;
                word >>= 3;
                board.below[usize::from(place.card)] = place.below[code];
                covered |= place.covers[code];
                by_code[code] |= 1 << place.card;
            }
        }
        for suit in 0..4 {
            board.home[suit] = (by_code[HOME as usize] & SUIT << suit).count_ones() as u8;
        }
        board.cell_set = by_code[CELL as usize];
        board.reserve_set = by_code[NATIVE as usize] & self.start().reserve_set;
        let elsewhere = by_code[HOME as usize] | board.cell_set | board.reserve_set | covered;
        board.top_set = by_code.iter().fold(0, |all, set| all | set) & !elsewhere;
        let mut tops = board.top_set;
        for top in &mut board.tops[..self.columns] {
            if tops == 0 {
                break;
            }
            *top = tops.trailing_zeros() as u8;
            tops &= tops - 1;
        }
        board
    }
}
