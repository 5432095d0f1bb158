//! Certificates of shortest plans for independent checkers: a task as pseudo-Boolean constraints, and
//! a proof for VeriPB that no plan of it is shorter than a given one.
//!
//! The constraints express a planning task in N steps, straight from its ground actions (`opb`); no
//! encoding of this project takes part. The proof rests on an invariant of *priced patterns*: a
//! position that matches one needs a minimum number of moves (`prices`). The invariant is derived
//! before each step from the constraints of the task alone (`proof`). So the results of this module
//! need no trust: the checker refuses wrong ones.
//!
//! Sources: pseudo-Boolean proofs of optimal plans, Dold, Helmert, Nordström, Röger and Schindler
//! (arXiv 2504.18443, 2025); certificates of optimal plans, Mugdan, Christen and Eriksson (ICAPS
//! 2023); the checker, VeriPB (Bogaerts, Gocht, McCreesh and Nordström, JAIR 77, 2023). There the
//! invariant is read off a search and refers to states and costs. Here it is a set of patterns that is
//! closed under moves, mostly a handful. The task is unrolled, so one proof of one set of constraints
//! covers everything, the plan included.

mod facts;
mod groups;
mod opb;
mod prices;
mod proof;

use facts::Facts;
use groups::Structure;
use opb::Opb;
use patsat_pddl::strips::{Atom, GroundTask};
use prices::{PatternActions, Prices};
use std::collections::BTreeSet;

/// The reason why no proof was made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OptimalityProofError {
    /// The plan has an action that cannot be applied.
    #[error("action {0} of the plan cannot be applied, expected a plan of the task")]
    Action(usize),
    /// It does not reach the goal.
    #[error("the plan does not reach the goal, expected a plan of the task")]
    Goal,
    /// It has no actions.
    #[error("found a plan without actions, expected a task whose goal does not hold at the start")]
    Empty,
    #[error("there is a shorter plan, expected a shortest one")]
    Shorter,
    /// The limit of positions was reached.
    #[error("no patterns were found within {0} positions")]
    Positions(usize),
    /// The proof is too long.
    #[error("the proof is longer than {mib} MiB")]
    Long {
        /// The limit.
        mib: usize,
    },
    /// No fact excludes the goal.
    #[error("no fact of a position excludes the goal, so that no pattern can be found")]
    NoPattern,
    /// The facts are not in groups.
    #[error("a fact that does not hold is in no group with one that does, so that no pattern can be found")]
    Groups,
}

/// Facts, and the number of moves beyond the count that a position with all of them needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    pub facts: Vec<Atom>,
    /// The moves.
    pub price: usize,
}

/// The proof that a plan is a shortest one.
pub struct OptimalityProof<'a> {
    prices: Prices<'a>,
    plan: Vec<usize>,
    root: usize,
    needed: PatternActions,
    counted: usize,
    positions: usize,
}

/// Constraints and a proof, as texts.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The constraints, in the format OPB; the objective is the least number of actions.
    pub opb: String,
    /// The proof that this number is that of the plan, in version 3 of VeriPB's format.
    pub proof: String,
    /// Number of constraints as the checker counts them, an equation being two.
    pub constraints: usize,
    /// Number of derivations in the proof.
    pub derivations: usize,
}

impl std::fmt::Debug for OptimalityProof<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OptimalityProof")
            .field("plan", &self.plan)
            .field("patterns", &self.patterns())
            .finish()
    }
}

impl<'a> OptimalityProof<'a> {
    /// Finds patterns that show a plan, given by the numbers of its actions, to be a shortest one. It
    /// expands at most `positions` positions.
    ///
    /// # Errors
    /// If it is no plan or no shortest one, or if no patterns are found.
    pub fn prove(
        task: &'a GroundTask,
        plan: &[usize],
        positions: usize,
    ) -> Result<OptimalityProof<'a>, OptimalityProofError> {
        check(task, plan)?;
        let structure = Structure::new(task);
        let start = Facts::of(task.facts.len(), &task.start);
        let counted = structure.counted.iter().filter(|&&fact| start.has(fact)).count();
        // Each counted fact has to go, and a step takes away one.
        let price = plan.len() - counted;
        let mut prices = Prices::new(structure, positions);
        let root = prices.prove(&start, price).map_err(|refused| match refused {
            OptimalityProofError::Positions(_) => OptimalityProofError::Positions(positions),
            other => other,
        })?;
        let needed = prices.needed(root);
        let positions = positions - prices.left;
        Ok(OptimalityProof { plan: plan.to_vec(), root, needed, counted, positions, prices })
    }

    /// Returns the length of the plan.
    #[must_use]
    pub fn length(&self) -> usize {
        self.plan.len()
    }

    /// Returns the number of facts that are counted at the start. Every plan needs at least one action
    /// for each.
    #[must_use]
    pub fn counted(&self) -> usize {
        self.counted
    }

    /// Returns the predicates of the facts that are counted.
    #[must_use]
    pub fn counts(&self) -> Vec<&str> {
        let structure = &self.prices.structure;
        let names = structure.counted.iter().map(|&fact| structure.task.facts[fact].0[0].as_str());
        names.collect::<BTreeSet<&str>>().into_iter().collect()
    }

    /// Returns the number of positions that were expanded to find the patterns.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Returns the patterns, that of the start first, then those of the highest price.
    #[must_use]
    pub fn patterns(&self) -> Vec<Pattern> {
        let structure = &self.prices.structure;
        let mut needed: Vec<usize> = self.needed.keys().copied().filter(|&pattern| pattern > 0).collect();
        let price = |pattern: usize| std::cmp::Reverse(self.prices.patterns[pattern].price);
        needed.sort_by_key(|&pattern| (pattern != self.root, price(pattern)));
        let shown = needed.into_iter().map(|pattern| {
            let priced = &self.prices.patterns[pattern];
            let facts = priced.facts.iter().map(|fact| structure.task.facts[fact].clone());
            Pattern { facts: facts.collect(), price: priced.price }
        });
        shown.collect()
    }

    /// Writes the constraints and the proof, which must not be longer than `bytes` bytes.
    ///
    /// # Errors
    /// If it is longer.
    pub fn certificate(&self, bytes: usize) -> Result<Certificate, OptimalityProofError> {
        let structure = &self.prices.structure;
        let opb = Opb::new(structure.task, &structure.all, self.plan.len());
        let (proof, derivations) =
            proof::write(&opb, &self.prices, (self.root, &self.needed), &self.plan, bytes)?;
        Ok(Certificate { constraints: opb.constraints, opb: opb.text, proof, derivations })
    }
}

/// Checks the plan by applying its actions.
fn check(task: &GroundTask, plan: &[usize]) -> Result<(), OptimalityProofError> {
    let mut state = Facts::of(task.facts.len(), &task.start);
    for (n, &number) in plan.iter().enumerate() {
        let action = task.actions.get(number).filter(|action| action.needs.iter().all(|&f| state.has(f)));
        let action = action.ok_or(OptimalityProofError::Action(n + 1))?;
        action.deletes.iter().for_each(|&fact| state.remove(fact));
        action.adds.iter().for_each(|&fact| state.insert(fact));
    }
    if plan.is_empty() {
        return Err(OptimalityProofError::Empty);
    }
    task.goal.iter().all(|&fact| state.has(fact)).then_some(()).ok_or(OptimalityProofError::Goal)
}
