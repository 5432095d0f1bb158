//! Visited states: each once, with the action that led to it.
//!
//! Bits of all states stand in one vector, and a hash table has their numbers. Whole states are compared, never hashes
//! alone.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

const BITS: usize = u64::BITS as usize;
/// Stands for the action of the first state.
const NONE: u32 = u32::MAX;

/// How a state was first reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    parent: u32,
    action: u32,
    depth: u32,
}

impl Node {
    /// The first state, its own parent.
    pub(super) fn root() -> Node {
        Node { parent: 0, action: NONE, depth: 0 }
    }
}

/// The set of visited states.
#[derive(Debug)]
pub(super) struct States {
    words: usize,
    bits: Vec<u64>,
    nodes: Vec<Node>,
    numbers: HashTable<u32>,
}

impl States {
    /// An empty set of states of N facts.
    pub(super) fn new(facts: usize) -> States {
        let words = facts.div_ceil(BITS).max(1);
        States { words, bits: Vec::new(), nodes: Vec::new(), numbers: HashTable::new() }
    }

    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no number is left for another state.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= NONE as usize
    }

    pub(super) fn bytes(&self) -> u64 {
        let bits = self.bits.capacity() * size_of::<u64>();
        let nodes = self.nodes.capacity() * size_of::<Node>();
        // The table has a control byte beside each number.
        (bits + nodes + self.numbers.capacity() * (size_of::<u32>() + 1)) as u64
    }

    pub(super) fn get(&self, number: u32) -> &[u64] {
        let at = number as usize * self.words;
        &self.bits[at..at + self.words]
    }

    pub(super) fn depth(&self, number: u32) -> u32 {
        self.nodes[number as usize].depth
    }

    /// What an action makes of a state.
    pub(super) fn child(&self, parent: u32, action: u32) -> Node {
        Node { parent, action, depth: self.depth(parent) + 1 }
    }

    /// Adds a state; `None` if it was there.
    pub(super) fn insert(&mut self, bits: &[u64], node: Node) -> Option<u32> {
        let (words, all) = (self.words, &self.bits);
        let state = |number: u32| &all[number as usize * words..][..words];
        let hash = |bits: &[u64]| FxBuildHasher.hash_one(bits);
        if self.numbers.find(hash(bits), |&other| state(other) == bits).is_some() {
            return None;
        }
        let number = self.nodes.len() as u32;
        self.numbers.insert_unique(hash(bits), number, |&other| hash(state(other)));
        self.bits.extend_from_slice(bits);
        self.nodes.push(node);
        Some(number)
    }

    /// The actions from the first state to this one.
    pub(super) fn steps_to(&self, number: u32) -> Vec<u32> {
        let mut at = self.nodes[number as usize];
        let mut steps = Vec::new();
        while at.depth > 0 {
            steps.push(at.action);
            at = self.nodes[at.parent as usize];
        }
        steps.reverse();
        steps
    }
}

pub(super) fn holds(bits: &[u64], fact: usize) -> bool {
    bits[fact / BITS] >> (fact % BITS) & 1 == 1
}

pub(super) fn set(bits: &mut [u64], fact: usize) {
    bits[fact / BITS] |= 1 << (fact % BITS);
}

pub(super) fn clear(bits: &mut [u64], fact: usize) {
    bits[fact / BITS] &= !(1 << (fact % BITS));
}

/// The facts that hold, in ascending order.
pub(super) fn facts(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(at, &word)| {
        let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
        rest.take_while(|&word| word != 0).map(move |word| at * BITS + word.trailing_zeros() as usize)
    })
}
