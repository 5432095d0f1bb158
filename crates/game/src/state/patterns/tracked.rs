//! A position whose cards are objects: moved along with a [`Table`], which says what is legal.

use super::{CardNo, Cards, Spot};
use crate::cards::{Card, Pile};
use crate::rules::{Group, Move, Place, Stock};
use crate::state::{Illegal, Table};

/// A table, and which card of the deal lies where on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tracked {
    table: Table,
    columns: Vec<Vec<CardNo>>,
    cells: Vec<Option<CardNo>>,
    reserve: Vec<CardNo>,
    stock: Vec<CardNo>,
    waste: Vec<CardNo>,
    cards: usize,
    /// Whether columns differ, as rows were yet to be dealt at the start.
    named: bool,
    /// How many redeals there were, if some were left at the start.
    redeals: Option<u16>,
}

impl Tracked {
    /// The cards of a start; `sorted` are those in play by kind.
    pub(super) fn new(table: &Table, sorted: &[Card]) -> Tracked {
        let deck = table.rules().deck;
        let mut next = vec![0u32; deck.kinds()];
        for (n, &card) in sorted.iter().enumerate().rev() {
            next[deck.index(card)] = n as u32;
        }
        let mut number = |card: &Card| {
            let next = &mut next[deck.index(*card)];
            *next += 1;
            CardNo(*next - 1)
        };
        let deal = table.deal();
        let columns =
            deal.columns.iter().map(|pile: &Pile| pile.cards.iter().map(&mut number).collect()).collect();
        let cells = deal.cells.iter().map(|cell| cell.as_ref().map(&mut number)).collect();
        let reserve = deal.reserve.iter().map(&mut number).collect();
        let mut stock: Vec<CardNo> = deal.stock.iter().rev().map(&mut number).collect();
        stock.reverse();
        let waste = deal.waste.iter().map(&mut number).collect();
        Tracked {
            table: table.clone(),
            columns,
            cells,
            reserve,
            stock,
            waste,
            cards: sorted.len(),
            named: !table.columns_are_alike(),
            redeals: match table.rules().stock {
                Stock::Waste { redeals, .. } if usize::from(redeals) > deal.redeals_used => Some(redeals),
                _ => None,
            },
        }
    }

