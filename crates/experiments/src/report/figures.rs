//! Figures as SVG: cactus plots, two approaches against each other, growth.

use super::Figure;
use super::growth::{Growth, LEAST_S};
use super::table::{Row, Table, number};
use crate::campaign::record::GroupInfo;
use patsat_console::plot::{self, NotDrawn};
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use std::collections::BTreeMap;

const SIZE: (u32, u32) = (900, 480);

/// Colours that people tell apart whose eyes see fewer of them than most do: Okabe and Ito 2008,
/// "Color Universal Design", the light ones last. Series have marks of their own beside them.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(0, 0, 0),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(240, 228, 66),
];

/// The corners of marks, in units of their size; no corners are a disc. Seven, so that with eight
/// colours no two of 56 series look alike.
const MARKS: [&[(i32, i32)]; 7] = [
    &[],
    &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
    &[(0, -5), (5, 4), (-5, 4)],
    &[(0, -6), (5, 0), (0, 6), (-5, 0)],
    &[(0, 5), (5, -4), (-5, -4)],
    &[
        (-2, -5),
        (2, -5),
        (2, -2),
        (5, -2),
        (5, 2),
        (2, 2),
        (2, 5),
        (-2, 5),
        (-2, 2),
        (-5, 2),
        (-5, -2),
        (-2, -2),
    ],
    &[
        (-5, -3),
        (-3, -5),
        (0, -2),
        (3, -5),
        (5, -3),
        (2, 0),
        (5, 3),
        (3, 5),
        (0, 2),
        (-3, 5),
        (-5, 3),
        (-2, 0),
    ],
];
/// Room beside the axes for the names: under the lines there is none.
const NAMES: u32 = 250;

/// A line or a cloud of points with its name.
pub(crate) struct Series {
    pub(crate) name: String,
    /// The place of its approach in the table, so that it has one colour in all figures.
    pub(crate) colour: usize,
    pub(crate) points: Vec<(f64, f64)>,
    pub(crate) line: Vec<(f64, f64)>,
}

/// What stands around the series.
pub(crate) struct Frame<'a> {
    pub(crate) caption: String,
    pub(crate) axes: [&'a str; 2],
    /// Grey lines: limits, the diagonal.
    pub(crate) marks: Vec<[(f64, f64); 2]>,
}

/// All figures of a group.
pub(super) fn draw(
    info: &GroupInfo,
    table: &Table<'_>,
    growth: &[Growth],
    prefix: &str,
) -> Result<Vec<Figure>, NotDrawn> {
    let group = slug(&info.name);
    let mut figures = Vec::new();
    if table.rows.iter().any(|row| row.runs.iter().any(|run| run.decided)) {
        let svg = cactus(info, table)?;
        let about =
            "Runs answered (x) within the CPU time on y; further right and lower is better".to_owned();
        figures.push(Figure { file: format!("{prefix}cactus-{group}.svg"), about, svg });
    }
    for [a, b] in pairs(info, table) {
        let (Some(x), Some(y)) = (table.row(&a), table.row(&b)) else { continue };
        if let Some(svg) = scatter(info, x, y)? {
            let file = format!("{prefix}scatter-{group}-{}-{}.svg", slug(&a), slug(&b));
            let about =
                format!("CPU seconds of '{a}' and '{b}', a point an instance; on a grey line: no answer");
            figures.push(Figure { file, about, svg });
        }
    }
    for growth in growth {
        let file = format!("{prefix}growth-{group}-{}.svg", slug(&growth.of));
        let about = format!("CPU seconds by {}, with the fitted growth", growth.of);
        figures.push(Figure { file, about, svg: grown(info, table, growth)? });
    }
    Ok(figures)
}

