//! `patsat puzzle rummikub encode`: the puzzle as a formula, for any solver.

use super::PuzzleArgs;
use crate::sat::Problem;
use crate::{check, native, smt};
use patsat_console::args::SHARED;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::Output;
use patsat_puzzle::{Answer, Question};
use std::path::PathBuf;

/// Write the puzzle as a formula for any solver
///
/// In WCNF the cost is the value left on the rack, plus a smaller weight for each broken set of the table. The
/// SMT-LIB script checks that the objective reaches --bound. `decode` reads the models.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Format to write
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "wcnf")]
    to: OutputFormat,
    /// Value that the objective must reach (smtlib) [default: the optimum]
    #[arg(long, value_name = "N")]
    bound: Option<u64>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Write the formula to this file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum OutputFormat {
    /// WCNF (2022 format), for MaxSAT solvers
    Wcnf,
    /// SMT-LIB 2 (`QF_LIA`), for SMT solvers
    Smtlib,
}

impl Question for Args {
    fn answer(&self, context: &Context) -> Result<Answer, Failure> {
        let puzzle = self.puzzle.puzzle_of_formula()?;
        let goal = self.puzzle.goal(&puzzle);
        let mut bytes = Vec::new();
        match self.to {
            OutputFormat::Wcnf if self.bound.is_some() => {
                return Err(Failure::input("--bound is for --to smtlib"));
            }
            OutputFormat::Wcnf => {
                let problem = Problem::new(&puzzle, &goal).map_err(Failure::input)?;
                problem.write_wcnf(&mut bytes).map_err(Failure::self_check)?;
                let size = problem.size();
                context.note(&format!("{} variables, {} hard clauses", size.variables, size.clauses));
            }
            OutputFormat::Smtlib => {
                let best = || -> Result<_, Failure> {
                    let found = native::solve(&puzzle, &goal).map_err(Failure::input)?;
                    let checked = found.and_then(|found| check(&puzzle, &goal, found.melds).ok());
                    Ok(checked.map_or((0, 0), |checked| checked.score().by(&goal)))
                };
                let bound = self.bound.map_or_else(best, |bound| Ok((bound, 0)))?;
                bytes.extend(smt::script(&puzzle, &goal, bound).whole().into_bytes());
                context.note(&format!("{} of at least {}", goal.objective.name(), bound.0));
            }
        }
        Output::open(self.output.as_deref())?.write(&bytes)?;
        Ok(Answer::done(Exit::Done))
    }
}
