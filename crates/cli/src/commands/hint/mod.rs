//! `patsat hint`: the best next move, and what becomes of the game after each.

mod blind;

use super::why::{live, not_played, searched};
use crate::args::{GameArgs, LimitArgs};
use crate::load;
use crate::report::{hint as report, jsonl};
use patsat_analysis::hint::{self, Hint, HintRequest};
use patsat_base::Style;
use patsat_console::args::Shape;
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_formats::Format;
use patsat_game::state::Instance;
use patsat_planning::Verdict;
use std::path::{Path, PathBuf};

/// Show the best next move, and which moves win or lose
///
/// On a board with unseen cards (??), and with --blind, each move gets the share of arrangements of these cards in which
/// the game can still be won.
///
/// Exit codes: 0 a winning move was found, 1 lost, 5 undecided.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat hint ms:617 moves.txt --at 12
  patsat hint played.kpat --game freecell --format json
  patsat hint solvitaire:klondike:5 --blind")]
pub(crate) struct Args {
    /// A deal such as ms:617, a file (board or saved game), or - for standard input
    instance: String,
    /// File with the moves played so far
    moves: Option<PathBuf>,
    /// Use only the first N moves
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Format of the instance file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Format of the moves file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    plan_format: Option<Format>,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Shape,
    /// Use only what a player has seen: no card that lies face down, or in the stock and was never turned
    #[arg(long)]
    blind: bool,
    /// For unseen cards: try N random arrangements of them, or all if there are no more [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    samples: Option<u64>,
    /// Seed that breaks ties between equally good answers, and of the arrangements
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Print suit symbols (♠♥♦♣) instead of letters; auto: on a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", default_missing_value = "always")]
    #[arg(num_args = 0..=1, require_equals = true)]
    symbols: When,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    load::not_both_from_input(
        &args.instance,
        args.moves.as_deref().unwrap_or(Path::new("")),
        "the instance and the moves",
    )?;
    let board = load::board(&args.instance, &args.game, args.from)?;
    if !board.unseen.is_empty() {
        return blind::board(args, &board, context);
    }
    let (instance, played) = load::played_on(&args.instance, board, args.moves.as_deref(), args.plan_format)?;
    let (start, mut plan) = played.unwrap_or_else(|| (instance, Default::default()));
    if let Some(at) = args.at {
        let all = plan.moves.len();
        if at > all {
            return Err(Failure::input(format!("--at {at}: there are {all} moves, expected at most that")));
        }
        plan.moves.truncate(at);
    }
    if args.blind {
        return blind::game(args, &start, &plan, context);
    }
    if args.samples.is_some() {
        let text = format!("--samples is for unseen cards: {} has none, expected --blind", args.instance);
        return Err(Failure::input(text));
    }
    let played = plan.moves.len();
    let mut request = HintRequest::new(&start).within(args.limits.limits());
    request.search.options.seed = args.seed;
    request.played = plan;
    let hint = live(context, |monitor| hint::hint(&request, monitor)).map_err(|e| not_played(&start, e))?;
    let exit = match hint.answer.verdict() {
        Verdict::Solved => Exit::Done,
        Verdict::Unwinnable => Exit::No,
        Verdict::NoPlanWithin | Verdict::Unknown => Exit::Undecided,
    };
    context.print_wrapped(&match args.format {
        Shape::Text => {
            report::text(&start, played, &hint, context.style(None, args.symbols), context.verbose)
        }
        Shape::Json => json(args, &start, &hint, played, exit),
    })?;
    let ms = hint.answer.time.as_secs_f64() * 1e3;
    context.detail(&format!("{ms:.1} ms, {} positions searched", hint.searched));
    Ok(exit)
}

fn json(args: &Args, start: &Instance, hint: &Hint, played: usize, exit: Exit) -> String {
    let request = searched(start, args.seed, args.limits.limits());
    let time_ms = (hint.answer.time.as_secs_f64() * 1e6).round() / 1e3;
    let mut result = jsonl::ResultData::of(&hint.now, &hint.answer);
    result.hint = Some(report::data(hint, played, Style::PLAIN));
    [
        jsonl::Event::begin("hint", &request, args.seed),
        jsonl::Event::Result(Box::new(result)),
        jsonl::Event::End { exit_code: exit as u8, time_ms },
    ]
    .iter()
    .map(jsonl::Event::line)
    .collect()
}
