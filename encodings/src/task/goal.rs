//! What is to be reached: the win, a position, that certain cards have left their places, or nothing.
//!
//! A position is given by kinds: which of several twins lies where is left open, as no rule distinguishes
//! them. Columns keep their numbers while rows are yet to be dealt. Later a position is meant up to their
//! order, and always up to that of cells and reserve. So a plan that continues the position meant also
//! continues the one that is reached, with other names.
//!
//! That cards have left is less than a win. It may have a bound where a win has none that is of use: a game
//! made from a formula is decided once its locks are gone.
//!
//! Where nothing is to be reached, a plan ends when a number of rows are dealt or cards drawn. An
//! [`objective`](crate::objective) states which of these ends is wanted.

use super::{CardId, KindId, Stock, Task};

/// What is to be reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// No card is left in play.
    #[default]
    Win,
    /// This position.
    End(End),
    /// None of these cards lies on the card that it lay on at the start, in a column.
    Left(Vec<CardId>),
    /// Nothing; a plan ends when this number of rows have been dealt, or this number of cards drawn.
    Open(u32),
}

/// A position to be reached: every card that lies nowhere in it is home, or in a row not yet
/// dealt. No complete run lies at the end of a column.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct End {
    /// The columns, deepest card first. Empty columns at the end may be left out.
    pub columns: Vec<Vec<KindId>>,
    /// How many of the deepest cards of each column lie face down, where they lay at the start.
    pub face_down: Vec<u32>,
    /// Cards in cells.
    pub cells: Vec<KindId>,
    /// Cards in the reserve.
    pub reserve: Vec<KindId>,
    /// How many rows of the stock have been dealt.
    pub rows: u32,
}

impl End {
    /// How many cards of a kind lie in it.
    #[must_use]
    pub fn count(&self, kind: KindId) -> usize {
        let all = self.columns.iter().flatten().chain(&self.cells).chain(&self.reserve);
        all.filter(|&&other| other == kind).count()
    }

    /// How many of the deepest cards of a column lie face down.
    #[must_use]
    pub fn face_down_in(&self, column: usize) -> usize {
        self.face_down.get(column).map_or(0, |&n| n as usize)
    }

    /// The same position in a form that is equal for equal positions; with `alike`, columns have no names.
    pub(super) fn canonical(&self, alike: bool) -> End {
        let column = |(n, cards): (usize, &Vec<KindId>)| (cards.clone(), self.face_down_in(n) as u32);
        let mut columns: Vec<(Vec<KindId>, u32)> = self.columns.iter().enumerate().map(column).collect();
        while columns.last().is_some_and(|(cards, _)| cards.is_empty()) {
            columns.pop();
        }
        if alike {
            columns.retain(|(cards, _)| !cards.is_empty());
            columns.sort_unstable();
        }
        let (columns, face_down) = columns.into_iter().unzip();
        let mut end = End { columns, face_down, ..self.clone() };
        end.cells.sort_unstable();
        end.reserve.sort_unstable();
        end
    }
}

impl Task {
    /// The card that a card lay on at the start, in a column.
    #[must_use]
    pub fn dealt_on(&self, card: CardId) -> Option<CardId> {
        let mut pairs = self.start.columns.iter().flat_map(|column| column.windows(2));
        pairs.find(|pair| pair[1] == card).map(|pair| pair[0])
    }

    /// How many rows a plan deals at most; with a position as goal, exactly.
    #[must_use]
    pub fn rows_to_deal(&self) -> usize {
        match (&self.stock, &self.goal) {
            (Stock::Rows { rows, .. }, Goal::Win | Goal::Left(_)) => rows.len(),
            (Stock::Rows { rows, .. }, Goal::End(end)) => rows.len().min(end.rows as usize),
            (Stock::Rows { rows, .. }, Goal::Open(dealt)) => rows.len().min(*dealt as usize),
            _ => 0,
        }
    }

    /// Whether rows are left when a plan ends.
    #[must_use]
    pub fn keeps_rows(&self) -> bool {
        matches!(&self.stock, Stock::Rows { rows, .. } if rows.len() > self.rows_to_deal())
    }

    /// How many cards must go home at least, beside those that are there.
    #[must_use]
    pub fn homes_to_make(&self) -> usize {
        match &self.goal {
            Goal::Win => self.cards.len() - self.start.home.len(),
            Goal::End(end) => {
                let lie = end.columns.iter().flatten().chain(&end.cells).chain(&end.reserve).count();
                let kept = match &self.stock {
                    Stock::Rows { rows, .. } => rows.iter().skip(end.rows as usize).flatten().count(),
                    _ => 0,
                };
                self.cards.len().saturating_sub(lie + kept)
            }
            Goal::Left(_) | Goal::Open(_) => 0,
        }
    }
}
