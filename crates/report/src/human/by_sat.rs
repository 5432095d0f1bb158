//! The verdicts of SAT and SMT solvers in sentences, and their rounds in lines.

use super::{NOT_CERTIFIED, bounded, no_plan_within, refuted, solved, unit};
use patsat_base::{Limit, counted};
use patsat_planning::sat::{Logic, Question, Round, SatStats, StageEnd};
use patsat_planning::{Answer, Basis, Optimality, Outcome};

/// A unit in the plural, such as `steps a phase`, in the singular if the number is 1.
fn of_number(unit: &str, number: u32) -> String {
    let (noun, rest) = unit.split_at(unit.find(' ').unwrap_or(unit.len()));
    let noun = if number == 1 { noun.trim_end_matches('s') } else { noun };
    format!("{noun}{rest}")
}

/// The verdict of SAT solvers.
pub(super) fn verdict_by_sat(answer: &Answer, sat: &SatStats) -> String {
    let decisive = sat.decisive();
    let excluded = decisive.and_then(|r| Some((sat.excluded(&r.question)?, r)));
    match (&answer.outcome, decisive, excluded) {
        // What was found before anything was committed to is a plan of one formula.
        (Outcome::Solved(..), Some(Round { stage: Some(end), question, .. }), _)
            if sat.committed(end.attempt) > 0 =>
        {
            by_chain(answer, end.attempt, sat.committed(end.attempt) + 1, question)
        }
        (Outcome::Unknown(limit), _, None) if sat.rounds.iter().all(|round| round.stage.is_some()) => {
            let begun = sat.rounds.last().and_then(|round| round.stage).map_or(0, |end| end.attempt);
            let why = match limit {
                Limit::GaveUp => "no attempt led to a win".into(),
                limit => limit.to_string(),
            };
            let begun = counted(begun as usize, "attempt");
            format!(
                "Unknown: {why} after {begun} of a chain. No plan was found; the game may still be winnable."
            )
        }
        (Outcome::Solved(_, optimality), Some(round), excluded) => {
            let (horizon, encoding) = (round.question.horizon, round.question.encoding);
            // Options of an SMT encoding may change what its bound counts.
            let with = if round.question.logic == Logic::Smt { round.question.with() } else { String::new() };
            let none = match excluded {
                Some((bound, round)) => {
                    let less = round.question.leaves_out();
                    format!("; none within {bound}{less} (reported by the solver)")
                }
                None => String::new(),
            };
            let shortest = match optimality {
                Optimality::Shortest { cost, length } => format!(
                    " Shortest: no plan has fewer than {length} {} (reported by the solver, not certified).",
                    unit(*cost)
                ),
                _ => String::new(),
            };
            format!(
                "{} Found within {horizon} {} of encoding {encoding}{with}{none}.{shortest}",
                solved(answer),
                of_number(round.question.unit, horizon)
            )
        }
        (Outcome::NoPlanWithin { bound, of, proof: Some(proof) }, ..) => {
            let steps = proof.shown.refutation.derived();
            no_plan_within(*bound, of, &refuted(steps))
        }
        (Outcome::NoPlanWithin { bound, of, proof: None }, Some(round), _)
            if round.question.logic == Logic::Smt =>
        {
            no_plan_within(*bound, of, "reported by the solver, not certified")
        }
        (Outcome::NoPlanWithin { bound, of, proof: None }, ..) => no_plan_within(*bound, of, NOT_CERTIFIED),
        (Outcome::Unwinnable(Basis::Bound { bound, of, proof }), ..) => {
            bounded(*bound, of, proof.as_ref().map(|proof| proof.shown.refutation.derived()))
        }
        (Outcome::Unknown(limit), _, excluded) => {
            let why = limit.to_string();
            let so_far = match excluded {
                Some((bound, round)) => {
                    let less = round.question.leaves_out();
                    let unit = of_number(round.question.unit, bound);
                    format!("; none within {bound} {unit}{less} (reported by the solver)")
                }
                None => String::new(),
            };
            let at = sat.rounds.last().map(|round| {
                let question = &round.question;
                format!(" at horizon {} of encoding {}", question.horizon, question.encoding)
            });
            format!("Unknown: {why}{}. No plan was found{so_far}.", at.unwrap_or_default())
        }
        // A plan or a proof of another kind comes from no solver.
        _ => "Unknown: no solver returned an answer.".into(),
    }
}

/// The verdict of a chain of `stages` stages.
fn by_chain(answer: &Answer, attempt: u64, stages: usize, question: &Question) -> String {
    let attempt = if attempt == 1 { String::new() } else { format!(" (attempt {attempt})") };
    let Question { encoding, horizon, unit, .. } = question;
    format!(
        "{} Found by a chain of {}{attempt} of encoding {encoding}, the last within {horizon} {unit}.",
        solved(answer),
        counted(stages, "stage")
    )
}

/// A horizon and its answer, on a line that is the same in every run.
#[must_use]
pub fn round(round: &Round) -> String {
    let q = &round.question;
    let size = match q.logic {
        Logic::Sat => {
            format!("{} variables, {} clauses, {} conflicts", q.variables, q.clauses, round.conflicts)
        }
        Logic::Smt => format!("{} constants, {} assertions, {} bytes", q.variables, q.clauses, q.literals),
    };
    let answer = round.answer.words();
    let (stage, value) = round.stage.as_ref().map_or_else(Default::default, in_chain);
    format!(
        "{stage}horizon {} of {} by {} (seed {}): {size}: {answer}{value}",
        q.horizon, q.encoding, q.backend, q.seed
    )
}

/// The stage of a chain, and the change of its value.
fn in_chain(end: &StageEnd) -> (String, String) {
    let value = match (end.before, end.value) {
        (Some(before), Some(value)) => {
            let best = if end.optimal { ", optimal" } else { "" };
            format!(" to value {value} of {before}{best}")
        }
        _ => String::new(),
    };
    (format!("attempt {}, stage {} of {}: ", end.attempt, end.stage, end.stages), value)
}

/// The same with its time.
#[must_use]
pub fn round_with_time(round: &Round) -> String {
    format!("{}, {:.1} ms ({:.1} ms of it to write)", self::round(round), round.time_ms, round.encode_ms)
}
