//! Random tiles, and dice.

use super::tile::{Side, Tile, TileSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random numbers by a seed, the same on every machine.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a random number below `n`, which must not be 0. All are equally likely, up to one in four billion.
    pub fn below(&mut self, n: usize) -> usize {
        let wide = u64::from(self.0.next_u32()) * n as u64;
        (wide >> 32) as usize
    }
}

/// The tiles in a random order.
#[must_use]
pub fn shuffled(tiles: &[Tile], dice: &mut Dice) -> Vec<Tile> {
    let mut order = tiles.to_vec();
    for n in (1..order.len()).rev() {
        order.swap(n, dice.below(n + 1));
    }
    order
}

/// Returns `count` random tiles of the set.
#[must_use]
pub fn subset(set: &TileSet, count: usize, dice: &mut Dice) -> TileSet {
    let mut tiles = shuffled(&set.tiles, dice);
    tiles.truncate(count);
    TileSet { tiles }
}

/// Tiles each side of which is as likely to be field, city or road.
#[must_use]
pub fn uniform(count: usize, dice: &mut Dice) -> TileSet {
    let mut tile = || Tile::new([(); 4].map(|()| Side::ALL[dice.below(3)]));
    TileSet { tiles: (0..count).map(|_| tile()).collect() }
}
