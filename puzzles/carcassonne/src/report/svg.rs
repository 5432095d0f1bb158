//! A board as SVG: green fields, brown cities behind their walls, roads.
//!
//! The sides of a tile do not define whether two cities are one, nor whether roads end in a village.
//! Adjacent city sides are drawn as one city and opposite ones as two, as in most tiles of the game. Two
//! roads are drawn as one, and others meet in a village.

use super::{BoardWidthError, extent};
use crate::{Board, Side, Tile};
use itertools::Itertools;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Length of a side.
const SIZE: usize = 60;
const MARGIN: usize = 14;
const FIELD: &str = "#9cc46b";
const CITY: &str = "#b98550";
const WALL: &str = "#6b431c";
const ROAD: &str = "#f6f1e0";
const CURB: &str = "#7c7464";

/// The picture: the board, and below it the tiles left over.
///
/// # Errors
/// If the board spreads too far.
pub fn svg(board: &Board) -> Result<String, BoardWidthError> {
    let (x0, y0, columns, rows) = extent(board)?;
    let below = if board.left_over.is_empty() { 0 } else { board.left_over.len().div_ceil(columns.max(8)) };
    let board_height = rows * SIZE + 2 * MARGIN;
    let caption = if below == 0 { 0 } else { 22 };
    // Tiles left over are smaller, with a gap.
    let small = SIZE * 3 / 4;
    let width = (columns * SIZE).max(if below == 0 { 0 } else { columns.max(8) * (small + 6) }) + 2 * MARGIN;
    let height = board_height + caption + below * (small + 6);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(
        &mut out,
        board,
        &Layout { x0, y0, columns, rows, small, width, height, board_height, caption },
    );
    Ok(out)
}

struct Layout {
    x0: i64,
    y0: i64,
    columns: usize,
    rows: usize,
    small: usize,
    width: usize,
    height: usize,
    board_height: usize,
    caption: usize,
}

fn write(out: &mut String, board: &Board, layout: &Layout) -> std::fmt::Result {
    let &Layout { x0, y0, columns, rows, small, width, height, board_height, caption } = layout;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
    )?;
    writeln!(out, "<title>Carcassonne Solitaire: {} tiles placed</title>", board.placed.len())?;
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fbf9f3\"/>")?;
    writeln!(out, "<defs>")?;
    let kinds: BTreeSet<Tile> =
        board.placed.iter().map(|p| p.tile).chain(board.left_over.iter().copied()).collect();
    for tile in kinds {
        writeln!(out, "<g id=\"{}\">{}</g>", name(tile), picture(tile))?;
    }
    writeln!(out, "</defs>")?;
    for placed in &board.placed {
        let [x, y] = [placed.x - x0, placed.y - y0].map(|at| at as usize * SIZE + MARGIN);
        writeln!(out, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", name(placed.tile))?;
    }
    if board.placed.len() == columns * rows && columns > 0 {
        let (w, h) = (columns * SIZE, rows * SIZE);
        writeln!(
            out,
            "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{w}\" height=\"{h}\" fill=\"none\" stroke=\"#4a3a24\" \
             stroke-width=\"3\" rx=\"2\"/>"
        )?;
    }
    if !board.left_over.is_empty() {
        writeln!(
            out,
            "<text x=\"{MARGIN}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#4a3a24\">{} left over</text>",
            board_height + 8,
            board.left_over.len()
        )?;
        for (n, &tile) in board.left_over.iter().enumerate() {
            let (column, row) = (n % columns.max(8), n / columns.max(8));
            let (x, y) = (MARGIN + column * (small + 6), board_height + caption - 6 + row * (small + 6));
            writeln!(out, "<use href=\"#{}\" transform=\"translate({x} {y}) scale(0.75)\"/>", name(tile))?;
        }
    }
    writeln!(out, "</svg>")
}

