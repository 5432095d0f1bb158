//! A queue of positions by score: an array of stacks, threaded through their numbers. Of equal
//! scores the last comes first.

const NOTHING: u32 = u32::MAX;

/// Numbers of positions, each with a score; the lowest score comes first.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// For each position the next one in its stack.
    next: Vec<u32>,
    stacks: Vec<u32>,
    lowest: usize,
    highest: usize,
}

impl Queue {
    /// Forgets every position but keeps the memory. Scores are cut to less than `stacks`.
    pub(super) fn clear(&mut self, stacks: usize) {
        self.next.clear();
        if self.stacks.len() != stacks {
            self.stacks = vec![NOTHING; stacks];
        } else if self.lowest <= self.highest {
            self.stacks[self.lowest..=self.highest].fill(NOTHING);
        }
        (self.lowest, self.highest) = (stacks - 1, 0);
    }

    /// Adds a position, whose number must be higher than all before.
    #[inline]
    pub(super) fn push(&mut self, number: u32, score: i32) {
        let stack = score.clamp(0, self.stacks.len() as i32 - 1) as usize;
        // Some numbers may have been left out.
        self.next.resize(number as usize, NOTHING);
        self.next.push(self.stacks[stack]);
        self.stacks[stack] = number;
        self.lowest = self.lowest.min(stack);
        self.highest = self.highest.max(stack);
    }

    /// Takes the first position out.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        while self.lowest <= self.highest {
            let number = self.stacks[self.lowest];
            if number != NOTHING {
                self.stacks[self.lowest] = self.next[number as usize];
                return Some(number);
            }
            self.lowest += 1;
        }
        None
    }

    /// Size in bytes.
    pub(super) fn bytes(&self) -> u64 {
        4 * self.next.capacity() as u64
    }
}
