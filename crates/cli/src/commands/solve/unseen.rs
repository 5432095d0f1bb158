//! `solve` on a board with cards that nobody has seen.

use super::{Args, report};
use crate::report::lines;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::Output;
use patsat_console::progress::Live;
use patsat_console::signals;
use patsat_experiments::survey::wilson;
use patsat_formats::{Format, Read, board, write_plan};
use patsat_game::state::Plan;
use patsat_planning::unseen::{Judged, Reach, judge, orders, reach};
use patsat_planning::{Failure as Refused, Method};
use patsat_search::{Budget, Limits};
use serde_json::{Value, json};

/// Positions that are visited for each order, and without turning a card, where no limit is given.
const NODES: u64 = 200_000;

/// Says what holds for all orders of the unseen cards, and how many of the sampled ones are won.
pub(super) fn run(args: &Args, read: &Read, context: &Context) -> Result<Exit, Failure> {
    if !matches!(args.format, report::Shape::Text | report::Shape::Json)
        || args.proof.is_some()
        || args.explain
    {
        let text =
            "cards were not seen, so there is no plan or proof: expected --format text or json, no --proof";
        return Err(Failure::input(text));
    }
    let limits = args.limits.limits();
    let limits =
        if limits.time.is_none() { Limits { nodes: limits.nodes.or(Some(NODES)), ..limits } } else { limits };
    let mut output = Output::open(args.output.as_deref())?;
    let stop = signals::stop_flag();
    let reached = reach(read, &mut Budget::new(limits).stopped_by(stop));
    let lost = matches!(reached, Reach::Lost { .. });
    let judged = match args.samples {
        Some(samples) if !lost => {
            let method = Method::Search(super::search::method(&args.search)?);
            let live = Live::pieces(context, orders(read, samples));
            let seeded = (samples, args.search.seed());
            let judged = judge(read, seeded, (&method, limits), stop, |_| live.advance(1));
            live.done();
            Some(judged.map_err(|error| refused(&error))?)
        }
        _ => None,
    };
    let none = judged.is_some_and(|judged| judged.all && judged.lost == judged.orders());
    let exit = if lost || none { Exit::ProvedNone } else { Exit::Done };
    let text = match args.format {
        report::Shape::Json => {
            let result = json(read, &reached, judged, args.search.seed());
            lines("solve", &read.instance, &result, exit)
        }
        _ => {
            let style = context.style(args.output.as_deref(), args.symbols);
            let shown = board::instance(&read.shown(), style);
            format!(
                "{shown}\n{}{}",
                told(read, &reached),
                judged.map_or(String::new(), |j| counted(j, args.search.seed()))
            )
        }
    };
    output.write(text.as_bytes())?;
    Ok(exit)
}

fn refused(error: &Refused) -> Failure {
    Failure::self_check(format!("an order of the unseen cards could not be judged: {error}"))
}

fn told(read: &Read, reached: &Reach) -> String {
    let cards = match read.unseen.len() {
        1 => "1 card was".to_owned(),
        n => format!("{n} cards were"),
    };
    match reached {
        Reach::Lost { positions } => {
            let noun = if *positions == 1 { "position" } else { "positions" };
            format!(
                "Unwinnable, whatever the unseen cards are: {cards} not seen, {positions} {noun} can be reached without \
             turning one, no move out of them turns one, and none of them is won.\n"
            )
        }
        Reach::Turns { moves } => {
            let plan = Plan::from(moves.clone());
            let text = write_plan(&read.instance, &plan, Format::Standard).unwrap_or_default();
            let moves = if moves.len() == 1 { "1 move".to_owned() } else { format!("{} moves", moves.len()) };
            format!("Unknown: {cards} not seen. The shortest way to turn one has {moves}:\n\n{text}")
        }
        Reach::Unknown(limit) => {
            let why =
                limit.map_or_else(|| "cards move together with them".to_owned(), |limit| limit.to_string());
            format!(
                "Unknown: {cards} not seen, and what can be reached without turning one is open ({why}).\n"
            )
        }
    }
}

/// The orders that were judged, in sentences.
fn counted(judged: Judged, seed: u64) -> String {
    let Judged { won, lost, open, all } = judged;
    let orders = judged.orders();
    let outcome = format!("{won} can be won, {lost} cannot, {open} were left open by a limit");
    if all {
        return format!("\nOf all {orders} orders of the unseen cards {outcome}.\n");
    }
    let (low, high) = interval(judged);
    format!(
        "\nOf {orders} random orders of the unseen cards (seed {seed}) {outcome}: with 95 % confidence {:.1} % to {:.1} % \
         of all orders can be won.\n",
        100.0 * low,
        100.0 * high
    )
}

/// The 95 % interval of Wilson; open orders count as lost for its lower end, as won for its upper one.
fn interval(Judged { won, lost, open, .. }: Judged) -> (f64, f64) {
    let orders = won + lost + open;
    (wilson(won, orders).0, wilson(won + open, orders).1)
}

fn json(read: &Read, reached: &Reach, judged: Option<Judged>, seed: u64) -> Value {
    let verdict = if matches!(reached, Reach::Lost { .. }) { "unwinnable" } else { "unknown" };
    let mut data = json!({ "verdict": verdict, "unseen": read.unseen.len() });
    match reached {
        Reach::Lost { positions } => data["positions"] = json!(positions),
        Reach::Turns { moves } => data["turns"] = json!(moves),
        Reach::Unknown(limit) => data["limit"] = json!(limit.map(|limit| limit.word())),
    }
    if let Some(judged) = judged {
        let (low, high) = interval(judged);
        let Judged { won, lost, open, all } = judged;
        let mut samples = json!({ "won": won, "lost": lost, "open": open, "all": all });
        if !all {
            samples["seed"] = json!(seed);
            samples["interval"] = json!([low, high]);
        }
        data["orders"] = samples;
    }
    data
}
