//! `patsat rate`: how hard deals are for people.

use super::why::live;
use crate::args::{GameArgs, LimitArgs};
use crate::report::{lines, rate as report};
use crate::{load, selfcheck};
use patsat_analysis::rate::{self, GAMES, NODES, RateRequest};
use patsat_base::Limits;
use patsat_console::args::Shape;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::signals;
use patsat_formats::Format;
use patsat_planning::Verdict;

/// Rate how hard deals are for people, from 1 to 10
///
/// Three kinds of simulated players play each deal many times; none looks more than one move ahead. One moves at
/// random, one plays every card it can, one digs for the next cards and keeps places free. A search counts the
/// losing moves at the start and along a plan. In Klondike, Spider and their relatives a strong player who does not
/// see the hidden cards plays a tenth of the games, and decides.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat rate ms:1 ms:617 ms:11982
  patsat rate board.txt --games 1000
  patsat rate kpat:spider1:1 --format json")]
#[command(
    after_help = "Exit codes: 0 all deals rated, 1 a deal cannot be won, 2 bad input, 5 a deal is undecided."
)]
pub(crate) struct Args {
    /// Deals such as ms:617, or files
    #[arg(required = true)]
    instances: Vec<String>,
    /// Games played by each simulated player
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Seed of the players and the search
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Format of the files [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Shape,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    // All are read before the first is rated.
    let read = |name: &String| load::instance(name, &args.game, args.from);
    let instances = args.instances.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    if args.format == Shape::Text {
        context.print_wrapped(&report::head(args.games))?;
    }
    let mut end = Exit::Done;
    for (instance, name) in instances.iter().zip(&args.instances) {
        let limits = args.limits.limits();
        let limits = Limits { nodes: limits.nodes.or(Some(NODES)), ..limits };
        let request =
            RateRequest { games: args.games, seed: args.seed, limits, ..RateRequest::new(instance) };
        let rating = live(context, |monitor| rate::rate(&request, monitor))
            .map_err(|error| selfcheck::failure(instance, error))?;
        if signals::stop_flag().load(std::sync::atomic::Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        let exit = match rating.answer.verdict() {
            Verdict::Solved => Exit::Done,
            Verdict::Unwinnable => Exit::No,
            Verdict::NoPlanWithin | Verdict::Unknown => Exit::Undecided,
        };
        context.print_wrapped(&match args.format {
            Shape::Text => report::row(instance, name, &rating),
            Shape::Json => lines("rate", instance, &report::json(instance, &rating, args.seed), exit),
        })?;
        // An open deal says less than a lost one, and that less than a rating.
        if end == Exit::Done || exit == Exit::Undecided {
            end = exit;
        }
    }
    if args.format == Shape::Text {
        context.print_wrapped(report::LEGEND)?;
    }
    Ok(end)
}
