//! Names of deals: a number together with the dealer that gives it its meaning.

use crate::{klondike_solver, kpat, microsoft, pysol};
use std::fmt;
use std::str::FromStr;

/// A deal named by its dealer and number, for instance `ms:11982`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DealId {
    /// `ms:N`: Microsoft's numbers, `1..=2^33-1` with FreeCell Pro's extension.
    Microsoft(u64),
    /// `ms:-1` and `ms:-2`: the two deals of the Windows program that cannot be won.
    MicrosoftNegative(u8),
    /// `pysol:N`: PySolFC's numbers, `1..=10^20`; of one deck those up to 32,000 are Microsoft's.
    PySol(u128),
    /// `pysol-old:N`: the numbers of PySol before PySolFC, `1..=2^64-1`; those up to 32,000 are PySolFC's.
    PySolOld(u64),
    /// `kpat:GAME:N`: KPatience's numbers, `1..=2^31-1`; the game is one of [`kpat::Game`].
    KPatience {
        /// The game, which is a part of the number's meaning.
        game: kpat::Game,
        /// The number.
        number: u32,
    },
    /// `klondike-solver:N`: Klondike-Solver's numbers, `0..=2^31-1`.
    KlondikeSolver(u32),
    /// `greenfelt:N`: Greenfelt's numbers of Klondike, `1..=2^31-2`.
    Greenfelt(u32),
    /// `solvitaire:GAME:N`: Solvitaire's seeded deals; the game is one of our preset names.
    Solvitaire {
        /// Preset of the rules, if named.
        game: Option<String>,
        /// Seed of the Mersenne Twister.
        seed: u32,
    },
    /// `random:GAME:N` or `random:N`: our own seeded deals of any game.
    Random {
        /// Preset of the rules, if named.
        game: Option<String>,
        /// Seed.
        seed: u64,
    },
}

/// In which order a dealer fills the parts of a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealOrder {
    /// Columns, then cells, reserve and stock from what is left (Microsoft, PySol).
    TableauFirst,
    /// Cells, stock (first card deepest), reserve, then columns (Solvitaire).
    TableauLast,
}

