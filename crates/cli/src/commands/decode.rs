//! `patsat decode`: what any solver answers, back to a verified plan or verdict.

use super::best;
use crate::args::GameArgs;
use crate::formula::FormulaArgs;
use crate::load;
use crate::question::QuestionArgs;
use crate::report::{human, lines, two_players, variants};
use crate::shape::{Shape, plan_as, plan_text, shape_of_model};
use crate::variant::{backend, exit_of, failure, keep_instance, solver_limits, watched};
use patsat_analysis::variants::{
    BySat, End as Answered, VariantAnswerError, VariantQuestion, check_best_answer, check_two_players_answer,
};
use patsat_base::{Limit, Limits};
use patsat_console::args::{SHARED, seconds};
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_encodings::emit::Verdict;
use patsat_formats::Format;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Verified;
use patsat_planning::formula::{BoundedFormula, NoPlanError};
use patsat_planning::sat::EncodingUnit;
use patsat_planning::smt::script::{self, BoundedScript, ScriptRequest};
use patsat_planning::{Lengths, Measure};
use patsat_smt::answer::AnswerError;
use serde_json::{Value, json};
use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

/// Turn a solver's answer into a verified result
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat encode ms:2 --horizon 30 -o f.cnf
  cadical f.cnf > model.txt; patsat decode ms:2 --horizon 30 model.txt
  depqbf --qdo f.qdimacs > answer
  patsat decode g.json --question fair --horizon 9 answer")]
#[command(after_help = "\
Exit codes: 0 a plan was read, or the solver does not know; 20 and 21 as of solve, where the solver finds no model; \
2 bad input. With --question those of best, fair and easy, and 4 where the solver's answer is wrong.")]
pub(crate) struct Args {
    /// Instance that was encoded
    instance: String,
    /// Output of the solver: 's' and 'v' lines, MiniSat's result file, for SMT the answer of get-value or get-model;
    /// with --question the output of a MaxSAT or QBF solver
    model: PathBuf,
    /// Format of the instance file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The formula was written with --to wcnf
    #[arg(long)]
    wcnf: bool,
    /// text, json, or a plan format: standard, replay, plan-json, ipc-plan
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = shape_of_model)]
    format: Shape,
    /// With --question fair or easy: time for the check of the answer
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    #[command(flatten)]
    question: QuestionArgs,
    /// Write the result to this file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    load::not_both_from_input(&args.instance, &args.model, "the instance and the model")?;
    let variant = args.question.variant()?;
    if variant.is_none() && args.time_limit.is_some() {
        return Err(Failure::input(
            "--time-limit is for --question fair and easy, whose answers are checked",
        ));
    }
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let bytes = input::read(&args.model, "a file with a solver's model, or - for standard input")?;
    let shown = args.model.display().to_string();
    let shown = input::name(&shown);
    let text = std::str::from_utf8(&bytes)
        .map_err(|_| Failure::input(format!("{shown}: found binary data, expected a solver's model")))?;
    if let Some(variant) = variant {
        return question(args, &instance, variant, text, context);
    }
    let end = if args.formula.is_smt() { smt(args, &instance, text)? } else { sat(args, &instance, text)? };
    let plan = match end {
        End::Plan(plan) => plan,
        End::Verdict(verdict) => return without_plan(args, &instance, &verdict, context),
    };
    let mut output = Output::open(args.output.as_deref())?;
    let text = match args.format {
        Shape::Json => {
            let Lengths { m1, m2, m3 } = Lengths::of(&instance, &plan);
            let lengths = json!({"m1": m1, "m2": m2, "m3": m3});
            let solved = json!({"verdict": "solved", "lengths": lengths, "plan": plan.moves});
            lines("decode", &instance, &solved, Exit::Done)
        }
        Shape::Plan(format) => plan_as(&instance, &plan, format, &[])?,
        Shape::Text | Shape::Solver => {
            let style = context.style(args.output.as_deref(), When::Auto);
            let verdict = "Solved (plan from the model, verified).";
            plan_text(verdict, &instance, &plan, style, context.verbose)
        }
    };
    output.write(text.as_bytes())?;
    Ok(Exit::Done)
}

/// What an answer shows.
enum End {
    Plan(Verified<Plan>),
    Verdict(VerdictWithoutPlan),
}

