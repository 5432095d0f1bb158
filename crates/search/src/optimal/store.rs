//! Every position met, once: 32 bytes each in an arena, found through a table of 8-byte slots.
//!
//! A slot holds half of the key's hash and the position's number. Keys are compared
//! whole, so nothing is ever lost to a collision. The arena grows by blocks and is never
//! copied; only the table is rebuilt when it is three quarters full.

use crate::states::packed::{MAX_CARDS, PackedKey, Step, Target};

/// A position and how it was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) key: PackedKey,
    /// The position before.
    pub(super) parent: u32,
    /// From the lowest bit: the card (6 bits), where it went (6), where it came from (6),
    /// whether forced steps followed (1), moves so far that brought no card home (13).
    packed: u32,
}

/// `parent` of the first position.
pub(super) const ROOT: u32 = u32::MAX;

/// What a step was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trace {
    /// The step.
    pub(super) step: Step,
    /// What its card lay on before, or one of the codes of the packed state.
    pub(super) from: u8,
    /// Whether forced steps home followed it.
    pub(super) followed: bool,
}

/// The most moves that a node can count.
pub(super) const MOST_MOVES: u32 = (1 << 13) - 1;

impl Node {
    /// The first position.
    pub(super) fn root(key: PackedKey) -> Node {
        Node { key, parent: ROOT, packed: 0 }
    }

    pub(super) fn new(key: PackedKey, parent: u32, moves: u32, trace: Trace) -> Node {
        let Trace { step, from, followed } = trace;
        let packed = u32::from(step.card)
            | u32::from(step.to.0 & 63) << 6
            | u32::from(from & 63) << 12
            | u32::from(followed) << 18
            | moves << 19;
        Node { key, parent, packed }
    }

    /// Moves so far that brought no card home.
    #[inline]
    pub(super) fn moves(&self) -> u32 {
        self.packed >> 19
    }

    /// How the position was reached; means nothing for the first one.
    #[inline]
    pub(super) fn trace(&self) -> Trace {
        let place = |bits: u32| {
            let code = bits as u8 & 63;
            // The codes of places are the bytes above every card.
            if code < MAX_CARDS as u8 { code } else { code | 0xc0 }
        };
        Trace {
            step: Step { card: self.packed as u8 & 63, to: Target(place(self.packed >> 6)) },
            from: place(self.packed >> 12),
            followed: self.packed >> 18 & 1 != 0,
        }
    }
}

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
