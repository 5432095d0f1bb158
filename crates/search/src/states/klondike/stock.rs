//! Stock and waste as one list, and which cards of it can be played.

use super::{KlondikeBoard, KlondikeGame};

/// How stock and waste are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Drawing {
    /// Every card can be had at any time: draws of one card, unlimited redeals.
    Any,
    /// Draws of this number of cards, unlimited redeals.
    Unlimited(u8),
    /// Draws of several cards or one, counted redeals.
    Counted { draw: u8, redeals: u8 },
}

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
    pub(crate) fn draws_all(&self) -> bool {
        self.drawing == Drawing::Any
    }

    /// The cards of stock and waste that can be played now.
    pub(crate) fn playable(&self, board: &KlondikeBoard) -> impl Iterator<Item = Playable> + use<> {
        let (drawing, left) = (self.drawing, board.stock);
        let (now, used, cards) = (u32::from(board.waste), board.redeals, left.count_ones());
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

    /// The card of that number in the list, as it can be played now.
    pub(crate) fn play_of(&self, board: &KlondikeBoard, index: u8) -> Option<Playable> {
        self.playable(board).find(|play| play.index == index)
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
