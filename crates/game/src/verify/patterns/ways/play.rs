//! Makes a move on a table, so that the rules decide about it.
//!
//! The search assumes preconditions that all moves of a kind share, and these may be weaker than the
//! rules. For example, a complete run leaves before any other move, and a dealt card lands in its own
//! column. So a position found outside the patterns is taken one move back and laid out on a
//! [`Table`](crate::state::Table), and the move is made there. The position counts only if the table
//! reaches it.

use super::Way;
use crate::cards::Card;
use crate::rules::{Home, Move, Place};
use crate::state::patterns::{CardNo, Cards, Pattern, Spot, TrackedTable};
use crate::verify::patterns::space::Space;

impl Way {
    /// Returns whether the move leads to this position, from one that matches the pattern.
    pub(in super::super) fn leads_to(
        &self,
        cards: &Cards,
        space: &Space,
        pattern: &Pattern,
        after: &[Spot],
    ) -> bool {
        // On the table, complete runs have left.
        let Some(settled) = TrackedTable::place(cards, after).map(|there| there.spots()) else {
            return false;
        };
        let leads = |before: Vec<Spot>| {
            if !pattern.matches(&before) || !lie_as_dealt_there(space, &before) {
                return false;
            }
            let Some(here) = TrackedTable::place(cards, &before) else { return false };
            if matches!(self, Way::Leaves { .. }) && space.rules.home == Home::Runs {
                return here.spots() == settled;
            }
            // Where runs leave at once, a complete run would have left before any move.
            here.spots() == before
                && self.moves(&here).into_iter().any(|action| comes_to(&here, action, &settled))
        };
        self.before(space, pattern, after).into_iter().any(leads)
    }

    /// Returns the positions from which the move may have led to this one.
    fn before(&self, space: &Space, pattern: &Pattern, after: &[Spot]) -> Vec<Vec<Spot>> {
        let mut before = after.to_vec();
        match self {
            Way::Card { card, from, .. } => return places(space, after, *card, *from).collect(),
            Way::Redeal(_) => {
                for spot in &mut before {
                    if let Spot::StockLeft(left) = *spot {
                        *spot = Spot::WasteLeft(left + 1);
                    }
                }
            }
            Way::Row { row, .. } => {
                space.rows[*row].iter().for_each(|&card| before[card as usize] = Spot::Stock);
            }
            Way::Leaves { cards, king, stood } => {
                let stood = places(space, after, *king, *stood);
                let run =
                    |mut before: Vec<Spot>| lay(space, pattern, cards, &mut before, *king).then_some(before);
                return stood.filter_map(run).collect();
            }
        }
        vec![before]
    }

    /// Returns the moves of the table that may be this way.
    fn moves(&self, here: &TrackedTable) -> Vec<Move> {
        let numbers = 0..here.columns().len() as u16;
        let card = match self {
            Way::Card { card, .. } => *card,
            Way::Redeal(_) => return vec![Move::Redeal],
            Way::Row { .. } => return vec![Move::DealRow],
            Way::Leaves { .. } => return numbers.map(|column| Move::Collect { column }).collect(),
        };
        let Some((from, count)) = place_of(here, card) else { return Vec::new() };
        let columns = numbers.map(Place::Column);
        let cells = (0..here.cells().len() as u16).map(Place::Cell);
        let homes = (0..here.table().foundations().len() as u16).map(Place::Foundation);
        let to = columns.chain(cells).chain(homes);
        to.map(|to| Move::Cards { from, to, count }).chain([Move::Draw]).collect()
    }
}

fn comes_to(here: &TrackedTable, action: Move, settled: &[Spot]) -> bool {
    let mut there = here.clone();
    there.apply(action).is_ok() && there.spots() == settled
}

/// Returns the position with a card in each of the places that its spot in the pattern covers.
fn places<'a>(
    space: &'a Space,
    spots: &'a [Spot],
    card: CardNo,
    stated: Spot,
) -> impl Iterator<Item = Vec<Spot>> + 'a {
    space.covered(card, stated).map(move |value| {
        let mut spots = spots.to_vec();
        spots[card.index()] = space.spots[value as usize];
        spots
    })
}