/// A verdict without a plan, as `solve` ends with it.
struct VerdictWithoutPlan {
    exit: Exit,
    sentence: String,
    data: Value,
}

impl VerdictWithoutPlan {
    /// The solver finds no model.
    fn within(bound: u32, of: EncodingUnit) -> VerdictWithoutPlan {
        let data = json!({
            "verdict": "no_plan_within",
            "bound": bound,
            "unit": of.unit.word(2),
            "encoding": of.encoding,
            "options": of.options.to_string(),
        });
        let sentence = human::no_plan_within(bound, &Measure::Encoding(of), WORD);
        VerdictWithoutPlan { exit: Exit::NoneWithin, sentence, data }
    }

    /// The solver finds no model of the question that decides a deal made from a formula.
    fn locked(bound: u32, of: EncodingUnit) -> VerdictWithoutPlan {
        let data = json!({
            "verdict": "unwinnable",
            "basis": "locks",
            "bound": bound,
            "unit": of.unit.word(2),
            "encoding": of.encoding,
            "options": of.options.to_string(),
        });
        VerdictWithoutPlan { exit: Exit::ProvedNone, sentence: human::locked(bound, &of, WORD), data }
    }

    /// The solver gave up.
    fn unknown() -> VerdictWithoutPlan {
        let sentence = format!("Unknown: {}.", Limit::GaveUp);
        VerdictWithoutPlan {
            exit: Exit::Done,
            sentence,
            data: json!({"verdict": "unknown", "reason": "gave-up"}),
        }
    }
}

const WORD: &str = "reported by the solver, not certified; 'patsat verify' checks its proof in LRAT or DRAT";

fn sat(args: &Args, instance: &Instance, text: &str) -> Result<End, Failure> {
    let cannot = |e: &dyn Display| Failure::input(format!("cannot encode {}: {e}", args.instance));
    let request = args.formula.request(instance, args.wcnf)?;
    let bounded = BoundedFormula::build(instance, request).map_err(|e| cannot(&e))?;
    let error = match bounded.plan(text) {
        Ok(plan) => return Ok(End::Plan(plan)),
        Err(error) => error,
    };
    if let NoPlanError::Fault(_) = error {
        return Err(Failure::self_check(format!("{error}. This is a bug of patsat, please report it")));
    }
    let verdict = if let NoPlanError::Text(error) = &error { error.verdict() } else { None };
    let within = || EncodingUnit {
        encoding: request.encoding.name,
        unit: request.encoding.unit,
        options: request.options,
    };
    match (verdict, bounded.complete_bound()) {
        (Some(Verdict::Unknown), _) => Ok(End::Verdict(VerdictWithoutPlan::unknown())),
        (Some(Verdict::Unsatisfiable), None) => {
            Ok(End::Verdict(VerdictWithoutPlan::within(request.horizon, within())))
        }
        (Some(Verdict::Unsatisfiable), Some(Some(bound))) if request.horizon >= bound => {
            Ok(End::Verdict(VerdictWithoutPlan::locked(request.horizon, within())))
        }
        // Without a bound that decides the deal, locks say nothing of plans.
        (Some(Verdict::Unsatisfiable), Some(_)) => Ok(End::Verdict(VerdictWithoutPlan::unknown())),
        (None, _) => Err(refused(args, &error)),
    }
}

fn smt(args: &Args, instance: &Instance, text: &str) -> Result<End, Failure> {
    let request = args.formula.script(instance)?;
    let script = BoundedScript::build(instance, request)
        .map_err(|e| Failure::input(format!("cannot encode {}: {e}", args.instance)))?;
    match script.plan(text) {
        Ok(plan) => Ok(End::Plan(plan)),
        Err(script::NoPlanError::Text(AnswerError::NotAModel(word))) if word == "unsat" => {
            let ScriptRequest { encoding, options, horizon, .. } = request;
            let of = EncodingUnit { encoding: encoding.name, unit: encoding.unit_with(&options), options };
            Ok(End::Verdict(VerdictWithoutPlan {
                sentence: human::no_plan_within(
                    horizon,
                    &Measure::Encoding(of),
                    "reported by the solver, not certified",
                ),
                ..VerdictWithoutPlan::within(horizon, of)
            }))
        }
        Err(script::NoPlanError::Text(AnswerError::NotAModel(_))) => {
            Ok(End::Verdict(VerdictWithoutPlan::unknown()))
        }
        Err(error) => Err(refused(args, &error)),
    }
}

