//! A player's score of each move: the score of the position after it, from what the move changes.
//!
//! Most of a position is as before after any of its moves: columns that no card left or came to, and the
//! cards that go home next. So these are scored once, and after each move only the others are. All sums are
//! of small multiples of one half, so their order changes nothing.

use super::sense::{NOT_THERE, Sense, built, depth, room, wanted};
use patsat_game::cards::Card;
use patsat_game::rules::{Move, Place};
use patsat_game::state::Table;

/// What a player sees in a position.
#[derive(Debug)]
pub(super) struct Glance {
    sense: Sense,
    /// Of each column, how well its cards lie.
    built: Vec<u32>,
    /// Of each foundation, the card that goes home next.
    wanted: Vec<Option<Card>>,
    /// Of each foundation and each column, how many cards lie there on the one that goes home next, [`NOT_THERE`] if
    /// it lies elsewhere.
    depths: Vec<u32>,
}

impl Glance {
    /// Creates a glance with these weights; no position is scored yet.
    pub(super) fn new(sense: Sense) -> Glance {
        Glance { sense, built: Vec::new(), wanted: Vec::new(), depths: Vec::new() }
    }

    /// Scores a position.
    pub(super) fn look(&mut self, table: &Table) {
        self.built.clear();
        self.built.extend(table.columns().iter().map(|pile| built(table, pile)));
        self.wanted.clear();
        self.depths.clear();
        if self.sense.burying == 0.0 {
            return;
        }
        self.wanted.extend(wanted(table));
        for card in &self.wanted {
            let depth = |pile| card.map_or(NOT_THERE, |card| depth(pile, card));
            self.depths.extend(table.columns().iter().map(depth));
        }
    }

    /// Returns the score after a move from the position that was scored.
    pub(super) fn after(&self, table: &Table, action: Move) -> f64 {
        let Glance { sense, .. } = self;
        let home: u32 = table.foundations().iter().sum();
        let mut sum = sense.home * f64::from(home);
        let changed = changed(action);
        let mut face_down = 0;
        for (n, pile) in table.columns().iter().enumerate() {
            let built = if changed(n) { built(table, pile) } else { self.built[n] };
            sum += sense.built * f64::from(built);
            face_down += pile.face_down;
        }
        sum -= sense.face_down * face_down as f64;
        if sense.burying > 0.0 {
            sum -= sense.burying * f64::from(self.burying(table, changed));
        }
        if sense.room > 0.0 {
            sum += sense.room * room(table) as f64;
        }
        sum
    }

    /// Cards that lie on top of the next one of each foundation, the copy that least lies on.
    fn burying(&self, table: &Table, changed: impl Fn(usize) -> bool) -> u32 {
        let columns = table.columns();
        let above = |(n, card): (usize, Option<Card>)| {
            let Some(card) = card else { return 0 };
            let before = &self.depths[n * columns.len()..];
            let known = self.wanted[n] == Some(card);
            let depths = columns.iter().zip(before).enumerate().map(|(column, (pile, &before))| {
                if known && !changed(column) { before } else { depth(pile, card) }
            });
            let least = depths.min().unwrap_or(NOT_THERE);
            if least == NOT_THERE { 0 } else { least }
        };
        wanted(table).enumerate().map(above).sum()
    }
}

/// Which columns a move may change.
fn changed(action: Move) -> impl Fn(usize) -> bool + Copy {
    move |n| match action {
        Move::Cards { from, to, .. } => [from, to].contains(&Place::Column(n as u16)),
        Move::Collect { column } => usize::from(column) == n,
        Move::DealRow => true,
        Move::Draw | Move::Redeal => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sense::{CAREFUL, HASTY};
    use super::*;
    use patsat_testkit::Dice;
    use patsat_testkit::any_game::any_game;

    /// The sum read off the table, one thing after the other.
    fn plainly(sense: Sense, table: &Table) -> f64 {
        let mut sum = sense.room * room(table) as f64;
        sum += sense.home * f64::from(table.foundations().iter().sum::<u32>());
        for pile in table.columns() {
            sum += sense.built * f64::from(built(table, pile)) - sense.face_down * pile.face_down as f64;
        }
        for card in wanted(table).flatten() {
            let above = table.columns().iter().filter_map(|pile| {
                let from_below = pile.cards.iter().rposition(|&other| other == card);
                from_below.map(|n| pile.cards.len() - 1 - n)
            });
            sum -= sense.burying * above.min().unwrap_or(0) as f64;
        }
        sum
    }

    #[test]
    fn what_is_seen_after_a_move_is_what_the_table_shows() {
        let (mut dice, mut looks, mut kinds) = (Dice::new(5), 0, [0; 5]);
        while looks < 20_000 {
            let mut table = any_game(&mut dice, 16).table();
            for _ in 0..30 {
                let moves = table.moves();
                for sense in [HASTY, CAREFUL] {
                    let mut glance = Glance::new(sense);
                    glance.look(&table);
                    let mut after = table.clone();
                    for &action in &moves {
                        after.apply(action).unwrap();
                        assert_eq!(glance.after(&after, action), plainly(sense, &after), "{action:?}");
                        after.take_back(action, &table);
                        assert_eq!(after, table, "{action:?}");
                        looks += 1;
                        kinds[match action {
                            Move::Cards { .. } => 0,
                            Move::Draw => 1,
                            Move::Redeal => 2,
                            Move::DealRow => 3,
                            Move::Collect { .. } => 4,
                        }] += 1;
                    }
                }
                if moves.is_empty() {
                    break;
                }
                table.apply(moves[dice.below(moves.len())]).unwrap();
            }
        }
        assert!(kinds.iter().all(|&moves| moves > 50), "{kinds:?}");
    }
}
