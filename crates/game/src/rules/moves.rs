//! Moves, and what a plan costs.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A place on the table that a move names, whatever lies there. All numbers count from 0.
///
/// Where one card lies relative to the others is a [`Spot`](crate::state::patterns::Spot).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// A column of the tableau.
    Column(u16),
    /// A cell.
    Cell(u16),
    /// A place of the reserve.
    Reserve(u16),
    /// A foundation: suit by suit, then by copy ([`DeckSpec::foundations_of`](crate::cards::DeckSpec::foundations_of)).
    Foundation(u16),
    /// The top of the waste.
    Waste,
    /// The top of the stock, where the rules let it be played.
    Stock,
    /// The hole, in games that have one.
    Hole,
}

/// One move of a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Move {
    /// Moves the top `count` cards of a place, keeping their order.
    Cards {
        /// Where they lie.
        from: Place,
        /// Where they go.
        to: Place,
        /// How many; 1 except between columns.
        count: u32,
    },
    /// Turns the top of the stock to the waste, or into the hole.
    Draw,
    /// Turns the whole waste back into the stock.
    Redeal,
    /// Deals a row of the stock onto the columns.
    DealRow,
    /// Takes off the complete run that a column ends with, where none leaves by itself.
    Collect {
        /// The column.
        column: u16,
    },
}

impl Move {
    /// The move of one card.
    #[must_use]
    pub const fn one(from: Place, to: Place) -> Move {
        Move::Cards { from, to, count: 1 }
    }

    /// Whether the move takes cards home: one to a foundation or into the hole, or a complete run.
    #[must_use]
    pub fn goes_home(self) -> bool {
        matches!(self, Move::Cards { to: Place::Foundation(_) | Place::Hole, .. } | Move::Collect { .. })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Column(n) => write!(f, "column {}", u32::from(*n) + 1),
            // The letters of the standard notation, which has seven.
            Place::Cell(n @ 0..7) => write!(f, "cell {}", char::from(b'a' + *n as u8)),
            Place::Cell(n) => write!(f, "cell {}", u32::from(*n) + 1),
            Place::Reserve(n) => write!(f, "reserve {}", u32::from(*n) + 1),
            Place::Foundation(n) => write!(f, "foundation {}", u32::from(*n) + 1),
            Place::Waste => f.write_str("the waste"),
            Place::Stock => f.write_str("the stock"),
            Place::Hole => f.write_str("the hole"),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Cards { from, to, count: 1 } => write!(f, "the top card of {from} to {to}"),
            Move::Cards { from, to, count } => write!(f, "{count} cards of {from} to {to}"),
            Move::Draw => f.write_str("draw a card"),
            Move::Redeal => f.write_str("turn the waste back"),
            Move::DealRow => f.write_str("deal a row"),
            Move::Collect { column } => write!(f, "collect the run of {}", Place::Column(*column)),
        }
    }
}

/// What a plan costs. Three counts are in use for FreeCell, and papers mix them up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cost {
    /// Every single-card move counts 1 (the planning competitions' plan length).
    M1,
    /// A supermove counts 1, every foundation move counts 1 (Freecell Solver; Paul and Helmert).
    #[default]
    M2,
    /// As M2 without the foundation moves, as if each were played for the player
    /// (FreeCell Pro's autoplay; the count of most published solution lists).
    M3,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cost::M1 => "m1",
            Cost::M2 => "m2",
            Cost::M3 => "m3",
        })
    }
}

impl std::str::FromStr for Cost {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "m1" => Ok(Cost::M1),
            "m2" => Ok(Cost::M2),
            "m3" => Ok(Cost::M3),
            _ => Err(format!("unknown cost '{text}': expected m1, m2 or m3")),
        }
    }
}
