//! Trials of a study as CSV and as a table.

use crate::decide::study::{CONTENDERS, Family, Trial};
use itertools::Itertools;
use std::time::Duration;

/// A line a trial.
#[must_use]
pub fn csv(trials: &[Trial]) -> String {
    let mut text = "family,tiles,set,goal,method,side,none,ms\n".to_owned();
    for trial in trials {
        let Trial { family, tiles, set, goal, contender, side, none, time } = trial;
        let (family, ms) = (family.name(), time.as_secs_f64() * 1000.0);
        text += &format!("{family},{tiles},{set},{goal},\"{contender}\",{side},{none},{ms:.2}\n");
    }
    text
}

/// Median times; what did not succeed counts as longer than all others.
pub(super) fn median(trials: &[&Trial]) -> Option<Duration> {
    let times = trials.iter().filter(|trial| trial.side >= trial.goal).map(|trial| trial.time);
    let times: Vec<Duration> = times.sorted().collect();
    times.get(trials.len().saturating_sub(1) / 2).copied()
}

/// For each family and size how many sets were solved, and how fast.
#[must_use]
pub fn markdown(trials: &[Trial], limit: Duration) -> String {
    let limit = limit.as_secs_f64();
    let mut text = format!(
        "Solved sets, and the median time; sets that were not solved in {limit} s count as slower than all others.\n"
    );
    for family in Family::ALL {
        let of_family: Vec<&Trial> = trials.iter().filter(|trial| trial.family == family).collect();
        if of_family.is_empty() {
            continue;
        }
        text += &match family {
            Family::Whole => "\nThe source's tiles, in random orders:\n\n".to_owned(),
            Family::Subsets => "\nRandom subsets of the source's tiles, all of them needed:\n\n".to_owned(),
            Family::Spare => "\nRandom tiles, an eighth of them to spare:\n\n".to_owned(),
            Family::Exact => "\nRandom tiles, all of them needed:\n\n".to_owned(),
        };
        let names = CONTENDERS.map(|(name, ..)| name);
        text += &format!("| square | tiles | sets | {} |\n", names.join(" | "));
        text += &format!("|{}\n", "---|".repeat(3 + names.len()));
        for &goal in family.sides() {
            let row: Vec<&Trial> = of_family.iter().copied().filter(|trial| trial.goal == goal).collect();
            let Some(first) = row.first() else { continue };
            let sets = row.iter().map(|trial| trial.set).unique().count();
            let cells = names.map(|name| {
                let own: Vec<&Trial> = row.iter().copied().filter(|trial| trial.contender == name).collect();
                cell(&own)
            });
            text += &format!("| {goal}x{goal} | {} | {sets} | {} |\n", first.tiles, cells.join(" | "));
        }
    }
    text
}

fn cell(own: &[&Trial]) -> String {
    let solved = own.iter().filter(|trial| trial.side >= trial.goal).count();
    let none = own.iter().filter(|trial| trial.none).count();
    let mut text = format!("{solved}");
    if let Some(time) = median(own) {
        text += &format!(", {}", short(time));
    }
    // Those that keep their best may have come near.
    let part = own.iter().any(|trial| trial.side > 0 && trial.side < trial.goal);
    if part {
        let sum: usize = own.iter().map(|trial| trial.side).sum();
        text += &format!(" (mean side {:.1})", sum as f64 / own.len().max(1) as f64);
    }
    if none > 0 {
        text += &format!(" ({none} have none)");
    }
    text
}

/// A time for a table.
fn short(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    match ms {
        ms if ms < 10.0 => format!("{ms:.1} ms"),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.1} s", ms / 1000.0),
    }
}
