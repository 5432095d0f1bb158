//! A panel of a figure with its axes, guides and series.

use super::ink::{marks, short, text, text_width};
use super::range::Range;
use super::{Guide, HEIGHT, LABEL, Panel, TICK, colour};
use quick_xml::escape::partial_escape;
use std::fmt::Write;

/// A panel with its ranges and margins.
pub(super) struct Layout<'a> {
    pub(super) panel: &'a Panel,
    pub(super) width: f64,
    pub(super) x: Range,
    pub(super) y: Range,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
}

impl<'a> Layout<'a> {
    pub(super) fn of(panel: &'a Panel, width: f64) -> Layout<'a> {
        let ends = |bar: &(f64, f64, f64)| [(bar.0 - bar.1 / 2.0, 0.0), (bar.0 + bar.1 / 2.0, bar.2)];
        let all: Vec<(f64, f64)> = (panel.series.iter())
            .flat_map(|one| one.points.iter().chain(&one.line).copied().chain(one.bars.iter().flat_map(ends)))
            .collect();
        let guides = |upright: bool| {
            panel.guides.iter().filter_map(move |guide| match guide {
                Guide::Across(y, _) if !upright => Some(*y),
                Guide::Up(x, _) if upright => Some(*x),
                _ => None,
            })
        };
        let x = Range::of(&panel.x, all.iter().map(|p| p.0).chain(guides(true)), width);
        let y = Range::of(&panel.y, all.iter().map(|p| p.1).chain(guides(false)), HEIGHT);
        let widest = y.ticks.iter().map(|(_, label)| text_width(label, TICK)).fold(0.0, f64::max);
        let label = |guide: &Guide| match guide {
            Guide::Across(_, label) => text_width(label, TICK) + 10.0,
            _ => 0.0,
        };
        let last = x.ticks.last().map_or(0.0, |(_, label)| text_width(label, TICK) / 2.0);
        let right = panel.guides.iter().map(label).fold(last.max(8.0), f64::max) + 8.0;
        let top = if panel.guides.iter().any(|guide| matches!(guide, Guide::Up(..))) { 28.0 } else { 12.0 };
        Layout { panel, width, x, y, left: widest + LABEL + 26.0, right, top }
    }

    /// Draws the panel with the upper left corner of its frame at this place.
    pub(super) fn draw(&self, body: &mut String, left: f64, top: f64) {
        let (right, bottom) = (left + self.width, top + HEIGHT);
        let px = |x: f64| left + self.x.share(x) * self.width;
        let py = |y: f64| bottom - self.y.share(y) * HEIGHT;
        let mut grid = String::new();
        for (value, label) in &self.x.ticks {
            let _ = write!(grid, "M{},{}V{}", short(px(*value)), short(top), short(bottom));
            text(body, px(*value), bottom + TICK + 5.0, TICK, "middle", label);
        }
        for (value, label) in &self.y.ticks {
            let _ = write!(grid, "M{},{}H{}", short(left), short(py(*value)), short(right));
            text(body, left - 7.0, py(*value) + TICK * 0.35, TICK, "end", label);
        }
        let frame =
            format!("M{},{}H{}V{}H{}z", short(left), short(top), short(right), short(bottom), short(left));
        let _ = writeln!(
            body,
            "<path d=\"{grid}\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".12\"/>"
        );
        let _ = writeln!(
            body,
            "<path d=\"{frame}\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".5\"/>"
        );
        text(
            body,
            left + self.width / 2.0,
            bottom + TICK + LABEL + 13.0,
            LABEL,
            "middle",
            &self.panel.x.name,
        );
        let (x, y) = (left - self.left + LABEL + 2.0, top + HEIGHT / 2.0);
        let _ = writeln!(
            body,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{LABEL}\" text-anchor=\"middle\" transform=\"rotate(-90 {x} {y})\">{}</text>",
            partial_escape(&self.panel.y.name),
            x = short(x),
            y = short(y)
        );
        let mut lines = String::new();
        for guide in &self.panel.guides {
            match guide {
                Guide::Across(y, label) => {
                    let _ = write!(lines, "M{},{}H{}", short(left), short(py(*y)), short(right));
                    text(body, right + 6.0, py(*y) + TICK * 0.35, TICK, "start", label);
                }
                Guide::Up(x, label) => {
                    let _ = write!(lines, "M{},{}V{}", short(px(*x)), short(bottom), short(top));
                    text(body, px(*x), top - 6.0, TICK, "middle", label);
                }
                Guide::Diagonal => {
                    let (low, high) = (self.x.low.max(self.y.low), self.x.high.min(self.y.high));
                    let ends = [low, high].map(|t| if self.panel.x.log { 10f64.powf(t) } else { t });
                    let [(a, b), (c, d)] = ends.map(|end| (short(px(end)), short(py(end))));
                    let _ = write!(lines, "M{a},{b}L{c},{d}");
                }
            }
        }
        if !lines.is_empty() {
            let _ = writeln!(
                body,
                "<path d=\"{lines}\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".55\" stroke-dasharray=\"5 3\"/>"
            );
        }
        for series in &self.panel.series {
            let paint = colour(series.look);
            let at = |&(x, y): &(f64, f64)| format!("{},{}", short(px(x)), short(py(y)));
            if series.line.len() > 1 {
                let corners = series.line.iter().map(at).collect::<Vec<_>>().join(" ");
                let _ = writeln!(
                    body,
                    "<polyline points=\"{corners}\" fill=\"none\" stroke=\"{paint}\" stroke-width=\"2\" stroke-linejoin=\"round\"/>"
                );
            }
            for &(middle, wide, high) in &series.bars {
                let (a, b) = (px(middle - wide / 2.0), px(middle + wide / 2.0));
                let (zero, end) = (py(0.0), py(high));
                let _ = writeln!(
                    body,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{paint}\"/>",
                    short(a),
                    short(end),
                    short(b - a),
                    short(zero - end)
                );
            }
        }
        for series in &self.panel.series {
            let at: Vec<_> = series.points.iter().map(|&(x, y)| (px(x), py(y))).collect();
            marks(body, &at, series.look);
        }
    }
}
