//! Builds a position from the spots of its cards.

use super::tracked_table::leave;
use super::{CardNo, Cards, Spot, TrackedTable};
use crate::cards::{Card, Pile};

impl TrackedTable {
    /// Returns the position in which every card lies at its spot; `None` if there is no such position.
    ///
    /// Columns and cells are filled from the left. Bottoms without a column come in the order of their cards' numbers.
    /// Every card lies face up unless a spot names it as hidden.
    #[must_use]
    pub fn place(cards: &Cards, spots: &[Spot]) -> Option<TrackedTable> {
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
        // Foundation k of a suit is as high as the number of ranks with at least k cards at home.
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
        Some(TrackedTable { table, columns, cells, reserve, stock, waste, ..start })
    }
}
