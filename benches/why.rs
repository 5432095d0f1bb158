//! Why deals are lost: patterns, their size, and what they cost.
use patsat::cards::DealId;
use patsat::prove::{self, Options};
use patsat::rules::Rules;
use patsat::search::{Budget, Limits};
use patsat::state::Instance;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let cells: u16 = args[0].parse()?;
    let seconds: u64 = args[1].parse()?;
    let seed: u64 = args[2].parse()?;
    for deal in &args[3..] {
        let rules = Rules { cells, ..Rules::preset("freecell")? };
        let instance = Instance::from_id(rules, DealId::Microsoft(deal.parse()?))?;
        let started = Instant::now();
        let mut budget =
            Budget::new(Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() });
        let mut last = prove::Progress::default();
        let found = prove::find(&instance, &Options { seed, ..Options::default() }, &mut budget, &mut |p| last = p);
        let took = started.elapsed().as_secs_f64();
        match found {
            Ok(patterns) => println!(
                "{deal}: {} patterns, {} facts, {took:.2} s {last:?}",
                patterns.0.len(),
                patterns.facts()
            ),
            Err(e) => println!("{deal}: {e} {took:.2} s {last:?}"),
        }
    }
    Ok(())
}
