//! `patsat conquer`: the cubes of one formula, solved by many tasks and put together.

use crate::args::{ExitArgs, LimitArgs};
use crate::report::cubes as report;
use crate::selfcheck::failure;
use crate::shape::{Shape, plan_as, plan_text, shape};
use crate::variant::backend;
use patsat_console::args::{MEMORY_MIB, SHARED, at_least_one};
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::Output;
use patsat_console::signals;
use patsat_cubes as cubes;
use patsat_cubes::shard::{Shard, ShardChoice};
use patsat_cubes::{Conquer, End, MergeResult, Part, PartHeader, Split};
use patsat_planning as planning;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Solve the cubes of one formula and merge the answers
///
/// 'patsat encode --cubes' splits the formula of a horizon into cubes. Each task solves its cubes and checks every
/// answer before writing it. --merge combines the answers: exit code 10 plan found, 21 no plan within the horizon,
/// 0 undecided.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat encode ms:617 --horizon 20 --cubes 64 -o f/
  patsat conquer f/ --shard 0/8 -o f/part-0.jsonl   one of eight tasks
  patsat conquer f/ --merge                         when all are done
  patsat verify ms:617 f/                           check every proof again")]
pub(crate) struct Args {
    /// Folder made by 'patsat encode --cubes'
    folder: PathBuf,
    /// Solve only the cubes of task I of N, counted from 0; slurm, slurm/N or hyperqueue/N take I from the engine
    #[arg(long, value_name = "I/N", conflicts_with = "merge")]
    shard: Option<ShardChoice>,
    /// Continue the file: answers stay, undecided cubes are tried again
    #[arg(long, conflicts_with = "merge")]
    resume: bool,
    /// Merge the answers in these files [default: FOLDER/*.jsonl]
    #[arg(long, value_name = "FILE", num_args = 0..)]
    merge: Option<Vec<PathBuf>>,
    /// With --merge: text, json, solver, or a plan format of 'patsat solve'
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = shape, requires = "merge")]
    format: Shape,
    /// Number of cubes solved in parallel
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = at_least_one)]
    jobs: NonZeroUsize,
    /// Solver; 'patsat --list backends', or cmd:COMMAND for any DIMACS solver. What a program refutes is refuted
    /// again with a proof
    #[arg(long, value_name = "NAME", conflicts_with = "merge")]
    backend: Option<String>,
    /// Seed of the solver
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "merge")]
    seed: u64,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    exit: ExitArgs,
    /// File for the answers [default: FOLDER/part-I.jsonl]; with --merge, for the verdict
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if let Some(name) = args.limits.of_searches() {
        return Err(Failure::input(format!("{name} is for searches: expected --time-limit, of each cube")));
    }
    let split = Split::open(&args.folder).map_err(without_game)?;
    let bounded = split.build(args.limits.limits().memory_mib.unwrap_or(MEMORY_MIB));
    let bounded = bounded.map_err(|error| without_game(error.into()))?;
    let jobs = args.jobs.get().min(1024);
    if let Some(parts) = &args.merge {
        let parts = if parts.is_empty() {
            cubes::parts_in(&args.folder).map_err(without_game)?
        } else {
            parts.clone()
        };
        let output = Output::open(args.output.as_deref())?;
        let merged = cubes::merge(&split, &bounded, &parts, jobs).map_err(without_game)?;
        return write_verdict(args, &split, &merged, output, context);
    }
    let shard = shard(args, split.cubes.len())?;
    let backend = backend(args.backend.as_deref())?;
    let path = args
        .output
        .clone()
        .unwrap_or_else(|| args.folder.join(format!("part-{}.jsonl", shard.map_or(0, |shard| shard.index))));
    let header = PartHeader::of(&split, shard);
    let mut part = Part::open(&path, &header, split.cubes.len(), args.resume).map_err(without_game)?;
    let conquer = Conquer {
        split: &split,
        bounded: &bounded,
        shard,
        backend: &backend,
        seed: args.seed,
        limits: args.limits.limits(),
        jobs,
    };
    let mut watch = |record: &cubes::Record| context.note(&report::record(record));
    let end = cubes::run(&conquer, &mut part, signals::stop_flag(), &mut watch);
    let end = end.map_err(|error| match error {
        planning::Failure::SelfCheck(error) => failure(&split.instance, error.into()),
        other => failure(&split.instance, other),
    })?;
    context.print_wrapped(&report::task(part.records.values(), conquer.own().len()))?;
    match end {
        End::Done => {}
        End::Plan => context.note(&format!("the plan is in '{}'", split.plan_file().display())),
        End::Interrupted => {
            context.note(&format!("interrupted: continue with --resume -o {}", path.display()));
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Done)
}

/// A failure of the command line's words that keeps no game.
fn without_game(error: planning::Failure) -> Failure {
    match error {
        planning::Failure::Input(error) => Failure::input(error),
        planning::Failure::Missing(_) | planning::Failure::Broken(_) => Failure::missing(error),
        planning::Failure::SelfCheck(error) => Failure::self_check(error),
    }
}

fn shard(args: &Args, cubes: usize) -> Result<Option<Shard>, Failure> {
    let Some(choice) = args.shard else { return Ok(None) };
    let shard = choice.resolve(|name| std::env::var(name).ok());
    let shard = shard.map_err(|e| Failure::input(format!("--shard: {e}")))?;
    if shard.of > cubes as u64 {
        let of = shard.of;
        let text = format!("--shard: {of} shards of {cubes} cubes: expected at most one shard a cube");
        return Err(Failure::input(text));
    }
    Ok(Some(shard))
}

/// Writes the verdict in the shape asked for.
fn write_verdict(
    args: &Args,
    split: &Split,
    merged: &MergeResult,
    mut output: Output,
    context: &Context,
) -> Result<Exit, Failure> {
    let Split { instance, header, .. } = split;
    let within = header.within().map_err(without_game)?;
    let verdict = report::verdict(merged, &within, header.bound, header.cubes);
    let exit = args.exit.of(match merged {
        MergeResult::Plan { .. } => Exit::Solved,
        MergeResult::NoPlan(_) => Exit::NoneWithin,
        MergeResult::Open(_) => Exit::Done,
    });
    let style = context.style(args.output.as_deref(), When::Auto);
    let text = match (args.format, merged) {
        (Shape::Json, _) => {
            crate::report::lines("conquer", instance, &report::json(instance, merged, header), exit)
        }
        (Shape::Text, MergeResult::Plan { plan, .. }) => {
            plan_text(&verdict, instance, plan, style, context.verbose)
        }
        (Shape::Text, _) => format!("{}\n", style.bold(&verdict)),
        (Shape::Solver, MergeResult::Plan { plan, .. }) => {
            format!("c {verdict}\n{}", crate::report::solver_lines::plan(instance, plan))
        }
        (Shape::Solver, _) => format!("c {verdict}\ns UNKNOWN\n"),
        (Shape::Plan(format), MergeResult::Plan { plan, .. }) => {
            context.note(&verdict);
            plan_as(instance, plan, format, &[])?
        }
        (Shape::Plan(_), _) => {
            context.note(&verdict);
            return Ok(exit);
        }
    };
    output.write(text.as_bytes())?;
    Ok(exit)
}
