//! Patterns that prove deals lost: their number and the time to find them, beside the positions of exhaustive search.
//!
//! `cargo bench --bench why -- SET SECONDS [FILE.csv [WORD...]]` takes one of these sets of Microsoft's deals:
//!
//! - `eight`: the impossible deals of the first million;
//! - `one-cell`: the lost deals of 1-60 with one cell and fewer than 500,000 positions;
//! - `two-cells`: the lost deals of 1-200 with two cells;
//! - `27,89`: the lost deals of a list.
//!
//! FILE.csv receives positions, patterns and seconds; `-` writes no file. The figures of `benches/results/why` are
//! drawn from such files. Each WORD changes a setting:
//!
//! - `single` uses single moves instead of steps of several moves;
//! - `undivided` treats all positions as one region;
//! - `unvisited` does not search for reachable positions;
//! - `divided=N` separates cards that one position in N has moved;
//! - `seed=N` sets the seed;
//! - `cells=N` sets the number of cells.
//!
//! Times are CPU seconds of this process without the check. The checker then verifies each set of patterns against
//! the rules alone; a rejected set ends the run.

mod cpu;

use cpu::cpu_s;
use patsat_base::Limits;
use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::verify::check_patterns;
use patsat_patterns::{Options, Regions, Steps};
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use std::error::Error;
use std::time::Duration;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const EIGHT: [u64; 8] = [781_948, 455_889, 146_692, 186_216, 495_505, 512_118, 11_982, 517_776];
const MOST: u64 = 500_000;

/// A deal that was proved lost.
struct Point {
    states: u64,
    patterns: usize,
    seconds: f64,
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let set = arguments.first().map_or("eight", String::as_str);
    let seconds: f64 = arguments.get(1).map_or(Ok(10.0), |text| text.parse())?;
    let (mut cells, deals): (u16, Vec<u64>) = match set {
        "eight" => (4, EIGHT.to_vec()),
        "one-cell" => (1, (1..=60).collect()),
        "two-cells" => (2, (1..=200).collect()),
        list => {
            let deals: std::result::Result<_, _> = list.split(',').map(str::parse).collect();
            let expected = "eight, one-cell, two-cells or numbers of deals";
            (4, deals.map_err(|_| format!("unknown set '{list}': expected {expected}"))?)
        }
    };
    let mut options = Options::default();
    for word in arguments.iter().skip(3) {
        match word.as_str() {
            "single" => options.steps = Some(Steps::Single),
            "undivided" => options.regions = Regions::One,
            "unvisited" => options.regions = Regions::Unknown,
            other => match other.split_once('=').map(|(name, value)| (name, value.parse::<u64>())) {
                Some(("seed", Ok(seed))) => options.seed = seed,
                Some(("divided", Ok(rare))) => options.regions = Regions::Divided(rare.try_into()?),
                Some(("cells", Ok(number))) => cells = number.try_into()?,
                _ => {
                    let known = "single, undivided, unvisited, divided=N, seed=N or cells=N";
                    return Err(format!("unknown word '{other}': expected {known}").into());
                }
            },
        }
    }
    println!("| deal | states | patterns | facts | CPU s |\n|---|---|---|---|---|");
    let (mut points, mut tried) = (Vec::new(), 0);
    for deal in deals {
        let rules = Rules { cells, ..Rules::preset("freecell")? };
        let instance = Instance::from_id(rules, DealId::Microsoft(deal))?;
        let Some(states) = states(&instance, (set == "one-cell").then_some(MOST))? else { continue };
        tried += 1;
        let began = cpu_s();
        // Wall-clock time is no less than CPU time, and much more on a machine with other work.
        let limits = Limits { time: Some(Duration::from_secs_f64(4.0 * seconds)), ..Limits::default() };
        let mut last = patsat_patterns::Progress::default();
        let mut watch = |progress| last = progress;
        let found = patsat_patterns::find(&instance, &options, &mut Budget::new(limits), &mut watch);
        let spent = cpu_s() - began;
        match found {
            Ok(patterns) => {
                check_patterns(&instance, &patterns).map_err(|fault| format!("deal {deal}: {fault}"))?;
                let (count, facts) = (patterns.0.len(), patterns.facts());
                println!("| {deal} | {states} | {count} | {facts} | {spent:.2} |");
                points.push(Point { states, patterns: count, seconds: spent });
            }
            Err(error) => println!("| {deal} | {states} | {error} | | {spent:.2} |"),
        }
    }
    let within = points.iter().filter(|point| point.seconds <= seconds).count();
    println!("\n{tried} lost deals, {} proved, {within} within {seconds} CPU s", points.len());
    if let Some(file) = arguments.get(2).filter(|file| *file != "-") {
        let mut table = "positions,patterns,cpu_s\n".to_owned();
        for Point { states, patterns, seconds } in &points {
            table += &format!("{states},{patterns},{:.2}\n", seconds.max(0.01));
        }
        std::fs::write(file, table)?;
    }
    Ok(())
}

/// Returns the number of positions of a lost deal, or `None` if the deal is not lost or a limit stops the search.
fn states(instance: &Instance, most: Option<u64>) -> Result<Option<u64>> {
    let limits = Limits { nodes: most, memory_mib: Some(1500), ..Limits::default() };
    let options = SearchOptions { no_dominance: true, ..SearchOptions::default() };
    let mut budget = Budget::new(limits);
    let report = (strategy("depth-first")?.run)(instance, &options, &mut budget);
    Ok(matches!(report.end, SearchEnd::Exhausted).then_some(report.stats.stored))
}
