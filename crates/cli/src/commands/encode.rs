//! `patsat encode`: the formula of one horizon as a file, for any solver.

use super::best;
use crate::args::GameArgs;
use crate::formula::FormulaArgs;
use crate::load;
use crate::question::QuestionArgs;
use crate::report::cubes as report;
use patsat_analysis::variants::{VariantQuestion, variant_formula};
use patsat_console::args::SHARED;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::{Output, cannot_write};
use patsat_cubes as cubes;
use patsat_encodings::emit::{write_dimacs, write_qdimacs, write_wcnf};
use patsat_encodings::formula::Size;
use patsat_formats::{self as formats, Format};
use patsat_game::state::Instance;
use patsat_planning as planning;
use patsat_planning::formula::BoundedFormula;
use patsat_planning::smt::script::BoundedScript;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// Write the formula "there is a plan within N" for any solver
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat encode ms:2 --horizon 30 --to dimacs -o f.cnf
  cadical f.cnf > model.txt; patsat decode ms:2 --horizon 30 model.txt
  patsat encode ms:2 --horizon 30 --to wcnf -o f.wcnf   the fewest moves
  patsat encode ms:2 --horizon 30 --cubes 64 -o f/   split for many machines
  patsat encode g.json --question fair --horizon 9 --to qdimacs -o f.qdimacs
  patsat encode g.json --question best --horizon 9 --to wcnf -o f.wcnf")]
pub(crate) struct Args {
    /// A deal such as ms:617, a file, or - for standard input
    instance: String,
    /// Format of the instance file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Format of the formula
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "dimacs")]
    to: OutputFormat,
    /// Split the formula into K cubes for 'patsat conquer'; -o names a new folder
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    cubes: Option<u32>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    #[command(flatten)]
    question: QuestionArgs,
    /// Write the formula to this file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The format that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum OutputFormat {
    /// DIMACS, for SAT solvers
    Dimacs,
    /// WCNF (2022 format), for MaxSAT solvers: fewest moves, or --question best
    Wcnf,
    /// SMT-LIB 2, for SMT solvers
    Smtlib,
    /// QDIMACS 1.1, for QBF solvers: --question fair or easy
    Qdimacs,
    /// PDDL, for planners; without a bound
    Pddl,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if let (OutputFormat::Pddl, Some(name)) = (args.to, args.formula.given()) {
        return Err(Failure::input(format!("--to pddl writes no formula: expected no {name}")));
    }
    if let Some(count) = args.cubes {
        return cubes(args, count as usize, context);
    }
    if let Some(variant) = args.question.variant()? {
        return question(args, variant, context);
    }
    if args.to == OutputFormat::Smtlib {
        return script(args, context);
    }
    if args.to == OutputFormat::Qdimacs {
        return Err(Failure::input("--to qdimacs is for --question fair and easy".to_owned()));
    }
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let request = args.formula.request(&instance, args.to == OutputFormat::Wcnf)?;
    let cannot = |e: &dyn std::fmt::Display| Failure::input(format!("cannot encode {}: {e}", args.instance));
    if args.to == OutputFormat::Pddl {
        let text = formats::write_instance(&instance, Format::Pddl).map_err(|e| cannot(&e))?;
        Output::open(args.output.as_deref())?.write(text.as_bytes())?;
        return Ok(Exit::Done);
    }
    let bounded = BoundedFormula::build(&instance, request).map_err(|e| cannot(&e))?;
    let size = bounded.formula().size();
    let legend = bounded.legend(input::name(&args.instance));
    write(args, |out| match args.to {
        OutputFormat::Wcnf => write_wcnf(out, &legend, bounded.formula(), &bounded.costs()),
        OutputFormat::Dimacs | OutputFormat::Pddl | OutputFormat::Qdimacs | OutputFormat::Smtlib => {
            write_dimacs(out, &legend, bounded.formula())
        }
    })?;
    note(context, &bounded.describe(), size);
    Ok(Exit::Done)
}

