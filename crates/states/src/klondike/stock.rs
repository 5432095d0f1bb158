//! Stock and waste as one list, and which cards of it can be played.

use super::game::{Drawing, KlondikeGame};

/// A card that can be played from the waste, after draws and perhaps a redeal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Playable {
    /// Its place in the list that was dealt.
    pub(crate) index: u8,
    /// Cards of the waste afterwards.
    pub(crate) waste: u8,
    /// Redeals used afterwards.
    pub(crate) redeals: u8,
}

impl KlondikeGame {
    /// Whether every card of stock and waste can be played at any time.
    #[must_use]
    pub fn draws_all(&self) -> bool {
        self.drawing == Drawing::Any
    }

    /// The cards of stock and waste that can be played now.
    ///
    /// `left` are the entries of the list that are left, `waste` of them in the waste, after `used` redeals.
    pub(crate) fn playable(&self, left: u64, waste: u8, used: u8) -> impl Iterator<Item = Playable> + use<> {
        let (drawing, now, cards) = (self.drawing, u32::from(waste), left.count_ones());
        super::each(left).zip(1u32..).filter_map(move |(index, size)| {
            // The card is on top when the waste has this size.
            let is_turned = |from: u32, draw: u8| {
                size >= from && (size == cards || (size - from).is_multiple_of(draw.into()))
            };
            let redeals = match drawing {
                Drawing::Any => Some(used),
                Drawing::Unlimited(draw) => (is_turned(0, draw) || is_turned(now, draw)).then_some(used),
                Drawing::Counted { draw, .. } if is_turned(now, draw) => Some(used),
                Drawing::Counted { draw, redeals } => {
                    (used < redeals && is_turned(0, draw)).then_some(used + 1)
                }
            }?;
            Some(Playable { index, waste: size as u8 - 1, redeals })
        })
    }

    /// How far the stock is turned and how often it was redealt, where it makes a difference: the same numbers where it
    /// makes none.
    pub(crate) fn turned(&self, cards: u32, waste: u8, redeals: u8) -> (u8, u8) {
        match self.drawing {
            Drawing::Any => (0, 0),
            Drawing::Unlimited(draw) if waste.is_multiple_of(draw) || u32::from(waste) == cards => (0, 0),
            Drawing::Unlimited(_) => (waste, 0),
            Drawing::Counted { .. } if cards == 0 => (0, 0),
            Drawing::Counted { .. } => (waste, redeals),
        }
    }
}
