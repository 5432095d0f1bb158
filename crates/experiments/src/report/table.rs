//! What became of each approach of a group, counted.

use crate::campaign::record::GroupInfo;
use crate::campaign::stats::{par2, quantile};
use crate::campaign::{Begin, Outcome, Run, Status};
use std::collections::BTreeMap;

/// A row for each approach.
pub(super) struct Table<'a> {
    pub(super) rows: Vec<Row<'a>>,
}

/// What became of one approach.
pub(super) struct Row<'a> {
    pub(super) approach: &'a str,
    pub(super) runs: Vec<&'a Run>,
    limit_s: f64,
    /// The fewest moves of any approach, for each of the runs.
    best: Vec<Option<u32>>,
}

pub(super) const COLUMNS: [&str; 22] = [
    "approach",
    "runs",
    "answered",
    "solved",
    "unwinnable",
    "none within",
    "unknown",
    "time",
    "wall",
    "memory",
    "crash",
    "missing",
    "wrong",
    "PAR-2 s",
    "quartile 1 s",
    "median s",
    "quartile 3 s",
    "peak MiB",
    "variables",
    "clauses",
    "check ms",
    "score",
];

impl<'a> Table<'a> {
    pub(super) fn of(begin: &'a Begin, info: &'a GroupInfo, runs: &'a [Run]) -> Table<'a> {
        let of_group = || runs.iter().filter(|run| run.group == info.name);
        let mut fewest: BTreeMap<_, u32> = BTreeMap::new();
        for (run, moves) in of_group().filter_map(|run| Some((run, run.m1?))) {
            let least = fewest.entry((&run.instance, &run.values)).or_insert(moves);
            *least = moves.min(*least);
        }
        let rows = begin.approaches.iter().map(|named| {
            let approach = named.name.as_str();
            let runs: Vec<&Run> = of_group().filter(|run| run.approach == approach).collect();
            let best = runs.iter().map(|run| fewest.get(&(&run.instance, &run.values)).copied()).collect();
            Row { approach, runs, limit_s: info.limits.cpu_s, best }
        });
        Table { rows: rows.filter(|row| !row.runs.is_empty()).collect() }
    }

    /// The row of an approach.
    pub(super) fn row(&self, approach: &str) -> Option<&Row<'a>> {
        self.rows.iter().find(|row| row.approach == approach)
    }
}

impl Row<'_> {
    /// Whether its program was not there.
    pub(super) fn is_missing(&self) -> bool {
        self.runs.iter().all(|run| run.status == Status::Missing)
    }

    fn count(&self, of: impl Fn(&Run) -> bool) -> usize {
        self.runs.iter().filter(|run| of(run)).count()
    }

    /// CPU seconds of each run; `None` has no answer.
    pub(super) fn times(&self) -> Vec<Option<f64>> {
        self.runs.iter().map(|run| run.decided.then_some(run.cpu_s)).collect()
    }

    /// The score; the least is best.
    pub(super) fn par2(&self) -> Option<f64> {
        par2(&self.times(), self.limit_s)
    }

    /// The score of satisficing planners in the planning competitions: for each run the fewest single-card moves that
    /// any approach of the group found, by its own, 0 without a plan; their sum. `None` where no approach has a plan.
    fn score(&self) -> Option<f64> {
        let moves = || self.runs.iter().map(|run| run.m1);
        let scores = moves().zip(&self.best).map(|(own, &best)| match (own, best) {
            (Some(own), Some(best)) if own > 0 => f64::from(best) / f64::from(own),
            _ => 0.0,
        });
        self.best.iter().any(Option::is_some).then(|| scores.sum())
    }

    pub(super) fn cells(&self) -> Vec<String> {
        let ok = |outcome| self.count(|run| run.status == Status::Ok && run.outcome == outcome);
        let status = |status| self.count(|run| run.status == status);
        let mut cells = vec![self.approach.to_owned()];
        let counts = [
            self.runs.len(),
            self.count(|run| run.decided),
            ok(Outcome::Solved),
            ok(Outcome::Unwinnable),
            ok(Outcome::NoPlanWithin),
            ok(Outcome::Unknown),
            status(Status::Time),
            status(Status::Wall),
            status(Status::Memory),
            status(Status::Crash),
            status(Status::Missing),
            status(Status::Wrong),
        ];
        cells.extend(counts.iter().map(ToString::to_string));
        if self.is_missing() {
            cells.extend((cells.len()..COLUMNS.len()).map(|_| "-".to_owned()));
            return cells;
        }
        let times = self.times();
        let seconds = |value: Option<f64>| match value {
            Some(value) if value.is_infinite() => format!("> {}", number(self.limit_s)),
            Some(value) => number(value),
            None => "-".to_owned(),
        };
        cells.push(seconds(self.par2()));
        cells.extend([0.25, 0.5, 0.75].map(|p| seconds(quantile(&times, p))));
        let median = |of: &dyn Fn(&Run) -> Option<f64>| {
            let values: Vec<_> = self.runs.iter().filter_map(|run| of(run)).map(Some).collect();
            quantile(&values, 0.5).map_or_else(|| "-".to_owned(), number)
        };
        let peak = median(&|run| (run.peak_kib > 0).then_some(run.peak_kib as f64 / 1024.0));
        let at_most = 2 * self.count(|run| run.peak_at_most) >= self.runs.len();
        cells.push(if at_most { format!("<= {peak}") } else { peak });
        cells.push(median(&|run| run.variables.map(|n| n as f64)));
        cells.push(median(&|run| run.clauses.map(|n| n as f64)));
        cells.push(median(&|run| run.check_ms));
        cells.push(self.score().map_or_else(|| "-".to_owned(), number));
        cells
    }
}

/// A number with three digits that say something, whole above a hundred.
pub(super) fn number(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0".to_owned() } else { "-".to_owned() };
    }
    let size = value.abs().log10().floor() as i32;
    let digits = (2 - size).clamp(0, 4) as usize;
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_the_fewest_moves_by_ones_own() {
        let run = |m1| Run { m1, ..Run::default() };
        let runs = [run(Some(20)), run(None), run(Some(9)), run(None)];
        let row = |best| Row { approach: "a", runs: runs.iter().collect(), limit_s: 1.0, best };
        let score = row(vec![Some(10), Some(7), Some(9), None]).score();
        assert_eq!(score, Some(1.5));
        assert_eq!(row(vec![None; 4]).score(), None);
    }
}
