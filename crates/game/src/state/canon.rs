//! Positions up to what makes no difference.

use super::Table;
use crate::cards::{Card, Deal, DeckSpec, Pile};
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

/// Whether a byte is too short for the code of a card.
fn is_wide(deck: DeckSpec) -> bool {
    deck.kinds() + usize::from(CARDS) > 256
}

impl Table {
    /// The canonical key of this position.
    #[must_use]
    pub fn key(&self) -> StateKey {
        let deal = self.deal();
        let deck = self.rules().deck;
        let code = |card: &Card| deck.index(*card) as u32 + u32::from(CARDS);
        let wide = is_wide(deck);
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

impl Table {
    /// A position of this game with this key; `None` if it is no key of one.
    ///
    /// Columns, cells and foundations of a suit come in the order of the key, so the position is the one that the key
    /// was taken of up to their names. What is read is held against the key, so nothing else need be believed.
    #[must_use]
    pub fn with_key(&self, key: &StateKey) -> Option<Table> {
        let (rules, now) = (self.rules(), self.deal());
        let mut rest = Reader { bytes: key.as_bytes(), deck: rules.deck };
        let mut deal = Deal { foundations: vec![0; now.foundations.len()], ..Deal::default() };
        for _ in &now.columns {
            deal.columns.push(rest.pile()?);
        }
        let cells = rest.pile()?.cards;
        deal.cells = cells.into_iter().map(Some).collect();
        deal.cells.resize(now.cells.len().max(deal.cells.len()), None);
        deal.reserve = rest.pile()?.cards;
        deal.stock = rest.pile()?.cards;
        deal.waste = rest.pile()?.cards;
        for suit in rules.deck.suits.iter() {
            for foundation in rules.deck.foundations_of(suit) {
                let height = if rules.deck.ranks < 256 { u32::from(rest.byte()?) } else { rest.four()? };
                *deal.foundations.get_mut(foundation)? = height;
            }
        }
        deal.redeals_used = rest.four()? as usize;
        let table = self.with_deal(deal);
        (table.key() == *key).then_some(table)
    }
}

/// What is left of a key.
struct Reader<'a> {
    bytes: &'a [u8],
    deck: DeckSpec,
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    fn four(&mut self) -> Option<u32> {
        let (first, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(u32::from_be_bytes(*first))
    }

    fn pile(&mut self) -> Option<Pile> {
        let suits = self.deck.suits.count();
        let mut pile = Pile::default();
        loop {
            let code = if is_wide(self.deck) { self.four()? } else { u32::from(self.byte()?) };
            match code {
                code if code == u32::from(END) => return Some(pile),
                code if code == u32::from(TURNED) => pile.face_down = pile.cards.len(),
                code => {
                    let index = (code - u32::from(CARDS)) as usize;
                    let suit = self.deck.suits.iter().nth(index % suits)?;
                    pile.cards.push(Card::new((index / suits) as u32 + 1, suit));
                }
            }
        }
    }
}
