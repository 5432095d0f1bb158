//! Plan lengths and times by strategy and beam width.
//!
//! `cargo bench --bench plan_lengths [-- DEALS]` solves Microsoft deals 1..DEALS (200) on one thread and
//! prints mean lengths in the three costs and seconds a deal. Every plan is verified.

use patsat_base::Limits;
use patsat_game::cards::DealId;
use patsat_game::rules::{Cost, Rules};
use patsat_game::state::Instance;
use patsat_game::verify::replay;
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let deals: u64 = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(200);
    println!("Microsoft deals 1..{deals}; one thread, wall time");
    println!("{:<24} {:>7} {:>7} {:>7} {:>7} {:>10}", "", "solved", "M2", "M1", "M3", "s a deal");
    let beam = |width| (format!("short --width {width}"), "short", Some(width));
    let rows = [("auto".to_owned(), "auto", None), beam(60), beam(250), beam(1000), beam(4000), beam(16_000)];
    for (label, name, width) in rows {
        let strategy = strategy(name)?;
        let options = SearchOptions { width, ..SearchOptions::default() };
        let (mut solved, mut lengths, mut time) = (0, [0usize; 3], Duration::ZERO);
        for number in 1..=deals {
            let instance = Instance::from_id(Rules::preset("freecell")?, DealId::Microsoft(number))?;
            let started = Instant::now();
            let report = (strategy.run)(&instance, &options, &mut Budget::new(Limits::default()));
            time += started.elapsed();
            if let SearchEnd::Solved(plan) = report.end {
                let (plan, table) = (replay(&instance, plan)?, instance.table());
                solved += 1;
                for (sum, cost) in lengths.iter_mut().zip([Cost::M2, Cost::M1, Cost::M3]) {
                    *sum += plan
                        .cost(&table, cost)
                        .map_err(|(step, illegal)| format!("move {step}: {illegal}"))?;
                }
            }
        }
        let [m2, m1, m3] = lengths.map(|sum| sum as f64 / f64::from(solved.max(1)));
        let seconds = time.as_secs_f64() / deals as f64;
        println!("{label:<24} {solved:>7} {m2:>7.1} {m1:>7.1} {m3:>7.1} {seconds:>10.4}");
    }
    Ok(())
}
