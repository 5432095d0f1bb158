//! `patsat why`: why a position is lost, in patterns that a person can read.

mod played;

use crate::args::{ExitArgs, GameArgs, LimitArgs, SearchArgs};
use crate::load;
use crate::progress::Shows;
use crate::report::why::{ProofDisplayOptions, svg};
use crate::report::{self, jsonl};
use crate::selfcheck;
use patsat_analysis::why::{
    self, PatternProof, PlayOutcome, PlayedError, PlayedRequest, WhyAnswer, WhyRequest, when_lost,
};
use patsat_base::{Limits, Style, wrapped};
use patsat_console::args::{SHARED, seconds};
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_formats::{self as formats, Format};
use patsat_game::state::Instance;
use patsat_game::verify::PatternFault;
use patsat_planning::closure::{ClosureProof, ClosureProofError};
use patsat_planning::{Answer, Basis, Method, Monitor, Outcome, ProgressEvent, Request, SearchMethod};
use patsat_search as search;
use patsat_solvers::{BackendOptions, Control};
use played::PlayedGame;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Explain why a position is lost, by dead patterns
///
/// Dead patterns are checked against the rules alone. Exit codes: 10 winnable, 20 lost, 0 undecided.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat why ms:21 --cells 2
  patsat why ms:781948 --svg why.svg -o patterns.txt
  patsat why played.kpat --game freecell")]
pub(crate) struct Args {
    /// A deal such as ms:11982, a file (board or saved game), or - for standard input
    instance: String,
    /// File with the moves played: which of them lost the game?
    plan: Option<PathBuf>,
    /// Format of the instance file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Format of the moves file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    plan_format: Option<Format>,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Shape,
    /// Draw the board with the pattern's cards marked, to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Number of the pattern to print first and to draw [default: the one that the start matches]
    #[arg(long, value_name = "N")]
    pattern: Option<usize>,
    /// Print every pattern in full
    #[arg(long)]
    all: bool,
    /// Spend this long on finding fewer patterns; the result then depends on the machine
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "0")]
    shrink: Duration,
    /// Start from the patterns of this certificate instead of searching; a longer --shrink finds fewer
    #[arg(long, value_name = "FILE", conflicts_with = "plan")]
    known: Option<PathBuf>,
    /// Write the strict form: a proof that the formula "some move leads out of the patterns" is unsatisfiable
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Played game: write the explained position to this file, as JSON
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    /// Seed that breaks ties between equally good answers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Print suit symbols (♠♥♦♣) instead of letters; auto: on a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", default_missing_value = "always")]
    #[arg(num_args = 0..=1, require_equals = true)]
    symbols: When,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    exit: ExitArgs,
    /// Write the certificate to this file, for 'patsat verify'
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Shape {
    Text,
    Json,
}

/// A certificate to begin with.
fn known(instance: &Instance, file: &Path) -> Result<PatternProof, Failure> {
    let bytes = input::read(file, "a certificate of dead patterns")?;
    why::known(instance, &bytes, signals::stop_flag()).map_err(|fault| match fault {
        PatternFault::Stopped => Failure::new(Exit::Interrupted, format!("{}: {fault}", file.display())),
        fault => Failure::input(format!("{}: not a certificate of this game: {fault}", file.display())),
    })
}

