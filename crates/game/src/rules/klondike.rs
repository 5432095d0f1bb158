//! Klondike and its kin by name: one deck, columns of 1, 2, 3, ... cards whose top ones lie face up, built down in
//! alternate colours, runs that move as one, kings into empty columns, a stock drawn onto a waste.

use super::preset::Preset;
use super::{Build, EmptyColumn, FaceUp, Group, Layout, Redeals, Rules, Sizes, Stock};
use crate::cards::DeckSpec;

/// The family, Klondike first.
pub(super) const FAMILY: [Preset; 5] = [
    Preset {
        name: "klondike",
        aliases: &["klondike-draw-three", "klondike-draw-3", "solitaire"],
        about: "7 columns of 1 to 7, draws of three cards, unlimited redeals, cards may come back from the foundations",
        source: "Solvitaire preset klondike",
        rules: || klondike("klondike", 3, Redeals::Unlimited),
    },
    Preset {
        name: "klondike-draw-one",
        aliases: &["klondike-draw-1"],
        about: "Klondike with draws of one card",
        source: "Solvitaire preset klondike-deal-1",
        rules: || klondike("klondike-draw-one", 1, Redeals::Unlimited),
    },
    Preset {
        name: "klondike-no-worrying-back",
        aliases: &["klondike-draw-three-no-worrying-back"],
        about: "Klondike whose cards stay on the foundations, as KPatience plays it with draws of three cards",
        source: "KPatience, Klondike (Draw 3)",
        rules: || Rules {
            worrying_back: false,
            ..klondike("klondike-no-worrying-back", 3, Redeals::Unlimited)
        },
    },
    Preset {
        name: "klondike-vegas",
        aliases: &["vegas"],
        about: "Klondike with draws of three cards and two redeals",
        source: "PySolFC Vegas Klondike",
        rules: || klondike("klondike-vegas", 3, Redeals::Number(2)),
    },
    Preset {
        name: "klondike-vegas-draw-one",
        aliases: &["vegas-draw-one", "vegas-draw-1"],
        about: "Klondike with draws of one card and no redeal",
        source: "KPatience's and PySolFC's Vegas rules with draws of one card",
        rules: || klondike("klondike-vegas-draw-one", 1, Redeals::NONE),
    },
];

fn klondike(name: &str, draw: u16, redeals: Redeals) -> Rules {
    Rules {
        layout: Layout { sizes: Sizes::Listed((1..=7).collect()), face_up: FaceUp::Top, ..Layout::open() },
        build: Build::AlternateColour,
        group: Group::BuiltRun,
        empty_column: EmptyColumn::TopRank,
        stock: Stock::Waste { redeals, playable: false, draw },
        worrying_back: true,
        ..Rules::plain(name, DeckSpec::STANDARD, 7)
    }
}
