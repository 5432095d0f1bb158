//! The experiments of a thesis on Spider (Laubersheimer 2024, chapter 3), on real deals.
//!
//! `cargo bench --bench thesis -- [--limit SECONDS] [--runs N] [--game NAME]` measures the ends of
//! two games of KPatience (`instances/boards/ending-*.json`):
//!
//! - the thesis' encoding on positions 2 to 20 moves from winning;
//! - each of its optimisations switched off alone;
//! - its sorted goal;
//! - native search, and the other SMT and SAT encodings that can express these positions.
//!
//! As in the thesis, a horizon is one more than needed. Runs differ by the solver's seed. Build and solve times are
//! separate CPU times; parsing the script counts as solve time of z3. The limit is wall time. A series ends at the
//! first position that no run solves within the limit. The tables are printed in Markdown;
//! `benches/results/thesis.md` contains them, and `thesis-*.svg` beside it plot them.
//!
//! `-- positions` generates the positions and writes their files.

mod measure;
mod positions;

use measure::{Configuration, Measurement, Method, measure};
use positions::{Ending, GAMES};
use std::time::Duration;

/// Distances of the positions from winning, in moves.
pub(crate) const AWAY: [u32; 7] = [2, 3, 4, 5, 10, 15, 20];
/// Distances of the positions from a sorted game, in moves.
pub(crate) const FROM_SORTED: [u32; 4] = [1, 2, 3, 4];
/// Distance from winning of the position that the optimisations are measured on.
const SWITCHED_AT: u32 = 3;

/// The methods that are measured at every position.
const METHODS: &[Method] = &[
    Method { by: Configuration::Smt("thesis", "z3"), options: "minimal-index" },
    Method { by: Configuration::Smt("thesis", "cvc5"), options: "minimal-index" },
    Method { by: Configuration::Smt("relational", "z3"), options: "" },
    Method { by: Configuration::Smt("relational", "cvc5"), options: "" },
    Method { by: Configuration::Smt("clauses-sequential", "z3"), options: "" },
    Method { by: Configuration::Smt("clauses-exists-runs", "z3"), options: "" },
    Method { by: Configuration::Sat("sequential", "cadical"), options: "" },
    Method { by: Configuration::Sat("exists-runs", "cadical"), options: "" },
    Method { by: Configuration::Sat("exists-runs", "varisat"), options: "perm" },
    Method { by: Configuration::Search, options: "" },
];

/// The thesis' optimisations: all of them, then each off alone, then none.
const SWITCHES: &[(&str, &str)] = &[
    ("all", "minimal-index"),
    ("without contraposition", "minimal-index,contraposition=off"),
    ("without empty-piles", "minimal-index,empty-piles=off"),
    ("without minimal-index", ""),
    ("none", "contraposition=off,empty-piles=off"),
];

struct Arguments {
    limit: Duration,
    runs: u64,
    game: Option<String>,
    positions: bool,
}

fn arguments() -> Result<Arguments, String> {
    let mut found = Arguments { limit: Duration::from_secs(600), runs: 10, game: None, positions: false };
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--limit" => {
                let seconds: f64 = value()?.parse().map_err(|_| "--limit takes seconds")?;
                found.limit = Duration::try_from_secs_f64(seconds).map_err(|e| e.to_string())?;
            }
            "--runs" => found.runs = value()?.parse().map_err(|_| "--runs takes a number")?,
            "--game" => found.game = Some(value()?),
            "positions" => found.positions = true,
            _ => {
                return Err(format!(
                    "found '{word}', expected --limit SECONDS, --runs N, --game NAME or positions"
                ));
            }
        }
    }
    if found.runs == 0 {
        return Err("--runs takes a number from 1 on".into());
    }
    Ok(found)
}

fn main() {
    let done = arguments().and_then(
        |arguments| {
            if arguments.positions { positions::write() } else { run(&arguments) }
        },
    );
    if let Err(sentence) = done {
        eprintln!("{sentence}");
        std::process::exit(2);
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    println!("limit {} s, {} runs\n", arguments.limit.as_secs_f64(), arguments.runs);
    let wanted = |game: &&str| arguments.game.as_deref().is_none_or(|name| name == *game);
    for game in GAMES.into_iter().filter(wanted) {
        let endings: Vec<Ending> =
            AWAY.iter().map(|&away| Ending::read(game, "", away)).collect::<Result<_, _>>()?;
        println!("### {game}: moves from winning\n\n{HEAD}");
        for method in METHODS {
            series(method, &endings, arguments);
        }
        println!("\n### {game}: optimisations at {SWITCHED_AT} moves\n\n{HEAD}");
        let ending = Ending::read(game, "", SWITCHED_AT)?;
        for &(name, options) in SWITCHES {
            let method = Method { by: Configuration::Smt("thesis", "z3"), options };
            let runs = measure(&method, &ending, arguments.runs, arguments.limit);
            row(name, SWITCHED_AT, &runs);
        }
        println!("\n### {game}: the sorted goal, moves from a sorted game\n\n{HEAD}");
        let endings: Vec<Ending> =
            FROM_SORTED.iter().map(|&away| Ending::read(game, "sorted-", away)).collect::<Result<_, _>>()?;
        series(
            &Method { by: Configuration::Smt("thesis", "z3"), options: "minimal-index,sorted-goal" },
            &endings,
            arguments,
        );
        println!();
    }
    Ok(())
}

const HEAD: &str = "| method | moves | horizon | build s | solve s: median | quartiles | solved |\n|---|---|---|---|---|---|---|";

/// Measures a method at one position after another, up to the first that it never solves.
fn series(method: &Method, endings: &[Ending], arguments: &Arguments) {
    for ending in endings {
        let runs = measure(method, ending, arguments.runs, arguments.limit);
        row(&method.name(), ending.away, &runs);
        if runs.iter().all(|run| !run.solved) {
            break;
        }
    }
}

fn row(name: &str, away: u32, runs: &[Measurement]) {
    let [low, median, high] = quartiles(runs.iter().map(|run| run.solve_s).collect());
    let [_, build, _] = quartiles(runs.iter().map(|run| run.build_s).collect());
    let solved = runs.iter().filter(|run| run.solved).count();
    let horizon = runs.first().and_then(|run| run.horizon).map_or("".into(), |n| n.to_string());
    let more = |text: String| if solved == 0 { format!("> {text}") } else { text };
    let note = runs.iter().find_map(|run| run.note.as_deref()).map_or(String::new(), |n| format!(" ({n})"));
    println!(
        "| {name} | {away} | {horizon} | {build:.3} | {} | {low:.3} to {high:.3} | {solved}/{}{note} |",
        more(format!("{median:.3}")),
        runs.len()
    );
}

/// Lower quartile, median and upper quartile, by linear interpolation.
fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [0.25, 0.5, 0.75].map(|part| {
        let place = part * (values.len().max(1) - 1) as f64;
        let at = |n: usize| values.get(n).or(values.last()).copied().unwrap_or(0.0);
        let low = at(place as usize);
        low + (at(place as usize + 1) - low) * place.fract()
    })
}
