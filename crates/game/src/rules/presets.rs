//! The games known by name.

use super::preset::{Preset, UnknownGameError};
use super::{Rules, canfield, freecell, hole, klondike, open, spider, thieves};

/// All games known by name.
pub const PRESETS: &[Preset] = &{
    const FAMILIES: [&[Preset]; 7] = [
        &freecell::FAMILY,
        &spider::FAMILY,
        &thieves::FAMILY,
        &klondike::FAMILY,
        &canfield::FAMILY,
        &hole::FAMILY,
        &open::FAMILY,
    ];
    const GAMES: usize = {
        let (mut games, mut family) = (0, 0);
        while family < FAMILIES.len() {
            games += FAMILIES[family].len();
            family += 1;
        }
        games
    };
    let mut all = [freecell::FAMILY[0]; GAMES];
    let (mut family, mut row, mut n) = (0, 0, 0);
    while n < all.len() {
        if row == FAMILIES[family].len() {
            (family, row) = (family + 1, 0);
        }
        all[n] = FAMILIES[family][row];
        (row, n) = (row + 1, n + 1);
    }
    all
};

impl Rules {
    /// Returns the rules of the game with this name. Capitals, blanks, hyphens and apostrophes do not matter:
    /// "Baker's Game" is `bakers-game`.
    ///
    /// # Errors
    /// If no game has this name; the error lists the known names.
    pub fn preset(name: &str) -> Result<Rules, UnknownGameError> {
        let wanted = letters(name);
        let is_it = |other: &str| letters(other) == wanted;
        (PRESETS.iter().find(|p| is_it(p.name) || p.aliases.iter().any(|alias| is_it(alias))))
            .map(|preset| (preset.rules)())
            .ok_or_else(|| UnknownGameError {
                name: name.chars().map(|c| if c.is_control() { '?' } else { c }).take(40).collect(),
                known: PRESETS.iter().map(|p| p.name).collect::<Vec<_>>().join(", "),
            })
    }
}

/// The letters and digits of a name, in lower case.
fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn names_of_games_differ_in_letters_and_digits() {
        let mut all: BTreeMap<String, &str> = BTreeMap::new();
        for preset in PRESETS {
            for name in preset.aliases.iter().chain([&preset.name]) {
                assert!(
                    all.insert(letters(name), preset.name).is_none_or(|other| other == preset.name),
                    "{name}"
                );
            }
        }
    }
}
