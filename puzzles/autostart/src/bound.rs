//! An upper bound on the cards that can still go home: the two longest chains of each suit.
//!
//! Count the foundations of a suit that end at rank `r` or above. They are no more than those that
//! end at `r - 1` or above. They are no more than the copies of the card that are home or still in
//! the tableau. Both hold of every play, so the smaller number, rank by rank, bounds the cards of
//! rank `r` that are home in the end.
//!
//! The paper's lower bound on the cards left (section 2.2) is not a valid bound: see
//! [`branch_and_bound`](super::branch_and_bound).

use super::state::State;

/// Most cards that can still go home.
pub(super) fn most(state: &State<'_>) -> usize {
    // Copies in the tableau of each kind; kinds are sorted by suit and rank.
    let game = state.game;
    let mut copies = [0u8; 128];
    let mut first = [u8::MAX; 128];
    for &card in state.columns.iter().flatten() {
        let kind = usize::from(game.kinds[usize::from(card)]);
        copies[kind] += 1;
        first[kind] = card;
    }
    let (mut total, mut suit, mut reached, mut piles) = (0, usize::MAX, 0, 0);
    for (&count, &card) in copies.iter().zip(&first).filter(|(count, _)| **count > 0) {
        let card = usize::from(card);
        let rank = game.ranks[card];
        if usize::from(game.suits[card]) != suit {
            suit = usize::from(game.suits[card]);
            (reached, piles) = (0, 2);
        }
        // Ranks of which no copy is in the tableau: as many as are home.
        let heights = state.heights[suit];
        let home = |rank: u32| heights.iter().filter(|&&height| height >= rank).count();
        if rank > reached + 1 {
            piles = piles.min(home(rank - 1));
        }
        let ends = piles.min(home(rank) + usize::from(count));
        total += ends - home(rank);
        (reached, piles) = (rank, ends);
    }
    total
}
