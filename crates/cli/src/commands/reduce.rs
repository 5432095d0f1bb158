//! `patsat reduce`: a formula as a deal.

use crate::target::{TargetArg, TargetArgs};
use patsat_console::args::SHARED;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_formats::{self as formats, Format};
use patsat_game::state::{Instance, Origin};
use patsat_reductions::dimacs::{Clauses, read_cnf, read_qdimacs};
use patsat_reductions::spider::easy::{self, Form};
use patsat_reductions::spider::fair;
use patsat_reductions::{BuiltGame, Reduction, Target, reduce, reduce_any};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Turn a formula into a deal, winnable exactly if satisfiable
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat reduce f.cnf --to freecell --cells 1 -o deal.json
  patsat show deal.json                        show the role of each column
  patsat reduce any.cnf --to-3cnf --to spider | patsat solve -
  cadical f.cnf > model.txt; patsat lower deal.json model.txt > plan.json
  patsat lift deal.json plan.json              an assignment from a plan")]
pub(crate) struct Args {
    /// Formula in DIMACS (QDIMACS for fair and easy), or - for standard input
    formula: PathBuf,
    /// Target game
    #[arg(long, value_name = "GAME", value_enum)]
    to: TargetArg,
    /// Convert any formula to three literals a clause first
    #[arg(long)]
    to_3cnf: bool,
    /// freecell: accept clauses of any length
    #[arg(long, conflicts_with = "to_3cnf")]
    any_length: bool,
    /// easy: the construction as printed in its source, which is wrong
    #[arg(long)]
    as_printed: bool,
    /// easy: the source's construction, repaired with cards that delay the second player
    #[arg(long, conflicts_with = "as_printed")]
    delayed: bool,
    #[command(flatten)]
    options: TargetArgs,
    /// Write the deal to this file, in our JSON
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let target = args.options.target(args.to)?;
    if args.any_length && args.to != TargetArg::Freecell {
        return Err(Failure::input("--any-length is an option of freecell: the other games need --to-3cnf"));
    }
    for (given, name) in [(args.delayed, "--delayed"), (args.as_printed, "--as-printed")] {
        if given && args.to != TargetArg::Easy {
            return Err(Failure::input(format!("{name} is an option of easy")));
        }
    }
    let bytes = input::read(&args.formula, "a formula in DIMACS, or - for standard input")?;
    let (instance, what) = match target {
        Some(target) => plain(args, target, &bytes)?,
        None => quantified(args, &bytes)?,
    };
    let text = formats::write_instance(&instance, Format::Json).map_err(Failure::self_check)?;
    Output::open(args.output.as_deref())?.write(text.as_bytes())?;
    context.note(&format!("{what}: {}", size(&instance)));
    Ok(Exit::Done)
}

fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// How large a deal is, in words.
pub(super) fn size(instance: &Instance) -> String {
    let deck = instance.rules.deck;
    let columns = instance.rules.columns;
    format!("{} cards, {} ranks, {}, {columns} columns", deck.len(), deck.ranks, deck.suits.in_words())
}

fn plain(args: &Args, target: Target, bytes: &[u8]) -> Result<(Instance, String), Failure> {
    let clauses = match () {
        () if args.to_3cnf => Clauses::Any,
        () if args.any_length => Clauses::NotEmpty,
        () => Clauses::OfThree,
    };
    let reduced = reduced(&args.formula, bytes, clauses, target)?;
    let formula = &reduced.formula;
    let variables = count(formula.variables as usize, "variable");
    let what = format!("{variables}, {} as {target}", count(formula.clauses.len(), "clause"));
    Ok((reduced.instance, what))
}

/// The deal of the formula in a file; [`Clauses::Any`] makes it one of three literals a clause.
pub(super) fn reduced(
    path: &Path,
    bytes: &[u8],
    clauses: Clauses,
    target: Target,
) -> Result<Reduction, Failure> {
    let shown = path.display().to_string();
    let shown = input::name(&shown);
    let formula = read_cnf(bytes, clauses).map_err(|e| Failure::from(e.with_file(shown)))?;
    let reduced =
        if clauses == Clauses::Any { reduce_any(&formula, target) } else { reduce(&formula, target) };
    reduced.map_err(|e| Failure::input(format!("{shown}: {e}")))
}

/// The deal of a formula with two quantifiers, and what to ask of it.
fn quantified(args: &Args, bytes: &[u8]) -> Result<(Instance, String), Failure> {
    let shown = args.formula.display().to_string();
    let shown = input::name(&shown);
    let mut formula = read_qdimacs(bytes).map_err(|e| Failure::from(e.with_file(shown)))?;
    if args.to_3cnf {
        let three = formula.matrix().to_3cnf();
        formula.existential.extend(formula.matrix().variables + 1..=three.variables);
        formula.clauses = three.clauses;
    }
    let form = match (args.as_printed, args.delayed) {
        (true, _) => Form::Printed,
        (_, true) => Form::Delayed,
        _ => Form::Direct,
    };
    let built = match args.to {
        TargetArg::Fair => fair::build(&formula).map(|built| (built, "patsat fair --tops".to_owned())),
        _ => easy::build(&formula, form).map(|easy| (easy.built, format!("patsat easy --k {}", easy.moves))),
    };
    let (BuiltGame { rules, deal, labels }, question) =
        built.map_err(|e| Failure::input(format!("{shown}: {e}")))?;
    let instance = Instance::new(rules, deal).map_err(|e| Failure::input(format!("{shown}: {e}")))?;
    let reduction = serde_json::json!({
        "question": question, "universal": formula.universal,
        "existential": formula.existential, "clauses": formula.clauses,
    });
    let instance = Instance { origin: Some(Arc::new(Origin { labels, reduction })), ..instance };
    let (all, some) = (count(formula.universal.len(), "variable"), count(formula.existential.len(), "other"));
    let clauses = count(formula.clauses.len(), "clause");
    Ok((
        instance,
        format!("for all values of {all} there are values of {some}: {clauses} (ask '{question}')"),
    ))
}
