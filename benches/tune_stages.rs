//! Finds the stages of the default strategy by hill climbing: the source of its table.
//!
//! `cargo bench --bench tune_stages -- SECONDS DEALS SEED` starts from the current stages, sums their cost
//! on Microsoft deals 100001 onwards, and prints the best table it has found. The unit of cost is
//! one expansion without its children. Ten generated children cost one unit, which is close to the measured time.

use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_search::Stats;
use patsat_search::auto::schedule::{self, STAGES, numbers, weights};
use patsat_search::auto::try_dive;
use patsat_states::packed::Game;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::time::Instant;

/// The extra cost of a deal that no stage solves.
const UNSOLVED: f64 = 16_000.0;

#[derive(Clone)]
struct Stage {
    stage: schedule::Stage,
    /// For each deal: `None` if not tried yet, else whether the stage won it, and the cost.
    results: Vec<Option<(bool, f64)>>,
}

impl Stage {
    fn new(stage: schedule::Stage, deals: usize) -> Stage {
        Stage { stage, results: vec![None; deals] }
    }
}

fn units(stats: &Stats) -> f64 {
    stats.expanded as f64 + stats.generated as f64 / 10.0
}

/// Returns the total cost and the number of unsolved deals; gives up when the cost reaches `most`.
fn cost(games: &[Game], stages: &mut [Stage], most: f64) -> Option<(f64, usize)> {
    let (mut total, mut unsolved) = (0.0, 0);
    for (n, game) in games.iter().enumerate() {
        let mut won = false;
        for stage in stages.iter_mut() {
            let (solved, spent) = match stage.results[n] {
                Some(known) => known,
                None => {
                    let (solved, stats) = try_dive(game, &stage.stage);
                    *stage.results[n].insert((solved, units(&stats)))
                }
            };
            total += spent;
            won = solved;
            if won {
                break;
            }
        }
        if !won {
            unsolved += 1;
            total += UNSOLVED;
        }
        if total >= most {
            return None;
        }
    }
    Some((total, unsolved))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).filter_map(|a| a.parse::<u64>().ok());
    let seconds = arguments.next().unwrap_or(60);
    let deals = arguments.next().unwrap_or(2000);
    let mut rng = ChaCha8Rng::seed_from_u64(arguments.next().unwrap_or(1));
    let mut below = |n: u64| rng.next_u64() % n.max(1);
    let games = (100_001..=100_000 + deals)
        .map(|n| Ok(Game::new(&Instance::from_id(Rules::preset("freecell")?, DealId::Microsoft(n))?)?))
        .collect::<Result<Vec<Game>, Box<dyn std::error::Error>>>()?;
    let mut best: Vec<Stage> = STAGES.iter().map(|&stage| Stage::new(stage, games.len())).collect();
    let (mut least, unsolved) = cost(&games, &mut best, f64::MAX).ok_or("no cost")?;
    let mean = |total: f64| total / deals as f64;
    println!("start: {:.1} a deal, {unsolved} unsolved", mean(least));
    let started = Instant::now();
    while started.elapsed().as_secs() < seconds {
        let mut next = best.clone();
        let at = below(next.len() as u64) as usize;
        if below(6) == 0 {
            let stage = next[at].stage;
            let quota = (stage.quota * (5 + below(11)) / 10).max(20);
            next[at] = Stage::new(schedule::Stage { quota, ..stage }, games.len());
        } else if below(10) == 0 {
            let other = below(next.len() as u64) as usize;
            next.swap(at, other);
        } else {
            let stage = next[at].stage;
            let mut numbers = numbers(&stage.weights);
            for _ in 0..1 + below(3) {
                let which = below(numbers.len() as u64) as usize;
                let most = 1 + u64::from(numbers[which].unsigned_abs()) / 2;
                numbers[which] += below(2 * most + 1) as i32 - most as i32;
                if which < 8 {
                    numbers[which] = numbers[which].max(0);
                }
            }
            next[at] = Stage::new(schedule::Stage { weights: weights(numbers), ..stage }, games.len());
        }
        if let Some((total, unsolved)) = cost(&games, &mut next, least) {
            (least, best) = (total, next);
            let after = started.elapsed().as_secs();
            println!("{after} s: {:.1} a deal, {unsolved} unsolved (stage {at})", mean(least));
        }
    }
    for stage in &best {
        let schedule::Stage { quota, narrow, weights } = &stage.stage;
        let breadth = if *narrow { "narrow" } else { "wide" };
        println!("    {breadth}({quota}, {:?}),", numbers(weights));
    }
    Ok(())
}
