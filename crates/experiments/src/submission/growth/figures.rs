//! A figure a family, a line a solver; a figure a group, a line a family.

use super::super::Failure;
use super::kept::{Key, Run};
use super::page::median;
use super::{Kin, Study};
use crate::report::figures::{Frame, Series, plot};
use patsat_console::plot::NotDrawn;
use plotters::prelude::IntoLogRange;
use std::collections::{BTreeMap, BTreeSet};

/// The least time that is drawn.
const LEAST_S: f64 = 1e-3;

/// The names of groups.
pub(super) fn groups(study: &Study) -> BTreeSet<String> {
    study.family.iter().filter_map(|kin| kin.group.clone()).collect()
}

/// The file of a group's figure.
pub(super) fn file_of_group(group: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    format!("group-{}.svg", group.chars().map(plain).collect::<String>())
}

/// All figures, by file.
pub(super) fn all(study: &Study, runs: &BTreeMap<Key, Run>) -> Result<Vec<(String, String)>, Failure> {
    let mut figures = Vec::new();
    for kin in &study.family {
        let series = study.solvers.iter().enumerate().map(|(colour, solver)| {
            line(solver.clone(), colour, kin, |size| median(runs, kin, size, solver), study.cpu_s)
        });
        let caption = format!("{}: medians; above the line: no answer", kin.name);
        if let Some(svg) = draw(study, caption, &kin.axis, series.collect())? {
            figures.push((format!("{}.svg", kin.name), svg));
        }
    }
    for group in groups(study) {
        let kin = study.family.iter().filter(|kin| kin.group.as_ref() == Some(&group));
        let best = |kin: &Kin, size| {
            let times = study.solvers.iter().filter_map(|solver| median(runs, kin, size, solver));
            times.reduce(f64::min)
        };
        let axis = kin.clone().next().map_or_else(String::new, |kin| kin.axis.clone());
        let series = kin
            .enumerate()
            .map(|(colour, kin)| line(kin.name.clone(), colour, kin, |size| best(kin, size), study.cpu_s));
        let caption = format!("{group}: medians of the solver that is best at each size");
        if let Some(svg) = draw(study, caption, &axis, series.collect())? {
            figures.push((file_of_group(&group), svg));
        }
    }
    Ok(figures)
}

fn line(name: String, colour: usize, kin: &Kin, at: impl Fn(u32) -> Option<f64>, limit: f64) -> Series {
    let shown = |time: f64| if time.is_infinite() { 1.5 * limit } else { time.max(LEAST_S) };
    let points: Vec<(f64, f64)> =
        kin.sizes.iter().filter_map(|&size| Some((f64::from(size), shown(at(size)?)))).collect();
    Series { name, colour, line: points.clone(), points }
}

fn draw(study: &Study, caption: String, axis: &str, series: Vec<Series>) -> Result<Option<String>, NotDrawn> {
    let series: Vec<Series> = series.into_iter().filter(|series| !series.points.is_empty()).collect();
    let sizes = || series.iter().flat_map(|series| &series.points).map(|point| point.0);
    let (left, right) = (sizes().fold(f64::INFINITY, f64::min), sizes().fold(0.0, f64::max));
    if series.is_empty() {
        return Ok(None);
    }
    let room = ((right - left) / 20.0).max(0.5);
    let (left, right) = (left - room, right + room);
    let limit = study.cpu_s;
    let frame = Frame { caption, axes: [axis, "CPU seconds"], marks: vec![[(left, limit), (right, limit)]] };
    let svg = plot(&frame, &series, left..right, (LEAST_S / 1.5..2.0 * limit).log_scale())?;
    Ok(Some(svg))
}
