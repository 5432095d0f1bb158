//! Where the cards of a task lie, and whether all that it says of them fits.

use super::deck::Cards;
use super::{called, fact_text};
use crate::facts::{Fact, Facts, Object};
use patsat_base::FormatError;
use std::collections::{BTreeMap, BTreeSet};

/// The piles, rows and discarded cards of a file.
pub(super) struct Places {
    pub(super) piles: Vec<Object>,
    /// The cards of each pile, deepest first.
    pub(super) columns: Vec<Vec<Object>>,
    /// The deals yet to come, and what comes after the last.
    pub(super) deals: Vec<Object>,
    /// The cards of each deal, in the order of the piles.
    pub(super) rows: Vec<Vec<Object>>,
    pub(super) discarded: Vec<Object>,
    /// Deals that are over.
    past: Vec<Object>,
}

impl Places {
    pub(super) fn read(facts: &Facts, cards: &Cards) -> Result<Places, FormatError> {
        let piles = facts.of_type("tableau");
        if piles.is_empty() {
            return Err(FormatError::unexpected("no object of type tableau", "piles"));
        }
        let discard = facts.named("discard");
        let (mut upon, mut placed) = (BTreeMap::new(), BTreeSet::new());
        let mut discarded = Vec::new();
        for fact in facts.of("on") {
            let (card, place) = (fact.args[0], fact.args[1]);
            if !cards.card.contains_key(&card) {
                return Err(
                    FormatError::unexpected(fact_text(facts, "on", fact), "a card on it").at(fact.line)
                );
            }
            if !placed.insert(card) {
                let found = format!("{} in a second place", called(facts, card));
                return Err(FormatError::unexpected(found, "each card in one place").at(fact.line));
            }
            if discard == Some(place) {
                discarded.push(card);
            } else if upon.insert(place, (card, fact)).is_some() {
                let found = format!("a second card on {}", called(facts, place));
                return Err(FormatError::unexpected(found, "one").at(fact.line));
            }
        }
        if let Some((&card, _)) = cards.card.iter().find(|(card, _)| !placed.contains(card)) {
            let found = format!("no place for {}", called(facts, card));
            return Err(FormatError::unexpected(found, "(on CARD PLACE) for each").at(facts.line_of(card)));
        }
        let mut pile = |bottom: Object| {
            let next = |&at: &Object| upon.remove(&at).map(|(card, _)| card);
            std::iter::successors(Some(bottom), next).skip(1).collect::<Vec<Object>>()
        };
        let columns: Vec<Vec<Object>> = piles.iter().map(|&object| pile(object)).collect();
        let (deals, past) = deals(facts)?;
        let dealt: Vec<Vec<Object>> = deals.iter().map(|&deal| pile(deal)).collect();
        let mut left: Vec<&Fact> = upon.into_values().map(|(_, fact)| fact).collect();
        left.sort_by_key(|fact| fact.line);
        if let Some(fact) = left.first() {
            let expected = "piles that stand on a tableau or on a deal to come, none in a circle";
            return Err(FormatError::unexpected(fact_text(facts, "on", fact), expected).at(fact.line));
        }
        let mut rows = dealt;
        let after = rows.pop().unwrap_or_default();
        if let Some(&card) = after.first() {
            let found = format!("{} in a deal that no deal follows", called(facts, card));
            return Err(FormatError::unexpected(found, "(NEXT-DEAL ...) for it").at(facts.line_of(card)));
        }
        // The top card of a deal goes to the first pile.
        rows.iter_mut().for_each(|row| row.reverse());
        let places = Places { piles, columns, deals, rows, discarded, past };
        places.check_rows(facts)?;
        places.check_derived(facts, cards)?;
        places.check_goal(facts, cards)?;
        Ok(places)
    }

    /// Each deal must hold one card a pile, in the order of the piles.
    fn check_rows(&self, facts: &Facts) -> Result<(), FormatError> {
        let mut stated: BTreeMap<(Object, Object), &Fact> = BTreeMap::new();
        for fact in facts.of("to-deal") {
            if stated.insert((fact.args[2], fact.args[0]), fact).is_some() {
                let found = format!("{} dealt twice", called(facts, fact.args[0]));
                return Err(FormatError::unexpected(found, "each card once").at(fact.line));
            }
        }
        for (row, &deal) in self.rows.iter().zip(&self.deals) {
            if row.len() != self.piles.len() {
                let found = format!("{} with {} cards", called(facts, deal), row.len());
                let expected = format!("one for each of the {} piles", self.piles.len());
                return Err(FormatError::unexpected(found, expected).at(facts.line_of(deal)));
            }
            for (n, (&card, &pile)) in row.iter().zip(&self.piles).enumerate() {
                let next = row.get(n + 1).copied().unwrap_or(deal);
                let expected = || {
                    let words = [card, pile, deal, next].map(|object| facts.name(object));
                    format!("(TO-DEAL {}), as the cards lie", words.join(" "))
                };
                match stated.remove(&(deal, card)) {
                    Some(fact) if (fact.args[1], fact.args[3]) == (pile, next) => {}
                    Some(fact) => {
                        let found = fact_text(facts, "TO-DEAL", fact);
                        return Err(FormatError::unexpected(found, expected()).at(fact.line));
                    }
                    None => {
                        let found = format!("no pile for {}", called(facts, card));
                        return Err(FormatError::unexpected(found, expected()).at(facts.line_of(card)));
                    }
                }
            }
        }
        // What is over has no effect any more.
        match stated.values().find(|fact| !self.past.contains(&fact.args[2])) {
            Some(fact) => {
                let found = fact_text(facts, "TO-DEAL", fact);
                Err(FormatError::unexpected(found, "cards that lie in that deal").at(fact.line))
            }
            None => Ok(()),
        }
    }

