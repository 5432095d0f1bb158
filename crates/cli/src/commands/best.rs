//! `patsat best`: the most that can be reached where a win is out of reach.

use crate::report::{lines, variants as report};
use crate::variant::{VariantArgs, backend};
use patsat_analysis::variants::{BestProof, best, best_within};
use patsat_console::args::Shape;
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_console::signals;
use patsat_formats::{self as formats, Format};
use patsat_game::state::{Goal, Instance};
use patsat_game::verify::Play;
use patsat_planning::proof::ProofError;
use std::path::{Path, PathBuf};

/// Find the most complete runs, or the longest run, in reach
///
/// Every position is visited, so the answer is exact for small games; after a limit it is the best so far. With
/// --horizon a SAT solver finds the most within N moves, also in larger games; longer plans stay undecided. 'patsat
/// verify GAME PLAN --goal GOAL' replays the plan.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat best game.json
  patsat best game.json --goal longest-run
  patsat best game.json --goal one-run --horizon 12
  patsat best game.json --horizon 12 --proof p; patsat verify game.json p
  patsat best game.json -o plan.json
  patsat verify game.json plan.json --goal runs")]
#[command(after_help = "\
Exit codes: 0 done, 1 the goal is one-run and none can be made, 2 bad input, 5 undecided: a limit was \
reached, or more may be reachable beyond the horizon.")]
pub(crate) struct Args {
    /// Goal: runs (as many complete runs as possible), one-run, longest-run
    #[arg(long, value_name = "GOAL", default_value = "runs")]
    goal: Goal,
    /// Use a SAT solver to find the most within N moves, instead of visiting positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=100_000))]
    horizon: Option<u32>,
    /// SAT solver; 'patsat --list backends' [default: the built-in one]
    #[arg(long, value_name = "NAME", requires = "horizon")]
    backend: Option<String>,
    /// With --horizon: write a proof that no more is reachable within it
    #[arg(long, value_name = "FILE", requires = "horizon")]
    proof: Option<PathBuf>,
    #[command(flatten)]
    variant: VariantArgs,
}

/// A goal that makes no sense in this game is bad input.
pub(super) fn fits(goal: Goal, instance: &Instance, shown: &str) -> Result<(), Failure> {
    if Goal::is_for(instance) {
        return Ok(());
    }
    Err(Failure::input(format!(
        "{}: in {} cards go home one by one, expected a game of complete runs such as spider for goal {}",
        input::name(shown),
        instance.rules.name,
        goal.name()
    )))
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let instance = args.variant.instance()?;
    fits(args.goal, &instance, &args.variant.instance)?;
    if let Some(horizon) = args.horizon {
        return within(args, &instance, horizon, context);
    }
    let found = args.variant.decide(&instance, context, |budget| best(&instance, args.goal, budget))?;
    keep(args.variant.output.as_deref(), &instance, &found.plan)?;
    let exit = match (found.open, args.goal) {
        (Some(_), _) => signals::unfinished(Exit::Undecided),
        (None, Goal::OneRun) if found.value == 0 => Exit::No,
        _ => Exit::Done,
    };
    context.print_wrapped(&match args.variant.format {
        Shape::Text => report::best(&instance, args.goal, &found, context.style(None, When::Auto)),
        Shape::Json => lines("best", &instance, &report::best_json(&instance, args.goal, &found), exit),
    })?;
    Ok(exit)
}

/// By a SAT solver. What it excludes it excludes within the horizon only.
fn within(args: &Args, instance: &Instance, horizon: u32, context: &Context) -> Result<Exit, Failure> {
    let backend = backend(args.backend.as_deref())?;
    let control = args.variant.control()?;
    let found = best_within(instance, args.goal, horizon, &backend, 0, control)
        .map_err(|error| args.variant.failed(instance, error))?;
    keep(args.variant.output.as_deref(), instance, &found.plan)?;
    let more = found.value < args.goal.most(instance) && found.open.is_none();
    let proved = match &args.proof {
        Some(file) if more => {
            let value = found.value + 1;
            let proof = BestProof::make(instance, args.goal, horizon, value, &backend, control)
                .map_err(|error| no_proof(&error))?;
            Output::whole(Some(file))?.write(&proof.bytes)?;
            true
        }
        Some(_) => {
            context.note("no proof was written: nothing was excluded within the horizon");
            false
        }
        None => false,
    };
    let exit = if found.value >= args.goal.most(instance) {
        Exit::Done
    } else {
        signals::unfinished(Exit::Undecided)
    };
    context.print_wrapped(&match args.variant.format {
        Shape::Text => report::within(instance, args.goal, &found, proved, context.style(None, When::Auto)),
        Shape::Json => lines("best", instance, &report::within_json(instance, args.goal, &found), exit),
    })?;
    Ok(exit)
}

/// Why there is no proof, in the words of the command line.
fn no_proof(error: &ProofError) -> Failure {
    let text = format!("no proof was written: {error}");
    match error {
        ProofError::Backend(_) => Failure::missing(text),
        ProofError::Limit(_) | ProofError::Formula(_) => Failure::input(text),
        ProofError::Satisfiable | ProofError::Refused(_) => Failure::self_check(text),
    }
}

/// Writes the plan, where a file for it is given.
pub(super) fn keep(file: Option<&Path>, instance: &Instance, played: &Play) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    let text = formats::write_plan(instance, &played.plan, Format::PlanJson).map_err(Failure::input)?;
    Output::open(Some(file))?.write(text.as_bytes())
}