/// Why a text names no deal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealIdError {
    /// No dealer of that name.
    #[error(
        "'{0}' is not a deal: expected ms:N, pysol:N, pysol-old:N, kpat:GAME:N, klondike-solver:N, greenfelt:N, \
         solvitaire:GAME:N or random:N, for instance ms:11982"
    )]
    Unknown(String),
    /// KPatience does not deal that game, or not by number.
    #[error("'{0}' is not a deal: expected a game of kpat: {list}, for instance kpat:spider4:1",
        list = itertools::join(kpat::Game::ALL.map(kpat::Game::name), ", "))]
    KPatienceGame(String),
    /// Not a number.
    #[error("'{text}' is not a deal number: expected a whole number from {first} to {last}")]
    Number {
        /// What was read.
        text: String,
        /// Smallest number of this dealer.
        first: u64,
        /// Largest number of this dealer.
        last: u128,
    },
    /// A range of numbers that are too large for one.
    #[error("'{0}' is beyond 2^64 - 1, where ranges of deals end: expected single deals")]
    LongRange(String),
    /// None of Microsoft's two deals below 0.
    #[error("'{0}' is not a deal number: below 0 Microsoft has ms:-1 and ms:-2")]
    Negative(String),
    /// A range whose end lies before its start.
    #[error("the range {0}..{1} is empty: expected the smaller number first")]
    EmptyRange(u64, u64),
    /// A dealer that does not support this deck.
    #[error(
        "Microsoft numbers deal one deck of 13 ranks and 4 suits (or a part of its ranks): use random:N here"
    )]
    Deck,
    /// PySolFC's numbers are ours for some decks and layouts.
    #[error(
        "pysol:N deals one deck of 13 ranks and 4 suits, round the columns or as Simple Simon or Klondike, or two as \
         Spider: use random:N here"
    )]
    PySol,
    /// A dealer of Klondike, with another game.
    #[error("{0}:N deals Klondike, expected a game such as klondike or klondike-draw-one: use random:N here")]
    Klondike(&'static str),
    /// KPatience's numbers are for the games as KPatience deals them.
    #[error("the numbers of kpat:{0} deal that game with its own deck: use random:N for another")]
    KPatienceDeck(&'static str),
}

impl DealId {
    /// The game that the name itself carries, if any.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        match self {
            DealId::Microsoft(_)
            | DealId::MicrosoftNegative(_)
            | DealId::PySol(_)
            | DealId::PySolOld(_)
            | DealId::KlondikeSolver(_)
            | DealId::Greenfelt(_) => None,
            DealId::KPatience { game, .. } => Some(game.preset()),
            DealId::Solvitaire { game, .. } | DealId::Random { game, .. } => game.as_deref(),
        }
    }

    /// The default preset if neither the deal's name nor the caller names a game: FreeCell, or Klondike with draws of
    /// one card, the default of Klondike-Solver.
    #[must_use]
    pub fn usual_game(&self) -> &str {
        match self {
            DealId::KlondikeSolver(_) | DealId::Greenfelt(_) => "klondike-draw-one",
            _ => self.game().unwrap_or("freecell"),
        }
    }

    /// The number alone, as ranges count it. PySolFC's numbers beyond 2^64 - 1 are in no range and return that limit.
    #[must_use]
    pub fn number(&self) -> u64 {
        match self {
            DealId::Microsoft(n) | DealId::PySolOld(n) => *n,
            DealId::PySol(n) => u64::try_from(*n).unwrap_or(u64::MAX),
            DealId::MicrosoftNegative(n) => u64::from(*n),
            DealId::KPatience { number, .. } | DealId::KlondikeSolver(number) | DealId::Greenfelt(number) => {
                u64::from(*number)
            }
            DealId::Solvitaire { seed, .. } => u64::from(*seed),
            DealId::Random { seed, .. } => *seed,
        }
    }

    /// The largest number that its dealer has.
    #[must_use]
    pub fn last_number(&self) -> u64 {
        self.bounds().1
    }

    /// The same dealer with another number.
    ///
    /// # Errors
    /// If the dealer has no such number.
    pub fn with_number(&self, number: u64) -> Result<DealId, DealIdError> {
        let (first, last) = self.bounds();
        if !(first..=last).contains(&number) {
            return Err(DealIdError::Number { text: number.to_string(), first, last: last.into() });
        }
        Ok(match self {
            DealId::Microsoft(_) => DealId::Microsoft(number),
            DealId::MicrosoftNegative(_) => DealId::MicrosoftNegative(number as u8),
            DealId::PySol(_) => DealId::PySol(number.into()),
            DealId::PySolOld(_) => DealId::PySolOld(number),
            DealId::KPatience { game, .. } => DealId::KPatience { game: *game, number: number as u32 },
            DealId::KlondikeSolver(_) => DealId::KlondikeSolver(number as u32),
            DealId::Greenfelt(_) => DealId::Greenfelt(number as u32),
            DealId::Solvitaire { game, .. } => DealId::Solvitaire { game: game.clone(), seed: number as u32 },
            DealId::Random { game, .. } => DealId::Random { game: game.clone(), seed: number },
        })
    }

    fn bounds(&self) -> (u64, u64) {
        match self {
            DealId::Microsoft(_) => (1, microsoft::LAST),
            DealId::MicrosoftNegative(_) => (1, 2),
            DealId::PySol(_) | DealId::PySolOld(_) => (1, u64::MAX),
            DealId::KPatience { .. } => (1, u64::from(kpat::LAST)),
            DealId::KlondikeSolver(_) => (0, u64::from(klondike_solver::LAST)),
            DealId::Greenfelt(_) => (1, u64::from(klondike_solver::LAST_GREENFELT)),
            DealId::Solvitaire { .. } => (0, u64::from(u32::MAX)),
            DealId::Random { .. } => (0, u64::MAX),
        }
    }

    /// How many cards this dealer turns from the stock to the waste as part of the deal.
    #[must_use]
    pub fn turned(&self) -> usize {
        match self {
            DealId::KPatience { game, .. } => game.turned(),
            _ => 0,
        }
    }

    /// Splits `text` into the dealer (with some valid number) and the text of the number.
    fn split(text: &str) -> Option<(Result<DealId, DealIdError>, &str)> {
        let (dealer, rest) = text.split_once(':')?;
        let (game, number) = match rest.rsplit_once(':') {
            Some((game, number)) => (Some(plain(game)), number),
            None => (None, rest),
        };
        let id = match dealer.to_ascii_lowercase().as_str() {
            "ms" if game.is_none() => match number.strip_prefix('-') {
                Some(number) => return Some((Ok(DealId::MicrosoftNegative(1)), number)),
                None => DealId::Microsoft(1),
            },
            "pysol" if game.is_none() => match split_prefix(number) {
                ("old", rest) => return Some((Ok(DealId::PySolOld(1)), rest)),
                // As PySolFC writes Microsoft's numbers.
                ("ms", rest) => return Some((Ok(DealId::Microsoft(1)), rest)),
                (_, rest) => return Some((Ok(DealId::PySol(1)), rest)),
            },
            "pysol-old" if game.is_none() => DealId::PySolOld(1),
            "kpat" => match kpat::Game::named(game.as_deref().unwrap_or_default()) {
                Some(game) => DealId::KPatience { game, number: 1 },
                None => return Some((Err(DealIdError::KPatienceGame(shown(text))), number)),
            },
            "klondike-solver" if game.is_none() => DealId::KlondikeSolver(0),
            "greenfelt" if game.is_none() => DealId::Greenfelt(1),
            "solvitaire" => DealId::Solvitaire { game, seed: 0 },
            "random" => DealId::Random { game, seed: 0 },
            _ => return None,
        };
        Some((Ok(id), number))
    }

    fn read_number(&self, text: &str) -> Result<u64, DealIdError> {
        let (first, last) = self.bounds();
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        (digits.then(|| text.parse().ok()).flatten()).filter(|n| (first..=last).contains(n)).ok_or_else(
            || match self {
                DealId::MicrosoftNegative(_) => DealIdError::Negative(shown(&format!("-{text}"))),
                _ => DealIdError::Number { text: shown(text), first, last: last.into() },
            },
        )
    }

    /// The deal of a dealer with the number in this text.
    fn numbered(&self, text: &str) -> Result<DealId, DealIdError> {
        if let DealId::PySol(_) = self {
            let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            let number = digits.then(|| text.parse().ok()).flatten();
            let known = number.filter(|n| (1..=pysol::LAST).contains(n));
            let wrong = || DealIdError::Number { text: shown(text), first: 1, last: pysol::LAST };
            return known.map(DealId::PySol).ok_or_else(wrong);
        }
        self.with_number(self.read_number(text)?)
    }

    /// Whether a text looks like the name of a deal and not like that of a file.
    #[must_use]
    pub fn looks_like_one(text: &str) -> bool {
        DealId::split(text).is_some()
    }
}

