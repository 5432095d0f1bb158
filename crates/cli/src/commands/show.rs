//! `patsat show`: the board.

use crate::args::GameArgs;
use crate::load;
use crate::report::lines;
use patsat_base::Style;
use patsat_console::args::{SHARED, Shape};
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::Output;
use patsat_formats::board;
use patsat_formats::{self as formats, Format};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Print a board
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat show ms:617
  patsat show random:spider:3 --suits 2
  fc-solve-board | patsat show -")]
pub(crate) struct Args {
    /// A deal such as ms:617, a file, or - for standard input
    instance: String,
    /// Format of the file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Shape,
    /// Print suit symbols (♠♥♦♣) instead of letters; auto: on a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", default_missing_value = "always")]
    #[arg(num_args = 0..=1, require_equals = true)]
    symbols: When,
    #[command(flatten)]
    game: GameArgs,
    /// Write the result to this file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let instance = load::board(&args.instance, &args.game, args.from)?.shown();
    let text = match args.format {
        Shape::Text => board::instance(&instance, context.style(args.output.as_deref(), args.symbols)),
        Shape::Json => {
            let written = formats::write_instance(&instance, Format::Json).map_err(Failure::input)?;
            let instance_json: Value = serde_json::from_str(&written).map_err(Failure::self_check)?;
            let board = board::instance(&instance, Style::PLAIN);
            lines("show", &instance, &json!({"instance": instance_json, "board": board}), Exit::Done)
        }
    };
    Output::open(args.output.as_deref())?.write(text.as_bytes())?;
    Ok(Exit::Done)
}
