//! Proven optima of Microsoft's deals: `cargo bench --bench optimal -- [FIRST LAST]`.
//!
//! Prints for each deal the optimum in both costs, the positions stored and the seconds, then
//! their means. Seconds are CPU time of this thread, from the kernel's scheduler statistics.
//! Without these statistics they are wall time; the table head names the clock.
#![allow(clippy::unwrap_used, reason = "a benchmark may stop")]

use patsat_game::cards::DealId;
use patsat_game::rules::{Cost, Rules};
use patsat_game::state::Instance;
use patsat_game::verify::replay;
use patsat_search::optimal::STRATEGY;
use patsat_search::{Budget, Limits, SearchEnd, SearchOptions};
use std::time::Instant;

/// Returns the CPU seconds of this thread so far, or `None` without the kernel's scheduler statistics.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<u64>().ok()? as f64 / 1e9)
}

struct Run {
    cost: usize,
    stored: u64,
    peak_mib: u64,
    seconds: f64,
}

fn run(deal: u64, cost: Cost) -> Run {
    let rules = Rules::preset("freecell").unwrap();
    let instance = Instance::from_id(rules, DealId::Microsoft(deal)).unwrap();
    let (wall, cpu) = (Instant::now(), cpu_seconds());
    let options = SearchOptions { cost, ..SearchOptions::default() };
    let report = (STRATEGY.run)(&instance, &options, &mut Budget::new(Limits::default()));
    let seconds = match (cpu, cpu_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => wall.elapsed().as_secs_f64(),
    };
    let SearchEnd::Solved(plan) = report.end else { panic!("deal {deal}: {:?}", report.end) };
    let plan = replay(&instance, plan).unwrap();
    Run {
        cost: plan.cost(&instance.table(), cost).unwrap(),
        stored: report.stats.stored,
        peak_mib: report.stats.peak_bytes >> 20,
        seconds,
    }
}

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let (first, last) = match numbers[..] {
        [first, last, ..] => (first, last),
        _ => (1, 32),
    };
    let clock = if cpu_seconds().is_some() { "CPU" } else { "wall" };
    println!("deal |  M1    stored  MiB  {clock} s |  M2    stored  MiB  {clock} s");
    let mut sums = [[0.0; 3]; 2];
    for deal in first..=last {
        let runs = [Cost::M1, Cost::M2].map(|cost| run(deal, cost));
        for (sum, run) in sums.iter_mut().zip(&runs) {
            let figures = [run.cost as f64, run.stored as f64, run.seconds];
            sum.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
        }
        let [m1, m2] =
            runs.map(|r| format!("{:3} {:9} {:4} {:6.3}", r.cost, r.stored, r.peak_mib, r.seconds));
        println!("{deal:4} | {m1} | {m2}");
    }
    let deals = (last - first + 1) as f64;
    let [m1, m2] = sums.map(|[cost, stored, seconds]| {
        format!("{:5.1} {:8.0} {:.3} s", cost / deals, stored / deals, seconds / deals)
    });
    println!("mean | {m1} | {m2}");
}
