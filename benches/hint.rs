//! Latency of a hint: medians over positions in the middle of games.
//!
//! `cargo bench --bench hint [-- DEALS]` solves deals 1 to DEALS (100) of FreeCell and of KPatience's
//! Spider with one, two and four suits, plays a random part of each plan, and computes a hint there.
//! It prints the median and the longest time, and the numbers of moves that win, lose and stay unknown.

use patsat_analysis::hint::{HintRequest, hint};
use patsat_planning::{Method, Monitor, Request};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let deals: usize = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(100);
    println!("Deals 1 to {deals}, at a random move of a plan; one thread, wall time");
    let head =
        ["positions", "median ms", "nine tenths", "most", "win", "lose", "unknown", "positions searched"];
    println!("{:<13} {}", "", head.map(|name| format!("{name:>11}")).join(" "));
    for dealer in ["ms", "kpat:spider1", "kpat:spider2", "kpat:spider4"] {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let (mut times, mut marks, mut searched) = (Vec::new(), [0; 3], 0);
        for number in 1..=deals {
            let game = patsat::deal(&format!("{dealer}:{number}"))?;
            let answer = Request::new(&game, Method::default()).run()?;
            let Some(plan) = answer.plan() else { continue };
            let mut request = HintRequest::new(&game);
            request.played = (**plan).clone();
            request.played.moves.truncate((dice.next_u64() % plan.moves.len() as u64) as usize);
            let started = Instant::now();
            let found = hint(&request, &mut Monitor::default())?;
            times.push(started.elapsed().as_secs_f64() * 1e3);
            let (wins, open, loses) = found.counts();
            marks.iter_mut().zip([wins, loses, open]).for_each(|(sum, n)| *sum += n);
            searched += found.searched;
        }
        times.sort_by(f64::total_cmp);
        let all = times.len().max(1);
        let at = |part: f64| times.get((part * all as f64) as usize).or(times.last()).copied().unwrap_or(0.0);
        println!(
            "{dealer:<13} {all:>11} {:>11.1} {:>11.1} {:>11.1} {:>11} {:>11} {:>11} {:>11}",
            at(0.5),
            at(0.9),
            at(1.0),
            marks[0],
            marks[1],
            marks[2],
            searched / all as u64
        );
    }
    Ok(())
}
