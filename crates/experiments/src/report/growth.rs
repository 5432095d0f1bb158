//! How CPU time grows: with ranks and other values of the instances, with the horizon, with the
//! formula.
//!
//! With a value or a horizon the fit is exponential (the logarithm of time against the value: a
//! factor for each step), with clauses it is a power (both logarithms: an exponent). Only runs with
//! an answer are fitted; where there are others at large values the true growth is at least as fast.

use super::table::{Row, Table};
use crate::campaign::Run;
use crate::campaign::stats::{Fit, fit};
use std::collections::BTreeSet;

/// Times below this say more of the clock than of the work.
pub(super) const LEAST_S: f64 = 1e-3;

/// A narrower range of formula sizes gives no exponent: differences in time are chance.
const LEAST_SPREAD: f64 = 1.5;

/// CPU time against one measure.
pub(super) struct Growth {
    pub(super) of: String,
    /// Whether it is fitted as a power, on a logarithmic axis.
    pub(super) power: bool,
    pub(super) lines: Vec<Line>,
}

/// The points of an approach, and the line through them.
pub(super) struct Line {
    pub(super) approach: String,
    /// The measure and CPU seconds.
    pub(super) points: Vec<(f64, f64)>,
    /// Runs with the measure but without an answer.
    pub(super) open: usize,
    pub(super) fit: Option<Fit>,
}

/// All measures that vary in this group.
pub(super) fn of(table: &Table<'_>) -> Vec<Growth> {
    let runs = || table.rows.iter().flat_map(|row| row.runs.iter());
    let keys: BTreeSet<&str> = runs().flat_map(|run| run.values.keys().map(String::as_str)).collect();
    let by_value = keys.into_iter().filter(|key| *key != "seed").map(|key| {
        let of = |run: &Run| run.values.get(key).and_then(|text| text.parse().ok());
        growth(table, key, false, &of)
    });
    let horizon = growth(table, "horizon", false, &|run| run.horizon.map(f64::from));
    let clauses = growth(table, "clauses", true, &|run| run.clauses.filter(|&n| n > 0).map(|n| n as f64));
    by_value.chain([horizon, clauses]).flatten().collect()
}

fn growth(table: &Table<'_>, name: &str, power: bool, of: &dyn Fn(&Run) -> Option<f64>) -> Option<Growth> {
    let line = |row: &Row<'_>| {
        let known = row.runs.iter().filter_map(|run| Some((of(run)?, *run)));
        let open = known.clone().filter(|(_, run)| !run.decided).count();
        let points: Vec<_> =
            known.filter(|(_, run)| run.decided).map(|(x, run)| (x, run.cpu_s.max(LEAST_S))).collect();
        let logarithms: Vec<_> =
            points.iter().map(|&(x, y)| (if power { x.ln() } else { x }, y.ln())).collect();
        let wide = !power || spread(&points) >= LEAST_SPREAD;
        let fit = fit(&logarithms).filter(|fit| wide && fit.points > 3 && places(points.iter()) > 2);
        Line { approach: row.approach.to_owned(), fit, points, open }
    };
    let lines: Vec<Line> = table.rows.iter().map(line).filter(|line| !line.points.is_empty()).collect();
    lines.iter().any(|line| line.fit.is_some()).then(|| Growth { of: name.to_owned(), power, lines })
}

/// At how many places of the measure there are points.
fn places<'a>(points: impl Iterator<Item = &'a (f64, f64)>) -> usize {
    points.map(|(x, _)| x.to_bits()).collect::<BTreeSet<u64>>().len()
}

/// The largest measure of a point by the smallest.
fn spread(points: &[(f64, f64)]) -> f64 {
    let of = |least: f64, pick: fn(f64, f64) -> f64| points.iter().map(|&(x, _)| x).fold(least, pick);
    of(f64::MIN_POSITIVE, f64::max) / of(f64::INFINITY, f64::min)
}

impl Growth {
    /// The fit of a line in words.
    pub(super) fn words(&self, line: &Line) -> String {
        let Some(fit) = line.fit else { return "too few points, or too close together".to_owned() };
        let [slope, low, high] = if self.power {
            [fit.slope, fit.low, fit.high]
        } else {
            [fit.slope.exp(), fit.low.exp(), fit.high.exp()]
        };
        let name = &self.of;
        if self.power {
            format!("{name}^{slope:.2} ({low:.2} to {high:.2})")
        } else {
            format!("factor {slope:.3} for each +1 ({low:.3} to {high:.3})")
        }
    }

    /// The fitted time at a value of the measure.
    pub(super) fn at(&self, fit: &Fit, x: f64) -> f64 {
        (fit.intercept + fit.slope * if self.power { x.ln() } else { x }).exp()
    }
}
