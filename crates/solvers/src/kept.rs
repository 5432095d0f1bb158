//! Clauses that a solver receives again each time it starts.
//!
//! Solvers that know no seeds decide among variables of equal activity by their numbers, which are those of the
//! order in which clauses name them. So a seed other than 0 exchanges clauses that are given before the
//! first question, block by block, as neighbours are best left together.

use patsat_base::mixed;

/// Clauses of a block; they keep their order.
const BLOCK: usize = 32;

/// All clauses so far, and the number of solvers that received them.
#[derive(Debug)]
pub(super) struct KeptClauses<L> {
    literals: Vec<L>,
    /// Where each clause ends.
    ends: Vec<usize>,
    seed: u64,
    builds: u64,
}

/// Exchanges the numbers `2^k..2^(k+1)` among themselves, for every `k`. Seed 0 leaves them.
fn exchanged(number: usize, seed: u64) -> usize {
    let Some(bits) = number.checked_ilog2().filter(|_| seed != 0) else { return number };
    let mask = mixed(seed.wrapping_add(u64::from(bits)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    number ^ (mask as usize & ((1 << bits) - 1))
}

impl<L> KeptClauses<L> {
    pub(super) fn new(seed: u64) -> KeptClauses<L> {
        KeptClauses { literals: Vec::new(), ends: Vec::new(), seed, builds: 0 }
    }

    /// Keeps a clause, and returns it.
    pub(super) fn add(&mut self, clause: impl Iterator<Item = L>) -> &[L] {
        let start = self.literals.len();
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
        &self.literals[start..]
    }

    /// The clauses as they were added.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[L]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }

    /// Returns the clauses for a new solver. The first time they come in the order of the given seed, and each
    /// later time in that of another seed. The same order would repeat a run that led to nothing.
    pub(super) fn for_next_build(&mut self) -> impl Iterator<Item = &[L]> {
        let seed = self.next_seed();
        let clauses: Vec<&[L]> = self.iter().collect();
        let blocks = clauses.len().div_ceil(BLOCK);
        let order = (0..blocks.next_power_of_two()).map(move |n| exchanged(n, seed));
        order.filter(move |&block| block < blocks).flat_map(move |block| {
            let last = clauses.len().min((block + 1) * BLOCK);
            clauses[block * BLOCK..last].to_vec()
        })
    }

    /// Number of solvers that were started.
    #[cfg(test)]
    pub(super) fn builds(&self) -> u64 {
        self.builds
    }

    fn next_seed(&mut self) -> u64 {
        let seed = self.seed.wrapping_add(self.builds << 32);
        self.builds += 1;
        seed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_exchanges_blocks() {
        for seed in [0, 1, 77] {
            let mut numbers: Vec<usize> = (0..1024).map(|n| exchanged(n, seed)).collect();
            assert_eq!(numbers.iter().enumerate().all(|(n, &number)| n == number), seed == 0);
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..1024));
        }
    }

    #[test]
    fn each_build_has_all_clauses_in_an_order_of_its_own() {
        for seed in [0, 5] {
            let mut kept = KeptClauses::new(seed);
            (0..1000_u32).for_each(|n| assert_eq!(kept.add([n, n + 1].into_iter()), [n, n + 1]));
            let mut orders: Vec<Vec<u32>> =
                (0..3).map(|_| kept.for_next_build().map(|clause| clause[0]).collect()).collect();
            assert_eq!(orders[0].is_sorted(), seed == 0);
            assert!(orders[0] != orders[1] && orders[1] != orders[2]);
            for order in &mut orders {
                order.sort_unstable();
                assert!(order.iter().copied().eq(0..1000));
            }
            assert_eq!((kept.next_seed(), kept.next_seed()), (seed + (3 << 32), seed + (4 << 32)));
        }
    }
}
