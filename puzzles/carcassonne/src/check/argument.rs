//! Arguments that there is no board, checked by arithmetic alone.
//!
//! - **Area**: fewer tiles than cells.
//! - **Potential**: give each colour a weight `a` for left and right sides and a weight `b` for upper and
//!   lower ones, and each tile the value `a(left) - a(right) + b(top) - b(bottom)`. Inner sides are equal,
//!   so along a row and down a column everything cancels but the two ends. So the values of all tiles of
//!   a rectangle sum up to at most `height (max a - min a) + width (max b - min b)`, or to 0 if the border
//!   is of one colour. Take the least value of each tile over its rotations, and sum up the `width * height`
//!   least of these. If even this sum is more, there is no such rectangle. These are the bounds of linear
//!   programming, each with its multipliers as certificate.
//! - **Parity**: with a border of one colour, each colour is on an even number of sides (inner
//!   ones are pairs, a border is `2 (width + height)` long), so an even number of tiles has it on an
//!   odd number of sides. That may be impossible.
//! - **Rim**: each cell at the border requires the border's colour on some of its sides. Too few tiles can
//!   lie on the cells of some of these kinds (Hall's condition).

use super::super::board::{Question, Shape};
use super::super::tile::{Side, Tile, TileSet};
use super::Verified;
use serde::{Deserialize, Serialize};

/// Why there is no board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Argument {
    /// Fewer tiles than cells.
    Area,
    /// Weights of field, city and road.
    Potential {
        /// For left and right sides.
        row: [i32; 3],
        /// For upper and lower ones.
        column: [i32; 3],
    },
    /// The colour (as in [`Side::ALL`]) whose sides cannot be even in number.
    Parity {
        /// Its number.
        side: usize,
    },
    /// Kinds of cells at the border, for which there are too few tiles: each the set of sides at the
    /// border, 1 for the top, 2 right, 4 bottom, 8 left.
    Rim { kinds: Vec<u8> },
}

/// The error of an argument that does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the argument of {kind} does not hold for {question}: {why}")]
pub struct ArgumentFault {
    kind: &'static str,
    question: String,
    why: String,
}

impl Argument {
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Argument::Area => "area",
            Argument::Potential { .. } => "potential",
            Argument::Parity { .. } => "parity",
            Argument::Rim { .. } => "rim",
        }
    }
}

/// Checks that an argument rules a rectangle out; returns the reason as a sentence.
///
/// # Errors
/// If it does not.
pub fn check_argument(
    set: &TileSet,
    question: &Question,
    argument: &Argument,
) -> Result<Verified<String>, ArgumentFault> {
    let fault = |why: String| ArgumentFault { kind: argument.name(), question: question.to_string(), why };
    let holds = match argument {
        Argument::Area => area(set, question.shape),
        Argument::Potential { row, column } => potential(set, question, row, column),
        Argument::Parity { side } => match Side::ALL.get(*side) {
            Some(&side) => parity(set, question, side),
            None => Err(format!("there is no colour {side}")),
        },
        Argument::Rim { kinds } => rim(set, question, kinds),
    };
    holds.map(Verified).map_err(fault)
}

/// The reason why an argument holds, or why it does not.
type ArgumentResult = Result<String, String>;

fn area(set: &TileSet, shape: Shape) -> ArgumentResult {
    let (tiles, cells) = (set.len(), shape.area());
    let text = format!("{cells} cells, {tiles} tiles");
    if tiles < cells { Ok(text) } else { Err(text) }
}

/// The value of a tile as it lies.
fn value(tile: Tile, row: &[i32; 3], column: &[i32; 3]) -> i64 {
    let [a, b] = [row, column].map(|weights| move |side: Side| i64::from(weights[side as usize]));
    a(tile.left) - a(tile.right) + b(tile.top) - b(tile.bottom)
}

fn potential(set: &TileSet, question: &Question, row: &[i32; 3], column: &[i32; 3]) -> ArgumentResult {
    let Shape { width, height } = question.shape;
    if set.len() < question.shape.area() {
        return Err("there are too few tiles".into());
    }
    let least = |tile: Tile| {
        let turns = if question.rotation { tile.turns() } else { vec![tile] };
        turns.into_iter().map(|tile| value(tile, row, column)).min().unwrap_or(0)
    };
    let mut values: Vec<i64> = set.tiles.iter().map(|&tile| least(tile)).collect();
    values.sort_unstable();
    let sum: i64 = values[..question.shape.area()].iter().sum();
    let range = |weights: &[i32; 3]| {
        let ends = weights.iter().max().zip(weights.iter().min());
        ends.map_or(0, |(&max, &min)| i64::from(max) - i64::from(min))
    };
    let most = match question.border {
        Some(_) => 0,
        None => i128::from(range(row)) * height as i128 + i128::from(range(column)) * width as i128,
    };
    let text = format!(
        "with weights {row:?} of field, city and road in rows and {column:?} in columns, {} tiles sum up to {sum} \
         at least and a rectangle to {most} at most",
        question.shape.area()
    );
    if i128::from(sum) > most { Ok(text) } else { Err(text) }
}

fn parity(set: &TileSet, question: &Question, side: Side) -> ArgumentResult {
    let cells = question.shape.area();
    if question.border.is_none() {
        return Err("the border is open".into());
    }
    let odd = set.tiles.iter().filter(|tile| tile.count(side) % 2 == 1).count();
    let even = set.len() - odd;
    let most = odd.min(cells);
    // The largest even number of odd tiles: the rest are even ones.
    let possible = cells <= set.len() && cells - (most - most % 2) <= even;
    let text = format!("{odd} tiles show {side} on an odd number of sides, {even} on an even one");
    if possible { Err(text) } else { Ok(text) }
}

/// The sides of a cell that are at the border, and how many cells have these.
#[must_use]
pub(in super::super) fn kinds_of_cells(shape: Shape) -> Vec<(u8, usize)> {
    let ends = |length: usize, first: u8, last: u8| match length {
        1 => vec![(first | last, 1)],
        _ => vec![(first, 1), (0, length - 2), (last, 1)],
    };
    let mut kinds = Vec::new();
    for (row, rows) in ends(shape.height, 1, 4) {
        for (column, columns) in ends(shape.width, 8, 2) {
            kinds.push((row | column, usize::saturating_mul(rows, columns)));
        }
    }
    kinds.retain(|&(_, cells)| cells > 0);
    kinds
}

/// Whether a tile can lie on a cell of this kind.
#[must_use]
pub(in super::super) fn can_lie(tile: Tile, kind: u8, border: Side, rotation: bool) -> bool {
    let turns = if rotation { tile.turns() } else { vec![tile] };
    turns.into_iter().any(|turn| (0..4).all(|n| kind >> n & 1 == 0 || turn.sides()[n] == border))
}

fn rim(set: &TileSet, question: &Question, kinds: &[u8]) -> ArgumentResult {
    let Some(border) = question.border else { return Err("the border is open".into()) };
    let of_shape = kinds_of_cells(question.shape);
    let relevant = of_shape.iter().filter(|(kind, _)| kinds.contains(kind));
    let cells = relevant.fold(0_usize, |sum, (_, cells)| sum.saturating_add(*cells));
    let fits = |tile: &&Tile| kinds.iter().any(|&kind| can_lie(**tile, kind, border, question.rotation));
    let tiles = set.tiles.iter().filter(fits).count();
    let text = format!("{cells} cells at the border, and {tiles} tiles that can lie on one of them");
    if tiles < cells { Ok(text) } else { Err(text) }
}
