//! scratch
use super::bound::RunBound;
use crate::states::runs::{MAX_COLUMNS, RunBoard, rank};

pub(super) const NO_GROUP: u8 = 255;
const MOST_ROWS: usize = 16;

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Group {
    pub(super) head: u8,
    pub(super) tail: u8,
    pub(super) under: u8,
    pub(super) mask: u64,
    pub(super) below: u64,
}

pub(super) type Groups = [Group; 127];

pub(super) struct Scene {
    pub(super) groups: Groups,
    pub(super) count: usize,
    pub(super) tops: [u8; MAX_COLUMNS],
    pub(super) rows: usize,
    pub(super) dealt: [[u8; MAX_COLUMNS]; MOST_ROWS],
    pub(super) lucky: u128,
    pub(super) base: u32,
    pub(super) unlinked: u32,
    pub(super) empty: u32,
}

impl Scene {
    pub(super) fn new(bound: &RunBound, board: &RunBoard) -> Scene {
        let mut scene = Scene {
            groups: [Group::default(); 127],
            count: 0,
            tops: [NO_GROUP; MAX_COLUMNS],
            rows: bound.rows.len() - usize::from(board.rows_dealt),
            dealt: [[NO_GROUP; MAX_COLUMNS]; MOST_ROWS],
            lucky: 0,
            base: 0,
            unlinked: 0,
            empty: 0,
        };
        let mut here = 0;
        let mut present = 0u64;
        for column in 0..bound.columns {
            let cards = board.column(column);
            here += cards.len();
            if cards.is_empty() {
                scene.empty += 1;
            }
            let face_down = usize::from(board.face_down[column]);
            let mut under = NO_GROUP;
            let mut below = 0u64;
            let mut n = 0;
            while n < cards.len() {
                let head = cards[n];
                let mut tail = head;
                let mut mask = 1u64 << head;
                n += 1;
                if n > face_down {
                    while n < cards.len() && cards[n] + 1 == tail {
                        tail -= 1;
                        mask |= 1 << tail;
                        n += 1;
                    }
                }
                scene.groups[scene.count] = Group { head, tail, under, mask, below };
                scene.base += u32::from(rank(head) != bound.ranks);
                scene.unlinked += u32::from(under != NO_GROUP);
                under = scene.count as u8;
                below |= mask;
                scene.count += 1;
            }
            present |= below;
            scene.tops[column] = under;
        }
        for (r, row) in bound.rows[usize::from(board.rows_dealt)..].iter().enumerate() {
            let before = present;
            for (column, &card) in row.iter().enumerate().take(bound.columns).filter(|(_, card)| **card != 0) {
                here += 1;
                let g = scene.count;
                scene.groups[g] = Group { head: card, tail: card, under: NO_GROUP, mask: 1 << card, below: 0 };
                scene.dealt[r][column] = g as u8;
                scene.count += 1;
                present |= 1 << card;
                if rank(card) != bound.ranks {
                    if before >> (card + 1) & 1 != 0 {
                        scene.lucky |= 1 << g;
                    } else {
                        scene.base += 1;
                    }
                }
            }
        }
        scene.base += scene.rows as u32;
        if bound.by_move {
            scene.base += (here / usize::from(bound.ranks)) as u32;
        }
        scene
    }
}
