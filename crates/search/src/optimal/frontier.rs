//! Positions still to be expanded, by bound, and under equal bounds the nearest to the end first.

/// Stacks of positions by (bound, distance to the end).
#[derive(Debug, Default)]
pub(super) struct Frontier {
    /// `stacks[bound][rest]`.
    stacks: Vec<Vec<Vec<u32>>>,
    /// The lowest bound that may have positions.
    bound: usize,
    /// The least rest that may have positions under that bound.
    rest: usize,
    len: usize,
}

impl Frontier {
    pub(super) fn push(&mut self, bound: u32, rest: u32, node: u32) {
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

    /// The next position and its bound.
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(stacks) = self.stacks.get_mut(self.bound) {
            while let Some(stack) = stacks.get_mut(self.rest) {
                if let Some(node) = stack.pop() {
                    self.len -= 1;
                    return Some((self.bound as u32, node));
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
        (self.len * size_of::<u32>() * 2) as u64
    }
}
