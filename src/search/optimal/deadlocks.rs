//! Who waits for whom: a lower bound on the moves that bring no card home.
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
//! most. A card that goes home has no edge, and waits for nobody: the bound stays.
//!
//! Nothing here asks what may be built on what, so the bound holds for every building
//! rule; runs are only as long as the rule makes them.

use super::cover::cover;
use crate::state::packed::{Board, CardId, Game, MAX_CARDS, NONE};

/// One word a card.
type Sets = [u64; MAX_CARDS];

/// The cards that wait, in their suits, for one of `cards` to be home.
#[inline]
fn waiting(cards: u64) -> u64 {
    let set = cards << 4;
    let set = set | set << 4;
    let set = set | set << 8;
    let set = set | set << 16;
    set | set << 32
}

/// The cards of a set, lowest first.
macro_rules! each {
    ($set:expr, $card:ident, $body:block) => {
        let mut rest: u64 = $set;
        while rest != 0 {
            let $card = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            $body
        }
    };
}

/// The part of the graph that the deal fixes: cards that never moved.
#[derive(Clone, Debug)]
pub(super) struct Deadlocks {
    /// What lay under each card.
    native: [u8; MAX_CARDS],
    /// The cards under each card in its column.
    under: Sets,
    /// The cards that wait for each card to leave.
    waits: Sets,
    /// For each card the cards whose leaving it waits for.
    awaits: Sets,
    /// The edges between cards that need not move aside anyway.
    rows: Sets,
    /// Cards with an edge.
    linked: u64,
    /// Cards that must move aside.
    forced: u64,
    /// Cards that lie on one they may be put on.
    rides: u64,
    /// Every card of the deck.
    deck: u64,
    /// Whether runs move as one.
    by_runs: bool,
}

/// The graph of one position.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    under: Sets,
    rows: Sets,
    waits: Sets,
    /// Cards in columns that never moved and need not move aside.
    plain: u64,
    /// Cards that moved, lie in columns, and need not move aside again.
    moved: u64,
    /// Cards of both kinds that may have an edge.
    linked: u64,
    /// Cards that must move aside.
    forced: u64,
    /// Moves besides those home, at least.
    pub(super) hits: u32,
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
                each!(above, upper, { found.under[upper] |= 1 << card });
                above |= 1 << card;
                let below = start.below[usize::from(card)];
                if below != NONE && game.onto[usize::from(card)] >> below & 1 != 0 {
                    found.rides |= 1 << card;
                }
                card = below;
            }
            cards |= above;
        }
        each!(cards, card, {
            found.waits[card] = waiting(found.under[card]) & found.deck;
            found.forced |= found.waits[card] & 1 << card;
            each!(found.waits[card], late, { found.awaits[late] |= 1 << card });
        });
        each!(cards & !found.forced, card, {
            found.rows[card] = found.waits[card] & found.awaits[card] & !found.forced;
            found.linked |= u64::from(found.rows[card] != 0) << card;
        });
        found
    }

    /// The graph of a position.
    #[inline]
    pub(super) fn scene(&self, game: &Game, board: &Board) -> Scene {
        let mut scene = Scene {
            under: self.under,
            rows: self.rows,
            waits: self.waits,
            plain: 0,
            moved: 0,
            linked: 0,
            forced: 0,
            hits: 0,
        };
        let mut natives = 0u64;
        let mut movers = [0u8; MAX_CARDS];
        let mut count = 0;
        for &top in &board.tops[..game.columns] {
            let mut path = [0u8; MAX_CARDS];
            let mut length = 0;
            let mut card = top;
            let mut under = 0u64;
            let mut native = true;
            while card != NONE {
                let below = board.below[usize::from(card)];
                // On a card that it cannot be put on, a card lies where it was dealt.
                if below == self.native[usize::from(card)] && self.rides >> card & 1 == 0 {
                    under = self.under[usize::from(card)] | 1 << card;
                    natives |= under;
                    break;
                }
                path[length] = card;
                length += 1;
                native = below != NONE;
                card = below;
            }
            for &card in path[..length].iter().rev() {
                native &= board.below[usize::from(card)] == self.native[usize::from(card)];
                if native {
                    natives |= 1 << card;
                } else {
                    movers[count] = card;
                    count += 1;
                    scene.under[usize::from(card)] = under;
                    scene.waits[usize::from(card)] = waiting(under) & self.deck;
                }
                under |= 1 << card;
            }
        }
        scene.forced = self.forced & natives;
        scene.plain = natives & !self.forced;
        scene.linked = self.linked & natives;
        let mut rides = self.rides & natives;
        for &card in &movers[..count] {
            let at = usize::from(card);
            if board.below[at] != NONE {
                rides |= 1 << card;
            }
            each!(self.rows[at] & natives, other, { scene.rows[other] &= !(1 << card) });
            if scene.waits[at] >> card & 1 != 0 {
                scene.forced |= 1 << card;
                scene.rows[at] = 0;
                continue;
            }
            let row = scene.partners(self, card, scene.waits[at]);
            scene.rows[at] = row;
            if row != 0 {
                scene.linked |= row | 1 << card;
            }
            each!(row, other, { scene.rows[other] |= 1 << card });
            scene.moved |= 1 << card;
        }
        scene.hits = if self.by_runs {
            scene.hits_by_runs(board, rides)
        } else {
            scene.forced.count_ones() + cover(&scene.rows, scene.linked)
        };
        scene
    }
}

