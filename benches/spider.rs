//! Native search on Spider, and how it compares with KPatience's figures.
//!
//! `cargo bench --bench spider [-- DEALER FIRST LAST STRATEGY [WIDTH]]` solves a range of deals on
//! one thread and prints a row of the table in `benches/results/spider.md`: deals won, CPU seconds, lengths. Every
//! plan is replayed. Without arguments: KPatience's deals 1-100 of one, two and four suits.

mod cpu;

use cpu::cpu_s;
use patsat_base::Limits;
use patsat_game::cards::DealRange;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::verify::replay;
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use std::time::Duration;

fn row(range: &str, name: &str, width: Option<usize>) -> Result<(), Box<dyn std::error::Error>> {
    let range: DealRange = range.parse()?;
    let strategy = strategy(name)?;
    let options = SearchOptions { width, ..SearchOptions::default() };
    // With a limit, the strategy for short plans would use all of it.
    let time = (name != "short").then_some(Duration::from_secs(60));
    let limits = Limits { time, memory_mib: Some(4096), nodes: None };
    let (mut costs, mut lengths, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for id in range.deals() {
        let rules = Rules::preset(id.game().unwrap_or("spider"))?;
        let instance = Instance::from_id(rules, id.clone())?;
        let before = cpu_s();
        let report = (strategy.run)(&instance, &options, &mut Budget::new(limits));
        costs.push(cpu_s() - before);
        match report.end {
            SearchEnd::Solved(plan) => lengths.push(replay(&instance, plan)?.moves.len()),
            _ => open.push(id.number()),
        }
    }
    costs.sort_by(f64::total_cmp);
    lengths.sort_unstable();
    let within = costs.iter().filter(|&&s| s <= 10.0).count() - open.len().min(costs.len());
    println!(
        "{range:<24} {name:<8} won {:>4} of {:>4}, within 10 s {within:>4}; CPU s mean {:.3} median {:.3} most {:.2}; \
         moves median {:?}; open {open:?}",
        lengths.len(),
        costs.len(),
        costs.iter().sum::<f64>() / costs.len() as f64,
        costs[costs.len() / 2],
        costs.last().copied().unwrap_or_default(),
        lengths.get(lengths.len() / 2),
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => ["kpat:spider1", "kpat:spider2", "kpat:spider4"]
            .into_iter()
            .try_for_each(|dealer| row(&format!("{dealer}:1..100"), "auto", None)),
        [dealer, first, last, name, width @ ..] => {
            let width = width.first().map(|w| w.parse()).transpose()?;
            row(&format!("{dealer}:{first}..{last}"), name, width)
        }
        _ => Err("expected DEALER FIRST LAST STRATEGY [WIDTH]".into()),
    }
}
