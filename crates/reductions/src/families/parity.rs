//! Sums modulo 2 along the edges of a graph that cannot all hold.
//!
//! Tseitin (1968) gives each edge a variable and fixes at each vertex whether the sum of its edges
//! is odd. If the number of odd vertices is odd, the formula is unsatisfiable, because each edge
//! counts twice. On well-connected graphs resolution needs exponentially many steps (Urquhart, Hard
//! examples for resolution, 1987). Random graphs with three edges a vertex almost surely have this
//! property, and give four clauses of three literals a vertex.

use super::{Cnf, Dice, FamilyError};

/// Returns the formula of a random graph with three edges a vertex and at most `variables` edges.
///
/// # Errors
/// If there are fewer than 6 variables, the edges of the smallest such graph, or too many.
pub fn parity(variables: u32, seed: u64) -> Result<Cnf, FamilyError> {
    if !(6..=300_000).contains(&variables) {
        return Err(FamilyError::new(format!("{variables} variables"), "6 to 300000"));
    }
    let vertices = variables / 3 * 2;
    let mut dice = Dice::new(seed);
    let edges = graph(&mut dice, vertices);
    let mut at = vec![Vec::new(); vertices as usize];
    for (&(a, b), name) in edges.iter().zip(1..) {
        at[a as usize].push(name);
        at[b as usize].push(name);
    }
    let mut odd: Vec<bool> = (0..vertices).map(|_| dice.below(2) == 1).collect();
    if odd.iter().filter(|&&odd| odd).count() % 2 == 0 {
        odd[0] = !odd[0];
    }
    let mut clauses = Vec::new();
    for (edges, odd) in at.iter().zip(odd) {
        // Each clause excludes one wrong sum: literals with an odd number of signs for an even
        // vertex, with an even number for an odd one.
        for signs in (0u32..8).filter(|signs| (signs.count_ones() % 2 == 1) != odd) {
            let sign = |n: usize| if signs >> n & 1 == 1 { -1 } else { 1 };
            clauses.push(edges.iter().enumerate().map(|(n, &edge): (_, &i32)| edge * sign(n)).collect());
        }
    }
    Ok(Cnf { variables: edges.len() as u32, clauses })
}

/// Returns a random graph with three edges a vertex. Half-edges are paired, and drawn again until
/// no pair is a loop or double (Bollobas 1980); about one in seven tries succeeds.
fn graph(dice: &mut Dice, vertices: u32) -> Vec<(u32, u32)> {
    let mut ends: Vec<u32> = (0..vertices).flat_map(|v| [v; 3]).collect();
    loop {
        dice.shuffle(&mut ends);
        let mut edges: Vec<(u32, u32)> =
            ends.chunks(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))).collect();
        edges.sort_unstable();
        let simple = edges.iter().all(|(a, b)| a != b) && edges.windows(2).all(|pair| pair[0] != pair[1]);
        if simple {
            return edges;
        }
    }
}
