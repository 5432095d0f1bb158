//! `patsat puzzle carcassonne show`: tiles and boards as a person reads them.

use super::{board, set};
use crate::Side;
use crate::report;
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_puzzle::{Answer, Question, open};
use serde_json::json;
use std::path::PathBuf;

/// Print a board, and the tiles of a file by kind
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Tiles or a board: an XML file, or - for standard input
    file: String,
    /// Draw it to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Question for Args {
    fn answer(&self, context: &Context) -> Result<Answer, Failure> {
        let board = board(&self.file)?;
        if let Some(mut file) = open(self.svg.as_ref())? {
            file.write(report::svg(&board).map_err(Failure::input)?.as_bytes())?;
        }
        let set = set(&board);
        let classes = set.classes(true);
        let kinds = classes.iter().map(|class| {
            let [top, right, bottom, left] = class.tile.sides().map(Side::name);
            json!({ "top": top, "right": right, "bottom": bottom, "left": left, "copies": class.copies })
        });
        let data = json!({
            "tiles": set.len(),
            "placed": board.placed.len(),
            "kinds": kinds.collect::<Vec<_>>(),
        });
        let mut text = format!(
            "{} tiles, {} of them on the board; {} kinds up to rotation\n\ntop right bottom left  copies\n",
            set.len(),
            board.placed.len(),
            classes.len()
        );
        for class in &classes {
            let names = class.tile.sides().map(|side| format!("{:<6}", side.name()));
            text += &format!("{} {}\n", names.join(""), class.copies);
        }
        let sides = Side::ALL.map(|side| {
            let count: usize = set.tiles.iter().map(|tile| tile.count(side)).sum();
            format!("{side} {count}")
        });
        text += &format!("\nsides: {}\n", sides.join(", "));
        if !board.placed.is_empty() {
            let picture = report::board(&board, context.style(None, When::Auto)).map_err(Failure::input)?;
            text += &format!("\n{picture}");
        }
        Ok(Answer::new(Exit::Done, text, data).about(&self.file).beside(self.svg.as_ref()))
    }
}
