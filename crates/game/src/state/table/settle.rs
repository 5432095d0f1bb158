//! Automatic changes after a move.

use super::Table;
use crate::cards::Card;
use crate::rules::{EmptyColumn, Home};

impl Table {
    /// Turns a face-down top card, lets complete runs leave where they do so by themselves, and fills an empty column
    /// where the rules do.
    pub(super) fn settle(&mut self, column: usize) {
        loop {
            let pile = &mut self.deal.columns[column];
            if pile.face_down >= pile.cards.len() {
                pile.face_down = pile.cards.len().saturating_sub(1);
            }
            let leaves = match self.rules.home {
                Home::Runs => true,
                Home::WholeColumns => pile.cards.len() == self.rules.deck.ranks as usize,
                Home::Foundations | Home::RunsByMove | Home::Hole | Home::HoleAroundCorner => false,
            };
            if leaves && self.ends_complete(column) {
                self.take_run(column);
            } else if self.deal.columns[column].cards.is_empty()
                && let Some(card) = self.take_filling()
            {
                self.deal.columns[column].cards.push(card);
            } else {
                return;
            }
        }
    }

    /// Takes the card that fills an empty column by itself.
    fn take_filling(&mut self) -> Option<Card> {
        match self.rules.empty_column {
            EmptyColumn::Any | EmptyColumn::TopRank | EmptyColumn::Nothing => None,
            EmptyColumn::ReserveThenAny | EmptyColumn::ReserveThenWaste => self.deal.reserve.pop(),
            EmptyColumn::WasteThenStock => self.deal.waste.pop().or_else(|| self.deal.stock.pop()),
        }
    }

    /// Whether a column ends, face up, with all ranks of one suit.
    pub(super) fn ends_complete(&self, column: usize) -> bool {
        let (pile, ranks) = (&self.deal.columns[column], self.rules.deck.ranks as usize);
        let face_up = &pile.cards[pile.face_down.min(pile.cards.len())..];
        let Some(start) = face_up.len().checked_sub(ranks) else { return false };
        let (run, suit) = (&face_up[start..], face_up[start].suit);
        run.iter().zip(self.rules.run_ranks()).all(|(card, rank)| *card == Card { rank, suit })
    }

    /// Takes the complete run at the end of a column home.
    pub(super) fn take_run(&mut self, column: usize) {
        let (cards, ranks) = (&mut self.deal.columns[column].cards, self.rules.deck.ranks);
        let start = cards.len() - ranks as usize;
        let own = self.rules.deck.foundations_of(cards[start].suit.0);
        cards.truncate(start);
        if let Some(height) = self.deal.foundations[own].iter_mut().find(|height| **height == 0) {
            *height = ranks;
        }
    }
}
