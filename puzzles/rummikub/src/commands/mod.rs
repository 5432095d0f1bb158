//! `patsat rummikub`: the puzzle of tiles.

mod check;
mod convert;
mod count;
mod decode;
mod encode;
mod solve;

use crate::format::{Numbers, read_puzzle};
use crate::{Goal, Objective, Puzzle};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use patsat_console::args::Shape as Format;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use std::path::Path;

/// Find the best Rummikub sets, or count winning hands
///
/// Tiles have a colour and a value: r1, k13; a joker is *. Groups have one value and different colours; runs have
/// one colour and consecutive values. Both have at least three tiles.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat rummikub solve hand.json
  echo 'r1 r2 r3 k10 *' | patsat rummikub solve -
  patsat rummikub count --tiles 14
  patsat rummikub count --all -o counts.csv --svg counts.svg")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum Command {
    Solve(solve::Args),
    Count(count::Args),
    Check(check::Args),
    Encode(encode::Args),
    Decode(decode::Args),
    Convert(convert::Args),
}

/// Runs the command.
///
/// # Errors
/// What is wrong with its input, or a contradiction of the program with itself.
pub fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    match &args.command {
        Command::Solve(args) => solve::run(args, context),
        Command::Count(args) => count::run(args, context),
        Command::Check(args) => check::run(args, context),
        Command::Encode(args) => encode::run(args, context),
        Command::Decode(args) => decode::run(args, context),
        Command::Convert(args) => convert::run(args, context),
    }
}

/// The tiles of the game.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Tiles")]
struct NumberArgs {
    /// Number of values [default: from the file, or 13]
    #[arg(long, value_name = "N")]
    values: Option<u16>,
    /// Number of colours [default: from the file, or 4]
    #[arg(long, value_name = "K")]
    colours: Option<u8>,
    /// Copies of each tile [default: from the file, or 2]
    #[arg(long, value_name = "M")]
    copies: Option<u8>,
    /// Number of jokers [default: from the file, or 2; for count 0]
    #[arg(long, value_name = "J")]
    jokers: Option<u8>,
    /// Minimum tiles of a set [default: from the file, or 3]
    #[arg(long, value_name = "S")]
    least: Option<u8>,
}

impl NumberArgs {
    fn numbers(&self) -> Numbers {
        let NumberArgs { values, colours, copies, jokers, least } = *self;
        Numbers { values, colours, copies, jokers, least }
    }
}

/// A position and the objective.
#[derive(Clone, Debug, clap::Args)]
struct PuzzleArgs {
    /// A file, JSON or text such as 'r1 r2 r3 k10 *', or - for standard input
    #[arg(index = 1)]
    position: String,
    /// Objective: value (sum of values) or tiles (number of tiles)
    #[arg(long, value_name = "WHAT", value_parser = objective(), default_value = "value")]
    objective: Objective,
    /// Opening turn: first sets of the rack alone worth at least N, then the table may be used [30 without a number]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "30")]
    opening: Option<u32>,
    /// With --opening: lay out only the opening and leave the table unchanged
    #[arg(long, requires = "opening")]
    rack_alone: bool,
    /// Do not prefer answers that keep the sets of the table
    #[arg(long)]
    any_table: bool,
    #[command(flatten)]
    numbers: NumberArgs,
}

fn objective() -> impl TypedValueParser<Value = Objective> {
    let named = |name: String| Objective::ALL.into_iter().find(|(_, known)| *known == name);
    PossibleValuesParser::new(Objective::ALL.map(|(_, name)| name))
        .map(move |name| named(name).map_or(Objective::Value, |(objective, _)| objective))
}

impl PuzzleArgs {
    /// What is asked about: with --rack-alone no table.
    fn puzzle(&self) -> Result<Puzzle, Failure> {
        let puzzle = position(&self.position, &self.numbers)?;
        Ok(if self.rack_alone { puzzle.rack_alone() } else { puzzle })
    }

    /// What an opening must be worth after which the table is used. Without a table the sets are the opening.
    fn opens_onto(&self, puzzle: &Puzzle) -> Option<u32> {
        self.opening.filter(|_| puzzle.table_count() > 0)
    }

    /// The same for a formula, which has no opening apart from its sets.
    fn puzzle_of_formula(&self) -> Result<Puzzle, Failure> {
        let puzzle = self.puzzle()?;
        match self.opens_onto(&puzzle) {
            None => Ok(puzzle),
            Some(_) => Err(Failure::input(
                "--opening before the table is used is no formula: expected --rack-alone with it, or 'rummikub solve'",
            )),
        }
    }

    fn goal(&self, puzzle: &Puzzle) -> Goal {
        let keep = !self.any_table && !puzzle.sets().is_empty();
        Goal { objective: self.objective, at_least: self.opening, keep }
    }
}

/// A position of a file.
fn position(name: &str, numbers: &NumberArgs) -> Result<Puzzle, Failure> {
    let bytes = input::read(Path::new(name), "a file of tiles, or - for standard input")?;
    read_puzzle(&bytes, &numbers.numbers()).map_err(|e| Failure::from(e.with_file(input::name(name))))
}

/// The program contradicts itself.
fn bug(what: &str, refused: impl std::fmt::Display) -> Failure {
    Failure::self_check(format!(
        "{}: {refused}. This is a bug of patsat, please report it",
        input::name(what)
    ))
}
