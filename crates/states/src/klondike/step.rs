//! What changes a position for good.

/// A step, named by the card that it takes. Moves that only rearrange face-up cards are no steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A face-up card of the columns goes home.
    Home(u8),
    /// The own card of a column goes onto another column, with all that lies on it.
    Across(u8),
    /// A card of the stock goes home.
    StockHome(u8),
    /// A card of the stock goes onto a column.
    StockDown(u8),
    /// A card comes back from its foundation onto a column.
    Back(u8),
}

impl Step {
    /// The card that it takes.
    #[must_use]
    pub const fn card(self) -> u8 {
        let (Step::Home(card)
        | Step::Across(card)
        | Step::StockHome(card)
        | Step::StockDown(card)
        | Step::Back(card)) = self;
        card
    }
}
