//! Shortest plans and their certificates:
//! `cargo bench --bench shortest -- [FIRST LAST] [m1|m2|m3 ...] [--plans] [--out FILE]`.
//!
//! For Microsoft's deals of these numbers, in these costs (m1 and m2): finds a shortest plan, makes the certificate
//! that none is shorter, checks it, and prints a line each: moves, positions and bytes of the certificate,
//! CPU seconds of the search, of making and of checking, and what the process has held at most so far. With `--out` a
//! line of JSON for each goes to a file, with the plan and the certificate's SHA-256; what is in the file
//! already is not done again. With `--plans` it finds the plans only. What the memory limit stops is told with
//! the interval that the optimum lies in.
#![allow(clippy::unwrap_used, reason = "a benchmark may stop")]

use nix::sys::resource::{UsageWho, getrusage};
use patsat_formats::{Format, write_plan};
use patsat_game::cards::DealId;
use patsat_game::rules::{Cost, Rules};
use patsat_game::state::Instance;
use patsat_game::verify::{check_none_shorter, replay};
use patsat_search::optimal::STRATEGY;
use patsat_search::{Budget, Limits, SearchEnd, SearchOptions, certify_shortest};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::Write;

/// Limits of a search and of making a certificate.
const LIMITS: Limits = Limits { time: None, memory_mib: Some(4096), nodes: None };

/// CPU seconds of this process so far.
fn seconds() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).unwrap();
    let of = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    of(usage.user_time()) + of(usage.system_time())
}

/// What the process has held at most, in MiB.
fn peak_mib() -> i64 {
    getrusage(UsageWho::RUSAGE_SELF).unwrap().max_rss() >> 10
}

/// One deal in one cost: the line for the table, its figures, and the line of JSON.
fn shortest(deal: u64, cost: Cost, plans: bool) -> (String, [f64; 6], Value) {
    let instance = Instance::from_id(Rules::preset("freecell").unwrap(), DealId::Microsoft(deal)).unwrap();
    let options = SearchOptions { cost, ..SearchOptions::default() };
    let began = seconds();
    let report = (STRATEGY.run)(&instance, &options, &mut Budget::new(LIMITS));
    let searched = seconds();
    let stats = report.stats;
    let SearchEnd::Solved(plan) = report.end else {
        let interval =
            json!({"deal": deal, "cost": cost, "lower": stats.lower_bound, "upper": stats.upper_bound});
        return (format!("{deal:4} {cost} open: {:?}", report.end), [0.0; 6], interval);
    };
    let plan = replay(&instance, plan).unwrap();
    let least = plan.cost(&instance.table(), cost).unwrap() as u32;
    let text = write_plan(&instance, &plan, Format::Standard).unwrap();
    if plans {
        let search = searched - began;
        let line = format!("{deal:4} {cost} {least:5} {:9} {search:28.2} {:24}", stats.stored, peak_mib());
        let record = json!({"deal": deal, "cost": cost, "moves": least, "plan": text});
        return (line, [f64::from(least), 0.0, 0.0, search, 0.0, 0.0], record);
    }
    let file = certify_shortest(&instance, cost, least, &mut Budget::new(LIMITS)).unwrap();
    let made = seconds();
    let checked = check_none_shorter(&instance, &file).unwrap();
    let end = seconds();
    assert_eq!((checked.cost, checked.least), (cost, least));
    let times = [searched - began, made - searched, end - made];
    let [search, make, check] = times;
    let line = format!(
        "{deal:4} {cost} {least:5} {:9} {:9} {:9} {search:8.2} {make:8.2} {check:8.2} {:6}",
        stats.stored,
        checked.positions,
        file.len(),
        peak_mib()
    );
    let hash = Sha256::digest(&file).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    let figures = [f64::from(least), checked.positions as f64, file.len() as f64, search, make, check];
    let record = json!({
        "deal": deal, "cost": cost, "moves": least, "positions": checked.positions, "bytes": file.len(),
        "sha256": hash, "plan": text,
    });
    (line, figures, record)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let out = args.iter().position(|arg| arg == "--out").and_then(|at| args.get(at + 1));
    let plans = args.iter().any(|arg| arg == "--plans");
    let numbers: Vec<u64> = args.iter().filter_map(|arg| arg.parse().ok()).collect();
    let (first, last) = match numbers[..] {
        [first, last, ..] => (first, last),
        _ => (1, 32),
    };
    let mut costs: Vec<Cost> = args.iter().filter_map(|arg| arg.parse().ok()).collect();
    if costs.is_empty() {
        costs = vec![Cost::M1, Cost::M2];
    }
    let known = out.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
    let done: HashSet<(u64, String)> = known
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter_map(|line| Some((line["deal"].as_u64()?, line["cost"].as_str()?.to_owned())))
        .collect();
    let mut file = out.map(|path| OpenOptions::new().create(true).append(true).open(path).unwrap());
    println!("deal cost moves    stored positions     bytes search s   make s  check s    MiB");
    let mut sums: Vec<[f64; 7]> = vec![[0.0; 7]; costs.len()];
    for deal in first..=last {
        for (&cost, sum) in costs.iter().zip(&mut sums) {
            if done.contains(&(deal, cost.to_string())) {
                continue;
            }
            let (line, figures, record) = shortest(deal, cost, plans);
            println!("{line}");
            if let Some(file) = &mut file {
                writeln!(file, "{record}").unwrap();
            }
            sum.iter_mut().zip(figures.iter().chain([&1.0])).for_each(|(sum, figure)| *sum += figure);
        }
    }
    for (cost, [moves, positions, bytes, search, make, check, deals]) in costs.iter().zip(sums) {
        println!(
            "mean {cost} {:5.1} {:9.0} positions, {:9.0} bytes; CPU s: search {:.2}, make {:.2}, check {:.2}",
            moves / deals,
            positions / deals,
            bytes / deals,
            search / deals,
            make / deals,
            check / deals
        );
    }
}
