//! Visited packed positions: each once, with the step that led to it. One of the small size takes 32 bytes.
//!
//! A flat vector of nodes, and beside it an open-addressing table of their numbers. Whole
//! keys are compared, never hashes alone, so a position is never taken for another one.

use patsat_states::packed::{PackedKey, Size, Small, Step, Target};

/// A visited position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<S: Size = Small> {
    /// Its canonical key.
    pub(crate) key: PackedKey<S>,
    /// The position it was first reached from.
    pub(crate) parent: u32,
    /// Moves on the way to it; what is counted is up to the search.
    pub(crate) depth: u16,
    /// The step that led to it: the card ...
    pub(crate) card: u8,
    /// ... and its target.
    pub(crate) to: u8,
}

impl<S: Size> Node<S> {
    /// The step from the parent.
    pub(crate) fn step(&self) -> Step {
        Step { card: self.card, to: Target(self.to) }
    }
}

const VACANT: u32 = u32::MAX;
/// Slots of a new table, a power of two.
const FIRST_SIZE: usize = 1 << 13;
/// Room for nodes that is kept from one search to the next.
const MOST_KEPT: usize = 1 << 16;

/// The set of visited positions.
#[derive(Debug, Default)]
pub(crate) struct Arena<S: Size = Small> {
    nodes: Vec<Node<S>>,
    slots: Vec<u32>,
}

impl<S: Size> Arena<S> {
    /// Forgets every position but keeps the memory, for the next deal.
    pub(crate) fn clear(&mut self) {
        // A table grown by one hard deal would be slow to wipe, and to miss in, for easy ones.
        self.slots.truncate(FIRST_SIZE);
        if self.nodes.capacity() > MOST_KEPT {
            self.nodes = Vec::new();
            self.slots.shrink_to_fit();
        }
        self.slots.fill(VACANT);
        self.nodes.clear();
    }

    /// Number of positions.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Size in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node<S>>() + self.slots.capacity() * size_of::<u32>()) as u64
    }

    /// The position of that number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &Node<S> {
        &self.nodes[number as usize]
    }

    /// Adds a position; `Err` with its number if it was there.
    #[inline]
    pub(crate) fn insert(&mut self, node: Node<S>) -> Result<u32, u32> {
        if self.nodes.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = node.key.mix() as usize & mask;
        loop {
            let number = self.slots[slot];
            if number == VACANT {
                let number = self.nodes.len() as u32;
                self.slots[slot] = number;
                self.nodes.push(node);
                return Ok(number);
            }
            if self.nodes[number as usize].key == node.key {
                return Err(number);
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(FIRST_SIZE);
        self.slots.clear();
        self.slots.resize(size, VACANT);
        let mask = size - 1;
        for (number, node) in self.nodes.iter().enumerate() {
            let mut slot = node.key.mix() as usize & mask;
            while self.slots[slot] != VACANT {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = number as u32;
        }
    }

    /// The steps from the first position to this one.
    pub(crate) fn steps_to(&self, number: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = number;
        while self.get(at).parent != at {
            steps.push(self.get(at).step());
            at = self.get(at).parent;
        }
        steps.reverse();
        steps
    }
}
