//! The best sets by MaxSAT: a variable a set.
//!
//! The formula (`formula`) encodes which sets are laid and that the tiles suffice; tiles that stay on the
//! rack have costs. [`Problem::write_wcnf`] writes it for any MaxSAT solver. [`Problem::optimum`] solves it
//! with a SAT solver, a generalized totalizer (Joshi, Martins and Manquinho, CP 2015; `rustsat`'s) and a
//! bound that falls until there is no model. The first formulation of the puzzle for a solver also has sets as
//! variables: den Hertog and Hulshof, "Solving Rummikub Problems by Integer Linear Programming" (The Computer
//! Journal 49(6), 2006).

mod candidates;
mod formula;

use super::check::{TurnError, VerifiedMelds, check};
use super::goal::{Goal, Objective};
use super::meld::{LaidTile, Meld};
use super::puzzle::Puzzle;
use formula::Sets;
use patsat_base::Limit;
use patsat_encodings::constraints::Count;
use patsat_encodings::emit::{self, Legend};
use patsat_encodings::formula::{Formula, Size};
use patsat_encodings::options::Cardinality;
use patsat_solvers::{Backend, BackendError, SolverAnswer};
use rustsat::encodings::pb::{BoundUpper, GeneralizedTotalizer};
use rustsat::types::Lit;
use std::io;

/// A puzzle as a MaxSAT problem.
#[derive(Clone, Debug)]
pub struct Problem<'a> {
    puzzle: &'a Puzzle,
    goal: Goal,
    formula: Formula,
    vars: Sets,
}

/// The error of a formula with too many sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("more than {0} sets are possible: expected fewer colours, copies or jokers")]
pub struct FormulaSizeError(pub(super) usize);

/// The reason why there is no optimum.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptimumError {
    /// The solver failed.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// A model is no answer: the formula is wrong.
    #[error("a model of the formula is no answer: {0}")]
    NoAnswer(#[from] TurnError),
    /// A bound cannot be written.
    #[error("the bound cannot be written: {0}")]
    Bound(String),
}

/// The result of a solver's search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaxSatResult {
    /// The best sets; `None` if nothing that is allowed was found.
    pub best: Option<VerifiedMelds>,
    /// The limit that stopped the solver before it proved the optimum.
    pub stopped: Option<Limit>,
}

