//! Figures of a study: the time of each method by the number of tiles.

use super::tables::median;
use crate::decide::study::{CONTENDERS, Family, Trial};
use patsat_console::plot::{Axis, Figure, Guide, Panel, Series};
use std::time::Duration;

/// The least time that is drawn, in seconds.
const LEAST_S: f64 = 1e-5;

/// Median times of a family by tiles; a set that was not solved counts as the limit.
#[must_use]
pub fn times(trials: &[Trial], family: Family, limit: Duration) -> String {
    let limit = limit.as_secs_f64();
    let of = |goal: usize, name: &str| -> Vec<&Trial> {
        let own = trials.iter().filter(|t| t.family == family && t.goal == goal && t.contender == name);
        own.collect()
    };
    let tiles = |goal: usize| trials.iter().find(|t| t.family == family && t.goal == goal).map(|t| t.tiles);
    let title = format!(
        "Median time to the largest square: {}",
        match family {
            Family::Whole => "the source's tiles",
            Family::Subsets => "subsets of the source's tiles",
            Family::Spare => "random tiles, an eighth to spare",
            Family::Exact => "random tiles, all needed",
        }
    );
    let series = CONTENDERS.iter().enumerate().map(|(look, (name, ..))| {
        let point = |&goal: &usize| {
            let own = of(goal, name);
            let time = median(&own).map_or(limit, |time| time.as_secs_f64().clamp(LEAST_S, limit));
            tiles(goal).filter(|_| !own.is_empty()).map(|tiles| (tiles as f64, time))
        };
        let points: Vec<(f64, f64)> = family.sides().iter().filter_map(point).collect();
        Series { name: (*name).to_owned(), look, line: points.clone(), points, ..Series::default() }
    });
    let guides = vec![Guide::Across(limit, "not solved".to_owned())];
    let series = series.filter(|series| !series.points.is_empty()).collect();
    let panel = Panel { x: Axis::log("tiles"), y: Axis::log("median time (s)"), guides, series };
    Figure::of(&title, panel).svg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A trial as `csv` writes it.
    fn trial(line: &str) -> Trial {
        let (left, rest) = line.split_once('"').unwrap();
        let (name, right) = rest.split_once('"').unwrap();
        let left: Vec<&str> = left.trim_end_matches(',').split(',').collect();
        let right: Vec<&str> = right.trim_start_matches(',').split(',').collect();
        let ms: f64 = right[2].parse().unwrap();
        Trial {
            family: Family::ALL.into_iter().find(|family| family.name() == left[0]).unwrap(),
            tiles: left[1].parse().unwrap(),
            set: left[2].parse().unwrap(),
            goal: left[3].parse().unwrap(),
            contender: CONTENDERS.iter().find(|(known, ..)| *known == name).unwrap().0,
            side: right[0].parse().unwrap(),
            none: right[1].parse().unwrap(),
            time: Duration::from_secs_f64(ms / 1000.0),
        }
    }

    /// `PATSAT_WRITE=1` writes the figures.
    #[test]
    fn committed_figures_show_the_committed_trials() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/results/carcassonne");
        let text = fs::read_to_string(format!("{folder}/trials.csv")).unwrap();
        let trials: Vec<Trial> = text.lines().skip(1).map(trial).collect();
        for family in [Family::Spare, Family::Exact] {
            let path = format!("{folder}/times-{}.svg", family.name());
            let drawn = times(&trials, family, Duration::from_secs(1));
            if std::env::var_os("PATSAT_WRITE").is_some() {
                fs::write(&path, &drawn).unwrap();
            }
            assert_eq!(fs::read_to_string(&path).unwrap(), drawn, "{path}");
        }
    }
}
