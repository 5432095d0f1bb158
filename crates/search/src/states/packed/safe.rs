//! Moves home that lose nothing.

use super::{Board, CardId, Game, Step, Target};
use patsat_game::rules::Build;

impl Board {
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
