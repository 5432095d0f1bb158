//! scratch
use crate::states::runs::{RunMove, mix};

/// How a position was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) parent: u32,
    pub(super) moves: u16,
    pub(super) bound: u16,
    pub(super) step: RunMove,
    pub(super) done: bool,
}

pub(super) const ROOT: u32 = u32::MAX;
const BLOCK: usize = 1 << 14;
const FIRST_SLOTS: usize = 1 << 12;

#[derive(Debug)]
pub(super) struct Store {
    size: usize,
    keys: Vec<Vec<u8>>,
    nodes: Vec<Vec<Node>>,
    len: usize,
    slots: Vec<u64>,
}

/// hash
pub(super) fn hash(key: &[u8]) -> u64 {
    let mut h = 0u64;
    for chunk in key.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        h = mix((h.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_add(0x9e37_79b9_7f4a_7c15));
    }
    h
}

impl Store {
    pub(super) fn new(size: usize) -> Store {
        Store { size, keys: Vec::new(), nodes: Vec::new(), len: 0, slots: vec![0; FIRST_SLOTS] }
    }
    pub(super) fn len(&self) -> usize {
        self.len
    }
    pub(super) fn bytes(&self) -> u64 {
        (self.nodes.len() * BLOCK * (size_of::<Node>() + self.size) + self.slots.len() * 12) as u64
    }
    pub(super) fn node(&self, n: u32) -> &Node {
        &self.nodes[n as usize / BLOCK][n as usize % BLOCK]
    }
    pub(super) fn node_mut(&mut self, n: u32) -> &mut Node {
        &mut self.nodes[n as usize / BLOCK][n as usize % BLOCK]
    }
    pub(super) fn key(&self, n: u32) -> &[u8] {
        let at = n as usize % BLOCK * self.size;
        &self.keys[n as usize / BLOCK][at..at + self.size]
    }
    /// number or the free slot
    pub(super) fn find(&self, key: &[u8], hash: u64) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            let slot = self.slots[at];
            if slot >> 32 == hash >> 32 {
                let known = slot as u32 - 1;
                if self.key(known) == key {
                    return Ok(known);
                }
            }
            at = (at + 1) & mask;
        }
        Err(at)
    }
    pub(super) fn insert(&mut self, key: &[u8], hash: u64, slot: usize, node: Node) -> u32 {
        let number = self.len as u32;
        self.slots[slot] = hash >> 32 << 32 | u64::from(number + 1);
        if self.len.is_multiple_of(BLOCK) {
            self.nodes.push(Vec::with_capacity(BLOCK));
            self.keys.push(Vec::with_capacity(BLOCK * self.size));
        }
        self.nodes[self.len / BLOCK].push(node);
        self.keys[self.len / BLOCK].extend_from_slice(key);
        self.len += 1;
        if self.len * 4 > self.slots.len() * 3 {
            self.grow();
        }
        number
    }
    fn grow(&mut self) {
        let mut slots = vec![0u64; self.slots.len() * 2];
        let mask = slots.len() - 1;
        for n in 0..self.len as u32 {
            let hash = hash(self.key(n));
            let mut at = hash as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = hash >> 32 << 32 | u64::from(n + 1);
        }
        self.slots = slots;
    }
}
