//! An answer as a picture: the sets on the table, and what is left on the rack.

use super::AnswerReport;
use crate::{LaidTile, Piece, Shape, Tile};
use std::fmt::Write;

const WIDTH: u32 = 38;
const HEIGHT: u32 = 52;
const GAP: u32 = 4;
const MARGIN: u32 = 18;
/// Sets stand side by side until a row is as wide as this many tiles.
const ACROSS: u32 = 16;
/// The ink of the colours, again from the first where there are more.
const INKS: [&str; 6] = ["#c0392b", "#1f5fa8", "#b8730a", "#1b1b1b", "#00795a", "#8e4585"];

/// Returns the picture as SVG. Each tile has the letter of its colour below its value, so a reader need not distinguish
/// the inks. A joker shows the tile that it stands for.
#[must_use]
pub fn svg(answer: &AnswerReport<'_>) -> String {
    let mut body = String::new();
    let mut y = MARGIN + 20;
    let heading = |body: &mut String, y: u32, text: &str| {
        // Writing to a string does not fail.
        let _ = writeln!(body, r##"<text x="{MARGIN}" y="{y}" font-size="15" fill="#ffffff">{text}</text>"##);
    };
    let title = match answer.best {
        Some(best) => {
            let score = best.score();
            let sure = if answer.optimal { "best" } else { "best so far" };
            format!(
                "{} of {} tiles, worth {}, {sure}",
                super::plural(best.melds().len() as u64, "set"),
                { best.melds().iter().map(|set| set.0.len()).sum::<usize>() },
                score.value
            )
        }
        None => "no sets".to_owned(),
    };
    heading(&mut body, y, &title);
    y += 12;
    let mut x = 0;
    for set in answer.best.iter().flat_map(|best| best.melds()) {
        let long = set.0.len() as u32;
        if x > 0 && x + long > ACROSS {
            (x, y) = (0, y + HEIGHT + 2 * GAP);
        }
        for laid in &set.0 {
            tile(&mut body, MARGIN + x * (WIDTH + GAP), y, Some(*laid));
            x += 1;
        }
        x += 1;
    }
    if x > 0 {
        y += HEIGHT + 2 * GAP;
    }
    let left = answer.best.map_or(&[][..], |best| best.left());
    y += 20;
    let rack = if left.is_empty() { "nothing is left on the rack" } else { "left on the rack" };
    heading(&mut body, y, rack);
    y += 12;
    for (n, piece) in (0..).zip(left) {
        let laid = match piece {
            Piece::Tile(tile) => Some(LaidTile { tile: *tile, joker: false }),
            Piece::Joker => None,
        };
        if n > 0 && n % ACROSS == 0 {
            y += HEIGHT + GAP;
        }
        tile(&mut body, MARGIN + n % ACROSS * (WIDTH + GAP), y, laid);
    }
    let height = y + if left.is_empty() { 0 } else { HEIGHT + MARGIN };
    let longest = answer.best.iter().flat_map(|best| best.melds()).map(|set| set.0.len() as u32).max();
    let width = 2 * MARGIN + ACROSS.max(longest.unwrap_or(0)) * (WIDTH + GAP) - GAP;
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="DejaVu Sans, Helvetica, Arial, sans-serif">
<title>{title}</title>
<rect width="{width}" height="{height}" rx="10" fill="#35506b"/>
{body}</svg>
"##
    )
}

/// A tile; none is a joker that stands for nothing.
fn tile(body: &mut String, x: u32, y: u32, laid: Option<LaidTile>) {
    let joker = laid.is_none_or(|laid| laid.joker);
    let (fill, edge) = if joker { ("#fff1c4", "#c98a00") } else { ("#fffdf6", "#8d8a82") };
    let _ = write!(
        body,
        r##"<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="5" fill="{fill}" stroke="{edge}"/>"##
    );
    let middle = x + WIDTH / 2;
    let ink = laid
        .map_or(INKS[3], |LaidTile { tile: Tile { colour, .. }, .. }| INKS[usize::from(colour) % INKS.len()]);
    let (value, below) = match laid {
        Some(LaidTile { tile, joker }) => {
            let letter = Shape::letter(tile.colour);
            (tile.value.to_string(), if joker { format!("*{letter}") } else { letter.to_string() })
        }
        None => ("*".to_owned(), String::new()),
    };
    let size = if value.len() > 2 { 14 } else { 20 };
    let (top, bottom) = (y + 27, y + 45);
    let _ = writeln!(
        body,
        r##"<text x="{middle}" y="{top}" font-size="{size}" font-weight="bold" text-anchor="middle" fill="{ink}">{value}</text><text x="{middle}" y="{bottom}" font-size="13" text-anchor="middle" fill="{ink}">{below}</text>"##
    );
}
