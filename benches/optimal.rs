//! Proven optima of Microsoft's deals: `cargo bench --bench optimal -- [FIRST LAST]`.
//!
//! Prints for each deal the optimum in both costs, the positions stored and the seconds, then
//! their means. Seconds are CPU time.
#![allow(clippy::unwrap_used, reason = "a benchmark may stop")]

mod cpu;

use cpu::cpu_s;
use patsat_base::Limits;
use patsat_game::cards::DealId;
use patsat_game::rules::{Cost, Rules};
use patsat_game::state::Instance;
use patsat_game::verify::replay;
use patsat_search::optimal::STRATEGY;
use patsat_search::{Budget, SearchEnd, SearchOptions};

struct Run {
    cost: usize,
    stored: u64,
    peak_mib: u64,
    seconds: f64,
}

fn run(deal: u64, cost: Cost) -> Run {
    let rules = Rules::preset("freecell").unwrap();
    let instance = Instance::from_id(rules, DealId::Microsoft(deal)).unwrap();
    let before = cpu_s();
    let options = SearchOptions { cost, ..SearchOptions::default() };
    let report = (STRATEGY.run)(&instance, &options, &mut Budget::new(Limits::default()));
    let seconds = cpu_s() - before;
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
    println!("deal |  M1    stored  MiB  CPU s |  M2    stored  MiB  CPU s");
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
