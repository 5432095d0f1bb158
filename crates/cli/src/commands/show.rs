//! `patsat show`: the board.

use crate::args::GameArgs;
use crate::load;
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::Output;
use patsat_formats::Format;
use patsat_formats::board;
use std::path::PathBuf;

/// Show the board as it lies on a table
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat show ms:617
  patsat show random:spider:3 --suits 2
  fc-solve-board | patsat show -")]
pub(crate) struct Args {
    /// A deal such as ms:617, a file, or - for standard input
    instance: String,
    #[command(flatten)]
    game: GameArgs,
    /// Format of the file [default: told from its content]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Suit symbols; auto is: on a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", default_missing_value = "always")]
    #[arg(num_args = 0..=1, require_equals = true)]
    symbols: When,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let instance = load::board(&args.instance, &args.game, args.from)?.shown();
    let style = context.style(args.output.as_deref(), args.symbols);
    Output::open(args.output.as_deref())?.write(board::instance(&instance, style).as_bytes())?;
    Ok(Exit::Done)
}
