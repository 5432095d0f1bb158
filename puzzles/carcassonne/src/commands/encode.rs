//! `patsat puzzle carcassonne encode`: the formula of a rectangle for any solver.

use super::{shape, side, tiles};
use crate::sat::Problem;
use crate::{Shape, Side};
use patsat_console::args::{MEMORY_MIB, SHARED};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::Output;
use patsat_encodings::emit::write_dimacs;
use patsat_puzzle::{Answer, Question};
use std::path::PathBuf;

/// Write the formula of a rectangle as DIMACS
///
/// It is satisfiable exactly if the rectangle exists. Comments explain its variables.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Tiles: an XML file, or - for standard input
    tiles: String,
    /// Columns and rows
    #[arg(long, value_name = "WxH", value_parser = shape)]
    rectangle: Shape,
    /// Require this side on the whole border
    #[arg(long, value_name = "SIDE", value_parser = side())]
    border: Option<Side>,
    /// Do not rotate tiles
    #[arg(long)]
    no_rotation: bool,
    /// Write the formula to this file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Question for Args {
    fn answer(&self, _: &Context) -> Result<Answer, Failure> {
        let set = tiles(&self.tiles)?;
        let question =
            crate::Question { shape: self.rectangle, border: self.border, rotation: !self.no_rotation };
        if set.len() < question.shape.area() {
            let (cells, tiles) = (question.shape.area(), set.len());
            return Err(Failure::input(format!(
                "--rectangle {question}: {cells} cells, expected at most the {tiles} tiles"
            )));
        }
        let problem = Problem::new(&set, &question, Some(MEMORY_MIB)).map_err(Failure::input)?;
        let mut bytes = Vec::new();
        write_dimacs(&mut bytes, &problem.legend(), problem.formula()).map_err(Failure::self_check)?;
        Output::open(self.output.as_deref())?.write(&bytes)?;
        Ok(Answer::done(Exit::Done))
    }
}
