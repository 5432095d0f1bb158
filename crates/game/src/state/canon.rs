//! Positions up to what makes no difference.

use super::Table;
use crate::cards::{Card, Deal, DeckSpec, Pile, Rank};
use std::borrow::Cow;
use std::ops::Range;

/// A position as bytes, the same for positions that differ only in the order of
/// interchangeable columns, of cells, of reserve places, or of foundations of one suit, or in the suits of the hole.
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
        // A position has its key taken at every move of a checker: no byte is copied for room.
        let of = |cards: usize| if wide { 4 * cards } else { cards };
        let in_columns: usize = deal.columns.iter().map(|pile| pile.cards.len() + 2).sum();
        let mut unordered = Vec::with_capacity(of(in_columns));
        let mut columns: Vec<Range<usize>> = Vec::with_capacity(deal.columns.len());
        for column in &deal.columns {
            let start = unordered.len();
            pile(&mut unordered, &column.cards, column.face_down);
            columns.push(start..unordered.len());
        }
        if self.columns_are_alike() {
            columns.sort_unstable_by(|a, b| unordered[a.clone()].cmp(&unordered[b.clone()]));
        }
        let in_cells = deal.cells.iter().flatten().count();
        let others = of(in_cells + deal.reserve.len() + deal.stock.len() + deal.waste.len() + 4);
        let of_foundation = if deck.ranks < 256 { 1 } else { 4 };
        let ends = of_foundation * deal.foundations.len() + 4;
        let mut bytes = Vec::with_capacity(unordered.len() + others + ends);
        columns.into_iter().for_each(|column| bytes.extend_from_slice(&unordered[column]));
        let mut singles: Vec<Card> = deal.cells.iter().flatten().copied().collect();
        singles.sort_unstable();
        pile(&mut bytes, &singles, 0);
        singles.clone_from(&deal.reserve);
        if !self.rules().layout.stacked {
            singles.sort_unstable();
        }
        pile(&mut bytes, &singles, 0);
        pile(&mut bytes, &deal.stock, 0);
        pile(&mut bytes, &deal.waste, 0);
        if self.rules().home.is_hole() {
            // Which cards lie there follows from what lies elsewhere, and of the top one the rank alone counts.
            deal.hole.last().iter().for_each(|top| write(&mut bytes, top.rank.0));
        }
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
    /// Makes this a position with the given key of a position of the same game. Returns whether the key is one; if not,
    /// this is no valid position any more.
    ///
    /// Columns, cells and foundations of a suit come in the order of the key, so the position equals the original up to
    /// their names. The key of the result is compared with the given one, so decoding need not be trusted.
    #[must_use]
    pub fn set_key(&mut self, key: &StateKey) -> bool {
        let mut deal = self.take_deal();
        let deck = self.rules().deck;
        let read = Reader::new(key, deck).deal(&mut deal, self.rules().home.is_hole());
        *self = self.with_deal(deal);
        read.is_some() && self.key() == *key
    }
}

/// The unread part of a key.
struct Reader<'a> {
    bytes: &'a [u8],
    deck: DeckSpec,
    wide: bool,
    suits: usize,
}

impl<'a> Reader<'a> {
    fn new(key: &'a StateKey, deck: DeckSpec) -> Reader<'a> {
        Reader { bytes: key.as_bytes(), deck, wide: is_wide(deck), suits: deck.suits.count() }
    }

    /// Lays out a position in the existing places.
    fn deal(&mut self, deal: &mut Deal, has_hole: bool) -> Option<()> {
        let Deal { columns, cells, reserve, foundations, stock, waste, hole: _, redeals_used } = deal;
        for Pile { cards, face_down } in columns {
            *face_down = self.pile(cards)?;
        }
        let mut in_cells = Vec::new();
        self.pile(&mut in_cells)?;
        let places = cells.len().max(in_cells.len());
        cells.clear();
        cells.extend(in_cells.into_iter().map(Some));
        cells.resize(places, None);
        for cards in [reserve, stock, waste] {
            self.pile(cards)?;
        }
        let top = if has_hole { Some(Rank(self.code()?)) } else { None };
        for suit in self.deck.suits.iter() {
            for foundation in self.deck.foundations_of(suit) {
                let height = if self.deck.ranks < 256 { u32::from(self.byte()?) } else { self.four()? };
                *foundations.get_mut(foundation)? = height;
            }
        }
        *redeals_used = self.four()? as usize;
        deal.hole.clear();
        if let Some(top) = top {
            deal.hole = self.deck.without(deal.cards_in_play());
            let at = deal.hole.iter().position(|card| card.rank == top)?;
            let top = deal.hole.remove(at);
            deal.hole.push(top);
        }
        Some(())
    }

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

    fn code(&mut self) -> Option<u32> {
        if self.wide { self.four() } else { self.byte().map(u32::from) }
    }

    fn card_of(&self, code: u32) -> Option<Card> {
        let index = code.checked_sub(CARDS.into())? as usize;
        let suit = self.deck.suits.iter().nth(index % self.suits)?;
        Some(Card::new((index / self.suits) as u32 + 1, suit))
    }

    /// The cards of the next pile; how many of them lie face down.
    fn pile(&mut self, cards: &mut Vec<Card>) -> Option<usize> {
        cards.clear();
        let mut face_down = 0;
        loop {
            match self.code()? {
                code if code == u32::from(END) => return Some(face_down),
                code if code == u32::from(TURNED) => face_down = cards.len(),
                code => cards.push(self.card_of(code)?),
            }
        }
    }
}
