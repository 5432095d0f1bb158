//! JSON Lines: one event a line, `{"type": ..., "data": {...}}`.
//!
//! - `begin` contains the request: the instance, the method and its settings.
//! - `bound` reports that a bound on the length of a shortest plan has changed.
//! - `horizon` reports that a solver has answered the query for one horizon, or was stopped. Events of several threads
//!   appear in the order in which they end. Events of an SMT solver have `"logic": "smt"`; their `variables`, `clauses`
//!   and `literals` count the constants, assertions and bytes of the script.
//! - `part` reports the same for a query about a part of a plan.
//! - `result` contains the verdict. For `why` it includes the move that lost the game and the dead patterns that
//!   prove it, for `hint` the best next move and the outcome of each move.
//! - `end` contains the exit code and the time.
//!
//! The lines follow [`patsat_console::envelope`]. Moves of a plan count
//! places from 0: `{"cards": {"from": {"column": 2}, "to": {"cell": 0},
//! "count": 1}}`, `"draw"`, `"redeal"`, `"deal-row"`.

mod begin;

use super::notation;
use patsat_base::Limit;
use patsat_game::rules::{Cost, Move, Rules};
use patsat_game::state::Instance;
use patsat_planning::PdrStats;
use patsat_planning::parts::{HybridStats, PartAttempt, ShortenResult};
use patsat_planning::sat::Round;
use patsat_planning::{Answer, Basis, Lengths, Measure, Optimality, Outcome, Verdict};
use patsat_search::Stats;
use serde::Serialize;

/// One line.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", content = "data", rename_all = "lowercase")]
pub enum Event<'a> {
    /// The first line.
    Begin {
        /// Version of the lines.
        schema: u32,
        /// Version of the program.
        version: &'static str,
        command: &'static str,
        /// The name of the deal, if it has one.
        instance: Option<String>,
        /// The rules, complete.
        rules: &'a Rules,
        /// The strategy; `sat` for formulas, `smt` for scripts.
        strategy: &'a str,
        /// The cost to minimise, if any.
        cost: Option<Cost>,
        /// Seed of random choices.
        seed: u64,
        /// Formulas: the queries.
        #[serde(skip_serializing_if = "Option::is_none")]
        sat: Option<Questions<'a>>,
    },
    /// A bound has changed.
    Bound {
        /// The cost that the bounds are for.
        cost: Cost,
        /// The lower bound: no plan is shorter.
        lower: Option<u32>,
        /// Length of the best plan so far, not verified yet.
        upper: Option<u32>,
    },
    /// A query to a SAT solver, and its answer.
    Horizon(&'a Round),
    /// A query about a part of a plan, and its answer.
    Part(&'a PartAttempt),
    /// The verdict.
    Result(Box<ResultData<'a>>),
    /// The last line.
    End {
        /// The exit code of the program.
        exit_code: u8,
        /// Wall-clock time of search and check.
        time_ms: f64,
    },
}

/// The queries to SAT solvers, in a `begin`.
#[derive(Clone, Debug, Serialize)]
pub struct Questions<'a> {
    pub encoding: Option<&'a str>,
    pub options: Option<String>,
    /// The back-ends, one a thread or one an entry of the schedule.
    pub backends: Vec<&'a str>,
    /// The horizons: a number, a range, or `auto`.
    pub horizon: Option<String>,
    /// The schedule, if the options name one.
    pub schedule: Option<&'a str>,
    pub threads: usize,
}

/// The work of the SAT solvers, in a `result`.
#[derive(Clone, Debug, Serialize)]
pub struct SatData<'a> {
    pub questions: usize,
    pub conflicts: u64,
    /// The query that decided, or the one that excluded most.
    pub decided_by: Option<&'a Round>,
    /// The longest horizon without a plan, of the encoding that decided.
    pub excluded: Option<u32>,
}

/// The data of a `result`.
#[derive(Clone, Debug, Serialize)]
pub struct ResultData<'a> {
    pub verdict: Verdict,
    /// Why it is unknown: a limit, or `gave-up`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The limit that left the verdict unknown, or the plan not proved shortest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// `no_plan_within`: the lengths excluded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u32>,
    /// Formulas: what `bound` counts, such as `steps`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
    /// Formulas: the encoding that `bound` refers to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'static str>,
    /// Formulas: its options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<String>,
    /// The cost that `bound`, `lower` and `optimal` refer to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// Whether the plan is shortest, if optimality was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// No plan is shorter than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<u32>,
    /// The lengths of the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lengths: Option<Lengths>,
    /// The verified plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<&'a [Move]>,
    /// The plan in standard notation, if the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// The basis of "unwinnable", such as `search`, `closed-set` or
    /// `dead-patterns`. For "no plan within": `proof`, if one was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub basis: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate_positions: Option<u64>,
    /// Dead patterns in the certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patterns: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern_facts: Option<usize>,
    /// The statistics of the search; all zero if SAT solvers answered.
    pub stats: Stats,
    /// The work of the SAT solvers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sat: Option<SatData<'a>>,
    /// The solvers' attempts on the plan of native search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hybrid: Option<&'a HybridStats>,
    /// The work of property-directed reachability.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pdr: Option<PdrStats>,
    /// `why`: the move that lost the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<LostData>,
    /// `why`: dead patterns, and the obstacle on each way out of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<super::why::WhyData>,
    /// `hint`: the best next move, and the outcome of each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<super::hint::HintData>,
}

