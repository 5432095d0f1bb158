//! Contents of piles by number, and positions as lists of numbers.
//!
//! Many positions share few piles, so a position is kept as a number for each of its piles (Holzmann, "State Compression
//! in SPIN", 1997: collapse). Two piles have the same number exactly if they hold the same cards, twins being alike,
//! the same ones face down: nothing rests on hashes.

use super::{MAX_CARDS, NONE, PileBoard, PileGame, Room};
use crate::packed::Slots;
use hashbrown::HashTable;

/// The contents met so far.
#[derive(Debug, Default)]
pub struct Contents {
    /// One after the other: how many cards lie face down, then the kinds, deepest first.
    bytes: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
    numbers: HashTable<u32>,
}

impl Contents {
    /// The number of a pile's content, a new one if it has not been met.
    pub fn number<R: Room>(&mut self, game: &PileGame<R>, board: &PileBoard<R>, pile: u8) -> u32 {
        let mut content = [0u8; MAX_CARDS + 1];
        let cards = board.height(pile);
        let mut card = board.top(pile);
        for place in content[1..=cards].iter_mut().rev() {
            (*place, card) = (game.kind(card), board.under(card));
        }
        content[0] = if pile < R::WASTE { board.face_down(pile) } else { 0 };
        let content = &content[..=cards];
        let Contents { bytes, ends, numbers } = self;
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

    /// A position as numbers: its columns, in the order of their numbers where they are alike, the waste, the stock; then
    /// what lies in cells and reserve, each in order, a kind and one, or 0 for an empty place.
    pub fn key<R: Room>(&mut self, game: &PileGame<R>, board: &PileBoard<R>, key: &mut Vec<u32>) {
        key.clear();
        let piles = (0..game.columns as u8).chain([R::WASTE, R::STOCK]);
        key.extend(piles.map(|pile| self.number(game, board, pile)));
        self.order(game, board, key);
    }

    /// The same from the numbers of a position before, for moves that touched these of its piles.
    pub fn key_after<R: Room>(
        &mut self,
        game: &PileGame<R>,
        before: &[u32],
        touched: u128,
        board: &PileBoard<R>,
        key: &mut Vec<u32>,
    ) {
        key.clear();
        key.extend_from_slice(&before[..game.columns + 2]);
        for (number, pile) in key.iter_mut().zip((0..game.columns as u8).chain([R::WASTE, R::STOCK])) {
            if touched >> pile & 1 == 1 {
                *number = self.number(game, board, pile);
            }
        }
        self.order(game, board, key);
    }

    /// Orders the columns if they are alike, and adds cells and reserve.
    fn order<R: Room>(&self, game: &PileGame<R>, board: &PileBoard<R>, key: &mut Vec<u32>) {
        if !board.columns_are_named(game) {
            key[..game.columns].sort_unstable();
        }
        for spots in
            [R::FIRST_SPOT..R::FIRST_SPOT + game.cells, R::FIRST_SPOT + game.cells..game.end_of_spots()]
        {
            let first = key.len();
            key.extend(spots.map(|spot| spot_number(game, board, spot)));
            key[first..].sort_unstable();
        }
    }

    /// How long keys are.
    #[must_use]
    pub fn key_length<R: Room>(game: &PileGame<R>) -> usize {
        game.columns + 2 + usize::from(game.end_of_spots() - R::FIRST_SPOT)
    }

    /// The position of a key.
    #[must_use]
    pub fn board<R: Room>(&self, game: &PileGame<R>, key: &[u32], redeals: u8) -> PileBoard<R> {
        // Twins are alike, so the lowest card of a kind that is not laid yet will do.
        let mut next: R::Kinds<u8> = Slots::filled(0);
        let mut card_of = |kind: u8| {
            let next = &mut next[usize::from(kind)];
            *next += 1;
            game.of_kind(kind)[usize::from(*next) - 1]
        };
        let mut board = PileBoard { redeals, ..PileBoard::default() };
        let (piles, spots) = key.split_at(game.columns + 2);
        for (&number, pile) in piles.iter().zip((0..game.columns as u8).chain([R::WASTE, R::STOCK])) {
            let (face_down, kinds) = self.content(number);
            for &kind in kinds {
                board.lay(game, pile, card_of(kind));
            }
            if pile < R::WASTE {
                board.face_down[usize::from(pile)] = face_down;
            }
        }
        let (cells, reserve) = spots.split_at(game.cells.into());
        // The first places of the reserve are those that are taken.
        let reserve = reserve.iter().filter(|&&number| number > 0);
        let cells = (R::FIRST_SPOT..).zip(cells);
        for (spot, &number) in cells.chain((R::FIRST_SPOT + game.cells..).zip(reserve)) {
            if let Some(kind) = number.checked_sub(1) {
                board.lay(game, spot, card_of(kind as u8));
            }
        }
        board.count_home(game);
        board
    }

    /// How many different contents have been met.
    #[must_use]
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * size_of::<usize>() + self.numbers.capacity() * 5
    }
}

/// What lies in a cell or a place of the reserve, as a number.
pub(super) fn spot_number<R: Room>(game: &PileGame<R>, board: &PileBoard<R>, spot: u8) -> u32 {
    match board.top(spot) {
        NONE => 0,
        card => u32::from(game.kind(card)) + 1,
    }
}

fn hash(content: &[u8]) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(content);
    hasher.finish()
}
