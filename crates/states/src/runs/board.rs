//! A position of a game of runs.

use super::{MAX_CARDS, MAX_COLUMNS, code};
use patsat_game::cards::Pile;

/// A position: the cards of every column in one array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunBoard {
    pub(super) cards: [u8; MAX_CARDS + 1],
    /// Column `c` is `cards[starts[c]..starts[c + 1]]`.
    pub(super) starts: [u8; MAX_COLUMNS + 1],
    /// How many of the deepest cards of each column lie face down.
    pub face_down: [u8; MAX_COLUMNS],
    /// Rows dealt so far.
    pub rows_dealt: u8,
    /// Complete runs that have left since the start.
    pub runs_home: u8,
}

impl RunBoard {
    /// The position of these columns. They hold at most `MAX_CARDS` cards.
    pub(super) fn new(columns: &[Pile]) -> RunBoard {
        let mut board = RunBoard {
            cards: [0; MAX_CARDS + 1],
            starts: [0; MAX_COLUMNS + 1],
            face_down: [0; MAX_COLUMNS],
            rows_dealt: 0,
            runs_home: 0,
        };
        let mut end = 0;
        for (n, pile) in columns.iter().enumerate() {
            for &card in &pile.cards {
                board.cards[end] = code(card);
                end += 1;
            }
            board.starts[n + 1..].fill(end as u8);
            board.face_down[n] = pile.face_down as u8;
        }
        board
    }

    /// The cards of a column, deepest first.
    #[inline]
    #[must_use]
    pub fn column(&self, column: usize) -> &[u8] {
        &self.cards[usize::from(self.starts[column])..usize::from(self.starts[column + 1])]
    }

    /// How many cards at the end of a column move as one.
    #[inline]
    #[must_use]
    pub fn run(&self, column: usize) -> usize {
        let cards = &self.column(column)[usize::from(self.face_down[column])..];
        let links = cards.windows(2).rev().take_while(|pair| pair[0] == pair[1] + 1).count();
        links + usize::from(!cards.is_empty())
    }

    /// Turns a face-down card that lies on top.
    #[inline]
    pub(super) fn turn(&mut self, column: usize) {
        let height = self.starts[column + 1] - self.starts[column];
        self.face_down[column] = self.face_down[column].min(height.saturating_sub(1));
    }
}
