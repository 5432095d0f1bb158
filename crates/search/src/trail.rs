//! The tree of moves that a beam has made, for the plan at its end.

/// Moves, each with the one before it. Number 0 is the start.
#[derive(Debug)]
pub(super) struct Trail<S> {
    links: Vec<(u32, S)>,
}

impl<S> Default for Trail<S> {
    fn default() -> Trail<S> {
        Trail { links: Vec::new() }
    }
}

impl<S: Copy> Trail<S> {
    /// Forgets every move but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.links.clear();
    }

    /// Adds a move after that of number `parent`; its number.
    pub(super) fn push(&mut self, parent: u32, step: S) -> u32 {
        self.links.push((parent, step));
        self.links.len() as u32
    }

    /// The last number given.
    pub(super) fn len(&self) -> usize {
        self.links.len()
    }

    /// Takes back the moves after that of this number.
    pub(super) fn truncate(&mut self, last: usize) {
        self.links.truncate(last);
    }

    /// Size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.links.capacity() * size_of::<(u32, S)>()
    }

    /// The moves from the start to that of this number.
    pub(super) fn path(&self, at: u32) -> Vec<S> {
        self.between(0, at)
    }

    /// The moves after that of number `from`, which is on the way, to that of number `to`.
    pub(super) fn between(&self, from: u32, to: u32) -> Vec<S> {
        let (mut steps, mut at) = (Vec::new(), to);
        while at != from {
            let (parent, step) = self.links[at as usize - 1];
            steps.push(step);
            at = parent;
        }
        steps.reverse();
        steps
    }
}
