//! The deck of a task: ranks and suits, from what may follow on what.

use super::{called, fact_text};
use crate::facts::{Fact, Facts, Object};
use patsat_base::FormatError;
use patsat_game::cards::{Card, DeckSpec, Suits};
use patsat_game::rules::{Build, RankStep, Rules};
use std::collections::{BTreeMap, BTreeSet};

/// The cards of a file.
pub(super) struct Cards {
    pub(super) card: BTreeMap<Object, Card>,
    pub(super) deck: DeckSpec,
}

impl Cards {
    /// The cards, by the facts alone; suits keep the numbers of names such as `card-d0-s3-v12`.
    pub(super) fn read(facts: &Facts) -> Result<Cards, FormatError> {
        let objects = facts.of_type("card");
        if objects.is_empty() {
            return Err(FormatError::unexpected("no object of type card", "cards"));
        }
        let links = pairs(facts, &objects, "can-continue-group")?;
        let rank = ranks(facts, &objects, &links)?;
        let suits = suits(&objects, &links);
        let highest = rank.values().copied().max().unwrap_or(1);
        let mut kings = facts.of("is-king").iter();
        if let Some(fact) = kings.find(|fact| rank.get(&fact.args[0]) != Some(&highest)) {
            let expected = format!("kings at the end of {highest} cards that continue a group");
            return Err(FormatError::unexpected(fact_text(facts, "IS-KING", fact), expected).at(fact.line));
        }
        let kings: BTreeSet<Object> = facts.of("is-king").iter().map(|fact| fact.args[0]).collect();
        if let Some(&king) = objects.iter().find(|card| rank[card] == highest && !kings.contains(card)) {
            let found = format!("{}, which nothing continues, without (IS-KING ...)", called(facts, king));
            return Err(FormatError::unexpected(found, "a king").at(facts.line_of(king)));
        }
        let copies = copies(facts, &suits, &rank, highest)?;
        let (deck, numbers) = deck(facts, &suits, &copies, highest)?;
        let mut card = BTreeMap::new();
        for (suit, &number) in suits.iter().zip(&numbers) {
            card.extend(suit.iter().map(|&object| (object, Card::new(rank[&object], number))));
        }
        let all: usize = suits.iter().map(|suit| linked(suit, &rank)).sum();
        if links.len() != all {
            let found = format!("{} facts (CAN-CONTINUE-GROUP ...)", links.len());
            let expected = format!("{all}: each card on each one of its suit and the next rank");
            return Err(FormatError::unexpected(found, expected));
        }
        Ok(Cards { card, deck })
    }

    /// Which cards may be put on which.
    pub(super) fn building(&self, facts: &Facts, like: &Rules) -> Result<(Build, RankStep), FormatError> {
        let objects: Vec<Object> = self.card.keys().copied().collect();
        let found = pairs(facts, &objects, "can-be-placed-on")?;
        let rules = |build, step| Rules { build, step, deck: self.deck, ..like.clone() };
        let fits =
            |rules: &Rules, (card, onto): &(Object, Object)| rules.fits(self.card[card], self.card[onto]);
        let many = |card: Card| self.card.values().filter(|&&other| other == card).count();
        let all = |rules: &Rules| -> usize {
            self.card.values().map(|&card| rules.may_stand_on(card).map(many).sum::<usize>()).sum()
        };
        let known = [RankStep::One, RankStep::Any]
            .map(|step| [Build::AnySuit, Build::SameSuit].map(|build| (build, step)));
        for (build, step) in known.into_iter().flatten() {
            let rules = rules(build, step);
            if found.keys().all(|pair| fits(&rules, pair)) && all(&rules) == found.len() {
                return Ok((build, step));
            }
        }
        let expected = "each card to go on each of the next higher rank";
        let plain = rules(Build::AnySuit, RankStep::One);
        let odd = found.iter().find(|(pair, _)| !fits(&plain, pair));
        Err(match odd {
            Some((_, fact)) => {
                FormatError::unexpected(fact_text(facts, "CAN-BE-PLACED-ON", fact), expected).at(fact.line)
            }
            None => {
                let found = format!("{} facts (CAN-BE-PLACED-ON ...)", found.len());
                FormatError::unexpected(found, format!("{}: {expected}", all(&plain)))
            }
        })
    }
}

/// The facts of a predicate about two cards.
fn pairs<'a>(
    facts: &'a Facts,
    cards: &[Object],
    predicate: &str,
) -> Result<BTreeMap<(Object, Object), &'a Fact>, FormatError> {
    let is_card: BTreeSet<Object> = cards.iter().copied().collect();
    let mut found = BTreeMap::new();
    for fact in facts.of(predicate) {
        if let Some(&other) = fact.args.iter().find(|object| !is_card.contains(object)) {
            let what = format!("{} in a fact about cards", called(facts, other));
            return Err(FormatError::unexpected(what, "objects of type card").at(fact.line));
        }
        found.insert((fact.args[0], fact.args[1]), fact);
    }
    Ok(found)
}

