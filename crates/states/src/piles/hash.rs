//! Sixty-four bits of a position, also of the one to which a move leads.

use super::board::{FACTOR, INVERSE};
use super::{NONE, PileBoard, PileGame, Room, Step};
use crate::packed::Slots;
use patsat_base::mixed;

/// What a column adds to the hash of a position; `place` differs from column to column where these are not alike.
fn of_column(hash: u64, face_down: u8, place: u64) -> u64 {
    mixed(hash.wrapping_add(u64::from(face_down) << 56).wrapping_add(place))
}

/// What a card in a cell, or in the reserve, adds.
pub(super) fn of_spot(kind: u8, reserve: bool) -> u64 {
    mixed(u64::from(kind) << 1 | u64::from(reserve) | 1 << 40)
}

/// A number for each column while rows are yet to be dealt, when columns are not alike.
fn place(named: bool, column: usize) -> u64 {
    if named { (column as u64 + 1).wrapping_mul(INVERSE) } else { 0 }
}

impl<R: Room> PileBoard<R> {
    /// Sixty-four bits of the position, blind to the order of columns that are alike, and to twins.
    #[must_use]
    pub fn hash(&self, game: &PileGame<R>) -> u64 {
        self.whole(self.columns_hash(game), self.hashes[usize::from(R::WASTE)], self.spots_hash)
    }

    /// [`hash`](Self::hash) of the position to which a move of cards leads, but of none of the stock, from that of this
    /// one: without the move, and so at a fraction of its cost.
    #[must_use]
    pub fn hash_after(&self, game: &PileGame<R>, columns: u64, step: Step) -> u64 {
        let from = usize::from(step.from);
        let named = self.columns_are_named(game);
        let (mut columns, mut waste, mut spots) =
            (columns, self.hashes[usize::from(R::WASTE)], self.spots_hash);
        let mut cards: R::Kinds<u8> = Slots::filled(NONE);
        let cards = &mut cards.as_mut()[..usize::from(step.count)];
        if step.from >= R::FIRST_SPOT {
            cards[0] = self.tops[from];
            let reserve = step.from >= R::FIRST_SPOT + game.cells;
            spots = spots.wrapping_sub(of_spot(game.kind(cards[0]), reserve));
        } else {
            let (mut left, mut card) = (self.hashes[from], self.tops[from]);
            for place in cards.iter_mut() {
                let code = u64::from(game.kind(card)) + 1;
                left = left.wrapping_sub(code).wrapping_mul(INVERSE);
                (*place, card) = (card, self.under(card));
            }
            if step.from == R::WASTE {
                waste = left;
            } else {
                let (down, height) = (self.face_down[from], self.heights[from] - step.count);
                let turned = down.min(height.saturating_sub(1));
                let place = place(named, from);
                columns = columns.wrapping_sub(of_column(self.hashes[from], down, place));
                columns = columns.wrapping_add(of_column(left, turned, place));
            }
        }
        if step.to < R::WASTE {
            let to = usize::from(step.to);
            let (hash, down, place) = (self.hashes[to], self.face_down[to], place(named, to));
            let codes = cards.iter().rev().map(|&card| u64::from(game.kind(card)) + 1);
            let grown = codes.fold(hash, |hash, code| hash.wrapping_mul(FACTOR).wrapping_add(code));
            columns = columns
                .wrapping_sub(of_column(hash, down, place))
                .wrapping_add(of_column(grown, down, place));
        } else if step.to != Step::HOME {
            spots = spots.wrapping_add(of_spot(game.kind(cards[0]), false));
        }
        self.whole(columns, waste, spots)
    }

    /// What the columns add to [`hash`](Self::hash).
    #[must_use]
    pub fn columns_hash(&self, game: &PileGame<R>) -> u64 {
        let named = self.columns_are_named(game);
        let columns = self.hashes.as_ref()[..game.columns].iter().zip(self.face_down.as_ref()).enumerate();
        columns
            .map(|(n, (&hash, &down))| of_column(hash, down, place(named, n)))
            .fold(0u64, u64::wrapping_add)
    }

    /// The hash with these columns, this waste, and these cells and reserve.
    fn whole(&self, columns: u64, waste: u64, spots: u64) -> u64 {
        let piles = mixed(waste) ^ mixed(self.hashes[usize::from(R::STOCK)].rotate_left(17)).rotate_left(32);
        let piles = piles.wrapping_add(spots);
        // An offset, so that a redeal is not taken for a column of one low card.
        columns ^ mixed(piles.wrapping_add(u64::from(self.redeals) << 48).wrapping_add(FACTOR))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::DealId;
    use patsat_game::rules::Rules;
    use patsat_game::state::Instance;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    #[test]
    fn the_hash_after_a_move_is_that_of_the_position() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let (mut runs, mut turned, mut home) = (0, 0, 0);
        for name in
            ["forty-thieves", "forty-and-eight", "josephine", "rank-and-file", "emperor", "sixty-thieves"]
        {
            for seed in 0..6 {
                let id = DealId::Random { game: None, seed };
                let instance = Instance::from_id(Rules::preset(name).unwrap(), id).unwrap();
                let game = PileGame::new(&instance).unwrap();
                let mut board = *game.start();
                for _ in 0..200 {
                    let mut steps = Vec::new();
                    board.moves(&game, |step| steps.push(step));
                    let columns = board.columns_hash(&game);
                    for &step in &steps {
                        let mut after = board;
                        after.make(&game, step);
                        let hash = board.hash_after(&game, columns, step);
                        assert_eq!(hash, after.hash(&game), "{name} {seed} {step:?}");
                        runs += usize::from(step.count > 1);
                        turned += usize::from(after.face_down != board.face_down);
                        home += usize::from(step.to == Step::HOME);
                    }
                    steps.extend(board.next_draw(&game));
                    if steps.is_empty() {
                        break;
                    }
                    board.make(&game, steps[rng.next_u32() as usize % steps.len()]);
                }
            }
        }
        assert!(runs > 100 && turned > 100 && home > 100, "{runs} {turned} {home}");
    }
}
