//! Figures as SVG: panels of points and lines, drawn without a plotting library.
//!
//! A figure has one or more panels, each with one unit on each axis, and one legend below them, so
//! that no text covers a point. Coordinates keep two decimals: a curve has no visible steps. Ranges
//! leave room for a mark, so that no point lies on the frame. Black is `currentColor`, and the
//! background has the class `paper`: a page may restyle both for dark mode.
//!
//! # References
//! Okabe and Ito 2008, "Color Universal Design", for the colours.

mod ink;
mod layout;
mod range;

use ink::{marks, short, text, text_width, wrapped};
use layout::Layout;

use std::fmt::Write;

/// Colours that people with any colour vision can distinguish, the light ones last. Black follows
/// the colour of the text.
pub const COLOURS: [&str; 8] =
    ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "currentColor", "#E69F00", "#56B4E9", "#F0E442"];

/// The outlines of marks around their point, as SVG paths. Seven, so that with eight colours no two
/// of 56 series look alike.
pub const MARKS: [&str; 7] = [
    "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
    "m-3.6,-3.6h7.2v7.2h-7.2z",
    "m0,-5l4.8,8.6h-9.6z",
    "m0,-5.5l4.5,5.5l-4.5,5.5l-4.5,-5.5z",
    "m0,5l4.8,-8.6h-9.6z",
    "m-1.7,-5h3.4v3.3h3.3v3.4h-3.3v3.3h-3.4v-3.3h-3.3v-3.4h3.3z",
    "m-4.6,-2.6l2,-2l2.6,2.6l2.6,-2.6l2,2l-2.6,2.6l2.6,2.6l-2,2l-2.6,-2.6l-2.6,2.6l-2,-2l2.6,-2.6z",
];

/// Room between a point and the frame.
const ROOM: f64 = 12.0;
/// The inside of a panel: the width of a file with one panel, on a page, on a telephone or in a row of two; and the
/// height.
const WIDE: f64 = 580.0;
const ON_PAGE: f64 = 440.0;
const NARROW: f64 = 300.0;
const HEIGHT: f64 = 290.0;
/// Text heights.
const TITLE: f64 = 16.0;
const LABEL: f64 = 14.0;
const TICK: f64 = 13.0;
/// The height of a line of the legend.
const ENTRY: f64 = 21.0;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figure {
    /// The title above the panels.
    pub title: String,
    /// The panels, in rows of two if there are several.
    pub panels: Vec<Panel>,
}

/// A pair of axes and what is drawn on them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Panel {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Lines such as limits.
    pub guides: Vec<Guide>,
    /// The data.
    pub series: Vec<Series>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Axis {
    /// The quantity and its unit.
    pub name: String,
    /// Whether the scale is logarithmic.
    pub log: bool,
    /// Values that are in the range in any case.
    pub spans: Vec<f64>,
}

/// A reference line, with a label outside of the frame.
#[derive(Clone, PartialEq, Debug)]
pub enum Guide {
    /// At a value of the vertical axis.
    Across(f64, String),
    /// At a value of the horizontal axis.
    Up(f64, String),
    /// Where both axes have the same value.
    Diagonal,
}

/// Points, lines or bars with a name.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// Its name in the legend. A figure whose only series has an empty name has no legend.
    pub name: String,
    /// The number that chooses its colour and its mark.
    pub look: usize,
    /// Points, each with a mark.
    pub points: Vec<(f64, f64)>,
    /// The corners of a line.
    pub line: Vec<(f64, f64)>,
    /// Bars from zero: the middle, the width and the height of each.
    pub bars: Vec<(f64, f64, f64)>,
}

impl Axis {
    #[must_use]
    pub fn linear(name: &str) -> Axis {
        Axis { name: name.to_owned(), ..Axis::default() }
    }

    /// A logarithmic axis.
    #[must_use]
    pub fn log(name: &str) -> Axis {
        Axis { log: true, ..Axis::linear(name) }
    }

    /// The same axis, with these values in its range.
    #[must_use]
    pub fn spanning(mut self, values: impl IntoIterator<Item = f64>) -> Axis {
        self.spans.extend(values);
        self
    }
}

