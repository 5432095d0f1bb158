//! What is left to do at a position that waits: which of its moves raise the sum by how much.
//!
//! A position comes out of the frontier once for every sum that one of its children has. How much each move
//! raises the sum is worked out the first time and kept, three bits a move in the order in which they
//! are listed, so that the graph of the position is made once.

/// How much a move raises the sum of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rise {
    /// By the bound of the deadlocks; two at most.
    pub(super) bound: u32,
    /// Whether the position after it has been looked at, and its bound is one more.
    pub(super) raised: bool,
}

impl Rise {
    /// By both.
    #[inline]
    pub(super) fn total(self) -> u32 {
        self.bound + u32::from(self.raised)
    }
}

/// A position in the frontier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    /// Its number.
    pub(super) node: u32,
    /// [`Rises`], in halves: twelve bytes a position then.
    halves: [u32; 2],
}

impl Waiting {
    #[inline]
    pub(super) fn new(node: u32, rises: Rises) -> Waiting {
        Waiting { node, halves: [rises.0 as u32, (rises.0 >> 32) as u32] }
    }

    #[inline]
    pub(super) fn rises(self) -> Rises {
        Rises(u64::from(self.halves[0]) | u64::from(self.halves[1]) << 32)
    }
}

/// The rises of a position's moves, of those that are still to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rises(u64);

/// Bits of one move: none if it is done; `total` of what was raised; [`PLAIN`] and the rise of what was not.
const BITS: usize = 3;
const PLAIN: u64 = 4;

impl Rises {
    /// Nothing is known yet. (No move has the code of three ones.)
    pub(super) const UNKNOWN: Rises = Rises(u64::MAX);
    /// Nothing is left.
    pub(super) const NONE: Rises = Rises(0);

    /// Keeps a move for later; if there is no room for it, nothing is known again.
    #[inline]
    pub(super) fn keep(&mut self, number: usize, rise: Rise) {
        let code = if rise.raised { u64::from(rise.total()) } else { PLAIN + u64::from(rise.bound) };
        if number >= u64::BITS as usize / BITS {
            *self = Rises::UNKNOWN;
        } else if *self != Rises::UNKNOWN {
            self.0 |= code << (BITS * number);
        }
    }

    /// The moves kept and their rises, by number.
    #[inline]
    pub(super) fn each(self) -> impl Iterator<Item = (usize, Rise)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let number = rest.trailing_zeros() as usize / BITS;
            (rest != 0).then(|| {
                let code = rest >> (BITS * number) & 7;
                rest ^= code << (BITS * number);
                let rise = if code < PLAIN {
                    Rise { bound: code as u32 - 1, raised: true }
                } else {
                    Rise { bound: (code - PLAIN) as u32, raised: false }
                };
                (number, rise)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Rise, Rises, Waiting};

    #[test]
    fn what_is_kept_is_read_again_or_not_known() {
        let all: Vec<Rise> = (0..6)
            .map(|n| Rise { bound: n / 2, raised: n % 2 != 0 })
            .filter(|rise| rise.total() > 0)
            .collect();
        for count in 0..=21 {
            let kept: Vec<(usize, Rise)> =
                (0..count).filter(|n| n % 4 != 3).map(|n| (n, all[n % all.len()])).collect();
            let mut rises = Rises::NONE;
            kept.iter().for_each(|&(number, rise)| rises.keep(number, rise));
            assert_ne!(rises, Rises::UNKNOWN);
            assert_eq!(Waiting::new(7, rises).rises().each().collect::<Vec<_>>(), kept);
        }
        let mut rises = Rises::NONE;
        rises.keep(21, all[0]);
        rises.keep(0, all[1]);
        assert_eq!(rises, Rises::UNKNOWN);
    }
}
