//! Which weights are tried, and how many positions each may expand.
//!
//! Found by random search and hill climbing on the mean number of expansions over
//! Microsoft deals 100001..112000, far from the deals that any figure is quoted for
//! (`cargo bench --bench tune`).

use super::score::Weights;

/// Weights from numbers in the order of the table below.
#[must_use]
#[expect(clippy::too_many_arguments, reason = "a row of the table below, in its order")]
pub const fn weights(
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
pub const STAGES: &[(u64, Weights)] = &[
    (919, weights(15, 23, 25, 7, 15, 20, 1, 4, 7, 0, 2, 16)),
    (110, weights(45, 1, 13, 2, 9, 7, 0, 5, 0, -1, 10, -2)),
    (171, weights(5, 5, 35, 10, 16, 25, 5, 6, 6, 5, 16, 0)),
    (253, weights(9, 51, 26, 7, 24, 14, 7, 11, -1, -2, 4, -3)),
    (90, weights(58, 12, 22, 15, 14, 9, 7, 2, 2, -2, 8, 0)),
    (466, weights(16, 9, 76, 30, 9, 18, 7, 3, -7, 1, 8, -1)),
    (270, weights(65, 65, 6, 22, 7, 18, 19, 0, 1, 2, 11, -9)),
    (480, weights(22, 17, 29, 11, 8, 12, 9, 5, -3, 1, 6, 3)),
    (186, weights(19, 30, 57, 5, 4, 7, 26, 24, 1, -2, 6, -7)),
    (1650, weights(11, 26, 50, 3, 18, 14, 7, 8, 0, 0, 6, 5)),
    (2400, weights(8, 17, 21, 15, 28, 48, 15, 8, 2, -2, 7, 5)),
    (5850, weights(0, 19, 16, 13, 2, 4, 4, 2, -1, 0, 1, 2)),
];

/// The weights of the search to the end.
pub const LAST: Weights = weights(20, 17, 25, 15, 6, 10, 9, 5, -1, 1, 5, 3);
