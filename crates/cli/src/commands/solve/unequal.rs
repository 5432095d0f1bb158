//! Tasks whose suits have unequal lengths, solved by a search on their domain alone.

use super::{Args, MethodArg, ProofFormat};
use crate::load;
use crate::progress::Shows;
use crate::shape::Shape;
use patsat_base::{Limit, counted, number, printable};
use patsat_console::context::Context;
use patsat_console::envelope;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_formats::Format;
use patsat_pddl::strips::World;
use patsat_search::{Budget, Stats};
use patsat_tasks::ground_search::{GroundOutcome, GroundSearchError, solve};
use serde_json::{Value, json};

pub(super) fn run(args: &Args, world: &World, context: &Context) -> Result<Exit, Failure> {
    if let Some(option) = refused_option(args) {
        return Err(load::not_for_unequal_suits(&args.instance, option));
    }
    let mut output = match &args.output {
        Some(path) => Output::open(Some(path))?,
        None => Output::stdout(),
    };
    let live = LiveLine::search(context);
    let mut watch = |stats: &Stats| live.stats(stats);
    let mut budget =
        Budget::new(args.limits.limits()).stopped_by(signals::stop_flag()).watched_by(&mut watch);
    let outcome = solve(world, &mut budget);
    let (stats, time) = (budget.stats, budget.elapsed());
    live.done();
    let outcome = outcome.map_err(|error| match error {
        GroundSearchError::Task(error) => Failure::from(error.with_file(input::name(&args.instance))),
        GroundSearchError::Plan(_) => Failure::self_check(error),
    })?;
    let exit = args.exit.of(match &outcome {
        GroundOutcome::Solved(_) => Exit::Solved,
        GroundOutcome::Exhausted(_) | GroundOutcome::Unreachable(_) => Exit::ProvedNone,
        GroundOutcome::Unknown(_) => signals::unfinished(Exit::Done),
    });
    let verdict = verdict(&outcome, &stats);
    let plan = match &outcome {
        GroundOutcome::Solved(plan) => Some(plan.text()),
        _ => None,
    };
    let text = match args.format {
        Shape::Json => {
            let result = envelope::line("result", &result(&outcome, &stats));
            envelope::begin("solve", None) + &result + &envelope::end(exit)
        }
        Shape::Plan(_) => {
            context.note(&verdict);
            plan.unwrap_or_default()
        }
        _ => match plan {
            Some(plan) => format!("{verdict}\n\n{plan}"),
            None => format!("{verdict}\n"),
        },
    };
    if !text.is_empty() {
        output.write(text.as_bytes())?;
    }
    context.detail(&format!(
        "{:.1} ms, {} states expanded, {} generated, {} stored, tables {} MiB",
        time.as_secs_f64() * 1e3,
        stats.expanded,
        stats.generated,
        stats.stored,
        stats.peak_bytes >> 20
    ));
    Ok(exit)
}

/// The verdict in one sentence.
fn verdict(outcome: &GroundOutcome, stats: &Stats) -> String {
    match outcome {
        GroundOutcome::Solved(plan) => {
            format!("Solved in {} (plan verified by the domain).", counted(plan.actions.len(), "action"))
        }
        GroundOutcome::Exhausted(states) => {
            format!("Unwinnable (all {} states of the task visited, not certified).", number(*states))
        }
        GroundOutcome::Unreachable(goal) => {
            let goal = printable(&goal.to_string(), 120);
            format!("Unwinnable (no action that can ever be applied adds the goal {goal}, not certified).")
        }
        GroundOutcome::Unknown(limit) => {
            format!("Unknown: {limit} after {} states.", number(stats.expanded))
        }
    }
}

/// The data of the result in JSON.
fn result(outcome: &GroundOutcome, stats: &Stats) -> Value {
    match outcome {
        GroundOutcome::Solved(plan) => {
            let actions: Vec<String> = plan.lines().collect();
            json!({"verdict": "solved", "actions": actions, "stats": stats})
        }
        GroundOutcome::Exhausted(_) => json!({"verdict": "unwinnable", "basis": "search", "stats": stats}),
        GroundOutcome::Unreachable(_) => {
            json!({"verdict": "unwinnable", "basis": "unreachable-goal", "stats": stats})
        }
        GroundOutcome::Unknown(limit) => {
            let reason = if *limit == Limit::GaveUp { "gave-up" } else { "limit" };
            json!({"verdict": "unknown", "reason": reason, "limit": limit.word(), "stats": stats})
        }
    }
}

/// The first option that needs a card game.
fn refused_option(args: &Args) -> Option<&'static str> {
    let accepted = matches!(args.format, Shape::Text | Shape::Json | Shape::Plan(Format::IpcPlan));
    let given = [
        ("another --format than text, json or ipc-plan", !accepted),
        ("--by", args.methods.by != MethodArg::Search),
        ("--proof", args.proof.is_some()),
        ("--proof-format", args.proof_format != ProofFormat::Patsat),
        ("--explain", args.explain),
        ("--samples", args.samples.is_some()),
        ("--prove", args.prove.queries().is_some()),
    ];
    let own = given.iter().find(|(_, given)| *given).map(|(name, _)| *name);
    own.or(args.methods.given()).or(args.search.given()).or(args.game.given())
}