fn refused(args: &Args, error: &dyn Display) -> Failure {
    let shown = args.model.display().to_string();
    Failure::input(input::about(input::name(&shown), &error.to_string()))
}

/// Prints a verdict without a plan.
fn without_plan(
    args: &Args,
    instance: &Instance,
    verdict: &VerdictWithoutPlan,
    context: &Context,
) -> Result<Exit, Failure> {
    let text = match args.format {
        Shape::Json => lines("decode", instance, &verdict.data, verdict.exit),
        Shape::Text | Shape::Solver => {
            let style = context.style(args.output.as_deref(), When::Auto);
            format!("{}\n", style.bold(&verdict.sentence))
        }
        Shape::Plan(_) => {
            context.note(&verdict.sentence);
            return Ok(verdict.exit);
        }
    };
    Output::open(args.output.as_deref())?.write(text.as_bytes())?;
    Ok(verdict.exit)
}

/// The answer to a formula of `encode --question`, as the command of that name gives it.
fn question(
    args: &Args,
    instance: &Instance,
    variant: VariantQuestion,
    text: &str,
    context: &Context,
) -> Result<Exit, Failure> {
    if let Shape::Plan(_) = args.format {
        return Err(Failure::input("--question is answered as text or json: expected --format text or json"));
    }
    if args.wcnf {
        return Err(Failure::input("--wcnf is for the question for a plan: expected no --question with it"));
    }
    let bound = args.formula.sequential()?;
    let failed = |error: VariantAnswerError| match error {
        VariantAnswerError::Failure(error) => failure(&args.instance, instance, error),
        VariantAnswerError::False
        | VariantAnswerError::True
        | VariantAnswerError::Choice
        | VariantAnswerError::More { .. } => Failure::missing(refused(args, &error).text),
        error => refused(args, &error),
    };
    let style = context.style(None, When::Auto);
    let json = matches!(args.format, Shape::Json);
    if let VariantQuestion::Best(goal) = variant {
        best::fits(goal, instance, &args.instance)?;
        if args.time_limit.is_some() {
            return Err(Failure::input(
                "--time-limit is for --question fair and easy, whose answers are checked",
            ));
        }
        let found = check_best_answer(instance, goal, bound.horizon, bound.options, bound.memory_mib, text)
            .map_err(failed)?;
        best::keep(args.output.as_deref(), instance, &found.plan)?;
        let exit = if found.value >= goal.most(instance) { Exit::Done } else { Exit::Undecided };
        context.print_wrapped(&match json {
            true => lines("decode", instance, &variants::within_json(instance, goal, &found), exit),
            false => variants::within(instance, goal, &found, false, style),
        })?;
        return Ok(exit);
    }
    let limits = Limits { time: args.time_limit, memory_mib: Some(bound.memory_mib), ..Limits::default() };
    let backend = backend(None)?;
    let by =
        BySat { backend: &backend, seed: 0, horizon: Some(bound.horizon), control: solver_limits(&limits) };
    let found = watched(limits, context, |budget| {
        check_two_players_answer(instance, variant, text, bound.options, by, budget).map_err(failed)
    })?;
    if let Answered::No { case, .. } = &found.end {
        keep_instance(args.output.as_deref(), &case.game)?;
    }
    let exit = exit_of(&found.end);
    context.print_wrapped(&match (variant, json) {
        (VariantQuestion::Easy(k), true) => {
            lines("decode", instance, &two_players::easy_json(instance, k, &found), exit)
        }
        (VariantQuestion::Easy(k), false) => two_players::easy(instance, k, &found, style),
        (VariantQuestion::Fair(hidden), json) => {
            let cards = hidden.cards(&instance.deal).len();
            match json {
                true => lines("decode", instance, &two_players::fair_json(instance, cards, &found), exit),
                false => two_players::fair(cards, &found, style),
            }
        }
        (VariantQuestion::Best(_), _) => String::new(),
    })?;
    Ok(exit)
}
