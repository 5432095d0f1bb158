//! `patsat decode`: a model that any solver found, back to a verified plan.

use crate::args::GameArgs;
use crate::formula::FormulaArgs;
use crate::load;
use crate::report::{human, lines, notation, one_of};
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_formats::Format;
use patsat_planning::Lengths;
use patsat_planning::formula::{Bounded, NoPlan};
use patsat_planning::smt::script::BoundedScript;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Turn a solver's answer into a verified result
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat encode ms:2 --horizon 30 -o f.cnf
  cadical f.cnf > model.txt; patsat decode ms:2 --horizon 30 model.txt")]
pub(crate) struct Args {
    /// Instance that was encoded
    instance: String,
    /// Output of the solver: 's' and 'v' lines, MiniSat's result file, or for SMT the answer of get-value or
    /// get-model
    model: PathBuf,
    /// Format of the instance file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The formula was written with --to wcnf
    #[arg(long)]
    wcnf: bool,
    /// text, json, or a plan format: standard, replay, plan-json, ipc-plan
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = shape)]
    format: Shape,
    /// Write the result to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    formula: FormulaArgs,
}

/// How the plan is written.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Text,
    Json,
    Plan(Format),
}

fn shape(text: &str) -> Result<Shape, String> {
    match text.to_ascii_lowercase().as_str() {
        "text" => Ok(Shape::Text),
        "json" => Ok(Shape::Json),
        other => match other.parse::<Format>() {
            Ok(format) if format.is_plan() => Ok(Shape::Plan(format)),
            _ => {
                let names = Format::of_plans().filter(|format| format.is_plan()).map(Format::name);
                Err(format!("expected {}", one_of(["text", "json"].into_iter().chain(names))))
            }
        },
    }
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if args.instance == "-" && args.model == Path::new("-") {
        return Err(Failure::input("standard input cannot be both the instance and the model"));
    }
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let bytes = input::read(&args.model, "a file with a solver's model, or - for standard input")?;
    let shown = args.model.display().to_string();
    let shown = input::name(&shown);
    let text = std::str::from_utf8(&bytes)
        .map_err(|_| Failure::input(format!("{shown}: found binary data, expected a solver's model")))?;
    let plan = if args.formula.is_smt() {
        let script = BoundedScript::build(&instance, args.formula.script(&instance)?)
            .map_err(|e| Failure::input(format!("cannot encode {}: {e}", args.instance)))?;
        script.plan(text).map_err(|error| Failure::input(input::about(shown, &error.to_string())))?
    } else {
        let mut bounded = Bounded::build(&instance, args.formula.request(&instance, args.wcnf)?)
            .map_err(|e| Failure::input(format!("cannot encode {}: {e}", args.instance)))?;
        bounded.plan(text).map_err(|error| match error {
            NoPlan::Fault(_) => {
                Failure::self_check(format!("{error}. This is a bug of patsat, please report it"))
            }
            _ => Failure::input(input::about(shown, &error.to_string())),
        })?
    };
    let mut output = Output::open(args.output.as_deref())?;
    let text = match args.format {
        Shape::Json => {
            let Lengths { m1, m2, m3 } = Lengths::of(&instance, &plan);
            let lengths = json!({"m1": m1, "m2": m2, "m3": m3});
            let solved = json!({"verdict": "solved", "lengths": lengths, "plan": plan.moves});
            lines("decode", &instance, &solved, Exit::Done)
        }
        Shape::Plan(format) => notation::write(&instance, &plan, format, &[])
            .map_err(|e| Failure::input(format!("cannot write the plan as {format}: {e}")))?,
        Shape::Text => {
            let style = context.style(args.output.as_deref(), When::Auto);
            let verdict = "Solved (plan from the model, verified).";
            let counts = human::counts(Lengths::of(&instance, &plan));
            format!(
                "{}\n{counts}\n\n{}",
                style.bold(verdict),
                human::plan_text(&instance, &plan, style, context.verbose)
            )
        }
    };
    output.write(text.as_bytes())?;
    Ok(Exit::Done)
}
