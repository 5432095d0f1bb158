//! Boards of Carcassonne Solitaire for people: text and SVG; tables and figures of a study.

pub mod figures;
mod svg;
mod tables;
mod text;

pub use svg::svg;
pub use tables::{csv, markdown};
pub use text::board;

use crate::Board;

/// Widest and highest board that is drawn.
const MOST: i64 = 2_000;

/// A board that is too far spread to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the board's tiles spread over {0} columns and {1} rows: expected at most {MOST} of each for a picture"
)]
pub struct BoardWidthError(i128, i128);

/// The left upper corner, columns and rows of a board.
fn extent(board: &Board) -> Result<(i64, i64, usize, usize), BoardWidthError> {
    let ends = |pick: fn((i64, i64)) -> i64| {
        let all = board.placed.iter().map(|p| pick((p.x, p.y)));
        (all.clone().min().unwrap_or(0), all.max().unwrap_or(-1))
    };
    let ((x0, x1), (y0, y1)) = (ends(|p| p.0), ends(|p| p.1));
    let [columns, rows] = [(x0, x1), (y0, y1)].map(|(a, b)| i128::from(b) - i128::from(a) + 1);
    if columns > MOST.into() || rows > MOST.into() {
        return Err(BoardWidthError(columns, rows));
    }
    Ok((x0, y0, columns as usize, rows as usize))
}
