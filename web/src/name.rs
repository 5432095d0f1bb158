//! Deals as people name them: "FreeCell, deal 617", `freecell 617`, `spider 4 1`, and `freecell-617` in a link.

use crate::QuestionError;
use crate::text::with_help;
use patsat::formats::{DealName, first_deal};
use patsat::game::cards::DealId;
use patsat::game::rules::Rules;
use patsat_report::title::is_usual;

/// The name of a deal in a link; [`named`] reads it back.
pub(crate) fn in_link(preset: &str, id: &DealId) -> String {
    let words = if preset == "spider" { "spider-4" } else { preset };
    match words.strip_prefix("spider").filter(|suits| suits.len() == 1) {
        _ if !is_usual(preset, id) => id.to_string(),
        Some(suits) => format!("spider-{suits}-{}", id.number()),
        None => format!("{words}-{}", id.number()),
    }
}

/// The deal that a line names: as [`DealName`] reads it, or with a number alone the deal of the game `chosen` beside it,
/// or with a game alone its deal 1. `None` if the line is something else.
pub(crate) fn named(line: &str, chosen: Option<&str>) -> Option<Result<DealId, QuestionError>> {
    let line = line.trim();
    let digits = line.strip_prefix('#').unwrap_or(line);
    if let (Some(game), Ok(number)) = (chosen, digits.parse()) {
        return Some(first_deal(game).with_number(number).map_err(QuestionError::from));
    }
    if let Ok(rules) = Rules::preset(line)
        && !line.is_empty()
    {
        return Some(Ok(first_deal(&rules.name)));
    }
    let name = DealName::of(line)?;
    Some(
        name.map(|name| name.id)
            .map_err(|error| QuestionError(with_help(&error.to_string(), error.help.as_deref()))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat::game::rules::PRESETS;
    use patsat_report::title::{deal, game};

    #[test]
    fn every_spelling_names_its_deal() {
        for (line, id) in [
            ("617", "ms:617"),
            ("ms:617", "ms:617"),
            ("#617", "ms:617"),
            ("freecell 617", "ms:617"),
            ("FreeCell #617", "ms:617"),
            ("FreeCell, deal 617", "ms:617"),
            ("freecell", "ms:1"),
            ("spider 4 1", "kpat:spider4:1"),
            ("spider 2 suits 9", "kpat:spider2:9"),
            ("spider-1-5", "kpat:spider1:5"),
            ("Forty Thieves 6", "solvitaire:forty-thieves:6"),
        ] {
            assert_eq!(named(line, None).unwrap().unwrap().to_string(), id, "{line}");
        }
        for line in ["7D TD", "freecell\n7D", "nothing", ""] {
            assert!(named(line, None).is_none(), "{line}");
        }
        assert_eq!(named("9", Some("spider")).unwrap().unwrap().to_string(), "kpat:spider4:9");
        assert!(named("0", None).unwrap().is_err());
    }

    #[test]
    fn titles_and_links_of_every_game_are_read_back() {
        for preset in PRESETS {
            let id = first_deal(preset.name).with_number(7).unwrap();
            for text in [
                in_link(preset.name, &id),
                format!("{}, {}", game(preset.name), deal(preset.name, &id)),
                game(preset.name) + " 7",
            ] {
                let found = named(&text, None).unwrap_or_else(|| panic!("{text}")).unwrap();
                assert_eq!(found, id, "{text}");
            }
        }
    }
}
