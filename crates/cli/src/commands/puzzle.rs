//! `patsat puzzle`: puzzles beside the card games. This list is all that the program knows of them.

use clap::error::ErrorKind;
use clap::{ArgMatches, Command, Error, FromArgMatches};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_puzzle::Puzzle;

const PUZZLES: [&Puzzle; 3] =
    [&patsat_rummikub::PUZZLE, &patsat_carcassonne::PUZZLE, &patsat_autostart::PUZZLE];

/// The puzzle that was called, and its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Args {
    puzzle: &'static Puzzle,
    matches: ArgMatches,
}

impl FromArgMatches for Args {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Args, Error> {
        let called = matches.subcommand().and_then(|(name, matches)| {
            let puzzle = PUZZLES.into_iter().find(|puzzle| puzzle.name == name)?;
            Some(Args { puzzle, matches: matches.clone() })
        });
        called.ok_or_else(|| Error::new(ErrorKind::MissingSubcommand))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Args::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Args {
    fn augment_args(command: Command) -> Command {
        let names = PUZZLES.map(|puzzle| puzzle.name).join(", ");
        command
            .about(format!("Solve puzzles: {names}"))
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommands(PUZZLES.map(Puzzle::command))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Args::augment_args(command)
    }
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    args.puzzle.run(&args.matches, context)
}
