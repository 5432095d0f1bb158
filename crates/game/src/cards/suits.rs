//! The suits of a deck, and how often it lists each.
//!
//! Most decks have the first N suits, each equally often; N may be in the hundreds. Spider with fewer than four suits
//! is different. KPatience (like Windows before it) deals its one-suit game in spades and its two-suit game in hearts
//! and spades. Its three-suit game uses the list clubs, hearts, spades, spades, so that spades come twice as often.
//! Such a deck names its suits as a list of letters, `S`, `HS`, `CHSS`.

use std::fmt;
use std::str::FromStr;

/// The letters of the four suits that have one, in the order of their numbers.
const LETTERS: [char; 4] = ['C', 'D', 'H', 'S'];

/// The suits of a deck.
///
/// In JSON it is a number, or a text of the letters C D H S.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suits {
    /// Suits `0..n`, each once.
    First(u16),
    /// Any of the four named suits, each as often as it is listed.
    Listed(SuitList),
}

/// How often each of clubs, diamonds, hearts and spades is listed.
///
/// Never empty, and never a list that [`Suits::First`] can express: so equal suits are equal values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SuitList([u8; 4]);

impl Suits {
    /// These numbers of listings of clubs, diamonds, hearts and spades; `None` if all are 0.
    #[must_use]
    pub fn listed(times: [u8; 4]) -> Option<Suits> {
        let first = times.iter().take_while(|&&n| n == 1).count();
        match times[first..].iter().any(|&n| n > 0) {
            true => Some(Suits::Listed(SuitList(times))),
            false if first > 0 => Some(Suits::First(first as u16)),
            false => None,
        }
    }

    /// A suit's letter, or its number from 1.
    #[must_use]
    pub fn name_of(suit: u16) -> String {
        LETTERS.get(usize::from(suit)).map_or_else(|| (suit + 1).to_string(), char::to_string)
    }

    /// The suits from which KPatience deals Spider with this number of suits.
    #[must_use]
    pub const fn of_spider(suits: u16) -> Suits {
        match suits {
            1 => Suits::Listed(SuitList([0, 0, 0, 1])),
            2 => Suits::Listed(SuitList([0, 0, 1, 1])),
            3 => Suits::Listed(SuitList([1, 0, 1, 2])),
            n => Suits::First(n),
        }
    }

    /// How often a suit is listed; 0 if it is not there.
    #[must_use]
    #[inline]
    pub const fn times(self, suit: u16) -> u16 {
        match self {
            Suits::First(n) => (suit < n) as u16,
            Suits::Listed(SuitList(times)) if suit < 4 => times[suit as usize] as u16,
            Suits::Listed(_) => 0,
        }
    }

    /// Length of the list: the listings of all suits together.
    #[must_use]
    pub fn len(self) -> usize {
        self.before(self.end())
    }

    /// Whether there is no suit at all.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Suits::First(0)
    }

    /// Number of different suits.
    #[must_use]
    #[inline]
    pub fn count(self) -> usize {
        self.place(self.end())
    }

    /// The suits that are there, in order, each once.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = u16> + Clone {
        (0..self.end()).filter(move |&suit| self.contains(suit))
    }

    /// Whether this suit is there.
    #[must_use]
    pub fn contains(self, suit: u16) -> bool {
        self.times(suit) > 0
    }

    /// The number after the last suit's: the length of an array over suit numbers.
    #[must_use]
    #[inline]
    pub fn end(self) -> u16 {
        match self {
            Suits::First(n) => n,
            Suits::Listed(SuitList(times)) => {
                (0..4).filter(|&s| times[s] > 0).max().map_or(0, |s| s as u16 + 1)
            }
        }
    }

    /// The suits in a sentence: `4 suits`, `suits CHSS`.
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            Suits::First(1) => "1 suit".into(),
            Suits::First(n) => format!("{n} suits"),
            Suits::Listed(_) => format!("suits {self}"),
        }
    }

    /// How many listings stand before those of `suit`.
    #[inline]
    pub(super) fn before(self, suit: u16) -> usize {
        match self {
            Suits::First(n) => n.min(suit).into(),
            Suits::Listed(SuitList(times)) => times.iter().take(suit.into()).map(|&n| usize::from(n)).sum(),
        }
    }

    /// How many of the suits that are there come before `suit`.
    #[inline]
    pub(super) fn place(self, suit: u16) -> usize {
        match self {
            Suits::First(n) => n.min(suit).into(),
            Suits::Listed(SuitList(times)) => times.iter().take(suit.into()).filter(|&&n| n > 0).count(),
        }
    }
}

impl From<u16> for Suits {
    fn from(suits: u16) -> Suits {
        Suits::First(suits)
    }
}

/// `4`, or the letters of a list.
impl fmt::Display for Suits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Suits::First(n) => write!(f, "{n}"),
            Suits::Listed(SuitList(times)) => {
                for (letter, &n) in LETTERS.iter().zip(times) {
                    f.write_str(&letter.to_string().repeat(n.into()))?;
                }
                Ok(())
            }
        }
    }
}

/// A text that names no suits.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' names no suits: expected their number, or letters of C D H S such as CHSS")]
pub struct SuitsParseError(String);

impl FromStr for Suits {
    type Err = SuitsParseError;

    fn from_str(text: &str) -> Result<Suits, SuitsParseError> {
        let wrong =
            || SuitsParseError(text.chars().take(20).map(|c| if c.is_control() { '?' } else { c }).collect());
        if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
            return text.parse().ok().filter(|&n| n > 0).map(Suits::First).ok_or_else(wrong);
        }
        let mut times = [0u8; 4];
        for letter in text.chars() {
            let suit = LETTERS.iter().position(|l| l.eq_ignore_ascii_case(&letter)).ok_or_else(wrong)?;
            times[suit] = times[suit].checked_add(1).ok_or_else(wrong)?;
        }
        Suits::listed(times).ok_or_else(wrong)
    }
}

impl serde::Serialize for Suits {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Suits::First(n) => s.serialize_u16(*n),
            Suits::Listed(_) => s.collect_str(self),
        }
    }
}

impl<'de> serde::Deserialize<'de> for Suits {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct NumberOrList;
        impl serde::de::Visitor<'_> for NumberOrList {
            type Value = Suits;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of suits from 0 to 65535, or letters of C D H S such as \"CHSS\"")
            }

            fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Suits, E> {
                let wrong = |_| E::invalid_value(serde::de::Unexpected::Unsigned(n), &self);
                u16::try_from(n).map(Suits::First).map_err(wrong)
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Suits, E> {
                let digits = text.bytes().any(|b| b.is_ascii_digit());
                let wrong = || E::invalid_value(serde::de::Unexpected::Str(text), &self);
                if digits { Err(wrong()) } else { text.parse().map_err(|_| wrong()) }
            }
        }
        d.deserialize_any(NumberOrList)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_the_listing() {
        for text in ["S", "HS", "CHSS", "DDD", "4", "7"] {
            let suits: Suits = text.parse().unwrap();
            let all: Vec<u16> = suits.iter().collect();
            assert_eq!((suits.count(), suits.end()), (all.len(), all[all.len() - 1] + 1), "{text}");
            assert_eq!(suits.len(), all.iter().map(|&s| usize::from(suits.times(s))).sum::<usize>());
            for (place, &suit) in all.iter().enumerate() {
                assert_eq!(suits.place(suit), place, "{text}");
                let before: usize = all[..place].iter().map(|&s| usize::from(suits.times(s))).sum();
                assert_eq!(suits.before(suit), before);
            }
            assert_eq!(suits.times(100), 0);
        }
    }
}
