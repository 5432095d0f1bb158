//! The progress of a game, a number that no move lowers.

use super::Table;

impl Table {
    /// Returns the progress of the position.
    ///
    /// It is the sum of three numbers of cards: those that have left the stock, those of them that are not in the
    /// waste, and those that are home or in the hole. Each redeal counts more than the largest such sum.
    ///
    /// No move lowers it in most games: only a redeal brings a drawn card back to the stock, a card that left the waste
    /// does not come back to it, and a card that is home stays there. A proof that relies on this must check each move,
    /// as [`crate::verify::check_swept_set`] does.
    #[must_use]
    pub fn progress(&self) -> u64 {
        let (deal, cards) = (self.deal(), self.rules().deck.len() as u64);
        let (stock, waste) = (deal.stock.len() as u64, deal.waste.len() as u64);
        let home: u64 = deal.foundations.iter().map(|&height| u64::from(height)).sum();
        let home = home + deal.hole.len() as u64;
        // Stock and waste hold no more cards than there are.
        let out = (2 * cards).saturating_sub(2 * stock + waste);
        out + home + deal.redeals_used as u64 * (3 * cards + 1)
    }
}