impl<'a> Problem<'a> {
    /// Writes the formula.
    ///
    /// # Errors
    /// If it is too large.
    pub fn new(puzzle: &'a Puzzle, goal: &Goal) -> Result<Problem<'a>, FormulaSizeError> {
        let mut formula = Formula::default();
        let vars = Sets::write(&mut formula, puzzle, goal)?;
        let mut problem = Problem { puzzle, goal: *goal, formula, vars };
        problem.worth_enough();
        Ok(problem)
    }

    /// Adds clauses for the least worth in the goal.
    fn worth_enough(&mut self) {
        let Some(least) = self.goal.at_least.map(u64::from) else { return };
        match self.puzzle.most(Objective::Value).checked_sub(least) {
            None => self.formula.add(&[]),
            Some(most) => {
                let tree = self.tree(Objective::Value);
                for lit in tree.and_then(|tree| bound(&tree, most)).unwrap_or_default() {
                    self.formula.add(&[lit]);
                }
            }
        }
    }

    /// A sum of an objective's costs.
    fn tree(&mut self, objective: Objective) -> Result<GeneralizedTotalizer, String> {
        let costs = self.vars.costs(self.puzzle, objective);
        let mut tree: GeneralizedTotalizer =
            costs.into_iter().map(|(weight, lit)| (lit, weight as usize)).collect();
        let (clauses, variables) = self.formula.parts();
        tree.encode_ub(.., clauses, variables).map_err(|error| error.to_string())?;
        Ok(tree)
    }

    /// How large the formula is.
    #[must_use]
    pub fn size(&self) -> Size {
        self.formula.size()
    }

    /// Returns the costs with their weights: first those of the objective, then the sets that are not kept.
    #[must_use]
    pub fn costs(&self) -> Vec<(u64, Lit)> {
        let scale = self.vars.keep.len() as u64 + 1;
        let main = self.vars.costs(self.puzzle, self.goal.objective);
        let main = main.into_iter().map(|(weight, lit)| (weight * scale, lit));
        main.chain(self.vars.keep.iter().map(|&lit| (1, !lit))).collect()
    }

    /// Writes it as WCNF (format of 2022).
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_wcnf(&self, out: &mut impl io::Write) -> io::Result<()> {
        let shape = self.puzzle.shape();
        let rack =
            format!("Rummikub, {} values, {} colours: rack {}", shape.values, shape.colours, self.puzzle);
        let table = self.puzzle.sets().iter().map(|set| format!("  table {set}"));
        let legend =
            Legend { header: [rack].into_iter().chain(table).collect(), names: self.vars.names(self.puzzle) };
        emit::write_weighted_wcnf(out, &legend, &self.formula, &self.costs())
    }

    /// Returns the sets of a model, checked.
    ///
    /// # Errors
    /// If they cannot be laid.
    pub fn read(&self, is_true: impl Fn(Lit) -> bool) -> Result<VerifiedMelds, TurnError> {
        let shape = self.puzzle.shape();
        let mut stand = vec![0u32; shape.kind_count()];
        for &(tile, lit) in self.vars.jokers.iter().flatten() {
            stand[shape.kind(tile)] += u32::from(is_true(lit));
        }
        let kept = self.puzzle.sets().iter().zip(&self.vars.keep).filter(|(_, lit)| is_true(**lit));
        let mut melds: Vec<Meld> = kept.map(|(set, _)| set.clone()).collect();
        for laid in melds.iter().flat_map(|meld| &meld.0).filter(|laid| laid.joker) {
            let stand = &mut stand[shape.kind(laid.tile)];
            *stand = stand.saturating_sub(1);
        }
        for (tiles, copies) in &self.vars.sets {
            for _ in copies.iter().filter(|&&lit| is_true(lit)) {
                let place = |&tile| {
                    let stand: &mut u32 = &mut stand[shape.kind(tile)];
                    let joker = *stand > 0;
                    *stand -= u32::from(joker);
                    LaidTile { tile, joker }
                };
                melds.push(Meld(tiles.iter().map(place).collect()));
            }
        }
        check(self.puzzle, &self.goal, melds)
    }

    /// Finds the best sets: requires better ones until the SAT solver finds no model.
    ///
    /// # Errors
    /// If the solver breaks, or a model is no answer.
    pub fn optimum(mut self, backend: &mut dyn Backend) -> Result<MaxSatResult, OptimumError> {
        let objective = self.goal.objective;
        let tree = self.tree(objective).map_err(OptimumError::Bound)?;
        let lost: Vec<Lit> = self.vars.keep.iter().map(|&lit| !lit).collect();
        let count = Count::new(&mut self.formula, Cardinality::Totalizer, &lost, lost.len());
        for clause in self.formula.clauses_from(0) {
            backend.add(clause)?;
        }
        let most = self.puzzle.most(objective);
        let plain = Goal { keep: false, ..self.goal };
        let mut best: Option<VerifiedMelds> = None;
        let mut assumptions: Vec<Lit> = Vec::new();
        loop {
            match backend.solve(&assumptions)? {
                SolverAnswer::Unknown(limit) => return Ok(MaxSatResult { best, stopped: Some(limit) }),
                SolverAnswer::Unsatisfiable => break,
                SolverAnswer::Satisfiable(()) => {
                    let found = self.read(|lit| backend.value(lit))?;
                    let cost = most.saturating_sub(found.score().by(&plain).0);
                    best = Some(found);
                    let Some(less) = cost.checked_sub(1) else { break };
                    assumptions = bound(&tree, less).map_err(OptimumError::Bound)?;
                }
            }
        }
        // Maximize the sets kept, at the same cost.
        while let Some(found) = best.as_ref().filter(|_| !lost.is_empty()) {
            let cost = most.saturating_sub(found.score().by(&plain).0);
            assumptions = bound(&tree, cost).map_err(OptimumError::Bound)?;
            let fewer = count.at_least(lost.len() - found.score().kept as usize);
            let Some(fewer) = fewer else { break };
            assumptions.push(!fewer);
            match backend.solve(&assumptions)? {
                SolverAnswer::Unknown(limit) => return Ok(MaxSatResult { best, stopped: Some(limit) }),
                SolverAnswer::Unsatisfiable => break,
                SolverAnswer::Satisfiable(()) => best = Some(self.read(|lit| backend.value(lit))?),
            }
        }
        Ok(MaxSatResult { best, stopped: None })
    }
}

/// The assumptions of "no more than this".
fn bound(tree: &GeneralizedTotalizer, most: u64) -> Result<Vec<Lit>, String> {
    tree.enforce_ub(usize::try_from(most).unwrap_or(usize::MAX)).map_err(|error| error.to_string())
}
