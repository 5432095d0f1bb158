//! Moves home that lose nothing.

use super::{NONE, Step, ThiefBoard, ThiefGame};

impl ThiefBoard {
    /// A move home that loses nothing.
    ///
    /// A card may go home at once if every copy of the next lower rank of its suit is home, so
    /// that its twins have foundations of their own, and every card that could be put on it is
    /// home, so that nothing will need it as a place. Any plan can then be changed to make this
    /// move first: until the plan moves the card, its absence only uncovers what lay under it,
    /// and where the plan puts it elsewhere, that move is left out; what the plan puts on it
    /// later does not exist. With two decks "as soon as one foundation waits for it" is not
    /// enough: the twins compete for it, and the wrong one may lie on the ace that would start
    /// the other.
    #[must_use]
    pub fn safe_home(&self, game: &ThiefGame) -> Option<Step> {
        (0..game.columns as u8).chain([Step::WASTE]).find_map(|from| {
            let card = self.top(from);
            let safe = card != NONE && self.is_safe(game, game.kind(card));
            safe.then_some(Step { from, to: Step::HOME, count: 1 })
        })
    }

    /// Makes all such moves, and tells of each with the position before it.
    pub(crate) fn settle(&mut self, game: &ThiefGame, mut tell: impl FnMut(&ThiefBoard, Step)) {
        while let Some(step) = self.safe_home(game) {
            tell(self, step);
            self.make(game, step);
        }
    }

    fn is_safe(&self, game: &ThiefGame, kind: u8) -> bool {
        let all_home = |kind: u8| self.home(kind) == game.copies[usize::from(kind)];
        let rank = game.rank(kind);
        if rank == 1 {
            return true;
        }
        // Only cards of the rank below can be put on it.
        all_home(kind - 1)
            && (0..game.suits).all(|suit| {
                let lower = suit * game.ranks + rank - 2;
                !game.fits(lower, kind) || all_home(lower)
            })
    }
}