/// The sides clockwise from the top, in letters.
fn name(tile: Tile) -> String {
    format!("t{}", tile.sides().map(Side::letter).iter().join(""))
}

/// Turns a path clockwise by N quarters.
fn turned(path: &str, quarters: usize) -> String {
    let half = SIZE / 2;
    match quarters {
        0 => path.to_owned(),
        _ => format!("<g transform=\"rotate({} {half} {half})\">{path}</g>", 90 * quarters),
    }
}

fn picture(tile: Tile) -> String {
    let mut out = format!("<rect width=\"{SIZE}\" height=\"{SIZE}\" fill=\"{FIELD}\"/>");
    out += &roads(tile);
    out += &cities(tile);
    out + &format!(
        "<rect width=\"{SIZE}\" height=\"{SIZE}\" fill=\"none\" stroke=\"#3b4a22\" stroke-opacity=\"0.28\" stroke-width=\"1\"/>"
    )
}

/// A city: its ground, and the wall along its curve alone, for at the sides the city goes on.
fn city(ground: &str, wall: &str) -> String {
    format!(
        "<path d=\"{ground}\" fill=\"{CITY}\"/>\
         <path d=\"{wall}\" fill=\"none\" stroke=\"{WALL}\" stroke-width=\"2.5\" stroke-linecap=\"round\"/>"
    )
}

fn cities(tile: Tile) -> String {
    let at: Vec<usize> = (0..4).filter(|&n| tile.sides()[n] == Side::City).collect();
    let cap = city("M0 0 Q30 34 60 0 Z", "M0 0 Q30 34 60 0");
    match at[..] {
        [] => String::new(),
        [a] => turned(&cap, a),
        [a, b] if b == a + 2 => turned(&cap, a) + &turned(&cap, b),
        // Top and right, turned.
        [a, b] => {
            let corner = city("M0 0 L60 0 L60 60 Q38 22 0 0 Z", "M60 60 Q38 22 0 0");
            turned(&corner, if (a, b) == (0, 3) { 3 } else { a })
        }
        // All but one: the field bites into it. Open at the bottom, turned.
        [_, _, _] => {
            let open = (0..4).find(|n| !at.contains(n)).unwrap_or(0);
            let most = city("M0 60 L0 0 L60 0 L60 60 Q30 28 0 60 Z", "M60 60 Q30 28 0 60");
            turned(&most, (open + 2) % 4)
        }
        _ => {
            let houses = "M14 20 h10 v10 h-10 Z M34 12 h9 v9 h-9 Z M30 36 h13 v10 h-13 Z";
            format!(
                "<rect width=\"{SIZE}\" height=\"{SIZE}\" fill=\"{CITY}\"/><path d=\"{houses}\" fill=\"#8a5a2c\"/>"
            )
        }
    }
}

fn road(path: &str) -> String {
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{CURB}\" stroke-width=\"9\"/>\
         <path d=\"{path}\" fill=\"none\" stroke=\"{ROAD}\" stroke-width=\"6\"/>"
    )
}

fn roads(tile: Tile) -> String {
    let at: Vec<usize> = (0..4).filter(|&n| tile.sides()[n] == Side::Road).collect();
    let half = road("M30 0 L30 30");
    match at[..] {
        [] => String::new(),
        [a, b] if b == a + 2 => turned(&road("M30 0 L30 60"), a),
        // Top and right, turned.
        [a, b] => turned(&road("M30 0 Q30 30 60 30"), if (a, b) == (0, 3) { 3 } else { a }),
        _ => {
            let village = format!(
                "<circle cx=\"30\" cy=\"30\" r=\"8\" fill=\"{ROAD}\" stroke=\"{CURB}\" stroke-width=\"1.5\"/>\
                 <path d=\"M25 33 v-5 l5 -5 l5 5 v5 Z\" fill=\"#a8442f\"/>"
            );
            at.iter().map(|&n| turned(&half, n)).collect::<String>() + &village
        }
    }
}