/// The colour of a series.
#[must_use]
pub fn colour(look: usize) -> &'static str {
    COLOURS[look % COLOURS.len()]
}

impl Figure {
    #[must_use]
    pub fn of(title: &str, panel: Panel) -> Figure {
        Figure { title: title.to_owned(), panels: vec![panel] }
    }

    /// The figure as a file.
    #[must_use]
    pub fn svg(&self) -> String {
        self.drawn(if self.panels.len() < 2 { WIDE } else { NARROW }, true)
    }

    /// The panels alone, for a page that writes the title and the legend itself; `narrow` is for
    /// telephones.
    #[must_use]
    pub fn panels(&self, narrow: bool) -> String {
        self.drawn(if narrow { NARROW } else { ON_PAGE }, false)
    }

    /// The entries of the legend: a small drawing and a name for each.
    #[must_use]
    pub fn legend(&self) -> Vec<(String, String)> {
        let entry = |series: &&Series| {
            let mut key = String::new();
            draw_key(&mut key, series, 2.0, 7.0);
            let svg = format!(
                "<svg width=\"28\" height=\"14\" viewBox=\"0 0 28 14\" aria-hidden=\"true\">{key}</svg>"
            );
            (svg.replace('\n', ""), series.name.clone())
        };
        self.entries().iter().map(entry).collect()
    }

    /// Series with a name, each name and look once.
    fn entries(&self) -> Vec<&Series> {
        let mut entries: Vec<&Series> = Vec::new();
        for series in self.panels.iter().flat_map(|panel| &panel.series) {
            let known = |entry: &&Series| (&entry.name, entry.look) == (&series.name, series.look);
            if !series.name.is_empty() && !entries.iter().any(known) {
                entries.push(series);
            }
        }
        entries
    }

    /// Draws the panels `inside` wide, and around them the title and the legend if `whole`.
    fn drawn(&self, inside: f64, whole: bool) -> String {
        let columns = if self.panels.len() > 1 && whole { 2 } else { 1 };
        let panels: Vec<Layout<'_>> = self.panels.iter().map(|panel| Layout::of(panel, inside)).collect();
        // Panels of one column share their margins, so that their frames are in line.
        let margin = |of: fn(&Layout<'_>) -> f64| -> Vec<f64> {
            let at = |column| panels.iter().skip(column).step_by(columns).map(of).fold(0.0, f64::max);
            (0..columns).map(at).collect()
        };
        let (left, right) = (margin(|p| p.left), margin(|p| p.right));
        let width = left.iter().chain(&right).sum::<f64>() + inside * columns as f64;
        let mut body = String::new();
        let mut y = 2.0;
        for line in wrapped(if whole { &self.title } else { "" }, width - 20.0, TITLE) {
            y += TITLE * 1.4;
            text(&mut body, width / 2.0, y, TITLE, "middle", &line);
        }
        for row in panels.chunks(columns) {
            y += row.iter().map(|panel| panel.top).fold(0.0, f64::max);
            let mut x = 0.0;
            for (column, panel) in row.iter().enumerate() {
                x += left[column];
                panel.draw(&mut body, x, y);
                x += inside + right[column];
            }
            y += HEIGHT + 2.0 * TICK + LABEL + 8.0;
        }
        if whole {
            y = self.draw_legend(&mut body, width, y);
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
             font-family=\"sans-serif\" fill=\"currentColor\">\n\
             <rect class=\"paper\" width=\"{w}\" height=\"{h}\" fill=\"#FFFFFF\"/>\n{body}</svg>\n",
            w = width.ceil(),
            h = (y + 4.0).ceil()
        )
    }

    /// Draws the legend from `y` on, and returns its end.
    fn draw_legend(&self, body: &mut String, width: f64, y: f64) -> f64 {
        let entries = self.entries();
        if entries.is_empty() {
            return y;
        }
        let widest = entries.iter().map(|entry| text_width(&entry.name, LABEL)).fold(0.0, f64::max) + 48.0;
        let columns = ((width - 12.0) / widest).floor().clamp(1.0, entries.len() as f64);
        let rows = (entries.len() as f64 / columns).ceil() as usize;
        let columns = entries.len().div_ceil(rows);
        let begin = ((width - widest * columns as f64) / 2.0).max(6.0);
        for (n, entry) in entries.iter().enumerate() {
            let (x, y) = (begin + widest * (n / rows) as f64, y + ENTRY * ((n % rows) as f64 + 0.7));
            draw_key(body, entry, x, y - 5.0);
            text(body, x + 32.0, y, LABEL, "start", &entry.name);
        }
        y + ENTRY * rows as f64
    }
}