/// The move that lost a game.
#[derive(Clone, Debug, Serialize)]
pub struct LostData {
    /// Its number, from 1.
    pub number: usize,
    /// The move.
    #[serde(rename = "move")]
    pub action: Move,
    /// The same in words.
    pub words: String,
}

/// The data of a shortened plan.
#[derive(Clone, Debug, Serialize)]
pub struct ShortenedData<'a> {
    /// The lengths of the plan that was given.
    pub before: Lengths,
    pub lengths: Lengths,
    pub encoding: &'static str,
    /// Windows that a solver was queried for.
    pub asked: usize,
    /// Windows that became shorter.
    pub gave: usize,
    /// Windows that reached their conflict limit.
    pub open: usize,
    /// The limit that ended it early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// The verified plan.
    pub plan: &'a [Move],
    /// Wall-clock time.
    pub time_ms: f64,
}

impl<'a> Event<'a> {
    /// The verdict of an answer, as a line.
    #[must_use]
    pub fn result(instance: &Instance, answer: &'a Answer) -> Event<'a> {
        Event::Result(Box::new(ResultData::of(instance, answer)))
    }

    /// Returns the line, with its line break.
    #[must_use]
    pub fn line(&self) -> String {
        // Texts, numbers and field names always serialise.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

impl<'a> ResultData<'a> {
    /// The verdict of an answer.
    #[must_use]
    pub fn of(instance: &Instance, answer: &'a Answer) -> ResultData<'a> {
        let mut data = ResultData {
            verdict: answer.outcome.verdict(),
            reason: None,
            limit: None,
            bound: None,
            unit: None,
            encoding: None,
            options: None,
            cost: None,
            optimal: None,
            lower: None,
            lengths: answer.lengths,
            plan: None,
            notation: None,
            basis: None,
            certificate_positions: None,
            patterns: None,
            pattern_facts: None,
            stats: answer.stats,
            sat: answer.sat.as_deref().map(|sat| SatData {
                questions: sat.rounds.len(),
                conflicts: sat.conflicts(),
                decided_by: sat.decisive(),
                excluded: sat.decisive().and_then(|round| sat.excluded(&round.question)),
            }),
            hybrid: answer.hybrid.as_deref(),
            pdr: answer.pdr,
            lost: None,
            why: None,
            hint: None,
        };
        match &answer.outcome {
            Outcome::Solved(plan, optimality) => {
                data.plan = Some(&plan.moves);
                data.notation = notation::standard(instance, plan)
                    .map(|n| n.split_whitespace().collect::<Vec<_>>().join(" "));
                (data.optimal, data.lower, data.cost) = match *optimality {
                    Optimality::NotRequested => (None, None, None),
                    Optimality::Shortest { cost, length } => (Some(true), Some(length), Some(cost)),
                    Optimality::Between { cost, lower, limit, .. } => {
                        data.limit = limit;
                        (Some(false), Some(lower), Some(cost))
                    }
                };
            }
            Outcome::NoPlanWithin { bound, of, proof } => {
                data.basis = proof.is_some().then_some("proof");
                data.bound = Some(*bound);
                match of {
                    Measure::Cost(cost) => data.cost = Some(*cost),
                    Measure::Encoding(within) => {
                        data.unit = Some(within.unit.word(2));
                        data.encoding = Some(within.encoding);
                        data.options = Some(within.options.to_string());
                    }
                }
            }
            Outcome::Unwinnable(Basis::Search { .. }) => data.basis = Some("search"),
            Outcome::Unwinnable(Basis::ClosedSet(certificate)) => {
                data.basis = Some("closed-set");
                data.certificate_positions = Some(certificate.checked.positions);
            }
            Outcome::Unwinnable(Basis::SweptSet(certificate)) => {
                data.basis = Some("swept-set");
                data.certificate_positions = Some(certificate.checked.positions);
            }
            Outcome::Unwinnable(Basis::TrackedCards(certificate)) => {
                data.basis = Some("tracked-cards");
                data.certificate_positions = Some(certificate.checked.positions);
            }
            Outcome::Unwinnable(Basis::HeightGame(certificate)) => {
                data.basis = Some("height-game");
                data.certificate_positions = Some(certificate.checked.positions);
            }
            Outcome::Unwinnable(Basis::Patterns(proof)) => {
                data.basis = Some("dead-patterns");
                data.patterns = Some(proof.checked.patterns.0.len());
                data.pattern_facts = Some(proof.checked.patterns.facts());
            }
            Outcome::Unwinnable(
                basis @ (Basis::Locks { bound, of, .. } | Basis::Bound { bound, of, .. }),
            ) => {
                let locks = matches!(basis, Basis::Locks { .. });
                (data.basis, data.bound) = (Some(if locks { "locks" } else { "bound" }), Some(*bound));
                (data.unit, data.encoding) = (Some(of.unit.word(2)), Some(of.encoding));
                data.options = Some(of.options.to_string());
            }
            Outcome::Unknown(Limit::GaveUp) => data.reason = Some("gave-up"),
            Outcome::Unknown(limit) => (data.reason, data.limit) = (Some("limit"), Some(*limit)),
        }
        data
    }
}

impl<'a> ShortenedData<'a> {
    /// Collects the data of a shortened plan.
    #[must_use]
    pub fn of(result: &'a ShortenResult) -> ShortenedData<'a> {
        ShortenedData {
            before: result.before,
            lengths: result.lengths,
            encoding: result.encoding,
            asked: result.queried,
            gave: result.gave,
            open: result.open,
            limit: result.limit,
            plan: &result.plan.moves,
            time_ms: (result.time.as_secs_f64() * 1e6).round() / 1e3,
        }
    }
}
