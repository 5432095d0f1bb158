//! `patsat convert`: an instance or a plan in another format.

use super::games;
use crate::args::GameArgs;
use crate::load;
use patsat_console::args::SHARED;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_formats::{self as formats, Format};
use patsat_game::cards::Suits;
use patsat_game::verify;
use std::path::PathBuf;

/// Write a board or a plan in another format
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat convert ms:617 --to fc-solve -o board.txt
  patsat convert ms:617 --plan moves.txt --to replay
  patsat convert ms:617 --to pddl -o task.pddl --domain domain.pddl")]
pub(crate) struct Args {
    /// A deal such as ms:617, a file, or - for standard input
    instance: String,
    /// Format to write; 'patsat --list formats' describes them
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// Convert this plan instead of the board; it is verified first
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
    /// Format of the instance file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// With --to pddl: write the PDDL domain of the task to this file
    #[arg(long, value_name = "FILE")]
    domain: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
    /// Write the result to this file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if args.domain.is_some() && args.to != Format::Pddl {
        return Err(Failure::input(format!("--domain goes with --to pddl, found --to {}", args.to)));
    }
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let text = match (&args.plan, args.to.is_plan()) {
        (None, false) => formats::write_instance(&instance, args.to),
        (None, true) => {
            let text = format!("--to {} is a format of plans: expected --plan FILE with it", args.to);
            return Err(Failure::input(text));
        }
        (Some(path), _) => {
            load::not_both_from_input(&args.instance, path, "the instance and the plan")?;
            let shown = path.display().to_string();
            let bytes = input::read(path, "a file with a plan, or - for standard input")?;
            let read = load::plan(path, &bytes, None, &instance)?;
            match verify::replay(&instance, read.plan.clone()) {
                Ok(plan) => {
                    load::note_reading(path, &read);
                    formats::write_plan(&instance, &plan, args.to)
                }
                Err(fault) => {
                    let readings = read.why_none().map_or_else(String::new, |text| format!(". {text}"));
                    context.error(&format!("{}: {fault}{readings}", input::name(&shown)));
                    return Ok(Exit::No);
                }
            }
        }
    };
    let text =
        text.map_err(|e| Failure::input(format!("cannot write {} as {}: {e}", args.instance, args.to)))?;
    Output::open(args.output.as_deref())?.write(text.as_bytes())?;
    let deck = &instance.rules.deck;
    if args.to == Format::FcSolve && (deck.ranks != 13 || deck.suits != Suits::First(4)) {
        context
            .note("note: Freecell Solver itself plays with 13 ranks of four suits; this board is for patsat");
    }
    if args.to == Format::Solvitaire {
        games::note_differences(&instance.rules, context);
    }
    if let Some(path) = &args.domain {
        Output::open(Some(path))?.write(patsat_pddl::domain(&instance).as_bytes())?;
    }
    Ok(Exit::Done)
}
