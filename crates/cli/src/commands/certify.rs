//! `patsat certify`: why a plan is a shortest one, for people and for VeriPB.

use super::why::live;
use crate::args::{GameArgs, LimitArgs};
use crate::load;
use crate::report::certify as report;
use crate::selfcheck;
use patsat_console::args::SHARED;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_formats::{self as formats, Format, FormatError};
use patsat_game::rules::Cost;
use patsat_game::state::Instance;
use patsat_game::verify;
use patsat_pddl::strips::{Domain, World};
use patsat_pddl::world_of_task;
use patsat_planning::{Method, Outcome, Request, SearchMethod, solve};
use patsat_tasks::pseudo_boolean::{OptimalityProof, OptimalityProofError};
use std::path::{Path, PathBuf};

/// Positions that are looked at for patterns, if nothing else is asked for.
const POSITIONS: u64 = 5_000;

/// Prove that a plan is shortest, for the checker VeriPB
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat certify task.pddl -o proof       writes proof.opb and proof.pbp
  patsat certify ms:1 --ranks 4 --all
  patsat certify task.pddl --domain domain.pddl --plan plan.txt -o proof")]
pub(crate) struct Args {
    /// A deal such as ms:617, a file (board or PDDL task), or - for standard input
    instance: String,
    /// Use this plan instead of searching for one
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
    /// PDDL domain of the task, for other games; needs --plan
    #[arg(long, value_name = "FILE", requires = "plan")]
    domain: Option<PathBuf>,
    /// Print all patterns
    #[arg(long)]
    all: bool,
    /// Maximum size of the proof
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    proof_limit: usize,
    /// Format of the instance file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Write the constraints to NAME.opb and the proof to NAME.pbp
    #[arg(help_heading = SHARED, short, long, value_name = "NAME")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let (world, plan) = match &args.domain {
        Some(domain) => of_domain(args, domain)?,
        None => match of_game(args, context)? {
            Ok(texts) => texts,
            Err(exit) => return Ok(exit),
        },
    };
    let bad = |e: FormatError| Failure::from(e.with_file(input::name(&args.instance)));
    let task = world.grounded().map_err(bad)?;
    let plan = task.plan(&plan).map_err(|fault| match &args.plan {
        Some(path) => Failure::input(format!("{}: {fault}", input::name(&path.display().to_string()))),
        None => Failure::self_check(format!("the plan as it is written: {fault}")),
    })?;
    let positions = args.limits.limits().nodes.unwrap_or(POSITIONS) as usize;
    let shortest = match OptimalityProof::prove(&task, &plan, positions) {
        Ok(shortest) => shortest,
        Err(refused) => return ends(args, context, &refused),
    };
    let mut text = report::text(&shortest, args.all || context.verbose);
    if let Some(name) = &args.output {
        let certificate = match shortest.certificate(args.proof_limit << 20) {
            Ok(certificate) => certificate,
            Err(refused) => return ends(args, context, &refused),
        };
        let file = |ending: &str| PathBuf::from(format!("{}.{ending}", name.display()));
        let (opb, pbp) = (file("opb"), file("pbp"));
        Output::whole(Some(&opb))?.write(certificate.opb.as_bytes())?;
        Output::whole(Some(&pbp))?.write(certificate.proof.as_bytes())?;
        text += &report::files(&certificate, &opb, &pbp);
    }
    context.print_wrapped(&text)?;
    Ok(Exit::Done)
}

/// How a proof that is refused ends the program.
fn ends(args: &Args, context: &Context, refused: &OptimalityProofError) -> Result<Exit, Failure> {
    let exit = match refused {
        OptimalityProofError::Positions(_) | OptimalityProofError::Long { .. } => Exit::Undecided,
        OptimalityProofError::Shorter | OptimalityProofError::Action(_) | OptimalityProofError::Goal
            if args.plan.is_some() =>
        {
            Exit::No
        }
        OptimalityProofError::Shorter | OptimalityProofError::Action(_) | OptimalityProofError::Goal => {
            Exit::SelfCheck
        }
        _ => Exit::BadInput,
    };
    if matches!(exit, Exit::SelfCheck | Exit::BadInput) {
        return Err(Failure::new(exit, format!("{}: {refused}", input::name(&args.instance))));
    }
    context.error(&format!("{}: {refused}", input::name(&args.instance)));
    Ok(exit)
}

