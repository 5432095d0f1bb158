//! `patsat estimate`: how large the tree of moves is.

use crate::args::GameArgs;
use crate::load;
use crate::report::{estimate as report, lines};
use patsat_console::args::Shape;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_formats::Format;
use patsat_game::state::Instance;
use patsat_search::estimate::{Estimate, EstimateOptions, estimate};
use patsat_states::packed::Packed;

/// Estimate the size of the search tree by random probes (Knuth)
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat estimate ms:14
  patsat estimate ms:14 --depth 40 --no-cycles
  patsat estimate random:spider:1 --probes 1000 --format json")]
pub(crate) struct Args {
    /// A deal such as ms:617, a file, or - for standard input
    instance: String,
    /// Maximum depth in moves
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = depth)]
    depth: usize,
    /// Number of random probes
    #[arg(long, value_name = "N", default_value_t = 65_536, value_parser = clap::value_parser!(u64).range(1..))]
    probes: u64,
    /// Seed of the probes
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Skip moves that return to a position of the same probe
    #[arg(long)]
    no_cycles: bool,
    /// Format of the file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Shape,
    #[command(flatten)]
    game: GameArgs,
}

fn depth(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| (1..=100_000).contains(n));
    number.ok_or_else(|| "expected a whole number from 1 to 100000".to_owned())
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let options = EstimateOptions {
        depth: args.depth,
        probes: args.probes,
        seed: args.seed,
        no_cycles: args.no_cycles,
    };
    let found = probe(&instance, &options);
    context.print_wrapped(&match args.format {
        Shape::Text => report::text(&instance, &found),
        Shape::Json => lines("estimate", &instance, &report::json(&instance, &found), Exit::Done),
    })?;
    Ok(Exit::Done)
}

/// On the fast state where there is one; both list the same moves.
fn probe(instance: &Instance, options: &EstimateOptions) -> Estimate {
    match Packed::new(instance) {
        Ok(start) => estimate(&start, options),
        Err(_) => estimate(&instance.table(), options),
    }
}
