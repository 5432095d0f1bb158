//! The 72 tiles of the source, which are those of the base game without what lies inside them.
//!
//! Lines 1 and 13, and 3 and 18 of its table are the same tiles turned: 19 lines, 17 classes.

use super::tile::Side::{self, City, Field, Road};
use super::tile::{Tile, TileSet};

/// Left, right, top, bottom, and how many; in the order of the source.
const TABLE: [([Side; 4], usize); 19] = [
    ([City, Field, Field, City], 5),
    ([City, Road, Road, Road], 3),
    ([City, City, Field, Field], 3),
    ([Field, Field, Field, Field], 4),
    ([Field, Road, Field, Field], 2),
    ([Road, Road, Road, Road], 1),
    ([Field, Road, Road, Field], 9),
    ([Road, Road, Field, Field], 8),
    ([Field, Road, Road, Road], 4),
    ([City, City, City, City], 1),
    ([City, Field, City, City], 4),
    ([City, Road, City, City], 3),
    ([City, Field, City, Field], 2),
    ([City, Field, Field, Field], 5),
    ([City, Field, Road, Road], 4),
    ([City, Road, Road, Field], 3),
    ([City, Road, Field, Road], 3),
    ([Field, Field, City, City], 3),
    ([City, Road, Road, City], 5),
];

/// The 72 tiles.
#[must_use]
pub fn base72() -> TileSet {
    let copies = TABLE.iter().flat_map(|&([left, right, top, bottom], copies)| {
        std::iter::repeat_n(Tile { top, right, bottom, left }, copies)
    });
    TileSet { tiles: copies.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_are_those_of_the_game() {
        let set = base72();
        assert_eq!((set.len(), set.classes(true).len(), set.classes(false).len()), (72, 17, 19));
        let sides = Side::ALL.map(|side| set.tiles.iter().map(|tile| tile.count(side)).sum::<usize>());
        assert_eq!(sides, [115, 79, 94]);
        let cities = |side: fn(&Tile) -> Side| set.tiles.iter().filter(|tile| side(tile) == City).count();
        assert_eq!((cities(|tile| tile.left), cities(|tile| tile.right)), (41, 4));
    }
}
