//! Moves of a game of runs.

use patsat_game::rules::{Move, Place};

/// A move between columns, a row dealt, or a run collected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunMove {
    /// The column that cards leave.
    pub from: u8,
    /// The column they go to.
    pub to: u8,
    /// How many of them; none where a row is dealt, all ones where a run is collected.
    pub count: u8,
}

impl RunMove {
    /// The row that is dealt.
    pub const ROW: RunMove = RunMove { from: 0, to: 0, count: 0 };

    /// The complete run at the end of a column leaves, where that is a move.
    pub(crate) const fn collect(column: u8) -> RunMove {
        RunMove { from: column, to: column, count: u8::MAX }
    }

    /// Whether it collects a run.
    #[inline]
    #[must_use]
    pub fn collects(self) -> bool {
        self.count == u8::MAX
    }

    /// The move as the rules write it.
    #[must_use]
    pub fn action(self) -> Move {
        let RunMove { from, to, count } = self;
        if self == RunMove::ROW {
            return Move::DealRow;
        }
        if self.collects() {
            return Move::Collect { column: from.into() };
        }
        Move::Cards { from: Place::Column(from.into()), to: Place::Column(to.into()), count: count.into() }
    }

    /// The same move, if it is one of these games.
    #[must_use]
    pub fn of(action: Move) -> Option<RunMove> {
        match action {
            Move::DealRow => Some(RunMove::ROW),
            Move::Collect { column } => Some(RunMove::collect(column as u8)),
            Move::Cards { from: Place::Column(from), to: Place::Column(to), count } => {
                Some(RunMove { from: from as u8, to: to as u8, count: count as u8 })
            }
            _ => None,
        }
    }
}
