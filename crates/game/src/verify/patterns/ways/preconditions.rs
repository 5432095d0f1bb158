//! The preconditions of a move, as far as they are known before every card has its place.

use crate::state::patterns::{CardNo, Cards, Pattern, Spot};
use crate::verify::patterns::engine::{Conflict, Engine};
use crate::verify::patterns::space::Chain;

/// Assumes what holds for the place that a card has left, now and while the card lay there.
pub(super) fn left(engine: &mut Engine<'_>, card: CardNo, from: Spot) -> Result<(), Conflict> {
    match from {
        Spot::On(below) | Spot::OnHidden(below) => {
            // No other card lay on it, and none does now.
            engine.bare(below.0)?;
            engine.in_a_column(below.0)?;
            let was = engine.space.value(card, from).ok_or(Conflict)?;
            if engine.space.foreign[was as usize] {
                engine.as_dealt_beneath(card.0)?;
            }
            Ok(())
        }
        Spot::Bottom => engine.fewer_columns(),
        Spot::BottomOf(column) => {
            engine.space.bottoms[usize::from(column)].iter().try_for_each(|&value| engine.lose(value))?;
            engine.fewer_columns()
        }
        Spot::Cell => engine.fewer_cells(),
        Spot::Waste | Spot::WasteLeft(_) => {
            at_most(engine, from)?;
            // It was the top of the waste, which it has left. No earlier card was in the stock.
            let Some(at) = engine.space.at[card.index()].map(|at| at as usize) else { return Ok(()) };
            let (earlier, itself_and_later) = engine.space.order.split_at(at);
            earlier.iter().try_for_each(|&other| engine.lose_at(other, Spot::Stock))?;
            itself_and_later.iter().try_for_each(|&other| engine.lose_at(other, Spot::Waste))
        }
        Spot::Stock | Spot::StockLeft(_) => {
            at_most(engine, from)?;
            // It was the next of the stock.
            let Some(at) = engine.space.at[card.index()].map(|at| at as usize) else { return Ok(()) };
            (0..at).try_for_each(|at| engine.lose_at(engine.space.order[at], Spot::Stock))?;
            for at in at + 1..engine.space.order.len() {
                let other = CardNo(engine.space.order[at]);
                match engine.space.chain {
                    Some(Chain::Once) => engine.put_at(other, Spot::Stock)?,
                    _ => engine.lose_at(other.0, Spot::Waste)?,
                }
            }
            Ok(())
        }
        Spot::Reserve | Spot::Home => Ok(()),
    }
}

/// Assumes that no more redeals are left than at the spot of this card.
fn at_most(engine: &mut Engine<'_>, from: Spot) -> Result<(), Conflict> {
    let (Spot::StockLeft(most) | Spot::WasteLeft(most)) = from else { return Ok(()) };
    let space = engine.space;
    for value in space.order.iter().flat_map(|&card| space.values(card)) {
        match space.spots[value as usize] {
            Spot::StockLeft(left) | Spot::WasteLeft(left) if left > most => engine.lose(value)?,
            _ => {}
        }
    }
    Ok(())
}

/// Assumes that a row has been dealt: its cards lie open at the ends of their columns.
pub(super) fn deal(engine: &mut Engine<'_>, pattern: &Pattern, row: usize) -> Result<(), Conflict> {
    let space = engine.space;
    let own = |card: CardNo| space.row_of[card.index()] == Some(row as u32);
    for fact in pattern.facts() {
        match fact.spot {
            Spot::Stock if own(fact.card) => {}
            // The whole row was in the stock.
            _ if own(fact.card) => return Err(Conflict),
            spot => engine.put_at(fact.card, spot)?,
        }
    }
    for &card in row.checked_sub(1).into_iter().flat_map(|before| &space.rows[before]) {
        engine.lose_at(card, Spot::Stock)?;
    }
    for &card in space.rows.get(row + 1).into_iter().flatten() {
        engine.put_at(CardNo(card), Spot::Stock)?;
    }
    for (column, &card) in (0..).zip(&space.rows[row]) {
        for value in space.values(card) {
            let may = match space.spots[value as usize] {
                Spot::On(below) => space.row_of[below.index()].is_none_or(|other| (other as usize) < row),
                Spot::BottomOf(bottom) => space.onto_empty && bottom == column,
                _ => false,
            };
            if !may {
                engine.lose(value)?;
            }
        }
        engine.bare(card)?;
        engine.lies_in(card, column)?;
    }
    Ok(())
}

/// Assumes that a complete run has left with these cards.
pub(super) fn leave(
    cards: &Cards,
    engine: &mut Engine<'_>,
    pattern: &Pattern,
    leaving: &[CardNo],
) -> Result<(), Conflict> {
    let king = cards.rules().last_rank();
    for fact in pattern.facts() {
        if !leaving.contains(&fact.card) {
            engine.put_at(fact.card, fact.spot)?;
            continue;
        }
        engine.put_at(fact.card, Spot::Home)?;
        match fact.spot {
            _ if cards.card(fact.card).rank == king => {}
            // The card beneath it has left with it.
            Spot::On(below) => engine.put_at(below, Spot::Home)?,
            _ => return Err(Conflict),
        }
    }
    // Where every card occurs once, all of the suit have left.
    if cards.rules().deck.even_copies() == Some(1)
        && let Some(&first) = leaving.first()
    {
        let suit = cards.card(first).suit;
        for card in cards.all().filter(|&card| cards.card(card).suit == suit) {
            engine.put_at(card, Spot::Home)?;
        }
    }
    Ok(())
}
