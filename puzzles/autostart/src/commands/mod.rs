//! `patsat autostart`: how many cards of a fresh Forty Thieves deal can go home at once.

mod many;
mod single;
mod trials;

use crate::study::MOST_SEED;
use crate::{Algorithm, Intermediate, Refused, Shape, TableauError};
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use patsat_console::args::{SHARED, Shape as Format, at_least_one};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_game::cards::number::DealRange;
use patsat_game::rules::{PRESETS, Rules};
use patsat_game::state::Instance;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The game where nothing else is said.
const GAME: &str = "forty-thieves";

/// Send Forty Thieves cards home from a fresh deal (AutoStart)
///
/// The aim is to send as many cards home as possible. A deal has ten columns of four cards from two decks, and
/// nothing else. A top card goes home, or once onto a top card of its suit one rank higher; with --empties also to
/// an empty column. The algorithms are those of Heysel's "Forty Thieves AutoStart" (2018), and the optimum by
/// search and by MaxSAT. A deal or file prints every algorithm with its plan; a range of deals prints means;
/// without an argument the experiment of the paper runs: deal until enough cards go home, many times.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat autostart random:forty-thieves:253
  patsat autostart random:forty-thieves:1..20000
  patsat autostart --trials 50 --at-least 15 --seed 1 -o autostart/")]
pub struct Args {
    /// A deal such as random:forty-thieves:1, a range of deals, a file (JSON, or one column per line, deepest card
    /// first), or - for standard input; without it, run trials
    instance: Option<String>,
    /// Number of trials
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=crate::study::MOST_TRIALS))]
    trials: u64,
    /// Cards that must go home to end a trial
    #[arg(long, value_name = "N", default_value_t = 15)]
    at_least: usize,
    /// Seed of the deals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=MOST_SEED))]
    seed: u64,
    /// Algorithm; may be repeated [default: heuristic and exact for trials, else all]
    #[arg(long, value_name = "NAME", value_parser = algorithm())]
    algorithm: Vec<Algorithm>,
    /// Allow the intermediate move of a card to an empty column
    #[arg(long)]
    empties: bool,
    /// Columns dealt [default: 10]
    #[arg(long, value_name = "N")]
    columns: Option<u16>,
    /// Cards dealt to each column [default: 4]
    #[arg(long, value_name = "N")]
    rows: Option<u16>,
    /// Search nodes per deal; after that the best so far is reported
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    node_limit: u64,
    /// Number of worker threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<NonZeroUsize>,
    /// Write the MaxSAT problem of one deal to this file
    #[arg(long, value_name = "FILE")]
    wcnf: Option<PathBuf>,
    /// Read a MaxSAT solver's answer to that problem from this file, and check it
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Format,
    /// Write tables and figures of the trials to this directory
    #[arg(help_heading = SHARED, short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name))
        .map(|name| Algorithm::ALL.into_iter().find(|a| a.name() == name).unwrap_or(Algorithm::Exact))
}

impl Args {
    fn rules(&self) -> Intermediate {
        if self.empties { Intermediate::SuitOrEmpty } else { Intermediate::Suit }
    }

    /// What is dealt.
    fn shape(&self) -> Result<Shape, Failure> {
        let plain = Shape::default();
        let shape = Shape {
            columns: self.columns.map_or(plain.columns, Into::into),
            rows: self.rows.map_or(plain.rows, Into::into),
        };
        match shape.check() {
            Ok(()) => Ok(shape),
            Err(TableauError::Empty) => Err(Failure::input("--columns and --rows must be 1 at least")),
            Err(error) => Err(Failure::input(error)),
        }
    }

    /// Whether an algorithm was asked for, or none was.
    fn wants(&self, algorithm: Algorithm) -> bool {
        self.algorithm.is_empty() || self.algorithm.contains(&algorithm)
    }

    fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        let jobs = self.jobs.map_or(0, NonZeroUsize::get).min(1024);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
        pool.map_err(|error| Failure::missing(format!("no threads can be started: {error}")))
    }
}

/// Runs the command.
///
/// # Errors
/// What is wrong with its input, or a contradiction of the program with itself.
pub fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let only_one = [("--wcnf", args.wcnf.is_some()), ("--model", args.model.is_some())];
    let given = only_one.into_iter().find(|(_, given)| *given);
    match &args.instance {
        Some(text) if !text.contains("..") || std::path::Path::new(text).exists() => {
            if args.output.is_some() {
                return Err(Failure::input("--output is for trials: expected no deal with it"));
            }
            single::run(args, text, context)
        }
        other => {
            if let Some((name, _)) = given {
                return Err(Failure::input(format!("{name} is for one deal: expected a deal or a file")));
            }
            match other {
                Some(_) if args.output.is_some() => {
                    Err(Failure::input("--output is for trials: expected no deals with it"))
                }
                Some(range) => many::run(args, range, context),
                None => trials::run(args, context),
            }
        }
    }
}

/// The program contradicts itself.
fn bug(what: &str, refused: &Refused) -> Failure {
    Failure::self_check(format!("{what}: {refused}. This is a bug of patsat, please report it"))
}

/// A range of deals, or one, and the rules they are dealt for: those of Forty Thieves where the
/// name does not say.
fn range(text: &str) -> Result<(DealRange, Rules), Failure> {
    let range: DealRange = text.parse().map_err(Failure::input)?;
    let name = range.first.game().unwrap_or(GAME);
    let rules = Rules::preset(name).map_err(|unknown| {
        let known = PRESETS.iter().map(|preset| preset.name);
        Failure::unknown(unknown, name, known)
    })?;
    Instance::from_id(rules.clone(), range.first.clone())
        .map_err(|error| Failure::input(format!("{text}: {error}")))?;
    Ok((range, rules))
}
