//! Minimum vertex cover of a small graph, exactly.
//!
//! Vertices are bits of a word, and a row of the matrix holds the neighbours of one. A vertex of
//! one neighbour never needs to be taken itself. Once every vertex has two or more, either the one
//! with most neighbours is taken or all its neighbours are. A graph with exactly two neighbours
//! everywhere is a set of circles, of which every second vertex is taken (rounded up). Textbook
//! branching (Niedermeier, Invitation to Fixed-Parameter Algorithms, 2006, 8.1).

use patsat_states::packed::MAX_CARDS;

/// The size of a smallest set of vertices that meets every edge among `alive`.
///
/// `rows[v]` may mention vertices that are not alive; edges must be mentioned from both ends.
pub(super) fn cover(rows: &[u64; MAX_CARDS], mut alive: u64) -> u32 {
    let mut taken = 0;
    loop {
        let mut rest = alive;
        let mut reduced = false;
        let mut three = false;
        // Bits are counted where it must be only: many machines do it in a dozen steps.
        while rest != 0 {
            let vertex = rest.trailing_zeros();
            rest &= rest - 1;
            let row = rows[vertex as usize] & alive;
            let second = row & row.wrapping_sub(1);
            if second == 0 {
                alive &= !(1 << vertex | row);
                rest &= alive;
                taken += u32::from(row != 0);
                reduced |= row != 0;
            } else {
                three |= second & (second - 1) != 0;
            }
        }
        if reduced {
            continue;
        }
        if alive == 0 {
            return taken;
        }
        if !three {
            return taken + circles(rows, alive);
        }
        let (mut most, mut hub) = (0, 0);
        rest = alive;
        while rest != 0 {
            let vertex = rest.trailing_zeros();
            rest &= rest - 1;
            let degree = (rows[vertex as usize] & alive).count_ones();
            if degree > most {
                (most, hub) = (degree, vertex);
            }
        }
        let others = alive & !(1 << hub);
        let row = rows[hub as usize] & alive;
        let with = 1 + cover(rows, others);
        // The neighbours are at least three, so this side can only win by two or more.
        let without = most + cover(rows, others & !row);
        return taken + with.min(without);
    }
}

/// The cover of disjoint circles.
fn circles(rows: &[u64; MAX_CARDS], mut alive: u64) -> u32 {
    let mut taken = 0;
    while alive != 0 {
        let mut circle = alive & alive.wrapping_neg();
        let mut edge = circle;
        while edge != 0 {
            let vertex = edge.trailing_zeros();
            let next = rows[vertex as usize] & alive & !circle;
            circle |= next;
            edge = (edge & (edge - 1)) | next;
        }
        taken += circle.count_ones().div_ceil(2);
        alive &= !circle;
    }
    taken
}
