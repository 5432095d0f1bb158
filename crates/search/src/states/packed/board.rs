//! A packed position.

use super::{AT_HOME, CardId, IN_CELL, IN_RESERVE, MAX_CARDS, MAX_COLUMNS, NONE, PackedKey, Step, Target};

/// A position of a packed game. Copying one is cheaper than undoing a move.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// The canonical key, kept up to date by every move.
    pub key: PackedKey,
    /// The set of top cards of columns.
    pub top_set: u64,
    /// The set of cards in cells.
    pub cell_set: u64,
    /// The set of cards in the reserve.
    pub reserve_set: u64,
    /// For each card what lies under it, or one of the codes of [`super`].
    pub below: [u8; MAX_CARDS],
    /// Heights of the foundations by suit.
    pub home: [u8; 4],
    /// The top card of each column, [`NONE`] where it is empty.
    pub tops: [u8; MAX_COLUMNS],
}

impl Board {
    /// No card anywhere.
    pub(super) fn empty() -> Board {
        Board {
            key: PackedKey::default(),
            top_set: 0,
            cell_set: 0,
            reserve_set: 0,
            below: [AT_HOME; MAX_CARDS],
            home: [0; 4],
            tops: [NONE; MAX_COLUMNS],
        }
    }

    /// Cards that are home.
    #[inline]
    #[must_use]
    pub fn cards_home(&self) -> u32 {
        self.home.iter().map(|&h| u32::from(h)).sum()
    }

    /// Whether every card is home.
    #[inline]
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.top_set | self.cell_set | self.reserve_set == 0
    }

    /// The number of the column with this top card, or of the first empty one for [`NONE`].
    #[inline]
    pub(super) fn column_of(&self, top: u8) -> usize {
        self.tops.iter().position(|&t| t == top).unwrap_or(0)
    }

    /// A card and what lies on it in its column, if each card of that is one rank lower.
    #[inline]
    pub(crate) fn run_above(&self, card: CardId) -> u64 {
        let ends = self.top_set | self.cell_set | self.reserve_set;
        let mut set = 1 << card;
        let mut top = card;
        while ends >> top & 1 == 0 && top >= 4 {
            let lower = 4 * ((top >> 2) - 1);
            let Some(next) = (lower..lower + 4).find(|&c| self.below[usize::from(c)] == top) else { break };
            top = next;
            set |= 1 << top;
        }
        set
    }

    /// The top card of the column in which `card` lies: only a run moves from within a column.
    #[inline]
    fn top_above(&self, card: CardId) -> CardId {
        if self.top_set >> card & 1 != 0 {
            return card;
        }
        // Each card of a run is one rank lower.
        self.run_above(card).trailing_zeros() as CardId
    }

    /// Makes a step, which must be legal.
    #[inline]
    pub fn make(&mut self, step: Step) {
        self.make_between(step);
    }

    /// Makes a step, which must be legal; the columns that cards left and came to.
    #[inline(always)]
    pub(super) fn make_between(&mut self, step: Step) -> [Option<usize>; 2] {
        let Step { card, to } = step;
        let from = self.below[usize::from(card)];
        let mut left = None;
        let top = match from {
            IN_CELL => {
                self.cell_set ^= 1 << card;
                card
            }
            IN_RESERVE => {
                self.reserve_set ^= 1 << card;
                card
            }
            _ => {
                let top = self.top_above(card);
                let column = self.column_of(top);
                left = Some(column);
                self.tops[column] = from;
                self.top_set ^= 1 << top;
                if from != NONE {
                    self.top_set |= 1 << from;
                }
                top
            }
        };
        let mut reached = None;
        let below = match to {
            Target::HOME => {
                self.home[usize::from(card & 3)] += 1;
                AT_HOME
            }
            Target::CELL => {
                self.cell_set |= 1 << card;
                IN_CELL
            }
            Target(onto) => {
                // An empty column has the top NONE, which is also its target's code.
                let column = if from == NONE && onto == NONE {
                    self.undo_take(top);
                    return [None, None];
                } else {
                    self.column_of(onto)
                };
                reached = Some(column);
                self.tops[column] = top;
                self.top_set |= 1 << top;
                if onto != NONE {
                    self.top_set ^= 1 << onto;
                }
                onto
            }
        };
        self.below[usize::from(card)] = below;
        self.key.change(card, from, below);
        [left, reached]
    }

    /// Puts back a column that moved to an empty column: nothing has changed.
    fn undo_take(&mut self, top: CardId) {
        let column = self.column_of(NONE);
        self.tops[column] = top;
        self.top_set |= 1 << top;
    }
}
