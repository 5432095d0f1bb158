//! Games whose cards leave into a hole, by name: nothing is built in the columns.

use super::preset::Preset;
use super::{Build, EmptyColumn, FirstCard, Home, Layout, Rules, Sizes, Stock};
use crate::cards::DeckSpec;

/// The family.
pub(super) const FAMILY: [Preset; 3] = [
    Preset {
        name: "golf",
        aliases: &[],
        about: "7 columns of 5, into the hole up or down by one rank, nothing next to the king's far side; 16 cards to draw",
        source: "Solvitaire preset golf",
        rules: || Rules {
            layout: Layout { sizes: Sizes::Round(35), first_card: FirstCard::Home, ..Layout::open() },
            stock: Stock::Hole,
            ..hole("golf", 7, Home::Hole)
        },
    },
    Preset {
        name: "black-hole",
        aliases: &[],
        about: "17 columns of 3, into the hole on the ace of spades up or down by one rank, ace and king next to each other",
        source: "Solvitaire preset black-hole",
        rules: || hole("black-hole", 17, Home::HoleAroundCorner),
    },
    Preset {
        name: "worm-hole",
        aliases: &[],
        about: "Black Hole with a cell",
        source: "Solvitaire preset worm-hole",
        rules: || Rules { cells: 1, ..hole("worm-hole", 17, Home::HoleAroundCorner) },
    },
];

fn hole(name: &str, columns: u16, home: Home) -> Rules {
    Rules {
        build: Build::Nothing,
        empty_column: EmptyColumn::Nothing,
        home,
        ..Rules::plain(name, DeckSpec::STANDARD, columns)
    }
}
