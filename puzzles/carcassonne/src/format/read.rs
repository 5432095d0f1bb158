//! Reading: every tile with its line, and what is wrong in one sentence.

use super::attributes::{MOST_TILES, tile};
use crate::{Board, PlacedTile};
use patsat_base::FormatError;
use patsat_base::{printable, quoted};
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

const A_TILE: &str = "<tile left=\"...\" right=\"...\" top=\"...\" bottom=\"...\">";

struct Reader<'t> {
    xml: quick_xml::Reader<&'t [u8]>,
    text: &'t str,
    /// Up to where lines have been counted, and the line there.
    counted: (usize, usize),
}

/// Reads the tiles of a file: those with a position are on the board.
///
/// # Errors
/// The first thing that is wrong, with its line.
pub fn read(bytes: &[u8]) -> Result<Board, FormatError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        FormatError::unexpected("bytes that are no UTF-8 text", "XML with the tiles").at(line)
    })?;
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(FormatError::unexpected("an empty file", "XML with the tiles").at(1));
    }
    if super::text::looks_like_one(text) {
        return super::text::read(text);
    }
    let mut xml = quick_xml::Reader::from_str(text);
    // An empty element is a beginning and an end.
    xml.config_mut().expand_empty_elements = true;
    Reader { xml, text, counted: (0, 1) }.tiles()
}

impl<'t> Reader<'t> {
    fn tiles(mut self) -> Result<Board, FormatError> {
        let (start, line) = self.start(None)?.ok_or_else(|| self.ended("<tiles>", self.counted.1))?;
        if !start.name().0.eq_ignore_ascii_case("tiles") {
            return Err(named(&start, "<tiles>").at(line));
        }
        if let Some(attribute) = attributes(&start, line)?.first() {
            let found = format!("attribute '{}' of <tiles>", printable(&attribute.0, 20));
            return Err(FormatError::unexpected(found, "<tiles> without attributes").at(line));
        }
        let mut board = Board::default();
        while let Some((start, at)) = self.start(Some(("tiles", line)))? {
            if !start.name().0.eq_ignore_ascii_case("tile") {
                return Err(named(&start, "<tile> or </tiles>").at(at));
            }
            let (tile, position) = tile(&attributes(&start, at)?, at)?;
            match position {
                Some((x, y)) => board.placed.push(PlacedTile { tile, x, y }),
                None => board.left_over.push(tile),
            }
            if board.placed.len() + board.left_over.len() > MOST_TILES {
                let expected = format!("at most {MOST_TILES} tiles");
                return Err(FormatError::unexpected("one more tile", expected).at(at));
            }
            if let Some((inner, line)) = self.start(Some(("tile", at)))? {
                return Err(named(&inner, "</tile>: nothing is inside a tile").at(line));
            }
        }
        if let Some((more, line)) = self.start(None)? {
            return Err(named(&more, "the end of the file after </tiles>").at(line));
        }
        if board.placed.is_empty() && board.left_over.is_empty() {
            return Err(FormatError::unexpected("no tile", format!("{A_TILE} in <tiles>")).at(line));
        }
        Ok(board)
    }

    /// The next start of an element, or `None` for the end of what is open (with its line), or of the file.
    fn start(&mut self, open: Option<(&str, usize)>) -> Result<Option<(BytesStart<'t>, usize)>, FormatError> {
        loop {
            let before = self.xml.buffer_position();
            match self.xml.read_event() {
                Ok(Event::Start(start)) => {
                    let line = self.line_at(before);
                    return Ok(Some((start, line)));
                }
                Ok(Event::End(_)) => return Ok(None),
                Ok(Event::Eof) => match open {
                    None => return Ok(None),
                    Some((name, line)) => {
                        let end = self.line_at(self.xml.buffer_position());
                        let expected = format!("</{name}> (for the <{name}> of line {line})");
                        return Err(self.ended(&expected, end));
                    }
                },
                Ok(Event::Text(text)) if !text.trim().is_empty() => {
                    let skipped = text.len() - text.trim_start().len();
                    let line = self.line_at(before + skipped as u64);
                    let expected = if open.is_some() { "a tag" } else { "XML: <tiles>" };
                    return Err(FormatError::unexpected(quoted(text.trim()), expected).at(line));
                }
                Ok(Event::Text(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_)) => {}
                Ok(_) => {
                    let line = self.line_at(before);
                    return Err(FormatError::unexpected(
                        "a document type, CDATA or entity",
                        "tags, comments and nothing else",
                    )
                    .at(line));
                }
                Err(error) => {
                    let line = self.line_at(self.xml.error_position());
                    let found = format!("broken XML ({})", printable(&error.to_string(), 100));
                    let expected = match open {
                        Some((name, line)) => format!("well-formed tags (<{name}> of line {line} is open)"),
                        None => "well-formed tags: <tiles>".into(),
                    };
                    return Err(FormatError::unexpected(found, expected).at(line));
                }
            }
        }
    }

