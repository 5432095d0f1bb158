//! Finds arguments that there is no board ([`check::Argument`]): area, parity, rim, potentials.
//!
//! Potentials are tried with all weights up to [`MOST_WEIGHT`]. Linear programming would find the best
//! weights; for three colours small weights are enough. The checker verifies each argument and repeats
//! its sums.

use super::board::Question;
use super::check::{self, Argument};
use super::tile::{Side, TileSet};

/// Largest weight that is tried.
pub const MOST_WEIGHT: i32 = 4;

/// An argument that rules the rectangle out, if one of these kinds does.
#[must_use]
pub fn argument(set: &TileSet, question: &Question) -> Option<Argument> {
    let holds = |argument: &Argument| check::check_argument(set, question, argument).is_ok();
    let mut simple = vec![Argument::Area];
    if question.border.is_some() {
        simple.extend((0..Side::ALL.len()).map(|side| Argument::Parity { side }));
        simple.extend(rims(question));
    }
    let found = simple.into_iter().find(holds);
    // A half turn negates the value of a tile: potentials bound nothing if tiles may be turned.
    found.or_else(|| potential(set, question).filter(|_| !question.rotation).filter(holds))
}

/// All sets of kinds of cells at the border.
fn rims(question: &Question) -> impl Iterator<Item = Argument> {
    let mut kinds: Vec<u8> =
        check::kinds_of_cells(question.shape).into_iter().map(|(kind, _)| kind).collect();
    kinds.retain(|&kind| kind > 0);
    (1..1u32 << kinds.len()).map(move |set| {
        let chosen = kinds.iter().enumerate().filter(|(n, _)| set >> n & 1 == 1).map(|(_, &kind)| kind);
        Argument::Rim { kinds: chosen.collect() }
    })
}

/// Weights that rule the rectangle out.
fn potential(set: &TileSet, question: &Question) -> Option<Argument> {
    let (shape, classes) = (question.shape, set.classes(false));
    if shape.area() > set.len() {
        return None;
    }
    let range = |weights: &[i32; 3]| weights.iter().max().copied().unwrap_or(0);
    let mut values: Vec<(i32, usize)> = Vec::with_capacity(classes.len());
    for row in weights() {
        for column in weights() {
            let most = match question.border {
                Some(_) => 0,
                None => range(&row) as usize * shape.height + range(&column) as usize * shape.width,
            };
            values.clear();
            values.extend(classes.iter().map(|class| {
                let [a, b] = [row, column].map(|weights| move |side: Side| weights[side as usize]);
                let tile = class.tile;
                (a(tile.left) - a(tile.right) + b(tile.top) - b(tile.bottom), class.copies)
            }));
            values.sort_unstable();
            let (mut cells, mut sum) = (shape.area(), 0);
            for &(value, copies) in &values {
                let used = copies.min(cells);
                sum += i64::from(value) * used as i64;
                cells -= used;
            }
            if sum > most as i64 {
                return Some(Argument::Potential { row, column });
            }
        }
    }
    None
}

/// Weights of the three colours, the least of them 0; small ones first.
fn weights() -> impl Iterator<Item = [i32; 3]> {
    let triples = (0..=MOST_WEIGHT).flat_map(move |most| {
        (0..=most).flat_map(move |a| (0..=most).flat_map(move |b| (0..=most).map(move |c| ([a, b, c], most))))
    });
    triples
        .filter(|(weights, most)| weights.contains(most) && weights.contains(&0))
        .map(|(weights, _)| weights)
}
