//! FreeCell and its kin by name: foundations, cells or a reserve, no stock.

use super::preset::Preset;
use super::{Build, EmptyColumn, Group, Layout, Rules, Sizes};
use crate::cards::DeckSpec;

/// The family, FreeCell first.
pub(super) const FAMILY: [Preset; 8] = [
    Preset {
        name: "freecell",
        aliases: &["free-cell"],
        about: "8 columns, 4 cells, alternate colours, any card into an empty column",
        source: "Microsoft FreeCell (Jim Horne, 1988)",
        rules: freecell,
    },
    Preset {
        name: "bakers-game",
        aliases: &["bakers_game"],
        about: "FreeCell built down in suit",
        source: "Solvitaire preset bakers-game",
        rules: || Rules { name: "bakers-game".into(), build: Build::SameSuit, ..freecell() },
    },
    Preset {
        name: "eight-off",
        aliases: &["eight_off"],
        about: "8 columns of 6, 8 cells (4 filled), built down in suit, kings only into an empty column",
        source: "Solvitaire preset eight-off",
        rules: eight_off,
    },
    Preset {
        name: "seahaven-towers",
        aliases: &["seahaven", "seahaven_towers"],
        about: "10 columns of 5, 4 cells (2 filled), built down in suit, kings only into an empty column",
        source: "Solvitaire preset seahaven-towers",
        rules: seahaven,
    },
    Preset {
        name: "king-albert",
        aliases: &["king_albert"],
        about: "9 columns of 1 to 9 cards, 7 in a reserve that can only be left, alternate colours",
        source: "Solvitaire preset king-albert, but nothing leaves a foundation (there cards may come back)",
        rules: king_albert,
    },
    Preset {
        name: "fore-cell",
        aliases: &["forecell", "fore_cell"],
        about: "8 columns of 6, 4 cells (all filled), alternate colours, kings only into an empty column",
        source: "Solvitaire preset fore-cell",
        rules: fore_cell,
    },
    Preset {
        name: "beleaguered-castle",
        aliases: &["beleaguered_castle"],
        about: "8 columns of 6, aces home, built down in any suit, one card at a time, no cell",
        source: "Solvitaire preset beleaguered-castle",
        rules: || Rules {
            layout: Layout { aces_home: true, ..Layout::open() },
            ..castle("beleaguered-castle")
        },
    },
    Preset {
        name: "streets-and-alleys",
        aliases: &["streets_and_alleys"],
        about: "Beleaguered Castle with the aces in the columns",
        source: "Solvitaire preset streets-and-alleys",
        rules: || castle("streets-and-alleys"),
    },
];

/// FreeCell, whose rules the other games change.
fn freecell() -> Rules {
    Rules {
        cells: 4,
        build: Build::AlternateColour,
        group: Group::BySpaces,
        ..Rules::plain("freecell", DeckSpec::STANDARD, 8)
    }
}

fn eight_off() -> Rules {
    Rules {
        name: "eight-off".into(),
        cells: 8,
        layout: Layout { cells: 4, ..Layout::open() },
        build: Build::SameSuit,
        empty_column: EmptyColumn::TopRank,
        ..freecell()
    }
}

fn seahaven() -> Rules {
    Rules {
        name: "seahaven-towers".into(),
        columns: 10,
        cells: 4,
        layout: Layout { cells: 2, ..Layout::open() },
        ..eight_off()
    }
}

fn king_albert() -> Rules {
    Rules {
        name: "king-albert".into(),
        columns: 9,
        cells: 0,
        layout: Layout { sizes: Sizes::Listed((1..=9).collect()), reserve: 7, ..Layout::open() },
        group: Group::Single,
        ..freecell()
    }
}

fn fore_cell() -> Rules {
    Rules {
        name: "fore-cell".into(),
        layout: Layout { cells: 4, ..Layout::open() },
        empty_column: EmptyColumn::TopRank,
        ..freecell()
    }
}

fn castle(name: &str) -> Rules {
    Rules { name: name.into(), cells: 0, build: Build::AnySuit, group: Group::Single, ..freecell() }
}
