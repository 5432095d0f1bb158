//! The ways to use the tiles of one value, independent of the state.
//!
//! A way is, for each colour, the number of tiles and jokers that go to runs. All tiles that must be laid
//! and go to no run must fit into groups. With a full table few combinations are possible, and they depend only on
//! the tiles, not on the runs under way. So they are found once for each value and reservation, as a tree with a
//! level a colour, and a state only walks it.

use super::super::groups::Sizes;

/// A way to use the tiles of a colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    /// Tiles in runs.
    pub(super) real: u8,
    /// Jokers in runs.
    pub(super) stand: u8,
    /// Its branches on the next level, or its leaves after the last colour.
    pub(super) first: u32,
    pub(super) end: u32,
}

/// A way to use the remaining tiles for groups.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    /// Jokers in groups.
    pub(super) jokers: u32,
    /// Pieces in groups, and how many groups.
    pub(super) grouped: (u32, u32),
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    pub(super) branches: Vec<Branch>,
    pub(super) leaves: Vec<Leaf>,
    /// The branches of the first colour.
    pub(super) roots: (u32, u32),
}

/// The tiles and jokers available at a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stock<'a> {
    /// Tiles of each colour, and those of them that must be laid.
    pub(super) free: &'a [u8],
    pub(super) must: &'a [u8],
    pub(super) jokers: u32,
    /// Whether a joker may stand for a tile that could lie there itself.
    pub(super) in_place: bool,
    /// Most runs through one tile.
    pub(super) slots: usize,
    pub(super) sizes: Sizes,
}

impl Options {
    pub(super) fn new(stock: &Stock<'_>) -> Options {
        let mut options = Options::default();
        let colours = stock.free.len();
        let (mut lower, mut upper) = (vec![0; colours], vec![0; colours]);
        options.roots = options.level(stock, 0, 0, &mut lower, &mut upper);
        options
    }

    /// The branches of a colour and all below them; an empty range if nothing is possible.
    fn level(
        &mut self,
        stock: &Stock<'_>,
        colour: usize,
        used: u32,
        lower: &mut [u8],
        upper: &mut [u8],
    ) -> (u32, u32) {
        if colour == lower.len() {
            let first = self.leaves.len() as u32;
            for jokers in 0..=stock.jokers - used {
                if let Some(grouped) = stock.sizes.most(lower, upper, jokers) {
                    self.leaves.push(Leaf { jokers, grouped });
                }
            }
            return (first, self.leaves.len() as u32);
        }
        let (free, must) = (stock.free[colour], stock.must[colour]);
        let mut found = Vec::new();
        let most = (u32::from(free) + stock.jokers - used).min(stock.slots as u32) as u8;
        for tiles in 0..=most {
            let needed = tiles.saturating_sub(free);
            let could = if stock.in_place { u32::from(tiles).min(stock.jokers - used) as u8 } else { needed };
            for stand in needed..=could.max(needed) {
                let real = tiles - stand;
                upper[colour] = free - real;
                lower[colour] = must.saturating_sub(real);
                let (first, end) = self.level(stock, colour + 1, used + u32::from(stand), lower, upper);
                if first < end {
                    found.push(Branch { real, stand, first, end });
                }
            }
        }
        let first = self.branches.len() as u32;
        self.branches.extend(found);
        (first, self.branches.len() as u32)
    }
}
