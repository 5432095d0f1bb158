//! The paper's figures 5 to 9 as SVG, each of one run of trials.
//!
//! Where the paper has milliseconds, the figures drawn from the seed alone have *work*, the
//! number of columns that a scan looks at or of nodes that a search expands; those with CPU time
//! are drawn apart. Figure 8 is a constant and figure 9 a line for whatever algorithm: a trial is
//! a hundred thousand deals or so, and both time and cards are sums over them, so their quotient
//! is near that of the means a deal. It says nothing of how time grows with the cards of a deal.

use super::trials::{Run, milliseconds};
use crate::study::Trial;
use patsat_console::plot::{self, NotDrawn};
use plotters::prelude::*;

/// A finished figure.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The name of its file.
    pub file: String,
    /// SVG.
    pub svg: String,
}

const SIZE: (u32, u32) = (720, 420);
const INK: RGBColor = RGBColor(31, 78, 121);
const LINE: RGBColor = RGBColor(192, 80, 40);

/// What a figure shows on an axis.
type Value<'a> = &'a dyn Fn(&Trial) -> f64;

/// Figures 5 to 9 of a run, and the re-deals. `suffix` goes into the names of the files.
///
/// # Errors
/// If the library fails.
pub fn of_seed(run: &Run, suffix: &str) -> Result<Vec<Figure>, NotDrawn> {
    let mut figures = vec![
        histogram(run, suffix)?,
        points(run, suffix, "figure-7", &total, "cards home, all deals of the trial")?,
        points(run, suffix, "figure-7-redeals", &|trial| (trial.deals - 1) as f64, "re-deals")?,
    ];
    figures.extend(against(run, suffix, &|trial| trial.work as f64, "work")?);
    Ok(figures)
}

/// Figures 6, 8 and 9 with CPU time.
///
/// # Errors
/// If the library fails.
pub fn of_time(run: &Run, suffix: &str) -> Result<Vec<Figure>, NotDrawn> {
    against(run, suffix, &milliseconds, "CPU time (ms)")
}

fn total(trial: &Trial) -> f64 {
    trial.total as f64
}

fn number(trial: &Trial) -> f64 {
    trial.number as f64
}

/// Figures 6, 8 and 9 with some measure of effort.
fn against(run: &Run, suffix: &str, effort: Value<'_>, name: &str) -> Result<Vec<Figure>, NotDrawn> {
    let ratio = |trial: &Trial| effort(trial) / total(trial).max(1.0);
    let sum = |value: Value<'_>| run.done.iter().map(value).sum::<f64>();
    let slope = sum(effort) / sum(&total).max(1.0);
    let most = run.done.iter().map(total).fold(0.0, f64::max);
    let line = [(0.0, 0.0), (most, slope * most)];
    Ok(vec![
        points(run, suffix, "figure-6", effort, name)?,
        points(run, suffix, "figure-8", &ratio, &format!("{name} per card home"))?,
        scatter(
            run,
            suffix,
            "figure-9",
            [&total, effort],
            ["cards home, all deals of the trial", name],
            &line,
        )?,
    ])
}

/// A value of each trial by its number.
fn points(run: &Run, suffix: &str, file: &str, value: Value<'_>, name: &str) -> Result<Figure, NotDrawn> {
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
) -> Result<Figure, NotDrawn> {
    let points: Vec<(f64, f64)> = run.done.iter().map(|trial| (x(trial), y(trial))).collect();
    let end = |values: &dyn Fn(&(f64, f64)) -> f64| 1.05 * points.iter().map(values).fold(1e-9, f64::max);
    let (x_end, y_end) = (end(&|point| point.0), end(&|point| point.1));
    let svg = plot::svg(SIZE, |area| {
        let mut chart = ChartBuilder::on(area)
            .caption(title(run, y_name), ("sans-serif", 16))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(80)
            .build_cartesian_2d(0.0..x_end, 0.0..y_end)?;
        let label = |&value: &f64| short(value);
        let mut mesh = chart.configure_mesh();
        mesh.light_line_style(WHITE).x_desc(x_name).y_desc(y_name);
        mesh.x_label_formatter(&label).y_label_formatter(&label).draw()?;
        chart.draw_series(LineSeries::new(line.iter().copied(), LINE.stroke_width(2)))?;
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, INK.filled())))?;
        Ok(())
    })?;
    Ok(Figure { file: format!("{file}{suffix}.svg"), svg })
}

/// Figure 5: how many trials ended with so many cards.
fn histogram(run: &Run, suffix: &str) -> Result<Figure, NotDrawn> {
    let first = run.trials.at_least as u32;
    let last = run.done.iter().map(|trial| trial.cards as u32).max().unwrap_or(first);
    let count = |cards: u32| run.done.iter().filter(|trial| trial.cards as u32 == cards).count() as u32;
    let most = (first..=last).map(count).max().unwrap_or(0);
    let svg = plot::svg(SIZE, |area| {
        let mut chart = ChartBuilder::on(area)
            .caption(title(run, "cards home in the last deal"), ("sans-serif", 16))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d((first..last).into_segmented(), 0..most + most / 10 + 1)?;
        let mut mesh = chart.configure_mesh();
        mesh.disable_x_mesh().light_line_style(WHITE).x_desc("cards home").y_desc("trials");
        mesh.draw()?;
        // The library's own histogram goes through a hash map: its bars come in any order.
        let bar = |cards: u32| {
            let [left, right] = [cards, cards + 1].map(SegmentValue::Exact);
            let mut bar = Rectangle::new([(left, 0), (right, count(cards))], INK.filled());
            bar.set_margin(0, 0, 6, 6);
            bar
        };
        chart.draw_series((first..=last).map(bar))?;
        Ok(())
    })?;
    Ok(Figure { file: format!("figure-5{suffix}.svg"), svg })
}

/// A number for an axis.
fn short(value: f64) -> String {
    let text = if value >= 1e6 {
        format!("{:.2}", value / 1e6)
    } else if value >= 10.0 || value == 0.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.4}")
    };
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if value >= 1e6 { format!("{text} M") } else { text.to_owned() }
}
