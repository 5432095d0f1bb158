//! The sane positions of a game as a finite domain: for every card the places it may lie in.
//!
//! A *value* is a pair of a card and a place; the values of a card are consecutive numbers.
//! [`crate::state::patterns`] defines sane positions. The tables of this module encode that
//! definition for [`super::engine`].

mod sums;

pub(super) use self::sums::{Part, Sum};
use crate::cards::{Card, Suit};
use crate::rules::{Feature, Features, Group, Rules, Stock};
use crate::state::patterns::{CardNo, Cards, Spot};

/// A value by its number.
pub(super) type Value = u32;

/// The limit of values.
const MOST_VALUES: usize = 4_000_000;

/// The order of stock and waste.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Chain {
    /// Drawn cards never come back.
    Once,
    /// The waste may be turned back this number of times. Each spot in stock and waste has the number of
    /// redeals left.
    Again(u16),
}

/// The reason why the checker does not support a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsupported {
    /// The rules use a feature that the checker does not support.
    #[error("dead patterns cannot be checked in a game with {0}")]
    Rule(Feature),
    /// A foundation of a game of runs holds a part of a run.
    #[error("dead patterns cannot be checked where part of a run is home")]
    PartOfARun,
    /// Too large.
    #[error(
        "dead patterns cannot be checked for so large a game: its cards have more than {MOST_VALUES} places"
    )]
    TooLarge,
}

/// Two kinds of cards: no more cards of the second are home than of the first.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) first: u32,
    pub(super) second: u32,
}

/// The tables.
#[derive(Clone, Debug)]
pub(super) struct Space {
    /// The place of each value of a card.
    pub(super) spots: Vec<Spot>,
    /// The card of each value; the values of sums come last, and sums are numbered after the cards.
    pub(super) card_of: Vec<u32>,
    /// The first value of each card and each sum, and one past the last.
    pub(super) first: Vec<Value>,
    /// The value of each card at the start.
    pub(super) dealt: Vec<Value>,
    /// The values that lie on each card.
    pub(super) onto: Vec<Vec<Value>>,
    /// The values of `onto` that do not move with the card; empty where no cards move together.
    pub(super) loose: Vec<Vec<Value>>,
    /// Whether the card of a value was dealt there and cannot have come back there. The cards dealt beneath
    /// it then still lie where they were dealt. Cards of rows are not included.
    pub(super) foreign: Vec<bool>,
    /// The foreign values dealt above each card in its column.
    pub(super) foreign_above: Vec<Vec<Value>>,
    /// The card that each was dealt on.
    pub(super) below: Vec<Option<u32>>,
    pub(super) cell_values: Vec<Value>,
    pub(super) bottom_values: Vec<Value>,
    pub(super) sums: Vec<Sum>,
    /// The sum that each value of a card is a part of.
    pub(super) sum_of: Vec<Option<u32>>,
    /// The sums of all cells, and of all bottoms where columns do not differ. Where columns differ, each column has at
    /// most one bottom, and no sum is needed.
    pub(super) in_cells: Option<u32>,
    pub(super) in_columns: Option<u32>,
    /// Where columns differ, for each the values that are its bottom.
    pub(super) bottoms: Vec<Vec<Value>>,
    /// The rows yet to be dealt, next one first.
    pub(super) rows: Vec<Vec<u32>>,
    /// The row of each card that a row deals, and its column.
    pub(super) row_of: Vec<Option<u32>>,
    pub(super) column_of: Vec<Option<u16>>,
    /// Whether no move can have put the card of a value, which is a card of a row, there. It then lies in the column
    /// that it was dealt to, and the cards beneath it were in play before its row.
    pub(super) by_row: Vec<bool>,
    pub(super) onto_empty: bool,
    pub(super) rules: Rules,
    /// Rank and suit of each card.
    pub(super) faces: Vec<Card>,
    pub(super) cells: i64,
    pub(super) columns: i64,
    /// The kind of each card, by its number among the kinds in the deck.
    pub(super) kind: Vec<u32>,
    /// The cards of each kind, and the number of further ones that are home from the start.
    pub(super) kinds: Vec<(Vec<u32>, i64)>,
    /// The order of suits.
    pub(super) pairs: Vec<Pair>,
    /// The pairs that each kind is in.
    pub(super) pairs_of: Vec<Vec<u32>>,
    /// The cards of the waste from its bottom, then of the stock from its top; empty where they have no fixed order.
    pub(super) order: Vec<u32>,
    /// The place of each card in `order`.
    pub(super) at: Vec<Option<u32>>,
    pub(super) chain: Option<Chain>,
    /// Whether cards move together, so that a move carries the cards on the moved one.
    pub(super) groups: bool,
    pub(super) runs_leave: bool,
    pub(super) playable_stock: bool,
    pub(super) may_fill: Vec<bool>,
}

