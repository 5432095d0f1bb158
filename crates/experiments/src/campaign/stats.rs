//! The numbers of a report.
//!
//! *PAR-2* is the score of the SAT competitions: the mean CPU time, a run without an answer counting
//! twice its limit. Quantiles are over all runs. A run without an answer counts as longer than any
//! limit, so that an approach gains nothing by giving up on hard instances. Between two runs they are
//! interpolated (type 7 of Hyndman and Fan, *The American Statistician* 50, 1996). Growth is fitted
//! by least squares to the logarithm of CPU time, with the interval of Student's *t* for its slope.

/// The mean of CPU seconds, `None` being no answer within `limit_s` and counting twice that.
#[must_use]
pub fn par2(times_s: &[Option<f64>], limit_s: f64) -> Option<f64> {
    let sum: f64 = times_s.iter().map(|time| time.unwrap_or(2.0 * limit_s)).sum();
    (!times_s.is_empty()).then(|| sum / times_s.len() as f64)
}

/// A quantile, `p` from 0 to 1, of values of which `None` is above all others; infinite where it
/// falls among those.
#[must_use]
pub fn quantile(values: &[Option<f64>], p: f64) -> Option<f64> {
    let mut sorted: Vec<f64> = values.iter().map(|value| value.unwrap_or(f64::INFINITY)).collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let place = p.clamp(0.0, 1.0) * last as f64;
    let (low, share) = (place.floor() as usize, place.fract());
    if share == 0.0 {
        return sorted.get(low).copied();
    }
    let (a, b) = (sorted[low], sorted[(low + 1).min(last)]);
    Some(if b.is_infinite() { b } else { a + share * (b - a) })
}

/// A line through points, `y = intercept + slope x`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    pub intercept: f64,
    pub slope: f64,
    /// The lower end of the slope's 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    pub points: usize,
}

/// The line of least squares, if there are at least three points at two places.
#[must_use]
pub fn fit(points: &[(f64, f64)]) -> Option<Fit> {
    let n = points.len() as f64;
    if points.len() < 3 {
        return None;
    }
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|p| of(p.0 - x, p.1 - y)).sum::<f64>();
    let (xx, xy) = (sum(&|dx, _| dx * dx), sum(&|dx, dy| dx * dy));
    if xx <= 1e-12 * n * x.abs().max(1.0) {
        return None;
    }
    let slope = xy / xx;
    let left = sum(&|dx, dy| (dy - slope * dx).powi(2));
    let half = student_t(points.len() - 2) * (left / (n - 2.0) / xx).sqrt();
    Some(Fit { intercept: y - slope * x, slope, low: slope - half, high: slope + half, points: points.len() })
}

/// The 97.5 % quantile of Student's *t*.
fn student_t(freedom: usize) -> f64 {
    const TABLE: [f64; 30] = [
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788,
        2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639,
        2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
    ];
    if let Some(value) = TABLE.get(freedom.wrapping_sub(1)) {
        return *value;
    }
    // The expansion of Cornish and Fisher, exact to four digits from 30 on.
    let (z, v) = (1.959_964_f64, freedom as f64);
    z + (z.powi(3) + z) / (4.0 * v) + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * v * v)
}
