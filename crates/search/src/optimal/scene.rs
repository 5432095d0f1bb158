//! The graph of the waiting cards of one position, and the effect of a move on its cover.

use super::cover::cover;
use super::deadlocks::{Deadlocks, Sets, each, waiting};
use patsat_states::packed::{Board, CardId, Game, MAX_CARDS, NONE, Step, Target};

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
    /// Cards with an edge, the edges, and cards that lie on one they may be put on, before runs were contracted.
    pub(super) edges: u64,
    pub(super) graph: Sets,
    pub(super) rides: u64,
    /// Vertices that are in every cover: forced cards, or runs that hold one.
    pub(super) fixed: u32,
    /// Moves besides those home, at least.
    pub(super) hits: u32,
}

impl Scene {
    /// The graph of a position.
    #[inline]
    pub(super) fn new(deadlocks: &Deadlocks, game: &Game, board: &Board) -> Scene {
        let mut scene = Scene {
            under: deadlocks.under,
            rows: deadlocks.rows,
            waits: deadlocks.waits,
            plain: 0,
            moved: 0,
            linked: 0,
            forced: 0,
            busy: 0,
            edges: 0,
            graph: [0; MAX_CARDS],
            rides: 0,
            fixed: 0,
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
                if below == deadlocks.native[usize::from(card)] && deadlocks.rides >> card & 1 == 0 {
                    under = deadlocks.under[usize::from(card)] | 1 << card;
                    natives |= under;
                    break;
                }
                path[length] = card;
                length += 1;
                native = below != NONE;
                card = below;
            }
            for &card in path[..length].iter().rev() {
                native &= board.below[usize::from(card)] == deadlocks.native[usize::from(card)];
                if native {
                    natives |= 1 << card;
                } else {
                    movers[count] = card;
                    count += 1;
                    scene.under[usize::from(card)] = under;
                    scene.waits[usize::from(card)] = waiting(under) & deadlocks.deck;
                }
                under |= 1 << card;
            }
        }
        scene.forced = deadlocks.forced & natives;
        scene.plain = natives & !deadlocks.forced;
        scene.linked = deadlocks.linked & natives;
        let mut rides = deadlocks.rides & natives;
        for &card in &movers[..count] {
            let at = usize::from(card);
            if board.below[at] != NONE {
                rides |= 1 << card;
            }
            for other in each(deadlocks.rows[at] & natives) {
                scene.rows[other] &= !(1 << card);
            }
            if scene.waits[at] >> card & 1 != 0 {
                scene.forced |= 1 << card;
                scene.rows[at] = 0;
                continue;
            }
            let row = scene.partners(deadlocks, card, scene.waits[at]);
            scene.rows[at] = row;
            if row != 0 {
                scene.linked |= row | 1 << card;
            }
            for other in each(row) {
                scene.rows[other] |= 1 << card;
            }
            scene.moved |= 1 << card;
        }
        scene.fixed = scene.forced.count_ones();
        if deadlocks.by_runs {
            scene.contract_runs(board, rides);
        }
        scene.hits = scene.fixed + cover(&scene.rows, scene.linked);
        scene
    }
    /// The cards in columns that `card` has an edge with if these cards wait for it.
    #[inline]
    pub(super) fn partners(&self, deadlocks: &Deadlocks, card: CardId, waits: u64) -> u64 {
        let mut row = waits & deadlocks.awaits[usize::from(card)] & self.plain;
        for other in each(waits & self.moved) {
            row |= (self.waits[other] >> card & 1) << other;
        }
        row & !(1 << card)
    }

    /// Makes every run one vertex, called after one of its cards; `rides` are cards that lie on one they may
    /// be put on.
    pub(super) fn contract_runs(&mut self, board: &Board, rides: u64) {
        (self.rides, self.graph, self.edges) = (rides, self.rows, self.linked & !self.forced);
        self.busy = self.forced | self.edges;
        let lowest = |card: usize| lowest(board, rides, card);
        (self.fixed, self.linked) = contract(&mut self.rows, self.forced, self.edges, lowest);
    }

    /// Returns the bound, by runs, after a step that takes a run elsewhere, from the graph with the edges of its
    /// cards recomputed.
    pub(super) fn after(&self, deadlocks: &Deadlocks, board: &Board, step: Step) -> u32 {
        let Step { card: deepest, to: Target(onto) } = step;
        let part = board.run_above(deepest);
        let (mut rows, mut forced, mut linked) = (self.graph, self.forced & !part, self.edges & !part);
        let (mut rides, mut under) = (self.rides & !(1 << deepest), 0);
        if step.to != Target::EMPTY && step.to != Target::CELL {
            rides |= 1 << deepest;
            under = self.under[usize::from(onto)] | 1 << onto;
        }
        // From the deepest up: ranks fall.
        let mut run = part;
        while run != 0 {
            let card = 63 - run.leading_zeros() as CardId;
            run ^= 1 << card;
            for other in each(rows[usize::from(card)]) {
                rows[other] &= !(1 << card);
            }
            let waits = waiting(under) & deadlocks.deck;
            under |= 1 << card;
            let mut row = 0;
            if step.to == Target::CELL {
                // Nothing waits for a card in a cell.
            } else if waits >> card & 1 != 0 {
                forced |= 1 << card;
            } else {
                // Cards of one run are one vertex: what is between them does not count.
                row = self.partners(deadlocks, card, waits) & !part;
            }
            rows[usize::from(card)] = row;
            for other in each(row) {
                rows[other] |= 1 << card;
            }
            linked |= if row == 0 { 0 } else { row | 1 << card };
        }
        let lowest = |card: usize| {
            if part >> card & 1 == 0 {
                lowest(board, rides, card)
            } else if rides >> deepest & 1 != 0 {
                lowest(board, rides, usize::from(onto))
            } else {
                usize::from(deepest)
            }
        };
        let (fixed, alive) = contract(&mut rows, forced, linked, lowest);
        fixed + cover(&rows, alive)
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

    /// The bound, by runs, without the run from `card` up, if that does not depend on how the rest of its run would
    /// be contracted.
    #[inline]
    pub(super) fn without_run(&self, game: &Game, board: &Board, card: CardId) -> Option<u32> {
        let part = self.busy & board.run_above(card);
        if part == 0 {
            return Some(self.hits);
        }
        let (mut rest, mut card) = (0u64, card);
        loop {
            let below = board.below[usize::from(card)];
            if below == NONE || game.onto[usize::from(card)] >> below & 1 == 0 {
                break;
            }
            card = below;
            rest |= 1 << card;
        }
        let (rest, must) = (rest & self.busy, self.forced);
        if rest & must != 0 {
            // The rest is in every cover as the whole was.
            return Some(self.hits);
        }
        if rest != 0 {
            return None;
        }
        if part & must != 0 {
            return Some(self.hits - 1);
        }
        // The vertex of a run is its first card that has an edge.
        Some(self.without(part.trailing_zeros() as CardId))
    }

    /// Whether no card that this step moves would have an edge or be forced after it.
    #[inline]
    pub(super) fn is_idle_after(&self, deadlocks: &Deadlocks, board: &Board, step: Step) -> bool {
        let Step { card, to: Target(onto) } = step;
        let mut under = match step.to {
            Target::CELL => return true,
            Target::EMPTY => 0,
            _ => self.under[usize::from(onto)] | 1 << onto,
        };
        // From the deepest up: ranks fall.
        let mut run = board.run_above(card);
        while run != 0 {
            let card = 63 - run.leading_zeros() as CardId;
            run ^= 1 << card;
            let waits = waiting(under) & deadlocks.deck;
            if waits >> card & 1 != 0 || self.partners(deadlocks, card, waits) != 0 {
                return false;
            }
            under |= 1 << card;
        }
        true
    }
}