/// Returns whether all cards that no move can have put where they lie are as they were dealt.
///
/// For rows, the conclusions of the engine are weaker than this.
pub(in super::super) fn lie_as_dealt_there(space: &Space, spots: &[Spot]) -> bool {
    lie_as_dealt(space, spots) && lie_as_rows_deal(space, spots)
}

/// Returns whether all cards that were dealt beneath a card on a foreign one are still there.
fn lie_as_dealt(space: &Space, spots: &[Spot]) -> bool {
    let dealt = |card: u32| spots[card as usize] == space.spots[space.dealt[card as usize] as usize];
    let beneath =
        |card: u32| std::iter::successors(space.below[card as usize], |&at| space.below[at as usize]);
    let value = |card: u32| space.value(CardNo(card), spots[card as usize]);
    (0..spots.len() as u32)
        .all(|card| value(card).is_some_and(|v| !space.foreign[v as usize] || beneath(card).all(dealt)))
}

/// Returns whether each card of a row that no move can have put where it lies is in the column that it was dealt to, on
/// cards that were in play before its row.
fn lie_as_rows_deal(space: &Space, spots: &[Spot]) -> bool {
    let as_dealt = |card: u32| {
        let (Some(row), Some(column)) = (space.row_of[card as usize], space.column_of[card as usize]) else {
            return true;
        };
        let value = space.value(CardNo(card), spots[card as usize]);
        if value.is_some_and(|value| !space.by_row[value as usize]) {
            return true;
        }
        let mut at = card as usize;
        for _ in 0..spots.len() {
            match spots[at] {
                Spot::On(below) | Spot::OnHidden(below) => at = below.index(),
                spot => return spot == Spot::BottomOf(column),
            }
            if space.row_of[at].is_some_and(|other| other >= row) {
                return false;
            }
        }
        false
    };
    (0..spots.len() as u32).all(as_dealt)
}

/// Returns the place of a card, and the number of cards that move if it is the deepest of them.
fn place_of(here: &TrackedTable, card: CardNo) -> Option<(Place, u32)> {
    let at = |cards: &[CardNo]| cards.iter().position(|&other| other == card);
    for (n, column) in (0..).zip(here.columns()) {
        if let Some(depth) = at(column) {
            return Some((Place::Column(n), (column.len() - depth) as u32));
        }
    }
    let cell = here.cells().iter().position(|&other| other == Some(card));
    let place = (cell.map(|n| Place::Cell(n as u16)))
        .or_else(|| at(here.reserve()).map(|n| Place::Reserve(n as u16)))
        .or_else(|| at(here.waste()).map(|_| Place::Waste))
        .or_else(|| at(here.stock()).map(|_| Place::Stock))?;
    Some((place, 1))
}

/// Lays the cards of a run that has left, including the cards `left`, back onto its card `under`, if this was possible.
///
/// Twins that the pattern does not name are interchangeable.
fn lay(space: &Space, pattern: &Pattern, left: &[CardNo], spots: &mut [Spot], under: CardNo) -> bool {
    let face = space.faces[under.index()];
    let Some(rank) = space.rules.previous_rank(face.rank) else { return true };
    let kind = space.rules.deck.index(Card { rank, suit: face.suit });
    let all = || space.kinds[kind].0.iter().map(|&card| CardNo(card));
    let known = all().find(|card| left.contains(card));
    for card in all().filter(|&card| known.is_none_or(|known| known == card)) {
        let on = Spot::On(under);
        let may = spots[card.index()] == Spot::Home
            && pattern.spot(card).is_none_or(|stated| stated == on)
            && space.value(card, on).is_some();
        if may {
            spots[card.index()] = on;
            if lay(space, pattern, left, spots, card) {
                return true;
            }
            spots[card.index()] = Spot::Home;
        }
    }
    false
}
