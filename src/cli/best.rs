//! `patsat best`: the most that can be reached where a win is out of reach.

use super::context::{Context, When};
use super::exit::{Exit, Failure};
use super::load;
use super::output::Output;
use super::variant::{Shape, VariantArgs};
use crate::formats::{self, Format};
use crate::pipeline::variants::best;
use crate::report::variants as report;
use crate::state::Goal;

/// Find the most that legal moves reach: runs off the table, one at all, the longest run
///
/// Every position is visited, so the answer is certain for small games; a limit leaves the best
/// so far. `patsat verify GAME PLAN --goal GOAL` plays the plan again.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat best game.json
  patsat best game.json --goal longest-run
  patsat best game.json -o plan.json; patsat verify game.json plan.json --goal runs")]
#[command(after_help = "\
Exit codes: 0 done, 1 the goal is one-run and none can be made, 2 bad input, 5 a limit came first.")]
pub(super) struct Args {
    /// What is wanted: runs (as many as possible off the table), one-run, longest-run
    #[arg(long, value_name = "GOAL", default_value = "runs")]
    goal: Goal,
    #[command(flatten)]
    variant: VariantArgs,
}

/// A goal that makes no sense in this game is bad input.
pub(super) fn fits(goal: Goal, instance: &crate::state::Instance, shown: &str) -> Result<(), Failure> {
    if Goal::is_for(instance) {
        return Ok(());
    }
    Err(Failure::input(format!(
        "{}: in {} cards go home one by one, expected a game of complete runs such as spider for goal {}",
        load::name(shown),
        instance.rules.name,
        goal.name()
    )))
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let instance = args.variant.instance()?;
    fits(args.goal, &instance, &args.variant.instance)?;
    let found = args.variant.ask(&instance, context, |budget| best(&instance, args.goal, budget))?;
    if let Some(file) = &args.variant.output {
        let text =
            formats::write_plan(&instance, &found.plan.plan, Format::PlanJson).map_err(Failure::input)?;
        Output::open(Some(file))?.write(text.as_bytes())?;
    }
    context.print(&match args.variant.format {
        Shape::Text => report::best(&instance, args.goal, &found, context.style(None, When::Auto)),
        Shape::Json => report::best_json(&instance, args.goal, &found),
    })?;
    Ok(match (found.open, args.goal) {
        (Some(_), _) => Exit::Undecided,
        (None, Goal::OneRun) if found.value == 0 => Exit::No,
        _ => Exit::Done,
    })
}
