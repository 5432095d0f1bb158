//! `solve` on a board with unseen cards.

use super::Args;
use crate::report::{human, lines, sentences};
use crate::shape::Shape;
use patsat_analysis::unseen::{CheckedCompletions, CompletionCounts, Reach, judge, orders, reach};
use patsat_base::{Limits, Style, number, wilson, wrapped};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::Output;
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_formats::{Format, PartialBoard, board, write_plan};
use patsat_game::state::Plan;
use patsat_planning::{Failure as PlanningFailure, Method};
use patsat_search::Budget;
use serde_json::{Value, json};

/// Positions that are visited for each order, and without turning a card, where no limit is given.
const NODES: u64 = 200_000;

/// Reports what holds in every order of the unseen cards, and how many of the sampled orders are won.
pub(super) fn run(args: &Args, read: &PartialBoard, context: &Context) -> Result<Exit, Failure> {
    if !matches!(args.format, Shape::Text | Shape::Json) || args.proof.is_some() || args.explain {
        let text = "unseen cards allow no plan or proof: expected --format text or json, and no --proof";
        return Err(Failure::input(text));
    }
    let limits = args.limits.limits();
    let limits =
        if limits.time.is_none() { Limits { nodes: limits.nodes.or(Some(NODES)), ..limits } } else { limits };
    let mut output = Output::open(args.output.as_deref())?;
    let stop = signals::stop_flag();
    let reached = reach(read, &mut Budget::new(limits).stopped_by(stop)).map_err(|error| refused(&error))?;
    let lost = matches!(reached, Reach::Lost { .. });
    let judged = match args.samples {
        Some(samples) if !lost => {
            let method = Method::Search(args.search.method()?);
            let live = LiveLine::pieces(context, orders(read, samples));
            let seeded = (samples, args.search.seed());
            let judged = judge(read, seeded, (&method, limits), stop, |_| live.advance(1));
            live.done();
            Some(judged.map_err(|error| refused(&error))?)
        }
        _ => None,
    };
    let lost = lost || judged.is_some_and(none_won);
    let exit = args.exit.of(if lost { Exit::ProvedNone } else { Exit::Done });
    let text = match args.format {
        Shape::Json => {
            let result = json(read, &reached, judged, args.search.seed());
            lines("solve", &read.instance, &result, exit)
        }
        _ => {
            let style = context.style(args.output.as_deref(), args.symbols);
            let shown = board::instance(&read.shown(), style);
            let judgement = judged.map_or(String::new(), |j| counted(j, args.search.seed()));
            format!("{shown}\n{}{judgement}", verdict(read, &reached, judged))
        }
    };
    output.write(wrapped(&text, context.width(args.output.as_deref())).as_bytes())?;
    Ok(exit)
}

fn refused(error: &PlanningFailure) -> Failure {
    Failure::self_check(format!("a board with unseen cards could not be judged: {error}"))
}

/// Whether all orders were solved, and each is lost.
fn none_won(judged: CompletionCounts) -> bool {
    judged.all && judged.lost == judged.orders()
}

