//! Klondike and its kin by name: one deck, columns of 1, 2, 3, ... cards whose top ones lie face up, built down in
//! alternate colours, runs that move as one, kings into empty columns, a stock drawn onto a waste.

use super::preset::Preset;
use super::{Build, EmptyColumn, FaceUp, FirstCard, Group, Layout, Redeals, Rules, Sizes, Stock};
use crate::cards::DeckSpec;

/// The family, Klondike first.
pub(super) const FAMILY: [Preset; 14] = [
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
        source: "Vegas scoring of Windows Solitaire: three passes with draws of three cards",
        rules: || klondike("klondike-vegas", 3, Redeals::Number(2)),
    },
    Preset {
        name: "klondike-vegas-draw-one",
        aliases: &["vegas-draw-one", "vegas-draw-1"],
        about: "Klondike with draws of one card and no redeal",
        source: "PySolFC Vegas Klondike",
        rules: || Rules {
            stock: Stock::waste(0, true),
            ..klondike("klondike-vegas-draw-one", 1, Redeals::NONE)
        },
    },
    Preset {
        name: "trigon",
        aliases: &[],
        about: "Klondike with draws of one card, built down in suit, nothing leaves a foundation",
        source: "Solvitaire preset trigon",
        rules: || Rules {
            build: Build::SameSuit,
            worrying_back: false,
            ..klondike("trigon", 1, Redeals::Unlimited)
        },
    },
    Preset {
        name: "thirty-six",
        aliases: &["thirtysix"],
        about: "6 columns of 6 that lie open, any suit, any card into an empty column, draws of one card, no redeal",
        source: "Solvitaire preset thirtysix",
        rules: || Rules {
            columns: 6,
            layout: Layout { sizes: Sizes::Round(36), ..Layout::open() },
            build: Build::AnySuit,
            empty_column: EmptyColumn::Any,
            stock: Stock::waste(0, true),
            worrying_back: false,
            ..klondike("thirty-six", 1, Redeals::NONE)
        },
    },
    Preset {
        name: "east-haven",
        aliases: &["easthaven"],
        about: "7 columns of 3, rows dealt onto all columns, any card into an empty column",
        source: "Solvitaire preset east-haven",
        rules: || Rules {
            layout: Layout { sizes: Sizes::Round(21), face_up: FaceUp::Top, ..Layout::open() },
            empty_column: EmptyColumn::Any,
            stock: Stock::Rows { onto_empty: true },
            ..klondike("east-haven", 1, Redeals::NONE)
        },
    },
    Preset {
        name: "northwest-territory",
        aliases: &[],
        about: "8 columns of 1 to 8, 16 cards in a reserve instead of the stock",
        source: "Solvitaire preset northwest-territory",
        rules: || Rules {
            columns: 8,
            layout: Layout {
                sizes: Sizes::Listed((1..=8).collect()),
                face_up: FaceUp::Top,
                reserve: 16,
                ..Layout::open()
            },
            stock: Stock::None,
            ..klondike("northwest-territory", 1, Redeals::NONE)
        },
    },
    Preset {
        name: "yukon",
        aliases: &[],
        about: "7 columns of 1 and 6 to 11, the last five face up, any face-up card moves with all that lies on it",
        source: "PySolFC Yukon",
        rules: yukon,
    },
    Preset {
        name: "russian-solitaire",
        aliases: &["russian"],
        about: "Yukon built down in suit",
        source: "PySolFC Russian Solitaire",
        rules: || Rules { name: "russian-solitaire".into(), build: Build::SameSuit, ..yukon() },
    },
    Preset {
        name: "gargantua",
        aliases: &[],
        about: "two decks, 9 columns of 1 to 9, draws of one card, no redeal",
        source: "Solvitaire preset gargantua",
        rules: || Rules {
            deck: DeckSpec { copies: 2, ..DeckSpec::STANDARD },
            columns: 9,
            layout: Layout {
                sizes: Sizes::Listed((1..=9).collect()),
                face_up: FaceUp::Top,
                ..Layout::open()
            },
            stock: Stock::waste(0, true),
            ..klondike("gargantua", 1, Redeals::NONE)
        },
    },
    Preset {
        name: "gypsy",
        aliases: &[],
        about: "two decks, 8 columns of 3 whose top cards lie open, rows dealt onto all columns, any card into an empty column",
        source: "PySolFC Gypsy",
        rules: || Rules {
            deck: DeckSpec { copies: 2, ..DeckSpec::STANDARD },
            columns: 8,
            layout: Layout { sizes: Sizes::Round(24), face_up: FaceUp::Top, ..Layout::open() },
            empty_column: EmptyColumn::Any,
            stock: Stock::Rows { onto_empty: true },
            ..klondike("gypsy", 1, Redeals::NONE)
        },
    },
    Preset {
        name: "agnes-sorel",
        aliases: &["agnes"],
        about: "7 columns of 1 to 7 built down in one colour, rows dealt onto all columns, the first card left says where foundations begin",
        source: "PySolFC Agnes Sorel",
        rules: || Rules {
            layout: Layout {
                sizes: Sizes::Listed((1..=7).collect()),
                first_card: FirstCard::Home,
                ..Layout::open()
            },
            build: Build::SameColour,
            group: Group::SuitRun,
            empty_column: EmptyColumn::Nothing,
            stock: Stock::Rows { onto_empty: true },
            worrying_back: false,
            ..klondike("agnes-sorel", 1, Redeals::NONE)
        },
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

fn yukon() -> Rules {
    Rules {
        layout: Layout {
            sizes: Sizes::Listed(vec![1, 6, 7, 8, 9, 10, 11]),
            face_up: FaceUp::Last(5),
            ..Layout::open()
        },
        group: Group::AnyFaceUp,
        stock: Stock::None,
        worrying_back: false,
        ..klondike("yukon", 1, Redeals::NONE)
    }
}