    /// A position by where every card lies; columns and cells are filled from the left, bottoms in
    /// the order of their cards' numbers unless they say which column, and every card lies face up
    /// that is not said to be hidden. `None` if it is no position.
    #[must_use]
    pub fn place(cards: &Cards, spots: &[Spot]) -> Option<Tracked> {
        let start = cards.track();
        let mut above: Vec<Option<CardNo>> = vec![None; cards.len()];
        let mut columns: Vec<Vec<CardNo>> = Vec::new();
        let (mut cells, mut placed) = (Vec::new(), 0);
        if start.named {
            columns.resize(start.columns.len(), Vec::new());
        }
        for (card, &spot) in cards.all().zip(spots) {
            match spot {
                Spot::On(on) | Spot::OnHidden(on) => {
                    if above.get_mut(on.index())?.replace(card).is_some() {
                        return None;
                    }
                }
                Spot::BottomOf(n) => {
                    let column = columns.get_mut(usize::from(n)).filter(|column| column.is_empty())?;
                    column.push(card);
                }
                Spot::Bottom => columns.push(vec![card]),
                Spot::Cell => cells.push(Some(card)),
                _ => placed += 1,
            }
        }
        for column in &mut columns {
            while let Some(next) = column.last().and_then(|top| above[top.index()]) {
                column.push(next);
            }
        }
        placed += cells.len() + columns.iter().map(Vec::len).sum::<usize>();
        let (most_columns, most_cells) = (start.columns.len(), start.cells.len());
        if columns.len() > most_columns || cells.len() > most_cells || placed != cards.len() {
            return None;
        }
        columns.resize(most_columns, Vec::new());
        cells.resize(most_cells, None);
        let lies =
            |spot: Spot| move |card: &CardNo| spots.get(card.index()).is_some_and(|&at| spot.covers(at));
        let reserve: Vec<CardNo> = start.reserve.iter().copied().filter(lies(Spot::Reserve)).collect();
        // From the top of the stock to the bottom of the waste, in the order that they keep.
        let order: Vec<CardNo> = start.stock.iter().chain(start.waste.iter().rev()).copied().collect();
        let stock: Vec<CardNo> = order.iter().copied().filter(lies(Spot::Stock)).collect();
        let waste: Vec<CardNo> = order.iter().rev().copied().filter(lies(Spot::Waste)).collect();
        let (deck, mut deal) = (cards.rules().deck, start.table.deal().clone());
        // The first foundation of a suit is as high as ranks of it are home at all, and so on.
        let mut home = vec![0usize; deck.kinds()];
        for (place, &height) in start.table.foundations().iter().enumerate() {
            let suit = deck.suit_of_foundation(place);
            (1..=height).for_each(|rank| home[deck.index(Card::new(rank, suit))] += 1);
        }
        for card in cards.all().filter(lies(Spot::Home)) {
            home[deck.index(cards.card(card))] += 1;
        }
        for suit in deck.suits.iter() {
            for (copy, place) in deck.foundations_of(suit).enumerate() {
                let ranks = (1..=deck.ranks).filter(|&rank| home[deck.index(Card::new(rank, suit))] > copy);
                deal.foundations[place] = ranks.count() as u32;
            }
        }
        let named = |numbers: &[CardNo]| -> Vec<Card> { numbers.iter().map(|&n| cards.card(n)).collect() };
        let hidden = |column: &Vec<CardNo>| {
            column.iter().rposition(|card| matches!(spots[card.index()], Spot::OnHidden(_))).unwrap_or(0)
        };
        let pile = |column: &Vec<CardNo>| Pile { face_down: hidden(column), ..Pile::from(named(column)) };
        deal.columns = columns.iter().map(pile).collect();
        let left = spots.iter().find_map(|spot| match spot {
            Spot::StockLeft(left) | Spot::WasteLeft(left) => Some(*left),
            _ => None,
        });
        if let (Some(redeals), Some(left)) = (start.redeals, left) {
            deal.redeals_used = usize::from(redeals.checked_sub(left)?);
        }
        deal.cells = cells.iter().map(|cell| cell.map(|n| cards.card(n))).collect();
        (deal.reserve, deal.stock, deal.waste) = (named(&reserve), named(&stock), named(&waste));
        let table = start.table.with_deal(deal);
        leave(&mut columns, &table);
        Some(Tracked { table, columns, cells, reserve, stock, waste, ..start })
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The columns, deepest card first.
    #[must_use]
    pub fn columns(&self) -> &[Vec<CardNo>] {
        &self.columns
    }

    /// The cells.
    #[must_use]
    pub fn cells(&self) -> &[Option<CardNo>] {
        &self.cells
    }

    /// The reserve.
    #[must_use]
    pub fn reserve(&self) -> &[CardNo] {
        &self.reserve
    }

    /// The stock, the next card last.
    #[must_use]
    pub fn stock(&self) -> &[CardNo] {
        &self.stock
    }

    /// The waste, the playable card last.
    #[must_use]
    pub fn waste(&self) -> &[CardNo] {
        &self.waste
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The rule that the move breaks; nothing is then changed.
    pub fn apply(&mut self, action: Move) -> Result<(), Illegal> {
        self.table.apply(action)?;
        match action {
            Move::Cards { from, to, count } => {
                let cards = self.take(from, count as usize);
                self.put(to, cards);
            }
            Move::Draw => self.waste.extend(self.stock.pop()),
            Move::Redeal => {
                self.stock = std::mem::take(&mut self.waste);
                self.stock.reverse();
            }
            Move::DealRow => {
                for column in &mut self.columns {
                    column.extend(self.stock.pop());
                }
            }
            // The run has left the table.
            Move::Collect { .. } => {}
        }
        leave(&mut self.columns, &self.table);
        Ok(())
    }

    fn take(&mut self, from: Place, count: usize) -> Vec<CardNo> {
        match from {
            Place::Column(n) => {
                let cards = &mut self.columns[usize::from(n)];
                cards.split_off(cards.len() - count)
            }
            Place::Cell(n) => self.cells[usize::from(n)].take().into_iter().collect(),
            Place::Reserve(n) => vec![self.reserve.remove(n.into())],
            Place::Waste => self.waste.pop().into_iter().collect(),
            Place::Stock => self.stock.pop().into_iter().collect(),
            Place::Foundation(_) => Vec::new(),
        }
    }

    fn put(&mut self, to: Place, cards: Vec<CardNo>) {
        match to {
            Place::Column(n) => self.columns[usize::from(n)].extend(cards),
            Place::Cell(n) => self.cells[usize::from(n)] = cards.into_iter().next(),
            // Home is wherever no other place has the card.
            _ => {}
        }
    }

    /// Where every card lies, by number.
    ///
    /// This is where a link between two cards is said to be a hidden one: prover and checkers ask here.
    #[must_use]
    pub fn spots(&self) -> Vec<Spot> {
        let mut spots = vec![Spot::Home; self.cards];
        let (rules, deal) = (self.table.rules(), self.table.deal());
        let together = rules.home.of_runs() || matches!(rules.group, Group::SuitRun | Group::BuiltRun);
        for ((n, column), pile) in (0..).zip(&self.columns).zip(&deal.columns) {
            let mut spot = if self.named { Spot::BottomOf(n) } else { Spot::Bottom };
            for (depth, &card) in column.iter().enumerate() {
                spots[card.index()] = spot;
                let hidden = together && depth < pile.face_down;
                spot = if hidden { Spot::OnHidden(card) } else { Spot::On(card) };
            }
        }
        let left =
            self.redeals.map(|all| all.saturating_sub(u16::try_from(deal.redeals_used).unwrap_or(u16::MAX)));
        let beside = (self.cells.iter().flatten().map(|&card| (card, Spot::Cell)))
            .chain(self.reserve.iter().map(|&card| (card, Spot::Reserve)))
            .chain(self.stock.iter().map(|&card| (card, left.map_or(Spot::Stock, Spot::StockLeft))))
            .chain(self.waste.iter().map(|&card| (card, left.map_or(Spot::Waste, Spot::WasteLeft))));
        beside.for_each(|(card, spot)| spots[card.index()] = spot);
        spots
    }
}

/// Complete runs have left the table.
fn leave(columns: &mut [Vec<CardNo>], table: &Table) {
    for (column, pile) in columns.iter_mut().zip(table.columns()) {
        column.truncate(pile.cards.len());
    }
}
