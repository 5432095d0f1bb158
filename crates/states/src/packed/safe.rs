//! Moves home that lose nothing.

use super::{Board, CardId, CardSet, Game, Size, Slots, Step, Target};
use patsat_game::rules::Build;

/// Suits follow each other as clubs, diamonds, hearts and spades do, however many there are.
#[inline(always)]
fn is_red(suit: u8) -> bool {
    matches!(suit % 4, 1 | 2)
}

impl<S: Size> Board<S> {
    /// The highest rank of each suit that may go home without loss; see [`Board::next_safe`].
    #[inline]
    fn safe_ranks(&self, game: &Game<S>) -> S::Suits<u8> {
        let mut safe = S::Suits::filled(u8::MAX);
        let lowest = |of: fn(u8) -> bool| {
            let home = (0..S::SUITS).filter(|&suit| of(suit)).map(|suit| self.home[usize::from(suit)]);
            home.fold(u8::MAX, u8::min)
        };
        match game.build {
            Build::AlternateColour => {
                let (red, black) = (lowest(is_red), lowest(|suit| !is_red(suit)));
                // Of the suits of its colour its own does not count: it is home up to the card itself.
                let rank = |opposite: u8, same: u8| (opposite + 1).max((opposite + 2).min(same + 3)).max(2);
                for suit in 0..S::SUITS {
                    let (opposite, same) = if is_red(suit) { (black, red) } else { (red, black) };
                    safe[usize::from(suit)] = rank(opposite, same);
                }
            }
            // Cards of the same colour are not built on each other in these games.
            Build::SameSuit | Build::SameColour | Build::Nothing => {}
            Build::AnySuit => safe = S::Suits::filled(lowest(|_| true) + 2),
        }
        safe
    }

    /// Returns a card that can go home at once without loss, if there is one.
    ///
    /// A card of rank r is needed in the tableau only as a place for cards of rank r - 1. It goes
    /// home without loss if every card that may lie on it is home, or can go home whenever it is free
    /// and is itself needed by no card that could not.
    ///
    /// The checker of certificates has the rule in one sentence, with a proof: see
    /// [`LeastCost::settle`](patsat_game::verify::LeastCost::settle). For packed games one of these
    /// conditions is enough:
    ///
    /// * r <= 2: only aces lie on a two, and an ace goes home from anywhere.
    /// * every card of rank r - 1 that the rules let lie on it is home;
    /// * any suits: all suits are home up to r - 2, so that each r - 1 goes next;
    /// * alternate colours: all suits of the other colour are home up to r - 2, the other suits of
    ///   its own colour up to r - 3. Take a winning plan that puts such a red r - 1 on our black r.
    ///   Play it home instead (red r - 2 is home). Any card that the plan later puts on that red card
    ///   is a black r - 2. That of our own suit is home already, and any other can be played home
    ///   instead (black r - 3 is home). A card on a black r - 2 is a red r - 3, which is home. Each
    ///   replaced move was a move, and so was each later move home that falls away, so no plan gets
    ///   longer in any of the costs.
    ///
    /// In the remaining plan cards only stand in fewer places than before, so every other
    /// move stays legal. (Jim Horne's rule; Blake and Gent, JAIR 85:21, 2026, prove a
    /// stronger one for games that may take cards back.)
    #[inline]
    #[must_use]
    pub fn next_safe(&self, game: &Game<S>) -> Option<CardId> {
        let ready = self.safe_set(game) & self.free_cards();
        (!ready.is_empty()).then(|| ready.lowest())
    }

    /// The position after every forced move home.
    #[inline]
    #[must_use]
    pub fn settled(mut self, game: &Game<S>) -> Board<S> {
        while let Some(card) = self.next_safe(game) {
            self.make(Step { card, to: Target::HOME });
        }
        self
    }

    /// The cards that go home without loss as soon as nothing lies on them; see [`Board::next_safe`].
    #[inline]
    #[must_use]
    pub fn safe_set(&self, game: &Game<S>) -> S::Set {
        let safe = self.safe_ranks(game);
        (0..S::SUITS).fold(S::Set::default(), |set, suit| {
            let height = self.home[usize::from(suit)];
            let ready = height < game.ranks && height < safe[usize::from(suit)];
            set | S::Set::one_if(ready, S::of(height, suit))
        })
    }
}
