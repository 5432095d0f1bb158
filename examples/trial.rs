use patsat::{cards::DealId, rules::*, search::*, state::Instance};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let cost: Cost = a[1].parse().unwrap();
    let (from, to): (u64, u64) = (a[2].parse().unwrap(), a[3].parse().unwrap());
    let (mut tt, mut ts) = (0.0, 0);
    for n in from..=to {
        let inst = Instance::from_id(Rules::preset("freecell").unwrap(), DealId::Microsoft(n)).unwrap();
        let t = std::time::Instant::now();
        let mut b = Budget::new(Limits::default());
        let o = SearchOptions { cost, no_dominance: std::env::var_os("ND").is_some(), ..Default::default() };
        let r = (optimal::STRATEGY.run)(&inst, &o, &mut b);
        let s = t.elapsed().as_secs_f64();
        let SearchEnd::Solved(p) = r.end else { panic!() };
        println!("{n} {} {:?} {s:.3}", p.cost(&inst.table(), cost).unwrap(), r.stats);
        tt += s;
        ts += r.stats.stored;
    }
    let k = (to - from + 1) as f64;
    println!("mean {:.3} s  states {:.0}", tt / k, ts as f64 / k);
}
