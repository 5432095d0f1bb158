//! `patsat which`: the number of a board.

use crate::args::GameArgs;
use crate::load;
use patsat_console::args::Shape;
use patsat_console::context::Context;
use patsat_console::envelope;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_formats::which::{Columns, NumberSearch, dealers};
use patsat_formats::{Format, PartialBoard};
use patsat_game::cards::DealId;
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::atomic::Ordering;

/// Find the dealer and number of a board
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat which board.txt
  patsat which board.txt --up-to 2147483647
  patsat which spider.txt --game spider")]
pub(crate) struct Args {
    /// File with a board, or - for standard input; cards may be unseen (??)
    instance: String,
    /// Largest number to try for each dealer
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    up_to: u64,
    /// Format of the file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Shape,
    #[command(flatten)]
    game: GameArgs,
}

/// Numbers between two looks at the clock.
const AT_ONCE: u64 = 1 << 14;

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let read = load::board(&args.instance, &args.game, args.from)?;
    let ranges = ranges(&read, args.up_to);
    let mut searched = Vec::new();
    for columns in [Columns::AsDealt, Columns::InAnyOrder] {
        searched.clear();
        for (first, last) in &ranges {
            let Some(found) = find(&read, (first, *last), columns, context)? else { continue };
            if let Some(id) = found {
                let other =
                    if columns == Columns::AsDealt { "" } else { " with its columns in another order" };
                context.print_wrapped(&match args.format {
                    Shape::Text => format!("{id}\n"),
                    Shape::Json => {
                        let as_dealt = columns == Columns::AsDealt;
                        let found =
                            json!({ "id": id.to_string(), "columns_as_dealt": as_dealt, "searched": [] });
                        lines(args, &found, Exit::Done)
                    }
                })?;
                context.note(&format!("{} is {id}{other}", args.instance));
                return Ok(Exit::Done);
            }
            let last = if let DealId::MicrosoftNegative(_) = first { "-2".into() } else { last.to_string() };
            searched.push(format!("{first}..{last}"));
        }
    }
    if args.format == Shape::Json {
        let nothing = json!({ "id": null, "columns_as_dealt": null, "searched": searched });
        context.print_wrapped(&lines(args, &nothing, Exit::No))?;
        return Ok(Exit::No);
    }
    let mut text = String::from("no number");
    match searched.as_slice() {
        [] => text.push_str(": the board is no fresh deal of any dealer"),
        all => {
            let _ = write!(text, " among {}", all.join(", "));
        }
    }
    context.print_wrapped(&(text + "\n"))?;
    Ok(Exit::No)
}

fn lines(args: &Args, result: &Value, exit: Exit) -> String {
    envelope::lines("which", Some(input::name(&args.instance)), result, exit)
}

/// The dealers of this game, the likeliest first, each with its first deal and last number.
fn ranges(read: &PartialBoard, up_to: u64) -> Vec<(DealId, u64)> {
    let firsts = dealers(&read.instance.rules).into_iter();
    let ranges = firsts.map(|first| (first.clone(), up_to.min(first.last_number())));
    ranges.filter(|(first, last)| first.number() <= *last).collect()
}

/// The deal of this dealer that the board is; `None` if the dealer cannot have dealt it.
fn find(
    read: &PartialBoard,
    (first, last): (&DealId, u64),
    columns: Columns,
    context: &Context,
) -> Result<Option<Option<DealId>>, Failure> {
    let shown = read.shown();
    let Some(sought) = NumberSearch::new(&read.instance.rules, &shown.deal, first) else { return Ok(None) };
    let live = LiveLine::long(context, last - first.number() + 1);
    let stop = signals::stop_flag();
    let mut from = first.number();
    let found = loop {
        let to = last.min(from.saturating_add(AT_ONCE - 1));
        if let Some(number) = sought.find(from..=to, columns) {
            break first.with_number(number).ok();
        }
        if to == last {
            break None;
        }
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::input(format!(
                "interrupted after {first}..{to}, none of which is the board"
            )));
        }
        from = to + 1;
        live.done_so_far(from - first.number());
        live.message(|| first.to_string());
    };
    live.done();
    Ok(Some(found))
}
