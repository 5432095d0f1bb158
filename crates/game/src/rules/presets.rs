//! The games known by name.

use super::preset::{Preset, UnknownGame};
use super::{Rules, freecell, spider, thieves};

/// All games known by name.
pub const PRESETS: &[Preset] = &{
    let families: [&[Preset]; 3] = [&freecell::FAMILY, &spider::FAMILY, &thieves::FAMILY];
    let mut all =
        [freecell::FAMILY[0]; freecell::FAMILY.len() + spider::FAMILY.len() + thieves::FAMILY.len()];
    let (mut family, mut row, mut n) = (0, 0, 0);
    while n < all.len() {
        if row == families[family].len() {
            (family, row) = (family + 1, 0);
        }
        all[n] = families[family][row];
        (row, n) = (row + 1, n + 1);
    }
    all
};

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
                name: name.chars().map(|c| if c.is_control() { '?' } else { c }).take(40).collect(),
                known: PRESETS.iter().map(|p| p.name).collect::<Vec<_>>().join(", "),
            })
    }
}
