//! Games by name whose cards all lie open, mostly without cells: relatives of Fan, Somerset and Canister.
//!
//! The table lists the differences from Fan. In Fan, one deck is dealt round the columns, foundations go up in suit
//! from the ace, cards may come back from them, and one card moves at a time.

use super::preset::Preset;
use super::{Build, EmptyColumn, Group, Layout, Rules, Sizes};
use crate::cards::DeckSpec;

/// A game of this family.
struct OpenGame {
    name: &'static str,
    columns: u16,
    cells: u16,
    sizes: &'static [u32],
    reserve: u16,
    aces_home: bool,
    build: Build,
    group: Group,
    empty_column: EmptyColumn,
    worrying_back: bool,
}

const FAN: OpenGame = OpenGame {
    name: "fan",
    columns: 18,
    cells: 0,
    sizes: &[],
    reserve: 0,
    aces_home: false,
    build: Build::SameSuit,
    group: Group::Single,
    empty_column: EmptyColumn::TopRank,
    worrying_back: true,
};

/// Columns of growing size, as many as one deck fills.
const SOMERSET: &[u32] = &[1, 2, 3, 4, 5, 6, 7, 8, 8, 8];
/// The same of what the reserve and the aces leave.
const RAGLAN: &[u32] = &[1, 2, 3, 4, 5, 6, 7, 7, 7];

fn rules(game: &OpenGame) -> Rules {
    let sizes = if game.sizes.is_empty() { Sizes::All } else { Sizes::Listed(game.sizes.to_vec()) };
    Rules {
        cells: game.cells,
        layout: Layout { sizes, reserve: game.reserve, aces_home: game.aces_home, ..Layout::open() },
        build: game.build,
        group: game.group,
        empty_column: game.empty_column,
        worrying_back: game.worrying_back,
        ..Rules::plain(game.name, DeckSpec::STANDARD, game.columns)
    }
}

/// Name, aliases, what it is, and what differs from [`FAN`]. All are presets of Solvitaire.
macro_rules! open {
    ($name:literal, $aliases:expr, $about:literal $(, $field:ident: $value:expr)*) => {
        Preset {
            name: $name,
            aliases: $aliases,
            about: $about,
            source: concat!("Solvitaire preset ", $name),
            rules: || rules(&OpenGame { name: $name, $($field: $value,)* ..FAN }),
        }
    };
}

/// The family, Fan first.
pub(super) const FAMILY: [Preset; 13] = [
    open!("fan", &[], "18 columns of 3, built down in suit, kings into empty columns"),
    open!("scotch-patience", &[], "18 columns of 3, alternate colours, empty columns stay empty",
        build: Build::AlternateColour, empty_column: EmptyColumn::Nothing),
    open!("somerset", &[], "10 columns of 1 to 8, alternate colours, any card into an empty column",
        columns: 10, sizes: SOMERSET, build: Build::AlternateColour, empty_column: EmptyColumn::Any),
    open!("raglan", &[], "9 columns of 1 to 7, 6 cards in a reserve, aces home, alternate colours",
        columns: 9, sizes: RAGLAN, reserve: 6, aces_home: true, build: Build::AlternateColour,
        empty_column: EmptyColumn::Any),
    open!("flower-garden", &[], "6 columns of 6, 16 cards in a reserve, built down in any suit",
        columns: 6, reserve: 16, build: Build::AnySuit, empty_column: EmptyColumn::Any),
    open!("spanish-patience", &[], "13 columns of 4, built down in any suit, any card into an empty column",
        columns: 13, build: Build::AnySuit, empty_column: EmptyColumn::Any),
    open!("castles-of-spain", &[], "Spanish Patience built in alternate colours",
        columns: 13, build: Build::AlternateColour, empty_column: EmptyColumn::Any),
    open!("delta-star", &[], "12 columns of 4, aces home, built down in suit, nothing leaves a foundation",
        columns: 12, aces_home: true, empty_column: EmptyColumn::Any, worrying_back: false),
    open!("alpha-star", &[], "Delta Star whose runs move as one",
        columns: 12, aces_home: true, group: Group::BuiltRun, empty_column: EmptyColumn::Any,
        worrying_back: false),
    open!("american-canister", &[], "8 columns, alternate colours, runs move as one, any card into an empty column",
        columns: 8, build: Build::AlternateColour, group: Group::BuiltRun, empty_column: EmptyColumn::Any,
        worrying_back: false),
    open!("british-canister", &[], "8 columns, alternate colours, kings into empty columns",
        columns: 8, build: Build::AlternateColour, worrying_back: false),
    open!("stronghold", &[], "8 columns, one cell, built down in any suit",
        columns: 8, cells: 1, build: Build::AnySuit, group: Group::BySpaces, empty_column: EmptyColumn::Any,
        worrying_back: false),
    open!("siegecraft", &[], "Stronghold with the aces home",
        columns: 8, cells: 1, aces_home: true, build: Build::AnySuit, group: Group::BySpaces,
        empty_column: EmptyColumn::Any, worrying_back: false),
];
