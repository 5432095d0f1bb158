//! Hints for a player who has not seen every card.

use super::Args;
use crate::report::lines;
use patsat_analysis::unseen::rank_moves;
use patsat_blind::{AdviceOptions, HiddenGame, View};
use patsat_console::args::Shape;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_formats::{PartialBoard, board as boards};
use patsat_game::state::{Instance, Plan};
use patsat_report::advice;
use serde_json::json;

/// On a board with unseen cards.
pub(super) fn board(args: &Args, read: &PartialBoard, context: &Context) -> Result<Exit, Failure> {
    if args.moves.is_some() || args.at.is_some() {
        let text =
            format!("{} has unseen cards: expected no moves, but the board as it is now", args.instance);
        return Err(Failure::input(text));
    }
    run(args, &read.instance, &View::of(read), "", context)
}

/// In a game of which every card is known to the program, after some moves.
pub(super) fn game(args: &Args, start: &Instance, plan: &Plan, context: &Context) -> Result<Exit, Failure> {
    let mut game = HiddenGame::new(start);
    for (n, &action) in plan.moves.iter().enumerate() {
        game.play(action)
            .map_err(|error| Failure::input(format!("the game cannot be played: move {}: {error}", n + 1)))?;
    }
    let after = match plan.moves.len() {
        0 => String::new(),
        1 => ", after 1 move".to_owned(),
        n => format!(", after {n} moves"),
    };
    run(args, start, &game.view(), &after, context)
}

fn run(args: &Args, start: &Instance, view: &View, after: &str, context: &Context) -> Result<Exit, Failure> {
    let limits = args.limits.limits();
    if limits.nodes.is_some() || limits.time.is_some() {
        let text = "--node-limit and --time-limit are for boards without unseen cards: expected --samples";
        return Err(Failure::input(text));
    }
    let options = AdviceOptions { seed: args.seed, ..AdviceOptions::default() };
    let options = AdviceOptions { samples: args.samples.unwrap_or(options.samples), ..options };
    let advised = rank_moves(view, &options).map_err(|error| {
        Failure::self_check(format!("a board with unseen cards could not be judged: {error}"))
    })?;
    let exit = match advised.best() {
        _ if view.table().is_won() => Exit::Done,
        Some(_) => Exit::Done,
        None if advised.is_lost => Exit::No,
        None => Exit::Undecided,
    };
    match args.format {
        Shape::Text => {
            let title = boards::title(start) + after;
            let style = context.style(None, args.symbols);
            context.print_wrapped(&advice::text(&title, view, &advised, args.seed, style))?;
        }
        Shape::Json => {
            let verdict = if exit == Exit::No { "unwinnable" } else { "unknown" };
            let result = json!({ "verdict": verdict, "advice": advice::data(view, &advised, args.seed) });
            context.print_wrapped(&lines("hint", start, &result, exit))?;
        }
    }
    Ok(exit)
}
