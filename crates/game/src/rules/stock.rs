//! The cards not yet in play.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// The cards not yet in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Stock {
    /// No stock.
    #[default]
    None,
    /// Drawn onto a waste whose top card is playable.
    Waste {
        /// How often the waste may be turned back into the stock.
        redeals: Redeals,
        /// Whether the top of the stock may be played without drawing it first.
        playable: bool,
        /// How many cards a draw turns, the last one of a pass perhaps fewer.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        draw: u16,
    },
    /// Dealt as rows, a card to each column from the left while cards last.
    Rows {
        /// Whether a row may be dealt while a column is empty.
        onto_empty: bool,
    },
    /// Drawn into the hole, card by card, whatever lies there.
    Hole,
}

impl Stock {
    /// A stock of which one card is drawn at a time, and the top one perhaps played without drawing it first.
    #[must_use]
    pub const fn waste(redeals: u16, playable: bool) -> Stock {
        Stock::Waste { redeals: Redeals::Number(redeals), playable, draw: 1 }
    }

    /// How often the waste may be turned back; without a waste never.
    #[must_use]
    pub const fn redeals(self) -> Redeals {
        match self {
            Stock::Waste { redeals, .. } => redeals,
            Stock::None | Stock::Rows { .. } | Stock::Hole => Redeals::NONE,
        }
    }
}

const fn one() -> u16 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_one(draw: &u16) -> bool {
    *draw == 1
}

/// How often a waste may be turned back into the stock; as JSON a number or `"unlimited"`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Redeals {
    /// At most so often.
    Number(u16),
    /// As often as one likes. A position then does not count them.
    Unlimited,
}

impl Redeals {
    /// Not at all.
    pub const NONE: Redeals = Redeals::Number(0);

    /// How many are left after `used` of them; `None` if they are not counted.
    #[must_use]
    pub fn left(self, used: usize) -> Option<u16> {
        match self {
            Redeals::Number(most) => Some(most.saturating_sub(u16::try_from(used).unwrap_or(u16::MAX))),
            Redeals::Unlimited => None,
        }
    }

    /// Whether one more is allowed after `used` of them.
    #[must_use]
    pub fn allowed_after(self, used: usize) -> bool {
        self.left(used) != Some(0)
    }
}

impl fmt::Display for Redeals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Redeals::Number(most) => most.fmt(f),
            Redeals::Unlimited => f.write_str(UNLIMITED),
        }
    }
}

const UNLIMITED: &str = "unlimited";

impl Serialize for Redeals {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Redeals::Number(most) => serializer.serialize_u16(*most),
            Redeals::Unlimited => serializer.serialize_str(UNLIMITED),
        }
    }
}

impl<'de> Deserialize<'de> for Redeals {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Redeals, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Redeals;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a number of redeals up to {} or \"{UNLIMITED}\"", u16::MAX)
            }

            fn visit_u64<E: de::Error>(self, most: u64) -> Result<Redeals, E> {
                u16::try_from(most)
                    .map(Redeals::Number)
                    .map_err(|_| E::invalid_value(de::Unexpected::Unsigned(most), &self))
            }

            fn visit_i64<E: de::Error>(self, most: i64) -> Result<Redeals, E> {
                u64::try_from(most)
                    .map_err(|_| E::invalid_value(de::Unexpected::Signed(most), &self))
                    .and_then(|most| self.visit_u64(most))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Redeals, E> {
                match text {
                    UNLIMITED => Ok(Redeals::Unlimited),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_or_the_word_and_nothing_else() {
        let read = |text: &str| serde_json::from_str::<Redeals>(text).map_err(|e| e.to_string());
        for (text, redeals) in
            [("0", Redeals::NONE), ("2", Redeals::Number(2)), ("\"unlimited\"", Redeals::Unlimited)]
        {
            assert_eq!(read(text), Ok(redeals));
            assert_eq!(serde_json::to_string(&redeals).unwrap(), text);
        }
        for text in ["-1", "65536", "1.5", "\"many\"", "true", "null"] {
            assert!(
                read(text).unwrap_err().contains("expected a number of redeals up to 65535 or \"unlimited\""),
                "{text}"
            );
        }
    }

    #[test]
    fn draws_of_one_card_are_not_written() {
        let written = serde_json::to_string(&Stock::waste(1, false)).unwrap();
        assert_eq!(written, r#"{"kind":"waste","redeals":1,"playable":false}"#);
        assert_eq!(serde_json::from_str::<Stock>(&written).unwrap(), Stock::waste(1, false));
        let three = Stock::Waste { redeals: Redeals::Unlimited, playable: false, draw: 3 };
        let written = serde_json::to_string(&three).unwrap();
        assert_eq!(written, r#"{"kind":"waste","redeals":"unlimited","playable":false,"draw":3}"#);
        assert_eq!(serde_json::from_str::<Stock>(&written).unwrap(), three);
    }
}
