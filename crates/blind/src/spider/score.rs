//! How tidy a position looks to a player who knows the cards that lie face up.

use patsat_states::runs::{RunBoard, RunGame, rank};

/// What each part of a position adds to its score; lower scores are tidier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Weights {
    /// A card on the next one of its suit.
    pub(crate) link: i32,
    /// A card on the next rank of another suit.
    pub(crate) mixed: i32,
    /// A card on one of a higher rank that it does not continue.
    pub(crate) gap: i32,
    /// A card on one of the same rank or a lower one.
    pub(crate) inversion: i32,
    /// A card that lies face down.
    pub(crate) hidden: i32,
    /// A column with such cards.
    pub(crate) unopened: i32,
    /// A column that stands on the highest rank.
    pub(crate) king: i32,
    /// A column that does not: for each rank it lacks, in quarters.
    pub(crate) base: i32,
    /// An empty column.
    pub(crate) empty: i32,
    /// A run that has left.
    pub(crate) home: i32,
    /// A row that was dealt.
    pub(crate) row: i32,
    /// A move made.
    pub(crate) step: i32,
}

impl Weights {
    /// What a column adds to the score.
    #[must_use]
    pub(crate) fn column(&self, game: &RunGame, board: &RunBoard, n: usize) -> i32 {
        let (cards, down) = (board.column(n), usize::from(board.face_down[n]));
        let up = &cards[down.min(cards.len())..];
        let pairs: i32 = up.windows(2).map(|pair| self.pair(pair[0], pair[1])).sum();
        let bottom = match (down, up.first()) {
            (0, None) => self.empty,
            (0, Some(&base)) => match i32::from(game.ranks) - i32::from(rank(base)) {
                0 => self.king,
                lacking => self.base * lacking / 4,
            },
            _ => self.hidden * down as i32 + self.unopened,
        };
        pairs + bottom
    }

    fn pair(&self, lower: u8, upper: u8) -> i32 {
        if lower == upper + 1 {
            self.link
        } else if rank(lower) == rank(upper) + 1 {
            self.mixed
        } else if rank(lower) > rank(upper) {
            self.gap
        } else {
            self.inversion
        }
    }
}
