//! Every position met, once: 32 bytes each in an arena, found through a table of 8-byte slots.
//!
//! A slot holds half of the key's hash and the position's number. Keys are compared
//! whole, so nothing is ever lost to a collision. The arena grows by blocks and is never
//! copied; only the table is rebuilt when it is three quarters full.

use patsat_states::packed::{MAX_CARDS, PackedKey, Step, Target};

/// A position and how it was reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(super) key: PackedKey,
    /// The position before.
    pub(crate) parent: u32,
    /// From the lowest bit: the card (6 bits), where it went (6), where it came from (6),
    /// whether forced steps followed (1), moves so far that brought no card home (13).
    packed: u32,
}

/// `parent` of the first position.
pub(super) const ROOT: u32 = u32::MAX;

/// What a step was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trace {
    /// The step.
    pub(crate) step: Step,
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
    pub(crate) fn trace(&self) -> Trace {
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

/// What [`Store::look`] found.
pub(super) enum Found {
    /// The position is new, and this is where it would stand.
    New(Place),
    /// It was there.
    Old(u32),
}

/// Where a position stands in the table; good until the next one is put in.
pub(super) struct Place {
    slot: usize,
    hash: u64,
}

/// All positions met.
#[derive(Debug)]
pub(crate) struct Store {
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
    pub(crate) fn get(&self, node: u32) -> &Node {
        &self.blocks[node as usize / BLOCK][node as usize % BLOCK]
    }

    /// Bytes held, and while the table is rebuilt half as many again for it.
    pub(super) fn bytes(&self) -> u64 {
        (self.blocks.len() * BLOCK * size_of::<Node>() + self.slots.len() * size_of::<u64>() * 3 / 2) as u64
    }

    /// Looks a position up.
    #[inline]
    pub(super) fn look(&self, key: PackedKey) -> Found {
        let hash = key.mix();
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            let held = self.slots[slot];
            if held >> 32 == hash >> 32 {
                let known = held as u32 - 1;
                if self.get(known).key == key {
                    return Found::Old(known);
                }
            }
            slot = (slot + 1) & mask;
        }
        Found::New(Place { slot, hash })
    }

    /// Puts a position into a place found free before and returns its number; `None` if there are
    /// no more numbers.
    #[inline]
    pub(super) fn fill(&mut self, place: Place, node: Node) -> Option<u32> {
        if self.len >= MOST {
            return None;
        }
        let number = self.len as u32;
        self.slots[place.slot] = place.hash >> 32 << 32 | u64::from(number + 1);
        if self.len.is_multiple_of(BLOCK) {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        self.blocks[self.len / BLOCK].push(node);
        self.len += 1;
        if self.len * 4 > self.slots.len() * 3 {
            self.grow();
        }
        Some(number)
    }

    /// Puts a position in and returns its number, if it is new and there is one.
    pub(super) fn insert(&mut self, node: Node) -> Option<u32> {
        match self.look(node.key) {
            Found::New(place) => self.fill(place, node),
            Found::Old(_) => None,
        }
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
