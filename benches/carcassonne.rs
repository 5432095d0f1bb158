//! Carcassonne Solitaire: times from a tile set to a checked board or proof.
//!
//! `cargo bench --bench carcassonne -- [FILE]` writes the table to a file, or prints it.

use patsat_carcassonne::base::base72;
use patsat_carcassonne::decide::{Decider, Decision, Extent, Ground, Method, Objective, proof};
use patsat_carcassonne::{Shape, TileSet};
use patsat_solvers::{self as solve, Control};
use std::time::{Duration, Instant};

/// Number of runs, of which the table shows the median.
const RUNS: u64 = 9;

/// Returns the median and the longest time of the runs, one per seed, and the last run's result.
fn median(mut run: impl FnMut(u64) -> String) -> (Duration, Duration, String) {
    let mut verdict = String::new();
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|seed| {
            let started = Instant::now();
            verdict = run(seed);
            started.elapsed()
        })
        .collect();
    times.sort();
    (times[times.len() / 2], times[times.len() - 1], verdict)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().skip(1).find(|word| word != "--bench");
    let backend = solve::backend(solve::DEFAULT)?;
    let (base, eight) = (base72(), base72().times(8));
    let decider = |set: &'static TileSet, rotation: bool, method: Method, seed: u64| {
        let (border, restarts, nodes, control) = (None, false, None, Control::default());
        Decider {
            set,
            rotation,
            border,
            method,
            backend: Box::leak(Box::new(backend.clone())),
            seed,
            restarts,
            nodes,
            control,
        }
    };
    let (base, eight): (&'static TileSet, &'static TileSet) =
        (Box::leak(Box::new(base)), Box::leak(Box::new(eight)));
    let square = |set, side: usize, method, seed| {
        let found = decider(set, true, method, seed).decide(Shape::square(side));
        if matches!(found, Ok(Decision::Board(_))) { "found" } else { "not found" }.to_owned()
    };
    let largest = |rotation, wanted, seed| {
        let decider = decider(base, rotation, Method::Portfolio, seed);
        let Ok(largest) = decider.largest(wanted) else { return "failed".to_owned() };
        let Some((shape, _)) = largest.best else { return "none".to_owned() };
        let Ok(file) = proof::write(base, rotation, None, &largest.none) else {
            return "no proof".to_owned();
        };
        let holds = largest.extent() == Extent::Proven && proof::check(base, &file, None).is_ok();
        format!(
            "{shape}, {}",
            if holds { "largest, by a certificate that was checked again" } else { "not proved" }
        )
    };
    let refuted = |seed| match decider(base, false, Method::Sat, seed).decide(Shape::square(6)) {
        Ok(Decision::None(Ground::Refuted(_))) => "none, by a checked LRAT proof".to_owned(),
        _ => "failed".to_owned(),
    };
    let rows: [(&str, &str, (Duration, Duration, String)); 7] = [
        ("8x8 of 72 tiles", "0.05 s", median(|seed| square(base, 8, Method::Portfolio, seed))),
        ("8x8 of 72 tiles by SAT alone", "", median(|seed| square(base, 8, Method::Sat, seed))),
        ("largest rectangle", "1 s", median(|seed| largest(true, Objective::Rectangle, seed))),
        ("largest square without rotation", "1 s", median(|seed| largest(false, Objective::Square, seed))),
        ("the same bound by SAT alone: 6x6 without rotation", "", median(refuted)),
        ("largest rectangle without rotation", "", median(|seed| largest(false, Objective::Rectangle, seed))),
        (
            "24x24 of eight sets, all 576 tiles",
            "120 s",
            median(|seed| square(eight, 24, Method::Portfolio, seed)),
        ),
    ];
    let mut text = format!("| | bar | median of {RUNS} seeds | slowest | answer |\n|---|---|---|---|---|\n");
    for (what, bar, (median, slowest, verdict)) in rows {
        let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1000.0);
        text += &format!("| {what} | {bar} | {} | {} | {verdict} |\n", ms(median), ms(slowest));
    }
    match file {
        Some(file) => std::fs::write(file, text)?,
        None => print!("{text}"),
    }
    Ok(())
}
