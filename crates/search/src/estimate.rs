//! An estimate of the size of a tree of moves, without walking it.
//!
//! The idea: walk from the start, at each position choosing one of its `n` moves at random. The
//! product of the `n` met so far is, on average, the number of move sequences of that length. The
//! mean over many walks (probes) estimates it, and their spread gives its error. A walk that comes
//! to a position without moves contributes nothing beyond it. The estimate counts *sequences of
//! moves*, not positions: a position reached in two ways counts twice.
//!
//! Source: Knuth, "Estimating the efficiency of backtrack programs" (Mathematics of
//! Computation 29, 1975); used on FreeCell by Heineman's column (2009), Table 1.
//!
//! What differs: sums are floating-point with the means updated one by one, so that nothing wraps
//! round (beyond 10^308 a mean is infinite). One probe serves every depth; his listing makes new
//! probes for each depth. The standard error is reported. Probes may leave out moves that lead back
//! to a position of their own walk, which estimates the tree of a search that tests for cycles.

use hashbrown::HashSet;
use patsat_game::rules::Move;
use patsat_game::state::Position;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The settings of an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EstimateOptions {
    /// Longest sequence of moves.
    pub depth: usize,
    /// Number of probes.
    pub probes: u64,
    /// Seed of the choices.
    pub seed: u64,
    /// Leave out moves that lead to a position already on the walk.
    pub no_cycles: bool,
}

impl Default for EstimateOptions {
    fn default() -> Self {
        EstimateOptions { depth: 16, probes: 65_536, seed: 0, no_cycles: false }
    }
}

/// The estimate for one depth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DepthEstimate {
    /// Number of moves.
    pub depth: usize,
    /// Estimated number of move sequences of this length.
    pub sequences: f64,
    /// Standard error of that number.
    pub standard_error: f64,
    /// Mean number of moves in the positions where probes made their move number `depth`, dead
    /// ends not counted; 0 if no probe came so far.
    pub mean_moves: f64,
    /// Probes that made this many moves.
    pub reached: u64,
}

/// The result of the probes.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// Depths 1, 2, ... in order.
    pub by_depth: Vec<DepthEstimate>,
    /// Number of probes.
    pub probes: u64,
}

impl Estimate {
    /// The mean number of moves over all positions that probes met (dead ends not counted).
    #[must_use]
    pub fn mean_branching(&self) -> f64 {
        let total: f64 = self.by_depth.iter().map(|d| d.reached as f64).sum();
        let sum: f64 = self.by_depth.iter().map(|d| d.reached as f64 * d.mean_moves).sum();
        if total > 0.0 { sum / total } else { 0.0 }
    }
}

/// A mean and the sum of squared differences from it, updated value by value (Welford).
#[derive(Clone, Copy, Default)]
struct Mean {
    mean: f64,
    squares: f64,
    values: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.values += 1.0;
        if value.is_infinite() || self.mean.is_infinite() {
            (self.mean, self.squares) = (f64::INFINITY, f64::INFINITY);
            return;
        }
        let before = value - self.mean;
        self.mean += before / self.values;
        self.squares += before * (value - self.mean);
    }

    fn standard_error(&self) -> f64 {
        if self.values < 2.0 { 0.0 } else { (self.squares / (self.values - 1.0) / self.values).sqrt() }
    }
}

/// A uniform draw from `0..values` (draws beyond the last full multiple are repeated).
fn below(rng: &mut ChaCha8Rng, values: usize) -> usize {
    let values = values as u64;
    let limit = u64::MAX - u64::MAX % values;
    loop {
        let draw = rng.next_u64();
        if draw < limit {
            return (draw % values) as usize;
        }
    }
}

