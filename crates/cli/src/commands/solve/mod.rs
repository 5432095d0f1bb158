//! `patsat solve`: one instance, one verdict.

mod methods;
mod report;
mod unequal;
mod unseen;

use crate::args::{ExitArgs, GameArgs, LimitArgs, ProveArgs, SearchArgs, wrong_options};
use crate::progress::Shows;
use crate::report::{human, jsonl};
use crate::shape::{Shape, shape};
use crate::source;
use crate::{load, selfcheck};
use methods::{MethodArg, SatArgs};
use patsat_base::wrapped;
use patsat_console::args::SHARED;
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_facade::SolveOptions;
use patsat_formats::Format;
use patsat_game::rules::Cost;
use patsat_game::state::Instance;
use patsat_planning::proof_text::Text;
use patsat_planning::{
    Answer, Basis, Measure, Method, Monitor, Optimality, Outcome, ProgressEvent, Request, ShortestProof,
    solve,
};
use report::Report;
use std::path::{Path, PathBuf};

/// Solve a deal or a board
///
/// Exit codes: 10 solved, 20 proved unwinnable, 21 no plan within the bound, 0 undecided.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat solve ms:617
  patsat solve ms:11982 --proof proof.closed
  patsat solve kpat:spider1:1 --by sat")]
pub(crate) struct Args {
    /// A deal such as ms:617, a file, or - for standard input
    instance: String,
    /// Format of the file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// text, json, solver, or a plan format: standard, replay, plan-json, ipc-plan, klondike-solver, kpat (a
    /// KPatience save whose undo history is the plan)
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = shape)]
    format: Shape,
    /// Write a certificate to this file: of unwinnability, of no plan within a horizon, or with --optimal of a
    /// shortest plan
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Format of a proof about a formula; lrat and drat also write the formula to FILE.cnf
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "patsat", requires = "proof")]
    proof_format: ProofFormat,
    /// Explain an unwinnable game by dead patterns, as 'patsat why' does
    #[arg(long)]
    explain: bool,
    /// For boards with unseen cards (??): solve N random orders of them, each within --node-limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    samples: Option<u64>,
    /// Print suit symbols (♠♥♦♣) instead of letters; auto: on a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", default_missing_value = "always")]
    #[arg(num_args = 0..=1, require_equals = true)]
    symbols: When,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    prove: ProveArgs,
    #[command(flatten)]
    methods: SatArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    exit: ExitArgs,
    /// Write the result to this file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Format of a proof about a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum ProofFormat {
    /// Proof file of this program, for 'patsat verify'
    Patsat,
    /// LRAT text, for lrat-check, cake_lpr and 'patsat verify'
    Lrat,
    /// DRAT text, for drat-trim
    Drat,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if args.proof_format != ProofFormat::Patsat && args.methods.by != MethodArg::Sat {
        return Err(Failure::input(
            "--proof-format lrat and drat are for --by sat, whose proofs are about formulas",
        ));
    }
    if args.explain && args.format != Shape::Text {
        return Err(Failure::input(
            "--explain needs --format text; 'patsat why --format json' says it in JSON",
        ));
    }
    let source = source::read(&args.instance, &args.game)?;
    if let Some(world) = load::world_of_unequal_suits(&args.instance, &source, args.from)? {
        return unequal::run(args, &world, context);
    }
    let board = load::board_of(&args.instance, &source, &args.game, args.from)?;
    if !board.unseen.is_empty() {
        return unseen::run(args, &board, context);
    }
    if args.samples.is_some() {
        let text = format!("--samples is for boards with unseen cards: {} has none", args.instance);
        return Err(Failure::input(text));
    }
    let instance = board.instance;
    let request = args.options()?.request(&instance).map_err(wrong_options)?;
    // Opening both files first reports a wrong path before the search starts.
    let output = match &args.output {
        Some(path) => Output::open(Some(path))?,
        None => Output::beside(&[args.proof.as_deref()]),
    };
    let proof = args.proof.as_deref().map(|path| Output::whole(Some(path))).transpose()?;
    let style = context.style(args.output.as_deref(), args.symbols);
    let by = request.method.name();
    let (shape, verbose, quiet) = (args.format, context.verbose, context.quiet);
    let width = context.width(args.output.as_deref());
    let mut report = Report { instance: &instance, by, shape, style, verbose, quiet, width, output };
    let answer = run_request(&request, args.search.seed(), &mut report, context)?;
    let exit = super::exit_of(answer.outcome.verdict());
    report.end(&answer, args.exit.of(exit), context)?;
    keep_proof(args, proof, &answer, report.instance, context)?;
    context.detail(&detail(&request.method, &answer));
    if args.explain && matches!(exit, Exit::ProvedNone | Exit::NoneWithin) {
        let Report { style, mut output, .. } = report;
        let text = super::why::after_solve(&instance, &args.search, &args.limits, answer, style, context)?;
        output.write(wrapped(&text, width).as_bytes())?;
    }
    Ok(args.exit.of(exit))
}

impl Args {
    fn options(&self) -> Result<SolveOptions, Failure> {
        let mut options = self.search.options();
        self.methods.add(&mut options)?;
        options.task = self.format == Shape::Plan(Format::IpcPlan);
        options.certify = self.proof.is_some();
        options.prove = self.prove.queries();
        options.limits = self.limits.limits();
        Ok(options)
    }
}

