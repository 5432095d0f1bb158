//! From a request to a verdict that has been checked.
//!
//! [`solve`] runs a strategy and turns its claim into one of four verdicts. A plan becomes
//! an answer by being replayed on the rules; running out of positions becomes "unwinnable"
//! only for a strategy that is complete; everything else is "unknown". What a strategy
//! claims and the verifier refuses is a [`SelfCheck`] error, never an answer.
//!
//! [`sat`] asks SAT solvers instead, [`smt`] SMT solvers, [`parts`] asks about parts of a plan. [`survey`]
//! does the same for a range of deals, [`campaign`] for instances times approaches, each run a process of
//! its own. [`variants`] asks other questions than whether a game can be won, [`why`] why it cannot.

pub mod by_locks;
pub mod campaign;
pub mod carcassonne;
mod certificate;
pub mod closure;
pub mod cubes;
pub mod decide;
pub mod formula;
pub mod locks;
pub mod parts;
pub mod proof;
pub mod sat;
pub mod smt;
mod solve;
pub mod survey;
pub mod variants;
pub mod why;

pub use certificate::{Certificate, NoCertificate, is_meant_as_certificate};
pub use solve::solve;

use crate::rules::{Cost, Group, Move};
use crate::search::{CertifyError, Limit, Limits, SearchOptions, Stats, Strategy};
use crate::state::{Instance, Plan, expand};
use crate::verify::{ClosedSetFault, Fault, PatternFault, Verified};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What is to be solved, and how.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Rules and position.
    pub instance: &'a Instance,
    /// The search.
    pub strategy: &'a Strategy,
    /// Its settings.
    pub options: SearchOptions,
    /// Whether the strategy was asked for a shortest plan, so that its bounds are claims.
    pub optimal: bool,
    /// When to stop.
    pub limits: Limits,
    /// Whether an unwinnable position is to be certified by a closed set.
    pub certify: bool,
}

/// The four verdicts.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// A plan, replayed from rules and deal, and how short it is known to be.
    Solved(Verified<Plan>, Optimality),
    /// No plan is this short; longer ones were not excluded.
    NoPlanWithin {
        /// The longest length that is excluded.
        bound: u32,
        /// In which count.
        of: Measure,
        /// A proof that the verifier has followed, where one was asked for and could be made.
        proof: Option<Box<proof::BoundProof>>,
    },
    /// No sequence of moves wins.
    Unwinnable(Basis),
    /// Undecided.
    Unknown(Reason),
}

/// What a bound counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The moves of a plan.
    Cost(Cost),
    /// The steps, or whatever it is, of an encoding.
    Encoding(sat::Within),
}

/// How short a plan is known to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Optimality {
    /// Nobody asked.
    NotAsked,
    /// No plan is shorter.
    Shortest {
        /// In which count.
        cost: Cost,
        /// Its length.
        length: u32,
    },
    /// The shortest plan lies between these lengths, both included.
    Between {
        /// In which count.
        cost: Cost,
        /// No plan is shorter than this.
        lower: u32,
        /// The length of the plan found.
        upper: u32,
        /// The limit that ended the search.
        limit: Option<Limit>,
    },
}

/// What "unwinnable" rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Basis {
    /// A complete search that visited every position it could not exclude. Trusts the search.
    Search {
        /// Why there is no certificate, if one was asked for.
        without: Option<CertifyError>,
    },
    /// A closed set of positions without a win, checked against the rules alone.
    ClosedSet(Box<Certificate>),
    /// Dead patterns, checked against the rules alone.
    Patterns(Box<why::PatternProof>),
    /// The game was made from a formula, its locks are off within this bound or never, and no play
    /// takes them off. Trusts the argument of the reduction and the encoder, without a proof also
    /// the solver.
    Locks {
        /// The bound.
        bound: u32,
        /// In what it counts.
        of: sat::Within,
        /// A proof that the verifier has followed, where one was asked for and could be made.
        proof: Option<Box<proof::BoundProof>>,
    },
}

/// Why there is no verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A limit was reached.
    Limit(Limit),
    /// The strategy is incomplete and ran out of ideas.
    GaveUp,
}

/// The name of a verdict, as in JSON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// A verified plan was found.
    Solved,
    /// No plan of some length.
    NoPlanWithin,
    /// No plan at all.
    Unwinnable,
    /// Undecided.
    Unknown,
}

