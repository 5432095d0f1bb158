//! The cards of a task: which object is which number, suit and card.

use super::facts::{Fact, Facts, Object};
use super::vocabulary::Domain;
use patsat_base::{FormatError, quoted};
use patsat_game::cards::Card;
use patsat_game::rules::MOST_PLACES;
use std::collections::{BTreeMap, BTreeSet};

/// The numbers of a file, and its cards as rank and suit, suits in the order of the file.
pub(super) struct Cards {
    /// The objects of the numbers, from 0 on.
    pub(super) numbers: Vec<Object>,
    /// Those that count columns, and those that count cells.
    pub(super) columns: Vec<Object>,
    pub(super) cells: Vec<Object>,
    /// Whether columns and cells are counted apart, as in the Autoscale collection.
    pub(super) apart: bool,
    /// The objects of the suits.
    pub(super) suits: Vec<Object>,
    pub(super) card: BTreeMap<Object, Card>,
}

impl Cards {
    pub(super) fn read(facts: &Facts) -> Result<Cards, FormatError> {
        let apart = counts_apart(facts);
        let has_talon = facts.domain == Domain::Thoughtful;
        let (suit, [by_columns, by_cells]) = match has_talon {
            true => ("suit", ["colsuccessor", ""]),
            false if apart => ("hassuit", ["colsuccessor", "cellsuccessor"]),
            false => ("suit", ["successor"; 2]),
        };
        let other =
            ["hassuit", "colsuccessor", "cellsuccessor"].into_iter().find_map(|name| facts.of(name).first());
        if let Some(fact) = other.filter(|_| !apart && !has_talon) {
            let expected = "the facts of one domain: (suit ...) or (hassuit ...), not of two";
            return Err(FormatError::unexpected("a fact of another FreeCell domain", expected).at(fact.line));
        }
        let numbers = chain(facts, "successor", None)?;
        let columns = chain(facts, by_columns, Some("colspace"))?;
        let cells = if has_talon { Vec::new() } else { chain(facts, by_cells, Some("cellspace"))? };
        let value_of = |object| numbers.iter().position(|&number| number == object);
        let mut found =
            Cards { numbers: Vec::new(), columns, cells, apart, suits: Vec::new(), card: BTreeMap::new() };
        let mut suit_of = BTreeMap::new();
        for Fact { args, line } in facts.of(suit) {
            let known = found.suits.iter().position(|&suit| suit == args[1]);
            let suit = known.unwrap_or_else(|| {
                found.suits.push(args[1]);
                found.suits.len() - 1
            });
            if suit_of.insert(args[0], suit as u16).is_some() {
                let what = format!("a second suit of {}", quoted(facts.name(args[0])));
                return Err(FormatError::unexpected(what, "one").at(*line));
            }
        }
        let mut object_of = BTreeMap::new();
        for Fact { args, line } in facts.of("value") {
            let name = quoted(facts.name(args[0]));
            let Some(rank) = value_of(args[1]) else {
                let what = format!("the value {} of {name}", quoted(facts.name(args[1])));
                return Err(FormatError::unexpected(what, "a number of the successor facts").at(*line));
            };
            let Some(&suit) = suit_of.get(&args[0]) else {
                return Err(
                    FormatError::unexpected(format!("{name} without a suit"), "(suit CARD SUIT)").at(*line)
                );
            };
            let card = Card::new(rank as u32, suit);
            if found.card.insert(args[0], card).is_some() {
                return Err(FormatError::unexpected(format!("a second value of {name}"), "one").at(*line));
            }
            if let Some(twin) = object_of.insert(card, args[0]) {
                let what = format!("{name} of the suit and value of {}", quoted(facts.name(twin)));
                return Err(FormatError::unexpected(what, "each card once").at(*line));
            }
        }
        if let Some(fact) = facts.of(suit).iter().find(|fact| !found.card.contains_key(&fact.args[0])) {
            let what = format!("{} without a value", quoted(facts.name(fact.args[0])));
            return Err(FormatError::unexpected(what, "(value CARD NUMBER)").at(fact.line));
        }
        if found.card.is_empty() {
            return Err(FormatError::unexpected("no card", "cards with (value ...) and (suit ...)"));
        }
        if found.suits.len() > usize::from(MOST_PLACES) {
            let suits = format!("{} suits", found.suits.len());
            return Err(FormatError::unexpected(suits, format!("at most {MOST_PLACES}")));
        }
        found.numbers = numbers;
        Ok(found)
    }

    /// The card that an object of a fact is.
    pub(super) fn get(&self, facts: &Facts, fact: &Fact, argument: usize) -> Result<Card, FormatError> {
        let object = fact.args[argument];
        self.card.get(&object).copied().ok_or_else(|| {
            let found = quoted(facts.name(object));
            FormatError::unexpected(found, "a card, with its value and suit").at(fact.line)
        })
    }

    /// The number of a predicate that counts by these objects.
    pub(super) fn number(facts: &Facts, predicate: &str, numbers: &[Object]) -> Result<usize, FormatError> {
        let fact = facts.only(predicate)?;
        numbers.iter().position(|&number| number == fact.args[0]).ok_or_else(|| {
            let found = quoted(facts.name(fact.args[0]));
            FormatError::unexpected(found, "a number of the successor facts").at(fact.line)
        })
    }
}

/// Whether the task belongs to the domain that counts columns and cells apart.
pub(super) fn counts_apart(facts: &Facts) -> bool {
    facts.of("suit").is_empty() && !facts.of("hassuit").is_empty()
}

/// The numbers from 0 on, as the successor facts chain them. One that is alone has no such fact: it is
/// what the predicate `alone` counts.
fn chain(facts: &Facts, successor: &str, alone: Option<&str>) -> Result<Vec<Object>, FormatError> {
    if let Some(alone) = alone.filter(|_| facts.of(successor).is_empty()) {
        return Ok(facts.only(alone)?.args.clone());
    }
    let expected = "one chain of numbers, each the successor of the one before";
    let wrong = |fact: &Fact, object: Object| {
        let found = format!("(successor ...) of {} again", quoted(facts.name(object)));
        FormatError::unexpected(found, expected).at(fact.line)
    };
    let (mut after, mut later) = (BTreeMap::new(), BTreeSet::new());
    for fact in facts.of(successor) {
        let (high, low) = (fact.args[0], fact.args[1]);
        if after.insert(low, high).is_some() {
            return Err(wrong(fact, low));
        }
        if !later.insert(high) {
            return Err(wrong(fact, high));
        }
    }
    let Some(&zero) = after.keys().find(|low| !later.contains(low)) else {
        return Err(FormatError::unexpected("successor facts without a first number", expected));
    };
    let numbers: Vec<Object> =
        std::iter::successors(Some(zero), |number| after.get(number).copied()).collect();
    if numbers.len() != after.len() + 1 || numbers.len() > usize::from(u16::MAX) {
        return Err(FormatError::unexpected("several chains of numbers, or too many numbers", expected));
    }
    Ok(numbers)
}
