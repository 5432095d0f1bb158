//! Every position met, once: keys of one length and what is known of each, found through a table.
//!
//! A slot of the table holds half of the key's hash and the position's number. Keys are compared
//! whole, so nothing is ever lost to a collision. Keys and nodes grow by blocks and are never copied;
//! only the table is rebuilt when it is three quarters full.

use patsat_base::mixed;

/// A node of the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The position before, on the shortest way known.
    pub(crate) parent: u32,
    /// Moves of that way.
    pub(crate) moves: u16,
    /// The lower bound of the moves to come.
    pub(crate) bound: u16,
    /// Whether its children were made, by a way as short.
    pub(crate) done: bool,
}

/// `parent` of the first position.
pub(crate) const ROOT: u32 = u32::MAX;

const BLOCK: usize = 1 << 14;
const FIRST_SLOTS: usize = 1 << 12;
/// Numbers are 32 bits, and a slot holds them plus one.
const MOST: usize = u32::MAX as usize - 1;

/// Where a key would be put.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vacancy {
    hash: u64,
    slot: usize,
}

/// All positions met.
#[derive(Debug)]
pub(crate) struct Store {
    key_size: usize,
    keys: Vec<Vec<u8>>,
    nodes: Vec<Vec<Node>>,
    len: usize,
    slots: Vec<u64>,
}

fn hash(key: &[u8]) -> u64 {
    let (words, rest) = key.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let add = |hash: u64, word: &[u8; 8]| mixed(hash.rotate_left(5) ^ u64::from_le_bytes(*word));
    add(words.iter().fold(0x9e37_79b9_7f4a_7c15, add), &last)
}

impl Store {
    /// Returns an empty store for keys of `key_size` bytes.
    pub(crate) fn new(key_size: usize) -> Store {
        Store { key_size, keys: Vec::new(), nodes: Vec::new(), len: 0, slots: vec![0; FIRST_SLOTS] }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Bytes held; the table counts one and a half times, for the moment when it is rebuilt.
    pub(crate) fn bytes(&self) -> u64 {
        let nodes = self.nodes.len() * BLOCK * (size_of::<Node>() + self.key_size);
        (nodes + self.slots.len() * size_of::<u64>() * 3 / 2) as u64
    }

    #[inline]
    pub(crate) fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize / BLOCK][number as usize % BLOCK]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, number: u32) -> &mut Node {
        &mut self.nodes[number as usize / BLOCK][number as usize % BLOCK]
    }

    #[inline]
    pub(crate) fn key(&self, number: u32) -> &[u8] {
        let at = number as usize % BLOCK * self.key_size;
        &self.keys[number as usize / BLOCK][at..at + self.key_size]
    }

    /// Returns the number of a position, or the place to put it.
    #[inline]
    pub(crate) fn find(&self, key: &[u8]) -> Result<u32, Vacancy> {
        let hash = hash(key);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            let held = self.slots[slot];
            if held >> 32 == hash >> 32 {
                let known = held as u32 - 1;
                if self.key(known) == key {
                    return Ok(known);
                }
            }
            slot = (slot + 1) & mask;
        }
        Err(Vacancy { hash, slot })
    }

    /// Puts a position where it was not found; its number, unless there are no more numbers.
    pub(crate) fn insert(&mut self, key: &[u8], at: Vacancy, node: Node) -> Option<u32> {
        if self.len >= MOST {
            return None;
        }
        let number = self.len as u32;
        self.slots[at.slot] = at.hash >> 32 << 32 | u64::from(number + 1);
        if self.len.is_multiple_of(BLOCK) {
            self.nodes.push(Vec::with_capacity(BLOCK));
            self.keys.push(Vec::with_capacity(BLOCK * self.key_size));
        }
        self.nodes[self.len / BLOCK].push(node);
        self.keys[self.len / BLOCK].extend_from_slice(key);
        self.len += 1;
        if self.len * 4 > self.slots.len() * 3 {
            self.grow();
        }
        Some(number)
    }

    fn grow(&mut self) {
        let mut slots = vec![0u64; self.slots.len() * 2];
        let mask = slots.len() - 1;
        let keys = self.keys.iter().flat_map(|block| block.chunks_exact(self.key_size));
        for (number, key) in (1u64..).zip(keys) {
            let hash = hash(key);
            let mut slot = hash as usize & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = hash >> 32 << 32 | number;
        }
        self.slots = slots;
    }
}
