//! A board in letters: each letter is the side that it stands on, of both tiles there.

use super::{BoardWidthError, extent};
use crate::{Board, Side, Tile};
use anstyle::AnsiColor;
use patsat_base::Style;
use std::collections::HashMap;

/// The board, corners as `+`, and `f`, `C` or `r` for field, city or road in the middle of each side.
///
/// # Errors
/// If it spreads too far.
pub fn board(board: &Board, style: Style) -> Result<String, BoardWidthError> {
    let (x0, y0, columns, rows) = extent(board)?;
    let cells: HashMap<(i64, i64), Tile> = board.placed.iter().map(|p| ((p.x, p.y), p.tile)).collect();
    let tile = |column: usize, row: usize| {
        let place = (x0.checked_add(column as i64)?, y0.checked_add(row as i64)?);
        cells.get(&place).copied()
    };
    // What stands before column or row `n` is the last of `n - 1` or the first of `n`.
    let before =
        |n: usize, at: &dyn Fn(usize) -> Option<Tile>, last: fn(Tile) -> Side, first: fn(Tile) -> Side| {
            let upper = n.checked_sub(1).and_then(at).map(last);
            upper.or_else(|| at(n).map(first))
        };
    let mut text = String::new();
    for row in 0..=rows {
        let mut line = String::new();
        for column in 0..=columns {
            let near = [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().any(|(dx, dy)| {
                column.checked_sub(dx).zip(row.checked_sub(dy)).is_some_and(|(x, y)| tile(x, y).is_some())
            });
            line.push_str(&if near { style.dim("+") } else { " ".into() });
            if column < columns {
                let side = before(row, &|row| tile(column, row), |t| t.bottom, |t| t.top);
                line.push_str(&side.map_or("   ".into(), |side| {
                    format!("{}{}{}", style.dim("-"), letter(side, style), style.dim("-"))
                }));
            }
        }
        push(&mut text, &line);
        if row < rows {
            let side = |column| before(column, &|column| tile(column, row), |t| t.right, |t| t.left);
            let line = (0..=columns).map(|column| {
                side(column).map_or("    ".into(), |side| format!("{}   ", letter(side, style)))
            });
            push(&mut text, &line.collect::<String>());
        }
    }
    Ok(text)
}

fn push(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

fn letter(side: Side, style: Style) -> String {
    let colour = match side {
        Side::Field => AnsiColor::Green,
        Side::City => AnsiColor::Yellow,
        Side::Road => AnsiColor::White,
    };
    style.paint(&side.letter().to_string(), anstyle::Style::new().bold().fg_color(Some(colour.into())))
}
