//! exp
use patsat::solve::*;
use patsat::tiles::carcassonne::*;
use patsat::tiles::carcassonne::{search, tail, counting, sat, growing, blocks};
use std::time::{Instant,Duration};
fn base() -> TileSet {
    let s = include_str!("/tmp/base.txt");
    let mut tiles = vec![];
    for l in s.lines() {
        let w: Vec<&str> = l.split_whitespace().collect();
        let side = |n: usize| Side::of_name(w[n]).unwrap();
        let t = Tile { left: side(0), right: side(1), top: side(2), bottom: side(3) };
        for _ in 0..w[4].parse::<usize>().unwrap() { tiles.push(t); }
    }
    TileSet { tiles }
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let n = |i: usize| args[i].parse::<usize>().unwrap();
    let set = base();
    let be = backend("cadical").unwrap();
    let control = || Control { deadline: Some(Instant::now() + Duration::from_secs(60)), ..Control::default() };
    match args[0].as_str() {
        "search" => { let set = set.times(n(3)); for seed in 0..8 { let t = Instant::now();
            let q = Question::open(Shape{width:n(1),height:n(2)}, true);
            let e = search::with_restarts(&set, &q, seed, Some(20_000_000), control());
            println!("{seed} {} {:?}", matches!(e, search::End::Found(_)), t.elapsed()); } }
        "tail" => { let set = set.times(n(3)); for seed in 0..4 { let t = Instant::now();
            let q = Question::open(Shape{width:n(1),height:n(2)}, true);
            let e = tail::search(&set, &q, (&be, seed), None, control()).unwrap();
            println!("{seed} {} {:?}", matches!(e, search::End::Found(_)), t.elapsed()); } }
        "count" => { for w in 1..12 { for h in 1..12 {
            let q = Question::open(Shape{width:w,height:h}, false);
            let a = counting::argument(&set, &q);
            print!("{} ", a.map_or("-".into(), |a| format!("{:.1}", a.name()))); } println!(); } }
        "sat" => { let set = set.times(n(3)); let rot = args[4] == "r"; let t = Instant::now();
            let border = args.get(5).and_then(|b| Side::of_name(b));
            let q = Question{ border, ..Question::open(Shape{width:n(1),height:n(2)}, rot)};
            let p = sat::Problem::new(&set, &q, None).unwrap();
            println!("{:?}", p.formula().size());
            let mut s = be.start(&BackendOptions::default(), control()).unwrap();
            let a = p.solve(&mut *s, control()).unwrap();
            println!("{:?} {:?}", match a { sat::Answer::Board(_) => "board", sat::Answer::None => "none", _ => "stopped" }, t.elapsed()); }
        "grow" => { for seed in 0..20 { let t = Instant::now();
            let c = Control { deadline: Some(Instant::now() + Duration::from_millis(500)), ..Control::default() };
            let o = growing::Options { rotation: true, goal: 8, seed, restart_after: args.get(2).map(|_| 1000), nodes: None, city_first: args[1] == "city" };
            let g = if args[1] == "blocks" { blocks::blocks(&set, &o, c) } else { growing::grow(&set, &o, c) };
            check::check_board(&g.board).unwrap(); check::check_tiles(&g.board, &set, true).unwrap();
            println!("{seed} {} {} {:?} {:?}", g.side, g.nodes, g.stopped, t.elapsed()); } }
        _ => {}
    }
}