impl Space {
    /// The tables of a game.
    pub(super) fn new(cards: &Cards) -> Result<Space, Unsupported> {
        let (table, rules, n) = (cards.table(), cards.rules(), cards.len());
        let deal = table.deal();
        let ranks = rules.deck.ranks;
        if let Some(feature) = rules.unsupported(Features::BASIC) {
            return Err(Unsupported::Rule(feature));
        }
        let runs_leave = rules.home.of_runs();
        if runs_leave && deal.foundations.iter().any(|&height| height % ranks != 0) {
            return Err(Unsupported::PartOfARun);
        }
        let (chain, playable_stock) = match rules.stock {
            Stock::Waste { redeals, playable, draw: _ } => {
                let Some(left) = redeals.left(deal.redeals_used) else {
                    return Err(Unsupported::Rule(Feature::UnlimitedRedeals));
                };
                (Some(if left > 0 { Chain::Again(left) } else { Chain::Once }), playable)
            }
            _ => (None, false),
        };
        let on = by_kind(cards);
        let may_fill: Vec<bool> = (cards.all()).map(|c| rules.may_fill_column(cards.card(c))).collect();
        let mut space = Space {
            spots: Vec::new(),
            card_of: Vec::new(),
            first: vec![0],
            dealt: Vec::with_capacity(n),
            onto: vec![Vec::new(); n],
            loose: vec![Vec::new(); n],
            foreign: Vec::new(),
            foreign_above: vec![Vec::new(); n],
            below: vec![None; n],
            cell_values: Vec::new(),
            bottom_values: Vec::new(),
            sums: Vec::new(),
            sum_of: Vec::new(),
            in_cells: None,
            in_columns: None,
            bottoms: vec![Vec::new(); rules.columns.into()],
            rows: Vec::new(),
            row_of: vec![None; n],
            column_of: vec![None; n],
            by_row: Vec::new(),
            onto_empty: matches!(rules.stock, Stock::Rows { onto_empty: true }),
            rules: rules.clone(),
            faces: cards.all().map(|c| cards.card(c)).collect(),
            cells: rules.cells.into(),
            columns: rules.columns.into(),
            kind: cards.all().map(|c| rules.deck.index(cards.card(c)) as u32).collect(),
            kinds: Vec::new(),
            pairs: Vec::new(),
            pairs_of: Vec::new(),
            order: Vec::new(),
            at: vec![None; n],
            chain,
            groups: matches!(rules.group, Group::SuitRun | Group::BuiltRun),
            runs_leave,
            playable_stock,
            may_fill,
        };
        if matches!(rules.stock, Stock::Rows { .. }) {
            let order: Vec<u32> = cards.track().stock().iter().rev().map(|card| card.0).collect();
            space.rows = order.chunks(rules.columns.into()).map(<[u32]>::to_vec).collect();
            for (row, cards) in (0..).zip(&space.rows) {
                for (column, &card) in (0..).zip(cards) {
                    space.row_of[card as usize] = Some(row);
                    space.column_of[card as usize] = Some(column);
                }
            }
        }
        for c in cards.all() {
            space.values_of(cards, c, &on)?;
        }
        space.columns_of(cards);
        space.suits(cards);
        space.waste(cards);
        space.sum_of = vec![None; space.spots.len()];
        space.in_cells = space.sum_up(&space.cell_values.clone(), space.cells);
        if space.rows.is_empty() {
            space.in_columns = space.sum_up(&space.bottom_values.clone(), space.columns);
        }
        Ok(space)
    }

    fn values_of(&mut self, cards: &Cards, c: CardNo, on: &[Vec<u32>]) -> Result<(), Unsupported> {
        let (rules, card, dealt) = (cards.rules(), cards.card(c), cards.dealt(c));
        let mut spots = Vec::new();
        let stuck = match dealt {
            Spot::Stock | Spot::Waste => self.chain.is_none() && self.row_of[c.index()].is_none(),
            _ => false,
        };
        let columns = || (0..rules.columns).map(Spot::BottomOf);
        if stuck {
            // No move takes it away.
            spots.push(dealt);
        } else {
            for below in rules.may_stand_on(card) {
                spots.extend(on[rules.deck.index(below)].iter().map(|&b| Spot::On(CardNo(b))));
            }
            spots.push(Spot::Home);
            if rules.cells > 0 {
                spots.push(Spot::Cell);
            }
            match (self.may_fill[c.index()], self.rows.is_empty()) {
                (true, true) => spots.push(Spot::Bottom),
                (true, false) => spots.extend(columns()),
                (false, _) => {}
            }
            match (dealt, self.chain) {
                (Spot::Stock, Some(_)) => spots.extend([Spot::Stock, Spot::Waste]),
                (Spot::StockLeft(_) | Spot::WasteLeft(_), Some(Chain::Again(most))) => {
                    spots.extend((0..most).map(Spot::StockLeft));
                    spots.extend((0..=most).map(Spot::WasteLeft));
                }
                _ => {}
            }
            if let Some(row) = self.row_of[c.index()] {
                // On any card that was in play before it, or as the bottom.
                let earlier = |on: &CardNo| self.row_of[on.index()].is_none_or(|other| other < row);
                spots.extend(cards.all().filter(earlier).map(Spot::On));
                let own = self.rows[row as usize].iter().position(|&card| card == c.0);
                spots.extend(own.and_then(|column| columns().nth(column)));
            }
            spots.push(dealt);
        }
        spots.sort_unstable();
        spots.dedup();
        if self.spots.len() + spots.len() > MOST_VALUES {
            return Err(Unsupported::TooLarge);
        }
        for spot in spots {
            let value = self.spots.len() as Value;
            let mut foreign = false;
            match spot {
                Spot::On(b) | Spot::OnHidden(b) => {
                    let hidden = spot == Spot::OnHidden(b);
                    self.onto[b.index()].push(value);
                    foreign = hidden || spot == dealt && !rules.fits(card, cards.card(b));
                    if self.groups && (hidden || !rules.moves_with(cards.card(b), card)) {
                        self.loose[b.index()].push(value);
                    }
                }
                Spot::Cell => self.cell_values.push(value),
                Spot::Bottom => self.bottom_values.push(value),
                Spot::BottomOf(column) => self.bottoms[usize::from(column)].push(value),
                _ => {}
            }
            let from_a_row = self.row_of[c.index()].is_some();
            self.by_row.push(match spot {
                Spot::On(b) => from_a_row && !rules.fits(card, cards.card(b)),
                Spot::BottomOf(_) => from_a_row && !self.may_fill[c.index()],
                _ => false,
            });
            if spot == dealt {
                self.dealt.push(value);
            }
            self.spots.push(spot);
            self.card_of.push(c.0);
            self.foreign.push(foreign);
        }
        self.first.push(self.spots.len() as Value);
        Ok(())
    }

