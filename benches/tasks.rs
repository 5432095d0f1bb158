//! The planning competition's Spider: plans and shortest plans of its tasks.
//!
//! `cargo bench --bench tasks -- FOLDER` reads the tasks of a folder: its files `*.pddl` except domains.
//! `-- SUITS RANKS COLUMNS FIRST LAST` makes random tasks of the same kind.
//!
//! Prints for each task the cost of the plan that `solve` finds and of a shortest one, the CPU seconds of
//! each, and what the proof stored: positions, and MiB of all tables.
//!
//! With `sat` after either, the table shows the same two questions by SAT alone.
//! Varisat proves the shortest plans: it took half of CaDiCaL's time on such chains of growing horizons.
#![allow(clippy::unwrap_used, reason = "a benchmark may stop")]

mod cpu;

use cpu::cpu_s;
use patsat_base::Limits;
use patsat_formats::{Hints, read_instance};
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::verify::replay;
use patsat_planning::sat::{SatMethod, ShortestBySat};
use patsat_planning::{Method, Monitor, Optimality, Outcome, Request, solve};
use patsat_search::{Budget, SearchEnd, SearchOptions, SearchReport, strategy};
use std::time::Duration;

/// Limits of a proof.
const LIMITS: Limits = Limits { time: Some(Duration::from_secs(120)), memory_mib: Some(4096), nodes: None };

/// Runs a strategy; returns its report and the seconds.
fn run(name: &str, instance: &Instance) -> (SearchReport, f64) {
    let before = cpu_s();
    let strategy = strategy(name).unwrap();
    let report = (strategy.run)(instance, &SearchOptions::default(), &mut Budget::new(LIMITS));
    (report, cpu_s() - before)
}

/// Returns the cost of the report's plan, which is replayed first, or the bounds.
fn cost(instance: &Instance, report: &SearchReport) -> String {
    match &report.end {
        SearchEnd::Solved(plan) => replay(instance, plan.clone()).unwrap().moves.len().to_string(),
        SearchEnd::Exhausted => "none".into(),
        SearchEnd::GaveUp => "open".into(),
        SearchEnd::Limit(_) => match (report.stats.lower_bound, report.stats.upper_bound) {
            (Some(lower), Some(upper)) => format!("{lower} to {upper}"),
            (Some(lower), None) => format!("{lower} or more"),
            _ => "open".into(),
        },
    }
}

/// The table by SAT: plans within a minute, shortest ones within two.
fn by_sat(tasks: &[(String, Instance)]) {
    println!("| task | plan | CPU s | optimum | CPU s |");
    println!("|---|---|---|---|---|");
    for (name, instance) in tasks {
        let plan_by = |method: Method, seconds| {
            let before = cpu_s();
            let limits = Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() };
            let request = Request { limits, ..Request::new(instance, method) };
            let answer = solve(&request, &mut Monitor::default()).unwrap();
            (answer.outcome, cpu_s() - before)
        };
        let usual =
            SatMethod::usual(&Request::new(instance, Method::ShortestBySat(ShortestBySat::default())).game);
        let (plan, first) = plan_by(Method::Sat(usual), 60);
        let shortest = ShortestBySat::usual(instance);
        let (optimum, second) = plan_by(Method::ShortestBySat(shortest), 120);
        let outcome_text = |outcome: &Outcome| match outcome {
            Outcome::Solved(_, Optimality::Shortest { length, .. }) => length.to_string(),
            Outcome::Solved(_, Optimality::Between { lower, upper, .. }) => format!("{lower} to {upper}"),
            Outcome::Solved(plan, _) => plan.moves.len().to_string(),
            _ => "open".into(),
        };
        println!(
            "| {name} | {} | {first:.2} | {} | {second:.2} |",
            outcome_text(&plan),
            outcome_text(&optimum)
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let numbers: Vec<u32> = arguments.iter().filter_map(|arg| arg.parse().ok()).collect();
    let mut tasks: Vec<(String, Instance)> = Vec::new();
    if let [suits, ranks, columns, first, last] = numbers[..] {
        for seed in first..=last {
            let mut rules = Rules::preset("ipc-spider").unwrap();
            rules.deck = DeckSpec::new(ranks, suits as u16, (4 / suits) as u16);
            rules.columns = columns as u16;
            let id = DealId::Random { game: None, seed: seed.into() };
            let name = format!("{}-{suits}-{ranks}-{columns}-2 random:{seed}", 4 / suits);
            tasks.push((name, Instance::from_id(rules, id).unwrap()));
        }
    } else if let Some(folder) = arguments.first() {
        let mut files: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|file| file.extension().is_some_and(|end| end == "pddl"));
        files.sort();
        for file in files {
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            if !name.contains("domain") {
                let text = std::fs::read(&file).unwrap();
                tasks.push((name, read_instance(&text, None, &Hints::default()).unwrap()));
            }
        }
    }
    if arguments.iter().any(|word| word == "sat") {
        by_sat(&tasks);
        return;
    }
    println!("| task | plan | CPU s | optimum | CPU s | positions stored | MiB |");
    println!("|---|---|---|---|---|---|---|");
    for (name, instance) in &tasks {
        let (plan, first) = run("auto", instance);
        let (optimum, second) = run("optimal", instance);
        println!(
            "| {name} | {} | {first:.3} | {} | {second:.3} | {} | {:.1} |",
            cost(instance, &plan),
            cost(instance, &optimum),
            optimum.stats.stored,
            optimum.stats.peak_bytes as f64 / f64::from(1 << 20)
        );
    }
}
