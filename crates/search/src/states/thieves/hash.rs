//! Sixty-four bits of a position, also of the one to which a move leads.

use super::super::runs::mix;
use super::board::{FACTOR, INVERSE};
use super::step::{STOCK, WASTE};
use super::{MAX_KINDS, NONE, Step, ThiefBoard, ThiefGame};

/// What a column adds to the hash of a position.
fn of_column(hash: u64, face_down: u8) -> u64 {
    mix(hash.wrapping_add(u64::from(face_down) << 56))
}

impl ThiefBoard {
    /// Sixty-four bits of the position, blind to the order of the columns and to twins.
    #[must_use]
    pub fn hash(&self, game: &ThiefGame) -> u64 {
        self.whole(self.columns_hash(game), self.hashes[WASTE])
    }

    /// [`hash`](Self::hash) of the position to which a move from a column or the waste leads, from that of this one:
    /// without the move, and so at a fraction of its cost.
    #[must_use]
    pub(crate) fn hash_after(&self, game: &ThiefGame, columns: u64, step: Step) -> u64 {
        let from = usize::from(step.from);
        let mut cards = [NONE; MAX_KINDS];
        let cards = &mut cards[..usize::from(step.count)];
        let (mut left, mut card) = (self.hashes[from], self.tops[from]);
        for place in cards.iter_mut() {
            let code = u64::from(game.kind(card)) + 1;
            left = left.wrapping_sub(code).wrapping_mul(INVERSE);
            (*place, card) = (card, self.under(card));
        }
        let (mut columns, mut waste) = (columns, self.hashes[WASTE]);
        if from == WASTE {
            waste = left;
        } else {
            let (down, height) = (self.face_down[from], self.heights[from] - step.count);
            let turned = down.min(height.saturating_sub(1));
            columns = columns.wrapping_sub(of_column(self.hashes[from], down));
            columns = columns.wrapping_add(of_column(left, turned));
        }
        if step.to != Step::HOME {
            let (to, down) = (self.hashes[usize::from(step.to)], self.face_down[usize::from(step.to)]);
            let codes = cards.iter().rev().map(|&card| u64::from(game.kind(card)) + 1);
            let grown = codes.fold(to, |hash, code| hash.wrapping_mul(FACTOR).wrapping_add(code));
            columns = columns.wrapping_sub(of_column(to, down)).wrapping_add(of_column(grown, down));
        }
        self.whole(columns, waste)
    }

    /// What the columns add to [`hash`](Self::hash).
    #[must_use]
    pub(crate) fn columns_hash(&self, game: &ThiefGame) -> u64 {
        let columns = self.hashes[..game.columns].iter().zip(self.face_down);
        columns.map(|(&hash, down)| of_column(hash, down)).fold(0u64, u64::wrapping_add)
    }

    /// The hash with these columns and this waste.
    fn whole(&self, columns: u64, waste: u64) -> u64 {
        let piles = mix(waste) ^ mix(self.hashes[STOCK].rotate_left(17)).rotate_left(32);
        // An offset, so that a redeal is not taken for a column of one low card.
        columns ^ mix(piles.wrapping_add(u64::from(self.redeals) << 48).wrapping_add(FACTOR))
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
                let game = ThiefGame::new(&instance).unwrap();
                let mut board = game.start().clone();
                for _ in 0..200 {
                    let mut steps = Vec::new();
                    board.moves(&game, |step| steps.push(step));
                    let columns = board.columns_hash(&game);
                    for &step in &steps {
                        let mut after = board.clone();
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
