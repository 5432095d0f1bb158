use patsat::cards::DealId; use patsat::rules::Rules; use patsat::state::Instance; use patsat::state::packed::*; use patsat::search::auto::*; use patsat::search::short::*; use patsat::search::*;
fn games(from: u64, to: u64) -> Vec<Game> { (from..=to).map(|n| Game::new(&Instance::from_id(Rules::preset("freecell").unwrap(), DealId::Microsoft(n)).unwrap()).unwrap()).collect() }
fn w(w: [i32;12]) -> Weights { Weights { not_home: w[0], cell: w[1], no_space: w[2], one_space: w[3], empty_column: w[4], unjoined: w[5], disorder: w[6], buried: w[7], joined: w[8], buried_second: w[9], spread: w[10], depth: w[11] } }
fn eval(b: &mut Beam, gs: &[Game], we: &Weights, width: usize) -> (f64, usize, f64) {
    let t = std::time::Instant::now(); let (mut tot, mut fail) = (0, 0);
    for g in gs { match b.run(g, we, width, 70, &mut Budget::new(Limits::default())) { BeamEnd::Won(s) => tot += s.iter().filter(|s| s.to != Target::HOME).count(), _ => { fail += 1; tot += 45; } } }
    (52.0 + tot as f64 / gs.len() as f64, fail, t.elapsed().as_secs_f64() / gs.len() as f64)
}
fn main() {
    let a: Vec<u64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let mut b = Beam::default();
    if a.is_empty() {
        let gs = games(1, 40);
        for v in [[10,10,0,0,0,10,0,0,0,0,0,0],[10,10,0,0,0,0,10,0,0,0,0,0],[10,8,20,10,5,10,6,2,0,0,0,0],[20, 17, 25, 15, 6, 10, 9, 5, 0, 1, 5, 3]] { for width in [500, 2000, 8000] { println!("{v:?} {width} {:?}", eval(&mut b, &gs, &w(v), width)); } }
        return;
    }
    let mut rng = 88172645463325252u64 + a[0]; let mut next = move |n: u64| { rng ^= rng << 13; rng ^= rng >> 7; rng ^= rng << 17; rng % n };
    let gs = games(60001, 60000 + 150); let width = a[1] as usize;
    let mut best = [20,17,25,15,6,12,9,3,0,1,0,0]; let mut bc = eval(&mut b, &gs, &w(best), width).0; println!("{bc}");
    let t = std::time::Instant::now();
    while t.elapsed().as_secs() < a[2] { let mut v = best; for _ in 0..1 + next(3) { let i = next(11) as usize; let d = 2 + (v[i].unsigned_abs() as u64)/2; v[i] += next(2*d+1) as i32 - d as i32; }
        let c = eval(&mut b, &gs, &w(v), width); if c.0 < bc { bc = c.0; best = v; println!("{:.0}s {c:?} {best:?}", t.elapsed().as_secs_f64()); } }
    for width in [width, 2000, 8000] { println!("FINAL {best:?} {width} {:?}", eval(&mut b, &games(1, 200), &w(best), width)); }
}