/// Draws what stands for a series in the legend.
fn draw_key(body: &mut String, series: &Series, x: f64, y: f64) {
    if !series.line.is_empty() {
        let paint = colour(series.look);
        let _ = writeln!(
            body,
            "<path d=\"M{},{}h24\" stroke=\"{paint}\" stroke-width=\"2\"/>",
            short(x),
            short(y)
        );
    }
    if !series.points.is_empty() || series.line.is_empty() {
        marks(body, &[(x + 12.0, y)], series.look);
    }
}

#[cfg(test)]
mod tests {
    use super::range::{Range, log_ticks, ticks};
    use super::*;

    fn figure() -> Figure {
        let points = vec![(1.0, 0.01), (2.0, 0.5), (3.0, 2.0)];
        let series =
            Series { name: "a & b".to_owned(), points: points.clone(), line: points, ..Series::default() };
        let guides = vec![Guide::Across(2.0, "limit 2 s".to_owned())];
        let panel =
            Panel { x: Axis::linear("runs"), y: Axis::log("CPU seconds"), guides, series: vec![series] };
        Figure::of("Runs", panel)
    }

    #[test]
    fn no_two_series_look_alike() {
        let looks: std::collections::BTreeSet<_> =
            (0..56).map(|n| (COLOURS[n % COLOURS.len()], MARKS[n % MARKS.len()])).collect();
        assert_eq!(looks.len(), 56);
    }

    #[test]
    fn points_keep_clear_of_the_frame() {
        let figure = figure();
        let layout = Layout::of(&figure.panels[0], WIDE);
        for (x, y) in &figure.panels[0].series[0].points {
            let (x, y) = (layout.x.share(*x) * WIDE, layout.y.share(*y) * HEIGHT);
            assert!(x > 8.0 && x < WIDE - 8.0 && y > 8.0 && y < HEIGHT - 8.0, "{x} {y}");
        }
    }

    #[test]
    fn the_legend_lies_below_the_axes() {
        let svg = figure().svg();
        let y_of = |words: &str| -> f64 {
            let line = svg.lines().find(|line| line.contains(words)).unwrap();
            line.split("y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
        };
        assert!(y_of(">a &amp; b<") > y_of(">runs<"));
        assert!(svg.contains(">limit 2 s<"));
    }

    #[test]
    fn one_point_has_a_range_and_ticks() {
        for log in [false, true] {
            let axis = Axis { log, ..Axis::linear("n") };
            let range = Range::of(&axis, [5.0].into_iter(), WIDE);
            assert!(!range.ticks.is_empty());
            assert!((range.share(5.0) - 0.5).abs() < 1e-9);
        }
    }

    #[test]
    fn ticks_are_round_and_short() {
        let labels =
            |ticks: Vec<(f64, String)>| ticks.into_iter().map(|(_, label)| label).collect::<Vec<_>>();
        assert_eq!(labels(ticks(-0.3, 5.2, 1.0, WIDE)), ["0", "1", "2", "3", "4", "5"]);
        assert_eq!(labels(ticks(0.0, 0.35, 0.0, HEIGHT)), ["0.0", "0.1", "0.2", "0.3"]);
        assert_eq!(labels(log_ticks(-3.1, 0.2)), ["0.001", "0.01", "0.1", "1"]);
        assert_eq!(labels(log_ticks(2.9, 4.1)), ["1,000", "2,000", "5,000", "10,000"]);
        assert_eq!(labels(log_ticks(5.5, 7.5)), ["500,000", "10⁶", "2·10⁶", "5·10⁶", "10⁷", "2·10⁷"]);
        assert_eq!(labels(log_ticks(-9.0, -6.0)), ["10⁻⁹", "10⁻⁸", "10⁻⁷", "10⁻⁶"]);
    }
}
