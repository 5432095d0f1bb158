//! What cards, suits and numbers are called in a task.
//!
//! Our own names are those of the competition of 2000: `ca`, `d10`, `hk`, and `s0` for the
//! foundation of spades that nothing lies on. Decks beyond four suits or thirteen ranks use
//! `r14s5` as everywhere in this program. Names of a file are kept with the instance. PDDL
//! takes capitals and small letters for the same.

use patsat_game::cards::Card;
use patsat_game::rules::Rules;
use patsat_game::state::{Instance, Names};

const SUITS: [&str; 4] = ["c", "d", "h", "s"];
const RANKS: [&str; 14] = ["0", "a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k"];

/// The names that a task or plan for an instance uses.
pub(super) struct Namer<'a> {
    own: Option<&'a Names>,
    ordinary: bool,
}

impl<'a> Namer<'a> {
    pub(super) fn new(instance: &'a Instance) -> Namer<'a> {
        Namer { own: instance.names.as_deref(), ..Namer::ours(&instance.rules) }
    }

    /// Our own names.
    pub(super) fn ours(rules: &Rules) -> Namer<'static> {
        Namer { own: None, ordinary: rules.deck.suits.end() <= 4 && rules.deck.ranks <= 13 }
    }

    /// A card; rank 0 is the empty foundation.
    pub(super) fn card(&self, card: Card) -> String {
        if let Some(name) = self.own.and_then(|names| names.cards.get(&card)) {
            return name.clone();
        }
        match (SUITS.get(usize::from(card.suit.0)), RANKS.get(card.rank.0 as usize)) {
            (Some(suit), Some(rank)) if self.ordinary => format!("{suit}{rank}"),
            _ => format!("r{}s{}", card.rank.0, card.suit.0 + 1),
        }
    }

    pub(super) fn suit(&self, suit: u16) -> String {
        if let Some(name) = self.own.and_then(|names| names.suits.get(usize::from(suit))) {
            return name.clone();
        }
        match SUITS.get(usize::from(suit)) {
            Some(name) if self.ordinary => (*name).to_owned(),
            _ => format!("suit{}", suit + 1),
        }
    }

    /// Whether columns and cells are counted by types of their own, as in the Autoscale collection.
    pub(super) fn apart(&self) -> bool {
        self.own.is_some_and(|names| !names.columns.is_empty())
    }

    /// A number of columns.
    pub(super) fn columns(&self, number: usize) -> String {
        match self.own.filter(|names| !names.columns.is_empty()) {
            Some(names) => names.columns.get(number).cloned().unwrap_or_else(|| format!("coln{number}")),
            None => self.number(number),
        }
    }

    /// A number of columns in a domain that always counts them by a type of their own.
    pub(super) fn empty_columns(&self, number: usize) -> String {
        let own = self.own.and_then(|names| names.columns.get(number));
        own.cloned().unwrap_or_else(|| format!("coln{number}"))
    }

    /// A number of cells.
    pub(super) fn cells(&self, number: usize) -> String {
        match self.own.filter(|names| !names.columns.is_empty()) {
            Some(names) => names.cells.get(number).cloned().unwrap_or_else(|| format!("celln{number}")),
            None => self.number(number),
        }
    }

    pub(super) fn number(&self, number: usize) -> String {
        match self.own.and_then(|names| names.numbers.get(number)) {
            Some(name) => name.clone(),
            None => format!("n{number}"),
        }
    }
}

/// The suit (from 0) that this name means to a person, if it is one of the four.
pub(super) fn suit_of(name: &str) -> Option<u16> {
    let name = name.to_ascii_lowercase();
    let name = name.strip_suffix('s').filter(|rest| !rest.is_empty()).unwrap_or(&name);
    let long = ["club", "diamond", "heart", "spade"];
    (0u16..).zip(SUITS.iter().zip(long)).find(|(_, (s, l))| **s == name || *l == name).map(|(n, _)| n)
}
