//! Cards that are enough for a loss, as a file: in Klondike and its kin a game is lost if it is lost with only these
//! tracked and all others set free.
//!
//! ```text
//! patsat tracked-cards 1
//! game klondike
//! deal solvitaire:klondike:22
//! instance 64 hex digits      SHA-256 of the rules and the position, as JSON
//! safe-home left              or made: whether safe cards go home at once, which is only for all cards
//! positions 4                 positions there are with these cards tracked
//! cards 6S 9C KH QS KD QC     or all
//! ```
//! [`crate::verify::check_tracked_cards`] defines tracked cards and proves that they are enough.

use super::Instance;
use super::header::{self, short};
use crate::cards::Card;

const MAGIC: &str = "patsat tracked-cards 1";

/// The contents of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrackedCards {
    /// The tracked cards, each once, in the order of the deck.
    pub cards: Vec<Card>,
    /// Whether safe cards go home at once.
    pub safe_home: bool,
    /// Number of positions.
    pub positions: u64,
}

/// Why a text is no such file for an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrackedCardsError {
    /// It does not start as one.
    #[error("these are no tracked cards: expected a file that starts '{MAGIC}'")]
    Magic,
    /// It does not say to what it belongs.
    #[error(
        "the tracked cards do not say what they belong to: expected a line 'instance' with 64 hex digits"
    )]
    Unbound,
    /// It belongs to another game or position.
    #[error("the tracked cards are those of other rules or another position")]
    OtherInstance,
    /// A line that cannot be read.
    #[error("line {line}: {what}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong, and what was expected.
        what: String,
    },
    /// A line is missing.
    #[error("the file of tracked cards has no line '{0}'")]
    Missing(&'static str),
}

impl TrackedCards {
    /// Whether a file starts like one.
    #[must_use]
    pub fn looks_like_one(file: &[u8]) -> bool {
        file[..file.len().min(64)].trim_ascii_start().starts_with(b"patsat tracked-cards")
    }

    /// The text that [`TrackedCards::read`] reads back for this instance alone.
    #[must_use]
    pub fn write(&self, instance: &Instance) -> String {
        let safe = if self.safe_home { "made" } else { "left" };
        let cards = if self.cards.len() == instance.rules.deck.len() {
            "all".to_owned()
        } else {
            self.cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
        };
        let (header, positions) = (header::lines(instance), self.positions);
        format!("{MAGIC}\n{header}safe-home {safe}\npositions {positions}\ncards {cards}\n")
    }

    /// Reads it for an instance.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line.
    pub fn read(instance: &Instance, file: &[u8]) -> Result<TrackedCards, TrackedCardsError> {
        let text = std::str::from_utf8(file).map_err(|_| TrackedCardsError::Magic)?;
        let mut lines = header::content_lines(text);
        if lines.next().is_none_or(|(_, text)| text != MAGIC) {
            return Err(TrackedCardsError::Magic);
        }
        let (mut bound, mut safe_home, mut positions, mut cards) = (false, None, None, None);
        for (line, text) in lines {
            let fault = |what| TrackedCardsError::Line { line, what };
            let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let rest = rest.trim();
            match word {
                "game" | "deal" => {}
                "instance" if header::is(instance, rest).map_err(fault)? => bound = true,
                "instance" => return Err(TrackedCardsError::OtherInstance),
                _ if !bound => return Err(TrackedCardsError::Unbound),
                "safe-home" => match rest {
                    "made" => safe_home = Some(true),
                    "left" => safe_home = Some(false),
                    _ => return Err(fault(format!("'{}' is neither 'made' nor 'left'", short(rest)))),
                },
                "positions" => {
                    let wrong = |_| fault(format!("'{}' is no number of positions", short(rest)));
                    positions = Some(rest.parse().map_err(wrong)?);
                }
                "cards" => cards = Some(names(instance, rest).map_err(fault)?),
                _ => {
                    let expected = "expected 'safe-home', 'positions' or 'cards'";
                    return Err(fault(format!("{expected}, found '{}'", short(word))));
                }
            }
        }
        if !bound {
            return Err(TrackedCardsError::Unbound);
        }
        Ok(TrackedCards {
            cards: cards.ok_or(TrackedCardsError::Missing("cards"))?,
            safe_home: safe_home.ok_or(TrackedCardsError::Missing("safe-home"))?,
            positions: positions.ok_or(TrackedCardsError::Missing("positions"))?,
        })
    }
}

/// The cards of a line, in the order of the deck.
fn names(instance: &Instance, text: &str) -> Result<Vec<Card>, String> {
    let deck = instance.rules.deck;
    if text == "all" {
        return Ok(deck.all_cards().collect());
    }
    let mut cards = Vec::new();
    for word in text.split_whitespace() {
        let card: Card = word.parse().map_err(|_| format!("'{}' is no card", short(word)))?;
        if !deck.contains(card) {
            return Err(format!("{card} is not in the deck"));
        }
        if cards.contains(&card) {
            return Err(format!("{card} is named twice"));
        }
        cards.push(card);
    }
    cards.sort_by_key(|&card| deck.index(card));
    Ok(cards)
}
