//! `patsat merge`: the shards of a survey put together.

use patsat_console::args::SHARED;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_experiments::survey::merge;
use patsat_experiments::survey::report;
use std::num::NonZeroU64;
use std::path::PathBuf;

/// Merge the shards of a survey
///
/// The merged file equals that of a single run, except for times. Missing, unfinished or repeated shards are
/// rejected, and so are shards of other options or versions.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  for i in 0 1 2 3; do patsat survey ms:1..2000 --shard $i/4 -o s$i.jsonl; done
  patsat merge s?.jsonl -o all.jsonl
  patsat merge r.jsonl --blocks 1000 -o blocks.jsonl")]
pub(crate) struct Args {
    /// Files of the shards, in any order
    #[arg(required = true, value_name = "FILE")]
    shards: Vec<PathBuf>,
    /// Replace the lines of each N deals by one line with their counts, as 'patsat survey --blocks' does
    #[arg(long, value_name = "N")]
    blocks: Option<NonZeroU64>,
    /// Overwrite the file
    #[arg(long)]
    force: bool,
    /// File for the whole survey
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if let Some(same) = args.shards.iter().find(|shard| **shard == args.output) {
        let text = format!("'{}' is a shard: expected another file to write to", same.display());
        return Err(Failure::input(text));
    }
    let merged = merge(&args.shards, &args.output, args.blocks, args.force).map_err(Failure::input)?;
    let header = &merged.header;
    context.print_wrapped(&report::summary(&header.range, &header.rules.name, &merged.tally))?;
    context.note(&format!("{} shards merged into {}", merged.shards, args.output.display()));
    Ok(Exit::Done)
}
