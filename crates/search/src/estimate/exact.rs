//! The size of a small tree of moves, counted.
//!
//! The idea: what [`super::estimate`] estimates, walked in full, as far as that is bearable.

use patsat_game::state::Position;

/// The number of sequences of 1, 2, ... `depth` moves from `start`, repetitions of positions
/// and all.
#[must_use]
pub fn tree_sizes<P: Position>(start: &P, depth: usize) -> Vec<u128> {
    let mut sizes = vec![0; depth];
    // The positions of the present sequence with moves still to be tried.
    let mut path = Vec::new();
    let mut enter = |position: P, path: &mut Vec<_>| {
        if path.len() < depth {
            let mut moves = Vec::new();
            position.single_moves_into(&mut moves);
            sizes[path.len()] += moves.len() as u128;
            path.push((position, moves));
        }
    };
    enter(start.clone(), &mut path);
    while let Some((position, moves)) = path.last_mut() {
        // The last step is counted already, and need not be made.
        match moves.pop() {
            Some(action) => {
                let mut next = position.clone();
                next.make(action);
                enter(next, &mut path);
            }
            None => {
                path.pop();
            }
        }
    }
    sizes
}