/// The rank of each card: its place in the chains that begin with aces.
fn ranks(
    facts: &Facts,
    cards: &[Object],
    links: &BTreeMap<(Object, Object), &Fact>,
) -> Result<BTreeMap<Object, u32>, FormatError> {
    let mut rank: BTreeMap<Object, u32> = facts.of("is-ace").iter().map(|fact| (fact.args[0], 1)).collect();
    if let Some(fact) = facts.of("is-ace").iter().find(|fact| !cards.contains(&fact.args[0])) {
        return Err(FormatError::unexpected(fact_text(facts, "IS-ACE", fact), "a card").at(fact.line));
    }
    let mut open: Vec<Object> = rank.keys().copied().collect();
    while let Some(lower) = open.pop() {
        for (&(_, higher), fact) in links.range((lower, 0)..=(lower, Object::MAX)) {
            let next = rank[&lower] + 1;
            match rank.insert(higher, next) {
                None => open.push(higher),
                Some(known) if known == next => {}
                Some(known) => {
                    let found = fact_text(facts, "CAN-CONTINUE-GROUP", fact);
                    let expected = format!("ranks without a circle: those are {} and {known}", next - 1);
                    return Err(FormatError::unexpected(found, expected).at(fact.line));
                }
            }
        }
    }
    match cards.iter().find(|card| !rank.contains_key(card)) {
        Some(&card) => {
            let found = format!("{} without a rank", called(facts, card));
            let expected = "(IS-ACE CARD), or cards from an ace to it, each continuing the next one's group";
            Err(FormatError::unexpected(found, expected).at(facts.line_of(card)))
        }
        None => Ok(rank),
    }
}

/// The suits: cards that are linked to each other, in the order of the file.
fn suits(cards: &[Object], links: &BTreeMap<(Object, Object), &Fact>) -> Vec<Vec<Object>> {
    let mut beside: BTreeMap<Object, Vec<Object>> = BTreeMap::new();
    for &(one, other) in links.keys() {
        beside.entry(one).or_default().push(other);
        beside.entry(other).or_default().push(one);
    }
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    for &first in cards {
        let (mut suit, mut open) = (Vec::new(), vec![first]);
        while let Some(card) = open.pop() {
            if seen.insert(card) {
                suit.push(card);
                open.extend(beside.get(&card).into_iter().flatten());
            }
        }
        if !suit.is_empty() {
            suit.sort_unstable();
            found.push(suit);
        }
    }
    found
}

/// How many links a suit must have.
fn linked(suit: &[Object], rank: &BTreeMap<Object, u32>) -> usize {
    let mut count: BTreeMap<u32, usize> = BTreeMap::new();
    for card in suit {
        *count.entry(rank[card]).or_default() += 1;
    }
    count.iter().map(|(rank, &n)| n * count.get(&(rank + 1)).copied().unwrap_or(0)).sum()
}

/// How often each suit is there.
fn copies(
    facts: &Facts,
    suits: &[Vec<Object>],
    rank: &BTreeMap<Object, u32>,
    highest: u32,
) -> Result<Vec<usize>, FormatError> {
    let mut copies = Vec::with_capacity(suits.len());
    for suit in suits {
        let of_rank = |wanted: u32| suit.iter().copied().filter(move |card| rank[card] == wanted);
        let least = (1..=highest).map(|rank| of_rank(rank).count()).min().unwrap_or(0);
        for rank in 1..=highest {
            let Some(card) = of_rank(rank).nth(least) else { continue };
            let found = format!("{}, of whose suit and rank there are {least} others", called(facts, card));
            let expected = format!("{least}, as many as of another rank of the suit: one a deck");
            return Err(FormatError::unexpected(found, expected).at(facts.line_of(card)));
        }
        copies.push(least);
    }
    Ok(copies)
}

/// The deck, and the number of each suit.
fn deck(
    facts: &Facts,
    suits: &[Vec<Object>],
    copies: &[usize],
    ranks: u32,
) -> Result<(DeckSpec, Vec<u16>), FormatError> {
    let too_many = || FormatError::unexpected(format!("{} suits", suits.len()), "fewer");
    let count = u16::try_from(suits.len()).map_err(|_| too_many())?;
    let named: Option<Vec<u16>> = suits
        .iter()
        .map(|suit| number_in(facts, suit))
        .collect::<Option<_>>()
        .filter(|numbers: &Vec<u16>| numbers.iter().collect::<BTreeSet<_>>().len() == numbers.len());
    let numbers = named.unwrap_or_else(|| (0..count).collect());
    let even = copies.iter().all(|&n| n == copies[0]);
    let each = u16::try_from(copies[0]).map_err(|_| too_many())?;
    let first: Vec<u16> = (0..count).collect();
    let sorted: BTreeSet<u16> = numbers.iter().copied().collect();
    if even && sorted.iter().copied().eq(first.iter().copied()) {
        return Ok((DeckSpec::new(ranks, count, each), numbers));
    }
    if sorted.iter().all(|&suit| suit < 4) {
        let divisor = copies.iter().copied().fold(0, divisor);
        let mut times = [0u8; 4];
        for (&suit, &n) in numbers.iter().zip(copies) {
            times[usize::from(suit)] = u8::try_from(n / divisor.max(1)).map_err(|_| too_many())?;
        }
        let copies = u16::try_from(divisor).map_err(|_| too_many())?;
        if let Some(listed) = Suits::listed(times) {
            return Ok((DeckSpec { ranks, suits: listed, copies }, numbers));
        }
    }
    if even {
        return Ok((DeckSpec::new(ranks, count, each), first));
    }
    Err(FormatError::unexpected(
        "more than four suits with different numbers of cards",
        "the same number of each",
    ))
}

/// The largest number that divides both.
fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// The number of the suit that all its cards' names agree in, as in `card-d0-s3-v12`.
fn number_in(facts: &Facts, suit: &[Object]) -> Option<u16> {
    let number = |&object: &Object| {
        let name = facts.name(object).to_ascii_lowercase();
        let (_, rest) = name.strip_prefix("card-d")?.split_once("-s")?;
        let (suit, value) = rest.split_once("-v")?;
        value.bytes().all(|b| b.is_ascii_digit()).then(|| suit.parse().ok())?
    };
    let first = number(suit.first()?)?;
    suit.iter().all(|card| number(card) == Some(first)).then_some(first)
}
