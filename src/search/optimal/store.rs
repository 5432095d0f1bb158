//! Every position met, once: 32 bytes each in an arena, found through a table of 8-byte slots.
//!
//! A slot holds half of the key's hash and the position's number. Keys are compared
//! whole, so nothing is ever lost to a collision. The arena grows by blocks and is never
//! copied; only the table is rebuilt when it is three quarters full.

use crate::state::packed::{CardId, PackedKey, Step, Target};

/// A position and how it was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) key: PackedKey,
    /// The position before.
    pub(super) parent: u32,
    /// Moves so far that brought no card home.
    pub(super) moves: u16,
    card: CardId,
    to: u8,
}

/// `parent` of the first position.
pub(super) const ROOT: u32 = u32::MAX;

impl Node {
    /// `followed` says that forced steps home followed the step.
    pub(super) fn new(key: PackedKey, parent: u32, moves: u16, step: Step, followed: bool) -> Node {
        Node { key, parent, moves, card: step.card | if followed { FOLLOWED } else { 0 }, to: step.to.0 }
    }

    /// The step that led here; forced steps may follow it.
    pub(super) fn step(&self) -> Step {
        Step { card: self.card & !FOLLOWED, to: Target(self.to) }
    }

    /// The card that led here, if nothing else has changed since.
    #[inline]
    pub(super) fn just_moved(&self) -> Option<CardId> {
        (self.parent != ROOT && self.card & FOLLOWED == 0).then_some(self.card)
    }
}

/// Marks the card of a step that forced steps followed.
const FOLLOWED: u8 = 0x80;

const BLOCK: usize = 1 << 15;
const FIRST_SLOTS: usize = 1 << 12;
/// What growing to more than this many positions would need: their numbers are 32 bits.
const MOST: usize = u32::MAX as usize - 1;

/// What [`Store::insert`] found.
pub(super) enum Found {
    /// The position is new.
    New(u32),
    /// It was there.
    Old(u32),
    /// There is no room for more numbers.
    Full,
}

/// All positions met.
#[derive(Debug)]
pub(super) struct Store {
    blocks: Vec<Vec<Node>>,
    len: usize,
    slots: Vec<u64>,
}

impl Store {
    pub(super) fn new() -> Store {
        Store { blocks: Vec::new(), len: 0, slots: vec![0; FIRST_SLOTS] }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn get(&self, node: u32) -> &Node {
        &self.blocks[node as usize / BLOCK][node as usize % BLOCK]
    }

    #[inline]
    pub(super) fn replace(&mut self, at: u32, node: Node) {
        self.blocks[at as usize / BLOCK][at as usize % BLOCK] = node;
    }

    /// Bytes held, and while the table is rebuilt half as many again for it.
    pub(super) fn bytes(&self) -> u64 {
        (self.blocks.len() * BLOCK * size_of::<Node>() + self.slots.len() * size_of::<u64>() * 3 / 2) as u64
    }

    /// Puts a position in, unless it is there.
    #[inline]
    pub(super) fn insert(&mut self, node: Node) -> Found {
        let hash = node.key.mix();
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            let slot = self.slots[at];
            if slot >> 32 == hash >> 32 {
                let known = slot as u32 - 1;
                if self.get(known).key == node.key {
                    return Found::Old(known);
                }
            }
            at = (at + 1) & mask;
        }
        if self.len >= MOST {
            return Found::Full;
        }
        let number = self.len as u32;
        self.slots[at] = hash >> 32 << 32 | u64::from(number + 1);
        if self.len.is_multiple_of(BLOCK) {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        self.blocks[self.len / BLOCK].push(node);
        self.len += 1;
        if self.len * 4 > self.slots.len() * 3 {
            self.grow();
        }
        Found::New(number)
    }

    fn grow(&mut self) {
        let mut slots = vec![0u64; self.slots.len() * 2];
        let mask = slots.len() - 1;
        for (number, node) in (1u64..).zip(self.blocks.iter().flatten()) {
            let hash = node.key.mix();
            let mut at = hash as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = hash >> 32 << 32 | number;
        }
        self.slots = slots;
    }
}
