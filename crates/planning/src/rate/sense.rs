//! What a player sees in a position at a glance.
//!
//! A sum of things that anybody who has played for an evening looks at: cards home, cards that lie where they may
//! be built, cards that lie on the next ones to go home, cards still face down, and room. The weights are plain
//! numbers that were not fitted to anything: weak players are wanted, not good ones.

use patsat_game::cards::{Card, Pile};
use patsat_game::state::Table;

/// How much a player cares for each thing, in units of a card that lies well.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sense {
    /// A card that is home.
    home: f64,
    /// A card on one that it may be built on; one that moves along with it counts once more.
    built: f64,
    /// A card on top of one that goes home next.
    burying: f64,
    /// A card face down.
    face_down: f64,
    /// An empty cell; an empty column counts twice.
    room: f64,
}

/// Takes what lies there: what goes home and what can be built.
pub(super) const HASTY: Sense = Sense { home: 6.0, built: 2.0, burying: 0.0, face_down: 0.0, room: 0.0 };

/// Digs for the next cards and keeps room.
pub(super) const CAREFUL: Sense = Sense { home: 6.0, built: 2.0, burying: 1.5, face_down: 4.0, room: 3.0 };

impl Sense {
    /// The sum for a position.
    pub(super) fn of(&self, table: &Table) -> f64 {
        let home: u32 = table.foundations().iter().sum();
        let mut sum = self.home * f64::from(home);
        for pile in table.columns() {
            sum += self.built * built(table, pile) - self.face_down * pile.face_down as f64;
        }
        if self.burying > 0.0 {
            sum -= self.burying * burying(table) as f64;
        }
        if self.room > 0.0 {
            sum += self.room * room(table) as f64;
        }
        sum
    }
}

/// Cards of a column that lie on one that they may be built on, those that move with it twice.
fn built(table: &Table, pile: &Pile) -> f64 {
    let rules = table.rules();
    let open = &pile.cards[pile.face_down.min(pile.cards.len())..];
    let well = |pair: &[Card]| {
        let [lower, upper] = [pair[0], pair[1]];
        u32::from(rules.fits(upper, lower)) + u32::from(rules.moves_with(lower, upper))
    };
    open.windows(2).map(|pair| f64::from(well(pair))).sum()
}

/// Cards that lie on top of the next one of each foundation, the copy that least lies on.
fn burying(table: &Table) -> usize {
    let rules = table.rules();
    if rules.home.of_runs() {
        return 0;
    }
    let above = |wanted: Card| {
        let depths = table.columns().iter().flat_map(|pile| {
            let found = pile.cards.iter().rev().position(|&card| card == wanted);
            found.into_iter()
        });
        depths.min().unwrap_or(0)
    };
    let wanted = table.foundations().iter().enumerate();
    let wanted = wanted.filter_map(|(n, &height)| rules.next_home(rules.deck.suit_of_foundation(n), height));
    wanted.map(above).sum()
}

/// Empty cells, and empty columns twice.
pub(super) fn room(table: &Table) -> usize {
    let cells = table.cells().iter().filter(|cell| cell.is_none()).count();
    let columns = table.columns().iter().filter(|pile| pile.cards.is_empty()).count();
    cells + 2 * columns
}