    /// What the domain keeps beside the piles must follow from them.
    fn check_derived(&self, facts: &Facts, cards: &Cards) -> Result<(), FormatError> {
        let no_more = BTreeSet::new();
        let mut clear: BTreeSet<Vec<Object>> = BTreeSet::new();
        let (mut in_play, mut movable, mut part) = (no_more.clone(), no_more.clone(), no_more.clone());
        for (&pile, column) in self.piles.iter().zip(&self.columns) {
            clear.insert(vec![column.last().copied().unwrap_or(pile)]);
            in_play.extend(column.iter().map(|&card| vec![card]));
            part.extend(column.iter().map(|&card| vec![card, pile]));
            let goes_on = |pair: &&[Object]| {
                let (lower, upper) = (cards.card[&pair[0]], cards.card[&pair[1]]);
                lower.suit == upper.suit && lower.rank.0 == upper.rank.0 + 1
            };
            let group = column.windows(2).rev().take_while(goes_on).count() + 1;
            movable.extend(column.iter().rev().take(group).map(|&card| vec![card]));
        }
        clear.extend(self.rows.iter().filter_map(|row| row.first()).map(|&card| vec![card]));
        // Of these nothing depends on whether they are clear, in a tableau.
        let over = self.past.iter().chain(self.deals.last()).chain(&self.discarded);
        let over: BTreeSet<Vec<Object>> = over.map(|&object| vec![object]).collect();
        let themselves = self.piles.iter().map(|&pile| vec![pile, pile]).collect();
        let none = BTreeSet::new();
        let all = [
            ("clear", clear, &over),
            ("in-play", in_play, &none),
            ("movable", movable, &none),
            ("part-of-tableau", part, &themselves),
        ];
        for (predicate, mut wanted, allowed) in all {
            for fact in facts.of(predicate) {
                if !wanted.remove(&fact.args) && !allowed.contains(&fact.args) {
                    let found = fact_text(facts, predicate, fact);
                    return Err(FormatError::unexpected(found, "what follows from the piles").at(fact.line));
                }
            }
            if let Some(args) = wanted.into_iter().next() {
                let line = facts.line_of(args[0]);
                let missing = fact_text(facts, predicate, &Fact { args, line });
                let found = format!("no fact {missing}");
                return Err(FormatError::unexpected(found, "all that follows from the piles").at(line));
            }
        }
        Ok(())
    }

    /// The goal must be that every card is discarded.
    fn check_goal(&self, facts: &Facts, cards: &Cards) -> Result<(), FormatError> {
        let expected = "the goal that every card is on discard, and piles and deals clear";
        let discard = facts.named("discard");
        let mut left: BTreeSet<Object> = cards.card.keys().copied().collect();
        for fact in facts.goals("on") {
            if discard != Some(fact.args[1]) || !cards.card.contains_key(&fact.args[0]) {
                let found = format!("the goal {}", fact_text(facts, "on", fact));
                return Err(FormatError::unexpected(found, expected).at(fact.line));
            }
            left.remove(&fact.args[0]);
        }
        let rows = &self.deals[..self.rows.len()];
        for fact in facts.goals("clear") {
            let known = [&self.piles[..], rows].iter().any(|all| all.contains(&fact.args[0]));
            let already = || facts.of("clear").iter().any(|now| now.args == fact.args);
            let over = self.past.contains(&fact.args[0]) && already();
            if !(known || over) {
                let found = format!("the goal {}", fact_text(facts, "clear", fact));
                return Err(FormatError::unexpected(found, expected).at(fact.line));
            }
        }
        match left.first() {
            Some(&card) => {
                let found = format!("no goal for {}", called(facts, card));
                Err(FormatError::unexpected(found, expected).at(facts.goal_line))
            }
            None => Ok(()),
        }
    }
}

/// The deals from the current one to the last, and those before it.
fn deals(facts: &Facts) -> Result<(Vec<Object>, Vec<Object>), FormatError> {
    let all = facts.of_type("deal");
    let current = facts.only("current-deal")?;
    let mut next = BTreeMap::new();
    for fact in facts.of("next-deal") {
        if next.insert(fact.args[0], fact).is_some() {
            let found = format!("a second deal after {}", called(facts, fact.args[0]));
            return Err(FormatError::unexpected(found, "one").at(fact.line));
        }
    }
    let mut deals = Vec::new();
    let mut at = Some((current.args[0], current.line));
    while let Some((deal, line)) = at {
        if deals.contains(&deal) || !all.contains(&deal) {
            let found = called(facts, deal);
            return Err(
                FormatError::unexpected(found, "deals that follow one another to a last one").at(line)
            );
        }
        deals.push(deal);
        at = next.get(&deal).map(|fact| (fact.args[1], fact.line));
    }
    let past = all.into_iter().filter(|deal| !deals.contains(deal)).collect();
    Ok((deals, past))
}
