//! A packed position.

use super::{
    AT_HOME, CardId, Game, IN_CELL, IN_RESERVE, MAX_CARDS, MAX_COLUMNS, NONE, PackedKey, Step, Target,
};
use patsat_game::rules::Build;

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

    /// Empty cells.
    #[inline]
    #[must_use]
    pub fn free_cells(&self, game: &Game) -> u32 {
        game.cells - self.cell_set.count_ones()
    }

    /// Empty columns.
    #[inline]
    #[must_use]
    pub(crate) fn empty_columns(&self, game: &Game) -> u32 {
        game.columns as u32 - self.top_set.count_ones()
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

    /// The highest rank of each suit that may go home without loss; see [`Board::next_safe`].
    #[inline]
    fn safe_ranks(&self, game: &Game) -> [u8; 4] {
        let [c, d, h, s] = self.home;
        match game.build {
            Build::AlternateColour => {
                let (red, black) = (d.min(h), c.min(s));
                let safe = |opposite: u8, same: u8| (opposite + 1).max((opposite + 2).min(same + 3)).max(2);
                [safe(red, s), safe(black, h), safe(black, d), safe(red, c)]
            }
            Build::SameSuit | Build::Nothing => [u8::MAX; 4],
            Build::AnySuit => [c.min(d).min(h.min(s)) + 2; 4],
        }
    }

    /// A card that can go home at once and never be missed, if there is one.
    ///
    /// A card of rank r is wanted in the tableau only as a place for cards of rank r - 1.
    /// It goes home without loss if all those that may lie on it are home, or can go home
    /// whenever they are free and are themselves wanted by no card that could not:
    ///
    /// The checker of certificates has the rule in one sentence, with a proof: see
    /// [`LeastCost::settle`](patsat_game::verify::LeastCost::settle). For packed games it comes to this:
    ///
    /// * r <= 2: only aces lie on a two, and an ace goes home from anywhere.
    /// * every card of rank r - 1 that the rules let lie on it is home;
    /// * any suits: all suits are home up to r - 2, so that each r - 1 goes next;
    /// * alternate colours: both suits of the other colour are home up to r - 2, the other
    ///   suit of its own colour up to r - 3. Take a winning plan that puts such a red r - 1
    ///   on our black r: play it home instead (red r - 2 is home). Whatever the plan later
    ///   puts on that red card is a black r - 2: that of our own suit is home already, the
    ///   other one can be played home instead (black r - 3 is home); what lies on a black
    ///   r - 2 is a red r - 3, which is home. Each replaced move was a move, each later move
    ///   home that fell away was one too, so no plan gets longer in any of the costs.
    ///
    /// In the remaining plan cards only stand in fewer places than before, so every other
    /// move stays legal. (Jim Horne's rule; Blake and Gent, JAIR 85:21, 2026, prove a
    /// stronger one for games that may take cards back.)
    #[inline]
    #[must_use]
    pub fn next_safe(&self, game: &Game) -> Option<CardId> {
        let ready = self.safe_set(game) & (self.top_set | self.cell_set | self.reserve_set);
        (ready != 0).then(|| ready.trailing_zeros() as CardId)
    }

    /// The position after every forced move home.
    #[inline]
    #[must_use]
    pub fn settled(mut self, game: &Game) -> Board {
        while let Some(card) = self.next_safe(game) {
            self.make(Step { card, to: Target::HOME });
        }
        self
    }

    /// The next card of each foundation.
    #[inline]
    pub(crate) fn next_cards(&self, game: &Game) -> u64 {
        (0..4u8).fold(0, |set, suit| {
            let rank = self.home[usize::from(suit)];
            if rank < game.ranks { set | 1 << (4 * rank + suit) } else { set }
        })
    }

    /// The cards that go home without loss as soon as nothing lies on them; see [`Board::next_safe`].
    #[inline]
    #[must_use]
    pub(crate) fn safe_set(&self, game: &Game) -> u64 {
        let safe = self.safe_ranks(game);
        (0..4u8).fold(0, |set, suit| {
            let height = self.home[usize::from(suit)];
            let ready = height < game.ranks && height < safe[usize::from(suit)];
            set | u64::from(ready) << (4 * height + suit).min(63)
        })
    }
}
