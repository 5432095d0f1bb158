//! Moves home that lose nothing.

use super::{NONE, PileBoard, PileGame, Room, Step};

impl<R: Room> PileBoard<R> {
    /// A move home that loses nothing.
    ///
    /// A card may go home at once if every copy of the next lower rank of its suit is home, and every card that could be
    /// put on it. The first gives its twins foundations of their own, the second says that nothing will need it as a place.
    ///
    /// Any plan can then be changed to make this move first. Until the plan moves the card, its absence only uncovers what
    /// lay under it, or frees its cell. Where the plan puts it elsewhere, that move is left out. The plan puts nothing on it
    /// later. A card that a row puts on it does not fit there, so the two never move together, unless any face-up cards do: there is
    /// no such move where rows are dealt and they do.
    ///
    /// With two decks "as soon as one foundation waits for it" is not enough: the twins compete for it, and the wrong one
    /// may lie on the ace that would start the other. Where no row is dealt onto an empty column, there is no such move: the
    /// column may become empty by it.
    #[must_use]
    pub fn safe_home(&self, game: &PileGame<R>) -> Option<Step> {
        if !game.safe {
            return None;
        }
        let safe = |&from: &u8| {
            let card = self.top(from);
            card != NONE && self.is_safe(game, game.kind(card))
        };
        let mut piles = 0..game.columns as u8;
        let found = piles.find(safe).or_else(|| Some(R::WASTE).filter(safe));
        let from = found.or_else(|| (R::FIRST_SPOT..game.end_of_spots()).find(safe))?;
        Some(Step { from, to: Step::HOME, count: 1 })
    }

    /// Makes all such moves; `on_step` gets each with the position before it.
    pub fn settle(&mut self, game: &PileGame<R>, mut on_step: impl FnMut(&PileBoard<R>, Step)) {
        while let Some(step) = self.safe_home(game) {
            on_step(self, step);
            self.make(game, step);
        }
    }

    #[inline]
    fn is_safe(&self, game: &PileGame<R>, kind: u8) -> bool {
        let all_home = |kind: u8| self.home(kind) == game.copies[usize::from(kind)];
        game.rank(kind) == 1
            || (all_home(kind - 1) && game.before[usize::from(kind)].iter().all(|&before| all_home(before)))
    }
}
