//! The games known by name.

use super::thieves::FAMILY;
use super::{Build, EmptyColumn, FaceUp, Group, Home, Layout, RankStep, Rules, Sizes, Stock};
use crate::cards::{DeckSpec, Suits};

/// A game known by name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// Other spellings that are understood.
    pub aliases: &'static [&'static str],
    /// What it is, in a line.
    pub about: &'static str,
    /// Where these rules are written down.
    pub source: &'static str,
    pub(super) rules: fn() -> Rules,
}

/// A name that is no game's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown game '{name}': expected one of {known}")]
pub struct UnknownGame {
    /// What was asked for.
    pub name: String,
    /// The names there are.
    pub known: String,
}

/// All games known by name.
pub const PRESETS: &[Preset] = &{
    let mut all = [OTHERS[0]; OTHERS.len() + FAMILY.len()];
    let mut n = 0;
    while n < all.len() {
        all[n] = if n < OTHERS.len() { OTHERS[n] } else { FAMILY[n - OTHERS.len()] };
        n += 1;
    }
    all
};

/// The games without a waste.
const OTHERS: [Preset; 12] = [
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
        source: "Solvitaire preset king-albert",
        rules: king_albert,
    },
    Preset {
        name: "simple-simon",
        aliases: &["simple_simon"],
        about: "10 columns, one deck, built down in any suit, runs of a suit move and leave complete",
        source: "Freecell Solver, game simple_simon",
        rules: simple_simon,
    },
    Preset {
        name: "spider",
        aliases: &["spider4"],
        about: "10 columns, two decks of 4 suits, rows of ten dealt from the stock",
        source: "KPatience (dealing onto empty columns is allowed)",
        rules: || spider(4),
    },
    Preset {
        name: "spider3",
        aliases: &[],
        about: "Spider with 3 suits: clubs and hearts twice, spades four times",
        source: "KPatience",
        rules: || spider(3),
    },
    Preset {
        name: "spider2",
        aliases: &[],
        about: "Spider with 2 suits: hearts and spades, four times each",
        source: "KPatience",
        rules: || spider(2),
    },
    Preset {
        name: "spider1",
        aliases: &[],
        about: "Spider with 1 suit: spades, eight times",
        source: "KPatience",
        rules: || spider(1),
    },
    Preset {
        name: "spiderette",
        aliases: &[],
        about: "Spider with one deck on 7 columns of 1 to 7 cards",
        source: "Solvitaire preset spiderette",
        rules: spiderette,
    },
    Preset {
        name: "hanoi-spider",
        aliases: &["hanoi_spider"],
        about: "Spider where a card may lie on any card of a higher rank",
        source: "Laubersheimer 2024, 4.6.1",
        rules: || Rules { name: "hanoi-spider".into(), step: RankStep::Any, ..spider(4) },
    },
];

impl Rules {
    /// The rules of the game of that name.
    ///
    /// # Errors
    /// If there is none; the error lists the known names.
    pub fn preset(name: &str) -> Result<Rules, UnknownGame> {
        let lower = name.to_ascii_lowercase();
        (PRESETS.iter().find(|p| p.name == lower || p.aliases.contains(&lower.as_str())))
            .map(|preset| (preset.rules)())
            .ok_or_else(|| UnknownGame {
                name: name.chars().take(40).collect(),
                known: PRESETS.iter().map(|p| p.name).collect::<Vec<_>>().join(", "),
            })
    }
}

/// FreeCell, whose rules the others change.
pub(super) fn standard() -> Rules {
    freecell()
}

fn freecell() -> Rules {
    Rules {
        name: "freecell".into(),
        deck: DeckSpec::STANDARD,
        columns: 8,
        cells: 4,
        layout: Layout::open(),
        build: Build::AlternateColour,
        step: RankStep::One,
        group: Group::BySpaces,
        empty_column: EmptyColumn::Any,
        home: Home::Foundations,
        stock: Stock::None,
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

fn simple_simon() -> Rules {
    Rules {
        name: "simple-simon".into(),
        columns: 10,
        cells: 0,
        layout: Layout { sizes: Sizes::Listed(vec![8, 8, 8, 7, 6, 5, 4, 3, 2, 1]), ..Layout::open() },
        build: Build::AnySuit,
        group: Group::SuitRun,
        home: Home::Runs,
        ..freecell()
    }
}

/// Spider as KPatience deals it from so many suits, 104 cards in all.
fn spider(suits: u16) -> Rules {
    let list = Suits::of_spider(suits);
    Rules {
        name: if suits == 4 { "spider".into() } else { format!("spider{suits}") },
        deck: DeckSpec { ranks: 13, suits: list, copies: 8 / list.len() as u16 },
        columns: 10,
        cells: 0,
        layout: Layout { sizes: Sizes::Round(54), face_up: FaceUp::Top, ..Layout::open() },
        build: Build::AnySuit,
        step: RankStep::One,
        group: Group::SuitRun,
        empty_column: EmptyColumn::Any,
        home: Home::Runs,
        stock: Stock::Rows { onto_empty: true },
    }
}

fn spiderette() -> Rules {
    Rules {
        name: "spiderette".into(),
        deck: DeckSpec::STANDARD,
        columns: 7,
        layout: Layout { sizes: Sizes::Listed((1..=7).collect()), face_up: FaceUp::Top, ..Layout::open() },
        ..spider(4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_sound_and_reads_back() {
        for preset in PRESETS {
            let rules = Rules::preset(preset.name).unwrap();
            assert_eq!(rules.name, preset.name);
            rules.check().unwrap_or_else(|e| panic!("{}: {e}", preset.name));
            for alias in preset.aliases {
                assert_eq!(Rules::preset(alias).unwrap(), rules);
            }
            let text = serde_json::to_string(&rules).unwrap();
            assert_eq!(serde_json::from_str::<Rules>(&text).unwrap(), rules);
        }
        assert!(Rules::preset("go-fish").unwrap_err().to_string().contains("freecell"));
    }
}
