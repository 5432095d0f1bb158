//! Writing, in the source's own form: an element a line, with its end tag.

use crate::{Board, Tile, TileSet};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use std::io;

/// Writes a board: its tiles with their positions, then those left over.
///
/// # Errors
/// Those of the writer.
pub fn write_board(board: &Board) -> io::Result<String> {
    let placed = board.placed.iter().map(|p| (p.tile, Some((p.x, p.y))));
    write(placed.chain(board.left_over.iter().map(|&tile| (tile, None))))
}

/// Writes tiles.
///
/// # Errors
/// Those of the writer.
pub fn write_tiles(set: &TileSet) -> io::Result<String> {
    write(set.tiles.iter().map(|&tile| (tile, None)))
}

fn write(tiles: impl Iterator<Item = (Tile, Option<(i64, i64)>)>) -> io::Result<String> {
    let mut writer = Writer::new(Vec::new());
    let new_line = || Event::Text(BytesText::new("\n"));
    writer.write_event(Event::Decl(BytesDecl::new("1.0", None, None)))?;
    writer.write_event(new_line())?;
    writer.write_event(Event::Start(BytesStart::new("tiles")))?;
    writer.write_event(new_line())?;
    for (tile, position) in tiles {
        let mut start = BytesStart::new("tile");
        let sides = [("left", tile.left), ("right", tile.right), ("top", tile.top), ("bottom", tile.bottom)];
        sides.into_iter().for_each(|(name, side)| start.push_attribute((name, side.name())));
        if let Some((x, y)) = position {
            start.push_attribute(("positionX", x.to_string().as_str()));
            start.push_attribute(("positionY", y.to_string().as_str()));
        }
        writer.write_event(Event::Start(start))?;
        writer.write_event(Event::End(BytesEnd::new("tile")))?;
        writer.write_event(new_line())?;
    }
    writer.write_event(Event::End(BytesEnd::new("tiles")))?;
    writer.write_event(new_line())?;
    String::from_utf8(writer.into_inner()).map_err(io::Error::other)
}
