//! Random search for weights.
use patsat::cards::DealId;
use patsat::rules::Rules;
use patsat::search::thieves::{FEATURES, Weights, try_beam};
use patsat::state::Instance;
use patsat::state::thieves::ThiefGame;
use std::sync::Mutex;

fn main() {
    let arg = |n: usize, default: &str| std::env::args().nth(n).unwrap_or(default.into());
    let number = |n, d: &str| arg(n, d).parse::<usize>().unwrap();
    let (first, count, width, effort, seconds, seed) = (
        number(1, "1001"),
        number(2, "150"),
        number(3, "60"),
        number(4, "10"),
        number(5, "60"),
        number(6, "1"),
    );
    let game = arg(8, "forty-thieves");
    let rules = Rules::preset(&game).unwrap();
    let games: Vec<ThiefGame> = (first..first + count)
        .map(|n| {
            let id: DealId = format!("solvitaire:{game}:{n}").parse().unwrap();
            ThiefGame::new(&Instance::from_id(rules.clone(), id).unwrap()).unwrap()
        })
        .collect();
    let mut state = seed as u64 * 77777 + 12345;
    let mut below = move |n: u64| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    };
    let start = arg(7, "20,-8,-25,-25,8,5,8,5,3,2,3,2,1,1,3,3,-5,0,0,0,0,0,0,0");
    let start: Vec<i32> = start.split(',').map(|t| t.trim().parse().unwrap()).collect();
    let mut best: [i32; FEATURES] = start.try_into().unwrap();
    let cost = |numbers: [i32; FEATURES], most: u64| -> (u64, usize) {
        let weights = Weights::new(numbers);
        let (mut total, mut won) = (0, 0);
        for (n, game) in games.iter().enumerate() {
            let (win, left, _) = try_beam(game, &weights, width);
            total += if win {
                won += 1;
                0
            } else {
                40 + u64::from(left)
            };
            // Hopeless ones are given up early.
            let share = most * (n as u64 + 1) / games.len() as u64;
            if n > 30 && total > share + share / 10 + 60 && most < u64::MAX / 1000 {
                return (u64::MAX, won);
            }
        }
        (total, won)
    };
    let begin = std::time::Instant::now();
    if arg(9, "") == "union" {
        let most = number(10, "64");
        let mut at = vec![0usize; most + 1];
        let mut time = vec![0f64; most + 1];
        let list: Vec<[i32; FEATURES]> = (0..most)
            .map(|n| {
                let mut next = best;
                if n > 0 {
                    for value in &mut next {
                        let spread = 1 + u64::from(value.unsigned_abs());
                        *value += below(2 * spread + 1) as i32 - spread as i32;
                    }
                }
                next
            })
            .collect();
        let mut which = vec![0; most];
        for game in &games {
            let start = std::time::Instant::now();
            let mut done = false;
            for (n, numbers) in list.iter().enumerate() {
                if !done && try_beam(game, &Weights::new(*numbers), width).0 {
                    at[n + 1] += 1;
                    which[n] += 1;
                    done = true;
                }
            }
            time[0] += start.elapsed().as_secs_f64();
        }
        let mut sum = 0;
        for (n, won) in at.iter().enumerate() {
            sum += won;
            if n.is_power_of_two() || n == most {
                println!("{n} beams: {sum} of {}", games.len());
            }
        }
        println!("{:.2} s a deal", time[0] / games.len() as f64);
        return;
    }
    let (mut least, won) = cost(best, u64::MAX / 1000);
    println!("start {least} won {won}");
    let mut tries = 0;
    while begin.elapsed().as_secs() < seconds as u64 {
        tries += 1;
        let mut next = best;
        for _ in 0..1 + below(4) {
            let which = below(FEATURES as u64) as usize;
            let most = 2 + u64::from(next[which].unsigned_abs()) / 2;
            next[which] += below(2 * most + 1) as i32 - most as i32;
        }
        if next == best {
            continue;
        }
        let (total, won) = cost(next, least);
        if total <= least {
            (least, best) = (total, next);
            println!("{} s, {tries}: {least} won {won} {:?}", begin.elapsed().as_secs(), best);
        }
    }
    let _ = Mutex::new(());
}