impl fmt::Display for DealId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealId::Microsoft(_) => f.write_str("ms:")?,
            DealId::MicrosoftNegative(_) => f.write_str("ms:-")?,
            DealId::PySol(number) => return write!(f, "pysol:{number}"),
            DealId::PySolOld(_) => f.write_str("pysol-old:")?,
            DealId::KPatience { game, number } => return write!(f, "kpat:{}:{number}", game.name()),
            DealId::KlondikeSolver(_) => f.write_str("klondike-solver:")?,
            DealId::Greenfelt(_) => f.write_str("greenfelt:")?,
            DealId::Solvitaire { .. } => f.write_str("solvitaire:")?,
            DealId::Random { .. } => f.write_str("random:")?,
        }
        if let Some(game) = self.game() {
            write!(f, "{game}:")?;
        }
        write!(f, "{}", self.number())
    }
}

impl FromStr for DealId {
    type Err = DealIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (id, number) = DealId::split(text).ok_or_else(|| DealIdError::Unknown(shown(text)))?;
        id?.numbered(number)
    }
}

/// The name of a game as presets spell it: "Baker's Game" is `bakers-game`.
fn plain(game: &str) -> String {
    let letters = game.chars().filter(|c| !matches!(c, '\'' | '\u{2019}' | '`'));
    let letters: String = letters.flat_map(char::to_lowercase).collect();
    let words = letters.split(|c: char| c.is_whitespace() || matches!(c, '_' | '-'));
    itertools::join(words.filter(|word| !word.is_empty()), "-")
}

/// The letters before a number, and the number without the `#` that PySolFC's users put before it.
fn split_prefix(number: &str) -> (&str, &str) {
    let number = number.trim();
    let letters = number.len() - number.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    match number.split_at(letters) {
        (prefix @ ("" | "old" | "ms"), rest) => (prefix, rest.strip_prefix('#').unwrap_or(rest)),
        _ => ("", number),
    }
}

/// The beginning of a text, for a message.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '?' } else { c }).take(40).collect()
}

/// A range of deals of one dealer, both ends included: `ms:1..32000`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealRange {
    /// The first deal; it also names the dealer.
    pub first: DealId,
    /// The last number.
    pub last: u64,
}

impl DealRange {
    /// Number of deals.
    #[must_use]
    pub fn len(&self) -> u64 {
        (self.last - self.first.number()).saturating_add(1)
    }

    /// A range holds at least one deal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The deals in order.
    pub fn deals(&self) -> impl Iterator<Item = DealId> {
        let first = self.first.clone();
        (first.number()..=self.last).filter_map(move |n| first.with_number(n).ok())
    }
}

impl fmt::Display for DealRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.first, self.last)
    }
}

impl FromStr for DealRange {
    type Err = DealIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let first_of = |text: &str| -> Result<DealId, DealIdError> {
            let first: DealId = text.parse()?;
            match first {
                DealId::PySol(number) if number > u64::MAX.into() => {
                    Err(DealIdError::LongRange(number.to_string()))
                }
                _ => Ok(first),
            }
        };
        let Some((start, end)) = text.split_once("..") else {
            let first = first_of(text)?;
            let last = first.number();
            return Ok(DealRange { first, last });
        };
        let first = first_of(start)?;
        let last = first.read_number(end.strip_prefix('=').unwrap_or(end))?;
        if last < first.number() {
            return Err(DealIdError::EmptyRange(first.number(), last));
        }
        Ok(DealRange { first, last })
    }
}
