//! `patsat puzzle carcassonne check`: checks a board or a certificate.

use super::{board, tiles};
use crate::TileSet;
use crate::check::{check_board, check_tiles};
use crate::decide::proof::{self, ExclusionProof, RectangleBounds};
use crate::report;
use patsat_console::args::MEMORY_MIB;
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_puzzle::{Answer, Question};
use serde_json::json;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Check a board, or a proof that none is larger
///
/// A board must have equal touching sides and no two tiles in one place; its largest full square and rectangle are
/// printed. With --tiles it must also use only tiles of that file, in any rotation.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Board (with --proof: the tiles), an XML file, or - for standard input
    file: String,
    /// Tile set that the board is made of
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    tiles: Option<String>,
    /// Do not allow rotated tiles
    #[arg(long, requires = "tiles")]
    no_rotation: bool,
    /// Certificate of solve --proof that no larger rectangle exists
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Also print the board
    #[arg(long, conflicts_with = "proof")]
    show: bool,
}

impl Question for Args {
    fn answer(&self, context: &Context) -> Result<Answer, Failure> {
        let answer = match &self.proof {
            Some(file) => certificate(&tiles(&self.file)?, file)?,
            None => of_board(self, context)?,
        };
        Ok(answer.about(&self.file))
    }
}

fn no(fault: &impl Display) -> Answer {
    let data = json!({ "valid": false, "fault": fault.to_string() });
    Answer::new(Exit::No, format!("not valid: {fault}\n"), data)
}

fn of_board(args: &Args, context: &Context) -> Result<Answer, Failure> {
    let board = board(&args.file)?;
    if board.placed.is_empty() {
        let file = input::name(&args.file);
        let text = format!(
            "{file}: found no tile with a position, expected positionX and positionY of the tiles of a board"
        );
        return Err(Failure::input(text));
    }
    let set = args.tiles.as_deref().map(tiles).transpose()?;
    let facts = match check_board(&board) {
        Ok(facts) => facts,
        Err(fault) => return Ok(no(&fault)),
    };
    if let Some(set) = &set
        && let Err(fault) = check_tiles(&board, set, !args.no_rotation)
    {
        return Ok(no(&fault));
    }
    let (side, corner) = facts.square;
    let (rectangle, at) = facts.rectangle;
    let mut text = format!(
        "valid: {} tiles on the board, {} pairs of touching sides are equal\n\
         largest full square: {side}x{side}, upper left corner ({}, {})\n\
         largest full rectangle: {rectangle}, upper left corner ({}, {})\n",
        facts.placed, facts.touching, corner.0, corner.1, at.0, at.1
    );
    if let Some(set) = &set {
        let turned = if args.no_rotation { "as they are written" } else { "in some rotation" };
        text += &format!("all are tiles of the set of {}, {turned}\n", set.len());
    }
    if args.show {
        let picture = report::board(&board, context.style(None, When::Auto)).map_err(Failure::input)?;
        text += &format!("\n{picture}");
    }
    let data = json!({
        "valid": true,
        "placed": facts.placed,
        "touching": facts.touching,
        "largest_square": side,
        "largest_rectangle": { "width": rectangle.width, "height": rectangle.height },
    });
    Ok(Answer::new(Exit::Done, text, data))
}

fn certificate(set: &TileSet, file: &Path) -> Result<Answer, Failure> {
    let bytes = input::read(file, "a certificate by solve --proof, or -")?;
    if !proof::looks_like_one(&bytes) {
        let text = format!("{}: {}", file.display(), proof::TilesProofFault::Magic);
        return Err(Failure::input(text));
    }
    let shown = match proof::check(set, &bytes, Some(MEMORY_MIB)) {
        Ok(shown) => shown,
        Err(fault) => return Ok(no(&fault)),
    };
    let ruled_out = shown.none.iter().map(|(shape, _)| {
        crate::Question { shape: *shape, border: shown.border, rotation: shown.rotation }.to_string()
    });
    let data = json!({
        "valid": true,
        "ruled_out": ruled_out.collect::<Vec<_>>(),
        "largest_square": shown.largest_square,
        "largest_rectangle_tiles": shown.largest_rectangle,
    });
    Ok(Answer::new(Exit::Done, sentences(set, &shown), data))
}

fn sentences(set: &TileSet, shown: &RectangleBounds) -> String {
    let mut text = format!("valid, for these {} tiles:\n", set.len());
    for (shape, how) in &shown.none {
        let question = crate::Question { shape: *shape, border: shown.border, rotation: shown.rotation };
        text += &match how {
            ExclusionProof::Argument(name, how) => {
                format!("no {question}: by counting ({name}): {}\n", how.as_str())
            }
            ExclusionProof::Refuted(checked) => format!(
                "no {question}; refuted: {} clauses, {} proof steps. This trusts the encoding.\n",
                checked.clauses(),
                checked.derived()
            ),
        };
    }
    let (side, most) = (shown.largest_square, shown.largest_rectangle);
    let of = shown.border.map_or(String::new(), |border| format!(" with a border of {border}"));
    text + &format!(
        "so no square{of} is larger than {side}x{side}, and no rectangle{of} has more than {most} tiles\n"
    )
}
