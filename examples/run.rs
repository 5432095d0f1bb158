//! x
use patsat::{cards::*,rules::*,search::*,state::*,verify::*};
fn main() { let r = Rules::preset("freecell").unwrap(); let s = strategy("auto").unwrap(); let (mut ok, mut e, mut x) = (0, 0, 0); 
 for n in 1..=std::env::args().nth(1).map_or(32000, |x| x.parse().unwrap()) { let i = Instance::from_id(r.clone(), DealId::Microsoft(n)).unwrap(); let mut b = Budget::new(Limits::default()); let rep = (s.run)(&i, &SearchOptions::default(), &mut b); e += rep.stats.expanded;
  match rep.end { SearchEnd::Solved(p) => { if std::env::args().len() < 3 { replay(&i, p).unwrap(); } ok += 1; } SearchEnd::Exhausted => x += 1, o => println!("{n} {o:?}") } }
 println!("{ok} solved {x} unwinnable, {} expansions", e / 32000); }
