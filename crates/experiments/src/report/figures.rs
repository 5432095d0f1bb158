//! Figures of a group: cactus plots, two approaches against each other, growth.

use super::Figure;
use super::growth::{Growth, LEAST_S};
use super::table::{Row, Table, number};
use crate::campaign::Run;
use crate::campaign::record::GroupInfo;
use patsat_console::plot::{self, Axis, Guide, Panel, Series};
use std::collections::BTreeMap;

/// Runs without an answer are drawn at this many times the CPU limit.
pub(crate) const UNANSWERED: f64 = 1.5;

pub(super) fn draw(info: &GroupInfo, table: &Table<'_>, growth: &[Growth], prefix: &str) -> Vec<Figure> {
    let group = slug(&info.name);
    let mut figures = Vec::new();
    if table.rows.iter().any(|row| row.runs.iter().any(|run| run.decided)) {
        let about =
            "Runs answered (x) within the CPU time on y; further right and lower is better".to_owned();
        figures.push(Figure {
            file: format!("{prefix}cactus-{group}.svg"),
            about,
            plot: cactus(info, table),
        });
    }
    for [a, b] in pairs(info, table) {
        let (Some(x), Some(y)) = (table.row(&a), table.row(&b)) else { continue };
        if let Some(plot) = scatter(info, x, y) {
            let file = format!("{prefix}scatter-{group}-{}-{}.svg", slug(&a), slug(&b));
            let about = format!(
                "CPU seconds of '{a}' (x) and '{b}' (y), one point per instance; points on a dashed line: no answer"
            );
            figures.push(Figure { file, about, plot });
        }
    }
    for growth in growth {
        let file = format!("{prefix}growth-{group}-{}.svg", slug(&growth.of));
        let about = format!("CPU seconds by {}: answered runs, and the fitted growth as lines", growth.of);
        figures.push(Figure { file, about, plot: grown(info, table, growth) });
    }
    figures
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

/// A name for a file, in small letters.
fn slug(name: &str) -> String {
    crate::text::slug(&name.replace('_', "-")).to_ascii_lowercase()
}

/// The line of a CPU limit.
fn limit(info: &GroupInfo) -> Guide {
    Guide::Across(info.limits.cpu_s, format!("limit {} s", number(info.limits.cpu_s)))
}

fn cactus(info: &GroupInfo, table: &Table<'_>) -> plot::Figure {
    let series = table.rows.iter().enumerate().filter(|(_, row)| !row.is_missing()).map(|(look, row)| {
        let mut times: Vec<f64> = row.times().into_iter().flatten().map(|t| t.max(LEAST_S)).collect();
        times.sort_by(f64::total_cmp);
        let points: Vec<_> = times.into_iter().enumerate().map(|(n, t)| ((n + 1) as f64, t)).collect();
        let name = format!("{} ({})", row.approach, points.len());
        Series { name, look, line: points.clone(), points, ..Series::default() }
    });
    let most = table.rows.iter().map(|row| row.runs.len()).max().unwrap_or(1) as f64;
    let panel = Panel {
        x: Axis::linear("runs answered").spanning([0.0, most]),
        y: Axis::log("CPU seconds"),
        guides: vec![limit(info)],
        series: series.collect(),
    };
    plot::Figure::of(&format!("{}: runs answered within a CPU time", info.name), panel)
}

fn scatter(info: &GroupInfo, a: &Row<'_>, b: &Row<'_>) -> Option<plot::Figure> {
    let off = UNANSWERED * info.limits.cpu_s;
    let times = |row: &Row<'_>| -> BTreeMap<(String, u32), f64> {
        let time = |run: &Run| if run.decided { run.cpu_s.max(LEAST_S) } else { off };
        row.runs.iter().map(|run| ((run.instance.clone(), run.repeat), time(run))).collect()
    };
    let (x, y) = (times(a), times(b));
    let points: Vec<_> = x.iter().filter_map(|(key, &x)| Some((x, *y.get(key)?))).collect();
    if points.is_empty() || a.is_missing() || b.is_missing() {
        return None;
    }
    let least = points.iter().map(|&(x, y)| x.min(y)).fold(off, f64::min);
    let title = format!("{}: CPU seconds of {} instances", info.name, points.len());
    let guides = vec![
        Guide::Diagonal,
        Guide::Across(off, "no answer".to_owned()),
        Guide::Up(off, "no answer".to_owned()),
    ];
    let panel = Panel {
        x: Axis::log(&format!("{} (s)", a.approach)).spanning([least, off]),
        y: Axis::log(&format!("{} (s)", b.approach)).spanning([least, off]),
        guides,
        series: vec![Series { points, ..Series::default() }],
    };
    Some(plot::Figure::of(&title, panel))
}

fn grown(info: &GroupInfo, table: &Table<'_>, growth: &Growth) -> plot::Figure {
    let series = growth.lines.iter().map(|line| {
        let (from, to) =
            line.points.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), p| (a.min(p.0), b.max(p.0)));
        // A line up to a thousand years would flatten all points.
        let top = 2.0 * info.limits.cpu_s;
        let at = |fit, x| (x, growth.at(fit, x));
        let steps = |fit| {
            let share = |n| f64::from(n) / 200.0;
            let x = |n| {
                if growth.power { from * (to / from).powf(share(n)) } else { from + (to - from) * share(n) }
            };
            (0..=200).map(|n| at(fit, x(n))).filter(|(_, y)| (LEAST_S / 2.0..=top).contains(y)).collect()
        };
        Series {
            name: line.approach.clone(),
            look: table.rows.iter().position(|row| row.approach == line.approach).unwrap_or(0),
            points: line.points.clone(),
            line: line.fit.as_ref().map(steps).unwrap_or_default(),
            ..Series::default()
        }
    });
    let series = series.collect();
    let x = if growth.power { Axis::log(&growth.of) } else { Axis::linear(&growth.of) };
    let panel = Panel { x, y: Axis::log("CPU seconds"), guides: vec![limit(info)], series };
    plot::Figure::of(&format!("{}: CPU time by {}", info.name, growth.of), panel)
}
