//! `patsat puzzle rummikub decode`: the sets of another solver's model.

use super::PuzzleArgs;
use crate::report::AnswerReport;
use crate::sat::Problem;
use crate::{Goal, Puzzle, VerifiedMelds, smt};
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_encodings::emit::read_model;
use patsat_puzzle::{Answer, Question, read_text};
use patsat_smt::answer::{Answer as SmtAnswer, read_answer};
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
    #[command(flatten)]
    puzzle: PuzzleArgs,
}

impl Question for Args {
    fn answer(&self, context: &Context) -> Result<Answer, Failure> {
        let puzzle = self.puzzle.puzzle_of_formula()?;
        let goal = self.puzzle.goal(&puzzle);
        let text = read_text(Path::new(&self.model), "what a solver printed, or - for standard input")?;
        let checked = model(self, &puzzle, &goal, &text)?;
        let (title, best) = (input::name(&self.puzzle.position), Some(&checked));
        let found = AnswerReport { title, puzzle: &puzzle, goal: &goal, by: "a model", best, optimal: false };
        let text = found.text(context.style(None, When::Auto));
        Ok(Answer::new(Exit::Done, text, found.json()).about(&self.puzzle.position))
    }
}

fn model(args: &Args, puzzle: &Puzzle, goal: &Goal, text: &str) -> Result<VerifiedMelds, Failure> {
    let name = input::name(&args.model);
    let bad = |error: &dyn std::fmt::Display| Failure::input(format!("{name}: {error}"));
    if text.contains('(') {
        return match read_answer(text).map_err(|error| bad(&error))? {
            SmtAnswer::Satisfiable(values) => smt::read(puzzle, goal, &values)
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
