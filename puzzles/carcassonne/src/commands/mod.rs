//! `patsat puzzle carcassonne`: Carcassonne Solitaire.

mod check;
mod encode;
mod show;
mod solve;
mod study;

use crate::decide::{DecideError, Method};
use crate::format as xml;
use crate::{Board, Shape, Side, TileSet};
use clap::builder::TypedValueParser;
use patsat_console::args::known;
use patsat_console::exit::Failure;
use patsat_console::input;
use patsat_puzzle::solvers::failed;
use patsat_puzzle::{Puzzle, PuzzleCommand};
use std::path::Path;

/// The puzzle.
pub const PUZZLE: Puzzle = Puzzle {
    name: "carcassonne",
    about: "Find the largest square of Carcassonne tiles",
    more: "Touching sides must be equal. Tiles have four sides of field, city or road, in the XML of Rosinski and \
           Janaszek (2011). Boards are found by search, by SAT and by the three algorithms of that source. That none \
           is larger is shown by counting or by a proof. A checker independent of the search verifies boards and \
           certificates.",
    examples: "\
Examples:
  patsat puzzle carcassonne solve tiles.xml -o board.xml --svg board.svg
  patsat puzzle carcassonne solve tiles.xml --no-rotation --proof none.proof
  patsat puzzle carcassonne check tiles.xml --proof none.proof",
    commands: &[
        PuzzleCommand::new::<solve::Args>("solve"),
        PuzzleCommand::new::<check::Args>("check"),
        PuzzleCommand::new::<show::Args>("show"),
        PuzzleCommand::writing::<encode::Args>("encode"),
        PuzzleCommand::writing::<study::Args>("study"),
    ],
};

/// The tiles of a file, on the board or not.
fn board(text: &str) -> Result<Board, Failure> {
    let bytes = input::read(Path::new(text), "an XML file with tiles, or -")?;
    xml::read(&bytes).map_err(|error| Failure::from(error.with_file(input::name(text))))
}

/// The set of tiles of a file, whether they lie on a board or not.
fn tiles(text: &str) -> Result<TileSet, Failure> {
    Ok(set(&board(text)?))
}

/// The tiles of a board and those left over.
fn set(board: &Board) -> TileSet {
    let tiles = board.placed.iter().map(|placed| placed.tile).chain(board.left_over.iter().copied());
    TileSet { tiles: tiles.collect() }
}

/// `8x9` and its kin.
fn shape(text: &str) -> Result<Shape, String> {
    let expected = || "expected WIDTHxHEIGHT in tiles, like 8x9".to_owned();
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(expected)?;
    let [width, height] =
        [width, height].map(|n| n.parse::<usize>().ok().filter(|n| (1..=200_000).contains(n)));
    width.zip(height).map(|(width, height)| Shape { width, height }).ok_or_else(expected)
}

fn side() -> impl TypedValueParser<Value = Side> {
    known(Side::ALL.map(|side| (side.name(), side)))
}

fn method() -> impl TypedValueParser<Value = Method> {
    known(Method::ALL.map(|method| (method.name(), method)))
}

fn failure_of(error: DecideError) -> Failure {
    match error {
        DecideError::Backend(error) => failed(error),
        other => Failure::self_check(other),
    }
}