/// Estimates the tree of moves under `start`.
#[must_use]
pub fn estimate<P: Position>(start: &P, options: &EstimateOptions) -> Estimate {
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    let mut products = vec![Mean::default(); options.depth];
    let mut branching = vec![Mean::default(); options.depth];
    let mut moves: Vec<Move> = Vec::new();
    for _ in 0..options.probes {
        let mut position = start.clone();
        let mut on_walk = HashSet::new();
        let mut product = 1.0;
        for depth in 0..options.depth {
            moves.clear();
            position.single_moves_into(&mut moves);
            if options.no_cycles {
                on_walk.insert(position.key());
                moves.retain(|&action| {
                    let mut next = position.clone();
                    next.make(action);
                    !on_walk.contains(&next.key())
                });
            }
            if moves.is_empty() {
                // No sequence goes on from here: this probe counts 0 at all greater depths.
                products[depth..].iter_mut().for_each(|mean| mean.add(0.0));
                break;
            }
            let chosen = below(&mut rng, moves.len());
            branching[depth].add(moves.len() as f64);
            product *= moves.len() as f64;
            products[depth].add(product);
            position.make(moves[chosen]);
        }
    }
    let by_depth = products.iter().zip(&branching).enumerate().map(|(n, (product, moves))| DepthEstimate {
        depth: n + 1,
        sequences: product.mean,
        standard_error: product.standard_error(),
        mean_moves: moves.mean,
        reached: moves.values as u64,
    });
    Estimate { by_depth: by_depth.collect(), probes: options.probes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::DealId;
    use patsat_game::rules::Rules;
    use patsat_game::state::{Instance, Table};

    fn table(preset: &str, id: &str) -> Table {
        let id: DealId = id.parse().unwrap();
        Instance::from_id(Rules::preset(preset).unwrap(), id).unwrap().table()
    }

    /// Counts the sequences of 1, 2, ... moves from a position, one length for each element of
    /// `sizes`.
    fn count(position: &Table, sizes: &mut [u64]) {
        let Some((here, deeper)) = sizes.split_first_mut() else { return };
        for action in position.single_moves() {
            *here += 1;
            let mut next = position.clone();
            next.make(action);
            count(&next, deeper);
        }
    }

    #[test]
    fn estimates_lie_within_a_few_standard_errors_of_the_count() {
        for (preset, id) in [("freecell", "ms:14"), ("spider", "random:3"), ("forty-thieves", "random:1")] {
            let table = table(preset, id);
            let mut exact = [0; 3];
            count(&table, &mut exact);
            let options = EstimateOptions { depth: 3, probes: 3000, ..EstimateOptions::default() };
            for (found, size) in estimate(&table, &options).by_depth.iter().zip(exact) {
                let off = (found.sequences - size as f64).abs();
                assert!(off <= 5.0 * found.standard_error + 1e-6, "{preset} {found:?} against {size}");
            }
        }
    }

    #[test]
    fn deep_probes_overflow_nothing_and_seeds_repeat() {
        // With 60 cells no walk gets stuck: the tree outgrows every number.
        let mut rules = Rules::preset("freecell").unwrap();
        rules.cells = 60;
        let table = Instance::from_id(rules, "ms:1".parse().unwrap()).unwrap().table();
        let options = EstimateOptions { depth: 400, probes: 3, ..EstimateOptions::default() };
        let found = estimate(&table, &options);
        assert!(found.by_depth.iter().all(|d| d.sequences > 0.0 && !d.standard_error.is_nan()));
        assert!(found.by_depth[99].sequences > 1e80 && found.by_depth[99].sequences.is_finite());
        assert!(found.by_depth[399].sequences.is_infinite());
        assert_eq!(found, estimate(&table, &options));
        assert_ne!(found, estimate(&table, &EstimateOptions { seed: 1, ..options }));
    }

    #[test]
    fn without_cycles_the_tree_is_smaller_and_finite() {
        let mut rules = Rules::preset("freecell").unwrap();
        rules.deck.ranks = 1;
        (rules.columns, rules.cells) = (4, 1);
        let id = "random:1".parse().unwrap();
        let table = Instance::from_id(rules, id).unwrap().table();
        let options = EstimateOptions { depth: 60, probes: 400, ..EstimateOptions::default() };
        let plain = estimate(&table, &options);
        let acyclic = estimate(&table, &EstimateOptions { no_cycles: true, ..options });
        assert!(plain.by_depth[2].sequences > acyclic.by_depth[2].sequences);
        assert_eq!(acyclic.by_depth[59].reached, 0);
        assert_eq!(acyclic.by_depth[59].sequences, 0.0);
    }
}
