//! Which weights are tried, and how many positions each may expand.
//!
//! Found by random search and hill climbing on the mean number of expansions over
//! Microsoft deals 100001..106000, far from the deals that any figure is quoted for.

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
    (639, weights(15, 23, 25, 8, 13, 20, 1, 3, 6, 0, 2, 14)),
    (149, weights(9, 38, 26, 5, 24, 14, 7, 12, 0, -1, 5, -3)),
    (288, weights(8, 5, 28, 10, 28, 25, 5, 6, 4, 3, 6, 0)),
    (205, weights(45, 1, 13, 2, 9, 7, 0, 5, 4, -1, 5, -1)),
    (450, weights(65, 65, 5, 24, 7, 18, 19, 0, -1, 1, 15, -7)),
    (96, weights(57, 9, 22, 15, 9, 12, 5, 5, 1, -2, 13, -3)),
    (480, weights(32, 30, 34, 3, 9, 8, 24, 15, 1, -1, 8, -7)),
    (720, weights(22, 9, 50, 31, 9, 18, 7, 6, -4, 1, 4, -2)),
    (1000, weights(20, 17, 25, 15, 6, 10, 9, 5, -1, 1, 5, 3)),
    (1500, weights(11, 26, 50, 7, 29, 14, 7, 7, 0, -1, 6, 3)),
    (2000, weights(20, 22, 23, 15, 12, 30, 18, 5, 1, 0, 4, 5)),
    (3000, weights(10, 15, 23, 24, 7, 10, 6, 2, -1, 0, 2, 4)),
];

/// The weights of the search to the end.
pub const LAST: Weights = weights(20, 17, 25, 15, 6, 10, 9, 5, -1, 1, 5, 3);