/// Writes the formula as cubes to a new folder.
fn cubes(args: &Args, count: usize, context: &Context) -> Result<Exit, Failure> {
    if args.to != OutputFormat::Dimacs || args.question.variant()?.is_some() {
        return Err(Failure::input("--cubes is for --to dimacs and the question for a plan"));
    }
    let folder = args.output.as_deref().filter(|path| *path != "-");
    let folder = folder.ok_or_else(|| Failure::input("--cubes needs -o with a new folder"))?;
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let request = args.formula.request(&instance, false)?;
    let name = input::name(&args.instance);
    let written = cubes::write(&instance, name, request, count, folder)
        .map_err(|error| crate::selfcheck::failure(&instance, error))?;
    for (file, text) in
        [("README.txt", report::readme(&written.header)), ("job.sbatch", report::SLURM.to_owned())]
    {
        let path = folder.join(file);
        std::fs::write(&path, text).map_err(|e| cannot_write(&path, &e))?;
    }
    context.note(&report::written(&written));
    Ok(Exit::Done)
}

/// Writes the formula of a question other than for a plan.
fn question(args: &Args, variant: VariantQuestion, context: &Context) -> Result<Exit, Failure> {
    let (expected, name) = match variant {
        VariantQuestion::Best(_) => (OutputFormat::Wcnf, "best is written with --to wcnf"),
        VariantQuestion::Fair(_) => (OutputFormat::Qdimacs, "fair is written with --to qdimacs"),
        VariantQuestion::Easy(_) => (OutputFormat::Qdimacs, "easy is written with --to qdimacs"),
    };
    if args.to != expected {
        return Err(Failure::input(format!("--question {name}")));
    }
    let bound = args.formula.sequential()?;
    let instance: Instance = load::instance(&args.instance, &args.game, args.from)?;
    if let VariantQuestion::Best(goal) = variant {
        best::fits(goal, &instance, &args.instance)?;
    }
    let shown = input::name(&args.instance);
    let given = variant_formula(&instance, shown, variant, bound.horizon, bound.options, bound.memory_mib);
    let given = given.map_err(|error| match error {
        planning::Failure::Input(error) => Failure::input(format!("cannot encode {shown}: {error}")),
        planning::Failure::Missing(_) | planning::Failure::Broken(_) => Failure::missing(error),
        planning::Failure::SelfCheck(error) => Failure::self_check(error),
    })?;
    write(args, |out| match variant {
        VariantQuestion::Best(_) => write_wcnf(out, &given.legend, &given.formula, &given.costs),
        VariantQuestion::Fair(_) | VariantQuestion::Easy(_) => {
            write_qdimacs(out, &given.legend, &given.formula, &given.universal)
        }
    })?;
    let what = match variant {
        VariantQuestion::Best(_) => format!("{} soft clauses", given.costs.len()),
        VariantQuestion::Fair(_) | VariantQuestion::Easy(_) => {
            format!("{} universal variables", given.universal.len())
        }
    };
    note(context, &format!("encoding sequential, horizon {}, {what}", bound.horizon), given.formula.size());
    Ok(Exit::Done)
}

fn note(context: &Context, what: &str, size: Size) {
    context.note(&format!("{what}: {} variables, {} clauses", size.variables, size.clauses));
}

/// Writes to the output. A failure of the output takes precedence over the error of the writer.
fn write(
    args: &Args,
    write: impl FnOnce(&mut BufWriter<&mut Sink>) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut sink = Sink { output: Output::open(args.output.as_deref())?, failed: None };
    let mut out = BufWriter::with_capacity(1 << 20, &mut sink);
    let written = write(&mut out).and_then(|()| out.flush());
    drop(out);
    if let Some(failure) = sink.failed {
        return Err(failure);
    }
    written.map_err(|e| Failure::input(format!("cannot encode {}: {e}", args.instance)))
}

/// Writes the SMT-LIB script.
fn script(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let request = args.formula.script(&instance)?;
    let script = BoundedScript::build(&instance, request)
        .map_err(|e| Failure::input(format!("cannot encode {}: {e}", args.instance)))?;
    let size = script.size();
    Output::open(args.output.as_deref())?.write(script.text(input::name(&args.instance)).as_bytes())?;
    let about = script.describe();
    context.note(&format!("{about}: {} constants, {} assertions", size.constants, size.assertions));
    Ok(Exit::Done)
}

/// The output as a writer that keeps the original failure.
struct Sink {
    output: Output,
    failed: Option<Failure>,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes).map(|()| bytes.len()).map_err(|failure| {
            let error = io::Error::other(failure.text.clone());
            self.failed = Some(failure);
            error
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
