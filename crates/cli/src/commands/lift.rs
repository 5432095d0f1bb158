//! `patsat lift`: a winning plan as an assignment.

use super::lower::made;
use crate::load;
use crate::report::lines;
use patsat_console::args::{SHARED, Shape};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_formats::{self as formats, Format};
use patsat_game::verify::replay;
use patsat_reductions as reductions;
use patsat_reductions::dimacs::solver_lines;
use serde_json::json;
use std::path::PathBuf;

/// Read a satisfying assignment off a winning plan
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat solve deal.json --format plan-json -o plan.json
  patsat lift deal.json plan.json
  patsat solve deal.json --format standard | patsat lift deal.json -")]
pub(crate) struct Args {
    /// Deal made by 'patsat reduce', or - for standard input
    instance: String,
    /// Winning plan in any supported format
    plan: PathBuf,
    /// Format of the plan [default: detected]
    #[arg(long, value_name = "FORMAT")]
    plan_format: Option<Format>,
    /// Output format: SAT competition lines, or JSON
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Shape,
    /// Write the assignment to this file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, _: &Context) -> Result<Exit, Failure> {
    load::not_both_from_input(&args.instance, &args.plan, "the deal and the plan")?;
    let reduced = made(&args.instance)?;
    let bytes = input::read(&args.plan, "a file with a plan, or - for standard input")?;
    let shown = args.plan.display().to_string();
    let shown = input::name(&shown);
    let plan = formats::read_plan_as(&bytes, args.plan_format, &reduced.instance)
        .map_err(|e| Failure::from(e.with_file(shown)))?;
    let plan = replay(&reduced.instance, plan)
        .map_err(|fault| Failure::new(Exit::No, format!("{shown} is no plan for this deal: {fault}")))?;
    let mut assignment = reductions::lift(&reduced, &plan).map_err(|error| {
        Failure::self_check(format!("{shown}: {error}. This is a bug of patsat, please report it"))
    })?;
    assignment.0.truncate(reduced.original as usize);
    let text = match args.format {
        Shape::Text => solver_lines(&assignment),
        Shape::Json => {
            let values = (1..).zip(&assignment.0).map(|(n, &value)| if value { n } else { -n });
            let result = json!({ "assignment": values.collect::<Vec<i64>>() });
            lines("lift", &reduced.instance, &result, Exit::Done)
        }
    };
    Output::open(args.output.as_deref())?.write(text.as_bytes())?;
    Ok(Exit::Done)
}
