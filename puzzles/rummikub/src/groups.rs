//! The condition under which tiles of one value make groups.
//!
//! Tiles `x_c` of each colour and `q` jokers, `N` in all, make exactly `G` groups of at least
//! `s` and at most `k` (the colours) tiles if and only if no colour has more than `G` and
//! `sG <= N <= kG`.
//!
//! The condition is necessary, because no group has a colour twice. It is sufficient: deal the tiles
//! colour by colour, then the jokers, to the groups in turn. No group gets a colour twice, and all sizes
//! are `N/G` rounded down or up. A joker finds a missing colour because its group has at most `k` tiles.

/// The sizes that a group may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sizes {
    pub(super) least: u32,
    pub(super) most: u32,
}

impl Sizes {
    /// Returns whether tiles, `counts` of each colour, and jokers make groups with nothing left.
    pub(super) fn all(self, counts: &[u8], jokers: u32) -> bool {
        let total = counts.iter().map(|&n| u32::from(n)).sum::<u32>() + jokers;
        let highest = counts.iter().copied().max().unwrap_or(0).into();
        self.groups(total, highest).is_some()
    }

    /// Returns the fewest groups that take `total` tiles, of which no colour has more than `highest`.
    fn groups(self, total: u32, highest: u32) -> Option<u32> {
        let fewest = total.div_ceil(self.most).max(highest);
        (fewest * self.least <= total).then_some(fewest)
    }

    /// Returns the most tiles, jokers among them, that make groups, and the number of groups. They
    /// have at least `lower` and at most `upper` tiles of each colour, and exactly `jokers` jokers.
    pub(super) fn most(self, lower: &[u8], upper: &[u8], jokers: u32) -> Option<(u32, u32)> {
        let must = lower.iter().map(|&n| u32::from(n)).sum::<u32>() + jokers;
        let highest: u32 = lower.iter().copied().max().unwrap_or(0).into();
        let few: u32 = upper.iter().map(|&n| u32::from(n)).sum::<u32>() + jokers;
        if few < self.least {
            return (must == 0).then_some((0, 0));
        }
        let first = highest.max(must.div_ceil(self.most));
        let mut best = None;
        for groups in first..=few / self.least {
            let could = upper.iter().map(|&n| u32::from(n).min(groups)).sum::<u32>() + jokers;
            let total = could.min(self.most * groups);
            if total >= self.least * groups && best.is_none_or(|(most, _)| total > most) {
                best = Some((total, groups));
            }
        }
        best
    }

    /// Returns the number of tiles of each colour in a result of [`Sizes::most`].
    pub(super) fn taken(
        self,
        lower: &[u8],
        upper: &[u8],
        jokers: u32,
        (total, groups): (u32, u32),
    ) -> Vec<u8> {
        let mut taken: Vec<u8> = upper.iter().map(|&n| u32::from(n).min(groups) as u8).collect();
        let mut more = taken.iter().map(|&n| u32::from(n)).sum::<u32>() + jokers - total;
        for (n, &low) in taken.iter_mut().zip(lower) {
            let off = more.min(u32::from(n.saturating_sub(low)));
            *n -= off as u8;
            more -= off;
        }
        taken
    }

    /// The groups, each as the colours of its tiles and the number of its jokers.
    pub(super) fn deal(self, counts: &[u8], jokers: u32) -> Vec<(Vec<u8>, u32)> {
        let total = counts.iter().map(|&n| u32::from(n)).sum::<u32>() + jokers;
        let highest = counts.iter().copied().max().unwrap_or(0).into();
        let Some(groups) = self.groups(total, highest).map(|n| n as usize) else { return Vec::new() };
        let mut dealt = vec![(Vec::new(), 0); groups];
        let mut turn = 0;
        for (colour, &count) in (0..).zip(counts) {
            for _ in 0..count {
                dealt[turn % groups].0.push(colour);
                turn += 1;
            }
        }
        for _ in 0..jokers {
            dealt[turn % groups].1 += 1;
            turn += 1;
        }
        dealt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decides the same by removing one group after the other.
    fn slowly(counts: &mut [u8], jokers: u32, least: u32) -> bool {
        if counts.iter().all(|&n| n == 0) && jokers == 0 {
            return true;
        }
        let k = counts.len() as u32;
        for mask in 0..1u32 << k {
            for q in 0..=jokers {
                let size = mask.count_ones() + q;
                let there = (0..k).all(|c| mask >> c & 1 == 0 || counts[c as usize] > 0);
                if size < least || size > k || !there {
                    continue;
                }
                let change = |counts: &mut [u8], up: bool| {
                    for c in (0..k).filter(|c| mask >> c & 1 == 1) {
                        let n = &mut counts[c as usize];
                        *n = if up { *n + 1 } else { *n - 1 };
                    }
                };
                change(counts, false);
                let found = slowly(counts, jokers - q, least);
                change(counts, true);
                if found {
                    return true;
                }
            }
        }
        false
    }

    #[test]
    fn the_condition_is_exact() {
        let sizes = Sizes { least: 3, most: 4 };
        let mut vectors = 0;
        for code in 0..81usize * 4 {
            let (mut rest, jokers) = (code / 4, (code % 4) as u32);
            let mut counts = [0u8; 4];
            for n in &mut counts {
                *n = (rest % 3) as u8;
                rest /= 3;
            }
            let fits = sizes.all(&counts, jokers);
            assert_eq!(fits, slowly(&mut counts.clone(), jokers, 3), "{counts:?} {jokers}");
            vectors += usize::from(fits && jokers == 0);
            if !fits {
                continue;
            }
            let groups = sizes.deal(&counts, jokers);
            assert!(groups.iter().all(|(colours, q)| (3..=4).contains(&(colours.len() as u32 + q))));
            assert!(groups.iter().all(|(colours, _)| colours.windows(2).all(|pair| pair[0] != pair[1])));
        }
        // The talk has 27 for two copies and four colours.
        assert_eq!(vectors, 21);
    }

    #[test]
    fn the_most_is_the_most() {
        let sizes = Sizes { least: 3, most: 4 };
        let digits = |mut code: usize| {
            [(); 4].map(|()| {
                let digit = (code % 3) as u8;
                code /= 3;
                digit
            })
        };
        for upper in (0..81).map(digits) {
            for lower in (0..81).map(digits).filter(|low| low.iter().zip(&upper).all(|(l, u)| l <= u)) {
                for jokers in 0..3 {
                    let between = |x: &[u8; 4]| (0..4).all(|c| lower[c] <= x[c] && x[c] <= upper[c]);
                    let all = (0..81).map(digits).filter(|x| between(x) && sizes.all(x, jokers));
                    let best = all.map(|x| x.iter().map(|&n| u32::from(n)).sum::<u32>() + jokers).max();
                    let found = sizes.most(&lower, &upper, jokers);
                    assert_eq!(found.map(|found| found.0), best, "{lower:?} {upper:?} {jokers}");
                    if let Some(found) = found {
                        let taken: [u8; 4] = sizes.taken(&lower, &upper, jokers, found).try_into().unwrap();
                        assert!(between(&taken) && sizes.all(&taken, jokers));
                    }
                }
            }
        }
    }
}
