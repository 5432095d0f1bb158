//! A game that shows its player no hidden card.

use super::View;
use patsat_formats::{PartialBoard, UnseenPlace};
use patsat_game::rules::Move;
use patsat_game::state::{Instance, MoveError, Table};
use serde::{Deserialize, Serialize};

/// The depth to which a game was seen: the cards of its start that were not, counted from the deepest of each pile on.
///
/// A player who takes moves back has seen what these moves turned over. Cards of a column are turned, and cards of the
/// stock drawn, from the top on, so a number a pile is enough.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeenDepth {
    /// Of each column.
    pub columns: Vec<usize>,
    /// Of the stock.
    pub stock: usize,
}

/// A game in progress, and which cards of it were seen.
///
/// A card counts as seen once it has lain face up: in a column, or in the waste, where all cards of a draw are seen. A
/// stock that was turned over from the waste is known in its order.
#[derive(Clone, Debug)]
pub struct HiddenGame {
    start: Instance,
    table: Table,
    /// The cards of each column that were not seen before, from the deepest on.
    columns: Vec<usize>,
    /// Whether each card of the stock was seen, from the deepest on.
    stock: Vec<bool>,
    played: Vec<Move>,
}

impl HiddenGame {
    /// A game of which only the cards that lie face up were seen.
    #[must_use]
    pub fn new(start: &Instance) -> HiddenGame {
        let table = start.table();
        let columns = table.columns().iter().map(|pile| pile.face_down).collect();
        let stock = vec![false; table.deal().stock.len()];
        HiddenGame { start: start.clone(), table, columns, stock, played: Vec::new() }
    }

    /// A game of which these cards were seen too, on moves that were taken back.
    #[must_use]
    pub fn remembering(start: &Instance, before: &SeenDepth) -> HiddenGame {
        let new = HiddenGame::new(start);
        let columns = new.columns.iter().enumerate();
        let columns =
            columns.map(|(n, &unseen)| unseen.min(before.columns.get(n).copied().unwrap_or(unseen)));
        let stock = (0..new.stock.len()).map(|at| at >= before.stock);
        HiddenGame { columns: columns.collect(), stock: stock.collect(), ..new }
    }

    /// What was seen of the start so far.
    #[must_use]
    pub fn seen(&self) -> SeenDepth {
        let columns = self.table.columns().iter().zip(&self.columns);
        let columns = columns.map(|(pile, unseen)| pile.face_down.min(*unseen)).collect();
        // What comes back to the stock was seen.
        SeenDepth { columns, stock: self.stock.iter().take_while(|seen| !**seen).count() }
    }

    /// What the player sees.
    #[must_use]
    pub fn view(&self) -> View {
        let deal = self.table.deal();
        let columns = deal.columns.iter().enumerate();
        let columns = columns.zip(&self.columns).flat_map(|((n, pile), &unseen)| {
            (0..pile.face_down.min(unseen)).map(move |at| UnseenPlace::Column(n, at))
        });
        let stock = self.stock.iter().enumerate().filter(|(_, seen)| !**seen);
        let unseen = columns.chain(stock.map(|(at, _)| UnseenPlace::Stock(at))).collect();
        let instance = Instance { deal: deal.clone(), ..self.start.clone() };
        View::of(&PartialBoard { instance, unseen, notes: Vec::new() })
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the rules forbid it; nothing is changed then.
    pub fn play(&mut self, action: Move) -> Result<(), MoveError> {
        self.table.apply(action)?;
        self.played.push(action);
        // Cards come back to the stock only from the waste, where all were seen.
        self.stock.resize(self.table.deal().stock.len(), true);
        Ok(())
    }

    /// The moves so far.
    #[must_use]
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// Whether all cards are home.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.table.is_won()
    }
}
