//! Titles: the name of a game in any spelling, and the number of a deal behind it.

use patsat_game::cards::{DealId, Suits};
use patsat_game::rules::{PRESETS, Rules};

/// What a title says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Title {
    /// The game by its own name.
    pub(super) game: String,
    /// The deal, where the title says whose number it is.
    pub(super) id: Option<DealId>,
    /// A number of which the title does not say whose it is.
    pub(super) number: Option<u64>,
}

/// Words around the name of a game that say nothing.
const FILLER: [&str; 14] = [
    "microsoft",
    "ms",
    "windows",
    "win",
    "game",
    "deal",
    "no",
    "nr",
    "number",
    "solitaire",
    "patience",
    "the",
    "board",
    "position",
];
const NUMBERS: [&str; 4] = ["one", "two", "three", "four"];

/// The title in a line, if it begins with the name of a game and what follows is no card.
///
/// Names are compared by their letters, so `Forty Thieves`, `FORTY-THIEVES` and `Baker's Game` are names. A name that
/// is not known is taken for one where the name of a deal follows: the caller reports it.
pub(super) fn title(line: &str) -> Option<Title> {
    if let Some((game, id)) = line.trim().rsplit_once(char::is_whitespace)
        && let Ok(id) = id.trim().parse::<DealId>()
        && !game.contains([':', ','])
    {
        let words = words(game);
        let known = named(&words).filter(|(_, rest)| rest.is_empty());
        let game = known.map_or_else(|| game.trim().to_owned(), |(name, _)| name);
        return Some(Title { game, id: Some(id), number: None });
    }
    let words = words(line);
    let begin = words.iter().position(|word| !FILLER.contains(&word.as_str()))?;
    let (game, rest) = named(&words[begin..])?;
    // `Freecell: 4C` lists the card of a cell, `Free cell: empty` lists no card.
    let describes_cells =
        game == "freecell" && line.contains([':', '=']) && number(rest).is_none() && !rest.is_empty();
    if describes_cells || super::words::words(line).iter().any(|&word| super::words::is_card(word)) {
        return None;
    }
    let (suits, rest) = suits(rest).map_or((None, rest), |(suits, rest)| (Some(suits), rest));
    let game = match suits {
        Some(n) if game == "spider" => Rules::preset(&format!("spider{n}")).map_or(game, |rules| rules.name),
        _ => game,
    };
    // The names of a person or of anything else are titles only where nothing else is in the line.
    let plain = ["cell", "spider", "seahaven"].iter().any(|part| game.contains(part)) || game.contains('-');
    let filler = |word: &String| FILLER.contains(&word.as_str()) || word.bytes().all(|b| b.is_ascii_digit());
    if !plain && !rest.iter().all(filler) {
        return None;
    }
    let number = number(rest);
    let id = number.filter(|&n| game == "freecell" && n > 0).map(DealId::Microsoft);
    Some(Title { number: number.filter(|_| id.is_none()), game, id })
}

/// The words of a line in small letters, without apostrophes and signs.
fn words(line: &str) -> Vec<String> {
    let line = line.replace(['\'', '\u{2019}', '\u{2018}', '`'], "").replace('&', " and ").to_lowercase();
    line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The game that these words begin with, by its longest name, and the words after it.
fn named(words: &[String]) -> Option<(String, &[String])> {
    let names = PRESETS.iter().flat_map(|preset| {
        std::iter::once(preset.name).chain(preset.aliases.iter().copied()).map(|name| (preset.name, name))
    });
    let letters = |name: &str| name.replace(['-', '_'], "");
    // `fortythieves` and `forty thieves` have the same letters.
    let found = names.filter_map(|(own, name)| {
        let length = (1..=words.len().min(5)).find(|&n| words[..n].concat() == letters(name))?;
        Some((length, own))
    });
    let (length, own) = found.max_by_key(|(length, own)| (*length, std::cmp::Reverse(own.len())))?;
    Some((own.to_owned(), &words[length..]))
}

/// The number of a deal that these words begin with.
fn number(words: &[String]) -> Option<u64> {
    words.iter().find(|word| !FILLER.contains(&word.as_str()))?.parse().ok()
}

/// A number of suits that these words begin with, as in `4 suits`, and the words after it.
fn suits(words: &[String]) -> Option<(u16, &[String])> {
    let begin = words.iter().position(|word| !FILLER.contains(&word.as_str()))?;
    let (first, rest) = words[begin..].split_first()?;
    let (count, rest) = match first.find("suit") {
        // `4suit`
        Some(at) if at > 0 => (&first[..at], rest),
        _ if rest.first().is_some_and(|word| word.starts_with("suit")) => (first.as_str(), &rest[1..]),
        _ => return None,
    };
    let named = NUMBERS.iter().position(|name| *name == count).map(|n| n as u16 + 1);
    let count = named.or_else(|| count.parse().ok()).filter(|count| (1..=4).contains(count))?;
    (!Suits::of_spider(count).is_empty()).then_some((count, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_are_read_in_any_spelling() {
        for (line, game, id, number) in [
            ("freecell", "freecell", None, None),
            ("freecell ms:617", "freecell", Some("ms:617"), None),
            ("FreeCell #169", "freecell", Some("ms:169"), None),
            ("Freecell Game 169", "freecell", Some("ms:169"), None),
            ("Free Cell Game #169:", "freecell", Some("ms:169"), None),
            ("Microsoft FreeCell deal 169", "freecell", Some("ms:169"), None),
            ("FreeCell No. 169", "freecell", Some("ms:169"), None),
            ("Spider 4 suits", "spider", None, None),
            ("Spider Solitaire (2 suits)", "spider2", None, None),
            ("Spider, one suit", "spider1", None, None),
            ("spider 2-suit", "spider2", None, None),
            ("FORTY THIEVES", "forty-thieves", None, None),
            ("Forty & Eight", "forty-and-eight", None, None),
            ("Streets & Alleys", "streets-and-alleys", None, None),
            ("Maria wrote", "", None, None),
            ("Maria", "maria", None, None),
            ("Baker's Game", "bakers-game", None, None),
            ("Baker\u{2019}s Game #12", "bakers-game", None, Some(12)),
            ("Streets and Alleys", "streets-and-alleys", None, None),
            ("Streets", "streets", None, None),
            ("fifty-thieves ms:1", "fifty-thieves", Some("ms:1"), None),
            ("spider kpat:spider4:1", "spider", Some("kpat:spider4:1"), None),
            ("Free cells: empty", "", None, None),
            ("Freecell: 4C", "", None, None),
            ("Freecells: -- 4C", "", None, None),
            ("JD 2D 9H", "", None, None),
            ("My hardest game so far", "", None, None),
        ] {
            let expected = (!game.is_empty()).then(|| Title {
                game: game.into(),
                id: id.map(|id: &str| id.parse().unwrap()),
                number,
            });
            assert_eq!(title(line), expected, "{line}");
        }
    }
}
