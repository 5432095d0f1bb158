//! Sets of facts.

/// A set of small numbers, as bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Facts(Vec<u64>);

impl Facts {
    /// The empty set, with room for numbers below this one.
    pub(super) fn none(below: usize) -> Facts {
        Facts(vec![0; below.div_ceil(64)])
    }
    pub(super) fn of(below: usize, list: &[usize]) -> Facts {
        let mut facts = Facts::none(below);
        list.iter().for_each(|&fact| facts.insert(fact));
        facts
    }
    pub(super) fn insert(&mut self, fact: usize) {
        self.0[fact / 64] |= 1 << (fact % 64);
    }
    pub(super) fn remove(&mut self, fact: usize) {
        self.0[fact / 64] &= !(1 << (fact % 64));
    }
    pub(super) fn has(&self, fact: usize) -> bool {
        self.0[fact / 64] >> (fact % 64) & 1 == 1
    }
    pub(super) fn within(&self, other: &Facts) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }
    pub(super) fn meets(&self, other: &Facts) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
    pub(super) fn add(&mut self, other: &Facts) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
    pub(super) fn keep(&mut self, other: &Facts) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }
    pub(super) fn take(&mut self, other: &Facts) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }
    /// How many of these are in the set.
    pub(super) fn common(&self, list: &[usize]) -> usize {
        list.iter().filter(|&&fact| self.has(fact)).count()
    }
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(n, &word)| {
            std::iter::successors((word != 0).then_some(word), |w| Some(w & (w - 1)).filter(|&w| w != 0))
                .map(move |w| n * 64 + w.trailing_zeros() as usize)
        })
    }
}
