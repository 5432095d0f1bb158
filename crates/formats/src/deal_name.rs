//! Names of deals as people write them: `617`, `ms617`, `freecell 617`, `FreeCell #617`, `spider 4 1`, `spider:1`.

use crate::FormatError;
use patsat_base::{nearest, quoted};
use patsat_game::cards::DealId;
use patsat_game::cards::dealers::kpat;
use patsat_game::rules::{PRESETS, Rules};
use patsat_game::state::Instance;

/// The deal that a text names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealName {
    /// The deal.
    pub id: DealId,
    /// How the text was read, where it names no dealer and several dealers number the deals of the game.
    pub note: Option<String>,
}

/// Games that people ask for and that are not here.
const ABSENT: [&str; 5] = ["patience", "pyramid", "tripeaks", "accordion", "clock"];

/// Words between the name of a game and a number.
const FILLER: [&str; 8] = ["deal", "game", "no", "nr", "number", "solitaire", "suit", "suits"];

impl DealName {
    /// Returns the deal that a text names, or `None` if the text reads like the name of a file or like a board.
    ///
    /// A bare number is Microsoft's. Where a text names a game and no dealer, [`first_deal`] says whose number it is.
    ///
    /// ```
    /// use patsat_formats::DealName;
    ///
    /// let name = |text| DealName::of(text).unwrap().unwrap().id.to_string();
    /// assert_eq!([name("617"), name("FreeCell #617"), name("spider 2 7")], ["ms:617", "ms:617", "kpat:spider2:7"]);
    /// assert_eq!(DealName::of("board.txt"), None);
    /// ```
    ///
    /// # Errors
    /// If the dealer has no such number, the game is not here or cannot be dealt by number, or the number is missing.
    #[must_use]
    pub fn of(text: &str) -> Option<Result<DealName, FormatError>> {
        let text = text.trim();
        let dealer = text.split_once(':').map_or("", |(dealer, _)| dealer).to_lowercase();
        if DealId::looks_like_one(text) || ["ms", "pysol", "pysol-old"].contains(&dealer.as_str()) {
            return Some(numbered(text));
        }
        if text.contains(['\n', '/', '\\', '.']) {
            return None;
        }
        let digits = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (front, number) = text.split_at(text.len() - digits);
        let words = words(front);
        if number.is_empty() {
            return without_number(&words);
        }
        match words.join(" ").as_str() {
            "" if front.is_empty() || front.contains('#') => return Some(numbered(&format!("ms:{number}"))),
            "" => return None,
            "ms" | "microsoft" => return Some(numbered(&format!("ms:{number}"))),
            dealer @ ("pysol" | "random") => return Some(numbered(&format!("{dealer}:{number}"))),
            _ => {}
        }
        let whole = Rules::preset(text).ok().filter(|_| !front.ends_with([':', '#']));
        match (game(&words), whole) {
            (Some(rules), Some(whole)) => {
                let (name, other) = (&whole.name, &rules.name);
                let wrong = FormatError::unexpected(quoted(text), "the number of a deal behind the game");
                let help =
                    format!("'{name} 1' is deal 1 of {name}, '{other}:{number}' is deal {number} of {other}");
                Some(Err(wrong.with_help(help)))
            }
            (Some(rules), None) => Some(dealt(text, &rules, number)),
            (None, _) => unknown(&words).map(Err),
        }
    }
}

/// Returns deal 1 of the dealer whose numbers a game has where a name gives no dealer: Microsoft's for FreeCell, else
/// KPatience's, Solvitaire's seeds, or our own seeds. Klondike's are Solvitaire's, whether one or three cards are drawn:
/// KPatience plays only some of its games.
///
/// `game` is the name of a preset.
#[must_use]
pub fn first_deal(game: &str) -> DealId {
    if game == "freecell" {
        return DealId::Microsoft(1);
    }
    let is_klondike = |game: &kpat::Game| matches!(game, kpat::Game::Klondike(_));
    if let Some(game) = kpat_game(game).filter(|game| !is_klondike(game)) {
        return DealId::KPatience { game, number: 1 };
    }
    let solvitaire = DealId::Solvitaire { game: Some(game.to_owned()), seed: 1 };
    let deals = Rules::preset(game).is_ok_and(|rules| Instance::from_id(rules, solvitaire.clone()).is_ok());
    if deals { solvitaire } else { DealId::Random { game: Some(game.to_owned()), seed: 1 } }
}

