//! `patsat puzzle rummikub solve`: the best sets, by one of four ways.

use super::PuzzleArgs;
use crate::report::{AnswerReport, picture};
use crate::sat::Problem;
use crate::{Goal, Puzzle, VerifiedMelds, backtrack, check, native, opening, sat, smt};
use patsat_console::args::seconds;
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::{input, signals};
use patsat_puzzle::solvers::{self, control, failed};
use patsat_puzzle::{Answer, Question, bug, open};
use patsat_solvers::BackendOptions;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Find the sets of greatest value
///
/// Jokers count as the tiles they stand for. Tiles on the table stay in play, in any sets; among equally good
/// answers the one that keeps most sets of the table is chosen. Exit codes: 0 done, 1 the table's tiles cannot all
/// be laid out or no opening is worth enough, 5 a limit was reached.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Method [default: native, or sat if the jokers make native too slow]
    #[arg(long, value_name = "METHOD", value_enum)]
    by: Option<MethodArg>,
    /// Solver of the formulas [default: the built-in one]
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
    /// Seed of the solver
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Time limit for --by sat and smt, in seconds (0.5 is allowed)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Maximum number of choices for --by backtrack
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    node_limit: u64,
    /// Draw the sets to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum MethodArg {
    /// Dynamic programming over run states, linear in the values
    Native,
    /// Backtracking, groups before runs: for comparison, ignores the sets of the table
    Backtrack,
    /// MaxSAT with a SAT solver
    Sat,
    /// Integer arithmetic with an SMT solver
    Smt,
}

impl Question for Args {
    fn answer(&self, context: &Context) -> Result<Answer, Failure> {
        let formula = matches!(self.by, Some(MethodArg::Sat | MethodArg::Smt));
        for (name, given) in [
            ("--backend", self.backend.is_some()),
            ("--seed", self.seed.is_some()),
            // Without --by a position may be solved by SAT.
            ("--time-limit", self.time_limit.is_some() && self.by.is_some()),
        ] {
            if given && !formula {
                return Err(Failure::input(format!("{name} is for --by sat and --by smt")));
            }
        }
        let puzzle = self.puzzle.puzzle()?;
        let goal = self.puzzle.goal(&puzzle);
        let mut svg = open(self.svg.as_ref())?;
        let started = Instant::now();
        let (by, (best, optimal, work)) = match self.puzzle.opens_onto(&puzzle) {
            None => find(self, &puzzle, &goal, context)?,
            Some(least) => {
                let mut last = self.by.unwrap_or(MethodArg::Native);
                let opened = opening::best_turn(&puzzle, &goal, least, |puzzle, goal| {
                    let (by, (best, optimal, _)) = find(self, puzzle, goal, context)?;
                    last = by;
                    Ok::<_, Failure>((best, optimal))
                })?;
                (last, (opened.best, opened.finished, format!("{} positions", opened.positions)))
            }
        };
        context.detail(&format!("{work}, {:.6} s", started.elapsed().as_secs_f64()));
        let by = match by {
            MethodArg::Native => "native",
            MethodArg::Backtrack => "backtrack",
            MethodArg::Sat => "sat",
            MethodArg::Smt => "smt",
        };
        let title = input::name(&self.puzzle.position);
        let found = AnswerReport { title, puzzle: &puzzle, goal: &goal, by, best: best.as_ref(), optimal };
        if let Some(svg) = &mut svg {
            svg.write(picture::svg(&found).as_bytes())?;
        }
        let exit = match (&best, optimal) {
            (_, false) => signals::unfinished(Exit::Undecided),
            (Some(_), true) => Exit::Done,
            (None, true) => Exit::No,
        };
        let text = found.text(context.style(None, When::Auto));
        let answer = Answer::new(exit, text, found.json()).about(&self.puzzle.position);
        Ok(answer.beside(self.svg.as_ref()))
    }
}

/// Finds the best sets of a position; returns them with the method.
fn find(
    args: &Args,
    puzzle: &Puzzle,
    goal: &Goal,
    context: &Context,
) -> Result<(MethodArg, SolveResult), Failure> {
    Ok(match args.by {
        None => match native::solve(puzzle, goal) {
            Ok(found) => (MethodArg::Native, native(args, puzzle, goal, found)?),
            Err(large) => {
                context.detail(&format!("{large}: solved by SAT"));
                (MethodArg::Sat, by_sat(args, puzzle, goal)?)
            }
        },
        Some(MethodArg::Native) => {
            let found = native::solve(puzzle, goal).map_err(Failure::input)?;
            (MethodArg::Native, native(args, puzzle, goal, found)?)
        }
        Some(MethodArg::Backtrack) => (MethodArg::Backtrack, backtracked(args, puzzle, goal)?),
        Some(MethodArg::Sat) => (MethodArg::Sat, by_sat(args, puzzle, goal)?),
        Some(MethodArg::Smt) => (MethodArg::Smt, by_smt(args, puzzle, goal)?),
    })
}

/// The best sets, whether they are proved best, and the work that it took.
type SolveResult = (Option<VerifiedMelds>, bool, String);

type Outcome = Result<SolveResult, Failure>;

fn native(args: &Args, puzzle: &Puzzle, goal: &Goal, found: Option<native::NativeResult>) -> Outcome {
    let title = &args.puzzle.position;
    let Some(found) = found else { return Ok((None, true, "no last state".into())) };
    match check(puzzle, goal, found.melds) {
        Ok(checked) => Ok((Some(checked), true, format!("{} states", found.states))),
        // The value is the objective here, so no sets are worth enough.
        Err(crate::TurnError::Worth { .. }) => Ok((None, true, "too little".into())),
        Err(refused) => Err(bug(title, refused)),
    }
}

fn backtracked(args: &Args, puzzle: &Puzzle, goal: &Goal) -> Outcome {
    let found = backtrack::backtrack(puzzle, goal, args.node_limit);
    let checked = found.melds.map(|melds| check(puzzle, goal, melds)).transpose();
    let checked = checked.map_err(|refused| bug(&args.puzzle.position, refused))?;
    Ok((checked, found.finished, format!("{} choices", found.nodes)))
}

fn by_sat(args: &Args, puzzle: &Puzzle, goal: &Goal) -> Outcome {
    let options = BackendOptions { seed: args.seed.unwrap_or(0) };
    let chosen = solvers::sat(args.backend.as_deref())?;
    let mut backend = chosen.start(&options, control(args.time_limit)).map_err(failed)?;
    let problem = Problem::new(puzzle, goal).map_err(Failure::input)?;
    let size = problem.size();
    let bounded = problem.optimum(&mut *backend).map_err(|error| match error {
        sat::OptimumError::Backend(error) => failed(error),
        sat::OptimumError::NoAnswer(refused) => bug(&args.puzzle.position, refused),
        sat::OptimumError::Bound(text) => bug(&args.puzzle.position, text),
    })?;
    let work = format!("{} variables, {} clauses without the bound", size.variables, size.clauses);
    Ok((bounded.best, bounded.stopped.is_none(), work))
}

fn by_smt(args: &Args, puzzle: &Puzzle, goal: &Goal) -> Outcome {
    let chosen = solvers::smt(args.backend.as_deref())?;
    let found = smt::optimum(puzzle, goal, &chosen, args.seed.unwrap_or(0), control(args.time_limit));
    let found = found.map_err(|error| match error {
        smt::OptimumError::Backend(error) => failed(error),
        smt::OptimumError::NoAnswer(refused) => bug(&args.puzzle.position, refused),
    })?;
    Ok((found.best, found.stopped.is_none(), "a script a bound".into()))
}
