//! Estimates of the search tree, as a table or as one JSON line.

use patsat_formats::board::title;
use patsat_game::state::Instance;
use patsat_search::estimate::Estimate;
use std::fmt::Write;

/// A table by depth, and the branching factor.
#[must_use]
pub fn text(instance: &Instance, estimate: &Estimate) -> String {
    let mut text = format!("{}: {} random walks (Knuth 1975)\n\n", title(instance), estimate.probes);
    let _ = writeln!(
        text,
        "{:>6} {:>14} {:>14} {:>10} {:>10}",
        "depth", "sequences", "std error", "moves", "walks"
    );
    for line in &estimate.by_depth {
        let (sequences, error) = (number(line.sequences), number(line.standard_error));
        let _ = writeln!(
            text,
            "{:>6} {sequences:>14} {error:>14} {:>10.3} {:>10}",
            line.depth, line.mean_moves, line.reached
        );
    }
    let _ = writeln!(text, "\nmean branching factor {:.4} over all positions met", estimate.mean_branching());
    text
}

fn number(value: f64) -> String {
    if value < 1e6 { format!("{value:.1}") } else { format!("{value:.4e}") }
}

/// The same as data. A value beyond 10^308 is `null`.
#[must_use]
pub fn json(instance: &Instance, estimate: &Estimate) -> serde_json::Value {
    let by_depth: Vec<_> = (estimate.by_depth.iter())
        .map(|d| {
            serde_json::json!({
                "depth": d.depth,
                "sequences": d.sequences,
                "standard_error": d.standard_error,
                "mean_moves": d.mean_moves,
                "reached": d.reached,
            })
        })
        .collect();
    serde_json::json!({
        "game": instance.rules.name,
        "probes": estimate.probes,
        "mean_branching": estimate.mean_branching(),
        "by_depth": by_depth,
    })
}
