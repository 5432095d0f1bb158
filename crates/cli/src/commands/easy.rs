//! `patsat easy`: whether the first moves can spoil a game.

use crate::report::{lines, two_players, variants as report};
use crate::variant::{ByArgs, VariantArgs, exit_of, keep_instance};
use patsat_analysis::variants::{EasyAnswer, End, easy, easy_by_sat};
use patsat_console::args::Shape;
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::signals;
use patsat_game::state::Instance;

/// Check that a game is winnable after any first K moves
///
/// Every position within K moves is checked; a dead end counts as lost. A losing sequence is printed, and a closed
/// set of the positions after it is verified. With --by sat (games of complete runs) one solver picks first moves
/// that beat all known plans and another looks for a plan, until one of them fails.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat easy game.json --k 2
  patsat easy game.json --k 3 --by sat
  patsat easy game.json --k 2 -o lost.json; patsat solve lost.json")]
#[command(
    after_help = "Exit codes: 0 yes, 1 no, 2 bad input, 5 undecided: a limit was reached, or --horizon is too small."
)]
pub(crate) struct Args {
    /// Number of first moves
    #[arg(long, value_name = "K")]
    k: u32,
    #[command(flatten)]
    by: ByArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let instance = args.variant.instance()?;
    if args.by.is_sat()? {
        return by_sat(args, &instance, context);
    }
    let found = args.variant.decide(&instance, context, |budget| easy(&instance, args.k, budget))?;
    if let EasyAnswer::No { prefix, .. } = &found {
        let lost = Instance { deal: prefix.table.deal().clone(), id: None, ..instance.clone() };
        keep_instance(args.variant.output.as_deref(), &lost)?;
    }
    let exit = match found {
        EasyAnswer::Yes { .. } => Exit::Done,
        EasyAnswer::No { .. } => Exit::No,
        EasyAnswer::Unknown { .. } => signals::unfinished(Exit::Undecided),
    };
    context.print_wrapped(&match args.variant.format {
        Shape::Text => report::easy(&instance, args.k, &found, context.style(None, When::Auto)),
        Shape::Json => lines("easy", &instance, &report::easy_json(&instance, args.k, &found), exit),
    })?;
    Ok(exit)
}

/// By two SAT solvers.
fn by_sat(args: &Args, instance: &Instance, context: &Context) -> Result<Exit, Failure> {
    let found = args
        .variant
        .decide_by_sat(instance, &args.by, context, |by, budget| easy_by_sat(instance, args.k, by, budget))?;
    if let End::No { case, .. } = &found.end {
        keep_instance(args.variant.output.as_deref(), &case.game)?;
    }
    let exit = exit_of(&found.end);
    context.print_wrapped(&match args.variant.format {
        Shape::Text => two_players::easy(instance, args.k, &found, context.style(None, When::Auto)),
        Shape::Json => lines("easy", instance, &two_players::easy_json(instance, args.k, &found), exit),
    })?;
    Ok(exit)
}
