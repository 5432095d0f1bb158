//! The action of the domain that a move stands for.

use super::ring::Ring;
use crate::names::Namer;
use patsat_game::cards::Card;
use patsat_game::rules::{Move, Place};
use patsat_game::state::Table;

/// The action of a move: operator and arguments. `None` for a move that changes nothing in the domain: a draw onto an
/// empty waste, a redeal of one card, a run that goes from one empty column to another.
pub(super) fn action(table: &Table, namer: &Namer<'_>, step: Move) -> Option<Vec<String>> {
    let ring = Ring::of(table);
    let words = |operator: &str, cards: &[Card]| {
        let cards = cards.iter().map(|&card| namer.card(card));
        std::iter::once(operator.to_owned()).chain(cards).collect::<Vec<String>>()
    };
    match step {
        Move::Draw if table.deal().waste.is_empty() => None,
        Move::Draw => Some(words("turn-deck", &[ring.card()?, ring.above()?])),
        Move::Redeal if ring.cards.len() < 2 => None,
        Move::Redeal => Some(words("turn-deck-a", &[ring.card()?, *ring.cards.first()?])),
        Move::Cards { from, to, count } => cards(table, namer, &ring, (from, to, count as usize)),
        _ => None,
    }
}

/// The action of a move of cards.
fn cards(
    table: &Table,
    namer: &Namer<'_>,
    ring: &Ring,
    (from, to, count): (Place, Place, usize),
) -> Option<Vec<String>> {
    let empty = table.columns().iter().filter(|pile| pile.cards.is_empty()).count();
    // Empty columns are counted before the action, then after it.
    let columns = |next: usize| vec![namer.empty_columns(empty), namer.empty_columns(next)];
    let one_more = || columns(empty + 1);
    let one_less = || Some(columns(empty.checked_sub(1)?));
    let name = |card: Card| vec![namer.card(card)];
    let numbers = |card: Card, other: u32| [card.rank.0, other].map(|rank| namer.number(rank as usize));
    // Suit, value and foundation of a card that goes home, in the order that its operator wants.
    let height = |card: Card| table.foundations()[table.rules().deck.foundations_of(card.suit.0).start];
    let home = |card: Card| name(Card::new(height(card), card.suit.0));
    let suit = |card: Card| vec![namer.suit(card.suit.0)];
    let (operator, parts) = match (from, to, table.top(to)) {
        (Place::Column(column), ..) => {
            let cards = &table.columns().get(usize::from(column))?.cards;
            let depth = cards.len().checked_sub(count)?;
            let card = *cards.get(depth)?;
            let below = depth.checked_sub(1).map(|below| name(cards[below]));
            let [value, last] = numbers(card, height(card));
            match (to, table.top(to), below) {
                (Place::Column(_), Some(onto), Some(below)) => {
                    ("move-col-to-col", vec![name(card), below, name(onto)])
                }
                (Place::Column(_), Some(onto), None) => {
                    ("move-col-to-col-b", vec![name(card), name(onto), one_more()])
                }
                (Place::Column(_), None, Some(below)) => {
                    ("move-col-to-col-c", vec![name(card), below, one_less()?])
                }
                (Place::Foundation(_), _, Some(below)) => {
                    ("col-to-home", vec![name(card), below, suit(card), vec![value], home(card), vec![last]])
                }
                (Place::Foundation(_), _, None) => {
                    let home = vec![home(card), suit(card), vec![value, last], one_more()];
                    ("col-to-home-b", std::iter::once(name(card)).chain(home).collect())
                }
                _ => return None,
            }
        }
        (Place::Waste, Place::Column(_), onto) => {
            let card = ring.card()?;
            let (below, above) = (ring.beneath().map(name), ring.above().map(name));
            let operator = match (onto, &below, &above) {
                (Some(_), Some(_), Some(_)) => "tal-to-col",
                (Some(_), None, Some(_)) => "tal-to-col-b",
                (Some(_), Some(_), None) => "tal-to-col-c",
                (Some(_), None, None) => "tal-to-col-d",
                (None, Some(_), Some(_)) => "tal-to-col-e",
                (None, None, Some(_)) => "tal-to-col-f",
                (None, Some(_), None) => "tal-to-col-g",
                (None, None, None) => "tal-to-col-h",
            };
            let (below, above) = (below.unwrap_or_default(), above.unwrap_or_default());
            let parts = match onto.map(name) {
                Some(onto) if operator == "tal-to-col" => vec![name(card), below, onto, above],
                Some(onto) => vec![name(card), onto, below, above],
                None => vec![name(card), below, above, one_less()?],
            };
            (operator, parts)
        }
        (Place::Waste, Place::Foundation(_), _) => {
            let card = ring.card()?;
            let (below, above) = (ring.beneath().map(name), ring.above().map(name));
            let operator = match (&below, &above) {
                (Some(_), Some(_)) => "tal-to-home",
                (None, Some(_)) => "tal-to-home-b",
                (Some(_), None) => "tal-to-home-c",
                (None, None) => "tal-to-home-d",
            };
            let (below, above) = (below.unwrap_or_default(), above.unwrap_or_default());
            let numbers = numbers(card, height(card)).to_vec();
            (operator, vec![name(card), above, below, home(card), suit(card), numbers])
        }
        (Place::Foundation(_), Place::Column(_), onto) => {
            let card = table.top(from)?;
            let under = card.rank.0.checked_sub(1)?;
            let (below, numbers) = (Card::new(under, card.suit.0), numbers(card, under).to_vec());
            match onto.map(name) {
                Some(onto) => ("home-to-col", vec![name(card), name(below), onto, suit(card), numbers]),
                None => ("home-to-col-a", vec![name(card), name(below), suit(card), numbers, one_less()?]),
            }
        }
        _ => return None,
    };
    Some(std::iter::once(operator.to_owned()).chain(parts.into_iter().flatten()).collect())
}
