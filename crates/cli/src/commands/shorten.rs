//! `patsat shorten`: a plan with fewer moves from a plan, by SAT solvers on windows of it.

use crate::args::{GameArgs, LimitArgs};
use crate::load;
use crate::report::{human, jsonl};
use crate::selfcheck;
use crate::shape::{Shape, plan_as, plan_text, shape};
use crate::variant::backend;
use patsat_console::args::SHARED;
use patsat_console::context::{Context, When};
use patsat_console::envelope;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_formats::Format;
use patsat_game::verify;
use patsat_planning::parts::{ShortenRequest, shorten};
use patsat_planning::{Monitor, ProgressEvent};
use std::path::PathBuf;

/// Make a plan shorter with a SAT solver
///
/// For each window of the plan, a SAT solver looks for fewer moves between the window's first and last position,
/// until no window improves. The plan may come from any program. The result is never longer and is replayed from
/// the rules; a limit or Ctrl-C returns the best so far. FreeCell games count single-card moves (m1). The result
/// need not be shortest. Exit codes: 0 done, 1 the plan does not win.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat solve kpat:spider4:1 --format plan-json -o plan.json
  patsat shorten kpat:spider4:1 plan.json
  patsat shorten kpat:spider4:1 plan.json --format kpat -o game.kpat")]
pub(crate) struct Args {
    /// A deal such as kpat:spider4:1, a file, or - for standard input
    instance: String,
    /// Plan in any supported format
    plan: PathBuf,
    /// Window size in moves [default: 8 to 27, growing while nothing improves]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=500))]
    window: Option<u16>,
    /// Conflict limit for one window
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    window_conflicts: u64,
    /// SAT solver; 'patsat --list backends' [default: the built-in one]
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
    /// Seed of the solver
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Format of the instance file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Format of the plan [default: detected]
    #[arg(long, value_name = "FORMAT")]
    plan_format: Option<Format>,
    /// text, json, or a plan format: standard, replay, plan-json, ipc-plan, kpat,
    /// klondike-solver
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = shape)]
    format: Shape,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Write the result to this file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    load::not_both_from_input(&args.instance, &args.plan, "the instance and the plan")?;
    if let Some(name) = args.limits.of_searches() {
        return Err(Failure::input(format!("{name} is for searches, not for shorten")));
    }
    if args.format == Shape::Solver {
        return Err(Failure::input("--format solver is for solve: expected text, json or a format of plans"));
    }
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let bytes = input::read(&args.plan, "a file with a plan")?;
    let read = load::plan(&args.plan, &bytes, args.plan_format, &instance)?;
    let plan = match verify::replay(&instance, read.plan.clone()) {
        Ok(plan) => {
            load::note_reading(&args.plan, &read);
            plan
        }
        Err(fault) => {
            context.print_wrapped(&format!("{}\n", load::why_refused(&fault, &read)))?;
            return Ok(Exit::No);
        }
    };
    let backend = backend(args.backend.as_deref())?;
    let mut output = Output::open(args.output.as_deref())?;
    let request = ShortenRequest {
        instance: &instance,
        plan: &plan,
        window: args.window.map(usize::from),
        conflicts: args.window_conflicts,
        backend,
        seed: args.seed,
        limits: args.limits.limits(),
    };
    if args.format == Shape::Json {
        let name = instance.id.as_ref().map(ToString::to_string);
        output.write(envelope::begin("shorten", name.as_deref()).as_bytes())?;
    }
    let live = LiveLine::search(context);
    let mut failed = None;
    let mut watch = |progress: &ProgressEvent| {
        let ProgressEvent::Tried(tried) = progress else { return live.tick() };
        let written = live.aside(|| {
            if tried.found.is_some() {
                context.note(&human::tried_with_time(tried));
            } else {
                context.detail(&human::tried_with_time(tried));
            }
            match args.format {
                Shape::Json => output.write(jsonl::Event::Part(tried).line().as_bytes()),
                _ => Ok(()),
            }
        });
        live.tick();
        failed = failed.take().or(written.err());
    };
    let mut monitor = Monitor::default().stopped_by(signals::stop_flag()).watched_by(&mut watch);
    let result = shorten(&request, &mut monitor);
    live.done();
    if let Some(failure) = failed {
        return Err(failure);
    }
    let result = result.map_err(|error| selfcheck::failure(&instance, error))?;
    let text = match args.format {
        Shape::Json => {
            let data = serde_json::to_value(jsonl::ShortenedData::of(&result));
            envelope::line("result", &data.map_err(Failure::self_check)?) + &envelope::end(Exit::Done)
        }
        Shape::Plan(format) => {
            context.note(&human::shortened(&result));
            plan_as(&instance, &result.plan, format, &[])?
        }
        Shape::Text | Shape::Solver => {
            let style = context.style(args.output.as_deref(), When::Auto);
            plan_text(&human::shortened(&result), &instance, &result.plan, style, context.verbose)
        }
    };
    output.write(text.as_bytes())?;
    context.detail(&format!("{:.1} ms, {} windows", result.time.as_secs_f64() * 1e3, result.queried));
    Ok(Exit::Done)
}