impl Scene {
    /// The cards in columns that `card` has an edge with if these cards wait for it.
    #[inline]
    fn partners(&self, deadlocks: &Deadlocks, card: CardId, waits: u64) -> u64 {
        let mut row = waits & deadlocks.awaits[usize::from(card)] & self.plain;
        each!(waits & self.moved, other, { row |= (self.waits[other] >> card & 1) << other });
        row & !(1 << card)
    }

    /// The bound with every run as one vertex.
    fn hits_by_runs(&self, board: &Board, mut rides: u64) -> u32 {
        let mut rows = self.rows;
        let mut alive = self.linked;
        let mut forced = self.forced;
        let mut members = [0u64; MAX_CARDS];
        let mut bottom = [0u8; MAX_CARDS];
        let mut bottoms = 0u64;
        let all_rides = rides;
        while rides != 0 {
            // From the highest rank down, so that what lies under has its run already.
            let card = 63 - rides.leading_zeros() as usize;
            rides ^= 1 << card;
            let below = usize::from(board.below[card]);
            if all_rides >> below & 1 == 0 {
                bottom[below] = below as u8;
                members[below] |= 1 << below;
                bottoms |= 1 << below;
            }
            bottom[card] = bottom[below];
            members[usize::from(bottom[card])] |= 1 << card;
        }
        let mut hits = 0;
        each!(bottoms, run, {
            let set = members[run];
            if set & forced != 0 {
                hits += 1;
                forced &= !set;
                alive &= !set;
            } else if set & alive != 0 {
                let vertex = (set & alive).trailing_zeros();
                let mut row = 0;
                each!(set & alive, card, { row |= rows[card] });
                alive &= !set | 1 << vertex;
                row &= alive & !set;
                rows[vertex as usize] = row;
                each!(row, other, { rows[other] |= 1 << vertex });
            }
        });
        hits + forced.count_ones() + cover(&rows, alive)
    }

    /// The bound without the top card `card` of a column, where each card counts alone.
    #[inline]
    pub(super) fn without(&self, card: CardId) -> u32 {
        if self.forced >> card & 1 != 0 {
            return self.hits - 1;
        }
        if self.linked >> card & 1 == 0 {
            return self.hits;
        }
        // Only the part of the graph that hangs together with the card changes.
        let mut part = 1u64 << card;
        let mut edge = part;
        while edge != 0 {
            let mut near = 0;
            each!(edge, vertex, { near |= self.rows[vertex] });
            edge = near & self.linked & !part;
            part |= edge;
        }
        self.hits + cover(&self.rows, part ^ 1 << card) - cover(&self.rows, part)
    }

    /// The bound with `card` on the top card `onto` instead of where it lies, where each
    /// card counts alone; `without` is the bound without it.
    #[inline]
    pub(super) fn with_on(&self, deadlocks: &Deadlocks, card: CardId, onto: CardId, without: u32) -> u32 {
        let waits = waiting(self.under[usize::from(onto)] | 1 << onto) & deadlocks.deck;
        if waits >> card & 1 != 0 {
            return without + 1;
        }
        let row = self.partners(deadlocks, card, waits);
        if row == 0 {
            return without;
        }
        let mut rows = self.rows;
        let old = rows[usize::from(card)] & !row;
        each!(old, other, { rows[other] &= !(1 << card) });
        each!(row, other, { rows[other] |= 1 << card });
        rows[usize::from(card)] = row;
        let forced = self.forced & !(1 << card);
        forced.count_ones() + cover(&rows, self.linked | row | 1 << card)
    }

    /// Whether moving a card about can change the bound at all.
    #[inline]
    pub(super) fn is_idle(&self, card: CardId) -> bool {
        self.forced >> card & 1 == 0
            && self.rows[usize::from(card)] & (self.plain | self.moved) == 0
    }
}
impl Scene {
    /// Whether an idle card stays so on `onto`.
    #[inline]
    pub(super) fn stays_idle(&self, deadlocks: &Deadlocks, card: CardId, onto: CardId) -> bool {
        let waits = waiting(self.under[usize::from(onto)] | 1 << onto) & deadlocks.deck;
        waits >> card & 1 == 0 && self.partners(deadlocks, card, waits) == 0
    }
}
