//! One card: a rank and a suit, both of any size.
//!
//! The hardness reductions need more than a hundred thousand ranks, or tens of thousands
//! of suits, so ranks are 32 bits wide and suits 16. Up to thirteen ranks and four suits cards are written as
//! every solitaire program writes them (`TH`, `10` is read too); beyond that as
//! `r137s5`, rank 137 of the fifth suit.

use std::fmt;
use std::str::FromStr;

/// A rank; the ace is 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(pub u32);

/// A suit, counted from 0: clubs, diamonds, hearts, spades, then unnamed ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Suit(pub u16);

/// The colour of a suit, for rules that build in alternate colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Clubs, spades, and every later suit in their place of a block of four.
    Black,
    /// Diamonds, hearts, and every later suit in their place of a block of four.
    Red,
}

impl Suit {
    /// The colour; suits beyond the fourth repeat the pattern black, red, red, black.
    #[must_use]
    pub fn colour(self) -> Colour {
        if matches!(self.0 % 4, 1 | 2) { Colour::Red } else { Colour::Black }
    }
}

/// One card. Two cards of equal rank and suit (from two decks) are equal: twins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// The rank, from 1.
    pub rank: Rank,
    /// The suit, from 0.
    pub suit: Suit,
}

const RANK_NAMES: &[u8; 13] = b"A23456789TJQK";
const SUIT_NAMES: &[u8; 4] = b"CDHS";

impl Card {
    /// The card of this rank (from 1) and suit (from 0).
    #[must_use]
    pub const fn new(rank: u32, suit: u16) -> Self {
        Card { rank: Rank(rank), suit: Suit(suit) }
    }

    /// The colour of its suit.
    #[must_use]
    pub fn colour(self) -> Colour {
        self.suit.colour()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rank, suit) = (self.rank.0, self.suit.0);
        if (1..=13).contains(&rank) && suit < 4 {
            let text = [RANK_NAMES[rank as usize - 1], SUIT_NAMES[usize::from(suit)]];
            f.pad(std::str::from_utf8(&text).unwrap_or("??"))
        } else {
            f.pad(&format!("r{rank}s{}", suit + 1))
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a card.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a card: expected a rank A 2-9 T J Q K and a suit C D H S, like TH, or r137s5")]
pub struct CardParseError(pub String);

impl FromStr for Card {
    type Err = CardParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| CardParseError(shorten(text)))
    }
}

/// An offending text, cut so that binary garbage does not fill the screen.
fn shorten(text: &str) -> String {
    let short: String = text.chars().take(20).map(|c| if c.is_control() { '?' } else { c }).collect();
    if short.len() < text.len() { short + "..." } else { short }
}

fn parse(text: &str) -> Option<Card> {
    let upper = text.to_ascii_uppercase();
    if let Some(rest) = upper.strip_prefix('R') {
        let (rank, suit) = rest.split_once('S')?;
        let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit()).then(|| s.parse::<u32>().ok())?;
        let (rank, suit) = (digits(rank)?, u16::try_from(digits(suit)?).ok()?);
        return (rank >= 1 && suit >= 1).then(|| Card::new(rank, suit - 1));
    }
    let (&suit, rank) = upper.as_bytes().split_last()?;
    let suit = SUIT_NAMES.iter().position(|&s| s == suit)? as u16;
    let rank = match rank {
        b"10" => 10,
        b"1" => 1,
        [one] => RANK_NAMES.iter().position(|r| r == one)? as u32 + 1,
        _ => return None,
    };
    Some(Card::new(rank, suit))
}

impl serde::Serialize for Card {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Card {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
