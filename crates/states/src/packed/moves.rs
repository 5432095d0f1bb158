//! Moves of packed positions.

use super::{Board, CardSet, Game, IN_CELL, NONE, Size, Step, Target, members};
use patsat_game::rules::EmptyColumn;

impl<S: Size> Board<S> {
    /// Empty cells.
    #[inline]
    #[must_use]
    pub fn free_cells(&self, game: &Game<S>) -> u32 {
        game.cells - self.cell_set.len()
    }

    /// Cards that are not home.
    #[must_use]
    pub fn cards_left(&self, game: &Game<S>) -> u32 {
        u32::from(S::SUITS) * u32::from(game.ranks) - self.cards_home()
    }

    /// Empty columns.
    #[inline]
    #[must_use]
    pub fn empty_columns(&self, game: &Game<S>) -> u32 {
        game.columns as u32 - self.top_set.len()
    }

    /// The next card of each foundation.
    #[inline]
    #[must_use]
    pub fn next_cards(&self, game: &Game<S>) -> S::Set {
        (0..S::SUITS).fold(S::Set::default(), |set, suit| {
            let rank = self.home[usize::from(suit)];
            set | S::Set::one_if(rank < game.ranks, S::of(rank, suit))
        })
    }

    /// Calls `found` for every legal single-card step, up to symmetry. Moving the only card of
    /// a column to an empty column is left out: it changes nothing.
    #[inline]
    pub fn single_steps(&self, game: &Game<S>, mut found: impl FnMut(Step)) {
        let free_cell = self.free_cells(game) > 0;
        let free_column = self.empty_columns(game) > 0;
        for card in members(self.free_cards()) {
            if self.home[usize::from(S::suit(card))] == S::rank(card) {
                found(Step { card, to: Target::HOME });
            }
            for onto in members(game.onto[usize::from(card)] & self.top_set) {
                found(Step { card, to: Target(onto) });
            }
            if free_column && self.below[usize::from(card)] != NONE && game.may_fill(card) {
                found(Step { card, to: Target::EMPTY });
            }
            if free_cell && self.below[usize::from(card)] != IN_CELL {
                found(Step { card, to: Target::CELL });
            }
        }
    }

    /// Calls `found` for every supermove of two cards or more, and its length.
    #[inline]
    pub fn supermoves(&self, game: &Game<S>, mut found: impl FnMut(Step, u32)) {
        if !game.supermoves {
            return;
        }
        let empty = self.empty_columns(game);
        let columns = if game.empty_column == EmptyColumn::Any { empty } else { 0 };
        let base = self.free_cells(game) + 1;
        let capacity = base << columns;
        if capacity < 2 {
            return;
        }
        let to_empty = if columns > 0 { base << (columns - 1) } else { base };
        for top in members(self.top_set) {
            let mut card = top;
            let mut length = 1;
            loop {
                let below = self.below[usize::from(card)];
                if below == NONE || !game.onto[usize::from(card)].has(below) {
                    break;
                }
                card = below;
                length += 1;
                if length > capacity {
                    break;
                }
                for onto in members(game.onto[usize::from(card)] & self.top_set) {
                    found(Step { card, to: Target(onto) }, length);
                }
                if empty > 0
                    && length <= to_empty
                    && self.below[usize::from(card)] != NONE
                    && game.may_fill(card)
                {
                    found(Step { card, to: Target::EMPTY }, length);
                }
            }
        }
    }
}
