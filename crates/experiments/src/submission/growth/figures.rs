//! A figure a family, a line a solver; a figure a group, a line a family.

use super::kept::{Key, Run, median};
use super::{Kin, Study};
use crate::report::figures::UNANSWERED;
use patsat_console::plot::{Axis, Figure, Guide, Panel, Series};
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
pub(super) fn all(study: &Study, runs: &BTreeMap<Key, Run>) -> Vec<(String, String)> {
    let mut figures = Vec::new();
    for kin in &study.family {
        let series = study.solvers.iter().enumerate().map(|(colour, solver)| {
            line(solver.clone(), colour, kin, |size| median(runs, kin, size, solver), study.cpu_s)
        });
        let title = format!("{}: median CPU time, limit {} s", kin.name, study.cpu_s);
        if let Some(svg) = draw(study, &title, &kin.axis, series.collect()) {
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
        let title =
            format!("{group}: median CPU time of the fastest solver at each size, limit {} s", study.cpu_s);
        if let Some(svg) = draw(study, &title, &axis, series.collect()) {
            figures.push((file_of_group(&group), svg));
        }
    }
    figures
}

fn line(name: String, look: usize, kin: &Kin, at: impl Fn(u32) -> Option<f64>, limit: f64) -> Series {
    let shown = |time: f64| if time.is_infinite() { UNANSWERED * limit } else { time.max(LEAST_S) };
    let points: Vec<(f64, f64)> =
        kin.sizes.iter().filter_map(|&size| Some((f64::from(size), shown(at(size)?)))).collect();
    Series { name, look, line: points.clone(), points, ..Series::default() }
}

fn draw(study: &Study, title: &str, axis: &str, series: Vec<Series>) -> Option<String> {
    let series: Vec<Series> = series.into_iter().filter(|series| !series.points.is_empty()).collect();
    let guides = vec![Guide::Across(UNANSWERED * study.cpu_s, "no answer".to_owned())];
    let panel = Panel { x: Axis::linear(axis), y: Axis::log("CPU seconds"), guides, series };
    (!panel.series.is_empty()).then(|| Figure::of(title, panel).svg())
}