/// The lowest card of the run that a card lies in, which the run counts by.
#[inline]
fn lowest(board: &Board, rides: u64, card: usize) -> usize {
    let mut card = card;
    while rides >> card & 1 != 0 {
        card = usize::from(board.below[card]);
    }
    card
}

/// Makes every run one vertex: how many runs have a card in `forced`, and the vertices of the others among
/// `linked`, cards with an edge.
#[inline]
fn contract(rows: &mut Sets, forced: u64, linked: u64, lowest: impl Fn(usize) -> usize) -> (u32, u64) {
    let mut hit = 0u64;
    for card in each(forced) {
        hit |= 1 << lowest(card);
    }
    let (mut seen, mut vertex) = (0u64, [0u8; MAX_CARDS]);
    let mut alive = linked;
    for card in each(linked) {
        let run = lowest(card);
        if hit >> run & 1 != 0 {
            alive &= !(1 << card);
        } else if seen >> run & 1 != 0 {
            // The second of a run: its edges become those of the first.
            let first = usize::from(vertex[run]);
            alive &= !(1 << card);
            let row = rows[card];
            rows[first] |= row;
            for other in each(row & linked) {
                rows[other] |= 1 << first;
            }
            rows[first] &= !(1 << first);
        } else {
            seen |= 1 << run;
            vertex[run] = card as u8;
        }
    }
    (hit.count_ones(), alive)
}

/// What is left of the bound when a card leaves its place: worked out once for all the places it may go to.
#[derive(Debug, Default)]
pub(super) struct Departure(Option<(CardId, u32)>);

impl Departure {
    /// The bound without this card, by `work` if it is not known. Cards come one after the other.
    #[inline]
    pub(super) fn hits(&mut self, card: CardId, work: impl FnOnce() -> u32) -> u32 {
        match self.0 {
            Some((known, hits)) if known == card => hits,
            _ => {
                let hits = work();
                self.0 = Some((card, hits));
                hits
            }
        }
    }
}
