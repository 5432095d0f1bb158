//! The summary of a survey.

use crate::survey::{Lengths, Tally};
use std::fmt::Write;

/// Counts, 95 % intervals, lengths and states: what depends on the deals alone.
#[must_use]
pub fn summary(range: &str, game: &str, tally: &Tally) -> String {
    let deals = tally.deals();
    let mut text = format!("{game} {range}: {}\n", count(deals, "deal", "deals"));
    let rate = |(low, high): (f64, f64)| format!("{:.3} % .. {:.3} %", 100.0 * low, 100.0 * high);
    let _ =
        writeln!(text, "  solved      {:>10}   95 % interval {}", tally.solved, rate(tally.winnable_rate()));
    let _ = writeln!(
        text,
        "  unwinnable  {:>10}   95 % interval {}",
        tally.unwinnable,
        rate(tally.unwinnable_rate())
    );
    if tally.by_patterns > 0 {
        let _ = writeln!(text, "    by dead patterns {:>5}", tally.by_patterns);
    }
    let _ = writeln!(text, "  unknown     {:>10}", tally.unknown);
    if tally.unknown > 0 {
        text.push_str("  (Wilson; unknown deals counted once as lost and once as won)\n");
    } else {
        text.push_str("  (Wilson)\n");
    }
    for (name, lengths) in [("m1", &tally.m1), ("m2", &tally.m2), ("m3", &tally.m3)] {
        if let Some(line) = lengths_line(lengths) {
            let _ = writeln!(text, "  length {name}   {line}");
        }
    }
    if let Some(line) = lengths_line(&tally.levels) {
        let _ = writeln!(text, "  level       {line}");
    }
    if let Some((most, deal)) = &tally.most_states {
        let mean = tally.states as f64 / deals as f64;
        let _ = writeln!(text, "  states      mean {mean:.1}, most {most} ({deal})");
    }
    text
}

/// What differs from run to run.
#[must_use]
pub fn times(tally: &Tally) -> Option<String> {
    let (most, deal) = tally.most_time_ms.as_ref()?;
    let mean = tally.time_ms / tally.deals() as f64;
    Some(format!("{mean:.3} ms a deal and thread, longest {most:.3} ms ({deal})"))
}

fn lengths_line(lengths: &Lengths) -> Option<String> {
    let ((least, most), mean, median) = (lengths.extremes()?, lengths.mean()?, lengths.median()?);
    Some(format!("mean {mean:.2}, median {median}, {least} to {most}"))
}

fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
