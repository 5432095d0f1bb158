//! `patsat carcassonne show`: tiles and boards as a person reads them.

use super::board;
use crate::report;
use crate::{Side, TileSet};
use patsat_console::args::Shape as Format;
use patsat_console::context::{Context, When};
use patsat_console::envelope;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use serde_json::json;
use std::path::PathBuf;

/// Print a board, and the tiles of a file by kind
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Tiles or a board: an XML file, or - for standard input
    file: String,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Format,
    /// Draw it to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let board = board(&args.file)?;
    if let Some(file) = &args.svg {
        let picture = report::svg(&board).map_err(Failure::input)?;
        Output::open(Some(file))?.write(picture.as_bytes())?;
    }
    let tiles = board.placed.iter().map(|placed| placed.tile).chain(board.left_over.iter().copied());
    let set = TileSet { tiles: tiles.collect() };
    let classes = set.classes(true);
    if args.format == Format::Json {
        let kinds = classes.iter().map(|class| {
            let [top, right, bottom, left] = class.tile.sides().map(Side::name);
            json!({ "top": top, "right": right, "bottom": bottom, "left": left, "copies": class.copies })
        });
        let result = json!({
            "tiles": set.len(),
            "placed": board.placed.len(),
            "kinds": kinds.collect::<Vec<_>>(),
        });
        let title = Some(input::name(&args.file));
        context.print(&envelope::lines("carcassonne show", title, &result, Exit::Done))?;
        return Ok(Exit::Done);
    }
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
    context.print(&text)?;
    Ok(Exit::Done)
}
