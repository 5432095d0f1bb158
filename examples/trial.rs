use patsat::{cards::DealId, rules::*, state::Instance};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let cost: Cost = a[1].parse().unwrap();
    let (from, to): (u64, u64) = (a[2].parse().unwrap(), a[3].parse().unwrap());
    let (mut tt, mut ts) = (0.0, 0);
    for n in from..=to {
        let inst = Instance::from_id(Rules::preset("freecell").unwrap(), DealId::Microsoft(n)).unwrap();
        let t = std::time::Instant::now();
        let r = patsat::search::optimal::trial(&inst, cost);
        let s = t.elapsed().as_secs_f64();
        println!("{n} {r:?} {s:.3}");
        tt += s; ts += r.unwrap().3;
    }
    let k = (to - from + 1) as f64;
    println!("mean {:.3} s  states {:.0}", tt / k, ts as f64 / k);
}
