//! `patsat classify`: what the theory knows of a game without searching it.

use crate::args::GameArgs;
use crate::report::{class, lines};
use crate::{load, selfcheck};
use patsat_analysis::variants::{Verdict, classify};
use patsat_console::args::{SHARED, Shape};
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_formats::{self as formats, Format};
use std::path::PathBuf;

/// Show what theory says about a Spider-like game
///
/// No position is searched. A sorted game (every card face up on a higher one of its suit, no stock) is winnable,
/// and the plan is constructed directly. With one deck of one suit and no stock, a game with an inversion in every
/// column is lost; if also no card may enter an empty column, any order of moves decides. The number of maximal
/// runs is a lower bound on the moves of a win. Lemma 4.1.5 of Laubersheimer (2024), that runs need not be split
/// onto another suit, is false and not used.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat classify game.json
  patsat classify game.json --plan
  patsat classify game.json -o plan.json; patsat verify game.json plan.json")]
#[command(after_help = "Exit codes: 0 winnable or open, 1 unwinnable, 2 bad input.")]
pub(crate) struct Args {
    /// A deal such as random:spider1:1, a file, or - for standard input
    instance: String,
    /// Format of the file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Print the plan, if theory constructs one
    #[arg(long)]
    plan: bool,
    /// Output format; JSON always includes the plan
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Shape,
    #[command(flatten)]
    game: GameArgs,
    /// Write the plan, if there is one, to this file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let class = classify(&instance)
        .map_err(|outside| Failure::input(format!("{}: {outside}", input::name(&args.instance))))?
        .map_err(|error| selfcheck::failure(&instance, (*error).into()))?;
    if let (Some(file), Verdict::Winnable { plan, .. }) = (&args.output, &class.verdict) {
        let text = formats::write_plan(&instance, plan, Format::PlanJson).map_err(Failure::input)?;
        Output::open(Some(file))?.write(text.as_bytes())?;
    }
    let exit = if matches!(class.verdict, Verdict::Unwinnable { .. }) { Exit::No } else { Exit::Done };
    context.print_wrapped(&match args.format {
        Shape::Text => class::text(&instance, &class, args.plan, context.style(None, When::Auto)),
        Shape::Json => lines("classify", &instance, &class::json(&instance, &class), exit),
    })?;
    Ok(exit)
}
