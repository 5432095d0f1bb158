//! Which weights are tried, and how many positions each may expand.
//!
//! Found by random search and hill climbing on the mean number of expansions over
//! Microsoft deals 100001..140000, far from the deals that any figure is quoted for
//! (`cargo bench --bench tune`).

use crate::score::Weights;

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
    (1010, weights(15, 23, 25, 6, 15, 20, 1, 5, 7, 0, 1, 16)),
    (108, weights(49, 2, 13, 2, 12, 7, 0, 5, 0, -1, 16, -2)),
    (480, weights(22, 17, 29, 11, 8, 12, 9, 5, -3, 1, 6, 3)),
    (137, weights(40, 14, 7, 5, 22, 20, 4, 0, 0, -3, 4, 0)),
    (317, weights(10, 51, 26, 7, 24, 14, 10, 11, 2, -2, 7, -3)),
    (171, weights(5, 5, 35, 11, 16, 25, 5, 6, 6, 5, 16, 0)),
    (569, weights(10, 26, 39, 3, 23, 14, 7, 6, 0, 0, 4, 5)),
    (93, weights(65, 37, 10, 16, 7, 18, 19, 1, 2, 1, 13, -17)),
    (20, weights(19, 14, 57, 5, 4, 10, 26, 24, 1, -2, 6, -7)),
    (113, weights(13, 4, 57, 30, 5, 18, 8, 5, -3, 1, 5, 0)),
    (404, weights(15, 26, 27, 4, 25, 38, 19, 6, 0, -2, 9, 6)),
];

/// The weights of the search to the end.
pub const LAST: Weights = weights(0, 19, 16, 8, 4, 5, 4, 2, -1, 0, 2, 2);
