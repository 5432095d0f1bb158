//! Positions still to be expanded, by bound, and under equal bounds the nearest to the end first.

/// Stacks of positions by (bound, distance to the end); `E` is what is kept of one, its number at least.
#[derive(Debug)]
pub(super) struct Frontier<E = u32> {
    /// `stacks[bound][rest]`.
    stacks: Vec<Vec<Vec<E>>>,
    /// The lowest bound that may have positions.
    bound: usize,
    /// The least rest that may have positions under that bound.
    rest: usize,
    len: usize,
}

impl<E> Default for Frontier<E> {
    fn default() -> Self {
        Frontier { stacks: Vec::new(), bound: 0, rest: 0, len: 0 }
    }
}

impl<E> Frontier<E> {
    pub(super) fn push(&mut self, bound: u32, rest: u32, node: E) {
        let (bound, rest) = (bound as usize, rest as usize);
        if self.stacks.len() <= bound {
            self.stacks.resize_with(bound + 1, Vec::new);
        }
        let stacks = &mut self.stacks[bound];
        if stacks.len() <= rest {
            stacks.resize_with(rest + 1, Vec::new);
        }
        stacks[rest].push(node);
        self.len += 1;
        if bound < self.bound {
            self.bound = bound;
            self.rest = rest;
        } else if bound == self.bound && rest < self.rest {
            self.rest = rest;
        }
    }

    /// The next position, its bound and its distance to the end.
    pub(super) fn pop(&mut self) -> Option<(u32, u32, E)> {
        while let Some(stacks) = self.stacks.get_mut(self.bound) {
            while let Some(stack) = stacks.get_mut(self.rest) {
                if let Some(node) = stack.pop() {
                    self.len -= 1;
                    return Some((self.bound as u32, self.rest as u32, node));
                }
                self.rest += 1;
            }
            // No position comes back under a bound that has been passed: its memory is freed.
            *stacks = Vec::new();
            self.bound += 1;
            self.rest = 0;
        }
        None
    }

    /// Bytes held, about.
    pub(super) fn bytes(&self) -> u64 {
        (self.len * size_of::<E>() * 2) as u64
    }
}
