//! Sorted games are won, by a plan written down in linear time.
//!
//! A game is sorted if it has no stock, no card lies face down, and in every column each card
//! lies on a higher one of its own suit (so a column has one suit). Thesis 2.3: it is won.
//!
//! Proof, for each suit alone. Let ranks be 1 to n, each with k cards in play (runs leave complete,
//! so they are equally many). Claim: when all ranks below r are done, every card of rank r has the
//! complete run below r on it and is the base of a run at the end of its column. For r = 1 this is
//! so, since nothing is lower than an ace. Suppose it holds for r < n. A card of rank r that lies
//! on r+1 may stay. A card of rank r+1 has above it in its column cards of its suit of ranks below
//! r+1, and each such card is on the next higher one or in a run that is done. So the lowest of
//! them, if there is one, is of rank r. Of the k cards of rank r+1 therefore those without an r are
//! open. Their number is that of the cards of rank r that lie on no r+1, since there are k of both.
//! Each of the latter moves as a run of r cards onto one of the former: a legal move that needs no
//! empty column. When r+1 = n the run is complete and leaves. ∎
//!
//! With several suits in one column the claim fails: `2S AH | 2H AS` is lost without a third column
//! (thesis 2.3.2), so the theorem requires one suit a column. Any rules of [`super::Spider`] will
//! do, also those that let nothing into an empty column.
//!
//! The plan has at most one move a card. Done ranks are taken off a copy of the columns, so every
//! step reads tops alone: the cost is linear in the number of cards.

use super::Spider;
use patsat_game::cards::{Card, Suit};
use patsat_game::rules::{Move, Place};
use patsat_game::state::Plan;
use std::collections::{HashMap, VecDeque};

/// Whether the position is sorted.
#[must_use]
pub fn is_sorted(game: &Spider<'_>) -> bool {
    let falls = |pair: &[Card]| pair[0].suit == pair[1].suit && pair[0].rank > pair[1].rank;
    game.without_stock()
        && game.table.columns().iter().all(|p| p.face_down == 0 && p.cards.windows(2).all(falls))
}

/// The winning plan of a sorted game; `None` if it is not sorted.
#[must_use]
pub fn plan(game: &Spider<'_>) -> Option<Plan> {
    if !is_sorted(game) {
        return None;
    }
    let ranks = game.table.rules().deck.ranks;
    let mut left: Vec<Vec<Card>> = game.table.columns().iter().map(|pile| pile.cards.clone()).collect();
    // Columns by the rank of what is left of them on top.
    let mut by_top: Vec<Vec<u16>> = vec![Vec::new(); ranks as usize + 1];
    for (column, cards) in (0u16..).zip(&left) {
        if let Some(top) = cards.last() {
            by_top[top.rank.0 as usize].push(column);
        }
    }
    let mut moves = Vec::new();
    for rank in 1..ranks {
        // Columns of this rank are done with it; those on no next rank must give it away.
        let (mut giving, mut holding) = (Vec::new(), Vec::new());
        for column in std::mem::take(&mut by_top[rank as usize]) {
            let cards = &mut left[usize::from(column)];
            let Some(card) = cards.pop() else { continue };
            match cards.last() {
                Some(below) if below.rank.0 == rank + 1 => holding.push(column),
                below => {
                    by_top[below.map_or(0, |c| c.rank.0 as usize)].push(column);
                    giving.push((column, card.suit));
                }
            }
        }
        // What is on top of the next rank's list now holds no card of this rank yet.
        let mut open: HashMap<Suit, VecDeque<u16>> = HashMap::new();
        for &column in &by_top[rank as usize + 1] {
            if let Some(top) = left[usize::from(column)].last() {
                open.entry(top.suit).or_default().push_back(column);
            }
        }
        for (from, suit) in giving {
            let to = open.get_mut(&suit)?.pop_front()?;
            moves.push(Move::Cards { from: Place::Column(from), to: Place::Column(to), count: rank });
        }
        by_top[rank as usize + 1].extend(holding);
    }
    Some(Plan { moves })
}
