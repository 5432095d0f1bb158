//! `patsat solve`: one instance, one verdict.

use super::args::{GameArgs, LimitArgs, SearchArgs};
use super::context::{Context, When};
use super::exit::{Exit, Failure};
use super::output::Output;
use super::progress::Live;
use super::{load, selfcheck, signals};
use crate::formats::Format;
use crate::pipeline::{Answer, Basis, Outcome, Request, solve};
use crate::report::{Style, board, human, jsonl, notation, solver_lines};
use crate::search::Stats;
use std::path::PathBuf;

/// Solve one game: exit code 10 solved, 20 proved none, 0 undecided
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat solve ms:617
  patsat solve ms:11982 --proof proof.closed
  patsat solve board.txt --cells 2 --time-limit 60 --format json")]
pub(super) struct Args {
    /// A deal such as ms:617, a file, or - for standard input
    instance: String,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Format of the file [default: told from its content]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// text, json, solver, or the plan alone: standard, replay, plan-json, ipc-plan
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = shape)]
    format: Shape,
    /// Write the result to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a certificate here if the game is unwinnable
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Suit symbols; auto is: on a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", default_missing_value = "always")]
    #[arg(num_args = 0..=1, require_equals = true)]
    symbols: When,
}

/// How the result is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Text,
    Json,
    Solver,
    Plan(Format),
}

fn shape(text: &str) -> Result<Shape, String> {
    Ok(match text.to_ascii_lowercase().as_str() {
        "text" => Shape::Text,
        "json" => Shape::Json,
        "solver" => Shape::Solver,
        "notation" => Shape::Plan(Format::Standard),
        other => match other.parse::<Format>() {
            Ok(format) if format.is_plan() => Shape::Plan(format),
            _ => return Err("expected text, json, solver, standard, replay, plan-json or ipc-plan".into()),
        },
    })
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let strategy = args.search.strategy()?;
    let request = Request {
        instance: &instance,
        strategy,
        options: args.search.options(),
        optimal: strategy.name == "optimal",
        limits: args.limits.limits(),
        certify: args.proof.is_some(),
    };
    // Both files are opened first: better now than after an hour.
    let output = Output::open(args.output.as_deref())?;
    let proof = args.proof.as_deref().map(|path| Output::open(Some(path))).transpose()?;
    let style = context.style(args.output.as_deref(), args.symbols);
    let mut report = Report { shape: args.format, style, verbose: context.verbose, output };
    report.begin(&request)?;

    let live = Live::search(context);
    let mut bounds = (None, None);
    let mut failed = None;
    let mut watch = |stats: &Stats| {
        live.stats(stats);
        if request.optimal && bounds != (stats.lower_bound, stats.upper_bound) {
            let better = bounds.1 != stats.upper_bound;
            bounds = (stats.lower_bound, stats.upper_bound);
            let told = live.aside(|| report.bound(&request, stats, better));
            failed = failed.take().or(told.err());
        }
    };
    let answer = solve(&request, signals::stop_flag(), Some(&mut watch));
    live.done();
    if let Some(failure) = failed {
        return Err(failure);
    }
    let answer = answer.map_err(|error| selfcheck::failure(&instance, &error))?;
    let exit = Exit::of(answer.outcome.verdict());
    report.end(&request, &answer, exit, context)?;
    keep_proof(proof, &answer, context)?;
    let (stats, ms) = (answer.stats, answer.time.as_secs_f64() * 1e3);
    context.detail(&format!(
        "{ms:.1} ms, {} positions expanded, {} generated, {} stored, tables {} MiB",
        stats.expanded,
        stats.generated,
        stats.stored,
        stats.peak_bytes >> 20
    ));
    Ok(exit)
}

/// Writes the certificate, or says why there is none.
fn keep_proof(proof: Option<Output>, answer: &Answer, context: &Context) -> Result<(), Failure> {
    let Some(mut file) = proof else { return Ok(()) };
    let why = match &answer.outcome {
        Outcome::Unwinnable(Basis::ClosedSet(certificate)) => return file.write(&certificate.bytes),
        Outcome::Unwinnable(Basis::Search { without: Some(why) }) => why.to_string(),
        Outcome::Solved(..) => "the game is winnable, the plan is its certificate".into(),
        _ => "the game was not proved unwinnable".into(),
    };
    context.note(&format!("no proof written: {why}"));
    Ok(())
}

/// Writes the result in the shape asked for.
struct Report {
    shape: Shape,
    style: Style,
    verbose: bool,
    output: Output,
}

impl Report {
    fn begin(&mut self, request: &Request<'_>) -> Result<(), Failure> {
        let text = match self.shape {
            Shape::Text => board::instance(request.instance, self.style) + "\n",
            Shape::Json => jsonl::Event::begin(request).line(),
            Shape::Solver => {
                let plain = board::instance(request.instance, Style::PLAIN);
                plain.lines().map(|line| format!("c {line}").trim_end().to_owned() + "\n").collect()
            }
            Shape::Plan(_) => return Ok(()),
        };
        self.output.write(text.as_bytes())
    }

    /// A bound has moved; `better` if that of the best plan.
    fn bound(&mut self, request: &Request<'_>, stats: &Stats, better: bool) -> Result<(), Failure> {
        let text = match (self.shape, stats.upper_bound) {
            (Shape::Json, upper) => {
                jsonl::Event::Bound { cost: request.options.cost, lower: stats.lower_bound, upper }.line()
            }
            (Shape::Solver, Some(upper)) if better => format!("o {upper}\n"),
            _ => return Ok(()),
        };
        self.output.write(text.as_bytes())
    }

    fn end(
        &mut self,
        request: &Request<'_>,
        answer: &Answer,
        exit: Exit,
        context: &Context,
    ) -> Result<(), Failure> {
        let (instance, strategy) = (request.instance, request.strategy);
        let text = match self.shape {
            Shape::Text => human::answer(instance, strategy, answer, self.style, self.verbose),
            Shape::Solver => solver_lines::answer(instance, strategy, answer),
            Shape::Json => {
                let time_ms = (answer.time.as_secs_f64() * 1e6).round() / 1e3;
                let end = jsonl::Event::End { exit_code: exit as u8, time_ms };
                jsonl::Event::result(instance, answer).line() + &end.line()
            }
            Shape::Plan(format) => {
                context.note(&human::verdict(strategy, answer));
                match &answer.outcome {
                    Outcome::Solved(plan, _) => notation::write(instance, plan, format)
                        .map_err(|e| Failure::input(format!("cannot write the plan as {format}: {e}")))?,
                    _ => return Ok(()),
                }
            }
        };
        self.output.write(text.as_bytes())
    }
}
