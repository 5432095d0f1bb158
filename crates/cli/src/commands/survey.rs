//! `patsat survey`: many deals, one JSON line each.

use crate::args::{GameArgs, LimitArgs, ProveArgs, SearchArgs};
use crate::progress::Shows;
use crate::{load, selfcheck};
use patsat_console::args::{SHARED, at_least_one};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::cannot_write;
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_cubes::shard::ShardChoice;
use patsat_experiments::survey::report;
use patsat_experiments::survey::{self, Header, Log, PriorVerdicts, Survey};
use patsat_facade::SearchMethod;
use patsat_game::state::Instance;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

/// Solve a range of deals and print win rates
///
/// With -o, a file gets one JSON line per deal, after a header line. Deals are appended as they finish and sorted
/// at the end, so a finished file depends only on deals and options, except for times. Rates come with 95 %
/// intervals. After an interrupt, continue with --resume.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat survey ms:1..32000
  patsat survey ms:1..32000 --jobs 2 -o r.jsonl
  patsat survey ms:1..32000 --earlier r.jsonl --node-limit 9000000 -o s.jsonl")]
pub(crate) struct Args {
    /// Range of deals, such as ms:1..32000
    range: String,
    /// Number of worker threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<NonZeroUsize>,
    /// Solve only part I of N, counted from 0; slurm, slurm/N or hyperqueue/N take I from the engine
    ///
    /// The parts cover the range without overlap; 'patsat merge' merges their files.
    #[arg(long, value_name = "I/N")]
    shard: Option<ShardChoice>,
    /// Write one line for the counts of each N deals, and one for each deal that is not solved
    ///
    /// For ranges whose file would be too large. An interrupt loses the blocks in progress.
    #[arg(long, value_name = "N", requires = "output")]
    blocks: Option<NonZeroU64>,
    /// Continue an interrupted survey
    #[arg(long, requires = "output")]
    resume: bool,
    /// Overwrite the file
    #[arg(long, conflicts_with = "resume", requires = "output")]
    force: bool,
    /// Write a verified certificate of each unwinnable deal to this folder
    #[arg(long, value_name = "FOLDER")]
    certify: Option<PathBuf>,
    /// Also rate each winnable deal as 'patsat rate' does, with N games per simulated player
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "200")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rate: Option<u32>,
    /// Reuse the verdicts of this finished survey of the same game and search only its undecided deals; may be
    /// repeated
    ///
    /// Its verdicts are trusted; their lines are marked as earlier ones.
    #[arg(long, value_name = "FILE", conflicts_with = "rate")]
    earlier: Vec<PathBuf>,
    /// Check the proofs in this folder instead of searching for the verdicts they prove
    ///
    /// Certificates of loss, named as --certify names them (ms-11982.closed) or by deal number (11982.txt). An
    /// invalid one is an error.
    #[arg(long, value_name = "FOLDER", conflicts_with = "rate")]
    proofs: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    prove: ProveArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// File for the results [default: none, print only the rates]
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let (range, rules) = load::range(&args.range, &args.game)?;
    if args.output.as_deref() == Some(Path::new("-")) {
        return Err(Failure::input(
            "-o -: expected a file, which a survey can go on with after an interrupt",
        ));
    }
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let shard = args.shard.map(|choice| choice.resolve(|name| std::env::var(name).ok())).transpose();
    let decided = PriorVerdicts::read(&args.earlier, args.proofs.as_deref(), &range, &rules);
    let SearchMethod { strategy, options, .. } = args.search.method()?;
    let survey = Survey {
        decided: decided.map_err(Failure::input)?,
        range,
        shard: shard.map_err(|e| Failure::input(format!("--shard: {e}")))?,
        rules,
        strategy,
        options,
        limits: args.limits.limits(),
        prove: args.prove.queries().filter(|&queries| queries > 0),
        rate: args.rate,
        blocks: args.blocks,
        jobs: args.jobs.map_or_else(cores, NonZeroUsize::get).min(1024),
        certify: args.certify.clone(),
    };
    let part = survey.part().map_err(|e| Failure::input(format!("--shard: {e}")))?;
    if let Some(folder) = &args.certify {
        std::fs::create_dir_all(folder).map_err(|e| cannot_write(folder, &e))?;
    }
    let log = match &args.output {
        None => Ok(Log::unkept()),
        Some(file) if args.resume => Log::resume(file, &Header::of(&survey)),
        Some(file) => Log::create(file, &Header::of(&survey), args.force),
    };
    let mut log = log.map_err(|e| failure(&survey, e.into()))?;
    let before = log.tally.deals();
    if before > 0 {
        context.note(&format!("{before} of {} deals are done already", part.len()));
    }
    let live = LiveLine::paced(context, part.len());
    live.start_at(before);
    let started = std::time::Instant::now();
    let done = survey::run(&survey, &mut log, signals::stop_flag(), &mut |tally| live.tally(tally));
    live.done();
    let done = done.map_err(|e| failure(&survey, e))?;
    let tally = &log.tally;
    context.print_wrapped(&report::summary(&part.to_string(), &survey.rules.name, tally))?;
    let seconds = started.elapsed().as_secs_f64();
    let new = tally.deals() - before;
    let each = report::times(tally).map(|t| format!("; {t}")).unwrap_or_default();
    context.note(&format!("{new} deals in {seconds:.2} s{each}"));
    if !done {
        let left = part.len() - tally.deals();
        let next = match &args.output {
            None => "nothing is kept without -o FILE".to_owned(),
            Some(file) => format!("continue with --resume -o {}", file.display()),
        };
        context.note(&format!("interrupted with {left} deals left: {next}"));
    }
    Ok(if done { Exit::Done } else { Exit::Interrupted })
}

fn failure(survey: &Survey, error: survey::Failure) -> Failure {
    match error {
        survey::Failure::SelfCheck(parts) => {
            let (id, error) = *parts;
            match Instance::from_id(survey.rules.clone(), id.clone()) {
                Ok(instance) => {
                    let failure = selfcheck::failure(&instance, error);
                    Failure { text: format!("{id}: {}", failure.text), ..failure }
                }
                Err(_) => Failure::self_check(format!("{id}: {error}")),
            }
        }
        other => Failure::input(other),
    }
}
