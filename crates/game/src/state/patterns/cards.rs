//! The cards of a deal as objects: their numbers, their names, and where they were dealt.

use super::{CardNo, Fact, Pattern, Spot, TrackedTable};
use crate::cards::Card;
use crate::rules::Rules;
use crate::state::header::short;
use crate::state::{Instance, Table};

/// The cards in play at the start, by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cards {
    /// The card of each number.
    cards: Vec<Card>,
    /// Which of its twins it is, from 1; 0 if it has none in play.
    twin: Vec<u32>,
    /// Where each lies at the start.
    dealt: Vec<Spot>,
    /// The table at the start.
    start: Table,
}

impl Cards {
    /// The cards of an instance.
    #[must_use]
    pub fn of(instance: &Instance) -> Cards {
        let start = instance.table();
        let deck = start.rules().deck;
        let mut cards: Vec<Card> = start.deal().cards_in_play().collect();
        cards.sort_unstable_by_key(|&card| deck.index(card));
        let mut twin = vec![0; cards.len()];
        for n in 0..cards.len() {
            let (before, after) = (n > 0 && cards[n - 1] == cards[n], cards.get(n + 1) == Some(&cards[n]));
            twin[n] = if before { twin[n - 1] + 1 } else { u32::from(after) };
        }
        let dealt = TrackedTable::new(&start, &cards).spots();
        Cards { cards, twin, dealt, start }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether the game is won from the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// All numbers.
    pub fn all(&self) -> impl Iterator<Item = CardNo> + use<> {
        (0..self.cards.len() as u32).map(CardNo)
    }

    /// The card of a number.
    #[must_use]
    pub fn card(&self, number: CardNo) -> Card {
        self.cards[number.index()]
    }

    /// The numbers of a card: those of all its twins in play.
    pub fn numbers(&self, card: Card) -> impl Iterator<Item = CardNo> + '_ {
        self.all().filter(move |&number| self.card(number) == card)
    }

    /// Where a card lies at the start.
    #[must_use]
    pub fn dealt(&self, number: CardNo) -> Spot {
        self.dealt[number.index()]
    }

    /// Where every card lies at the start.
    #[must_use]
    pub fn start(&self) -> &[Spot] {
        &self.dealt
    }

    /// The table at the start.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.start
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.start.rules()
    }

    /// The position at the start, whose cards can be followed.
    #[must_use]
    pub fn track(&self) -> TrackedTable {
        TrackedTable::new(&self.start, &self.cards)
    }

    /// The name of a card: `KS`, or `KS.2` for the second of several in play.
    #[must_use]
    pub fn name(&self, number: CardNo) -> String {
        match (self.cards.get(number.index()), self.twin.get(number.index())) {
            (Some(card), Some(0)) => card.to_string(),
            (Some(card), Some(twin)) => format!("{card}.{twin}"),
            _ => format!("card {}", number.0),
        }
    }

    /// The card of this name.
    ///
    /// # Errors
    /// What was expected, in a sentence.
    pub fn by_name(&self, name: &str) -> Result<CardNo, String> {
        let (card, twin) = match name.split_once('.') {
            Some((card, twin)) => (card, Some(twin)),
            None => (name, None),
        };
        let card: Card = card.parse().map_err(|e| format!("{e}"))?;
        let mut numbers = self.numbers(card);
        let Some(first) = numbers.next() else {
            let nearest =
                self.nearest(card).map_or_else(String::new, |near| format!(": the nearest card is {near}"));
            return Err(format!("this game has no {card} in play{nearest}"));
        };
        let all = 1 + numbers.count();
        match twin.map(str::parse::<u32>) {
            None if all == 1 => Ok(first),
            Some(Ok(twin)) if (1..=all as u32).contains(&twin) => Ok(CardNo(first.0 + twin - 1)),
            _ if all == 1 => {
                Err(format!("there is only one {card} in play: expected '{card}', found '{}'", short(name)))
            }
            _ => {
                let names: Vec<String> = self.numbers(card).map(|n| self.name(n)).collect();
                Err(format!("there are {all} cards {card}: expected one of {}", names.join(", ")))
            }
        }
    }

    /// The card of the game most like one that it does not have: of the same suit if there is
    /// one, with the nearest rank.
    fn nearest(&self, wanted: Card) -> Option<String> {
        let far = |n: &CardNo| {
            let card = self.card(*n);
            (card.suit != wanted.suit, card.rank.0.abs_diff(wanted.rank.0))
        };
        self.all().min_by_key(far).map(|n| self.name(n))
    }

    /// Which of its twins a card is, from 1; 0 if it has none in play.
    #[must_use]
    pub fn twin(&self, number: CardNo) -> u32 {
        self.twin[number.index()]
    }

    /// A place in words: `on 9S`, `in a cell`, `home`.
    #[must_use]
    pub fn spot_in_words(&self, spot: Spot) -> String {
        match spot {
            Spot::On(card) => format!("on {}", self.name(card)),
            Spot::OnHidden(card) => format!("on hidden {}", self.name(card)),
            Spot::Bottom => "at a bottom".into(),
            Spot::BottomOf(column) => format!("at the bottom of column {}", column + 1),
            Spot::Cell => "in a cell".into(),
            Spot::Reserve => "in the reserve".into(),
            Spot::Stock => "in the stock".into(),
            Spot::StockLeft(left) => format!("in the stock with {}", redeals(left)),
            Spot::Waste => "in the waste".into(),
            Spot::WasteLeft(left) => format!("in the waste with {}", redeals(left)),
            Spot::Home => "home".into(),
        }
    }

    /// A fact in words: `3H on 9S`.
    #[must_use]
    pub fn fact_in_words(&self, fact: Fact) -> String {
        format!("{} {}", self.name(fact.card), self.spot_in_words(fact.spot))
    }

    /// A pattern in words, on one line.
    #[must_use]
    pub fn in_words(&self, pattern: &Pattern) -> String {
        let facts: Vec<String> = pattern.facts().iter().map(|&fact| self.fact_in_words(fact)).collect();
        facts.join(", ")
    }
}

fn redeals(left: u16) -> String {
    match left {
        0 => "no redeal left".into(),
        1 => "at most 1 redeal left".into(),
        _ => format!("at most {left} redeals left"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::DealId;

    #[test]
    fn twins_are_named_by_where_they_lie() {
        let rules = Rules::preset("forty-thieves").unwrap();
        let game = Instance::from_id(rules, DealId::Random { game: None, seed: 3 }).unwrap();
        let cards = Cards::of(&game);
        assert_eq!(cards.len(), 104);
        let king: Card = "KS".parse().unwrap();
        let names: Vec<String> = cards.numbers(king).map(|n| cards.name(n)).collect();
        assert_eq!(names, ["KS.1", "KS.2"]);
        assert_eq!(cards.start().iter().filter(|&&spot| spot == Spot::Bottom).count(), 10);
        assert_eq!(cards.start().iter().filter(|&&spot| spot == Spot::Stock).count(), 64);
    }
}
