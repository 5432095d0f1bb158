//! Plans for tasks whose suits have unequal lengths, checked by the domain alone.

use super::Args;
use crate::load;
use patsat_base::text;
use patsat_console::args::Shape;
use patsat_console::context::Context;
use patsat_console::envelope;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_formats::{Format, FormatError};
use patsat_pddl::strips::{AcceptedPlan, Domain, PlanFault, World};
use serde_json::json;

/// Checks the plan of such a task by its domain; `task` is the content of the task's file.
pub(super) fn run(args: &Args, world: &World, task: &[u8], context: &Context) -> Result<Exit, Failure> {
    if let Some(option) = refused_option(args) {
        return Err(load::not_for_unequal_suits(&args.instance, option));
    }
    let shown = args.file.display().to_string();
    let bytes = input::read(&args.file, "a file with a plan")?;
    let plan =
        text(&bytes, "a plan of actions").map_err(|e| Failure::from(e.with_file(input::name(&shown))))?;
    let checked = match by_domain_file(args, task)? {
        Some(world) => world.check_plan(&plan),
        None => world.check_plan(&plan),
    };
    let (exit, answer) = match checked {
        Ok(AcceptedPlan { actions, cost }) => {
            (Exit::Done, format!("valid, cost {cost}: by the domain its {actions} actions reach the goal\n"))
        }
        Err(fault @ PlanFault::Line { .. }) => {
            return Err(Failure::input(input::about(input::name(&shown), &fault.to_string())));
        }
        Err(fault) => (Exit::No, format!("not valid: {fault}\n")),
    };
    context.print_wrapped(&match args.format {
        Shape::Text => answer,
        Shape::Json => {
            let data = json!({"valid": exit == Exit::Done, "says": answer.trim_end()});
            envelope::lines("verify", None, &data, exit)
        }
    })?;
    Ok(exit)
}

/// The task in the domain of the file that `--domain` names.
fn by_domain_file(args: &Args, task: &[u8]) -> Result<Option<World>, Failure> {
    let Some(path) = &args.domain else { return Ok(None) };
    let bad = |file: &str, e: FormatError| Failure::from(e.with_file(input::name(file)));
    let shown = path.display().to_string();
    let bytes = input::read(path, "a domain in PDDL")?;
    let domain =
        text(&bytes, "a domain in PDDL").and_then(|text| Domain::read(&text)).map_err(|e| bad(&shown, e))?;
    let task = text(task, "a task in PDDL").map_err(|e| bad(&args.instance, e))?;
    World::read(&domain, &task).map(Some).map_err(|e| bad(&args.instance, e))
}

/// The first option that needs a card game.
fn refused_option(args: &Args) -> Option<&'static str> {
    let format = args.plan_format.filter(|&format| format != Format::IpcPlan);
    let given = [
        ("another --plan-format than ipc-plan", format.is_some()),
        ("--proof", args.proof.is_some()),
        ("--cnf", args.cnf.is_some()),
        ("--plain", args.plain),
        ("--goal", args.goal.is_some()),
    ];
    let own = given.iter().find(|(_, given)| *given).map(|(name, _)| *name);
    own.or(args.formula.given()).or(args.game.given())
}