/// The deal of a name that gives its dealer.
fn numbered(text: &str) -> Result<DealName, FormatError> {
    Ok(DealName { id: text.parse().map_err(FormatError::content)?, note: None })
}

/// The words of a text in small letters.
fn words(text: &str) -> Vec<String> {
    let letters: String = text.chars().filter(|c| !matches!(c, '\'' | '\u{2019}')).collect();
    let letters = letters.replace('&', " and ").to_lowercase();
    letters.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The game of these words, without words at the end that say nothing.
fn game(words: &[String]) -> Option<Rules> {
    let is_filler = |word: &String| FILLER.contains(&word.as_str());
    let shortest = words.len() - words.iter().rev().take_while(|word| is_filler(word)).count();
    (shortest..=words.len()).rev().find_map(|length| Rules::preset(&words[..length].concat()).ok())
}

/// What is wrong with the name of a game that has no number behind it; `None` if it names no game.
fn without_number(words: &[String]) -> Option<Result<DealName, FormatError>> {
    let Some(rules) = game(words) else {
        return ABSENT.contains(&words.join(" ").as_str()).then(|| unknown(words).map(Err)).flatten();
    };
    let found = format!("the game {} without a deal", quoted(&rules.name));
    let help = format!("'{} 1' is {}", rules.name, first_deal(&rules.name));
    Some(Err(FormatError::unexpected(found, "a number behind it").with_help(help)))
}

/// The deal of a game with this number.
fn dealt(text: &str, rules: &Rules, number: &str) -> Result<DealName, FormatError> {
    let first = first_deal(&rules.name);
    let number = number.parse().unwrap_or(u64::MAX);
    let id = first.with_number(number).map_err(FormatError::content)?;
    let others =
        (rules.name != "freecell").then(|| others(rules, &id, number)).filter(|others| !others.is_empty());
    let note = others.map(|others| {
        let others = others.join(", ");
        format!("{}: read as {id}; other dealers number their deals differently: {others}", quoted(text))
    });
    Ok(DealName { id, note })
}

/// The deals of other dealers with the same number, as the command line takes them.
fn others(rules: &Rules, this: &DealId, number: u64) -> Vec<String> {
    let name = &rules.name;
    let option = format!(" --game {name}");
    let names = [
        (format!("ms:{number}"), option.as_str()),
        (format!("pysol:{number}"), option.as_str()),
        (kpat_game(name).map_or_else(String::new, |game| format!("kpat:{}:{number}", game.name())), ""),
        (format!("solvitaire:{name}:{number}"), ""),
        (format!("random:{name}:{number}"), ""),
    ];
    let deals = |id: &DealId| id != this && Instance::from_id(rules.clone(), id.clone()).is_ok();
    let known = names.into_iter().filter(|(id, _)| id.parse().is_ok_and(|id| deals(&id)));
    known.map(|(id, option)| id + option).collect()
}

/// The game of KPatience that plays by the rules of a preset.
fn kpat_game(preset: &str) -> Option<kpat::Game> {
    kpat::Game::ALL.into_iter().find(|game| game.preset() == preset)
}

/// The error of a game that is not here; `None` for words that are near no game.
fn unknown(words: &[String]) -> Option<FormatError> {
    let known = PRESETS.iter().flat_map(|preset| preset.aliases.iter().copied().chain([preset.name]));
    let game = words.join(" ");
    let near = nearest(&words.join("-"), known).filter(|_| !ABSENT.contains(&game.as_str()));
    let help = match near {
        Some(near) => format!("did you mean '{near}'? 'patsat games' lists the games"),
        None => {
            nearest(&game, ABSENT)?;
            "Pyramid, TriPeaks and Accordion are not here; 'patsat games' lists the games that are".to_owned()
        }
    };
    let expected = "Klondike, FreeCell, Spider, Forty Thieves or one of their relatives";
    Some(FormatError::unexpected(format!("the game {}", quoted(&game)), expected).with_help(help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_are_read_as_people_write_them() {
        for (text, id) in [
            ("617", "ms:617"),
            ("#617", "ms:617"),
            ("ms617", "ms:617"),
            ("MS 617", "ms:617"),
            ("ms:617", "ms:617"),
            ("freecell 617", "ms:617"),
            ("freecell:617", "ms:617"),
            ("freecell-617", "ms:617"),
            ("Freecell617", "ms:617"),
            ("FreeCell, deal 617", "ms:617"),
            ("FreeCell #617", "ms:617"),
            ("Free Cell No 617", "ms:617"),
            ("pysol 33000", "pysol:33000"),
            ("Baker's Game 12", "solvitaire:bakers-game:12"),
            ("Baker\u{2019}s Game, deal 12", "solvitaire:bakers-game:12"),
            ("Forty & Eight 3", "kpat:fortyeight:3"),
            ("spider:1", "kpat:spider4:1"),
            ("spider 4 1", "kpat:spider4:1"),
            ("Spider (2 suits), deal 7", "kpat:spider2:7"),
            ("spider 2 #7", "kpat:spider2:7"),
            ("Spider1 7", "kpat:spider1:7"),
            ("forty thieves:6", "solvitaire:forty-thieves:6"),
            ("klondike 1", "solvitaire:klondike:1"),
            ("Klondike (draw one) 617", "solvitaire:klondike-draw-one:617"),
            ("solitaire #5", "solvitaire:klondike:5"),
        ] {
            let name = DealName::of(text).unwrap_or_else(|| panic!("{text} names nothing"));
            assert_eq!(name.map(|name| name.id.to_string()).as_deref(), Ok(id), "{text}");
        }
    }

    #[test]
    fn the_first_deal_of_every_game_is_one() {
        for preset in PRESETS {
            let (rules, id) = (Rules::preset(preset.name).unwrap(), first_deal(preset.name));
            assert!(Instance::from_id(rules, id.clone()).is_ok(), "{id}");
            let name = DealName::of(&format!("{} 9", preset.name)).unwrap().unwrap();
            assert_eq!(Ok(name.id), id.with_number(9));
        }
    }

    #[test]
    fn files_and_boards_name_no_deal() {
        for text in ["board.txt", "./617", "board", "board1", "2024-11-02", "7H 6S\n5H", "my deal 3", "", "-"]
        {
            assert_eq!(DealName::of(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_deal_is_refused_with_help() {
        for (text, sentence, help) in [
            ("pyramid 1", "found the game 'pyramid'", "'patsat games'"),
            ("pyramid", "found the game 'pyramid'", "'patsat games'"),
            ("pyramd 1", "found the game 'pyramd'", "Pyramid, TriPeaks"),
            ("canfeld 1", "found the game 'canfeld'", "did you mean 'canfield'?"),
            ("klondyke 1", "found the game 'klondyke'", "did you mean 'klondike'?"),
            ("klondike", "found the game 'klondike' without a deal", "'klondike 1' is solvitaire:klondike:1"),
            ("freecel 617", "found the game 'freecel'", "did you mean 'freecell'?"),
            ("spider", "found the game 'spider' without a deal", "'spider 1' is kpat:spider4:1"),
            (
                "spider 2",
                "found 'spider 2', expected the number of a deal",
                "'spider2 1' is deal 1 of spider2",
            ),
            ("forty thieves", "without a deal, expected a number", "is solvitaire:forty-thieves:1"),
            ("ms:0", "'0' is not a deal number", ""),
            ("freecell 99999999999", "'99999999999' is not a deal number", ""),
        ] {
            let error = DealName::of(text).unwrap_or_else(|| panic!("{text}")).unwrap_err();
            assert!(error.to_string().contains(sentence), "{text}: {error}");
            assert!(error.help.clone().unwrap_or_default().contains(help), "{text}: {:?}", error.help);
        }
    }
}
