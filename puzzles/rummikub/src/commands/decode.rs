//! `patsat rummikub decode`: the sets of another solver's model.

use super::{Context, Exit, Failure, Format, PuzzleArgs};
use crate::report::Answer;
use crate::sat::Problem;
use crate::{Checked, Goal, Puzzle, smt};
use patsat_console::context::When;
use patsat_console::{envelope, input};
use patsat_encodings::emit::read_model;
use patsat_encodings::smt::answer::{Answer as Said, read_answer};
use std::path::Path;

/// Read a solver's model of `encode`'s formula, and check its sets
///
/// Position and options must match those of `encode`. That the answer is optimal is reported by the solver, not
/// checked.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Output of the solver, or - for standard input
    #[arg(index = 2)]
    model: String,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    puzzle: PuzzleArgs,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.puzzle_of_formula()?;
    let goal = args.puzzle.goal(&puzzle);
    let bytes = input::read(Path::new(&args.model), "what a solver printed, or - for standard input")?;
    let text = std::str::from_utf8(&bytes).map_err(|_| {
        Failure::input(format!("{}: it is no text: expected a model", input::name(&args.model)))
    })?;
    let checked = model(args, &puzzle, &goal, text)?;
    let title = input::name(&args.puzzle.position);
    let best = Some(&checked);
    let answer = Answer { title, puzzle: &puzzle, goal: &goal, by: "a model", best, optimal: false };
    context.print(&match args.format {
        Format::Text => answer.text(context.style(None, When::Auto)),
        Format::Json => envelope::lines("rummikub decode", Some(title), &answer.json(), Exit::Done),
    })?;
    Ok(Exit::Done)
}

fn model(args: &Args, puzzle: &Puzzle, goal: &Goal, text: &str) -> Result<Checked, Failure> {
    let name = input::name(&args.model);
    let bad = |error: &dyn std::fmt::Display| Failure::input(format!("{name}: {error}"));
    if text.contains('(') {
        return match read_answer(text).map_err(|error| bad(&error))? {
            Said::Satisfiable(values) => smt::read(puzzle, goal, &values)
                .map_err(|refused| bad(&puzzle.palette().renamed(&format!("no answer: {refused}")))),
            _ => Err(bad(&"the solver found no model: expected one")),
        };
    }
    let problem = Problem::new(puzzle, goal).map_err(Failure::input)?;
    let model = read_model(text, problem.size().variables).map_err(|error| bad(&error))?;
    problem
        .read(|lit| model.is_true(lit))
        .map_err(|refused| bad(&puzzle.palette().renamed(&format!("no answer: {refused}"))))
}
