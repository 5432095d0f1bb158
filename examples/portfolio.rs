use patsat::cards::DealId;
use patsat::rules::Rules;
use patsat::search::auto::*;
use patsat::state::Instance;
use patsat::state::packed::Game;
fn games(from: u64, to: u64) -> Vec<Game> {
    (from..=to)
        .map(|n| {
            Game::new(&Instance::from_id(Rules::preset("freecell").unwrap(), DealId::Microsoft(n)).unwrap())
                .unwrap()
        })
        .collect()
}
type W = [i32; 16];
fn eval(s: &mut Searcher, gs: &[Game], sch: &[(usize, W)]) -> (f64, usize, Vec<usize>) {
    let mut tot = 0;
    let mut fail = 0;
    let mut left = vec![];
    for (k, g) in gs.iter().enumerate() {
        let mut ok = false;
        for (q, w) in sch {
            let (p, e, _) = s.run(g, w, *q);
            tot += e;
            if p.is_some() {
                ok = true;
                break;
            }
        }
        if !ok {
            fail += 1;
            tot += 1500;
            left.push(k);
        }
    }
    (tot as f64 / gs.len() as f64, fail, left)
}
fn main() {
    let secs: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut rng = 88172645463325252u64;
    let mut next = move |n: u64| {
        rng ^= rng << 13;
        rng ^= rng >> 7;
        rng ^= rng << 17;
        rng % n
    };
    let gs = games(100001, 100000 + 6000);
    let mut sch: Vec<(usize, W)> = vec![
(327, [18, 22, 15, 7, 13, 20, 0, 3, 2, 0, 1, 13, 0, 0, 0, 0]),
(149, [11, 26, 50, 7, 29, 14, 7, 7, 0, -1, 6, -3, 0, 0, 0, 0]),
(120, [57, 9, 20, 15, 10, 12, 5, 5, 3, -2, 13, -3, 0, 0, 0, 0]),
(126, [29, 0, 13, 11, 8, 11, 0, 5, 3, 1, 4, 0, 0, 0, 0, 0]),
(450, [60, 38, 3, 21, 7, 28, 21, 0, -1, 1, 15, -10, 0, 0, 0, 0]),
(360, [6, 9, 24, 5, 28, 16, 8, 10, 4, 1, 6, 0, 0, 0, 0, 0]),
(600, [32, 30, 34, 8, 9, 8, 24, 15, 1, -1, 8, -7, 0, 0, 0, 0]),
(800, [20, 15, 50, 31, 9, 18, 7, 5, -4, 1, 4, -1, 0, 0, 0, 0])];
    let mut s = Searcher::default();
    let (mut best, f, _) = eval(&mut s, &gs, &sch);
    println!("start {best:.1} fail {f}");
    let t = std::time::Instant::now();
    while t.elapsed().as_secs() < secs {
        let mut c = sch.clone();
        // stages early in the list matter most
        let k = next(c.len() as u64).min(next(c.len() as u64)) as usize;
        match next(8) {
            0 => {
                c[k].0 = (c[k].0 as u64 * (5 + next(11)) / 10).max(15) as usize;
            }
            1 if next(3) == 0 => {
                let j = next(c.len() as u64) as usize;
                c.swap(k, j);
            }
            _ => {
                for _ in 0..1 + next(3) {
                    let i = next(12) as usize;
                    let d = 1 + (c[k].1[i].unsigned_abs() as u64) / 2;
                    c[k].1[i] += next(2 * d + 1) as i32 - d as i32;
                    if i < 8 {
                        c[k].1[i] = c[k].1[i].max(0);
                    }
                }
            }
        }
        // cheap screen on a prefix
        let (v, f, _) = eval(&mut s, &gs, &c);
        if v < best {
            best = v;
            sch = c;
            println!("{:.0}s {best:.1} fail {f} stage {k}", t.elapsed().as_secs_f64());
        }
    }
    for x in &sch {
        println!("{x:?}");
    }
    let test = games(1, 32000);
    let t = std::time::Instant::now();
    let (v, f, left) = eval(&mut s, &test, &sch);
    println!(
        "TEST 1..8000: {v:.1} exp, fail {f} {} {:.1} us",
        t.elapsed().as_secs_f64() * 1e6 / 8000.0
    );
}
