//! Decides one rectangle: a board, a reason why no board exists, or unknown.

use super::{CheckedProof, DecideError, Decider, Decision, Ground, Method};
use crate::check::{check_answer, check_argument};
use crate::growing::{GrowthResult, Options, grow};
use crate::sat::{Answer, Problem};
use crate::search::{self, End};
use crate::{Board, Question, Shape, blocks, city_first, counting, tail};
use patsat_base::Limit;
use patsat_solvers::proof_file::{MEMORY_MIB, follow};
use patsat_solvers::{self as solve, BackendChoice, Control};

/// The node limit of the native search in the portfolio, in cells filled.
const NODES: u64 = 1_500_000;
/// The least number of cells for which the portfolio runs search with a tail before SAT.
const LARGE: usize = 90;
/// The number of tries of this search.
const TRIES: u64 = 60;
/// The number of tiles that an algorithm of the source places before its first restart.
pub(super) const RESTART_AFTER: u64 = 2_000;

impl Decider<'_> {
    /// The question for a rectangle.
    #[must_use]
    pub fn question(&self, shape: Shape) -> Question {
        Question { shape, border: self.border, rotation: self.rotation }
    }

    /// Decides whether there is a rectangle.
    ///
    /// # Errors
    /// If the solver fails, or the checkers refuse what was found.
    pub fn decide(&self, shape: Shape) -> Result<Decision, DecideError> {
        let question = self.question(shape);
        if self.set.len() < shape.area()
            && let Some(none) = self.argued(&question)
        {
            return Ok(none);
        }
        match self.method {
            Method::Search => self.of_end(&question, self.by_search(&question, self.nodes)),
            Method::Exhaustive => {
                let end = search::exhaust(self.set, &question, self.nodes, self.control);
                self.of_end(&question, end)
            }
            Method::Tail => {
                let end = tail::search(self.set, &question, (self.backend, self.seed), None, self.control)?;
                self.of_end(&question, end)
            }
            Method::Sat => self.by_sat(&question),
            Method::Accurate | Method::CityFirst | Method::Blocks => {
                let grown = self.grown(shape.width);
                match grown.side >= shape.width && shape.width == shape.height {
                    true => self.accepted(&question, grown.board),
                    false => Ok(Decision::Unknown(grown.stopped.unwrap_or(Limit::GaveUp))),
                }
            }
            Method::Portfolio => self.by_all(&question),
        }
    }

    /// Tries arguments, and a short search if the method searches.
    pub(super) fn quick(&self, shape: Shape, nodes: u64) -> Result<Decision, DecideError> {
        let question = self.question(shape);
        match (self.argued(&question), self.method) {
            (Some(none), _) => Ok(none),
            (None, Method::Search | Method::Portfolio) => {
                self.of_end(&question, self.by_search(&question, Some(nodes)))
            }
            (None, _) => Ok(Decision::Unknown(Limit::GaveUp)),
        }
    }

    fn by_search(&self, question: &Question, nodes: Option<u64>) -> End {
        search::with_restarts(self.set, question, self.seed, nodes, self.control)
    }

    /// Runs an algorithm of the source; returns its best board.
    #[must_use]
    pub fn grown(&self, goal: usize) -> GrowthResult {
        let options = Options {
            rotation: self.rotation,
            goal,
            seed: self.seed,
            restart_after: self.restarts.then_some(RESTART_AFTER),
            nodes: self.nodes,
            city_first: false,
        };
        match self.method {
            Method::CityFirst => city_first::city_first(self.set, &options, self.control),
            Method::Blocks => blocks::blocks(self.set, &options, self.control),
            _ => grow(self.set, &options, self.control),
        }
    }

    /// Rules the rectangle out without a solver, if an argument does.
    pub(super) fn argued(&self, question: &Question) -> Option<Decision> {
        let argument = counting::argument(self.set, question)?;
        let checked = check_argument(self.set, question, &argument).ok()?;
        Some(Decision::None(Ground::Argument(argument, checked)))
    }

    fn by_all(&self, question: &Question) -> Result<Decision, DecideError> {
        if let Some(none) = self.argued(question) {
            return Ok(none);
        }
        let found = self.of_end(question, self.by_search(question, Some(self.nodes.unwrap_or(NODES))))?;
        match found {
            // An exhausted search has no certificate: SAT finds one.
            Decision::None(_) => {}
            Decision::Unknown(Limit::GaveUp) => {}
            _ => return Ok(found),
        }
        if question.shape.area() >= LARGE {
            let backend = (self.backend, self.seed);
            let end = tail::search(self.set, question, backend, Some(TRIES), self.control)?;
            let found = self.of_end(question, end)?;
            if found != Decision::Unknown(Limit::GaveUp) {
                return Ok(found);
            }
        }
        self.by_sat(question)
    }

    fn by_sat(&self, question: &Question) -> Result<Decision, DecideError> {
        let Ok(problem) = Problem::new(self.set, question, self.control.memory_mib) else {
            return Ok(Decision::Unknown(Limit::Memory));
        };
        let mut solver = self.backend.start(&self.options(), self.control)?;
        match problem.solve(&mut *solver, self.control)? {
            Answer::Board(grid) => self.accepted(question, grid.board(self.set)),
            Answer::Stopped(limit) => Ok(Decision::Unknown(limit)),
            Answer::None => {
                drop(solver);
                self.refute(question, &problem)
            }
        }
    }

    /// Proves that the formula has no model.
    fn refute(&self, question: &Question, problem: &Problem) -> Result<Decision, DecideError> {
        let formula = problem.formula();
        let proves = matches!(self.backend, BackendChoice::Row(row) if row.proves());
        let own;
        let backend = match proves {
            true => self.backend,
            false => {
                own = solve::backend(solve::DEFAULT)
                    .map_err(|error| solve::BackendError::Missing(error.to_string()))?;
                &own
            }
        };
        let (clauses, count) = (formula.clauses_from(0), formula.size().clauses);
        let control = Control { conflicts: None, ..self.control };
        match backend.refute(clauses, count, &self.options(), control)?.0 {
            solve::RefutationResult::No(_) => {
                let text = format!("{}: a model and no model of the same formula", self.backend.name());
                Err(solve::BackendError::Broken(text).into())
            }
            solve::RefutationResult::Unknown(limit) => Ok(Decision::Unknown(limit)),
            solve::RefutationResult::Yes(lrat) => {
                let checked = follow(formula.clauses_from(0), &lrat, MEMORY_MIB)
                    .map_err(|fault| DecideError::Proof(question.to_string(), fault))?;
                Ok(Decision::None(Ground::Refuted(CheckedProof { lrat, checked })))
            }
        }
    }

    fn of_end(&self, question: &Question, end: End) -> Result<Decision, DecideError> {
        match end {
            End::Found(grid) => self.accepted(question, grid.board(self.set)),
            End::None => Ok(self.argued(question).unwrap_or(Decision::None(Ground::Exhausted))),
            End::Stopped(limit) => Ok(Decision::Unknown(limit)),
        }
    }

    fn accepted(&self, question: &Question, board: Board) -> Result<Decision, DecideError> {
        let refused = |fault| DecideError::Board(question.to_string(), fault);
        check_answer(question, self.set, board).map(Decision::Board).map_err(refused)
    }
}
