//! SAT on whole and cut-down deals of FreeCell, Spider and Klondike, every plan verified.
//!
//! Called as `cargo bench --bench sat -- ARGUMENTS`:
//!
//! - without arguments, prints the table of encodings, options and back-ends on a few deals;
//! - `rows RANKS` prints the rows of that table with RANKS ranks;
//! - `deals FIRST LAST [THREADS] [SECONDS]` solves Microsoft deals with the defaults of `patsat solve --by sat`; the
//!   summary uses CPU seconds on one thread, wall seconds on several;
//! - `spider GAME FIRST LAST [SECONDS] [SEED]` solves KPatience's deals of `spider1`, `spider2` or `spider4` by the
//!   schedule `chain` on one thread;
//! - `klondike GAME FIRST LAST [HORIZON] [BACKEND] [SECONDS]` decides Solvitaire's deals of a Klondike-like game within
//!   a horizon;
//! - `one ENCODING BACKEND HORIZON OPTIONS FIRST LAST SECONDS [RANKS] [SEED]` measures one
//!   configuration on a range of deals.

mod cpu;

use cpu::cpu_s;
use patsat_base::Limits;
use patsat_encodings::schemes;
use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_planning::sat::{Config, Horizon, SatMethod, SatQueries, schedule};
use patsat_planning::{Answer, Failure, Method, Monitor, Outcome, Request, solve};
use patsat_solvers::backend;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

/// A configuration, and the number of ranks of the deals it is measured on.
struct Row {
    encoding: &'static str,
    backend: &'static str,
    horizon: u32,
    options: &'static str,
    ranks: u32,
}

const fn row(
    encoding: &'static str,
    backend: &'static str,
    horizon: u32,
    options: &'static str,
    ranks: u32,
) -> Row {
    Row { encoding, backend, horizon, options, ranks }
}

/// The table of `benches/results/sat.md`.
const ROWS: &[Row] = &[
    row("exists-loose", "varisat", 30, "", 13),
    row("exists-loose", "cadical", 30, "", 13),
    row("exists-loose", "varisat", 24, "", 13),
    row("exists-loose", "cadical", 24, "", 13),
    row("exists", "varisat", 30, "", 13),
    row("exists", "cadical", 30, "", 13),
    row("exists-loose", "varisat", 30, "cardinality=sequential", 13),
    row("exists-loose", "varisat", 30, "invariants=off", 13),
    row("exists-loose", "varisat", 30, "safe=off", 13),
    row("exists-loose", "varisat", 30, "landmarks", 13),
    row("exists-loose", "varisat", 30, "rebuilt=all", 13),
    row("exists-loose", "varisat", 30, "at-most-one=ladder", 13),
    row("exists-loose", "varisat", 12, "", 8),
    row("exists", "varisat", 12, "", 8),
    row("exists-loose", "varisat", 12, "", 6),
    row("sequential", "varisat", 40, "", 6),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |n: usize, or: u64| words.get(n).and_then(|word| word.parse().ok()).unwrap_or(or);
    match words.first() {
        None => table(|_| true),
        Some(&"rows") => table(|row| u64::from(row.ranks) == number(1, 13)),
        Some(&"deals") => {
            deals(number(1, 1), number(2, 100), number(3, 1) as usize, Duration::from_secs(number(4, 60)));
        }
        Some(&"spider") if words.len() >= 4 => {
            spider(words[1], number(2, 1)..=number(3, 10), Duration::from_secs(number(4, 60)), number(5, 0));
        }
        Some(&"klondike") if words.len() >= 4 => {
            let (horizon, limit) = (number(4, 30) as u32, Duration::from_secs(number(6, 60)));
            let solver = words.get(5).copied().unwrap_or(schedule::usual_backend("exists-klondike"));
            let ids = (number(2, 1)..=number(3, 10)).map(|n| format!("solvitaire:{}:{n}", words[1]));
            let title = format!("{}, horizon {horizon}, {solver}", words[1]);
            named(words[1], ids, &one("exists-klondike", solver, horizon, "", 0), limit, &title);
        }
        Some(&"one") if words.len() >= 8 => {
            let limit = Duration::from_secs(number(7, 60));
            let (ranks, seed) = (number(8, 13) as u32, number(9, 0));
            let measured: Vec<Measurement> = (number(5, 61)..=number(6, 80))
                .map(|deal| {
                    let game = game(deal, ranks);
                    let queries = one(words[1], words[2], number(3, 30) as u32, words[4], seed);
                    let measured = measure(&game, queries, 1, limit);
                    println!(
                        "{deal} {} {:.2}",
                        if measured.solved { "solved" } else { "open" },
                        measured.cpu_s
                    );
                    measured
                })
                .collect();
            println!("{}", summary(&measured, |m| m.cpu_s, limit));
        }
        _ => eprintln!(
            "expected nothing, 'rows RANKS', 'deals FIRST LAST [THREADS] [SECONDS]', 'spider GAME FIRST LAST [SECONDS] [SEED]', 'klondike GAME FIRST LAST [HORIZON] [BACKEND] [SECONDS]', or 'one …' as the source says"
        ),
    }
}

