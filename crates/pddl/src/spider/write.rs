//! Writing a position as a task.

use super::check_expressible;
use super::names::{Copy, Namer};
use super::walk::Walk;
use patsat_base::FormatError;
use patsat_game::state::Instance;

/// Writes the position as a problem of [`super::DOMAIN`].
pub(crate) fn write(instance: &Instance) -> Result<String, FormatError> {
    let (rules, deal) = (&*instance.rules, &instance.deal);
    check_expressible(rules)?;
    let expected = "what the spider domain can express: piles, rows and discarded cards, all cards known";
    let columns = usize::from(rules.columns);
    let found = if !deal.reserve.is_empty() {
        "cards in a reserve"
    } else if deal.columns.iter().any(|pile| pile.face_down > 0) {
        "face-down cards"
    } else if deal.stock.len() % columns != 0 {
        "a last row that is too short for the columns"
    } else {
        ""
    };
    if !found.is_empty() {
        return Err(FormatError::unexpected(found, expected));
    }
    let walk = Walk::new(instance);
    Ok(Task { walk: &walk, namer: &Namer::new(instance), text: String::new() }.whole())
}

struct Task<'a> {
    walk: &'a Walk,
    namer: &'a Namer<'a>,
    text: String,
}

impl Task<'_> {
    fn line(&mut self, content: &str) {
        self.text += content;
        self.text.push('\n');
    }

    fn fact(&mut self, words: &[&str]) {
        self.line(&format!("    ({})", words.join(" ")));
    }

    fn card(&self, card: Copy) -> String {
        self.namer.card(card)
    }

    fn whole(mut self) -> String {
        let walk = self.walk;
        let deck = walk.table().rules().deck;
        let (piles, rows) = (walk.columns.len(), walk.rows.len());
        let copies = deck.foundations().checked_div(deck.suits.count()).unwrap_or(0);
        let size = format!("{copies}-{}-{}-{piles}-{rows}", deck.suits.count(), deck.ranks);
        self.line(&format!("(define (problem spider-{size})\n(:domain spider)\n(:objects"));
        let mut cards: Vec<Copy> = walk.columns.iter().chain(&walk.rows).flatten().copied().collect();
        cards.extend(&walk.home);
        cards.sort_unstable_by_key(|copy| (copy.number, copy.card.suit, copy.card.rank));
        for &card in &cards {
            self.line(&format!("    {} - card", self.card(card)));
        }
        (0..piles).for_each(|n| self.line(&format!("    {} - tableau", self.namer.pile(n))));
        (0..=rows).for_each(|n| self.line(&format!("    {} - deal", self.namer.row(n))));
        self.line(")\n(:init");
        self.piles();
        self.rows();
        self.kinds(&cards);
        self.line("    (= (total-cost) 0)\n)\n(:goal (and");
        (0..piles).for_each(|n| self.fact(&["clear", &self.namer.pile(n)]));
        (0..rows).for_each(|n| self.fact(&["clear", &self.namer.row(n)]));
        for &card in &cards {
            self.fact(&["on", &self.card(card), "discard"]);
        }
        self.line("))\n(:metric minimize (total-cost))\n)");
        self.text
    }

    /// What lies in the piles, and what follows from it.
    fn piles(&mut self) {
        let walk = self.walk;
        for (column, cards) in walk.columns.iter().enumerate() {
            let pile = self.namer.pile(column);
            let names: Vec<String> = cards.iter().map(|&card| self.card(card)).collect();
            let group = names.len() - walk.group(column);
            self.fact(&["part-of-tableau", &pile, &pile]);
            for (n, name) in names.iter().enumerate() {
                let beneath = n.checked_sub(1).map_or(&pile, |below| &names[below]);
                self.fact(&["on", name, beneath]);
                self.fact(&["part-of-tableau", name, &pile]);
                self.fact(&["in-play", name]);
                if n >= group {
                    self.fact(&["movable", name]);
                }
            }
            self.fact(&["clear", names.last().unwrap_or(&pile)]);
        }
        for &card in &walk.home {
            self.fact(&["on", &self.card(card), "discard"]);
            self.fact(&["clear", &self.card(card)]);
        }
    }

    /// The rows: of each the first pile's card lies on top.
    fn rows(&mut self) {
        let walk = self.walk;
        for (n, row) in walk.rows.iter().enumerate() {
            let (deal, next) = (self.namer.row(n), self.namer.row(n + 1));
            for (column, &card) in row.iter().enumerate() {
                let (name, pile) = (self.card(card), self.namer.pile(column));
                let beneath = row.get(column + 1).map_or_else(|| deal.clone(), |&below| self.card(below));
                self.fact(&["on", &name, &beneath]);
                self.fact(&["TO-DEAL", &name, &pile, &deal, &beneath]);
            }
            if let Some(&first) = row.first() {
                self.fact(&["clear", &self.card(first)]);
            }
            self.fact(&["NEXT-DEAL", &deal, &next]);
        }
        self.fact(&["current-deal", &self.namer.row(0)]);
    }

    /// What follows on what.
    fn kinds(&mut self, cards: &[Copy]) {
        let rules = self.walk.table().rules();
        for &copy in cards {
            let (name, card) = (self.card(copy), copy.card);
            if card.rank == rules.first_rank() {
                self.fact(&["IS-ACE", &name]);
            }
            if card.rank == rules.last_rank() {
                self.fact(&["IS-KING", &name]);
            }
            for &other in cards {
                let onto = self.card(other);
                if rules.in_sequence(other.card, card) {
                    self.fact(&["CAN-CONTINUE-GROUP", &name, &onto]);
                }
                if rules.fits(card, other.card) {
                    self.fact(&["CAN-BE-PLACED-ON", &name, &onto]);
                }
            }
        }
    }
}
