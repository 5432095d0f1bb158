//! `patsat lower`: an assignment as a winning plan.

use crate::args::GameArgs;
use crate::load;
use crate::report::{jsonl, lines, solver_lines};
use crate::shape::{Shape, plan_as, plan_text, shape};
use patsat_console::args::SHARED;
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_game::state::Instance;
use patsat_game::verify::replay;
use patsat_planning::{Answer, Optimality, Outcome};
use patsat_reductions::dimacs::read_assignment;
use patsat_reductions::{self as reductions, LowerError, Reduction};
use std::path::PathBuf;
use std::time::Duration;

/// Turn a satisfying assignment into a winning plan of its deal
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  cadical f.cnf > model.txt; patsat lower deal.json model.txt
  patsat lower deal.json model.txt --format plan-json -o plan.json
  echo '1 2 -3' | patsat lower deal.json -")]
pub(crate) struct Args {
    /// Deal made by 'patsat reduce', or - for standard input
    instance: String,
    /// Assignment: the 's' and 'v' lines of a SAT solver, or literals
    assignment: PathBuf,
    /// text, json, solver, or a plan format: standard, replay, plan-json, ipc-plan, kpat
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = shape)]
    format: Shape,
    /// Write the plan to this file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    load::not_both_from_input(&args.instance, &args.assignment, "the deal and the assignment")?;
    let reduced = made(&args.instance)?;
    let bytes = input::read(&args.assignment, "a file with an assignment, or - for standard input")?;
    let shown = args.assignment.display().to_string();
    let shown = input::name(&shown);
    let assignment = read_assignment(&bytes, reduced.formula.variables, reduced.original)
        .map_err(|e| Failure::from(e.with_file(shown)))?;
    let plan = reductions::lower(&reduced, &assignment).map_err(|error| match error {
        LowerError::Unsatisfied { .. } => Failure::new(Exit::No, format!("{shown}: {error}")),
        LowerError::Length { .. } => Failure::input(format!("{shown}: {error}")),
    })?;
    let instance = &reduced.instance;
    let plan = replay(instance, plan).map_err(|fault| {
        Failure::self_check(format!(
            "the plan made from the assignment was refused by the verifier: {fault}. This is a bug of patsat, \
             please report it"
        ))
    })?;
    let mut output = Output::open(args.output.as_deref())?;
    // No search was needed for it.
    let answer =
        |plan| Answer::new(instance, Outcome::Solved(plan, Optimality::NotRequested), Duration::ZERO);
    let text = match args.format {
        Shape::Plan(format) => plan_as(instance, &plan, format, &[])?,
        Shape::Text => {
            let style = context.style(args.output.as_deref(), When::Auto);
            let verdict = "Solved (plan from the assignment, verified).";
            plan_text(verdict, instance, &plan, style, context.verbose)
        }
        Shape::Json => {
            let answer = answer(plan);
            let data = serde_json::to_value(jsonl::ResultData::of(instance, &answer));
            lines("lower", instance, &data.map_err(Failure::self_check)?, Exit::Done)
        }
        Shape::Solver => solver_lines::answer(instance, "lower", &answer(plan)),
    };
    output.write(text.as_bytes())?;
    Ok(Exit::Done)
}

/// The formula and deal of a file made by `reduce`.
pub(super) fn made(text: &str) -> Result<Reduction, Failure> {
    let instance: Instance = load::instance(text, &GameArgs::default(), None)?;
    Reduction::of(&instance).map_err(|e| Failure::input(format!("{}: {e}", input::name(text))))
}
