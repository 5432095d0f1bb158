//! What a player sees.

use super::completions::{count_orders, every_order};
use patsat_formats::{PartialBoard, UnseenPlace};
use patsat_game::cards::Card;
use patsat_game::cards::dealers::random;
use patsat_game::rules::{Move, Redeals, Rules};
use patsat_game::state::{Instance, Table};

/// A position as a player sees it: the cards that were seen, and where the others lie.
///
/// It holds no hidden card. At the places of cards that were not seen lie the same cards sorted, so two positions that
/// differ in hidden cards only have equal views.
#[derive(Clone, Debug)]
pub struct View {
    board: PartialBoard,
    shown: Table,
}

impl View {
    /// The view of a board, in which the unseen cards lie in any order.
    #[must_use]
    pub fn of(board: &PartialBoard) -> View {
        let mut rest = board.rest();
        rest.sort_unstable();
        let board =
            PartialBoard { instance: board.with(&rest), notes: Vec::new(), unseen: board.unseen.clone() };
        let shown = board.shown().table();
        View { board, shown }
    }

    /// The board, on which the cards that were not seen lie sorted.
    #[must_use]
    pub fn board(&self) -> &PartialBoard {
        &self.board
    }

    /// The view after a legal move. `None` if the move turns a card that was not seen, or is illegal.
    #[must_use]
    pub fn after(&self, action: Move) -> Option<View> {
        let (mut shown, mut table) = (self.shown.clone(), self.board.instance.table());
        shown.apply(action).ok()?;
        table.apply(action).ok()?;
        let (deal, unseen) = (shown.deal(), &self.board.unseen);
        let is_hidden = |place: &UnseenPlace| match *place {
            UnseenPlace::Column(n, at) => at < deal.columns[n].face_down,
            UnseenPlace::Stock(at) => at < deal.stock.len(),
        };
        let instance = Instance { deal: table.deal().clone(), ..self.completion(&self.rest()) };
        let board = PartialBoard { instance, unseen: unseen.clone(), notes: Vec::new() };
        unseen.iter().all(is_hidden).then_some(View { board, shown })
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.shown.rules()
    }

    /// The position, with a card of rank 0, which no deck has, at the place of each card that was not seen.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.shown
    }

    /// Where the cards lie that were not seen.
    #[must_use]
    pub fn unseen(&self) -> &[UnseenPlace] {
        &self.board.unseen
    }

    /// Whether every card of the stock was seen.
    #[must_use]
    pub fn knows_stock(&self) -> bool {
        !self.unseen().iter().any(|place| matches!(place, UnseenPlace::Stock(_)))
    }

    /// Whether cards of the stock were not seen and looking at them costs nothing: redeals are unlimited.
    #[must_use]
    pub fn may_look_through_stock(&self) -> bool {
        !self.knows_stock() && self.rules().stock.redeals() == Redeals::Unlimited
    }

    /// The cards that were not seen, sorted.
    #[must_use]
    pub fn rest(&self) -> Vec<Card> {
        self.board.rest()
    }

    /// The legal moves, as far as they do not depend on cards that were not seen.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let is_known = |action: &Move| match *action {
            Move::Cards { from, .. } => self.shown.top(from).is_none_or(|card| card.rank.0 > 0),
            _ => true,
        };
        self.shown.moves().into_iter().filter(is_known).collect()
    }

    /// The position with the rest of the deck in this order at the places of the unseen cards.
    #[must_use]
    pub fn completion(&self, order: &[Card]) -> Instance {
        Instance { id: None, saved: None, origin: None, ..self.board.with(order) }
    }

    /// Returns positions that this one may be: all of them if there are at most `most`, else `most` random ones.
    #[must_use]
    pub fn completions(&self, most: u64, seed: u64) -> Completions {
        let rest = self.rest();
        let all = count_orders(rest.clone(), most.saturating_add(1)) <= most;
        let wanted = usize::try_from(most).unwrap_or(usize::MAX);
        let orders: Vec<Vec<Card>> = if all {
            every_order(rest).collect()
        } else {
            random::orders(&rest, seed).take(wanted).collect()
        };
        Completions { positions: orders.iter().map(|order| self.completion(order)).collect(), all }
    }
}

/// Positions that a view may be.
#[derive(Clone, Debug)]
pub struct Completions {
    /// The positions.
    pub positions: Vec<Instance>,
    /// Whether there are no others.
    pub all: bool,
}