/// The pairs that the campaign names, else the two approaches of least PAR-2.
fn pairs(info: &GroupInfo, table: &Table<'_>) -> Vec<[String; 2]> {
    if !info.pairs.is_empty() {
        return info.pairs.clone();
    }
    let mut best: Vec<(f64, &str)> =
        table.rows.iter().filter_map(|row| Some((row.par2()?, row.approach))).collect();
    best.sort_by(|a, b| a.0.total_cmp(&b.0));
    match best.as_slice() {
        [(_, a), (_, b), ..] => vec![[(*a).to_owned(), (*b).to_owned()]],
        _ => Vec::new(),
    }
}

/// A name for a file.
fn slug(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

fn cactus(info: &GroupInfo, table: &Table<'_>) -> Result<String, NotDrawn> {
    let series = table.rows.iter().enumerate().filter(|(_, row)| !row.is_missing()).map(|(colour, row)| {
        let mut times: Vec<f64> = row.times().into_iter().flatten().map(|t| t.max(LEAST_S)).collect();
        times.sort_by(f64::total_cmp);
        let points: Vec<_> = times.into_iter().enumerate().map(|(n, t)| ((n + 1) as f64, t)).collect();
        Series { name: format!("{} ({})", row.approach, points.len()), colour, line: points.clone(), points }
    });
    let series: Vec<Series> = series.collect();
    let most = table.rows.iter().map(|row| row.runs.len()).max().unwrap_or(1) as f64;
    let limit = info.limits.cpu_s;
    let frame = Frame {
        caption: format!("{}: runs answered within a CPU time", info.name),
        axes: ["runs answered", "CPU seconds"],
        marks: vec![[(0.0, limit), (most + 0.5, limit)]],
    };
    plot(&frame, &series, 0.0..most + 0.5, (LEAST_S / 2.0..limit * 2.0).log_scale())
}

fn scatter(info: &GroupInfo, a: &Row<'_>, b: &Row<'_>) -> Result<Option<String>, NotDrawn> {
    let limit = info.limits.cpu_s;
    let times = |row: &Row<'_>| -> BTreeMap<(String, u32), f64> {
        let time =
            |run: &crate::campaign::Run| if run.decided { run.cpu_s.max(LEAST_S) } else { 1.5 * limit };
        row.runs.iter().map(|run| ((run.instance.clone(), run.repeat), time(run))).collect()
    };
    let (x, y) = (times(a), times(b));
    let points: Vec<_> = x.iter().filter_map(|(key, &x)| Some((x, *y.get(key)?))).collect();
    if points.is_empty() || a.is_missing() || b.is_missing() {
        return Ok(None);
    }
    let (low, high) = (LEAST_S / 2.0, 2.0 * limit);
    let off = 1.5 * limit;
    let frame = Frame {
        caption: format!("{}: CPU seconds", info.name),
        axes: [a.approach, b.approach],
        marks: vec![[(low, low), (high, high)], [(low, off), (high, off)], [(off, low), (off, high)]],
    };
    let series =
        [Series { name: format!("{} instances", points.len()), colour: 0, points, line: Vec::new() }];
    plot(&frame, &series, (low..high).log_scale(), (low..high).log_scale()).map(Some)
}

