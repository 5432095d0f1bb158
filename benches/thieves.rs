//! Beams on Forty Thieves: win rates of one and of several beams, and the source of their weights.
//!
//! `cargo bench --bench thieves -- beams FIRST DEALS WIDTH BEAMS` counts the deals won by the first 1, 2, 4, ...,
//! BEAMS beams of the default strategy. Each beam has its own weights.
//!
//! `cargo bench --bench thieves -- tune FIRST DEALS WIDTH SECONDS SEED` improves the current weights by hill
//! climbing. Each step changes up to four weights at random; it is kept if the cost of the lost deals does not rise.

use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_search::piles::{FEATURES, Weights, try_beam, weights_of};
use patsat_states::piles::PileGame;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::time::Instant;

/// The cost of a lost deal, in addition to its number of remaining cards.
const LOST: u64 = 40;

fn games(first: u64, count: u64) -> Result<Vec<PileGame>, Box<dyn std::error::Error>> {
    let rules = Rules::preset("forty-thieves")?;
    let game = |number: u64| {
        let id: DealId = format!("solvitaire:forty-thieves:{number}").parse()?;
        Ok(PileGame::new(&Instance::from_id(rules.clone(), id)?)?)
    };
    (first..first + count).map(game).collect()
}

fn beams(games: &[PileGame], width: usize, most: u64) {
    let started = Instant::now();
    let mut won_by = vec![0usize; most as usize];
    for game in games {
        let first = (0..most).find(|&number| try_beam(game, &weights_of(number), width).0);
        if let Some(number) = first {
            won_by[number as usize] += 1;
        }
    }
    println!("| beams of width {width} | won of {} |\n|---|---|", games.len());
    let mut sum = 0;
    for (number, won) in (1u64..).zip(won_by) {
        sum += won;
        if number.is_power_of_two() || number == most {
            println!("| {number} | {sum} |");
        }
    }
    println!("{:.2} s a deal", started.elapsed().as_secs_f64() / games.len().max(1) as f64);
}

/// Returns the cost of the weights and the number of deals won; gives up early if the cost would exceed `most`.
fn cost(games: &[PileGame], weights: &Weights, width: usize, most: u64) -> Option<(u64, usize)> {
    let (mut total, mut won) = (0, 0);
    for (n, game) in (1..).zip(games) {
        let (win, left, _) = try_beam(game, weights, width);
        won += usize::from(win);
        total += if win { 0 } else { LOST + u64::from(left) };
        let share = most.saturating_mul(n) / games.len() as u64;
        if n > 30 && total > share + share / 10 + 60 {
            return None;
        }
    }
    (total <= most).then_some((total, won))
}

fn tune(games: &[PileGame], width: usize, seconds: u64, seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut below = |n: u32| random.next_u32() % n;
    let mut best: [i32; FEATURES] = weights_of(0).numbers();
    let (mut least, won) = cost(games, &weights_of(0), width, u64::MAX).unwrap_or_default();
    println!("seed {seed}; at first {won} of {} won, cost {least}", games.len());
    let started = Instant::now();
    while started.elapsed().as_secs() < seconds {
        let mut next = best;
        for _ in 0..1 + below(4) {
            let value = &mut next[below(FEATURES as u32) as usize];
            let most = 2 + value.unsigned_abs() / 2;
            *value += below(2 * most + 1) as i32 - most as i32;
        }
        if let Some((total, won)) = cost(games, &Weights::new(next), width, least) {
            (least, best) = (total, next);
            println!("{} s: {won} won, cost {least}: {best:?}", started.elapsed().as_secs());
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number = |n: usize, default: u64| words.get(n).map_or(Ok(default), |word| word.parse());
    let (first, deals, width) = (number(1, 1)?, number(2, 60)?, number(3, 100)? as usize);
    let games = games(first, deals)?;
    match words.first().map(String::as_str) {
        Some("tune") => tune(&games, width, number(4, 600)?, number(5, 1)?),
        Some("beams") | None => beams(&games, width, number(4, 32)?),
        Some(other) => println!("expected 'beams' or 'tune', found '{other}'"),
    }
    Ok(())
}