/// Solves the request, and passes every bound and every solver query to the report.
fn run_request(
    request: &Request<'_>,
    seed: u64,
    report: &mut Report<'_>,
    context: &Context,
) -> Result<Answer, Failure> {
    let instance = request.instance();
    request.check().map_err(|error| selfcheck::failure(instance, error))?;
    report.begin(&jsonl::Event::begin("solve", request, seed))?;
    let live = LiveLine::search(context);
    let cost = match &request.method {
        Method::Search(search) => search.optimal.then_some(search.options.cost),
        Method::ShortestBySat(_) => Some(Cost::M1),
        _ => None,
    };
    let mut bounds = (None, None);
    let mut failed = None;
    let mut watch = |progress: &ProgressEvent| {
        let written = match progress {
            ProgressEvent::Searched(stats) if bounds != (stats.lower_bound, stats.upper_bound) => {
                let better = bounds.1 != stats.upper_bound;
                bounds = (stats.lower_bound, stats.upper_bound);
                cost.map(|cost| live.aside(|| report.bound(cost, stats, better)))
            }
            ProgressEvent::Answered(round) => Some(live.aside(|| {
                context.detail(&human::round_with_time(round));
                report.horizon(round)
            })),
            ProgressEvent::Tried(tried) => Some(live.aside(|| {
                context.detail(&human::tried_with_time(tried));
                report.tried(tried)
            })),
            _ => None,
        };
        live.shows(context, progress);
        failed = failed.take().or(written.and_then(Result::err));
    };
    let mut monitor = Monitor::default().stopped_by(signals::stop_flag()).watched_by(&mut watch);
    let answer = solve(request, &mut monitor);
    live.done();
    if let Some(failure) = failed {
        return Err(failure);
    }
    answer.map_err(|error| selfcheck::failure(instance, error))
}

/// Returns the time and the size of the search, for `--verbose`.
fn detail(method: &Method, answer: &Answer) -> String {
    let counted = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let ms = answer.time.as_secs_f64() * 1e3;
    match method {
        Method::Search(_) => {
            let stats = answer.stats;
            let mib = stats.peak_bytes >> 20;
            format!(
                "{ms:.1} ms, {} positions expanded, {} generated, {} stored, tables {mib} MiB",
                stats.expanded, stats.generated, stats.stored
            )
        }
        Method::Locks(_) => format!("{ms:.1} ms"),
        Method::Pdr(_) => {
            let (queries, layers) = answer.pdr.map_or((0, 0), |pdr| (pdr.queries, pdr.layers));
            format!("{ms:.1} ms, {queries} queries, {layers} layers")
        }
        Method::Hybrid(_) => {
            let questions = answer.hybrid.as_ref().map_or(0, |stats| stats.tried.len());
            format!("{ms:.1} ms, {}", counted(questions, "question"))
        }
        _ => {
            let (rounds, conflicts) = answer.sat.as_ref().map_or((0, 0), |s| (s.rounds.len(), s.conflicts()));
            format!("{ms:.1} ms, {}, {conflicts} conflicts", counted(rounds, "horizon"))
        }
    }
}

/// Writes the certificate, or prints why no certificate exists.
fn keep_proof(
    args: &Args,
    proof: Option<Output>,
    answer: &Answer,
    instance: &Instance,
    context: &Context,
) -> Result<(), Failure> {
    let (Some(mut file), Some(path)) = (proof, &args.proof) else { return Ok(()) };
    let why = match (&answer.outcome, &answer.shortest_proof) {
        (Outcome::Unwinnable(Basis::ClosedSet(certificate)), _) => return file.write(&certificate.bytes),
        (Outcome::Unwinnable(Basis::SweptSet(certificate)), _) => return file.write(&certificate.bytes),
        (Outcome::Unwinnable(Basis::TrackedCards(certificate)), _) => return file.write(&certificate.bytes),
        (Outcome::Unwinnable(Basis::HeightGame(certificate)), _) => return file.write(&certificate.bytes),
        (Outcome::Unwinnable(Basis::Patterns(proof)), _) => return file.write(proof.text.as_bytes()),
        (Outcome::NoPlanWithin { proof: Some(proof), .. }, _)
        | (
            Outcome::Unwinnable(
                Basis::Locks { proof: Some(proof), .. } | Basis::Bound { proof: Some(proof), .. },
            ),
            _,
        )
        | (Outcome::Solved(..), Some(ShortestProof::Refutation(proof))) => {
            let text = match args.proof_format {
                ProofFormat::Patsat => return file.write(&proof.bytes),
                ProofFormat::Lrat => Text::Lrat,
                ProofFormat::Drat => Text::Drat,
            };
            let name = input::name(&args.instance);
            let (dimacs, proof) = proof.standard(instance, name, text).map_err(Failure::self_check)?;
            file.write(proof.as_bytes())?;
            // Without a file name for the proof, the formula has no name either.
            if path.as_os_str() != "-" {
                let mut beside = path.clone().into_os_string();
                beside.push(".cnf");
                Output::whole(Some(Path::new(&beside)))?.write(&dimacs)?;
            }
            return Ok(());
        }
        (Outcome::Solved(..), Some(ShortestProof::BoundedSet(set))) => return file.write(&set.bytes),
        (Outcome::Unwinnable(Basis::Search { without: Some(why) }), _)
        | (Outcome::Solved(..), Some(ShortestProof::None(why))) => why.to_string(),
        (Outcome::Unwinnable(Basis::Locks { .. } | Basis::Bound { .. }), _)
        | (Outcome::NoPlanWithin { of: Measure::Encoding(_), .. }, _) => "a limit ended the proof".into(),
        (Outcome::Solved(_, Optimality::Shortest { .. }), None) if args.methods.by == MethodArg::Sat => {
            "a limit ended the proof that no plan is shorter".into()
        }
        (Outcome::Solved(..), None) => "the game is winnable, the plan is its certificate".into(),
        _ => "the game was not proved unwinnable".into(),
    };
    context.note(&format!("no proof written: {why}"));
    Ok(())
}
