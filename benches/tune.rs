//! Finds the stages of the default strategy by hill climbing: the source of its table.
//!
//! `cargo bench --bench tune -- SECONDS DEALS SEED` starts from the present stages, counts
//! expansions on Microsoft deals 100001 onwards, and prints the best table it has found.

use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_search::auto::schedule::{STAGES, weights};
use patsat_search::auto::{Weights, try_dive};
use patsat_search::states::packed::Game;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::time::Instant;

/// What a deal costs that no stage solves, in expansions.
const UNSOLVED: u64 = 8000;

#[derive(Clone)]
struct Stage {
    quota: u64,
    numbers: [i32; 12],
    /// By deal: not tried, or whether it was won and after how many expansions.
    results: Vec<Option<(bool, u64)>>,
}

impl Stage {
    fn new(quota: u64, numbers: [i32; 12], deals: usize) -> Stage {
        Stage { quota, numbers, results: vec![None; deals] }
    }

    fn weights(&self) -> Weights {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = self.numbers;
        weights(a, b, c, d, e, f, g, h, i, j, k, l)
    }
}

/// The numbers of weights in the order of [`weights`].
fn numbers(w: &Weights) -> [i32; 12] {
    [
        w.not_home,
        w.cell,
        w.no_space,
        w.one_space,
        w.empty_column,
        w.unjoined,
        w.disorder,
        w.buried,
        w.joined,
        w.buried_second,
        w.spread,
        w.depth,
    ]
}

/// Total expansions and deals left unsolved; gives up beyond `most`.
fn cost(games: &[Game], stages: &mut [Stage], most: u64) -> Option<(u64, usize)> {
    let (mut total, mut unsolved) = (0, 0);
    for (n, game) in games.iter().enumerate() {
        let mut won = false;
        for stage in stages.iter_mut() {
            let (solved, expanded) = match stage.results[n] {
                Some(known) => known,
                None => {
                    let result = try_dive(game, &stage.weights(), stage.quota);
                    stage.results[n] = Some(result);
                    result
                }
            };
            total += expanded;
            won = solved;
            if won {
                break;
            }
        }
        if !won {
            unsolved += 1;
            total += UNSOLVED;
        }
        if total > most {
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
    let mut best: Vec<Stage> = STAGES.iter().map(|(q, w)| Stage::new(*q, numbers(w), games.len())).collect();
    let (mut least, unsolved) = cost(&games, &mut best, u64::MAX).ok_or("no cost")?;
    let mean = |total: u64| total as f64 / deals as f64;
    println!("start: {:.1} expansions a deal, {unsolved} unsolved", mean(least));
    let started = Instant::now();
    while started.elapsed().as_secs() < seconds {
        let mut next = best.clone();
        let at = below(next.len() as u64) as usize;
        if below(6) == 0 {
            let quota = (next[at].quota * (5 + below(11)) / 10).max(20);
            next[at] = Stage::new(quota, next[at].numbers, games.len());
        } else if below(10) == 0 {
            let other = below(next.len() as u64) as usize;
            next.swap(at, other);
        } else {
            let mut numbers = next[at].numbers;
            for _ in 0..1 + below(3) {
                let which = below(12) as usize;
                let most = 1 + u64::from(numbers[which].unsigned_abs()) / 2;
                numbers[which] += below(2 * most + 1) as i32 - most as i32;
                if which < 8 {
                    numbers[which] = numbers[which].max(0);
                }
            }
            next[at] = Stage::new(next[at].quota, numbers, games.len());
        }
        if let Some((total, unsolved)) = cost(&games, &mut next, least.saturating_sub(1)) {
            (least, best) = (total, next);
            let after = started.elapsed().as_secs();
            println!("{after} s: {:.1} expansions a deal, {unsolved} unsolved (stage {at})", mean(least));
        }
    }
    for stage in &best {
        let numbers = stage.numbers.map(|n| n.to_string()).join(", ");
        println!("    ({}, weights({numbers})),", stage.quota);
    }
    Ok(())
}
