//! Hardness of deals reduced from formulas, compared with the formulas themselves.
//!
//! `cargo bench --bench formulas_as_deals [-- SECONDS]` makes five random formulas for each number of clauses, at the
//! satisfiability threshold and with at least three variables. It decides each in three ways:
//!
//! - CaDiCaL on the formula;
//! - SAT on the FreeCell deal without cells: whether its locks can be removed within a bound that always suffices;
//! - native search on that deal: it searches for moves that remove the locks, and without them visits every position.
//!
//! All three must agree. The benchmark prints a table of medians; `benches/results/hard.md` holds one, and
//! `hard-freecell.svg` beside it plots it. Each run has a limit of SECONDS (20). A method whose median
//! reaches the limit is skipped for larger formulas.

use patsat_base::Limits;
use patsat_encodings::options::Options;
use patsat_game::state::Instance;
use patsat_planning::decide::{FormulaVerdict, decide};
use patsat_planning::lock_formula::lock_formula;
use patsat_planning::locks::Locks;
use patsat_planning::sat::Config;
use patsat_planning::{Method, Monitor, Outcome, Request, SearchMethod, solve};
use patsat_reductions::families::{THRESHOLD, random};
use patsat_reductions::{Cnf, Target, reduce};
use patsat_solvers::{BACKENDS, BackendRow, Control, DEFAULT, backend};
use std::error::Error;
use std::time::{Duration, Instant};

/// Formulas of each size.
const EACH: u64 = 5;
const CLAUSES: [u32; 18] = [1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 21, 26, 34, 43, 85, 170, 341, 682];
const NAMES: [&str; 3] = ["SAT on the formula", "SAT on the game (locks)", "native search"];

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let limit = Duration::from_secs(arguments.first().map_or(Ok(20), |seconds| seconds.parse())?);
    let row = BACKENDS.iter().find(|row| row.name == DEFAULT).ok_or("no back-end")?;
    println!("| variables | clauses | cards | satisfiable | {} |", NAMES.join(" | "));
    println!("|---|---|---|---|---|---|---|");
    let mut open = [true; 3];
    for clauses in CLAUSES {
        // At the threshold, but no fewer variables than a clause needs.
        let variables = ((f64::from(clauses) / THRESHOLD).round() as u32).max(3);
        let mut seconds = [const { Vec::new() }; 3];
        let (mut satisfiable, mut cards) = (0, 0);
        for seed in 1..=EACH {
            let formula = random(variables, clauses, seed)?;
            let reduced = reduce(&formula, Target::Freecell { cells: 0 })?;
            cards = reduced.instance.rules.deck.len();
            let mut answers = [None; 3];
            for way in (0..3).filter(|&way| open[way]) {
                let began = Instant::now();
                answers[way] = match way {
                    0 => by_formula(&formula, row, limit)?,
                    1 => by_game(&reduced.instance, limit)?,
                    _ => by_search(&reduced.instance, limit)?,
                };
                let spent = answers[way].map_or(limit, |_| began.elapsed());
                seconds[way].push(spent.as_secs_f64());
            }
            let mut known = answers.into_iter().flatten();
            let first = known.next();
            if known.any(|answer| Some(answer) != first) {
                return Err(format!("{clauses} clauses, seed {seed}: {answers:?}").into());
            }
            satisfiable += u32::from(first == Some(true));
        }
        let mut shown = Vec::new();
        for way in 0..3 {
            seconds[way].sort_by(f64::total_cmp);
            let median = seconds[way].get(EACH as usize / 2).copied();
            // A method that reaches the limit is skipped for all larger formulas.
            open[way] &= median.is_some_and(|median| median < limit.as_secs_f64());
            shown.push(match median {
                Some(median) if open[way] => format!("{median:.4} s"),
                _ => format!("over {} s", limit.as_secs()),
            });
        }
        println!("| {variables} | {clauses} | {cards} | {satisfiable} of {EACH} | {} |", shown.join(" | "));
    }
    Ok(())
}

fn by_formula(formula: &Cnf, row: &BackendRow, limit: Duration) -> Result<Option<bool>> {
    let control = Control { deadline: Instant::now().checked_add(limit), ..Control::default() };
    Ok(match decide(formula, row, 0, control)? {
        FormulaVerdict::Satisfiable(_) => Some(true),
        FormulaVerdict::Unsatisfiable { .. } => Some(false),
        FormulaVerdict::Unknown(_) => None,
    })
}

fn by_search(instance: &Instance, limit: Duration) -> Result<Option<bool>> {
    let limits = Limits { time: Some(limit), memory_mib: Some(1500), ..Limits::default() };
    let request = Request { limits, ..Request::new(instance, Method::Search(SearchMethod::default())) };
    Ok(match solve(&request, &mut Monitor::default())?.outcome {
        Outcome::Solved(..) => Some(true),
        Outcome::Unwinnable(_) => Some(false),
        _ => None,
    })
}

fn by_game(instance: &Instance, limit: Duration) -> Result<Option<bool>> {
    let formula = lock_formula(&Locks::of(instance)?, instance, None, &Options::default())?;
    let backend = backend(DEFAULT)?;
    let config = Config { encoding: formula.encoding, options: formula.options, backend, seed: 0 };
    let limits = Limits { time: Some(limit), ..Limits::default() };
    let request = Request { limits, ..Request::new(instance, Method::Locks(config)) };
    Ok(match solve(&request, &mut Monitor::default())?.outcome {
        Outcome::Solved(..) => Some(true),
        Outcome::Unwinnable(_) => Some(false),
        _ => None,
    })
}
