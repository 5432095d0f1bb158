//! The JSON of Laubersheimer's thesis: an array of cards for every pile.
//!
//! Source: Laubersheimer 2024, 3.8.2, which says no more than this: each column and the stock
//! is an array, each card an object with the keys `suit`, `rank`, `face_down` and `id`, made
//! from a saved game of KPatience, whose ids it keeps.
//!
//! ```json
//! { "stack0": [ {"suit": "spades", "rank": "king", "face_down": true, "id": 3277581}, … ],
//!   "stock": [ … ] }
//! ```
//!
//! What the thesis leaves open is chosen as in KPatience's files: the deepest card of a pile
//! first, so that the last card of the stock is dealt first, to the first column; suits and
//! ranks in words. Letters and numbers (`"S"` or 3, `"K"` or 13) are read too. The arrays are
//! the columns in the file's order, but for `stock` (or `redeals0` …, the next row first, as
//! KPatience has it). Complete runs that lie nowhere have left the game. Ids are
//! written where the deck is KPatience's; a reader only asks that they differ.

use super::hints::instance;
use super::{Hints, kpat};
use patsat_base::{FormatError, quoted};
use patsat_game::cards::{Card, Deal, Pile, Suits};
use patsat_game::rules::{Feature, Features, Rules};
use patsat_game::state::Instance;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeSet;
use std::fmt;

/// The file, its piles in order.
struct File(Vec<(String, Vec<Entry>)>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    suit: Word,
    rank: Word,
    #[serde(default)]
    face_down: bool,
    #[serde(default)]
    id: Option<Word>,
}

/// A name or a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Word {
    Number(u64),
    Name(String),
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word::Number(n) => write!(f, "{n}"),
            Word::Name(name) => f.write_str(name),
        }
    }
}

impl<'de> Deserialize<'de> for File {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Piles;
        impl<'de> Visitor<'de> for Piles {
            type Value = File;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with an array of cards for each pile")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<File, A::Error> {
                let mut piles = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    piles.push(entry);
                }
                Ok(File(piles))
            }
        }
        d.deserialize_map(Piles)
    }
}

/// Whether an object with these keys is one of piles: columns, by any number, and a stock.
pub(super) fn looks_like_one<'a>(mut keys: impl Iterator<Item = &'a String>) -> bool {
    keys.any(|key| stock_row(key).is_some() || key.to_lowercase().starts_with("sta"))
}

/// The place in the order of dealing that a pile of the stock has; `None` for a column.
fn stock_row(name: &str) -> Option<u32> {
    let lower = name.to_lowercase();
    let stem = lower.trim_end_matches(|c: char| c.is_ascii_digit());
    let known = ["stock", "redeals", "redeal", "talon", "nachziehstapel", "draw_pile"];
    let stem_known = known.contains(&stem.trim_end_matches(['_', '-', ' ']));
    let digits = &lower[stem.len()..];
    // A number too large for this is the last of them.
    stem_known.then(|| if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u32::MAX) })
}

fn card(entry: &Entry) -> Result<Card, FormatError> {
    let wrong = |what: &str, word: &Word, expected: &str| {
        FormatError::unexpected(format!("{what} {}", quoted(&word.to_string())), expected)
    };
    let suit = match &entry.suit {
        Word::Number(n) => u16::try_from(*n).ok().filter(|&n| n < 4),
        Word::Name(name) => kpat::suit(name),
    };
    let rank = match &entry.rank {
        Word::Number(n) => u32::try_from(*n).ok().filter(|n| (1..=13).contains(n)),
        Word::Name(name) => kpat::rank(name),
    };
    let suit = suit.ok_or_else(|| wrong("suit", &entry.suit, "clubs, diamonds, hearts, spades or 0 to 3"))?;
    let rank = rank.ok_or_else(|| wrong("rank", &entry.rank, "ace, two … king or 1 to 13"))?;
    Ok(Card::new(rank, suit))
}

fn column(name: &str, entries: &[Entry]) -> Result<Pile, FormatError> {
    let cards = entries.iter().map(card).collect::<Result<Vec<Card>, _>>()?;
    let face_down = entries.iter().take_while(|entry| entry.face_down).count();
    if entries[face_down..].iter().any(|entry| entry.face_down) {
        let found = format!("a face-down card on a face-up one in {}", quoted(name));
        return Err(FormatError::unexpected(found, "face-down cards below the others"));
    }
    Ok(Pile { cards, face_down })
}

/// Ids only have to differ, so every program may number as it likes.
fn check_ids(piles: &[(String, Vec<Entry>)]) -> Result<(), FormatError> {
    let mut seen = BTreeSet::new();
    for id in piles.iter().flat_map(|(_, cards)| cards).filter_map(|entry| entry.id.as_ref()) {
        if !seen.insert(id.to_string()) {
            return Err(FormatError::unexpected(format!("card id {id} twice"), "each card once"));
        }
    }
    Ok(())
}

