//! Canfield and its kin by name: a first card that decides where foundations begin, or a reserve that fills columns.

use super::preset::Preset;
use super::{Build, EmptyColumn, FirstCard, Group, Layout, Redeals, Rules, Sizes, Stock};
use crate::cards::DeckSpec;

/// The family, Canfield first.
pub(super) const FAMILY: [Preset; 6] = [
    Preset {
        name: "canfield",
        aliases: &["demon"],
        about: "4 columns filled from a reserve of 13, draws of three cards, unlimited redeals, the first card says where foundations begin",
        source: "Solvitaire preset canfield",
        rules: canfield,
    },
    Preset {
        name: "canfield-strict",
        aliases: &[],
        about: "Canfield with moves of whole columns, and empty ones filled from the reserve, then the waste alone",
        source: "Solvitaire preset canfield-strict",
        rules: || Rules {
            group: Group::WholeColumn,
            empty_column: EmptyColumn::ReserveThenWaste,
            ..Rules { name: "canfield-strict".into(), ..canfield() }
        },
    },
    Preset {
        name: "american-toad",
        aliases: &[],
        about: "two decks, 8 columns built down in suit, a reserve of 20, draws of one card, no redeal, moves of whole columns",
        source: "Solvitaire preset american-toad",
        rules: || Rules {
            build: Build::SameSuit,
            group: Group::WholeColumn,
            empty_column: EmptyColumn::ReserveThenWaste,
            layout: Layout { sizes: Sizes::Round(8), reserve: 20, ..canfield().layout },
            stock: Stock::waste(0, true),
            ..Rules { name: "american-toad".into(), deck: DeckSpec::new(13, 4, 2), columns: 8, ..canfield() }
        },
    },
    Preset {
        name: "chameleon",
        aliases: &[],
        about: "3 columns built down in any suit, a reserve of 12 below a card, runs that move as one, draws of one card, no redeal",
        source: "Solvitaire preset chameleon",
        rules: || Rules {
            build: Build::AnySuit,
            group: Group::BuiltRun,
            layout: Layout { sizes: Sizes::Round(3), reserve: 13, stacked: true, ..Layout::open() },
            stock: Stock::waste(0, true),
            ..Rules::plain("chameleon", DeckSpec::STANDARD, 3)
        },
    },
    Preset {
        name: "fortunes-favor",
        aliases: &["fortunes-favour"],
        about: "12 columns of 1 built down in suit, aces home, empty columns filled from the waste, then the stock, no redeal",
        source: "Solvitaire preset fortunes-favor",
        rules: || Rules {
            build: Build::SameSuit,
            empty_column: EmptyColumn::WasteThenStock,
            layout: Layout { sizes: Sizes::Round(12), aces_home: true, ..Layout::open() },
            stock: Stock::waste(0, true),
            ..Rules::plain("fortunes-favor", DeckSpec::STANDARD, 12)
        },
    },
    Preset {
        name: "penguin",
        aliases: &[],
        about: "7 columns of 7 built down in suit, 7 cells, the first card says where foundations begin and its kin are there",
        source: "PySolFC Penguin",
        rules: || Rules {
            cells: 7,
            build: Build::SameSuit,
            group: Group::BuiltRun,
            empty_column: EmptyColumn::TopRank,
            layout: Layout { first_card: FirstCard::Base, ..Layout::open() },
            ..Rules::plain("penguin", DeckSpec::STANDARD, 7)
        },
    },
];

fn canfield() -> Rules {
    Rules {
        build: Build::AlternateColour,
        group: Group::PartForHome,
        empty_column: EmptyColumn::ReserveThenAny,
        layout: Layout {
            sizes: Sizes::Round(4),
            reserve: 13,
            stacked: true,
            first_card: FirstCard::Home,
            ..Layout::open()
        },
        stock: Stock::Waste { redeals: Redeals::Unlimited, playable: false, draw: 3 },
        ..Rules::plain("canfield", DeckSpec::STANDARD, 4)
    }
}
