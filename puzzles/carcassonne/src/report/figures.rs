//! Figures of a study: how many sets each method solves, and how fast, by the number of tiles.

use super::tables::median;
use crate::decide::study::{CONTENDERS, Family, Trial};
use patsat_console::plot::{self, NotDrawn};
use plotters::prelude::*;
use std::time::Duration;

const SIZE: (u32, u32) = (760, 460);
const COLOURS: [RGBColor; 7] = [
    RGBColor(170, 60, 60),
    RGBColor(215, 140, 40),
    RGBColor(120, 120, 120),
    RGBColor(200, 90, 160),
    RGBColor(40, 130, 70),
    RGBColor(110, 80, 170),
    RGBColor(31, 78, 160),
];

/// Median times of a family by tiles; a set that was not solved counts as the limit.
///
/// # Errors
/// If the library fails.
pub fn times(trials: &[Trial], family: Family, limit: Duration) -> Result<String, NotDrawn> {
    let limit = limit.as_secs_f64();
    let of = |goal: usize, name: &str| -> Vec<&Trial> {
        let own = trials.iter().filter(|t| t.family == family && t.goal == goal && t.contender == name);
        own.collect()
    };
    let tiles = |goal: usize| trials.iter().find(|t| t.family == family && t.goal == goal).map(|t| t.tiles);
    let ends: Vec<f64> = family.sides().iter().filter_map(|&goal| tiles(goal)).map(|n| n as f64).collect();
    let x_end = ends.iter().copied().fold(1.0, f64::max) * 1.1;
    let x_start = ends.iter().copied().fold(x_end, f64::min) * 0.9;
    let title = format!(
        "median time to the largest square ({}; {limit} s: not solved)",
        match family {
            Family::Whole => "the source's tiles",
            Family::Subsets => "subsets of the source's tiles",
            Family::Spare => "random tiles, an eighth to spare",
            Family::Exact => "random tiles, all needed",
        }
    );
    plot::svg(SIZE, |area| {
        let mut chart = ChartBuilder::on(area)
            .caption(title, ("sans-serif", 16))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(70)
            .build_cartesian_2d((x_start..x_end).log_scale(), (2e-6..limit * 2.0).log_scale())?;
        let seconds = |value: &f64| match *value {
            value if value < 1e-3 => format!("{:.0} µs", value * 1e6),
            value if value < 1.0 => format!("{:.0} ms", value * 1e3),
            value => format!("{value:.0} s"),
        };
        let count = |value: &f64| format!("{value:.0}");
        let mut mesh = chart.configure_mesh();
        mesh.light_line_style(WHITE).x_desc("tiles").y_desc("median time");
        mesh.x_label_formatter(&count).y_label_formatter(&seconds).draw()?;
        for ((name, ..), colour) in CONTENDERS.iter().zip(COLOURS) {
            let points: Vec<(f64, f64)> = family
                .sides()
                .iter()
                .filter_map(|&goal| {
                    let own = of(goal, name);
                    let time = median(&own).map_or(limit, |time| time.as_secs_f64().clamp(1e-5, limit));
                    tiles(goal).filter(|_| !own.is_empty()).map(|tiles| (tiles as f64, time))
                })
                .collect();
            chart
                .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?
                .label(*name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
            chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, colour.filled())))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.3))
            .draw()?;
        Ok(())
    })
}
