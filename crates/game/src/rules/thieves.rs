//! Forty Thieves and its kin by name.
//!
//! The table below lists the differences from Forty Thieves. In Forty Thieves, foundations go up in suit from the ace
//! and any card may fill an empty column. The stock is drawn one card at a time onto a waste whose top is playable.

use super::preset::Preset;
use super::{Build, FaceUp, Group, Layout, Rules, Sizes, Stock};
use crate::cards::DeckSpec;

/// A game of this family.
struct Kin {
    name: &'static str,
    decks: u16,
    columns: u16,
    /// Cards of each column at the start.
    height: u16,
    face_up: FaceUp,
    build: Build,
    /// Whether runs move as one.
    runs: bool,
    redeals: u16,
    aces_home: bool,
}

const FORTY: Kin = Kin {
    name: "forty-thieves",
    decks: 2,
    columns: 10,
    height: 4,
    face_up: FaceUp::All,
    build: Build::SameSuit,
    runs: false,
    redeals: 0,
    aces_home: false,
};

fn rules(kin: &Kin) -> Rules {
    let cards = u32::from(kin.columns) * u32::from(kin.height);
    let deck = DeckSpec { copies: kin.decks, ..DeckSpec::STANDARD };
    Rules {
        layout: Layout {
            sizes: Sizes::Round(cards),
            face_up: kin.face_up.clone(),
            aces_home: kin.aces_home,
            ..Layout::open()
        },
        build: kin.build,
        group: if kin.runs { Group::BuiltRun } else { Group::Single },
        stock: Stock::waste(kin.redeals, true),
        ..Rules::plain(kin.name, deck, kin.columns)
    }
}

/// Aliases, what it is, where its rules are written down, and what differs from [`FORTY`].
macro_rules! kin {
    ($aliases:expr, $about:expr, $source:expr, $name:literal $(, $field:ident: $value:expr)*) => {
        Preset {
            name: $name,
            aliases: $aliases,
            about: $about,
            source: $source,
            rules: || rules(&Kin { name: $name, $($field: $value,)* ..FORTY }),
        }
    };
}

/// The family, Forty Thieves first.
pub(super) const FAMILY: [Preset; 16] = [
    kin!(
        &["forty_thieves"],
        "two decks, 10 columns of 4, built down in suit, one card at a time, stock to waste once",
        "Solvitaire preset forty-thieves",
        "forty-thieves"
    ),
    kin!(
        &["forty_and_eight", "fortyeight"],
        "Forty Thieves with 8 columns and one redeal",
        "KPatience's Forty & Eight; PySolFC",
        "forty-and-eight",
        columns: 8,
        redeals: 1
    ),
    kin!(&[], "Forty Thieves on 12 columns of 3", "PySolFC Limited; Solvitaire preset limited", "limited",
        columns: 12, height: 3),
    kin!(&["busy_aces"], "Forty Thieves on 12 columns of 1", "PySolFC Busy Aces", "busy-aces",
        columns: 12, height: 1),
    kin!(&["waning_moon"], "Forty Thieves on 13 columns of 4", "PySolFC Waning Moon", "waning-moon",
        columns: 13),
    kin!(&["famous_fifty"], "Forty Thieves on 10 columns of 5", "PySolFC Famous Fifty", "famous-fifty",
        height: 5),
    kin!(&["san_juan_hill"], "Forty Thieves with the aces home", "PySolFC San Juan Hill", "san-juan-hill",
        aces_home: true),
    kin!(&[], "Forty Thieves whose runs move as one", "PySolFC Josephine", "josephine", runs: true),
    kin!(&["napoleons_square"], "runs move as one, 12 columns of 4", "PySolFC Napoleon's Square",
        "napoleons-square", runs: true, columns: 12),
    kin!(&[], "runs move as one, 13 columns of 4", "PySolFC Lucas", "lucas", runs: true, columns: 13),
    kin!(&[], "Forty Thieves built in alternate colours", "PySolFC Streets; Solvitaire preset streets",
        "streets", build: Build::AlternateColour),
    kin!(&[], "alternate colours, 9 columns of 4", "PySolFC Maria; Solvitaire preset maria", "maria",
        build: Build::AlternateColour, columns: 9),
    kin!(&["rank_and_file"], "alternate colours, three of four cards face down, runs move as one",
        "PySolFC Rank and File", "rank-and-file",
        build: Build::AlternateColour, runs: true, face_up: FaceUp::Top),
    kin!(&[], "alternate colours, three of four cards face down", "PySolFC Emperor", "emperor",
        build: Build::AlternateColour, face_up: FaceUp::Top),
    kin!(&["napoleons_exile"], "Forty Thieves built in any suit", "PySolFC Napoleon's Exile",
        "napoleons-exile", build: Build::AnySuit),
    kin!(&["sixty_thieves"], "three decks, 12 columns of 5", "PySolFC Sixty Thieves", "sixty-thieves",
        decks: 3, columns: 12, height: 5),
];
