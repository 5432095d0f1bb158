//! The open positions of a search that takes the best first.
//!
//! A heap ordered by a number, smaller first; of equal ones the latest, so that among
//! equals the search goes on where it is (as it does in Heineman's balanced tree, where an
//! equal is inserted to the left).

use super::arena::NodeId;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// An open position.
#[derive(Debug)]
pub(super) struct Open<P> {
    order: (Reverse<u32>, u64),
    /// The position.
    pub(super) position: P,
    /// Its node.
    pub(super) node: NodeId,
    /// Moves made to reach it.
    pub(super) depth: u32,
}

impl<P> PartialEq for Open<P> {
    fn eq(&self, other: &Self) -> bool {
        self.order == other.order
    }
}

impl<P> Eq for Open<P> {}

impl<P> PartialOrd for Open<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P> Ord for Open<P> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order.cmp(&other.order)
    }
}

/// The heap. Positions are boxed, so that the heap moves pointers only.
#[derive(Debug)]
pub(super) struct Frontier<P> {
    heap: BinaryHeap<Box<Open<P>>>,
    pushed: u64,
}

impl<P> Frontier<P> {
    /// An empty one.
    pub(super) fn new() -> Self {
        Frontier { heap: BinaryHeap::new(), pushed: 0 }
    }

    /// Adds a position of this value.
    pub(super) fn push(&mut self, value: u32, position: P, node: NodeId, depth: u32) {
        let order = (Reverse(value), self.pushed);
        self.pushed += 1;
        self.heap.push(Box::new(Open { order, position, node, depth }));
    }

    /// Takes the best position, of equal ones the latest.
    pub(super) fn pop(&mut self) -> Option<Box<Open<P>>> {
        self.heap.pop()
    }

    /// Its size, if a position takes `footprint` bytes.
    pub(super) fn bytes(&self, footprint: usize) -> usize {
        self.heap.len() * (footprint + size_of::<Open<()>>()) + self.heap.capacity() * size_of::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_and_of_equals_the_latest() {
        let mut frontier = Frontier::new();
        for (value, name) in [(3, "a"), (1, "b"), (2, "c"), (1, "d")] {
            frontier.push(value, name, 0, 0);
        }
        let order: Vec<&str> = std::iter::from_fn(|| frontier.pop().map(|open| open.position)).collect();
        assert_eq!(order, ["d", "b", "c", "a"]);
    }
}
