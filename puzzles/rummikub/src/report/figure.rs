//! The talk's plot: winning hands in proportion to hands, by their size; and beside it the
//! chance that a dealt hand wins.

use crate::Shape;
use crate::count::Row;
use patsat_console::plot::{self, NotDrawn};
use plotters::prelude::*;

const SIZE: (u32, u32) = (820, 480);
const HANDS: RGBColor = RGBColor(31, 78, 121);
const DEALS: RGBColor = RGBColor(192, 80, 40);

/// The figure as SVG. Sizes of which no hand wins have no point.
///
/// # Errors
/// If the library fails.
pub fn svg(shape: &Shape, rows: &[Row]) -> Result<String, NotDrawn> {
    let points = |of: fn(&Row) -> f64| -> Vec<(f64, f64)> {
        let all = rows.iter().map(|row| (f64::from(row.tiles), of(row)));
        all.filter(|&(_, value)| value > 0.0).collect()
    };
    let series = [
        (points(Row::ratio), HANDS, "winning hands / hands"),
        (points(Row::chance), DEALS, "chance that a dealt hand wins"),
    ];
    let lowest = series.iter().flat_map(|(points, ..)| points).map(|point| point.1).fold(1.0, f64::min);
    let last = rows.last().map_or(1.0, |row| f64::from(row.tiles)).max(1.0);
    let Shape { values, colours, copies, jokers, .. } = *shape;
    let title = format!(
        "Hands that win at once: {values} values, {colours} colours, {copies} copies, {jokers} jokers"
    );
    plot::svg(SIZE, |area| {
        let mut chart = ChartBuilder::on(area)
            .caption(title, ("sans-serif", 16))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(72)
            .build_cartesian_2d(0.0..last, (lowest / 2.0..2.0).log_scale())?;
        let mut mesh = chart.configure_mesh();
        mesh.light_line_style(WHITE).x_desc("tiles in the hand").y_desc("share that wins");
        mesh.x_label_formatter(&|x| format!("{x:.0}")).y_label_formatter(&tick);
        mesh.draw()?;
        for (points, colour, name) in series {
            chart
                .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(1)))?
                .label(name)
                .legend(move |(x, y)| Rectangle::new([(x, y - 3), (x + 14, y + 3)], colour.filled()));
            chart.draw_series(points.iter().map(|&point| Circle::new(point, 2, colour.filled())))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperMiddle)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK)
            .draw()?;
        Ok(())
    })
}

/// A tick: `1e-4`, where a float is a hair beside it too.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as the plotting library asks for it")]
fn tick(value: &f64) -> String {
    let text = format!("{value:.2e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    match exponent {
        "0" => digits.to_owned(),
        _ => format!("{digits}e{exponent}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_short() {
        let values = [9.999_999_999_999_999e-5, 1.0, 0.1, 1e-7, 5.0e-3, 9.999_999_999_999_999e-2];
        assert_eq!(values.map(|value| tick(&value)), ["1e-4", "1", "1e-1", "1e-7", "5e-3", "1e-1"]);
        let shape = Shape { jokers: 0, ..Shape::default() };
        let rows: Vec<Row> = crate::count::count(&shape, Some(6), &mut |_| true).unwrap();
        let drawn = svg(&shape, &rows).unwrap();
        assert!(!drawn.contains("9999") && drawn.contains("1e-"), "{drawn}");
    }
}
