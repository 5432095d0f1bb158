//! The paper's experiment: deal until enough cards go home.

use super::{PlayArgs, RuleArgs};
use crate::Algorithm;
use crate::report::figures;
use crate::report::trials::{self as tables, Run};
use crate::study::{MOST_SEED, MOST_TRIALS, Trial, Trials};
use patsat_base::number;
use patsat_console::args::SHARED;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::{Output, cannot_write};
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_puzzle::{Answer, Question, bug};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Repeat the paper's experiment: deal until enough cards go home
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Number of trials
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=MOST_TRIALS))]
    trials: u64,
    /// Seed of the deals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=MOST_SEED))]
    seed: u64,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    rules: RuleArgs,
    /// Write tables and figures of the trials to this folder
    #[arg(help_heading = SHARED, short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

impl Question for Args {
    fn answer(&self, context: &Context) -> Result<Answer, Failure> {
        answer(self, context)
    }
}

fn answer(args: &Args, context: &Context) -> Result<Answer, Failure> {
    let shape = args.rules.shape()?;
    let cards = shape.columns * shape.rows;
    if args.play.at_least > cards {
        let most = args.play.at_least;
        return Err(Failure::input(format!("--at-least {most}: expected at most the {cards} cards dealt")));
    }
    if let Some(folder) = &args.output {
        std::fs::create_dir_all(folder.join("times")).map_err(|e| cannot_write(folder, &e))?;
    }
    let algorithms = match &args.play.algorithm[..] {
        [] => vec![Algorithm::Heuristic, Algorithm::Exact],
        named => named.to_vec(),
    };
    let (mut runs, mut text) = (Vec::new(), String::new());
    for algorithm in algorithms {
        let trials = Trials {
            algorithm,
            rules: args.rules.moves(),
            at_least: args.play.at_least,
            shape,
            seed: args.seed,
            most_nodes: args.play.node_limit,
        };
        let run = Run { done: make(args, &trials, context)?, trials };
        let missing = args.trials - run.done.len() as u64;
        if missing > 0 {
            let (name, all) = (run.name(), args.trials);
            context.note(&format!(
                "interrupted: {missing} of {all} trials of {name} did not end and are left out, long ones more likely"
            ));
        }
        text += &tables::summary(&run);
        let cpu: f64 = run.done.iter().map(tables::milliseconds).sum();
        context.note(&format!("  CPU time {:.2} s", cpu / 1000.0));
        runs.push(run);
    }
    if let Some(folder) = &args.output {
        write(folder, &runs)?;
        context.note(&format!("tables and figures are in '{}'", folder.display()));
    }
    Ok(Answer::new(signals::unfinished(Exit::Done), text, tables::json(args.seed, &runs)))
}

/// Makes the trials side by side; those that were interrupted are left out.
fn make(args: &Args, trials: &Trials, context: &Context) -> Result<Vec<Trial>, Failure> {
    let stop = signals::stop_flag();
    let live = LiveLine::pieces(context, args.trials);
    let deals = AtomicU64::new(0);
    let dealt = |more: u64| {
        let deals = deals.fetch_add(more, Ordering::Relaxed) + more;
        live.message(|| format!("({} deals)", number(deals)));
    };
    let made = args.play.pool()?.install(|| {
        let one = |number: u64| {
            let trial = trials.run(number, stop, &dealt);
            live.advance(1);
            trial.map_err(|refused| bug(&format!("trial {number}"), refused))
        };
        (1..=args.trials).into_par_iter().map(one).collect::<Result<Vec<_>, _>>()
    });
    live.done();
    Ok(made?.into_iter().flatten().collect())
}

/// Tables and figures; what holds times goes into a folder of its own.
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
