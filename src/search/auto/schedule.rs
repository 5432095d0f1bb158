//! Which weights are tried, and how many positions each may expand.
//!
//! Found by random search and hill climbing on the mean number of expansions over
//! Microsoft deals 100001..106000, far from the deals that any figure is quoted for.

use super::score::Weights;

#[expect(clippy::too_many_arguments, reason = "a row of the table below, in its order")]
const fn weights(
    not_home: i32,
    cell: i32,
    no_space: i32,
    one_space: i32,
    empty_column: i32,
    unjoined: i32,
    disorder: i32,
    buried: i32,
    joined: i32,
    buried_second: i32,
    spread: i32,
    depth: i32,
) -> Weights {
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
    }
}

/// Expansions and weights of each stage.
pub(super) const STAGES: [(u64, Weights); 8] = [
    (327, weights(18, 22, 15, 7, 13, 20, 0, 3, 2, 0, 1, 13)),
    (149, weights(11, 26, 50, 7, 29, 14, 7, 7, 0, -1, 6, -3)),
    (120, weights(57, 9, 20, 15, 10, 12, 5, 5, 3, -2, 13, -3)),
    (126, weights(29, 0, 13, 11, 8, 11, 0, 5, 3, 1, 4, 0)),
    (450, weights(60, 38, 3, 21, 7, 28, 21, 0, -1, 1, 15, -10)),
    (360, weights(6, 9, 24, 5, 28, 16, 8, 10, 4, 1, 6, 0)),
    (600, weights(32, 30, 34, 8, 9, 8, 24, 15, 1, -1, 8, -7)),
    (800, weights(20, 15, 50, 31, 9, 18, 7, 5, -4, 1, 4, -1)),
];

/// The weights of the search to the end.
pub(super) const LAST: Weights = weights(20, 17, 25, 15, 6, 10, 9, 5, -1, 1, 5, 3);
