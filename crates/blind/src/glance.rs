//! What can be said for a move without looking further.

use super::View;
use patsat_game::cards::Card;
use patsat_game::rules::{Move, Place};

/// Whether a move turns over a card of a column.
#[must_use]
pub fn turns(view: &View, action: Move) -> bool {
    let Move::Cards { from: Place::Column(n), count, .. } = action else { return false };
    let pile = &view.table().columns()[usize::from(n)];
    pile.face_down > 0 && pile.cards.len() - count as usize == pile.face_down
}

/// How good a move looks: more for cards that go home, turned cards, emptied columns and runs of a suit, less for broken
/// runs and for cards dealt too soon. The numbers order kinds of moves and have no unit.
#[must_use]
pub fn glance(view: &View, action: Move) -> i32 {
    let (from, to, count) = match action {
        action if action.goes_home() => return 50,
        Move::Draw => return 5,
        Move::Redeal => return -30,
        Move::DealRow => return -40,
        Move::Cards { from, to, count } => (from, to, count as usize),
        Move::Collect { .. } => return 50,
    };
    let cards = |place| match place {
        Place::Column(n) => &view.table().columns()[usize::from(n)].cards[..],
        _ => &[],
    };
    let (source, target) = (cards(from), cards(to));
    let lowest = match from {
        Place::Column(_) => source.get(source.len() - count).copied(),
        _ => view.table().top(from),
    };
    let joins = |under: Option<&Card>| lowest.zip(under).is_some_and(|(card, under)| follows(card, *under));
    let under = source.len().checked_sub(count + 1).and_then(|at| source.get(at));
    let onto_empty = matches!(to, Place::Column(_)) && target.is_empty();
    let kinds = [
        (turns(view, action), 40),
        (!onto_empty && !source.is_empty() && source.len() == count, 30),
        (from == Place::Waste, 20),
        (joins(target.last()), 10),
        (joins(under), -15),
        (onto_empty, -5),
        (matches!(to, Place::Cell(_)), -8),
    ];
    kinds.iter().filter(|(is_so, _)| *is_so).map(|(_, value)| value).sum()
}

/// Whether a card is the next lower one of the same suit.
fn follows(card: Card, under: Card) -> bool {
    card.suit == under.suit && card.rank.0 + 1 == under.rank.0
}
