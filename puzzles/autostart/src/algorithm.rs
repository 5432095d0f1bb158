//! The algorithms in one table, run and checked in one way.

use super::branch_and_bound::{Expansion, branch_and_bound};
use super::check::{MoveError, check};
use super::exact::optimum;
use super::game::Game;
use super::greedy::greedy;
use super::heuristic::heuristic;
use super::plan::{IntermediatePlace, Plan};
use super::state::State;
use super::tableau::Tableau;

/// How cards are sent home.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Algorithm {
    /// The greedy scan.
    Greedy,
    /// The scan with an intermediate move a card.
    Heuristic,
    BranchAndBound(Expansion),
    /// The optimum by search.
    Exact,
}

/// The result of an algorithm, played again by the checker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlgorithmResult {
    /// Cards on the foundations, as the checker counts them.
    pub cards: usize,
    /// The plan that sends them home.
    pub plan: Plan,
    /// Columns checked by a scan, nodes expanded by a search.
    pub work: u64,
    /// Whether the algorithm ended before any limit.
    pub finished: bool,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Algorithm; 6] = [
        Algorithm::Greedy,
        Algorithm::Heuristic,
        Algorithm::BranchAndBound(Expansion::Best),
        Algorithm::BranchAndBound(Expansion::Depth),
        Algorithm::BranchAndBound(Expansion::Breadth),
        Algorithm::Exact,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Greedy => "greedy",
            Algorithm::Heuristic => "heuristic",
            Algorithm::BranchAndBound(Expansion::Best) => "branch-and-bound",
            Algorithm::BranchAndBound(Expansion::Depth) => "branch-and-bound-depth",
            Algorithm::BranchAndBound(Expansion::Breadth) => "branch-and-bound-breadth",
            Algorithm::Exact => "exact",
        }
    }

    /// Whether intermediate moves mean something to it; the others only send cards home.
    #[must_use]
    pub fn uses_intermediate(self) -> bool {
        matches!(self, Algorithm::Heuristic | Algorithm::Exact)
    }

    /// The intermediate moves it makes where these are allowed.
    #[must_use]
    pub fn rules(self, allowed: IntermediatePlace) -> IntermediatePlace {
        if self.uses_intermediate() { allowed } else { IntermediatePlace::None }
    }

    /// Its name, and which intermediate moves it makes where that is not plain.
    #[must_use]
    pub fn label(self, allowed: IntermediatePlace) -> String {
        match allowed {
            IntermediatePlace::None if self.uses_intermediate() => format!("{} home only", self.name()),
            IntermediatePlace::SuitOrEmpty if self.uses_intermediate() => {
                format!("{} with empties", self.name())
            }
            _ => self.name().to_owned(),
        }
    }

    /// Runs it, with at most `most_nodes` nodes of a search, and checks its plan.
    ///
    /// # Errors
    /// If the checker refuses the plan: a bug.
    pub fn run(
        self,
        tableau: &Tableau,
        rules: IntermediatePlace,
        most_nodes: u64,
    ) -> Result<AlgorithmResult, MoveError> {
        let game = Game::new(tableau);
        let (plan, work, finished) = match self {
            Algorithm::Greedy => {
                let (plan, looks) = greedy(&mut State::new(&game));
                (plan, looks, true)
            }
            Algorithm::Heuristic => {
                let (plan, looks) = heuristic(&mut State::new(&game), rules);
                (plan, looks, true)
            }
            Algorithm::BranchAndBound(expansion) => {
                let best = branch_and_bound(&game, expansion, most_nodes);
                (best.plan, best.nodes, best.finished)
            }
            Algorithm::Exact => {
                let optimum = optimum(&game, rules, most_nodes);
                (optimum.plan, optimum.nodes, optimum.proven)
            }
        };
        let cards = check(tableau, self.rules(rules), &plan)?;
        Ok(AlgorithmResult { cards, plan, work, finished })
    }
}
