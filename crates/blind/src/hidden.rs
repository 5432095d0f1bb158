//! A game that shows its player no hidden card.

use super::View;
use patsat_formats::{Read, UnseenPlace};
use patsat_game::rules::Move;
use patsat_game::state::{Illegal, Instance, Table};

/// A game in progress, and which cards of it were seen.
///
/// A card counts as seen once it has lain face up: in a column, or in the waste, where all cards of a draw are seen. A
/// stock that was turned over from the waste is known in its order.
#[derive(Clone, Debug)]
pub struct HiddenGame {
    start: Instance,
    table: Table,
    /// Whether each card of the stock was seen, from the deepest on.
    stock: Vec<bool>,
    played: Vec<Move>,
}

impl HiddenGame {
    /// A game of which only the cards that lie face up were seen.
    #[must_use]
    pub fn new(start: &Instance) -> HiddenGame {
        let table = start.table();
        let stock = vec![false; table.deal().stock.len()];
        HiddenGame { start: start.clone(), table, stock, played: Vec::new() }
    }

    /// What the player sees.
    #[must_use]
    pub fn view(&self) -> View {
        let deal = self.table.deal();
        let columns = deal.columns.iter().enumerate();
        let columns =
            columns.flat_map(|(n, pile)| (0..pile.face_down).map(move |at| UnseenPlace::Column(n, at)));
        let stock = self.stock.iter().enumerate().filter(|(_, seen)| !**seen);
        let unseen = columns.chain(stock.map(|(at, _)| UnseenPlace::Stock(at))).collect();
        let instance = Instance { deal: deal.clone(), ..self.start.clone() };
        View::of(&Read { instance, unseen, notes: Vec::new() })
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the rules forbid it; nothing is changed then.
    pub fn play(&mut self, action: Move) -> Result<(), Illegal> {
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
