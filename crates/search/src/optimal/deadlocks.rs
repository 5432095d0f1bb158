//! Which card waits for which: a lower bound on the moves that bring no card home.
//!
//! A card that lies above `x` must leave before `x` can go home, and every higher card of
//! `x`'s suit goes home later still: it *waits* for the first card to leave. If `y` itself
//! waits for `y` to leave, `y` must be moved aside before it goes home. If `w` waits for
//! `y` and `y` waits for `w`, one of the two must be. So every plan moves aside all cards
//! of the first kind and a vertex cover of the graph of the other pairs.
//! (Paul and Helmert, "Optimal Solitaire Game Solutions Using A* Search and Deadlock
//! Analysis", SoCS 2016. They hit cycles of a graph of cards; here only the card that
//! blocks can break a cycle, and the cover is the smallest one.)
//!
//! **Single cards.** Each card moved aside costs a move of its own, besides its move home.
//!
//! **Supermoves.** One of them can move several cards aside, but only cards of one run as
//! it lies in the position: map each run that holds a card moved aside to the first such
//! move that touches it. Two runs never share one: of two cards that both move for the
//! first time, in one move, the upper still lies above the lower as it did, with nothing
//! moved between them, so they are of one run. Hence the graph is contracted by runs.
//!
//! **Why the bound is consistent.** One move that brings no card home takes one vertex out
//! of the graph (a card, or part of a run, that leaves its place), and may add edges. A
//! cover of the new graph and that vertex cover the old one, so the bound falls by one at
//! most. A card that goes home has no edge, and waits for no card: the bound stays.
//!
//! Nothing here asks what may be built on what, so the bound holds for every building
//! rule; runs are only as long as the rule makes them.

use patsat_states::packed::{Game, MAX_CARDS, NONE};

/// One word a card.
pub(super) type Sets = [u64; MAX_CARDS];

/// The cards that wait, in their suits, for one of `cards` to be home.
#[inline]
pub(super) fn waiting(cards: u64) -> u64 {
    let set = cards << 4;
    let set = set | set << 4;
    let set = set | set << 8;
    let set = set | set << 16;
    set | set << 32
}

/// The cards of a set, lowest first.
#[inline]
pub(super) fn each(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let card = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            card
        })
    })
}

/// The part of the graph that the deal fixes: cards that never moved.
#[derive(Clone, Debug)]
pub(super) struct Deadlocks {
    /// What lay under each card.
    pub(super) native: [u8; MAX_CARDS],
    /// The cards under each card in its column.
    pub(super) under: Sets,
    /// The cards that wait for each card to leave.
    pub(super) waits: Sets,
    /// For each card the cards whose leaving it waits for.
    pub(super) awaits: Sets,
    /// The edges between cards that need not move aside anyway.
    pub(super) rows: Sets,
    /// Cards with an edge.
    pub(super) linked: u64,
    /// Cards that must move aside.
    pub(super) forced: u64,
    /// Cards that lie on one they may be put on.
    pub(super) rides: u64,
    /// Every card of the deck.
    pub(super) deck: u64,
    /// Whether runs move as one.
    pub(super) by_runs: bool,
}

impl Deadlocks {
    /// The graph of a deal; `by_runs` for costs in which a supermove counts once.
    pub(super) fn new(game: &Game, by_runs: bool) -> Deadlocks {
        let start = game.start();
        let mut found = Deadlocks {
            native: start.below,
            under: [0; MAX_CARDS],
            waits: [0; MAX_CARDS],
            awaits: [0; MAX_CARDS],
            rows: [0; MAX_CARDS],
            linked: 0,
            forced: 0,
            rides: 0,
            deck: (1 << (4 * game.ranks)) - 1,
            by_runs: by_runs && game.supermoves,
        };
        let mut cards = 0;
        for &top in &start.tops[..game.columns] {
            let mut above = 0u64;
            let mut card = top;
            while card != NONE {
                for upper in each(above) {
                    found.under[upper] |= 1 << card;
                }
                above |= 1 << card;
                let below = start.below[usize::from(card)];
                if below != NONE && game.onto[usize::from(card)] >> below & 1 != 0 {
                    found.rides |= 1 << card;
                }
                card = below;
            }
            cards |= above;
        }
        for card in each(cards) {
            found.waits[card] = waiting(found.under[card]) & found.deck;
            found.forced |= found.waits[card] & 1 << card;
            for late in each(found.waits[card]) {
                found.awaits[late] |= 1 << card;
            }
        }
        for card in each(cards & !found.forced) {
            found.rows[card] = found.waits[card] & found.awaits[card] & !found.forced;
            found.linked |= u64::from(found.rows[card] != 0) << card;
        }
        found
    }
}