/// The files that are written beside the answer, opened before the work begins.
struct Files {
    certificate: Option<Output>,
    svg: Option<Output>,
    position: Option<Output>,
    proof: Option<Output>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if args.pattern == Some(0) {
        return Err(Failure::input("--pattern 0: patterns count from 1"));
    }
    let (instance, played) =
        load::played(&args.instance, &args.game, args.from, args.plan.as_deref(), args.plan_format)?;
    let known = args.known.as_deref().map(|file| known(&instance, file)).transpose()?;
    let open = |path: &Option<PathBuf>| path.as_deref().map(|path| Output::open(Some(path))).transpose();
    let whole = |path: &Option<PathBuf>| path.as_deref().map(|path| Output::whole(Some(path))).transpose();
    let mut files = Files {
        certificate: whole(&args.output)?,
        svg: open(&args.svg)?,
        position: open(&args.position)?,
        proof: whole(&args.proof)?,
    };
    let search = |instance| searched(instance, args.seed, args.limits.limits());
    let request_for = |instance| WhyRequest {
        shrink: args.shrink,
        known: known.as_ref(),
        ..WhyRequest::new(search(instance))
    };
    let (start, plan) = match played {
        Some((start, plan)) if !plan.moves.is_empty() && known.is_none() => (start, plan),
        _ => {
            let why = live(context, |monitor| why::why(&request_for(&instance), monitor))
                .map_err(|error| selfcheck::failure(&instance, error))?;
            return end(args, context, &mut files, &instance, &why, None);
        }
    };
    let request = PlayedRequest { search: search(&start), plan: &plan };
    let lost = live(context, |monitor| when_lost(&request, monitor));
    let lost = lost.map_err(|error| not_played(&start, error))?;
    let account = PlayedGame::of(&start, &plan, &lost, args, context)?;
    let explained = |answer: &Answer| {
        live(context, |monitor| why::explain(&request_for(&account.instance), answer.clone(), monitor))
            .map_err(|error| selfcheck::failure(&account.instance, error))
    };
    let why = match &lost {
        PlayOutcome::Always(answer) | PlayOutcome::At { after: answer, .. } => explained(answer)?,
        PlayOutcome::Never(answer) | PlayOutcome::Between { answer, .. } => {
            WhyAnswer { answer: (**answer).clone(), without: None }
        }
    };
    end(args, context, &mut files, &account.instance, &why, Some(&account))
}

/// Why nothing can be said of a game that was played.
pub(super) fn not_played(start: &Instance, error: PlayedError) -> Failure {
    match error {
        PlayedError::Illegal(fault) => Failure::input(format!("the game cannot be played: {fault}")),
        PlayedError::Failure(error) => selfcheck::failure(start, error),
    }
}

/// A search of the usual kind.
pub(super) fn searched(instance: &Instance, seed: u64, limits: Limits) -> Request<'_> {
    let options = search::SearchOptions { seed, ..Default::default() };
    let method = Method::Search(SearchMethod { options, ..SearchMethod::default() });
    Request { limits, ..Request::new(instance, method) }
}

/// Runs something with a live line.
pub(super) fn live<T>(context: &Context, work: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    let live = LiveLine::search(context);
    let mut watch = |progress: &ProgressEvent| live.shows(context, progress);
    let result = work(&mut Monitor::default().stopped_by(signals::stop_flag()).watched_by(&mut watch));
    live.done();
    result
}

fn end(
    args: &Args,
    context: &Context,
    files: &mut Files,
    instance: &Instance,
    why: &WhyAnswer,
    account: Option<&PlayedGame>,
) -> Result<Exit, Failure> {
    let exit = args.exit.of(super::exit_of(why.answer.outcome.verdict()));
    let proof = report::why::proof(why);
    let which = args.pattern.map(|n| n - 1);
    if let (Some(proof), Some(which)) = (proof, which)
        && which >= proof.checked.patterns.0.len()
    {
        let found = proof.checked.patterns.0.len();
        return Err(Failure::input(format!("--pattern {}: there are {found} patterns", which + 1)));
    }
    let style = context.style(None, args.symbols);
    let by = search::DEFAULT_STRATEGY;
    let text = match args.format {
        Shape::Text => {
            let shown = ProofDisplayOptions { pattern: which, all: args.all || context.verbose };
            account.map_or_else(String::new, |account| account.text.clone())
                + &report::why::text(instance, by, why, shown, style)
        }
        Shape::Json => json(instance, why, proof, account, exit, args),
    };
    let files_written = [&args.output, &args.svg, &args.position, &args.proof].map(Option::as_deref);
    Output::beside(&files_written).write(wrapped(&text, context.width(None)).as_bytes())?;
    if let (Some(file), Some(_)) = (&mut files.position, account) {
        let json = formats::write_instance(instance, Format::Json).map_err(Failure::input)?;
        file.write(json.as_bytes())?;
    }
    if let (Some(few), Some(file)) = (why.tracked(), &mut files.certificate) {
        file.write(&few.bytes)?;
        files.certificate = None;
    }
    if let (Some(heights), Some(file)) = (why.heights(), &mut files.certificate) {
        file.write(&heights.bytes)?;
        files.certificate = None;
    }
    match proof {
        Some(proof) => {
            if let Some(file) = &mut files.certificate {
                file.write(proof.text.as_bytes())?;
            }
            if let Some(file) = &mut files.svg {
                file.write(svg::drawing(instance, proof, which).as_bytes())?;
            }
            if let Some(file) = &mut files.proof {
                strict(instance, proof, args, file, context)?;
            }
        }
        None if [&files.certificate, &files.svg, &files.proof].iter().any(|file| file.is_some()) => {
            let reason = match (&why.without, &why.answer.outcome) {
                (Some(without), _) => without.to_string(),
                _ if why.heights().is_some() => "a height game explains the loss".into(),
                (None, Outcome::Solved(..)) => "the game can be won".into(),
                _ => "the game was not proved lost".into(),
            };
            context.note(&format!("no dead patterns written: {reason}"));
        }
        None => {}
    }
    context.detail(&detail(why, proof));
    Ok(exit)
}

