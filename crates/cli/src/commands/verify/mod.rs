//! `patsat verify`: a plan or a certificate, checked from the rules alone.

mod certificates;
mod cubes;
mod sentences;
mod unequal;

use crate::args::GameArgs;
use crate::formula::FormulaArgs;
use crate::load;
use crate::report::{human, lines};
use crate::source;
use patsat_base::counted;
use patsat_console::args::Shape;
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_facade::{CertificateKind, Lengths};
use patsat_formats::board;
use patsat_formats::{self as formats, Format, PlanText, Reading};
use patsat_game::state::{Goal, Instance, Plan};
use patsat_game::verify::{self, Fault};
use patsat_pddl::strips::{AcceptedPlan, Domain, PlanFault, World};
use patsat_pddl::world_of_task;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Check a plan or a certificate
///
/// Exit codes: 0 valid, 1 not valid (the output shows where it fails), 5 undecided: the memory limit was reached.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat verify ms:617 moves.txt
  patsat verify ms:781948 patterns.txt
  patsat solve ms:617 --format standard | patsat verify ms:617 -")]
pub(crate) struct Args {
    /// A deal such as ms:617, a file, or - for standard input
    instance: String,
    /// Plan or certificate of 'patsat', LRAT or DRAT proof of a solver, or the folder of a formula in cubes
    file: PathBuf,
    /// Format of the instance file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Format of the plan [default: detected]
    #[arg(long, value_name = "FORMAT")]
    plan_format: Option<Format>,
    /// Dead patterns: also check this proof, written by 'patsat why --proof'
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// LRAT or DRAT proof: DIMACS formula from whose clauses of three literals the deal was made
    #[arg(long, value_name = "FILE")]
    cnf: Option<PathBuf>,
    /// Dead patterns: use plain backtracking, so that less of the checker must be trusted; slower
    #[arg(long)]
    plain: bool,
    /// PDDL plan: check it against this domain file instead of the built-in one
    #[arg(long, value_name = "FILE")]
    domain: Option<PathBuf>,
    /// The plan need not win: report what it reaches, as 'patsat best' counts (runs, one-run, longest-run)
    #[arg(long, value_name = "GOAL")]
    goal: Option<Goal>,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Shape,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    formula: FormulaArgs,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    load::not_both_from_input(&args.instance, &args.file, "the instance and its plan")?;
    let source = source::read(&args.instance, &args.game)?;
    if let Some(world) = load::world_of_unequal_suits(&args.instance, &source, args.from)? {
        return unequal::run(args, &world, source.bytes().unwrap_or_default(), context);
    }
    let instance = load::instance_of_plan_in(&args.instance, &source, &args.file, &args.game, args.from)?;
    if args.file.is_dir() {
        return print(args, &instance, cubes::check(args, &instance)?.into(), context);
    }
    let bytes = input::read(&args.file, "a file with a plan or a certificate")?;
    if patsat_base::is_blank(&bytes) {
        let sentence = format!("found an empty file, expected {}", expected(args));
        return Err(Failure::input(input::about(&args.file.display().to_string(), &sentence)));
    }
    if let Some(goal) = args.goal {
        super::best::fits(goal, &instance, &args.instance)?;
    }
    print(args, &instance, check(args, &instance, &bytes, context)?, context)
}

/// What the file should hold by the options.
fn expected(args: &Args) -> &'static str {
    if args.plan_format.is_some() || args.goal.is_some() {
        "a plan"
    } else if args.plain || args.proof.is_some() {
        "dead patterns, as 'patsat why' writes them"
    } else if args.formula.given().is_some() {
        "the proof of a solver (LRAT or DRAT)"
    } else {
        "a plan or a certificate"
    }
}

/// Checks a file as the kind that its content shows. `--plan-format` and `--goal` force a plan.
fn check(args: &Args, instance: &Instance, bytes: &[u8], context: &Context) -> Result<CheckResult, Failure> {
    let by_content = args.plan_format.is_none() && args.goal.is_none();
    let kind = CertificateKind::of(bytes).filter(|_| by_content);
    for (name, given) in [("--plain", args.plain), ("--proof", args.proof.is_some())] {
        if given && kind != Some(CertificateKind::DeadPatterns) {
            let sentence =
                format!("found no dead patterns, which {name} is for: expected a file of 'patsat why'");
            return Err(Failure::input(input::about(&args.file.display().to_string(), &sentence)));
        }
    }
    let formula = args.formula.given().filter(|_| by_content).is_some();
    match kind {
        None if !formula => plan(args, instance, bytes, context),
        _ => Ok(certificates::check(args, instance, bytes, context)?.into()),
    }
}

/// The result of a checker.
struct CheckResult {
    exit: Exit,
    text: String,
    /// How a plan was read.
    reading: Option<Reading>,
}

impl From<(Exit, String)> for CheckResult {
    fn from((exit, text): (Exit, String)) -> CheckResult {
        CheckResult { exit, text, reading: None }
    }
}

