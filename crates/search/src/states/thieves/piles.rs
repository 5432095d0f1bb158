//! Contents of piles by number, and positions as lists of numbers.
//!
//! Many positions share few piles, so a position is kept as a number for each of its piles (Holzmann, "State Compression
//! in SPIN", 1997: collapse). Two piles have the same number exactly if they hold the same cards, twins being alike,
//! the same ones face down: nothing rests on hashes.

use super::step::{STOCK, WASTE};
use super::{MAX_CARDS, MAX_KINDS, ThiefBoard, ThiefGame};
use hashbrown::HashTable;

/// The contents met so far.
#[derive(Debug, Default)]
pub(crate) struct Piles {
    /// One after the other: how many cards lie face down, then the kinds, deepest first.
    bytes: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
    numbers: HashTable<u32>,
}

impl Piles {
    /// The number of a pile's content, a new one if it has not been met.
    pub(crate) fn number(&mut self, game: &ThiefGame, board: &ThiefBoard, pile: u8) -> u32 {
        let mut content = [0u8; MAX_CARDS + 1];
        let cards = board.height(pile);
        let mut card = board.top(pile);
        for place in content[1..=cards].iter_mut().rev() {
            (*place, card) = (game.kind(card), board.under(card));
        }
        content[0] = if usize::from(pile) < WASTE { board.face_down(pile) } else { 0 };
        let content = &content[..=cards];
        let Piles { bytes, ends, numbers } = self;
        let at = |ends: &[usize], number: u32| {
            let number = number as usize;
            number.checked_sub(1).map_or(0, |before| ends[before])..ends[number]
        };
        let found = numbers.find(hash(content), |&number| bytes[at(ends, number)] == *content);
        if let Some(&number) = found {
            return number;
        }
        let number = ends.len() as u32;
        bytes.extend_from_slice(content);
        ends.push(bytes.len());
        numbers.insert_unique(hash(content), number, |&number| hash(&bytes[at(ends, number)]));
        number
    }

    /// How many cards lie face down in a pile that has been met, and its kinds, deepest first.
    fn content(&self, number: u32) -> (u8, &[u8]) {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        (self.bytes[start], &self.bytes[start + 1..self.ends[number]])
    }

    /// A position whose piles have these numbers: the columns, the waste, the stock.
    pub(crate) fn board(&self, game: &ThiefGame, numbers: &[u32], redeals: u8) -> ThiefBoard {
        // Twins are alike, so the lowest card of a kind that is not laid yet will do.
        let mut next = [0usize; MAX_KINDS];
        let mut board = ThiefBoard::default();
        board.redeals = redeals;
        for (n, &number) in numbers.iter().enumerate() {
            let pile = match n.checked_sub(game.columns) {
                None => n,
                Some(0) => WASTE,
                Some(_) => STOCK,
            };
            let (face_down, kinds) = self.content(number);
            for &kind in kinds {
                let next = &mut next[usize::from(kind)];
                board.lay(game, pile, game.of_kind(kind)[*next]);
                *next += 1;
            }
            board.turn_down(pile, face_down);
        }
        board.count_home(game);
        board
    }

    /// How many contents there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Its size.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * size_of::<usize>() + self.numbers.capacity() * 5
    }
}

fn hash(content: &[u8]) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(content);
    hasher.finish()
}
