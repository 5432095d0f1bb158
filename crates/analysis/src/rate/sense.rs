//! What a player sees in a position at a glance.
//!
//! The score sums what even beginners consider: cards home, cards that lie where they may be built, cards
//! that lie on the next ones to go home, cards still face down, and room. The weights are plain numbers that
//! were not fitted to any data: the players are meant to be weak.

use patsat_game::cards::{Card, Pile};
use patsat_game::state::Table;

/// How much a player cares for each thing, in units of a card that lies well.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sense {
    /// A card that is home.
    pub(super) home: f64,
    /// A card on one that it may be built on; it counts twice if the two also move together.
    pub(super) built: f64,
    /// A card on top of one that goes home next.
    pub(super) burying: f64,
    /// A card face down.
    pub(super) face_down: f64,
    /// An empty cell; an empty column counts twice.
    pub(super) room: f64,
}

/// Takes what lies there: what goes home and what can be built.
pub(super) const HASTY: Sense = Sense { home: 6.0, built: 2.0, burying: 0.0, face_down: 0.0, room: 0.0 };

/// Digs for the next cards and keeps room.
pub(super) const CAREFUL: Sense = Sense { home: 6.0, built: 2.0, burying: 1.5, face_down: 4.0, room: 3.0 };

/// Cards of a column that lie on one that they may be built on, those that move with it twice.
pub(super) fn built(table: &Table, pile: &Pile) -> u32 {
    let rules = table.rules();
    let open = &pile.cards[pile.face_down.min(pile.cards.len())..];
    let well = |pair: &[Card]| {
        let [lower, upper] = [pair[0], pair[1]];
        u32::from(rules.fits(upper, lower)) + u32::from(rules.moves_with(lower, upper))
    };
    open.windows(2).map(well).sum()
}

/// Of each foundation, the card that goes home next; none where whole runs do.
pub(super) fn wanted(table: &Table) -> impl Iterator<Item = Option<Card>> {
    let rules = table.rules();
    table.foundations().iter().enumerate().map(|(n, &height)| {
        if rules.home.of_runs() {
            return None;
        }
        rules.next_home(rules.deck.suit_of_foundation(n), height)
    })
}

/// The depth of a card in a column where it does not lie.
pub(super) const NOT_THERE: u32 = u32::MAX;

/// How many cards of a column lie on a card, [`NOT_THERE`] if it lies elsewhere.
pub(super) fn depth(pile: &Pile, card: Card) -> u32 {
    let above = pile.cards.iter().rev().position(|&other| other == card);
    above.map_or(NOT_THERE, |above| above as u32)
}

/// Empty cells, and empty columns twice.
pub(super) fn room(table: &Table) -> usize {
    let cells = table.cells().iter().filter(|cell| cell.is_none()).count();
    let columns = table.columns().iter().filter(|pile| pile.cards.is_empty()).count();
    cells + 2 * columns
}