/// Prints the result of the checker.
fn print(args: &Args, instance: &Instance, checked: CheckResult, context: &Context) -> Result<Exit, Failure> {
    let CheckResult { exit, text, reading } = checked;
    let result_data = || {
        let mut data = json!({"valid": exit == Exit::Done, "says": text.trim_end()});
        if let Some(reading) = reading {
            data["reading"] = reading.name().into();
        }
        data
    };
    context.print_wrapped(&match args.format {
        Shape::Text => text.clone(),
        Shape::Json => lines("verify", instance, &result_data(), exit),
    })?;
    Ok(exit)
}

fn plan(args: &Args, instance: &Instance, bytes: &[u8], context: &Context) -> Result<CheckResult, Failure> {
    let read = load::plan(&args.file, bytes, args.plan_format, instance)?;
    let reading = read.reading;
    if let Some(goal) = args.goal {
        return Ok(reached(instance, goal, read.so_far(), context));
    }
    let replayed = verify::replay(instance, read.plan.clone());
    let by_domain = by_domain(args, instance, bytes, replayed.as_deref().ok())?;
    let (exit, text) = match (replayed, by_domain) {
        (Ok(plan), None) => {
            let counts = human::counts(Lengths::of(instance, &plan));
            let text = match read.note() {
                None => format!("valid: the plan wins in {counts}\n"),
                Some(_) => format!("valid, read {reading}: the plan wins in {counts}\n"),
            };
            (Exit::Done, text)
        }
        (Ok(plan), Some(Ok(AcceptedPlan { actions, cost }))) => {
            let counts = human::counts(Lengths::of(instance, &plan));
            let text = format!(
                "valid, cost {cost}: the plan wins in {counts}; by the domain its {actions} actions reach the goal\n"
            );
            (Exit::Done, text)
        }
        (Ok(_), Some(Err(fault))) => {
            (Exit::No, format!("not valid: the moves win by the rules, but by the domain {fault}\n"))
        }
        (Err(fault), Some(Ok(_))) => {
            let text = format!("the domain accepts the plan, but by the rules {fault}");
            return Err(Failure::self_check(text));
        }
        // A planner's plan has actions with parameters instead of places, so the fault of the domain is clearer.
        (Err(fault), Some(Err(by_domain))) => {
            let there = board::board(&fault.board, context.style(None, When::Auto));
            (Exit::No, format!("not valid: {by_domain}\n\nThe board there:\n\n{there}"))
        }
        (Err(fault), None) => refused(&fault, &read, context),
    };
    Ok(CheckResult { exit, text, reading: Some(reading) })
}

/// Checks a plan against the domain of a PDDL task; `None` if the instance is no PDDL task.
///
/// A plan in another format is first converted to the actions of the task; `None` if it is not valid.
fn by_domain(
    args: &Args,
    instance: &Instance,
    bytes: &[u8],
    valid: Option<&Plan>,
) -> Result<Option<Result<AcceptedPlan, PlanFault>>, Failure> {
    let is_file = args.instance != "-" && Path::new(&args.instance).exists();
    let task = is_file.then(|| input::read(Path::new(&args.instance), "a task in PDDL")).transpose()?;
    let Some(task) = task.filter(|text| Format::sniff(text) == Ok(Format::Pddl)) else {
        return match args.domain {
            None => Ok(None),
            Some(_) => {
                Err(Failure::input("--domain: expected a task in PDDL, read from a file, as the instance"))
            }
        };
    };
    let plan = if Format::sniff(bytes) == Ok(Format::IpcPlan) {
        String::from_utf8_lossy(bytes).into_owned()
    } else if let Some(Ok(text)) = valid.map(|plan| formats::write_plan(instance, plan, Format::IpcPlan)) {
        text
    } else {
        return Ok(None);
    };
    let bad = |file: &str, e: formats::FormatError| Failure::from(e.with_file(input::name(file)));
    let task = String::from_utf8_lossy(&task);
    let world = match &args.domain {
        None => world_of_task(&task),
        Some(path) => {
            let domain = Domain::read(&String::from_utf8_lossy(&input::read(path, "a domain in PDDL")?))
                .map_err(|e| bad(&path.display().to_string(), e))?;
            World::read(&domain, &task)
        }
    };
    let world = world.map_err(|e| bad(&args.instance, e))?;
    Ok(Some(world.check_plan(&plan)))
}

/// Checks that the moves are legal, and returns what their last position reaches of the goal.
fn reached(instance: &Instance, goal: Goal, read: PlanText, context: &Context) -> CheckResult {
    let (exit, text) = match verify::play(instance, read.plan.clone()) {
        Ok(played) => {
            let (moves, name, value) = (
                counted(played.plan.moves.len(), "legal move"),
                goal.name(),
                goal.value(instance, &played.table),
            );
            let most = goal.most(instance);
            (Exit::Done, format!("valid: {moves} reach {value} of {most} ({name})\n"))
        }
        Err(fault) => refused(&fault, &read, context),
    };
    CheckResult { exit, text, reading: Some(read.reading) }
}

fn refused(fault: &Fault, read: &PlanText, context: &Context) -> (Exit, String) {
    let there = board::board(&fault.board, context.style(None, When::Auto));
    (Exit::No, format!("{}\n\nThe board there:\n\n{there}", load::why_refused(fault, read)))
}
