//! A plan as one sentence a move, in terms of cards.

use patsat_base::Style;
use patsat_formats::CardStyle;
use patsat_game::cards::Card;
use patsat_game::rules::{Move, Place, Stock};
use patsat_game::state::{Instance, Plan, Table};
use patsat_game::verify::{Play, Verified};
use std::fmt::Write;

/// One numbered sentence a move.
#[must_use]
pub fn plan(instance: &Instance, plan: &Verified<Plan>, style: Style) -> String {
    listed(instance, &plan.moves, style)
}

/// The same for the first moves alone.
#[must_use]
pub fn begin(instance: &Instance, plan: &Verified<Plan>, most: usize, style: Style) -> String {
    listed(instance, &plan.moves[..plan.moves.len().min(most)], style)
}

/// The same for moves that need not win.
#[must_use]
pub fn played(instance: &Instance, played: &Verified<Play>, style: Style) -> String {
    listed(instance, &played.plan.moves, style)
}

/// The same for legal moves from the start on.
#[must_use]
pub fn listed(instance: &Instance, moves: &[Move], style: Style) -> String {
    let mut table = instance.table();
    let width = moves.len().to_string().len();
    let mut text = String::new();
    for (number, &action) in moves.iter().enumerate() {
        let _ = writeln!(text, "{:>width$}. {}", number + 1, sentence(&table, action, style));
        // Verified: every move is legal.
        let _ = table.apply(action);
    }
    text
}

/// What a move does on this table.
#[must_use]
pub fn sentence(table: &Table, action: Move, style: Style) -> String {
    let Move::Cards { from, to, count } = action else {
        return match action {
            Move::DealRow => "deal a row".into(),
            Move::Collect { column } => collected(table, column, style),
            Move::Redeal => "turn the waste back into the stock".into(),
            _ if table.rules().stock == Stock::Hole => match table.top(Place::Stock) {
                Some(card) => format!("turn {} into the hole", style.card(card, 0)),
                None => "turn a card into the hole".into(),
            },
            _ => match drawn(table) {
                [] => "turn a card to the waste".into(),
                [card] => format!("turn {} to the waste", style.card(*card, 0)),
                [last, .., _] => {
                    let cards = drawn(table).len();
                    format!("turn {cards} cards to the waste, {} on top", style.card(*last, 0))
                }
            },
        };
    };
    let what = match moved(table, from, count)[..] {
        [] => "nothing".to_owned(),
        [one] => style.card(one, 0),
        ref moved @ [first, .., last] => {
            format!("{} cards {}..{}", moved.len(), style.card(first, 0), style.card(last, 0))
        }
    };
    let target = match to {
        Place::Foundation(_) => "home".to_owned(),
        Place::Column(n) => match table.top(to) {
            Some(card) => format!("to column {}, on {}", n + 1, style.card(card, 0)),
            None => format!("to column {}, which is empty", n + 1),
        },
        _ => format!("to {to}"),
    };
    format!("{what} from {from} {target}")
}

/// The cards that a draw turns, the one that lies on top afterwards first.
fn drawn(table: &Table) -> &[Card] {
    let Stock::Waste { draw, .. } = table.rules().stock else { return &[] };
    let stock = &table.deal().stock;
    &stock[stock.len().saturating_sub(draw.into())..]
}

/// That a complete run is taken off.
fn collected(table: &Table, column: u16, style: Style) -> String {
    let place = Place::Column(column);
    match moved(table, place, table.rules().deck.ranks)[..] {
        [first, .., last] => {
            format!("collect the run {}..{} of {place}", style.card(first, 0), style.card(last, 0))
        }
        [one] => format!("collect the run {} of {place}", style.card(one, 0)),
        [] => Move::Collect { column }.to_string(),
    }
}

fn moved(table: &Table, from: Place, count: u32) -> Vec<Card> {
    match from {
        Place::Column(n) => {
            let cards = table.columns().get(usize::from(n)).map_or(&[][..], |pile| &pile.cards);
            cards[cards.len().saturating_sub(count as usize)..].to_vec()
        }
        _ => table.top(from).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::{Deal, DeckSpec, Pile};
    use patsat_game::rules::Rules;

    #[test]
    fn moves_are_described_by_cards() {
        let mut rules = Rules::preset("freecell").unwrap();
        rules.deck = DeckSpec::new(3, 2, 1);
        rules.columns = 3;
        let pile =
            |text: &str| Pile::from(text.split(' ').map(|c| c.parse().unwrap()).collect::<Vec<Card>>());
        let deal = Deal { columns: vec![pile("AC 3D 2C AD"), pile("3C 2D")], ..Deal::default() };
        let table = Instance::new(rules, deal).unwrap().table();
        let sentence_of = |from, to, count| sentence(&table, Move::Cards { from, to, count }, Style::PLAIN);
        let (one, two, three) = (Place::Column(0), Place::Column(1), Place::Column(2));
        assert_eq!(sentence_of(one, three, 3), "3 cards 3D..AD from column 1 to column 3, which is empty");
        assert_eq!(sentence_of(one, Place::Foundation(1), 1), "AD from column 1 home");
        assert_eq!(sentence_of(one, two, 1), "AD from column 1 to column 2, on 2D");
        assert_eq!(sentence_of(two, Place::Cell(3), 1), "2D from column 2 to cell d");
    }
}