fn game(deal: u64, ranks: u32) -> Instance {
    let mut rules = Rules::preset("freecell").expect("a preset");
    rules.deck.ranks = ranks;
    Instance::from_id(rules, DealId::Microsoft(deal)).expect("a deal")
}

fn one(encoding: &str, solver: &str, horizon: u32, options: &str, seed: u64) -> SatQueries {
    let config = Config {
        encoding: schemes::encoding(encoding).expect("an encoding"),
        options: options.parse().expect("options"),
        backend: backend(solver).expect("a back-end"),
        seed,
    };
    SatQueries::Horizons { configs: vec![config], horizon: Horizon::One(horizon), schedule: None }
}

/// One run.
struct Measurement {
    solved: bool,
    /// There is no plan within the bound.
    refuted: bool,
    cpu_s: f64,
    wall_s: f64,
    variables: u32,
    clauses: usize,
    conflicts: u64,
    moves: u32,
}

fn measure(game: &Instance, queries: SatQueries, threads: usize, limit: Duration) -> Measurement {
    let limits = Limits { time: Some(limit), ..Limits::default() };
    let method = Method::Sat(SatMethod { queries, horizon_time: None, threads });
    let request = Request { limits, ..Request::new(game, method) };
    let (cpu, wall) = (cpu_s(), Instant::now());
    let answer: Result<Answer, Failure> = solve(&request, &mut Monitor::default());
    let (cpu_s, wall_s) = (cpu_s() - cpu, wall.elapsed().as_secs_f64());
    let answer = answer.expect("an answer");
    let round = answer.sat.as_ref().and_then(|sat| sat.rounds.last());
    Measurement {
        solved: matches!(answer.outcome, Outcome::Solved(..)),
        refuted: matches!(answer.outcome, Outcome::NoPlanWithin { .. } | Outcome::Unwinnable(_)),
        cpu_s,
        wall_s,
        variables: round.map_or(0, |r| r.question.variables),
        clauses: round.map_or(0, |r| r.question.clauses),
        conflicts: answer.sat.as_ref().map_or(0, |sat| sat.rounds.iter().map(|r| r.conflicts).sum()),
        moves: answer.lengths.map_or(0, |lengths| lengths.m1),
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    if values.is_empty() { 0.0 } else { (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0 }
}

/// Formats the number of solved deals, the median and the geometric mean; an open deal counts as the limit.
fn summary(measured: &[Measurement], time: impl Fn(&Measurement) -> f64, limit: Duration) -> String {
    let seconds = |m: &Measurement| if m.solved { time(m).max(0.01) } else { limit.as_secs_f64() };
    let times: Vec<f64> = measured.iter().map(seconds).collect();
    let mean = (times.iter().map(|t| t.ln()).sum::<f64>() / times.len().max(1) as f64).exp();
    let solved = measured.iter().filter(|m| m.solved).count();
    format!("{solved}/{} solved, median {:.2} s, geometric mean {mean:.2} s", measured.len(), median(times))
}

fn deals(first: u64, last: u64, threads: usize, limit: Duration) {
    let table = schedule::usual(&game(first, 13), schemes::DEFAULT).expect("a schedule for FreeCell");
    let mut measured = Vec::new();
    for deal in first..=last {
        let game = game(deal, 13);
        let run = measure(&game, SatQueries::Table { table, seed: 0 }, threads, limit);
        println!(
            "ms:{deal}\t{}\t{:.2} s CPU\t{:.2} s\t{} conflicts\t{} moves",
            if run.solved { "solved" } else { "open" },
            run.cpu_s,
            run.wall_s,
            run.conflicts,
            run.moves
        );
        measured.push(run);
    }
    let time = |m: &Measurement| if threads == 1 { m.cpu_s } else { m.wall_s };
    println!("schedule {}, {threads} thread(s): {}", table.name, summary(&measured, time, limit));
}

fn spider(game: &str, numbers: RangeInclusive<u64>, limit: Duration, seed: u64) {
    let table = schedule::table("chain").expect("a schedule");
    let ids = numbers.map(|number| format!("kpat:{game}:{number}"));
    let title = format!("{game}, schedule chain, seed {seed}");
    named(game, ids, &SatQueries::Table { table, seed }, limit, &title);
}

/// Measures the same query on deals of one game, each on one thread.
fn named(game: &str, ids: impl Iterator<Item = String>, queries: &SatQueries, limit: Duration, title: &str) {
    let mut measured = Vec::new();
    for id in ids {
        let rules = Rules::preset(game).expect("a preset");
        let instance = Instance::from_id(rules, id.parse().expect("a deal")).expect("a deal");
        let run = measure(&instance, queries.clone(), 1, limit);
        println!(
            "{id}\t{}\t{:.2} s CPU\t{:.2} s\t{} conflicts\t{} moves",
            if run.solved {
                "solved"
            } else if run.refuted {
                "none"
            } else {
                "open"
            },
            run.cpu_s,
            run.wall_s,
            run.conflicts,
            run.moves
        );
        measured.push(run);
    }
    let refuted: Vec<f64> = measured.iter().filter(|m| m.refuted).map(|m| m.cpu_s).collect();
    measured.retain(|run| !run.refuted);
    println!("{title}: {}", summary(&measured, |m| m.cpu_s, limit));
    if !refuted.is_empty() {
        println!("no plan: {}, median {:.2} s", refuted.len(), median(refuted));
    }
}

fn table(wanted: impl Fn(&Row) -> bool) {
    let limit = Duration::from_secs(20);
    println!(
        "| encoding | options | back-end | ranks | horizon | variables | clauses | solved | median CPU s | geometric mean |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for row in ROWS.iter().filter(|row| wanted(row)) {
        let runs: Vec<Measurement> = (61..=70)
            .map(|deal| {
                let queries = one(row.encoding, row.backend, row.horizon, row.options, 0);
                measure(&game(deal, row.ranks), queries, 1, limit)
            })
            .collect();
        let middle = |value: &dyn Fn(&Measurement) -> f64| median(runs.iter().map(value).collect());
        let seconds = |m: &Measurement| if m.solved { m.cpu_s.max(0.01) } else { limit.as_secs_f64() };
        let mean = (runs.iter().map(|m| seconds(m).ln()).sum::<f64>() / runs.len() as f64).exp();
        println!(
            "| `{}` | {} | {} | {} | {} | {:.0} | {:.0} | {}/{} | {:.2} | {mean:.2} |",
            row.encoding,
            if row.options.is_empty() { "" } else { row.options },
            row.backend,
            row.ranks,
            row.horizon,
            middle(&|m| f64::from(m.variables)),
            middle(&|m| m.clauses as f64),
            runs.iter().filter(|m| m.solved).count(),
            runs.len(),
            middle(&seconds),
        );
    }
}
