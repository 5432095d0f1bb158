//! The interval of a rate.

/// Wilson's 95 % score interval for `hits` of `trials` (Wilson 1927).
#[must_use]
pub fn wilson(hits: u64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    /// The 97.5 % quantile of the normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    let n = trials as f64;
    let p = hits as f64 / n;
    let centre = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    let low = if hits == 0 { 0.0 } else { (centre - half) / scale };
    let high = if hits == trials { 1.0 } else { (centre + half) / scale };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_gives_the_published_figures() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (hits, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (l, h) = wilson(hits, trials);
            assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{hits}/{trials}: {l} {h}");
        }
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }
}
