//! `patsat puzzle rummikub`: the puzzle of tiles.

mod check;
mod convert;
mod count;
mod decode;
mod encode;
mod solve;

use crate::format::{Numbers, read_puzzle};
use crate::{Goal, Objective, Puzzle};
use clap::builder::TypedValueParser;
use patsat_console::args::known;
use patsat_console::exit::Failure;
use patsat_console::input;
use patsat_puzzle::PuzzleCommand;
use std::path::Path;

/// The puzzle.
pub const PUZZLE: patsat_puzzle::Puzzle = patsat_puzzle::Puzzle {
    name: "rummikub",
    about: "Find the best Rummikub sets, or count winning hands",
    more: "Tiles have a colour and a value: r1, k13; a joker is *. Groups have one value and different colours; runs \
           have one colour and consecutive values. Both have at least three tiles.",
    examples: "\
Examples:
  patsat puzzle rummikub solve hand.json
  echo 'r1 r2 r3 k10 *' | patsat puzzle rummikub solve -
  patsat puzzle rummikub count --all -o counts.csv --svg counts.svg",
    commands: &[
        PuzzleCommand::new::<solve::Args>("solve"),
        PuzzleCommand::new::<count::Args>("count"),
        PuzzleCommand::new::<check::Args>("check"),
        PuzzleCommand::writing::<encode::Args>("encode"),
        PuzzleCommand::new::<decode::Args>("decode"),
        PuzzleCommand::writing::<convert::Args>("convert"),
    ],
};

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
    known(Objective::ALL.map(|(objective, name)| (name, objective)))
}

impl PuzzleArgs {
    /// Reads the position; with --rack-alone it has no table.
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
                "--opening before the table is used is no formula: expected --rack-alone with it, or 'puzzle rummikub solve'",
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
