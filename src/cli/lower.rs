//! `patsat lower`: an assignment as a winning plan.

use super::args::GameArgs;
use super::context::{Context, When};
use super::exit::{Exit, Failure};
use super::load;
use super::output::Output;
use super::solve::report::{Shape, shape};
use crate::formats::dimacs::read_assignment;
use crate::pipeline::{Answer, Lengths, Optimality, Outcome};
use crate::reductions::{self, LowerError, Reduced};
use crate::report::{human, jsonl, notation, solver_lines};
use crate::search::Stats;
use crate::state::{Instance, Plan};
use crate::verify::{Verified, replay};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Turn an assignment that satisfies a formula into a plan that wins its deal
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  cadical f.cnf > model.txt; patsat lower deal.json model.txt
  patsat reduce big.cnf --to forty-thieves --form b | patsat lower - model.txt --format plan-json")]
pub(super) struct Args {
    /// A deal made by 'patsat reduce', or - for standard input
    instance: String,
    /// A value for each variable: the 's' and 'v' lines of a SAT solver, or literals
    assignment: PathBuf,
    /// text, json, solver, or the plan alone: standard, replay, plan-json, ipc-plan, kpat
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = shape)]
    format: Shape,
    /// Write the plan to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if args.instance == "-" && args.assignment == Path::new("-") {
        return Err(Failure::input("standard input cannot be both the deal and the assignment"));
    }
    let reduced = made(&args.instance)?;
    let bytes = load::read(&args.assignment, "a file with an assignment, or - for standard input")?;
    let shown = args.assignment.display().to_string();
    let shown = load::name(&shown);
    let assignment = read_assignment(&bytes, reduced.formula.variables, reduced.original)
        .map_err(|e| Failure::input(e.with_file(shown)))?;
    let plan = reductions::lower(&reduced, &assignment).map_err(|error| match error {
        LowerError::Unsatisfied { .. } => Failure { exit: Exit::No, text: format!("{shown}: {error}") },
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
    let lengths = Lengths::of(instance, &plan);
    let text = match args.format {
        Shape::Plan(format) => notation::write(instance, &plan, format, &[])
            .map_err(|e| Failure::input(format!("cannot write the plan as {format}: {e}")))?,
        Shape::Text => {
            let style = context.style(args.output.as_deref(), When::Auto);
            let verdict =
                "Solved: the plan below was made from the assignment, replayed from the rules and wins.";
            let counts = human::counts(lengths);
            let plan = human::plan_text(instance, &plan, style, context.verbose);
            format!("{}\n{counts}\n\n{plan}", style.bold(verdict))
        }
        Shape::Json => jsonl::Event::result(instance, &answer(plan, lengths)).line(),
        Shape::Solver => solver_lines::answer(instance, "lower", &answer(plan, lengths)),
    };
    output.write(text.as_bytes())?;
    Ok(Exit::Done)
}

/// The plan as an answer that no search was needed for.
fn answer(plan: Verified<Plan>, lengths: Lengths) -> Answer {
    Answer {
        outcome: Outcome::Solved(plan, Optimality::NotAsked),
        lengths: Some(lengths),
        stats: Stats::default(),
        checked_bound: None,
        sat: None,
        hybrid: None,
        time: Duration::ZERO,
    }
}

/// The formula and deal of a file made by `reduce`.
pub(super) fn made(text: &str) -> Result<Reduced, Failure> {
    let instance: Instance = load::instance(text, &GameArgs::default(), None)?;
    Reduced::of(&instance).map_err(|e| Failure::input(format!("{}: {e}", load::name(text))))
}
