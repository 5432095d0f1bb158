//! `patsat pack`: deals for people who make games, instances for people who make solvers.

mod instances;

use crate::args::GameArgs;
use crate::load;
use crate::report::sentences::sentence;
use patsat_analysis::rate;
use patsat_base::Style;
use patsat_console::args::{SHARED, at_least_one};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input::{name, read};
use patsat_console::output::Output;
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_experiments::pack::{self, List, Pack, Recipe};
use patsat_experiments::submission::Track;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Make packs of rated deals, or folders of solver benchmarks
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat pack deals ms:1 --count 1000 --level 3..5 -o easy.jsonl
  patsat pack list easy.jsonl --to csv -o easy.csv
  patsat pack sat --recipe small -o out")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: PackCommand,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum PackCommand {
    /// Collect winnable deals of the given levels
    Deals(Box<Deals>),
    /// Rebuild a pack from its own recipe, byte for byte, or a larger one
    Again(RebuildArgs),
    /// Print a pack as a table, as deal numbers or as JSON; every plan is replayed first
    List(ListArgs),
    /// SAT instances: DIMACS, with models and proofs
    Sat(instances::Args),
    /// QBF instances: QDIMACS
    Qbf(instances::Args),
    /// MaxSAT instances: WCNF, with models and proofs of the optimum
    Maxsat(instances::Args),
    /// SMT instances: SMT-LIB
    Smt(instances::Args),
    /// Planning tasks: PDDL, with plans and proofs of unsolvability
    Pddl(instances::Args),
}

#[derive(Clone, Debug, clap::Args)]
struct Deals {
    /// First deal to consider, such as ms:1
    first: String,
    /// Number of deals to collect
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Levels from 1 (very easy) to 10: one, or a range A..B
    #[arg(long, value_name = "A..B", default_value = "1..10", value_parser = levels)]
    level: [u8; 2],
    /// Games played by each simulated player
    #[arg(long, value_name = "N", default_value_t = rate::GAMES, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Seed of players and search
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Positions that the search for a plan may expand
    #[arg(long, value_name = "N", default_value_t = rate::NODES)]
    node_limit: u64,
    #[command(flatten)]
    into: OutputArgs,
    #[command(flatten)]
    game: GameArgs,
}

#[derive(Clone, Debug, clap::Args)]
struct RebuildArgs {
    /// The pack, or its beginning: the first line holds the recipe
    file: PathBuf,
    /// Number of deals, if different
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    #[command(flatten)]
    into: OutputArgs,
}

/// Output and worker options of a pack.
#[derive(Clone, Debug, clap::Args)]
struct OutputArgs {
    /// Number of worker threads; the pack does not depend on it [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<NonZeroUsize>,
    /// Continue an interrupted pack
    #[arg(long)]
    resume: bool,
    /// Overwrite the file
    #[arg(long, conflicts_with = "resume")]
    force: bool,
    /// File of the pack
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Clone, Debug, clap::Args)]
struct ListArgs {
    /// File of the pack
    file: PathBuf,
    /// Format: csv, seeds (deal numbers, one per line) or json
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Form,
    /// Write the list to this file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Form {
    Csv,
    Seeds,
    Json,
}

fn levels(text: &str) -> Result<[u8; 2], String> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse::<u8>().ok().filter(|level| (1..=10).contains(level));
    match (number(low), number(high)) {
        (Some(low), Some(high)) if low <= high => Ok([low, high]),
        _ => Err("expected a level from 1 to 10, or two of them such as 3..5".to_owned()),
    }
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    match &args.what {
        PackCommand::Deals(args) => deals(args, context),
        PackCommand::Again(args) => again(args, context),
        PackCommand::List(args) => listed(args),
        PackCommand::Sat(args) => instances::run(Track::Sat, args, context),
        PackCommand::Qbf(args) => instances::run(Track::Qbf, args, context),
        PackCommand::Maxsat(args) => instances::run(Track::Maxsat, args, context),
        PackCommand::Smt(args) => instances::run(Track::Smt, args, context),
        PackCommand::Pddl(args) => instances::run(Track::Pddl, args, context),
    }
}

fn deals(args: &Deals, context: &Context) -> Result<Exit, Failure> {
    let (range, rules) = load::range(&args.first, &args.game)?;
    if args.first.contains("..") {
        let text = format!("{}: expected the first deal alone, such as {}", args.first, range.first);
        return Err(Failure::input(text));
    }
    let recipe = Recipe {
        schema: pack::SCHEMA,
        first: range.first.to_string(),
        rules,
        count: args.count,
        level: args.level,
        games: args.games,
        seed: args.seed,
        node_limit: args.node_limit,
    };
    fill(recipe, &args.into, context)
}

fn again(args: &RebuildArgs, context: &Context) -> Result<Exit, Failure> {
    let (path, text) = text(&args.file)?;
    let recipe = pack::recipe(&path, &text).map_err(Failure::input)?;
    fill(Recipe { count: args.count.unwrap_or(recipe.count), ..recipe }, &args.into, context)
}

fn fill(recipe: Recipe, into: &OutputArgs, context: &Context) -> Result<Exit, Failure> {
    if into.output == Path::new("-") {
        return Err(Failure::input("-o -: expected a file, which a pack can go on with after an interrupt"));
    }
    let count = recipe.count;
    let mut pack = if into.resume {
        Pack::resume(&into.output, recipe)
    } else {
        Pack::create(&into.output, recipe, into.force)
    }
    .map_err(failure)?;
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = into.jobs.map_or_else(cores, NonZeroUsize::get).min(1024);
    let live = LiveLine::paced(context, count);
    live.start_at(pack.kept());
    let words = |table: &_, action| sentence(table, action, Style::PLAIN);
    let full = pack::fill(&mut pack, jobs, &words, signals::stop_flag(), &mut |kept| live.done_so_far(kept));
    live.done();
    if full.map_err(failure)? {
        return Ok(Exit::Done);
    }
    let (kept, file) = (pack.kept(), into.output.display());
    context.note(&format!("interrupted with {kept} of {count} deals: continue with --resume -o {file}"));
    Ok(Exit::Interrupted)
}

/// A pack as text, compressed perhaps, and how errors name it.
fn text(file: &Path) -> Result<(PathBuf, String), Failure> {
    let bytes = read(file, "a pack of deals, or - for standard input")?;
    let shown = file.display().to_string();
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::input(format!("{}: expected a pack of deals as text", name(&shown))))?;
    Ok((name(&shown).into(), text))
}

fn listed(args: &ListArgs) -> Result<Exit, Failure> {
    let (path, text) = text(&args.file)?;
    let (recipe, deals) = pack::read(&path, &text).map_err(Failure::input)?;
    let form = match args.to {
        Form::Csv => List::Csv,
        Form::Seeds => List::Seeds,
        Form::Json => List::Json,
    };
    Output::open(args.output.as_deref())?.write(pack::list(&recipe, &deals, form).as_bytes())?;
    Ok(Exit::Done)
}

fn failure(error: pack::Failure) -> Failure {
    match error {
        pack::Failure::SelfCheck(_) => Failure::self_check(error.to_string()),
        _ => Failure::input(error),
    }
}