    /// Fills the tables about the cards beneath each card at the start.
    fn columns_of(&mut self, cards: &Cards) {
        for column in cards.track().columns() {
            for pair in column.windows(2) {
                self.below[pair[1].index()] = Some(pair[0].0);
            }
            let mut above = Vec::new();
            for card in column.iter().rev() {
                self.foreign_above[card.index()].clone_from(&above);
                let dealt = self.dealt[card.index()];
                if self.foreign[dealt as usize] {
                    above.push(dealt);
                }
            }
        }
    }

    fn suits(&mut self, cards: &Cards) {
        let (table, rules) = (cards.table(), cards.rules());
        let deck = rules.deck;
        self.kinds = vec![(Vec::new(), 0); deck.kinds()];
        for c in cards.all() {
            self.kinds[self.kind[c.index()] as usize].0.push(c.0);
        }
        for (place, &height) in table.foundations().iter().enumerate() {
            let suit = deck.suit_of_foundation(place);
            for card in rules.on_foundation(suit, height) {
                self.kinds[deck.index(card)].1 += 1;
            }
        }
        self.pairs_of = vec![Vec::new(); deck.kinds()];
        for suit in deck.suits.iter() {
            let kind = |rank| deck.index(Card { rank, suit: Suit(suit) }) as u32;
            let mut add = |first, second| {
                for kind in [first, second] {
                    self.pairs_of[kind as usize].push(self.pairs.len() as u32);
                }
                self.pairs.push(Pair { first, second });
            };
            let mut rank = rules.first_rank();
            while let Some(next) = rules.next_rank(rank) {
                add(kind(rank), kind(next));
                rank = next;
            }
            if self.runs_leave && rank != rules.first_rank() {
                add(kind(rank), kind(rules.first_rank()));
            }
        }
    }

    fn waste(&mut self, cards: &Cards) {
        if self.chain.is_none() {
            return;
        }
        let start = cards.track();
        let order = start.waste().iter().chain(start.stock().iter().rev());
        self.order = order.map(|card| card.0).collect();
        for (at, &card) in self.order.iter().enumerate() {
            self.at[card as usize] = Some(at as u32);
        }
    }

    /// Returns the value of a card in a place, if a sane position can have it there.
    pub(super) fn value(&self, card: CardNo, spot: Spot) -> Option<Value> {
        let range = self.values(card.0);
        let at = self.spots[range.start as usize..range.end as usize].binary_search(&spot).ok()?;
        Some(range.start + at as Value)
    }

    /// Returns the values of a card for which a fact with this spot holds.
    pub(super) fn covered(&self, card: CardNo, spot: Spot) -> impl Iterator<Item = Value> + '_ {
        self.values(card.0).filter(move |&value| spot.covers(self.spots[value as usize]))
    }

    /// The values of a card, or of a sum.
    pub(super) fn values(&self, card: u32) -> std::ops::Range<Value> {
        self.first[card as usize]..self.first[card as usize + 1]
    }

    /// Number of cards.
    pub(super) fn cards(&self) -> usize {
        self.dealt.len()
    }
}

/// The numbers of the cards of each kind.
fn by_kind(cards: &Cards) -> Vec<Vec<u32>> {
    let deck = cards.rules().deck;
    let mut kinds = vec![Vec::new(); deck.kinds()];
    for c in cards.all() {
        kinds[deck.index(cards.card(c))].push(c.0);
    }
    kinds
}
