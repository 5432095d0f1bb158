//! The graph of which card waits for which in one position, and what a move does to its cover.

use super::cover::cover;
use super::deadlocks::{Deadlocks, Sets, each, waiting};
use crate::states::packed::{Board, CardId, MAX_CARDS, Step, Target};

/// The graph of one position.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) under: Sets,
    pub(super) rows: Sets,
    pub(super) waits: Sets,
    /// Cards in columns that never moved and need not move aside.
    pub(super) plain: u64,
    /// Cards that moved, lie in columns, and need not move aside again.
    pub(super) moved: u64,
    /// Cards of both kinds that may have an edge.
    pub(super) linked: u64,
    /// Cards that must move aside.
    pub(super) forced: u64,
    /// Cards with an edge or forced, before runs were contracted; for costs by runs.
    pub(super) busy: u64,
    /// Vertices that are in every cover: forced cards, or runs that hold one.
    pub(super) fixed: u32,
    /// Moves besides those home, at least.
    pub(super) hits: u32,
}

impl Scene {
    /// The cards in columns that `card` has an edge with if these cards wait for it.
    #[inline]
    pub(super) fn partners(&self, deadlocks: &Deadlocks, card: CardId, waits: u64) -> u64 {
        let mut row = waits & deadlocks.awaits[usize::from(card)] & self.plain;
        for other in each(waits & self.moved) {
            row |= (self.waits[other] >> card & 1) << other;
        }
        row & !(1 << card)
    }

    /// Makes every run one vertex, called after one of its cards.
    pub(super) fn contract_runs(&mut self, board: &Board, mut rides: u64) {
        let rows = &mut self.rows;
        let mut alive = self.linked;
        let mut forced = self.forced;
        self.busy = forced | alive;
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
        let mut hit_runs = 0;
        for run in each(bottoms) {
            let set = members[run];
            if set & forced != 0 {
                hit_runs += 1;
                forced &= !set;
                alive &= !set;
            } else if set & alive != 0 {
                let vertex = (set & alive).trailing_zeros();
                let mut row = 0;
                for card in each(set & alive) {
                    row |= rows[card];
                }
                alive &= !set | 1 << vertex;
                row &= alive & !set;
                rows[vertex as usize] = row;
                for other in each(row) {
                    rows[other] |= 1 << vertex;
                }
            }
        }
        self.linked = alive;
        self.forced = forced;
        self.fixed = hit_runs + forced.count_ones();
    }

    /// The bound without the top card `card` of a column, where it counts alone.
    #[inline]
    pub(super) fn without(&self, card: CardId) -> u32 {
        if self.forced >> card & 1 != 0 {
            return self.hits - 1;
        }
        if self.linked >> card & 1 == 0 {
            return self.hits;
        }
        // The only neighbour of a leaf is in some smallest cover.
        for other in each(self.rows[usize::from(card)] & self.linked) {
            if self.rows[other] & self.linked == 1 << card {
                return self.hits - 1;
            }
        }
        self.fixed + cover(&self.rows, self.linked ^ 1 << card)
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
        for other in each(old) {
            rows[other] &= !(1 << card);
        }
        for other in each(row) {
            rows[other] |= 1 << card;
        }
        rows[usize::from(card)] = row;
        let forced = self.forced & !(1 << card);
        forced.count_ones() + cover(&rows, self.linked | row | 1 << card)
    }

    /// Whether moving a card about can change the bound at all.
    #[inline]
    pub(super) fn is_idle(&self, card: CardId) -> bool {
        self.busy >> card & 1 == 0
    }

    /// Whether this card would be idle after this step.
    #[inline]
    pub(super) fn is_idle_after(&self, deadlocks: &Deadlocks, step: Step) -> bool {
        let Step { card, to: Target(onto) } = step;
        if step.to == Target::EMPTY || step.to == Target::CELL {
            return true;
        }
        let waits = waiting(self.under[usize::from(onto)] | 1 << onto) & deadlocks.deck;
        waits >> card & 1 == 0 && self.partners(deadlocks, card, waits) == 0
    }
}
