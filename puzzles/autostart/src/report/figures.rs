//! The paper's figures 5 to 9 as SVG, each of one run of trials.
//!
//! Where the paper has milliseconds, the figures drawn from the seed alone have *work*, the
//! number of columns that a scan looks at or of nodes that a search expands; those with CPU time
//! are drawn apart. Figure 8 is a constant and figure 9 a line for every algorithm. A trial is
//! about a hundred thousand deals, and both time and cards are sums over them, so their quotient
//! is near that of the means per deal. It does not show how time grows with the cards of a deal.

use super::trials::{Run, milliseconds};
use crate::study::Trial;
use patsat_console::plot::{self, Axis, Panel, Series};

/// A finished figure.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The name of its file.
    pub file: String,
    pub svg: String,
}

/// What a figure shows on an axis.
type Value<'a> = &'a dyn Fn(&Trial) -> f64;

/// Figures 5 to 9 of a run, and the re-deals. `suffix` goes into the names of the files.
#[must_use]
pub fn of_seed(run: &Run, suffix: &str) -> Vec<Figure> {
    let mut figures = vec![
        histogram(run, suffix),
        points(run, suffix, "figure-7", &total, "cards home, all deals of the trial"),
        points(run, suffix, "figure-7-redeals", &|trial| (trial.deals - 1) as f64, "re-deals"),
    ];
    figures.extend(against(run, suffix, &|trial| trial.work as f64, "work"));
    figures
}

/// Figures 6, 8 and 9 with CPU time.
#[must_use]
pub fn of_time(run: &Run, suffix: &str) -> Vec<Figure> {
    against(run, suffix, &milliseconds, "CPU time (ms)")
}

fn total(trial: &Trial) -> f64 {
    trial.total as f64
}

fn number(trial: &Trial) -> f64 {
    trial.number as f64
}

/// Figures 6, 8 and 9 with some measure of effort.
fn against(run: &Run, suffix: &str, effort: Value<'_>, name: &str) -> Vec<Figure> {
    let ratio = |trial: &Trial| effort(trial) / total(trial).max(1.0);
    let sum = |value: Value<'_>| run.done.iter().map(value).sum::<f64>();
    let slope = sum(effort) / sum(&total).max(1.0);
    let most = run.done.iter().map(total).fold(0.0, f64::max);
    let line = [(0.0, 0.0), (most, slope * most)];
    vec![
        points(run, suffix, "figure-6", effort, name),
        points(run, suffix, "figure-8", &ratio, &format!("{name} per card home")),
        scatter(
            run,
            suffix,
            "figure-9",
            [&total, effort],
            ["cards home, all deals of the trial", name],
            &line,
        ),
    ]
}

/// A value of each trial by its number.
fn points(run: &Run, suffix: &str, file: &str, value: Value<'_>, name: &str) -> Figure {
    scatter(run, suffix, file, [&number, value], ["trial", name], &[])
}

fn title(run: &Run, what: &str) -> String {
    format!("{what} ({}, {} trials, seed {})", run.name(), run.done.len(), run.trials.seed)
}

/// Points, and a line if there is one.
fn scatter(
    run: &Run,
    suffix: &str,
    file: &str,
    [x, y]: [Value<'_>; 2],
    [x_name, y_name]: [&str; 2],
    line: &[(f64, f64)],
) -> Figure {
    let points: Vec<(f64, f64)> = run.done.iter().map(|trial| (x(trial), y(trial))).collect();
    let mut series = vec![Series { points, ..Series::default() }];
    if !line.is_empty() {
        series.push(Series { look: 1, line: line.to_vec(), ..Series::default() });
    }
    let axis = |name: &str| Axis::linear(name).spanning([0.0]);
    let panel = Panel { x: axis(x_name), y: axis(y_name), guides: Vec::new(), series };
    let svg = plot::Figure::of(&title(run, y_name), panel).svg();
    Figure { file: format!("{file}{suffix}.svg"), svg }
}

/// Figure 5: the number of trials by the cards of their last deal.
fn histogram(run: &Run, suffix: &str) -> Figure {
    let first = run.trials.at_least as u32;
    let last = run.done.iter().map(|trial| trial.cards as u32).max().unwrap_or(first);
    let count = |cards: u32| run.done.iter().filter(|trial| trial.cards as u32 == cards).count();
    let bars = (first..=last).map(|cards| (f64::from(cards), 0.8, count(cards) as f64)).collect();
    let panel = Panel {
        x: Axis::linear("cards home").spanning([f64::from(first), f64::from(last)]),
        y: Axis::linear("trials").spanning([0.0]),
        guides: Vec::new(),
        series: vec![Series { bars, ..Series::default() }],
    };
    let svg = plot::Figure::of(&title(run, "cards home in the last deal"), panel).svg();
    Figure { file: format!("figure-5{suffix}.svg"), svg }
}
