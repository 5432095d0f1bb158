//! Splits of runs by moves.
//!
//! A move splits a run if it takes its upper part away and leaves its lower part. The thesis'
//! lemma 4.1.5 states that a winnable game can be won without splitting a run onto a card of
//! another suit. **It is false.** Two suits, ranks 1 to 4, three columns, deepest card first:
//!
//! ```text
//! 3D AD 3C | AC 4D 2C | 2D 4C
//! ```
//!
//! can be won, but every win splits 2C off its run and puts it on 3D; without such moves 13 positions
//! are reachable and none is won (`theory.rs` plays both). The thesis' induction goes over
//! the number of runs and assumes that a split leads to fewer of them; it leads to more.
//!
//! So forbidding such moves may be an idea for a search that claims nothing when it fails, as a
//! heuristic, and never a rule of a complete one. The same holds for forbidding splits
//! into empty columns, of which no counterexample is known with one suit and no proof either.

use patsat_game::rules::{Move, Place};
use patsat_game::state::Table;

/// What a move splits, and where the upper part goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Split {
    /// Nothing: the whole of a maximal run moves, or no card does.
    None,
    /// A run, onto a card of its suit.
    SameSuit,
    /// A run, onto a card of another suit: what lemma 4.1.5 calls needless.
    OtherSuit,
    /// A run, into an empty column.
    EmptyColumn,
}

/// What a legal move of this position splits.
pub(crate) fn split(table: &Table, action: Move) -> Split {
    let Move::Cards { from: Place::Column(from), to, count } = action else { return Split::None };
    let Some(pile) = table.columns().get(usize::from(from)) else { return Split::None };
    let Some(base) = pile.cards.len().checked_sub(count as usize) else { return Split::None };
    let Some((&card, Some(&below))) =
        pile.cards.get(base).map(|card| (card, base.checked_sub(1).and_then(|n| pile.cards.get(n))))
    else {
        return Split::None;
    };
    let whole = base <= pile.face_down || !table.rules().in_sequence(below, card);
    match table.top(to) {
        _ if whole => Split::None,
        None => Split::EmptyColumn,
        Some(onto) if onto.suit == card.suit => Split::SameSuit,
        Some(_) => Split::OtherSuit,
    }
}
