//! `patsat pack`: deals for people who make games, instances for people who make solvers.

mod growth;
mod instances;

use crate::args::GameArgs;
use crate::load;
use crate::report::sentences::sentence;
use patsat_console::args::at_least_one;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input::{name, read};
use patsat_console::output::Output;
use patsat_console::progress::Live;
use patsat_console::signals;
use patsat_experiments::pack::{self, List, Pack, Recipe};
use patsat_experiments::submission::Track;
use patsat_planning::rate;
use patsat_text::Style;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Packs of deals that can be won, rated; folders of instances for competitions of solvers
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat pack deals ms:1 --count 1000 --level 3..5 -o easy.jsonl
  patsat pack list easy.jsonl --to csv -o easy.csv
  patsat pack sat --recipe small -o out")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum What {
    /// Look at one deal after the other until there are enough of these levels
    Deals(Box<Deals>),
    /// Make a pack again from its own recipe, byte for byte, or a larger one of the same kind
    Again(Again),
    /// A pack as a table, as numbers alone or as one JSON object; every plan is replayed first
    List(Listed),
    /// Formulas for SAT solvers: DIMACS, with models and proofs
    Sat(instances::Args),
    /// Formulas with two players for QBF solvers: QDIMACS
    Qbf(instances::Args),
    /// Shortest plans for MaxSAT solvers: WCNF, with models and proofs of the optimum
    Maxsat(instances::Args),
    /// Scripts for SMT solvers: SMT-LIB
    Smt(instances::Args),
    /// Tasks for planners: PDDL, with plans, and proofs that there is none
    Pddl(instances::Args),
    /// How families of questions grow, solver by solver: every size and seed of a study
    Growth(growth::Args),
}

#[derive(Clone, Debug, clap::Args)]
struct Deals {
    /// The first deal that is looked at, such as ms:1
    first: String,
    /// How many deals are wanted
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Their levels, from 1 (very easy) to 10: one, or A..B
    #[arg(long, value_name = "A..B", default_value = "1..10", value_parser = levels)]
    level: [u8; 2],
    /// Games that each weak player plays
    #[arg(long, value_name = "N", default_value_t = rate::GAMES, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Seed of players and search
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Positions that the search for a plan may expand
    #[arg(long, value_name = "N", default_value_t = rate::NODES)]
    node_limit: u64,
    #[command(flatten)]
    into: Into,
    #[command(flatten)]
    game: GameArgs,
}

#[derive(Clone, Debug, clap::Args)]
struct Again {
    /// The pack, or the begin of one: its first line says all
    file: PathBuf,
    /// Another number of deals
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    #[command(flatten)]
    into: Into,
}

/// Where a pack goes, and who makes it.
#[derive(Clone, Debug, clap::Args)]
struct Into {
    /// Worker threads; they change nothing in the pack [default: one a processor]
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<NonZeroUsize>,
    /// The pack
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Go on with a pack that was broken off
    #[arg(long)]
    resume: bool,
    /// Start again even where a file is in the way
    #[arg(long, conflicts_with = "resume")]
    force: bool,
}

#[derive(Clone, Debug, clap::Args)]
struct Listed {
    /// The pack
    file: PathBuf,
    /// csv, seeds (the numbers, one a line) or json
    #[arg(long, value_name = "FORM", value_enum)]
    to: Form,
    /// Write the list to this file
    #[arg(short, long, value_name = "FILE")]
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
        What::Deals(args) => deals(args, context),
        What::Again(args) => again(args, context),
        What::List(args) => listed(args),
        What::Sat(args) => instances::run(Track::Sat, args, context),
        What::Qbf(args) => instances::run(Track::Qbf, args, context),
        What::Maxsat(args) => instances::run(Track::Maxsat, args, context),
        What::Smt(args) => instances::run(Track::Smt, args, context),
        What::Pddl(args) => instances::run(Track::Pddl, args, context),
        What::Growth(args) => growth::run(args, context),
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

fn again(args: &Again, context: &Context) -> Result<Exit, Failure> {
    let (path, text) = text(&args.file)?;
    let recipe = pack::recipe(&path, &text).map_err(Failure::input)?;
    fill(Recipe { count: args.count.unwrap_or(recipe.count), ..recipe }, &args.into, context)
}

fn fill(recipe: Recipe, into: &Into, context: &Context) -> Result<Exit, Failure> {
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
    let live = Live::paced(context, count);
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

fn listed(args: &Listed) -> Result<Exit, Failure> {
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
