//! Plays games and prints how many were won.
use patsat_blind::klondike::{KlondikeOptions, KlondikePolicy};
use patsat_blind::play;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n = |i: usize| args[i].parse::<u64>().unwrap();
    let (first, last) = (n(2), n(3));
    let options = KlondikeOptions { samples: n(4), seed: 0, agree: n(5) as u32, widths: (n(6) as usize, n(7) as usize), first: n(8), restarts: n(9) };
    let t = Instant::now();
    let (mut won, mut decisions, mut visited) = (0, 0, 0);
    let mut bits = String::new();
    for d in first..=last {
        let id = format!("solvitaire:{}:{d}", args[1]);
        let game = Instance::from_id(Rules::preset(&args[1]).unwrap(), id.parse().unwrap()).unwrap();
        let mut policy = KlondikePolicy::new(options);
        let played = play(&game, &mut policy).unwrap();
        won += u64::from(played.won.is_some());
        bits.push(if played.won.is_some() { '1' } else { '0' });
        decisions += played.decisions;
        visited += policy.visited();
    }
    let s = t.elapsed().as_secs_f64();
    let all = last - first + 1;
    println!("{bits}");
    println!("{:?} won {won} of {all} = {:.1} %, {:.3} s/game, {:.1} decisions, {:.2} Mpos/s", &args[1..], 100.0 * won as f64 / all as f64, s / all as f64, decisions as f64 / all as f64, visited as f64 / s / 1e6);
}
