//! Two figures: work by size, which is the same on every machine, and times of solvers by the size of the file.

use super::folder::Manifest;
use super::question::{Look, Status};
use super::recipe::Recipe;
use crate::report::figures::{Frame, Series, plot};
use patsat_console::plot::NotDrawn;
use plotters::prelude::IntoLogRange;
use std::collections::BTreeMap;

/// All looks of the search: a point each, by family.
pub(super) fn work(recipe: &Recipe, looks: &BTreeMap<(usize, u32, u64), Look>) -> Result<String, NotDrawn> {
    let series: Vec<Series> = recipe
        .family
        .iter()
        .enumerate()
        .map(|(n, family)| {
            let of = looks.iter().filter(|((at, ..), _)| *at == n);
            let points = of.map(|((_, size, _), look)| (f64::from(*size), look.work.max(1) as f64)).collect();
            Series { name: family.name.clone(), colour: n, points, line: Vec::new() }
        })
        .filter(|series: &Series| !series.points.is_empty())
        .collect();
    let all = || series.iter().flat_map(|series| &series.points);
    let (left, right) = all().fold((f64::INFINITY, 0.0_f64), |(a, b), p| (a.min(p.0), b.max(p.0)));
    let most = all().fold(1.0_f64, |most, p| most.max(p.1));
    let room = ((right - left) / 20.0).max(0.5);
    let (left, right) = (left - room, right + room);
    let [low, high] = recipe.band.map(|work| work.max(1) as f64);
    let frame = Frame {
        caption: format!("{}: work by size; grey: the band", recipe.title),
        axes: ["size", recipe.track.work()],
        marks: [low, high].iter().map(|&y| [(left, y), (right, y)]).collect(),
    };
    plot(&frame, &series, left..right, (0.7..2.0 * most.max(high)).log_scale())
}

/// Times of solvers; what was not answered stands above the limit.
pub(super) fn times(recipe: &Recipe, manifest: &Manifest) -> Result<String, NotDrawn> {
    const LEAST_S: f64 = 1e-3;
    let limit = recipe.runs.cpu_s;
    let of = |name: &str| {
        let instances = manifest.instances.iter();
        let points = instances.filter_map(|row| {
            let run = row.runs.iter().find(|run| run.solver == name)?;
            let bytes = row.files.first()?.content_bytes.max(1) as f64 / 1024.0;
            let open = run.status == Status::Open;
            Some((bytes, if open { 1.5 * limit } else { run.cpu_s.max(LEAST_S) }))
        });
        points.collect::<Vec<_>>()
    };
    let series: Vec<Series> = (manifest.solvers.iter().enumerate())
        .map(|(colour, solver)| {
            let points = of(&solver.name);
            Series { name: solver.name.clone(), colour, points, line: Vec::new() }
        })
        .filter(|series| !series.points.is_empty())
        .collect();
    let sizes =
        || manifest.instances.iter().filter_map(|row| Some(row.files.first()?.content_bytes as f64 / 1024.0));
    let left = sizes().fold(f64::INFINITY, f64::min).max(0.01) / 1.5;
    let right = sizes().fold(0.02, f64::max) * 1.5;
    let frame = Frame {
        caption: format!("{}: CPU seconds; above the line: no answer", recipe.title),
        axes: ["KiB of the instance", "CPU seconds"],
        marks: vec![[(left, limit), (right, limit)]],
    };
    plot(&frame, &series, (left..right).log_scale(), (LEAST_S / 2.0..2.0 * limit).log_scale())
}
