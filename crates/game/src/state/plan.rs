//! A sequence of moves, and how long it is.

use super::{MoveError, Table, expand};
use crate::cards::Card;
use crate::rules::{Cost, Group, Move, Place};

/// A sequence of moves from some position. Whether they are legal, and win, only
/// [`crate::verify`] says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The moves in order.
    pub moves: Vec<Move>,
}

impl From<Vec<Move>> for Plan {
    fn from(moves: Vec<Move>) -> Self {
        Plan { moves }
    }
}

/// A move in terms of cards instead of places: it stays the same when columns and cells are renamed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CardMove {
    /// The deepest card that moves.
    pub card: Card,
    /// Where it goes.
    pub to: CardTarget,
}

/// Where a [`CardMove`] goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CardTarget {
    /// On top of this card in a column.
    On(Card),
    /// To an empty column.
    EmptyColumn,
    /// To a cell.
    Cell,
    /// To its foundation.
    Home,
}

impl CardMove {
    /// The move on `table`, for games where no card has a twin.
    ///
    /// `None` if the card is buried or there is no such target; legality beyond that is
    /// for [`Table::check`] to say.
    #[must_use]
    pub fn locate(self, table: &Table) -> Option<Move> {
        // Most cards that move are on top: the others are looked for last.
        let columns = || (0u16..).zip(table.columns());
        let top =
            |wanted: Card| columns().find_map(|(n, pile)| (pile.cards.last() == Some(&wanted)).then_some(n));
        let deeper = |wanted: Card| {
            columns().find_map(|(n, pile)| {
                let depth = pile.cards.iter().rposition(|&c| c == wanted)?;
                Some((n, (pile.cards.len() - depth) as u32))
            })
        };
        let (from, count) = if let Some(n) = top(self.card) {
            (Place::Column(n), 1)
        } else if let Some(n) = table.cells().iter().position(|&c| c == Some(self.card)) {
            (Place::Cell(n as u16), 1)
        } else if let Some((n, count)) = deeper(self.card) {
            (Place::Column(n), count)
        } else if let Some(n) = table.deal().reserve.iter().position(|&c| c == self.card) {
            (Place::Reserve(n as u16), 1)
        } else {
            let mut own =
                table.rules().deck.foundations_of(self.card.suit.0).map(|n| Place::Foundation(n as u16));
            (own.find(|&place| table.top(place) == Some(self.card))?, 1)
        };
        let to = match self.to {
            CardTarget::On(card) => Place::Column(top(card)?),
            CardTarget::EmptyColumn => {
                Place::Column(table.columns().iter().position(|pile| pile.cards.is_empty())? as u16)
            }
            CardTarget::Cell => Place::Cell(table.cells().iter().position(Option::is_none)? as u16),
            CardTarget::Home => {
                Place::Foundation(table.rules().deck.foundations_of(self.card.suit.0).start as u16)
            }
        };
        Some(Move::Cards { from, to, count })
    }
}

impl Plan {
    /// The plan in single-card moves.
    ///
    /// # Errors
    /// The first move that is not legal on `start`, with its number from 0.
    pub fn expanded(&self, start: &Table) -> Result<Plan, (usize, MoveError)> {
        let mut table = start.clone();
        let mut moves = Vec::new();
        for (step, &action) in self.moves.iter().enumerate() {
            moves.extend(expand(&table, action));
            table.apply(action).map_err(|illegal| (step, illegal))?;
        }
        Ok(Plan { moves })
    }

    /// What the plan costs.
    ///
    /// For M1 supermoves are expanded, which needs the position they are made in.
    ///
    /// # Errors
    /// The first move that is not legal on `start`, with its number from 0.
    pub fn cost(&self, start: &Table, cost: Cost) -> Result<usize, (usize, MoveError)> {
        Ok(match cost {
            Cost::M1 if start.rules().group == Group::BySpaces => self.expanded(start)?.moves.len(),
            Cost::M1 | Cost::M2 => self.moves.len(),
            Cost::M3 => self.moves.iter().filter(|m| !m.goes_home()).count(),
        })
    }
}
