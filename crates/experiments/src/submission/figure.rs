//! Two figures: work by size, which is the same on every machine, and times of solvers by the size of the file.

use super::model::{Look, Manifest, Status};
use super::recipe::Recipe;
use crate::report::figures::UNANSWERED;
use patsat_console::plot::{Axis, Figure, Guide, Panel, Series};
use std::collections::BTreeMap;

/// The work of all cases that were tried, by family; sizes of one unit share a panel.
pub(super) fn work(recipe: &Recipe, looks: &BTreeMap<(usize, u32, u64), Look>) -> String {
    let mut units: Vec<&str> = Vec::new();
    for family in &recipe.family {
        let unit = family.ask.unit();
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    let [low, high] = recipe.band.map(|work| work.max(1) as f64);
    let panel = |unit: &&str| {
        let families = recipe.family.iter().enumerate().filter(|(_, family)| family.ask.unit() == *unit);
        let series = families.map(|(look, family)| {
            let of = looks.iter().filter(|((at, ..), _)| *at == look);
            let points = of.map(|((_, size, _), look)| (f64::from(*size), look.work.max(1) as f64)).collect();
            Series { name: family.name.clone(), look, points, ..Series::default() }
        });
        let series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
        let guides = vec![Guide::Across(low, "band".to_owned()), Guide::Across(high, "band".to_owned())];
        Panel { x: Axis::linear(unit), y: Axis::log(recipe.track.work()), guides, series }
    };
    let panels = units.iter().map(panel).filter(|panel| !panel.series.is_empty()).collect();
    Figure { title: format!("{}: work by size", recipe.title), panels }.svg()
}

/// Times of solvers; runs without an answer lie on a line above the limit.
pub(super) fn times(recipe: &Recipe, manifest: &Manifest) -> String {
    const LEAST_S: f64 = 1e-3;
    let off = UNANSWERED * recipe.runs.cpu_s;
    let of = |name: &str| {
        let instances = manifest.instances.iter();
        let points = instances.filter_map(|row| {
            let run = row.runs.iter().find(|run| run.solver == name)?;
            let bytes = row.files.first()?.content_bytes.max(1) as f64 / 1024.0;
            let open = run.status == Status::Open;
            Some((bytes, if open { off } else { run.cpu_s.max(LEAST_S) }))
        });
        points.collect::<Vec<_>>()
    };
    let series: Vec<Series> = (manifest.solvers.iter().enumerate())
        .map(|(look, solver)| Series {
            name: solver.name.clone(),
            look,
            points: of(&solver.name),
            ..Series::default()
        })
        .filter(|series| !series.points.is_empty())
        .collect();
    let guides = vec![Guide::Across(off, "no answer".to_owned())];
    let panel =
        Panel { x: Axis::log("size of the instance (KiB)"), y: Axis::log("CPU seconds"), guides, series };
    let title = format!("{}: CPU time by size of the file, limit {} s", recipe.title, recipe.runs.cpu_s);
    Figure::of(&title, panel).svg()
}

#[cfg(test)]
mod tests {
    use super::super::SHIPPED;
    use super::*;

    #[test]
    fn each_unit_of_size_has_a_panel() {
        let (_, text) = SHIPPED.iter().find(|(name, _)| *name == "small").unwrap();
        let recipe = Recipe::read(text).unwrap();
        let look = |family| ((family, 4, 1), Look { status: Status::Yes, work: 2000 });
        let svg = work(&recipe, &(0..recipe.family.len()).map(look).collect());
        for unit in ["horizon (parallel steps)", "horizon (moves)", "cells", "variables"] {
            assert_eq!(svg.matches(&format!(">{unit}<")).count(), 1, "{unit}");
        }
        for family in &recipe.family {
            assert!(svg.contains(&format!(">{}<", family.name)), "{}", family.name);
        }
    }
}
