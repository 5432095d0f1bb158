//! `patsat fair`: whether a game can be won however its hidden cards lie.

use crate::report::{lines, two_players, variants as report};
use crate::variant::{ByArgs, VariantArgs, exit_of, keep_instance};
use patsat_analysis::variants::{End, FairEnd, HiddenCards, fair, fair_by_sat};
use patsat_console::args::Shape;
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::signals;
use patsat_game::state::Instance;

/// Check that a game is winnable in every order of its hidden cards
///
/// Hidden cards are the face-down ones and the stock. Every order is solved (twins count once), so this suits games
/// with few hidden cards. Plans are replayed; the first lost order is printed, and a closed set of its positions is
/// verified. With --by sat (games of complete runs) one solver picks an order that beats all known plans and
/// another looks for a plan, until one of them fails.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat fair game.json
  patsat fair game.json --by sat
  patsat fair game.json -o lost.json; patsat solve lost.json")]
#[command(
    after_help = "Exit codes: 0 yes, 1 no, 2 bad input, 5 undecided: a limit was reached, or --horizon is too small."
)]
pub(crate) struct Args {
    /// Count cards that lie alone on face-down ones as hidden too
    #[arg(long)]
    tops: bool,
    #[command(flatten)]
    by: ByArgs,
    #[command(flatten)]
    variant: VariantArgs,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let instance = args.variant.instance()?;
    let hidden = if args.tops { HiddenCards::WithTops } else { HiddenCards::FaceDown };
    if args.by.is_sat()? {
        return by_sat(args, &instance, hidden, context);
    }
    let found = args.variant.decide(&instance, context, |budget| fair(&instance, hidden, budget))?;
    if let FairEnd::No { order, .. } = &found.end {
        keep_instance(args.variant.output.as_deref(), order)?;
    }
    let exit = match found.end {
        FairEnd::Yes => Exit::Done,
        FairEnd::No { .. } => Exit::No,
        FairEnd::Unknown(_) => signals::unfinished(Exit::Undecided),
    };
    context.print_wrapped(&match args.variant.format {
        Shape::Text => report::fair(&found, context.style(None, When::Auto)),
        Shape::Json => lines("fair", &instance, &report::fair_json(&instance, &found), exit),
    })?;
    Ok(exit)
}

/// By two SAT solvers.
fn by_sat(args: &Args, instance: &Instance, hidden: HiddenCards, context: &Context) -> Result<Exit, Failure> {
    let found = args
        .variant
        .decide_by_sat(instance, &args.by, context, |by, budget| fair_by_sat(instance, hidden, by, budget))?;
    if let End::No { case, .. } = &found.end {
        keep_instance(args.variant.output.as_deref(), &case.game)?;
    }
    let cards = hidden.cards(&instance.deal).len();
    let exit = exit_of(&found.end);
    context.print_wrapped(&match args.variant.format {
        Shape::Text => two_players::fair(cards, &found, context.style(None, When::Auto)),
        Shape::Json => lines("fair", instance, &two_players::fair_json(instance, cards, &found), exit),
    })?;
    Ok(exit)
}
