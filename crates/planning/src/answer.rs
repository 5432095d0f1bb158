//! Verdicts: what they say, what they rest on, what they cost.

use crate::certificate::Certificate;
use crate::parts::HybridStats;
use crate::proof::BoundProof;
use crate::sat::{SatStats, Within};
use crate::why::PatternProof;
use patsat_game::rules::{Cost, Group, Move};
use patsat_game::state::{Instance, Plan, expand};
use patsat_game::verify::{NoneShorter, Verified};
use patsat_search::{CertifyError, Limit, Stats};
use serde::{Deserialize, Serialize};
use web_time::Duration;

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
        proof: Option<Box<BoundProof>>,
    },
    /// No sequence of moves wins.
    Unwinnable(Basis),
    /// Undecided.
    Unknown(Limit),
}

/// What a bound counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The moves of a plan.
    Cost(Cost),
    /// The steps, or whatever it is, of an encoding.
    Encoding(Within),
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

/// What "no plan is shorter" rests on, beside the word of who says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShortestProof {
    /// A bounded closed set of positions, checked against the rules alone.
    BoundedSet(Box<Certificate<NoneShorter>>),
    /// A proof about a formula that the verifier has followed. Trusts the encoder too.
    Refutation(Box<BoundProof>),
    /// Nothing, for this reason.
    None(CertifyError),
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
    Patterns(Box<PatternProof>),
    /// The game was made from a formula, its locks are off within this bound or never, and no play
    /// takes them off. Trusts the argument of the reduction and the encoder, without a proof also
    /// the solver.
    Locks {
        /// The bound.
        bound: u32,
        /// In what it counts.
        of: Within,
        /// A proof that the verifier has followed, where one was asked for and could be made.
        proof: Option<Box<BoundProof>>,
    },
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
    /// What shows that no plan is shorter, if that was asked for.
    pub shortest_proof: Option<ShortestProof>,
    /// The questions to SAT solvers, if there were any.
    pub sat: Option<Box<SatStats>>,
    /// What solvers made of the native search's plan, if they were asked about parts of it.
    pub hybrid: Option<Box<HybridStats>>,
    /// Wall-clock time, certificate included.
    pub time: Duration,
}

impl Answer {
    /// The name of the verdict.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.outcome.verdict()
    }

    /// The verified plan, if there is one.
    #[must_use]
    pub fn plan(&self) -> Option<&Verified<Plan>> {
        match &self.outcome {
            Outcome::Solved(plan, _) => Some(plan),
            _ => None,
        }
    }

    /// A verdict with the lengths of its plan, if it has one, and nothing known of what it cost but
    /// the time.
    #[must_use]
    pub fn new(instance: &Instance, outcome: Outcome, time: Duration) -> Answer {
        let lengths = match &outcome {
            Outcome::Solved(plan, _) => Some(Lengths::of(instance, plan)),
            _ => None,
        };
        Answer {
            outcome,
            lengths,
            stats: Stats::default(),
            checked_bound: None,
            shortest_proof: None,
            sat: None,
            hybrid: None,
            time,
        }
    }
}
