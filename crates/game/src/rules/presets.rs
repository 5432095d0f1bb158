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
                name: name.chars().take(40).collect(),
                known: PRESETS.iter().map(|p| p.name).collect::<Vec<_>>().join(", "),
            })
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
