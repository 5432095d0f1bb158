//! The command line program of the differential tests.

use clap::Parser;
use patsat_difftest::run::{BLOCK, Task, run};
use patsat_difftest::{Settings, SystemUnderTest};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Decides random games by every method and compares the answers with brute force.
///
/// Exit code 0: all answers agree. 1: there are disagreements; each is written to the folder of failures.
#[derive(Parser, Debug)]
#[command(name = "patsat-difftest")]
struct Args {
    /// Games, rounded up to whole blocks of 500
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// The number of the first game
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// The seed of all games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Most cards of a deck
    #[arg(long, default_value_t = 10)]
    cards: usize,
    /// Most positions of a game
    #[arg(long, default_value_t = 1000)]
    positions: usize,
    /// Decide every N-th game by the reference in Python too; 0 disables the reference
    #[arg(long, default_value_t = 20)]
    reference: u64,
    /// Which blocks are done; a file that is there is gone on with
    #[arg(long, default_value = "difftest.jsonl")]
    out: PathBuf,
    /// Where disagreements go, a folder each
    #[arg(long, default_value = "difftest-failures")]
    failures: PathBuf,
}

/// Time between two progress lines.
const REPORT_EVERY: Duration = Duration::from_secs(30);

fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    let settings = Settings { cards: args.cards, positions: args.positions, ..Settings::default() };
    let task = Task {
        seed: args.seed,
        first: args.first,
        games: args.games.next_multiple_of(BLOCK),
        settings,
        reference: args.reference,
        out: args.out,
        failures: args.failures,
    };
    println!("seed {}, games {} to {}", task.seed, task.first, task.first + task.games - 1);
    // A panic is reported as a disagreement.
    std::panic::set_hook(Box::new(|_| {}));
    let mut reported = Instant::now();
    let total = run(&SystemUnderTest::default(), &task, &mut |total| {
        if reported.elapsed() >= REPORT_EVERY {
            reported = Instant::now();
            eprintln!("{} games, {} disagreements", total.games, total.disagreements);
        }
        true
    })?;
    println!("{}", total.tally);
    println!("{} games, {} disagreements", total.games, total.disagreements);
    if total.disagreements > 0 {
        println!("see {}", task.failures.display());
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
