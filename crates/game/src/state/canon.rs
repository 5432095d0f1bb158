//! Positions up to what makes no difference.

use super::Table;
use crate::cards::Card;
use std::borrow::Cow;
use std::ops::Range;

/// A position as bytes, the same for positions that differ only in the order of
/// interchangeable columns, of cells, of reserve places, or of foundations of one suit.
///
/// The encoding is injective on such classes: it lists every pile, so equal keys mean
/// positions that can be turned into each other by renaming places. Twins are written
/// alike. Columns are not interchangeable while rows of a stock are still to be dealt.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateKey(Box<[u8]>);

impl StateKey {
    /// The bytes of the key.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Ends a pile.
const END: u16 = 0;
/// Parts the face-down cards of a pile from the face-up ones.
const TURNED: u16 = 1;
/// Code of the first card.
const CARDS: u16 = 2;

impl Table {
    /// The canonical key of this position.
    #[must_use]
    pub fn key(&self) -> StateKey {
        let deal = self.deal();
        let deck = self.rules().deck;
        let code = |card: &Card| deck.index(*card) as u32 + u32::from(CARDS);
        let wide = deck.kinds() + usize::from(CARDS) > 256;
        let write = |bytes: &mut Vec<u8>, code: u32| {
            if wide {
                bytes.extend(code.to_be_bytes());
            } else {
                bytes.push(code as u8);
            }
        };
        let pile = |bytes: &mut Vec<u8>, cards: &[Card], face_down: usize| {
            for (n, card) in cards.iter().enumerate() {
                if face_down > 0 && n == face_down {
                    write(bytes, TURNED.into());
                }
                write(bytes, code(card));
            }
            write(bytes, END.into());
        };
        let mut unordered = Vec::with_capacity(96);
        let mut columns: Vec<Range<usize>> = Vec::with_capacity(deal.columns.len());
        for column in &deal.columns {
            let start = unordered.len();
            pile(&mut unordered, &column.cards, column.face_down);
            columns.push(start..unordered.len());
        }
        if self.columns_are_alike() {
            columns.sort_unstable_by(|a, b| unordered[a.clone()].cmp(&unordered[b.clone()]));
        }
        let mut bytes = Vec::with_capacity(unordered.len() + 32);
        columns.into_iter().for_each(|column| bytes.extend_from_slice(&unordered[column]));
        let mut singles: Vec<Card> = deal.cells.iter().flatten().copied().collect();
        singles.sort_unstable();
        pile(&mut bytes, &singles, 0);
        singles.clone_from(&deal.reserve);
        singles.sort_unstable();
        pile(&mut bytes, &singles, 0);
        pile(&mut bytes, &deal.stock, 0);
        pile(&mut bytes, &deal.waste, 0);
        for suit in deck.suits.iter() {
            let mut heights = Cow::Borrowed(&deal.foundations[deck.foundations_of(suit)]);
            if heights.len() > 1 {
                heights.to_mut().sort_unstable();
            }
            match deck.ranks {
                ..256 => bytes.extend(heights.iter().map(|&height| height as u8)),
                _ => bytes.extend(heights.iter().flat_map(|height| height.to_be_bytes())),
            }
        }
        bytes.extend((deal.redeals_used as u32).to_be_bytes());
        StateKey(bytes.into_boxed_slice())
    }
}
