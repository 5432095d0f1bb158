//! Sixty-four bits of a position that change with two columns a move.
//!
//! The idea is Zobrist's (1970): a column's hash is the exclusive or of one random word for
//! each card at each depth. Columns are then mixed and added up, so that the sum is blind to
//! their order; while rows are still to be dealt, their number is mixed in.

use super::{CODES, MAX_CARDS, RunBoard, RunGame, rank, suit};
use patsat_base::{SplitMix64, mixed};
use std::sync::LazyLock;

/// The hash of a position.
pub type RunHash = u64;

/// The hash of a column's cards, blind to its place and to what lies face down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ColumnHash(u64);

/// Words of ranks below 16 come first, those of higher ranks from a state of their own: so a game hashes, and is
/// searched, alike however many ranks there is room for.
static WORDS: LazyLock<Vec<[u64; CODES]>> = LazyLock::new(|| {
    let (mut words, mut higher) = (SplitMix64::new(0), SplitMix64::new(1 << 32));
    let row = |_| {
        let lower: [u64; 64] = std::array::from_fn(|_| words.next_word());
        std::array::from_fn(|code| match (rank(code as u8), suit(code as u8)) {
            (rank @ ..16, suit) => lower[usize::from(suit << 4 | rank)],
            _ => higher.next_word(),
        })
    };
    (0..=MAX_CARDS).map(row).collect()
});

impl ColumnHash {
    /// The hash of a column.
    #[inline]
    #[must_use]
    pub fn of(cards: &[u8]) -> ColumnHash {
        ColumnHash::default().with(0, cards)
    }

    /// The hash after these cards, at `depth` and above, have come or gone.
    #[inline]
    #[must_use]
    pub fn with(self, depth: usize, cards: &[u8]) -> ColumnHash {
        let words = WORDS[depth..].iter().zip(cards);
        ColumnHash(words.fold(self.0, |hash, (row, &card)| hash ^ row[usize::from(card) % CODES]))
    }

    /// What this column adds to the hash of its position.
    #[inline]
    #[must_use]
    pub fn summand(self, column: usize, face_down: u8, alike: bool) -> RunHash {
        let place = if alike { 0 } else { column as u64 + 1 };
        mixed(self.0.wrapping_add(u64::from(face_down) << 32 | place))
    }
}

impl RunBoard {
    /// The hash of each column, and of the position.
    #[inline]
    #[must_use]
    pub fn hashes(&self, game: &RunGame) -> ([ColumnHash; super::MAX_COLUMNS], RunHash) {
        let alike = game.columns_are_alike(self);
        let mut columns = [ColumnHash::default(); super::MAX_COLUMNS];
        let mut sum = u64::from(self.rows_dealt);
        for (n, hash) in columns.iter_mut().enumerate().take(game.columns) {
            *hash = ColumnHash::of(self.column(n));
            sum = sum.wrapping_add(hash.summand(n, self.face_down[n], alike));
        }
        (columns, sum)
    }
}
