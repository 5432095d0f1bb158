//! `patsat carcassonne`: Carcassonne Solitaire.

mod check;
mod encode;
mod show;
mod solve;
mod study;

use crate::decide::{AskError, Method};
use crate::format as xml;
use crate::{Board, Shape, Side, TileSet};
use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_solvers::BackendError;
use std::path::Path;

/// Find the largest square of Carcassonne tiles
///
/// Touching sides must be equal. Tiles have four sides of field, city or road, in the XML of Rosinski and Janaszek
/// (2011). Boards are found by search, by SAT and by the three algorithms of that source. That none is larger is
/// shown by counting or by a proof. A checker independent of the search verifies boards and certificates.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat carcassonne solve tiles.xml -o board.xml --svg board.svg
  patsat carcassonne check board.xml
  patsat carcassonne solve tiles.xml --largest rectangle --no-rotation --proof none.proof
  patsat carcassonne check tiles.xml --proof none.proof")]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
    Check(check::Args),
    Show(show::Args),
    Encode(encode::Args),
    Study(study::Args),
}

/// Runs the command.
///
/// # Errors
/// What is wrong with its input, or a contradiction of the program with itself.
pub fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    match &args.command {
        Command::Solve(args) => solve::run(args, context),
        Command::Check(args) => check::run(args, context),
        Command::Show(args) => show::run(args, context),
        Command::Encode(args) => encode::run(args, context),
        Command::Study(args) => study::run(args, context),
    }
}

/// The tiles of a file, on the board or not.
fn board(text: &str) -> Result<Board, Failure> {
    let bytes = input::read(Path::new(text), "an XML file with tiles, or -")?;
    xml::read(&bytes).map_err(|error| Failure::from(error.with_file(input::name(text))))
}

/// The set of tiles of a file, whether they lie on a board or not.
fn tiles(text: &str) -> Result<TileSet, Failure> {
    let board = board(text)?;
    let tiles = board.placed.iter().map(|placed| placed.tile).chain(board.left_over.iter().copied());
    Ok(TileSet { tiles: tiles.collect() })
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
    PossibleValuesParser::new(Side::ALL.map(Side::name))
        .map(|name| Side::of_name(&name).unwrap_or(Side::Field))
}

fn method() -> impl TypedValueParser<Value = Method> {
    PossibleValuesParser::new(Method::ALL.map(Method::name))
        .map(|name| Method::ALL.into_iter().find(|method| method.name() == name).unwrap_or(Method::Portfolio))
}

fn asked(error: AskError) -> Failure {
    match error {
        AskError::Backend(BackendError::Missing(text)) => Failure::missing(text),
        other => Failure::self_check(other),
    }
}