/// The strict form.
fn strict(
    instance: &Instance,
    proof: &PatternProof,
    args: &Args,
    file: &mut Output,
    context: &Context,
) -> Result<(), Failure> {
    let backend = patsat_solvers::backend(patsat_solvers::DEFAULT).map_err(Failure::missing)?;
    let limits = args.limits.limits();
    let control = Control {
        stop: Some(signals::stop_flag()),
        deadline: limits.time.and_then(|time| std::time::Instant::now().checked_add(time)),
        memory_mib: limits.memory_mib,
        ..Control::default()
    };
    let options = BackendOptions { seed: args.seed };
    match ClosureProof::make(instance, &proof.checked.patterns, &backend, &options, control) {
        Ok(strict) => file.write(&strict.bytes),
        Err(bug @ (ClosureProofError::Open | ClosureProofError::Refused(_))) => {
            Err(Failure::self_check(format!("{bug}. This is a bug of patsat, please report it")))
        }
        Err(other) => {
            context.note(&format!("no proof written: {other}"));
            Ok(())
        }
    }
}

fn json(
    instance: &Instance,
    why: &WhyAnswer,
    proof: Option<&PatternProof>,
    account: Option<&PlayedGame>,
    exit: Exit,
    args: &Args,
) -> String {
    let request = searched(instance, args.seed, args.limits.limits());
    let mut result = jsonl::ResultData::of(instance, &why.answer);
    result.lost = account.and_then(|account| account.event.clone());
    result.why = proof.map(|proof| report::why::data(instance, proof));
    let time_ms = (why.answer.time.as_secs_f64() * 1e6).round() / 1e3;
    let lines = [
        jsonl::Event::begin("why", &request, args.seed),
        jsonl::Event::Result(Box::new(result)),
        jsonl::Event::End { exit_code: exit as u8, time_ms },
    ];
    lines.iter().map(jsonl::Event::line).collect()
}

fn detail(why: &WhyAnswer, proof: Option<&PatternProof>) -> String {
    let ms = why.answer.time.as_secs_f64() * 1e3;
    let checked = proof.map_or_else(String::new, |proof| {
        let shown = &proof.checked;
        format!(", {} ways out checked, {} cases", shown.ways, shown.cases)
    });
    format!("{ms:.1} ms, {} positions searched{checked}", why.answer.stats.expanded)
}

/// What `solve --explain` says after an unwinnable verdict.
pub(super) fn after_solve(
    instance: &Instance,
    search: &SearchArgs,
    limits: &LimitArgs,
    answer: Answer,
    style: Style,
    context: &Context,
) -> Result<String, Failure> {
    if !matches!(answer.outcome, Outcome::Unwinnable(_)) {
        return Ok("\nThat there is no plan at all was not proved, so no patterns say why.\n".into());
    }
    let method =
        Method::Search(SearchMethod { options: search.method()?.options, ..SearchMethod::default() });
    let known = match &answer.outcome {
        Outcome::Unwinnable(Basis::Patterns(proof)) => Some(proof.as_ref().clone()),
        _ => None,
    };
    let request = Request { limits: limits.limits(), ..Request::new(instance, method) };
    let request = WhyRequest { known: known.as_ref(), ..WhyRequest::new(request) };
    let why = live(context, |monitor| why::explain(&request, answer, monitor))
        .map_err(|error| selfcheck::failure(instance, error))?;
    if report::why::proof(&why).is_some() || why.tracked().is_some() || why.heights().is_some() {
        let shown = ProofDisplayOptions { pattern: None, all: context.verbose };
        return Ok(format!(
            "\n{}",
            report::why::text(instance, request.search.method.name(), &why, shown, style)
        ));
    }
    Ok(why.without.map_or_else(String::new, |without| format!("\nNo dead patterns: {without}.\n")))
}