fn grown(info: &GroupInfo, table: &Table<'_>, growth: &Growth) -> Result<String, NotDrawn> {
    let all = || growth.lines.iter().flat_map(|line| &line.points);
    let least = |of: &dyn Fn(&(f64, f64)) -> f64| all().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: &dyn Fn(&(f64, f64)) -> f64| all().map(of).fold(0.0, f64::max);
    let (left, right) = (least(&|p| p.0), most(&|p| p.0));
    let series: Vec<Series> = growth
        .lines
        .iter()
        .map(|line| {
            let ends =
                line.points.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), p| (a.min(p.0), b.max(p.0)));
            // A line of a thousand years would leave nothing to see of the points.
            let top = 2.0 * info.limits.cpu_s;
            let at = |fit, x| (x, growth.at(fit, x).clamp(LEAST_S / 2.0, top));
            let steps =
                |fit| (0..=40).map(|n| at(fit, ends.0 + (ends.1 - ends.0) * f64::from(n) / 40.0)).collect();
            Series {
                name: line.approach.clone(),
                colour: table.rows.iter().position(|row| row.approach == line.approach).unwrap_or(0),
                points: line.points.clone(),
                line: line.fit.as_ref().map(steps).unwrap_or_default(),
            }
        })
        .collect();
    let limit = info.limits.cpu_s;
    let y = (LEAST_S / 2.0..2.0 * limit.max(most(&|p| p.1))).log_scale();
    let frame = |left, right| Frame {
        caption: format!("{}: CPU time by {}", info.name, growth.of),
        axes: [growth.of.as_str(), "CPU seconds"],
        marks: vec![[(left, limit), (right, limit)]],
    };
    if growth.power {
        let (left, right) = (left / 1.3, right * 1.3);
        plot(&frame(left, right), &series, (left..right).log_scale(), y)
    } else {
        let room = ((right - left) / 20.0).max(0.1);
        let (left, right) = (left - room, right + room);
        plot(&frame(left, right), &series, left..right, y)
    }
}

/// Draws one figure.
pub(crate) fn plot<X, Y>(frame: &Frame<'_>, series: &[Series], x: X, y: Y) -> Result<String, NotDrawn>
where
    X: AsRangedCoord<Value = f64>,
    Y: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
    Y::CoordDescType: ValueFormatter<f64>,
{
    plot::svg(SIZE, |area| {
        let (left, _) = area.split_horizontally(SIZE.0 - NAMES);
        let mut chart = ChartBuilder::on(&left)
            .caption(&frame.caption, ("sans-serif", 17))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(64)
            .build_cartesian_2d(x, y)?;
        let label = |value: &f64| number(*value);
        let mut mesh = chart.configure_mesh();
        // A white line would be seen on a dark page.
        mesh.light_line_style(TRANSPARENT).x_desc(frame.axes[0]).y_desc(frame.axes[1]);
        mesh.label_style(("sans-serif", 14)).axis_desc_style(("sans-serif", 15));
        mesh.x_label_formatter(&label).y_label_formatter(&label).draw()?;
        for mark in &frame.marks {
            chart.draw_series(LineSeries::new(*mark, BLACK.mix(0.35)))?;
        }
        for (n, one) in series.iter().enumerate() {
            let colour = COLOURS[one.colour % COLOURS.len()];
            let line = LineSeries::new(one.line.iter().copied(), colour.stroke_width(2));
            chart.draw_series(line)?;
            let at = |point: &(f64, f64)| chart.backend_coord(point);
            for (x, y) in
                one.points.iter().map(at).chain([((SIZE.0 - NAMES) as i32 + 8, 50 + 20 * n as i32 + 7)])
            {
                mark(area, (x, y), one.colour, colour)?;
            }
            let (x, y) = ((SIZE.0 - NAMES) as i32 + 20, 50 + 20 * n as i32);
            let name: String = one.name.chars().take(34).collect();
            area.draw(&Text::new(name, (x, y), ("sans-serif", 14)))?;
        }
        Ok(())
    })
}

/// Draws the mark of a series.
fn mark(area: &plot::Area<'_>, (x, y): (i32, i32), series: usize, colour: RGBColor) -> Result<(), NotDrawn> {
    let corners = MARKS[series % MARKS.len()];
    if corners.is_empty() {
        area.draw(&Circle::new((x, y), 4, colour.filled()))?;
    } else {
        let corners: Vec<(i32, i32)> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        area.draw(&Polygon::new(corners, colour.filled()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_series_look_alike() {
        let looks: std::collections::BTreeSet<_> =
            (0..56).map(|n| (COLOURS[n % COLOURS.len()].rgb(), MARKS[n % MARKS.len()])).collect();
        assert_eq!(looks.len(), 56);
    }
}
