//! x
use patsat::{cards::*,rules::*,search::*,state::*,verify::*};
fn main() { let a: Vec<u64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect(); let mut r = Rules::preset("freecell").unwrap(); r.cells = a[0] as u16; let s = strategy("auto").unwrap(); let (mut ok, mut u, mut x) = (0, 0, 0); let list = std::fs::read_to_string("../shared/data/third-party/deals/msfc-min-cells-1-16000.txt").unwrap_or_default();
 let min: Vec<u64> = list.lines().map(|l| l.split(' ').nth(1).unwrap().parse().unwrap()).collect(); let t0 = std::time::Instant::now();
 for n in a[1]..=a[2] { let i = Instance::from_id(r.clone(), DealId::Microsoft(n)).unwrap(); let mut b = Budget::new(Limits { memory_mib: Some(4000), nodes: Some(a[3]), ..Limits::default() }); let t = std::time::Instant::now(); let rep = (s.run)(&i, &SearchOptions::default(), &mut b);
  let v = match rep.end { SearchEnd::Solved(p) => { replay(&i, p).unwrap(); ok += 1; Some(true) } SearchEnd::Exhausted => { x += 1; Some(false) } _ => { u += 1; None } };
  if let (Some(v), Some(m)) = (v, min.get(n as usize - 1)) { assert_eq!(v, *m <= a[0], "deal {n}"); }
  if t.elapsed().as_secs_f64() > 5.0 { println!("{n} {v:?} {:.1}s {} states", t.elapsed().as_secs_f64(), rep.stats.stored); } }
 println!("cells {}: {ok} solved {x} unwinnable {u} unknown of {}, {:.1} s", a[0], a[2] - a[1] + 1, t0.elapsed().as_secs_f64()); }
