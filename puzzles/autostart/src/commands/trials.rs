//! The paper's experiment: deal until enough cards go home.

use super::{Args, Context, Exit, Failure, Format, bug};
use crate::Algorithm;
use crate::report::figures;
use crate::report::trials::{self as tables, Run};
use crate::study::{Trial, Trials};
use indicatif::HumanCount;
use patsat_console::envelope;
use patsat_console::output::{Output, cannot_write};
use patsat_console::progress::Live;
use patsat_console::signals;
use rayon::prelude::*;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let shape = args.shape()?;
    let cards = shape.columns * shape.rows;
    if args.at_least > cards {
        let most = args.at_least;
        return Err(Failure::input(format!("--at-least {most}: expected at most the {cards} cards dealt")));
    }
    if let Some(folder) = &args.output {
        std::fs::create_dir_all(folder.join("times")).map_err(|e| cannot_write(folder, &e))?;
    }
    let algorithms = match &args.algorithm[..] {
        [] => vec![Algorithm::Heuristic, Algorithm::Exact],
        asked => asked.to_vec(),
    };
    let mut runs = Vec::new();
    for algorithm in algorithms {
        let trials = Trials {
            algorithm,
            rules: args.rules(),
            at_least: args.at_least,
            shape,
            seed: args.seed,
            most_nodes: args.node_limit,
        };
        let run = Run { done: make(args, &trials, context)?, trials };
        let missing = args.trials - run.done.len() as u64;
        if missing > 0 {
            let (name, all) = (run.name(), args.trials);
            context.note(&format!(
                "interrupted: {missing} of {all} trials of {name} did not end and are left out, long ones more likely"
            ));
        }
        if args.format == Format::Text {
            context.print(&tables::summary(&run))?;
        }
        let cpu: f64 = run.done.iter().map(tables::milliseconds).sum();
        context.note(&format!("  CPU time {:.2} s", cpu / 1000.0));
        runs.push(run);
    }
    if let Some(folder) = &args.output {
        write(folder, &runs)?;
        context.note(&format!("tables and figures are in '{}'", folder.display()));
    }
    let exit = signals::unfinished(Exit::Done);
    if args.format == Format::Json {
        context.print(&envelope::lines("autostart", None, &tables::json(args.seed, &runs), exit))?;
    }
    Ok(exit)
}

/// Makes the trials side by side; those that were interrupted are left out.
fn make(args: &Args, trials: &Trials, context: &Context) -> Result<Vec<Trial>, Failure> {
    let stop = signals::stop_flag();
    let live = Live::pieces(context, args.trials);
    let deals = AtomicU64::new(0);
    let dealt = |more: u64| {
        let deals = deals.fetch_add(more, Ordering::Relaxed) + more;
        live.message(|| format!("({} deals)", HumanCount(deals)));
    };
    let made = args.pool()?.install(|| {
        let one = |number: u64| {
            let trial = trials.run(number, stop, &dealt);
            live.advance(1);
            trial.map_err(|refused| bug(&format!("trial {number}"), &refused))
        };
        (1..=args.trials).into_par_iter().map(one).collect::<Result<Vec<_>, _>>()
    });
    live.done();
    Ok(made?.into_iter().flatten().collect())
}

/// Tables and figures; what holds times goes into a directory of its own.
fn write(folder: &Path, runs: &[Run]) -> Result<(), Failure> {
    let times = folder.join("times");
    let put = |path: &Path, text: &str| Output::open(Some(path))?.write(text.as_bytes());
    put(&folder.join("trials.csv"), &tables::csv(runs))?;
    put(&folder.join("trials.md"), &tables::markdown(runs))?;
    put(&times.join("times.csv"), &tables::times_csv(runs))?;
    for (n, run) in runs.iter().enumerate().filter(|(_, run)| !run.done.is_empty()) {
        let suffix = if n == 0 { String::new() } else { format!("-{}", run.trials.algorithm.name()) };
        for figure in figures::of_seed(run, &suffix) {
            put(&folder.join(&figure.file), &figure.svg)?;
        }
        for figure in figures::of_time(run, &suffix) {
            put(&times.join(&figure.file), &figure.svg)?;
        }
    }
    Ok(())
}
