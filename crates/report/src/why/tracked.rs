//! Tracked cards in words: for each of them where it lies, and what it waits for.

use patsat_base::{Style, counted};
use patsat_formats::CardStyle;
use patsat_game::cards::Card;
use patsat_game::state::Instance;
use patsat_game::verify::TrackedLoss;
use std::fmt::Write;

/// Where the cards of a loss lie, and what each of them needs.
#[must_use]
pub(super) fn text(instance: &Instance, loss: &TrackedLoss, style: Style) -> String {
    let table = instance.table();
    let words = Words { instance, loss, style };
    let mut text =
        String::from("These cards keep each other from going home, whatever becomes of the others:\n");
    // Column by column from the top, then waste and stock.
    for (n, pile) in table.columns().iter().enumerate() {
        for (depth, &card) in pile.cards.iter().enumerate().rev() {
            let under = pile.cards[..depth].iter().rev().copied().filter(|card| words.is_tracked(*card));
            let under: Vec<Card> = under.collect();
            let place = match under.as_slice() {
                [] => format!("in column {}", n + 1),
                under => format!("in column {}, over {}", n + 1, words.list(under, "and")),
            };
            words.line(&mut text, card, &place);
        }
    }
    let waste = table.deal().waste.iter().rev().map(|&card| (card, "in the waste"));
    let stock = table.deal().stock.iter().rev().map(|&card| (card, "in the stock"));
    waste.chain(stock).for_each(|(card, place)| words.line(&mut text, card, place));
    let _ = writeln!(
        text,
        "All other cards are taken to be home and out of the way, each with room for one card. Even then there are only \
         {}, and none is won.",
        counted(loss.positions as usize, "position")
    );
    text
}

struct Words<'a> {
    instance: &'a Instance,
    loss: &'a TrackedLoss,
    style: Style,
}

impl Words<'_> {
    fn is_tracked(&self, card: Card) -> bool {
        self.loss.cards.contains(&card)
    }

    fn list(&self, cards: &[Card], last: &str) -> String {
        let names: Vec<String> = cards.iter().map(|&card| self.style.card(card, 0)).collect();
        match names.split_last() {
            None => String::new(),
            Some((only, [])) => only.clone(),
            Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
        }
    }

    /// A card on a line of its own, if it is tracked.
    fn line(&self, text: &mut String, card: Card, place: &str) {
        if !self.is_tracked(card) {
            return;
        }
        let rules = &self.instance.rules;
        let lower: Vec<Card> = self
            .loss
            .cards
            .iter()
            .copied()
            .filter(|other| other.suit == card.suit && other.rank < card.rank)
            .collect();
        let home = match lower.as_slice() {
            [] => "goes home when nothing lies on it".to_owned(),
            lower => format!("goes home only after {}", self.list(lower, "and")),
        };
        let onto: Vec<Card> = rules.may_stand_on(card).collect();
        let onto = match onto.as_slice() {
            [] if rules.may_fill_column(card) => "fits into an empty column".to_owned(),
            [] => "fits nowhere else".to_owned(),
            onto => format!("fits on {}", self.list(onto, "and")),
        };
        let _ = writeln!(text, "  {} {place}: {home}; {onto}", self.style.card(card, 0));
    }
}
