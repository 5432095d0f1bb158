//! Ranges of axes and their ticks.

use super::{Axis, ROOM};

/// The range of an axis, in logarithms of ten where the axis is logarithmic.
pub(super) struct Range {
    pub(super) log: bool,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) ticks: Vec<(f64, String)>,
}

impl Range {
    pub(super) fn of(axis: &Axis, values: impl Iterator<Item = f64>, length: f64) -> Range {
        let scaled = |value: f64| if axis.log { value.max(1e-12).log10() } else { value };
        let values: Vec<f64> = values.chain(axis.spans.iter().copied()).filter(|v| v.is_finite()).collect();
        let mut low = values.iter().map(|&v| scaled(v)).fold(f64::INFINITY, f64::min);
        let mut high = values.iter().map(|&v| scaled(v)).fold(f64::NEG_INFINITY, f64::max);
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        // Less than half a decade, or one value alone, has no scale of its own.
        let least = if axis.log { 0.5 } else { 1e-9_f64.max(high.abs() * 1e-6) };
        if high - low < least {
            let more = if axis.log { (least - (high - low)) / 2.0 } else { 1.0 };
            (low, high) = (low - more, high + more);
        }
        let whole = values.iter().all(|value| value.fract() == 0.0);
        let room = (high - low) * ROOM / (length - 2.0 * ROOM);
        let (low, high) = (low - room, high + room);
        let least_step = if whole && !axis.log { 1.0 } else { 0.0 };
        let ticks = if axis.log { log_ticks(low, high) } else { ticks(low, high, least_step, length) };
        Range { log: axis.log, low, high, ticks }
    }

    /// Where a value lies, from 0 to 1.
    pub(super) fn share(&self, value: f64) -> f64 {
        let value = if self.log { value.max(1e-12).log10() } else { value };
        (value - self.low) / (self.high - self.low)
    }
}

/// Round values of a linear range.
pub(super) fn ticks(low: f64, high: f64, least_step: f64, length: f64) -> Vec<(f64, String)> {
    let most = if length > 400.0 { 8.0 } else { 5.0 };
    let rough = ((high - low) / most).max(least_step);
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|step| *step >= rough * 0.999);
    let step = step.unwrap_or(rough);
    let digits = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last)
        .map(|n| n as f64 * step)
        .map(|value| (value, grouped(&format!("{value:.digits$}"))))
        .collect()
}

/// Powers of ten of a range of logarithms, and twice and five times them where those are few.
pub(super) fn log_ticks(low: f64, high: f64) -> Vec<(f64, String)> {
    let (first, last) = (low.floor() as i32, high.ceil() as i32);
    let within = |value: &f64| (low..=high).contains(&value.log10());
    let powers: Vec<i32> = (first..=last).filter(|&n| within(&10f64.powi(n))).collect();
    let factors: &[f64] = if powers.len() < 3 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let step = powers.len().div_ceil(9).max(1);
    let shown = (first..=last).filter(|n| n.rem_euclid(step as i32) == 0);
    let values = shown.flat_map(|n| factors.iter().map(move |factor| (n, *factor)));
    let value = |(n, factor): (i32, f64)| {
        let value = factor * 10f64.powi(n);
        (value, if (-4..6).contains(&n) { plain(factor, n) } else { power(factor, n) })
    };
    values.map(value).filter(|(value, _)| within(value)).collect()
}

/// A digit and a power of ten, written out.
pub(super) fn plain(factor: f64, exponent: i32) -> String {
    let digits = usize::try_from(-exponent).unwrap_or(0);
    grouped(&format!("{:.digits$}", factor * 10f64.powi(exponent)))
}

/// A digit and a power of ten, with a raised exponent.
pub(super) fn power(factor: f64, exponent: i32) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |c: char| c.to_digit(10).map_or('⁻', |digit| RAISED[digit as usize]);
    let raised: String = exponent.to_string().chars().map(raised).collect();
    if factor > 1.0 { format!("{factor}·10{raised}") } else { format!("10{raised}") }
}

/// A decimal number with commas between thousands.
pub(super) fn grouped(number: &str) -> String {
    let (sign, number) = number.strip_prefix('-').map_or(("", number), |rest| ("-", rest));
    let (whole, rest) = number.split_at(number.find('.').unwrap_or(number.len()));
    let mut out = sign.to_owned();
    for (n, digit) in whole.chars().enumerate() {
        if n > 0 && (whole.len() - n) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}