/// The verdict and what it rests on.
fn verdict(read: &PartialBoard, reached: &Reach, judged: Option<CompletionCounts>) -> String {
    let cards = match read.unseen.len() {
        1 => "1 card is".to_owned(),
        n => format!("{n} cards are"),
    };
    let counted =
        |moves: &[_]| if moves.len() == 1 { "1 move".into() } else { format!("{} moves", moves.len()) };
    let plan = |moves: &[_]| {
        let text = write_plan(&read.instance, &Plan::from(moves.to_vec()), Format::Standard);
        let words = match moves.len() {
            ..human::SHORT => format!("\n{}", sentences::listed(&read.instance, moves, Style::PLAIN)),
            _ => String::new(),
        };
        format!("\n{}{words}", text.unwrap_or_default())
    };
    if let (Reach::Turns { .. } | Reach::Depends { .. } | Reach::Unknown(_), Some(judged)) = (reached, judged)
        && none_won(judged)
    {
        return format!(
            "Unwinnable, whatever the unseen cards are: {cards} unseen, and all {} orders of them are lost.\n",
            judged.orders()
        );
    }
    match reached {
        Reach::Lost { positions, checked } => {
            let noun = if *positions == 1 { "position" } else { "positions" };
            let CheckedCompletions { completions, all } = checked;
            let checked = match (all, completions) {
                (true, 1) => " (checked in the one order of these cards)".into(),
                (true, _) => format!(" (checked in all {completions} orders of these cards)"),
                (false, 0) => String::new(),
                (false, 1) => " (checked in 1 order of these cards)".into(),
                (false, _) => format!(" (checked in {completions} orders of these cards)"),
            };
            format!(
                "Unwinnable, whatever the unseen cards are: {cards} unseen. Legal moves reach {} {noun}, turn none of these \
                 cards and never win{checked}.\n",
                number(*positions as u64)
            )
        }
        Reach::Turns { moves } if moves.is_empty() => {
            format!("Unknown: {cards} unseen. A complete run that leaves before the first move turns one.\n")
        }
        Reach::Turns { moves } => {
            format!(
                "Unknown: {cards} unseen. Turning one takes at least {}:\n{}",
                counted(moves),
                plan(moves)
            )
        }
        Reach::Depends { moves } => {
            let what = "one that lies face up may move with others or complete a run";
            match &moves[..] {
                [] => format!("Unknown: {cards} unseen; {what} from the start.\n"),
                _ => format!("Unknown: {cards} unseen; {what} after {}:\n{}", counted(moves), plan(moves)),
            }
        }
        Reach::Unknown(limit) => {
            format!("Unknown: {cards} unseen; {limit} before one was turned.\n")
        }
    }
}

/// The orders that were judged, in sentences.
fn counted(judged: CompletionCounts, seed: u64) -> String {
    let CompletionCounts { won, lost, open, all } = judged;
    let orders = judged.orders();
    let outcome = format!("{won} winnable, {lost} lost, {open} undecided");
    if all {
        return format!("\nSolved all {orders} orders of the unseen cards: {outcome}.\n");
    }
    let (low, high) = interval(judged);
    format!(
        "\nSolved {orders} random orders of the unseen cards (seed {seed}): {outcome}. So {:.1} % to {:.1} % of all \
         orders can be won (95 % confidence).\n",
        100.0 * low,
        100.0 * high
    )
}

/// The 95 % interval of Wilson; open orders count as lost for its lower end, as won for its upper one.
fn interval(CompletionCounts { won, lost, open, .. }: CompletionCounts) -> (f64, f64) {
    let orders = won + lost + open;
    (wilson(won, orders).0, wilson(won + open, orders).1)
}

fn json(read: &PartialBoard, reached: &Reach, judged: Option<CompletionCounts>, seed: u64) -> Value {
    let lost = matches!(reached, Reach::Lost { .. }) || judged.is_some_and(none_won);
    let verdict = if lost { "unwinnable" } else { "unknown" };
    let mut data = json!({ "verdict": verdict, "unseen": read.unseen.len() });
    match reached {
        Reach::Lost { positions, checked } => {
            data["positions"] = json!(positions);
            data["checked"] = json!({ "orders": checked.completions, "all": checked.all });
        }
        Reach::Turns { moves } => data["turns"] = json!(moves),
        Reach::Depends { moves } => data["depends"] = json!(moves),
        Reach::Unknown(limit) => data["limit"] = json!(limit.word()),
    }
    if let Some(judged) = judged {
        let (low, high) = interval(judged);
        let CompletionCounts { won, lost, open, all } = judged;
        let mut samples = json!({ "won": won, "lost": lost, "open": open, "all": all });
        if !all {
            samples["seed"] = json!(seed);
            samples["interval"] = json!([low, high]);
        }
        data["orders"] = samples;
    }
    data
}