    fn ended(&self, expected: &str, line: usize) -> FormatError {
        FormatError::unexpected("the end of the file", expected).at(line)
    }

    fn line_at(&mut self, position: u64) -> usize {
        let position = usize::try_from(position).unwrap_or(usize::MAX).min(self.text.len());
        let (from, line) = if position < self.counted.0 { (0, 1) } else { self.counted };
        let more = self.text.as_bytes()[from..position].iter().filter(|&&byte| byte == b'\n').count();
        self.counted = (position, line + more);
        line + more
    }
}

fn named(start: &BytesStart<'_>, expected: &str) -> FormatError {
    FormatError::unexpected(format!("<{}>", printable(start.name().0, 20)), expected)
}

fn attributes(start: &BytesStart<'_>, line: usize) -> Result<Vec<(String, String)>, FormatError> {
    let broken = |error: &dyn std::fmt::Display| {
        let found = format!("broken XML ({})", printable(&error.to_string(), 100));
        FormatError::unexpected(found, "attributes such as left=\"city\", each once").at(line)
    };
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| broken(&error))?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| broken(&error))?;
        attributes.push((attribute.key.0.to_owned(), value.into_owned()));
    }
    Ok(attributes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;

    fn error(text: &str) -> String {
        read(text.as_bytes()).unwrap_err().to_string()
    }

    const GOOD: &str = r#"<tile left="city" right="field" top="field" bottom="road""#;

    #[test]
    fn tiles_are_read_with_and_without_positions() {
        let text = format!(
            "\u{feff}<?xml version=\"1.0\"?>\n<!-- two -->\n<tiles>\n{GOOD}/>\n{GOOD} positionX=\"-3\" positionY=\" 7 \"></tile></tiles>\n"
        );
        let board = read(text.as_bytes()).unwrap();
        assert_eq!((board.left_over.len(), board.placed[0].x, board.placed[0].y), (1, -3, 7));
        assert_eq!(board.left_over[0].bottom, Side::Road);
    }

    #[test]
    fn faults_are_reported_with_their_line() {
        for (text, message) in [
            ("", "line 1: found an empty file"),
            ("hello", "line 1: found 'hello', expected XML"),
            ("<tiles>\n<tile", "line 2: found broken XML"),
            (
                "<tiles>\n\n",
                "line 3: found the end of the file, expected </tiles> (for the <tiles> of line 1)",
            ),
            ("<tiles></tiles>", "line 1: found no tile"),
            ("<boxes/>", "line 1: found <boxes>, expected <tiles>"),
            ("<tiles>\n<box/></tiles>", "line 2: found <box>, expected <tile>"),
            ("<tiles a=\"1\"/>", "attribute 'a' of <tiles>"),
            (
                "<tiles>\n\n<tile left=\"city\" right=\"x\"/></tiles>",
                "line 3: found right='x', expected field, city or road",
            ),
            ("<tiles><tile left=\"city\" right=\"city\" top=\"road\"/></tiles>", "<tile> without 'bottom'"),
            ("<tiles><tile left=\"city\" left=\"city\"/></tiles>", "found broken XML"),
            ("<!DOCTYPE tiles>\n<tiles/>", "line 1: found a document type"),
        ] {
            assert!(error(text).contains(message), "{text}: expected '{message}' in: {}", error(text));
        }
        for (more, message) in [
            (" front=\"city\"/>", "found attribute 'front', expected the four sides"),
            (" positionX=\"1\"/>", "without 'positionY', expected both"),
            (" positionX=\"1.5\" positionY=\"0\"/>", "positionX='1.5', expected a whole number"),
            (" positionX=\"99999999999999999999\" positionY=\"0\"/>", "expected a whole number"),
            ("><tile/></tile>", "expected </tile>"),
            (">x</tile>", "found 'x', expected a tag"),
            (">", "found the end of the file, expected </tile> (for the <tile> of line 2)"),
            ("></tiles>", "found broken XML"),
            ("/></tiles><tiles/>", "expected the end of the file"),
            ("/></tile></tiles>", "found broken XML"),
        ] {
            let text = format!("<tiles>\n{GOOD}{more}");
            let text = if more.contains("</tiles>") || more == ">" { text } else { text + "</tiles>" };
            assert!(error(&text).contains(message), "{text}: expected '{message}' in: {}", error(&text));
            assert!(error(&text).starts_with("line 2: "), "{}", error(&text));
        }
    }
}
