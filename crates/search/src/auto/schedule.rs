//! Which weights are tried, and how many positions each may expand.
//!
//! Found by random search and hill climbing on Microsoft deals 100001 onwards, far from the deals that any
//! figure is quoted for (`cargo bench --bench tune_stages`). What is made small is time: an expansion counts as
//! much as ten positions made by one, which the narrow stages make few of.

use crate::score::Weights;

/// A dive that is given up after a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Expansions.
    pub quota: u64,
    /// Whether cards go home wherever they can, and steps that seldom help are left out.
    pub narrow: bool,
    /// What positions are judged by.
    pub weights: Weights,
}

/// Weights from numbers in the order of the table below.
#[must_use]
pub const fn weights(numbers: [i32; 16]) -> Weights {
    let [not_home, cell, no_space, one_space, empty_column, unjoined, disorder, buried, ..] = numbers;
    let [.., joined, buried_second, spread, depth, bottom, whole, sends_home, lets_move] = numbers;
    Weights {
        not_home,
        cell,
        no_space,
        one_space,
        empty_column,
        unjoined,
        joined,
        disorder,
        buried,
        buried_second,
        spread,
        depth,
        bottom,
        whole,
        sends_home,
        lets_move,
    }
}

/// The numbers of weights in the order of the table below.
#[must_use]
pub fn numbers(w: &Weights) -> [i32; 16] {
    let first =
        [w.not_home, w.cell, w.no_space, w.one_space, w.empty_column, w.unjoined, w.disorder, w.buried];
    let then = [w.joined, w.buried_second, w.spread, w.depth, w.bottom, w.whole, w.sends_home, w.lets_move];
    let mut all = [0; 16];
    all[..8].copy_from_slice(&first);
    all[8..].copy_from_slice(&then);
    all
}

const fn narrow(quota: u64, numbers: [i32; 16]) -> Stage {
    Stage { quota, narrow: true, weights: weights(numbers) }
}

const fn wide(quota: u64, numbers: [i32; 16]) -> Stage {
    Stage { quota, narrow: false, weights: weights(numbers) }
}

/// The stages, one after the other.
pub const STAGES: &[Stage] = &[
    narrow(400, [21, 43, 64, 27, 34, 25, -1, 15, 5, 1, 12, 57, 10, 22, 184, 183]),
    wide(1010, [15, 23, 25, 6, 15, 20, 1, 5, 7, 0, 1, 16, 0, 0, 0, 0]),
    wide(108, [49, 2, 13, 2, 12, 7, 0, 5, 0, -1, 16, -2, 0, 0, 0, 0]),
    wide(480, [22, 17, 29, 11, 8, 12, 9, 5, -3, 1, 6, 3, 0, 0, 0, 0]),
    wide(137, [40, 14, 7, 5, 22, 20, 4, 0, 0, -3, 4, 0, 0, 0, 0, 0]),
    wide(317, [10, 51, 26, 7, 24, 14, 10, 11, 2, -2, 7, -3, 0, 0, 0, 0]),
    wide(171, [5, 5, 35, 11, 16, 25, 5, 6, 6, 5, 16, 0, 0, 0, 0, 0]),
    wide(569, [10, 26, 39, 3, 23, 14, 7, 6, 0, 0, 4, 5, 0, 0, 0, 0]),
    wide(93, [65, 37, 10, 16, 7, 18, 19, 1, 2, 1, 13, -17, 0, 0, 0, 0]),
    wide(20, [19, 14, 57, 5, 4, 10, 26, 24, 1, -2, 6, -7, 0, 0, 0, 0]),
    wide(113, [13, 4, 57, 30, 5, 18, 8, 5, -3, 1, 5, 0, 0, 0, 0, 0]),
    wide(404, [15, 26, 27, 4, 25, 38, 19, 6, 0, -2, 9, 6, 0, 0, 0, 0]),
];

/// The weights of the search to the end.
pub const LAST: Weights = weights([0, 19, 16, 8, 4, 5, 4, 2, -1, 0, 2, 2, 0, 0, 0, 0]);