impl Outcome {
    /// The name of the verdict.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self {
            Outcome::Solved(..) => Verdict::Solved,
            Outcome::NoPlanWithin { .. } => Verdict::NoPlanWithin,
            Outcome::Unwinnable(_) => Verdict::Unwinnable,
            Outcome::Unknown(_) => Verdict::Unknown,
        }
    }
}

/// The lengths of a plan in the three counts (see [`Cost`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lengths {
    /// Single-card moves.
    pub m1: u32,
    /// Moves, a supermove being one.
    pub m2: u32,
    /// Moves without those to a foundation.
    pub m3: u32,
}

impl Lengths {
    /// The lengths of a verified plan of this instance.
    #[must_use]
    pub fn of(instance: &Instance, plan: &Verified<Plan>) -> Lengths {
        let total = plan.moves.len();
        let home = plan.moves.iter().filter(|m| m.goes_home()).count();
        Lengths {
            m1: (total + in_supermoves(instance, plan)) as u32,
            m2: total as u32,
            m3: (total - home) as u32,
        }
    }

    /// The length in one count.
    #[must_use]
    pub fn get(&self, cost: Cost) -> u32 {
        match cost {
            Cost::M1 => self.m1,
            Cost::M2 => self.m2,
            Cost::M3 => self.m3,
        }
    }
}

/// The single moves of a plan's supermoves, beyond one for each.
///
/// As [`Plan::cost`] counts them, but playing only as far as the last of them: in a survey
/// of many deals the counting would else cost more than the check.
fn in_supermoves(instance: &Instance, plan: &Plan) -> usize {
    let many = |action: &Move| matches!(action, Move::Cards { count: 2.., .. });
    let last = plan.moves.iter().rposition(many).filter(|_| instance.rules.group == Group::BySpaces);
    let Some(last) = last else { return 0 };
    let mut table = instance.table();
    let mut extra = 0;
    for &action in &plan.moves[..=last] {
        if many(&action) {
            extra += expand(&table, action).len().saturating_sub(1);
        }
        // A verified plan is legal throughout.
        let _ = table.apply(action);
    }
    extra
}

/// A verdict and what it cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The verdict.
    pub outcome: Outcome,
    /// The lengths of the plan, if there is one.
    pub lengths: Option<Lengths>,
    /// What the search cost.
    pub stats: Stats,
    /// A lower bound on single-card moves that the verifier has checked, if one was made.
    pub checked_bound: Option<u32>,
    /// The questions to SAT solvers, if there were any.
    pub sat: Option<Box<sat::SatStats>>,
    /// What solvers made of the native search's plan, if they were asked about parts of it.
    pub hybrid: Option<Box<parts::HybridStats>>,
    /// Wall-clock time, certificate included.
    pub time: Duration,
}

/// The program contradicts itself: a claim of the search was refused. This is a bug.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SelfCheck {
    /// A plan that does not replay.
    #[error("the plan found by the search was refused by the verifier: {fault}")]
    Plan {
        /// The plan.
        plan: Plan,
        /// What the verifier says.
        fault: Box<Fault>,
    },
    /// A model that describes no plan.
    #[error("the model that the solver found was refused: {what}")]
    Model {
        /// What is wrong with it.
        what: String,
        /// Formula, model, and what was asked.
        files: sat::Files,
    },
    /// A lower bound above the length of a verified plan.
    #[error(
        "the search claims that every plan has at least {lower} moves ({cost}), but found one of {found}"
    )]
    Bound {
        /// The claim.
        lower: u32,
        /// The plan's length.
        found: u32,
        /// In which count.
        cost: Cost,
    },
    /// A certificate that the verifier refuses.
    #[error("the certificate of unwinnability was refused by the verifier: {fault}")]
    Certificate {
        /// What the verifier says.
        fault: Box<ClosedSetFault>,
    },
    /// Dead patterns that the verifier refuses.
    #[error("the dead patterns were refused by the verifier: {fault}")]
    Patterns {
        /// What the verifier says.
        fault: Box<PatternFault>,
    },
    /// Circles of waiting cards that are none.
    #[error("a lower bound on plans was refused by the verifier: {0}")]
    Circles(String),
    /// A proof that there is no plan within a bound, which cannot be made or is refused.
    #[error("a solver says that there is no plan within the bound, but {0}")]
    BoundProof(String),
    /// One search found no win where another did.
    #[error("one search says that the game cannot be won, another that it can")]
    Winnable,
}
