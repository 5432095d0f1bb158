//! scratch
use super::scene::{Groups, NO_GROUP, Scene};
use crate::states::runs::{MAX_COLUMNS, RunBoard, RunGame, rank, suit};

/// bound
#[derive(Clone, Debug)]
pub struct RunBound {
    pub(super) columns: usize,
    pub(super) ranks: u8,
    pub(super) by_move: bool,
    pub(super) rows: Vec<[u8; MAX_COLUMNS]>,
    pub(super) cards: usize,
    pub(super) lower: [u64; 4],
}

struct Phase {
    tops: [u8; MAX_COLUMNS],
    acc: u64,
}

impl RunBound {
    /// new
    #[must_use]
    pub fn new(game: &RunGame) -> RunBound {
        let start = game.start();
        let cards = (0..game.columns).map(|c| start.column(c).len()).sum::<usize>()
            + game.rows.iter().flatten().filter(|&&c| c != 0).count();
        let lower = std::array::from_fn(|s| ((1u64 << game.ranks) - 2) << (16 * s));
        RunBound { columns: game.columns, ranks: game.ranks, by_move: game.by_move, rows: game.rows.clone(), cards, lower }
    }

    /// of
    #[must_use]
    pub fn of(&self, board: &RunBoard) -> u32 {
        self.within(board, u32::MAX).0
    }

    /// bound, and supports that are no links and empty piles
    pub(super) fn within(&self, board: &RunBoard, most: u32) -> (u32, u32, u32) {
        let scene = Scene::new(self, board);
        let mut h = scene.base;
        if h < most {
            h += self.conflicts(&scene, most - h);
        }
        (h, scene.unlinked, scene.empty)
    }

    fn conflicts(&self, scene: &Scene, most: u32) -> u32 {
        let mut groups = scene.groups;
        let mut released = 0u128;
        let mut count = 0;
        while count < most {
            let Some(conflict) = self.conflict(scene, &mut groups, released) else { break };
            debug_assert!(conflict != 0 && conflict & released == 0);
            released |= conflict;
            count += 1;
        }
        count
    }

    fn conflict(&self, scene: &Scene, groups: &mut Groups, released: u128) -> Option<u128> {
        let mut phases: Vec<Phase> = Vec::new();
        let (mut gone, mut open) = (0u64, 0u64);
        let mut tops = scene.tops;
        let columns = self.columns;
        let free = |g: u8| released >> g & 1 != 0;
        loop {
            let (mut acc, mut avail) = (gone, open);
            for &g in &tops[..columns] {
                if g != NO_GROUP {
                    let group = &groups[g as usize];
                    acc |= group.mask;
                    avail |= if free(g) { group.mask } else { 1 << group.tail };
                }
            }
            loop {
                let mut changed = false;
                for top in &mut tops[..columns] {
                    while *top != NO_GROUP {
                        let g = *top;
                        let group = &groups[g as usize];
                        let ok = free(g)
                            || if rank(group.head) == self.ranks {
                                self.lower[suit(group.head) as usize] & !acc == 0
                            } else {
                                avail >> (group.head + 1) & 1 != 0
                            };
                        if !ok {
                            break;
                        }
                        changed = true;
                        gone |= group.mask;
                        open |= if free(g) { group.mask } else { 1 << group.tail };
                        *top = group.under;
                        if *top != NO_GROUP {
                            let next = &groups[*top as usize];
                            acc |= next.mask;
                            avail |= if free(*top) { next.mask } else { 1 << next.tail };
                        }
                    }
                }
                if !changed {
                    break;
                }
            }
            let r = phases.len();
            phases.push(Phase { tops, acc });
            if r == scene.rows {
                break;
            }
            for column in 0..columns {
                let u = scene.dealt[r][column];
                if u == NO_GROUP {
                    continue;
                }
                let card = groups[u as usize].head;
                let kind = 1u64 << card;
                if free(u) {
                    gone |= kind;
                    open |= kind;
                } else if scene.lucky >> u & 1 != 0 {
                    if avail >> (card + 1) & 1 != 0 {
                        gone |= kind;
                        open |= kind;
                    } else {
                        let y = 1u64 << (card + 1);
                        let seeds = self.buried(groups, &tops, y);
                        let mut conflict = 1u128 << u;
                        self.reasons(scene, groups, &phases, r, seeds, y & acc, &mut conflict);
                        return Some(conflict);
                    }
                } else {
                    let under = tops[column];
                    groups[u as usize].under = under;
                    groups[u as usize].below = if under == NO_GROUP {
                        0
                    } else {
                        groups[under as usize].below | groups[under as usize].mask
                    };
                    tops[column] = u;
                }
            }
        }
        let mut best: Option<u128> = None;
        let mut seen = 0u32;
        for column in 0..columns {
            if tops[column] == NO_GROUP || seen >> column & 1 != 0 {
                continue;
            }
            let mut conflict = 0;
            seen |= self.reasons(scene, groups, &phases, scene.rows, 1 << column, 0, &mut conflict);
            if best.is_none_or(|b| conflict.count_ones() < b.count_ones()) {
                best = Some(conflict);
            }
        }
        best
    }

    /// Columns in which a card of these kinds is buried.
    fn buried(&self, groups: &Groups, tops: &[u8; MAX_COLUMNS], kinds: u64) -> u32 {
        (0..self.columns)
            .filter(|&c| tops[c] != NO_GROUP && groups[tops[c] as usize].below & kinds != 0)
            .fold(0, |set, c| set | 1 << c)
    }

    #[allow(clippy::too_many_arguments)]
    fn reasons(
        &self,
        scene: &Scene,
        groups: &Groups,
        phases: &[Phase],
        last: usize,
        seeds: u32,
        splits: u64,
        conflict: &mut u128,
    ) -> u32 {
        let mut splits = splits;
        let mut seeds = seeds;
        let mut result = 0;
        for r in (0..=last).rev() {
            let phase = &phases[r];
            let mut set = 0u32;
            let mut todo = seeds;
            while todo != 0 {
                let column = todo.trailing_zeros();
                todo &= todo - 1;
                set |= 1 << column;
                let g = phase.tops[column as usize];
                *conflict |= 1 << g;
                let head = groups[g as usize].head;
                if rank(head) == self.ranks {
                    let mut missing = self.lower[suit(head) as usize] & !phase.acc;
                    let mut best = u32::MAX;
                    while missing != 0 {
                        let k = missing & missing.wrapping_neg();
                        missing &= missing - 1;
                        let q = self.buried(groups, &phase.tops, k) & !(set | todo);
                        if best == u32::MAX || q.count_ones() < best.count_ones() {
                            best = q;
                        }
                    }
                    todo |= best;
                } else {
                    let y = 1u64 << (head + 1);
                    splits |= y & phase.acc;
                    todo |= self.buried(groups, &phase.tops, y) & !set;
                }
            }
            if r == last {
                result = set;
            }
            if r > 0 {
                seeds = (0..self.columns)
                    .filter(|&c| set >> c & 1 != 0 && phases[r - 1].tops[c] != NO_GROUP)
                    .fold(0, |set, c| set | 1 << c);
            }
        }
        if splits != 0 {
            for (g, group) in groups[..scene.count].iter().enumerate() {
                if group.mask & splits & !(1 << group.tail) != 0 {
                    *conflict |= 1 << g;
                }
            }
        }
        result
    }
}
