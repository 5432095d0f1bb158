//! SplitMix64, the generator of pseudorandom numbers where a seed must give the same numbers for ever.
//!
//! # References
//! Steele, Lea and Flood, OOPSLA 2014.

/// A SplitMix64 generator. Its state is its seed until the first number.
///
/// ```
/// use patsat_base::SplitMix64;
///
/// let mut numbers = SplitMix64::new(0);
/// assert_eq!(numbers.next_word(), 0xe220_a839_7b1d_cdaf);
/// assert!(numbers.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The next number.
    #[inline]
    pub fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// A number below `end`, or 0 if `end` is 0. Small numbers are more frequent by at most `end` in 2^64.
    #[inline]
    pub fn below(&mut self, end: usize) -> usize {
        (self.next_word() % end.max(1) as u64) as usize
    }

    /// Shuffles items (Fisher and Yates, from the last item on).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Spreads every bit over the word: the finisher of SplitMix64, a bijection.
#[inline]
#[must_use]
pub fn mixed(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of `java.util.SplittableRandom` and of Vigna's `splitmix64.c`.
    #[test]
    fn numbers_are_those_of_the_published_generator() {
        let first = |seed| {
            let mut numbers = SplitMix64::new(seed);
            [(); 3].map(|()| numbers.next_word())
        };
        assert_eq!(first(0), [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
        assert_eq!(
            first(1_234_567),
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn a_shuffle_keeps_every_item_and_follows_the_seed() {
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..52).collect();
            SplitMix64::new(seed).shuffle(&mut items);
            items
        };
        let mut sorted = shuffled(7);
        assert_ne!(sorted, shuffled(8));
        assert_eq!(sorted, shuffled(7));
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..52));
        assert_eq!(SplitMix64::new(1).below(0), 0);
        SplitMix64::new(1).shuffle::<u32>(&mut []);
    }
}
