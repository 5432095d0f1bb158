//! How far a game has come, as a number that no move makes less.

use super::Table;

impl Table {
    /// Cards that have been drawn or dealt, those of them that lie on no waste, and those that are home or in the hole; a waste turned
    /// over counts as more than all of these.
    ///
    /// A card drawn is never undrawn but by turning the waste over, one that left the waste never comes back to it, and
    /// one that is home stays there. Whoever relies on it looks at each move ([`crate::verify::check_swept_set`]).
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
