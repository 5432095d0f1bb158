//! `patsat puzzle rummikub convert`: positions from text to JSON and back.

use super::{NumberArgs, position};
use crate::Shape;
use crate::format::{write_json, write_text};
use patsat_console::args::SHARED;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::Output;
use patsat_puzzle::{Answer, Question};
use std::path::PathBuf;

/// Convert a position between JSON and text
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// File, JSON or text, or - for standard input
    position: String,
    /// Format to write
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "json")]
    to: OutputFormat,
    #[command(flatten)]
    numbers: NumberArgs,
    /// Write the result to this file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum OutputFormat {
    /// JSON
    Json,
    /// Text: the rack, then one line per set of the table
    Text,
}

impl Question for Args {
    fn answer(&self, context: &Context) -> Result<Answer, Failure> {
        let puzzle = position(&self.position, &self.numbers)?;
        let text = match self.to {
            OutputFormat::Json => write_json(&puzzle),
            OutputFormat::Text => {
                if *puzzle.shape() != Shape::default() {
                    context.note(
                        "the text does not say which tiles there are: give --values and the like again",
                    );
                }
                write_text(&puzzle)
            }
        };
        Output::open(self.output.as_deref())?.write(text.as_bytes())?;
        Ok(Answer::done(Exit::Done))
    }
}