/// KPatience's game with as many suits as the cards have, or a deck of just these suits.
fn spider(cards: &[Card]) -> Result<Rules, FormatError> {
    let suits: BTreeSet<u16> = cards.iter().map(|card| card.suit.0).collect();
    let wrong = |found: String| FormatError::unexpected(found, "the cards of a game of Spider");
    let mut rules = Rules::preset("spider").map_err(|e| wrong(e.name))?;
    let usual = Suits::of_spider(suits.len().max(1) as u16);
    if suits.iter().all(|&suit| usual.contains(suit)) {
        let name = if suits.len() == 4 { "spider".into() } else { format!("spider{}", suits.len().max(1)) };
        return Rules::preset(&name).map_err(|e| wrong(e.name));
    }
    let mut times = [0; 4];
    suits.iter().for_each(|&suit| times[usize::from(suit)] = 1);
    rules.deck.suits = Suits::listed(times).ok_or_else(|| wrong("no suit".into()))?;
    rules.deck.copies = (8 / suits.len()) as u16;
    Ok(rules)
}

/// Reads a position of Spider or of its kin.
pub(super) fn read(text: &str, hints: &Hints) -> Result<Instance, FormatError> {
    let File(piles) = serde_json::from_str(text)?;
    check_ids(&piles)?;
    let mut deal = Deal::default();
    let mut rows: Vec<(u32, Vec<Card>)> = Vec::new();
    for (name, entries) in &piles {
        let pile = column(name, entries)?;
        match stock_row(name) {
            Some(row) => rows.push((row, pile.cards)),
            None => deal.columns.push(pile),
        }
    }
    rows.sort_by_key(|(row, _)| std::cmp::Reverse(*row));
    deal.stock = rows.into_iter().flat_map(|(_, cards)| cards).collect();
    let cards: Vec<Card> = deal.cards_in_play().collect();
    let mut rules = hints.rules(|| spider(&cards))?;
    hints.check_columns(&rules, deal.columns.len(), |_| None)?;
    hints.infer_ranks(&mut rules, &deal);
    deal.foundations = runs_gone(&rules, &cards);
    instance(rules, deal)
}

/// A full foundation for each run of which no card lies on the table.
fn runs_gone(rules: &Rules, cards: &[Card]) -> Vec<u32> {
    let mut heights = vec![0; rules.foundations()];
    for suit in rules.deck.suits.iter() {
        let left = |rank| cards.iter().filter(|card| **card == Card::new(rank, suit)).count();
        let left = (1..=rules.deck.ranks).map(left).max().unwrap_or(0);
        let gone = rules.deck.copies_of(suit).saturating_sub(left);
        heights[rules.deck.foundations_of(suit)][..gone].fill(rules.deck.ranks);
    }
    heights
}

/// What the file can express: Spider and its relatives.
const SUPPORTED: Features = Features::of(&[
    Feature::EqualCards,
    Feature::AlternateColour,
    Feature::SameSuit,
    Feature::AnySuit,
    Feature::NoBuilding,
    Feature::AnyLowerRank,
    Feature::Supermoves,
    Feature::SuitRuns,
    Feature::BuiltRuns,
    Feature::TopRankFills,
    Feature::NothingFills,
    Feature::RunsLeave,
    Feature::Rows,
    Feature::RowsOntoEmpty,
]);

/// Writes a position, a card a line.
pub(super) fn write(instance: &Instance) -> Result<String, FormatError> {
    let (rules, deal) = (&instance.rules, &instance.deal);
    if rules.unsupported(SUPPORTED).is_some() || rules.deck.ranks > 13 || rules.deck.suits.end() > 4 {
        let found = format!("a position of {}", rules.name);
        return Err(FormatError::unexpected(found, "Spider or its kin, with at most 13 ranks and 4 suits"));
    }
    let ids = kpat::ids_of(instance);
    let line = |card: Card, face_down: bool, id: Option<&u32>| {
        let (suit, rank) = kpat::names(card);
        let id = id.map_or(String::new(), |id| format!(", \"id\": {id}"));
        format!("\n    {{\"suit\": \"{suit}\", \"rank\": \"{rank}\", \"face_down\": {face_down}{id}}}")
    };
    let mut piles = Vec::new();
    for (n, pile) in deal.columns.iter().enumerate() {
        let id = |depth| ids.columns.get(n).and_then(|column| column.get(depth));
        let cards = pile.cards.iter().zip(0..).map(|(&c, depth)| line(c, depth < pile.face_down, id(depth)));
        piles.push(format!("  \"stack{n}\": [{}\n  ]", itertools::join(cards, ",")));
    }
    let cards = deal.stock.iter().zip(0..).map(|(&c, depth)| line(c, true, ids.stock.get(depth)));
    piles.push(format!("  \"stock\": [{}\n  ]", itertools::join(cards, ",")));
    Ok(format!("{{\n{}\n}}\n", piles.join(",\n")))
}
