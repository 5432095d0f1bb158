//! Tiles by their attributes, in whatever form a file has them.

use crate::{Side, Tile};
use patsat_base::FormatError;
use patsat_base::{printable, quoted};

/// The most tiles of a file.
pub(super) const MOST_TILES: usize = 200_000;

const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];

/// What a tile may have.
pub(super) const NAMES: [&str; 6] = [SIDES[0], SIDES[1], SIDES[2], SIDES[3], "positionX", "positionY"];

/// A side by its name, in whatever case; a castle is a city, and grass a field.
fn side(name: &str) -> Option<Side> {
    let lower = name.trim().to_ascii_lowercase();
    match lower.as_str() {
        "castle" | "town" | "c" => Some(Side::City),
        "grass" | "farm" | "meadow" | "f" => Some(Side::Field),
        "street" | "r" => Some(Side::Road),
        other => Side::of_name(other),
    }
}

/// A tile and its position, if it has one.
pub(super) fn tile(
    attributes: &[(String, String)],
    line: usize,
) -> Result<(Tile, Option<(i64, i64)>), FormatError> {
    let mut sides = [None; 4];
    let mut position = [None; 2];
    for (name, value) in attributes {
        let wrong = |expected: &str| {
            let found = format!("{}={}", printable(name, 20), quoted(value));
            FormatError::unexpected(found, expected).at(line)
        };
        if let Some(n) = SIDES.iter().position(|side| side.eq_ignore_ascii_case(name)) {
            let side = side(value).ok_or_else(|| wrong("field, city or road"))?;
            if sides[n].replace(side).is_some() {
                return Err(wrong("each side once"));
            }
        } else if let Some(n) = NAMES[4..].iter().position(|axis| axis.eq_ignore_ascii_case(name)) {
            let number: i64 = value.trim().parse().map_err(|_| wrong("a whole number"))?;
            if position[n].replace(number).is_some() {
                return Err(wrong("each position once"));
            }
        } else {
            let found = format!("attribute '{}'", printable(name, 20));
            let expected = "the four sides left, right, top and bottom, and positionX and positionY";
            return Err(FormatError::unexpected(found, expected).at(line));
        }
    }
    let without = |name: &str, expected: &str| {
        Err(FormatError::unexpected(format!("<tile> without '{name}'"), expected).at(line))
    };
    let [Some(top), Some(right), Some(bottom), Some(left)] = sides else {
        // In the order in which the format names them.
        let missing = [3, 1, 0, 2].into_iter().find(|&n| sides[n].is_none()).unwrap_or(0);
        return without(SIDES[missing], &format!("{}=\"field\", \"city\" or \"road\"", SIDES[missing]));
    };
    let tile = Tile { top, right, bottom, left };
    match position {
        [Some(x), Some(y)] => Ok((tile, Some((x, y)))),
        [None, None] => Ok((tile, None)),
        [Some(_), None] => without("positionY", "both positions or none"),
        [None, Some(_)] => without("positionX", "both positions or none"),
    }
}