/// Task and plan of any domain, by their files alone.
fn of_domain(args: &Args, domain: &Path) -> Result<(World, String), Failure> {
    let text = |path: &Path, what: &str| -> Result<String, Failure> {
        Ok(String::from_utf8_lossy(&input::read(path, what)?).into_owned())
    };
    let shown = domain.display().to_string();
    let domain = Domain::read(&text(domain, "a domain in PDDL")?)
        .map_err(|e| Failure::from(e.with_file(input::name(&shown))))?;
    let plan = args.plan.as_deref().map_or(Ok(String::new()), |path| text(path, "a plan"))?;
    let task = text(Path::new(&args.instance), "a task in PDDL")?;
    let world =
        World::read(&domain, &task).map_err(|e| Failure::from(e.with_file(input::name(&args.instance))))?;
    Ok((world, plan))
}

/// Task and plan of a card game; without a plan in the arguments, one is searched for.
fn of_game(args: &Args, context: &Context) -> Result<Result<(World, String), Exit>, Failure> {
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let bad = |e: FormatError| Failure::input(format!("cannot write {} as PDDL: {e}", args.instance));
    let own = args.instance != "-" && Path::new(&args.instance).is_file();
    let own = own.then(|| input::read(Path::new(&args.instance), "a task in PDDL")).transpose()?;
    // A task in PDDL is proved as it stands there, with its own names.
    let task = match own.filter(|bytes| Format::sniff(bytes) == Ok(Format::Pddl)) {
        Some(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        None => formats::write_instance(&instance, Format::Pddl).map_err(bad)?,
    };
    let plan = match &args.plan {
        Some(path) => {
            let bytes = input::read(path, "a file with a plan, or - for standard input")?;
            let read = load::plan(path, &bytes, None, &instance)?;
            load::note_reading(path, &read);
            read.plan
        }
        None => match search(args, &instance, context)? {
            Ok(plan) => plan,
            Err(exit) => return Ok(Err(exit)),
        },
    };
    if let Err(fault) = verify::replay(&instance, plan.clone()) {
        context.error(&format!("{}: {fault}", args.instance));
        return Ok(Err(Exit::No));
    }
    let plan = formats::write_plan(&instance, &plan, Format::IpcPlan).map_err(bad)?;
    let world = world_of_task(&task).map_err(|e| Failure::from(e.with_file(input::name(&args.instance))))?;
    Ok(Ok((world, plan)))
}

/// A shortest plan in single-card moves, as the actions of planners count.
fn search(
    args: &Args,
    instance: &Instance,
    context: &Context,
) -> Result<Result<patsat_game::state::Plan, Exit>, Failure> {
    let mut method = SearchMethod::named("optimal").map_err(Failure::self_check)?;
    method.options.cost = Cost::M1;
    let request = Request { limits: args.limits.limits(), ..Request::new(instance, Method::Search(method)) };
    let answer = live(context, |monitor| solve(&request, monitor))
        .map_err(|error| selfcheck::failure(instance, error))?;
    let (exit, text) = match answer.outcome {
        Outcome::Solved(plan, patsat_planning::Optimality::Shortest { .. }) => {
            return Ok(Ok(plan.into_inner()));
        }
        Outcome::Unwinnable(_) => (Exit::No, "the game cannot be won, so there is no shortest plan"),
        _ => (Exit::Undecided, "no plan was proved shortest within the limits"),
    };
    context.error(&format!("{}: {text}", args.instance));
    Ok(Err(exit))
}
