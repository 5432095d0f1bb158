//! Moves from winning against seconds, on a logarithmic scale.

use plotters::prelude::*;
use std::error::Error;

const SIZE: (u32, u32) = (900, 520);
/// Nothing is drawn below this.
const LEAST_S: f64 = 1e-4;

fn not_drawn(error: impl Error) -> String {
    format!("the plot cannot be drawn: {error}")
}

/// A line for each method: moves from winning and seconds in all.
pub(crate) fn draw(game: &str, limit_s: f64, lines: &[(String, Vec<(f64, f64)>)]) -> Result<String, String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE).map_err(not_drawn)?;
        let most = 2.0 * limit_s.max(1.0);
        let mut chart = ChartBuilder::on(&area)
            .caption(format!("{game}: build and solve, median"), ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(64)
            .right_y_label_area_size(270)
            .build_cartesian_2d(0.0..21.0, (LEAST_S..most).log_scale())
            .map_err(not_drawn)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .x_desc("moves from winning")
            .y_desc("seconds")
            .y_label_formatter(&|seconds| format!("{seconds}"))
            .draw()
            .map_err(not_drawn)?;
        chart
            .draw_series(LineSeries::new([(0.0, limit_s), (21.0, limit_s)], BLACK.mix(0.4)))
            .map_err(not_drawn)?;
        for (n, (name, points)) in lines.iter().enumerate() {
            let colour = Palette99::pick(n).to_rgba();
            let points: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x, y.max(LEAST_S))).collect();
            chart.draw_series(LineSeries::new(points.clone(), colour.stroke_width(2))).map_err(not_drawn)?;
            let dots = points.iter().map(|&point| Circle::new(point, 3, colour.filled()));
            chart.draw_series(dots).map_err(not_drawn)?;
            // Names stand beside the axes: under the lines there is no room for so many.
            let (x, y) = (SIZE.0 as i32 - 265, 60 + 22 * n as i32);
            area.draw(&Rectangle::new([(x, y + 4), (x + 14, y + 10)], colour.filled())).map_err(not_drawn)?;
            area.draw(&Text::new(name.clone(), (x + 20, y), ("sans-serif", 12))).map_err(not_drawn)?;
        }
        area.present().map_err(not_drawn)?;
    }
    Ok(svg)
}
