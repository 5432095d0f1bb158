//! `patsat encode`: the formula of one horizon as a file, for any solver.

use super::args::GameArgs;
use super::context::Context;
use super::exit::{Exit, Failure};
use super::formula::FormulaArgs;
use super::load;
use super::output::Output;
use crate::formats::{self, Format};
use crate::pipeline::formula::Bounded;
use crate::pipeline::smt::script::BoundedScript;
use patsat_encodings::emit::{write_dimacs, write_wcnf};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// Write the formula "there is a plan within N", for any solver
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat encode ms:2 --horizon 30 --to dimacs -o f.cnf
  cadical f.cnf > model.txt; patsat decode ms:2 --horizon 30 model.txt
  patsat encode ms:2 --horizon 30 --to wcnf -o f.wcnf   the fewest moves within it")]
pub(super) struct Args {
    /// A deal such as ms:617, a file, or - for standard input
    instance: String,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    /// Format of the instance's file [default: told from its content]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// What to write
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "dimacs")]
    to: To,
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum To {
    /// A formula for SAT solvers
    Dimacs,
    /// A formula for MaxSAT solvers (format of 2022): as few moves as possible
    Wcnf,
    /// A script for SMT solvers (SMT-LIB 2)
    Smtlib,
    /// A planning task, without a bound
    Pddl,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if let (To::Pddl, Some(name)) = (args.to, args.formula.given()) {
        return Err(Failure::input(format!("--to pddl writes no formula: expected no {name}")));
    }
    if args.to == To::Smtlib {
        return script(args, context);
    }
    let request = args.formula.request(args.to == To::Wcnf)?;
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let cannot = |e: &dyn std::fmt::Display| Failure::input(format!("cannot encode {}: {e}", args.instance));
    if args.to == To::Pddl {
        let text = formats::write_instance(&instance, Format::Pddl).map_err(|e| cannot(&e))?;
        Output::open(args.output.as_deref())?.write(text.as_bytes())?;
        return Ok(Exit::Done);
    }
    let bounded = Bounded::build(&instance, request).map_err(|e| cannot(&e))?;
    let size = bounded.formula().size();
    let mut sink = Sink { output: Output::open(args.output.as_deref())?, failed: None };
    let mut out = BufWriter::with_capacity(1 << 20, &mut sink);
    let legend = bounded.legend(load::name(&args.instance));
    let written = match args.to {
        To::Wcnf => write_wcnf(&mut out, &legend, bounded.formula(), &bounded.costs()),
        To::Dimacs | To::Smtlib | To::Pddl => write_dimacs(&mut out, &legend, bounded.formula()),
    };
    let written = written.and_then(|()| out.flush());
    drop(out);
    if let Some(failure) = sink.failed {
        return Err(failure);
    }
    written.map_err(|e| cannot(&e))?;
    context.note(&format!("{}: {} variables, {} clauses", bounded.describe(), size.variables, size.clauses));
    Ok(Exit::Done)
}

/// A script for SMT solvers.
fn script(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let request = args.formula.script()?;
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let script = BoundedScript::build(&instance, request)
        .map_err(|e| Failure::input(format!("cannot encode {}: {e}", args.instance)))?;
    let size = script.size();
    Output::open(args.output.as_deref())?.write(script.text(load::name(&args.instance)).as_bytes())?;
    let about = script.describe();
    context.note(&format!("{about}: {} constants, {} assertions", size.constants, size.assertions));
    Ok(Exit::Done)
}

/// The output as a writer, which keeps our own sentence where writing fails.
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
