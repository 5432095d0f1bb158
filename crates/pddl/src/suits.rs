//! Infers the rule of building from the `canstack` facts, and maps the suits of the file to ours.
//!
//! Suits with common names keep their meaning. Other suits are mapped to
//! ours in order, such that the colours match the facts.

use super::caller::preset;
use super::cards::Cards;
use super::facts::{Fact, Facts};
use super::names::suit_of;
use super::vocabulary::Domain;
use patsat_base::{FormatError, quoted};
use patsat_game::cards::{Card, Colour, DeckSpec, Suit};
use patsat_game::rules::{Build, PRESETS, RankStep, Rules};
use std::collections::BTreeSet;

const RULES: [(Build, RankStep); 7] = [
    (Build::AlternateColour, RankStep::One),
    (Build::SameSuit, RankStep::One),
    (Build::AnySuit, RankStep::One),
    (Build::Nothing, RankStep::One),
    (Build::AlternateColour, RankStep::Any),
    (Build::SameSuit, RankStep::Any),
    (Build::AnySuit, RankStep::Any),
];

/// The rule of building, and for each suit of the file its number here.
pub(super) fn rule_of_building(
    facts: &Facts,
    cards: &Cards,
    in_play: &BTreeSet<Card>,
    deck: DeckSpec,
) -> Result<(Build, RankStep, Vec<u16>), FormatError> {
    let mut pairs: Vec<(Card, Card, &Fact)> = Vec::new();
    for fact in facts.of("canstack") {
        pairs.push((cards.get(facts, fact, 0)?, cards.get(facts, fact, 1)?, fact));
    }
    let plain = (0..cards.suits.len() as u16).collect();
    let orders: Vec<Vec<u16>> = by_name(facts, cards)
        .into_iter()
        .chain(by_colour(&pairs, cards.suits.len()))
        .chain([plain])
        .collect();
    let like = preset("freecell")?;
    let rules = RULES.map(|(build, step)| Rules { build, step, deck, ..like.clone() });
    // The Autoscale collection and thoughtful solitaire do not say of aces what they may be put on: each can go home at once.
    let no_aces =
        (cards.apart || facts.domain == Domain::Thoughtful) && pairs.iter().all(|(card, ..)| card.rank.0 > 1);
    let lowest = if no_aces { 2 } else { 1 };
    let find = |pairs: &[(Card, Card, &Fact)], deck: &BTreeSet<Card>| {
        orders.iter().find_map(|order| {
            let ours = |card: Card| Card::new(card.rank.0, order[usize::from(card.suit.0)]);
            let deck: BTreeSet<Card> = deck.iter().copied().map(ours).collect();
            let follows = |rules: &&Rules| {
                pairs.iter().all(|&(card, onto, _)| rules.fits(ours(card), ours(onto)))
                    && expected(rules, &deck, lowest) == pairs.len()
            };
            rules.iter().find(follows).map(|rules| (rules.build, rules.step, order.clone()))
        })
    };
    let all: BTreeSet<Card> = cards.card.values().copied().filter(|card| card.rank.0 > 0).collect();
    if let Some(found) = find(&pairs, &all) {
        return Ok(found);
    }
    // Cards at home never come back, so facts about them have no effect.
    pairs.retain(|(card, onto, _)| in_play.contains(card) && in_play.contains(onto));
    find(&pairs, in_play).ok_or_else(|| no_rule(facts, cards, &rules[0], &pairs, &orders[0]))
}

/// How many pairs of the cards fit, the upper ones being of this rank or higher.
fn expected(rules: &Rules, deck: &BTreeSet<Card>, lowest: u32) -> usize {
    let upper = deck.iter().filter(|card| card.rank.0 >= lowest);
    upper.map(|&card| rules.may_stand_on(card).filter(|onto| deck.contains(onto)).count()).sum()
}

/// Maps the suits by their names, if they are the first suits of ours in any order.
fn by_name(facts: &Facts, cards: &Cards) -> Option<Vec<u16>> {
    let order: Vec<u16> = cards.suits.iter().map(|&suit| suit_of(facts.name(suit))).collect::<Option<_>>()?;
    let all: BTreeSet<u16> = order.iter().copied().collect();
    all.into_iter().eq(0..order.len() as u16).then_some(order)
}

/// Suits with the colours that the facts show: those that the first suit goes onto are of
/// the other colour.
fn by_colour(pairs: &[(Card, Card, &Fact)], suits: usize) -> Option<Vec<u16>> {
    let others: BTreeSet<u16> =
        pairs.iter().filter(|(card, ..)| card.suit.0 == 0).map(|(_, onto, _)| onto.suit.0).collect();
    let plain = (0..suits as u16).collect();
    if others.contains(&0) || others.is_empty() {
        return Some(plain);
    }
    [Colour::Black, Colour::Red].into_iter().find_map(|first| {
        let (mut same, mut other): (Vec<u16>, Vec<u16>) =
            (0..suits as u16).rev().partition(|&suit| Suit(suit).colour() == first);
        (0..suits as u16).map(|suit| if others.contains(&suit) { other.pop() } else { same.pop() }).collect()
    })
}

/// Names the first fact that breaks `rules`, those of FreeCell, or says that some are missing.
fn no_rule(
    facts: &Facts,
    cards: &Cards,
    rules: &Rules,
    pairs: &[(Card, Card, &Fact)],
    order: &[u16],
) -> FormatError {
    let ours = |card: Card| Card::new(card.rank.0, order[usize::from(card.suit.0)]);
    let rule = "(canstack ...) facts of one rule of building, such as the other colour and the next rank";
    let name = |card: Card| {
        let object = cards.card.iter().find(|(_, known)| **known == card);
        object.map_or("", |(&object, _)| facts.name(object)).to_owned()
    };
    let odd = |&(card, onto, _): &(Card, Card, &Fact)| !rules.fits(ours(card), ours(onto));
    if let Some(&(card, onto, fact)) = pairs.iter().find(|pair| odd(pair)) {
        let found = format!("{} that may be put on {}", quoted(&name(card)), quoted(&name(onto)));
        return FormatError::unexpected(found, rule).at(fact.line);
    }
    let line = facts.of("canstack").first().map(|fact| fact.line);
    FormatError { line, ..FormatError::unexpected("too few (canstack ...) facts", rule) }
}

/// Names the rules after the preset that builds like them.
pub(super) fn name(rules: &mut Rules) {
    let like = |name: &str| {
        Rules::preset(name).is_ok_and(|preset| {
            let same = (preset.build, preset.step) == (rules.build, rules.step);
            same && Rules {
                name: preset.name.clone(),
                build: preset.build,
                step: preset.step,
                ..rules.clone()
            } == preset
        })
    };
    if let Some(preset) = PRESETS.iter().find(|preset| like(preset.name)) {
        rules.name = preset.name.into();
    }
}
