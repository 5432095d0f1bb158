//! What a move gains, read off a plan that begins with it.
//!
//! The immediate effect of the first move is visible on the table. Its purpose is usually the first later move of
//! the plan with a greater gain: a card goes home, a run is completed, a card is turned up, or a column is emptied.

use patsat_game::cards::{Card, Suit};
use patsat_game::rules::{Move, Place};
use patsat_game::state::Table;

/// An effect of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gain {
    /// A card goes home.
    Home(Card),
    /// A complete run leaves.
    Run(Suit),
    /// A card that lay face down is turned up, in this column counted from 0.
    TurnsUp(Card, usize),
    /// This column, counted from 0, is empty.
    Empties(usize),
    /// A card can be played that lay under what moved.
    Uncovers(Card),
    /// This cell, counted from 0, is free.
    Frees(usize),
}

/// The reasons for a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The immediate gains.
    pub gains: Vec<Gain>,
    /// The first greater gain later in the plan, and the number of moves until then.
    pub then: Option<(usize, Gain)>,
}

/// Returns the reasons for the first of these moves; `None` if there is no legal first move.
pub(super) fn reason(start: &Table, moves: &[Move]) -> Option<Reason> {
    let mut before = start.clone();
    let mut tables = moves.iter().map_while(|&action| {
        let mut after = before.clone();
        after.apply(action).ok()?;
        let gains = gains(&before, action, &after);
        before = after;
        Some(gains)
    });
    let gains = tables.next()?;
    let great =
        |gains: Vec<Gain>| gains.into_iter().find(|gain| !matches!(gain, Gain::Uncovers(_) | Gain::Frees(_)));
    let then = (1..).zip(tables).find_map(|(later, gains)| Some((later, great(gains)?)));
    Some(Reason { gains, then })
}

/// Returns the gains of one move.
fn gains(before: &Table, action: Move, after: &Table) -> Vec<Gain> {
    let mut gains = Vec::new();
    let from = match action {
        Move::Cards { from, .. } => Some(from),
        _ => None,
    };
    if action.goes_home() {
        gains.extend(from.and_then(|from| before.top(from)).map(Gain::Home));
    } else {
        let deck = before.rules().deck;
        let heights = before.foundations().iter().zip(after.foundations()).enumerate();
        let grown = heights.filter(|(_, (was, is))| was < is);
        gains.extend(grown.map(|(n, _)| Gain::Run(Suit(deck.suit_of_foundation(n)))));
    }
    // A run that leaves may empty or turn up the column that it was completed in, and so may any row.
    for (n, (was, is)) in before.columns().iter().zip(after.columns()).enumerate() {
        match is.cards.last() {
            None if !was.cards.is_empty() => gains.push(Gain::Empties(n)),
            Some(&top) if is.face_down < was.face_down => gains.push(Gain::TurnsUp(top, n)),
            _ => {}
        }
    }
    match from {
        Some(place @ Place::Column(n)) => {
            let turned =
                after.columns()[usize::from(n)].face_down < before.columns()[usize::from(n)].face_down;
            gains.extend(after.top(place).filter(|_| !turned).map(Gain::Uncovers));
        }
        Some(place @ Place::Waste) => gains.extend(after.top(place).map(Gain::Uncovers)),
        Some(Place::Cell(n)) => gains.push(Gain::Frees(n.into())),
        _ => {}
    }
    gains
}
