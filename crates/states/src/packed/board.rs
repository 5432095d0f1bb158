//! A packed position.

use super::{
    AT_HOME, CardId, CardSet, IN_CELL, IN_RESERVE, NONE, PackedKey, Size, Slots, Small, Step, Target,
};

/// A position of a packed game. Copying one is cheaper than undoing a move.
#[derive(Clone, Copy, Debug)]
pub struct Board<S: Size = Small> {
    /// The canonical key, kept up to date by every move.
    pub key: PackedKey<S>,
    /// The set of top cards of columns.
    pub top_set: S::Set,
    /// The set of cards in cells.
    pub cell_set: S::Set,
    /// The set of cards in the reserve.
    pub reserve_set: S::Set,
    /// For each card what lies under it, or one of the codes of [`super`].
    pub below: S::Cards<u8>,
    /// Heights of the foundations by suit.
    pub home: S::Suits<u8>,
    /// The top card of each column, [`NONE`] where it is empty.
    pub tops: S::Columns<u8>,
}

impl<S: Size> Board<S> {
    /// No card anywhere.
    pub(super) fn empty() -> Board<S> {
        Board {
            key: PackedKey::default(),
            top_set: S::Set::default(),
            cell_set: S::Set::default(),
            reserve_set: S::Set::default(),
            below: S::Cards::filled(AT_HOME),
            home: S::Suits::filled(0),
            tops: S::Columns::filled(NONE),
        }
    }

    /// Cards that are home.
    #[inline]
    #[must_use]
    pub fn cards_home(&self) -> u32 {
        self.home.as_ref().iter().map(|&h| u32::from(h)).sum()
    }

    /// Whether every card is home.
    #[inline]
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.free_cards().is_empty()
    }

    /// The cards that nothing lies on.
    #[inline(always)]
    #[must_use]
    pub fn free_cards(&self) -> S::Set {
        self.top_set | self.cell_set | self.reserve_set
    }

    /// The number of the column with this top card, or of the first empty one for [`NONE`].
    #[inline]
    pub(super) fn column_of(&self, top: u8) -> usize {
        self.tops.as_ref().iter().position(|&t| t == top).unwrap_or(0)
    }

    /// A card and what lies on it in its column, if each card of that is one rank lower.
    #[inline]
    #[must_use]
    pub fn run_above(&self, card: CardId) -> S::Set {
        let ends = self.free_cards();
        let mut set = S::Set::one(card);
        let mut top = card;
        while !ends.has(top) && top >= S::SUITS {
            let lower = S::of(S::rank(top) - 1, 0);
            let Some(next) = (lower..lower + S::SUITS).find(|&c| self.below[usize::from(c)] == top) else {
                break;
            };
            top = next;
            set |= S::Set::one(top);
        }
        set
    }

    /// The top card of the column in which `card` lies: only a run moves from within a column.
    #[inline]
    fn top_above(&self, card: CardId) -> CardId {
        if self.top_set.has(card) {
            return card;
        }
        // Each card of a run is one rank lower.
        self.run_above(card).lowest()
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
                self.cell_set ^= S::Set::one(card);
                card
            }
            IN_RESERVE => {
                self.reserve_set ^= S::Set::one(card);
                card
            }
            _ => {
                let top = self.top_above(card);
                let column = self.column_of(top);
                left = Some(column);
                self.tops[column] = from;
                self.top_set ^= S::Set::one(top);
                if from != NONE {
                    self.top_set |= S::Set::one(from);
                }
                top
            }
        };
        let mut reached = None;
        let below = match to {
            Target::HOME => {
                self.home[usize::from(S::suit(card))] += 1;
                AT_HOME
            }
            Target::CELL => {
                self.cell_set |= S::Set::one(card);
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
                self.top_set |= S::Set::one(top);
                if onto != NONE {
                    self.top_set ^= S::Set::one(onto);
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
        self.top_set |= S::Set::one(top);
    }
}
