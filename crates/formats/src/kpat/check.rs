//! Checks that each state of a history follows from the one before.
//!
//! Both positions are known, and the move is searched: one of the legal moves must lead from the
//! first position to the second. Automatic effects of the rules (turning a card, removing a
//! complete run) are part of the move.
//!
//! KPatience's moves differ from those of our rules in three points:
//! * A complete run may stay on the table until a separate state removes it: always in Simple Simon, and in
//!   Spider when KPatience's own solver plays. Positions are compared as if the run had left. A state in which only
//!   runs leave needs no move.
//! * In Forty & Eight several cards move at once through empty columns, and in Simple Simon
//!   several runs. Such a state is several moves of our rules.
//! * In Klondike the next cards are drawn in the state in which the last card of the waste goes home by itself.

use super::games::PileLayout;
use super::successors::{places, successors};
use patsat_game::cards::dealers::kpat::Game;
use patsat_game::cards::{Card, Deal};
use patsat_game::rules::{Group, Move, Place, Rules};
use patsat_game::state::{Instance, MoveError, Table, supermove_capacity};
use std::sync::Arc;

/// A history, and the position that it has reached.
pub(super) struct Checker {
    table: Table,
    /// Whether cards move through empty columns at once, which our rules do not have.
    shortcuts: Option<Arc<Rules>>,
}

impl Checker {
    pub(super) fn new(layout: &PileLayout, start: &Instance) -> Checker {
        let shortcuts = (layout.game == Game::FortyEight)
            .then(|| Arc::new(Rules { group: Group::BySpaces, ..(*layout.rules).clone() }));
        Checker { table: start.table(), shortcuts }
    }

    /// Advances to the next position; returns the moves that lead there.
    ///
    /// # Errors
    /// Why no legal move leads to the position.
    pub(super) fn follow(&mut self, instance: &Instance, wanted: &Deal) -> Result<Vec<Move>, String> {
        let next = Instance { deal: wanted.clone(), ..instance.clone() }.table();
        let goal = comparable(&next);
        let mut moves = Vec::new();
        if comparable(&self.table) != goal {
            let mut steps = successors(&self.table, self.shortcuts.as_ref());
            let step = steps.find(|step| comparable(&step.after) == goal);
            moves = step.ok_or_else(|| self.blame(&next))?.moves;
        }
        self.table = next;
        Ok(moves)
    }

    /// The current position.
    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// Returns why no move leads to a state.
    fn blame(&self, next: &Table) -> String {
        let (before, after) = (self.table.deal(), next.deal());
        if before.stock.len() > after.stock.len() {
            let action = if before.waste.len() < after.waste.len() { Move::Draw } else { Move::DealRow };
            return self.sentence(action);
        }
        let grown = |n: usize| {
            let (old, new) = (&before.columns[n].cards, &after.columns[n].cards);
            (new.len() > old.len() && new.starts_with(old)).then(|| (n as u16, new[old.len()..].to_vec()))
        };
        let columns = (0..before.columns.len()).filter_map(grown);
        let cells = before.cells.iter().zip(&after.cells).zip(0..);
        let cells = cells.filter(|((old, new), _)| old != new).filter_map(|((_, new), n)| Some((n, (*new)?)));
        let homes = before.foundations.iter().zip(&after.foundations).zip(0..);
        let deck = self.table.rules().deck;
        let homes = homes.filter(|((old, new), _)| new > old).map(|((_, &new), n)| {
            (Place::Foundation(n), vec![Card::new(new, deck.suit_of_foundation(n.into()))])
        });
        let targets = (columns.map(|(n, cards)| (Place::Column(n), cards)))
            .chain(cells.map(|(n, card)| (Place::Cell(n), vec![card])))
            .chain(homes);
        for (to, cards) in targets {
            let from =
                places(&self.table).into_iter().find(|&from| from != to && self.ends_with(from, &cards));
            if let Some(from) = from {
                return self.sentence(Move::Cards { from, to, count: cards.len() as u32 });
            }
        }
        "a position that no move leads to".into()
    }

    fn ends_with(&self, place: Place, cards: &[Card]) -> bool {
        match place {
            Place::Column(n) => self.table.columns()[usize::from(n)].cards.ends_with(cards),
            _ => cards.len() == 1 && self.table.top(place) == Some(cards[0]),
        }
    }

    fn sentence(&self, action: Move) -> String {
        let reason = match self.table.check(action) {
            Err(MoveError::OneAtATime) if self.shortcuts.is_some() => {
                let to = if let Move::Cards { to: Place::Column(n), .. } = action { n } else { 0 };
                let rules = self.shortcuts.clone().unwrap_or_else(|| Arc::new(self.table.rules().clone()));
                format!(
                    "empty columns allow {} at once",
                    supermove_capacity(&self.table.with_rules(rules), to)
                )
            }
            Err(illegal) => illegal.to_string(),
            Ok(()) => "it leads to another position".into(),
        };
        match action {
            Move::Cards { from, to, count } => {
                let what = if count == 1 { "a card".into() } else { format!("{count} cards") };
                let name = match from {
                    Place::Column(n) => {
                        let cards = &self.table.columns()[usize::from(n)].cards;
                        cards.len().checked_sub(count as usize).map(|at| cards[at])
                    }
                    _ => self.table.top(from),
                };
                let what = name.map_or(what, |card| match count {
                    1 => card.to_string(),
                    _ => format!("{count} cards from {card} on"),
                });
                format!("{what} from {from} to {to}: {reason}")
            }
            other => format!("{other}: {reason}"),
        }
    }
}

/// What two tables have in common if they are the same position: foundations of a suit are alike.
pub(super) fn comparable(table: &Table) -> Deal {
    let mut deal = table.deal().clone();
    let deck = table.rules().deck;
    for suit in deck.suits.iter() {
        deal.foundations[deck.foundations_of(suit)].sort_unstable();
    }
    deal
}
