//! `patsat solve`: one instance, one verdict.

mod hybrid;
pub(super) mod report;
mod sat;
mod search;
mod smt;

use super::args::{GameArgs, LimitArgs, SearchArgs};
use super::context::{Context, When};
use super::exit::{Exit, Failure};
use super::load;
use super::output::Output;
use crate::formats::Format;
use crate::pipeline::by_locks::LocksRequest;
use crate::pipeline::parts::HybridRequest;
use crate::pipeline::sat::{OptimalRequest, SatRequest};
use crate::pipeline::smt::SmtRequest;
use crate::pipeline::{Answer, Basis, Measure, Outcome, Request};
use report::Report;
pub(super) use report::{Shape, shape};
pub(super) use sat::from as failure;
use sat::{By, SatArgs};
use std::path::PathBuf;

/// Solve one game: exit code 10 solved, 20 proved none, 0 undecided
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat solve ms:617
  patsat solve ms:11982 --proof proof.closed
  patsat solve kpat:spider1:1 --by sat")]
pub(super) struct Args {
    /// A deal such as ms:617, a file, or - for standard input
    instance: String,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    sat: SatArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Format of the file [default: told from its content]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// text, json, solver, or the plan alone: standard, replay, plan-json, ipc-plan, or kpat,
    /// a saved game of KPatience whose undo history is the plan
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = shape)]
    format: Shape,
    /// Write the result to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a certificate here if the game is unwinnable, or has no plan within a horizon
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// If the game is unwinnable, say why by dead patterns, as 'patsat why' does
    #[arg(long)]
    explain: bool,
    /// Suit symbols; auto is: on a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", default_missing_value = "always")]
    #[arg(num_args = 0..=1, require_equals = true)]
    symbols: When,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if let (By::Search, Some(name)) = (args.sat.by, args.sat.given()) {
        return Err(Failure::input(format!("{name} needs --by sat or --by smt")));
    }
    if args.explain && args.format != Shape::Text {
        return Err(Failure::input(
            "--explain needs --format text; 'patsat why --format json' says it in JSON",
        ));
    }
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let certify = args.proof.is_some();
    let method = match args.sat.by {
        By::Search => Method::Search(search::request(&instance, &args.search, &args.limits, certify)?),
        By::Sat if args.search.optimal() => {
            Method::Optimal(args.sat.optimal_request(&instance, &args.search, &args.limits)?)
        }
        By::Hybrid => {
            Method::Hybrid(args.sat.hybrid_request(&instance, &args.search, &args.limits, certify)?)
        }
        By::Smt if certify => {
            return Err(Failure::input(
                "--proof needs --by search or --by sat: SMT solvers write no proofs here",
            ));
        }
        By::Smt => Method::Smt(smt::request(&args.sat, &instance, &args.search, &args.limits)?),
        By::Sat if args.sat.asks_for_locks(&instance) => {
            Method::Locks(args.sat.locks_request(&instance, &args.search, &args.limits, certify)?)
        }
        By::Sat => Method::Sat(args.sat.request(&instance, &args.search, &args.limits, certify)?),
    };
    // Both files are opened first: better now than after an hour.
    let output = Output::open(args.output.as_deref())?;
    let proof = args.proof.as_deref().map(|path| Output::open(Some(path))).transpose()?;
    let style = context.style(args.output.as_deref(), args.symbols);
    let by = match &method {
        Method::Search(request) => request.strategy.name,
        Method::Sat(_) | Method::Optimal(_) | Method::Locks(_) => "sat",
        Method::Hybrid(_) => "hybrid",
        Method::Smt(_) => "smt",
    };
    let (shape, verbose) = (args.format, context.verbose);
    let mut report = Report { instance: &instance, by, shape, style, verbose, output };
    let (answer, detail) = match &method {
        Method::Search(request) => {
            let answer = search::run(request, &mut report, context)?;
            let detail = search::detail(&answer);
            (answer, detail)
        }
        Method::Locks(request) => {
            let answer = sat::run_locks(request, &mut report)?;
            let detail = format!("{:.1} ms", answer.time.as_secs_f64() * 1e3);
            (answer, detail)
        }
        Method::Optimal(request) => {
            let answer = sat::run_optimal(request, &mut report, context)?;
            let detail = sat::detail(&answer);
            (answer, detail)
        }
        Method::Hybrid(request) => {
            let answer = hybrid::run(request, &mut report, context)?;
            let detail = hybrid::detail(&answer);
            (answer, detail)
        }
        Method::Smt(request) => {
            let answer = smt::run(request, &mut report, context)?;
            let detail = sat::detail(&answer);
            (answer, detail)
        }
        Method::Sat(request) => {
            let answer = sat::run(request, args.search.seed(), &mut report, context)?;
            let detail = sat::detail(&answer);
            (answer, detail)
        }
    };
    let exit = Exit::of(answer.outcome.verdict());
    report.end(&answer, exit, context)?;
    keep_proof(proof, &answer, context)?;
    context.detail(&detail);
    if args.explain && exit == Exit::ProvedNone {
        let Report { style, mut output, .. } = report;
        let text = super::why::after_solve(&instance, &args.search, &args.limits, answer, style, context)?;
        output.write(text.as_bytes())?;
    }
    Ok(exit)
}

/// What is asked, and of whom.
enum Method<'a> {
    Search(Request<'a>),
    Sat(SatRequest<'a>),
    Locks(LocksRequest<'a>),
    Optimal(OptimalRequest<'a>),
    Hybrid(HybridRequest<'a>),
    Smt(SmtRequest<'a>),
}

/// Writes the certificate, or says why there is none.
fn keep_proof(proof: Option<Output>, answer: &Answer, context: &Context) -> Result<(), Failure> {
    let Some(mut file) = proof else { return Ok(()) };
    let why = match &answer.outcome {
        Outcome::Unwinnable(Basis::ClosedSet(certificate)) => return file.write(&certificate.bytes),
        Outcome::NoPlanWithin { proof: Some(proof), .. }
        | Outcome::Unwinnable(Basis::Locks { proof: Some(proof), .. }) => return file.write(&proof.bytes),
        Outcome::Unwinnable(Basis::Search { without: Some(why) }) => why.to_string(),
        Outcome::Unwinnable(Basis::Locks { .. }) | Outcome::NoPlanWithin { of: Measure::Encoding(_), .. } => {
            "a limit ended the proof".into()
        }
        Outcome::Solved(..) => "the game is winnable, the plan is its certificate".into(),
        _ => "the game was not proved unwinnable".into(),
    };
    context.note(&format!("no proof written: {why}"));
    Ok(())
}
