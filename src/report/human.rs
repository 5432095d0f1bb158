//! A verdict in sentences, and the plan below it.

use super::{Style, notation, sentences};
use crate::pipeline::{Answer, Basis, Lengths, Optimality, Outcome, Reason};
use crate::rules::Cost;
use crate::search::Strategy;
use crate::state::{Instance, Plan};
use crate::verify::Verified;

/// The verdict of an answer, with the plan if there is one.
///
/// `verbose` adds one sentence a move.
#[must_use]
pub fn answer(
    instance: &Instance,
    strategy: &Strategy,
    answer: &Answer,
    style: Style,
    verbose: bool,
) -> String {
    let verdict = style.bold(&verdict(strategy, answer));
    match (&answer.outcome, answer.lengths) {
        (Outcome::Solved(plan, _), Some(lengths)) => {
            format!("{verdict}\n{}\n\n{}", counts(lengths), plan_text(instance, plan, style, verbose))
        }
        _ => format!("{verdict}\n"),
    }
}

/// The verdict alone, as sentences on one line.
#[must_use]
pub fn verdict(strategy: &Strategy, answer: &Answer) -> String {
    match &answer.outcome {
        Outcome::Solved(_, optimality) => match optimality {
            Optimality::NotAsked => "Solved: the plan below was replayed from the rules and wins.".into(),
            Optimality::Shortest { cost, length } => format!(
                "Solved: the plan below was replayed from the rules and wins. No plan is shorter than its \
                 {length} {} (the search's word for it).",
                unit(*cost)
            ),
            Optimality::Between { cost, lower, upper, limit } => {
                let why = limit.map(|limit| format!(" ({limit})")).unwrap_or_default();
                format!(
                    "Solved: the plan below was replayed from the rules and wins. Whether it is shortest is \
                     open{why}: it has {upper} {}, and the search excludes fewer than {lower}.",
                    unit(*cost)
                )
            }
        },
        Outcome::NoPlanWithin { bound, cost } => format!(
            "No plan has {bound} {} or fewer; longer ones were not excluded (the search's word for it).",
            unit(*cost)
        ),
        Outcome::Unwinnable(Basis::ClosedSet(certificate)) => format!(
            "Unwinnable: a closed set of {} positions without a win was checked move by move against the rules.",
            certificate.checked.positions
        ),
        Outcome::Unwinnable(Basis::Search { without }) => {
            let why = without.as_ref().map(|why| format!(" No certificate: {why}.")).unwrap_or_default();
            format!(
                "Unwinnable: the complete search '{}' found no win in any of the {} positions it had to visit \
                 (--proof FILE writes a certificate that is checked without trusting the search).{why}",
                strategy.name, answer.stats.expanded
            )
        }
        Outcome::Unknown(Reason::Limit(limit)) => {
            let bound = match answer.stats.lower_bound {
                Some(lower) if lower > 0 => format!(" (no plan was found; lower bound so far {lower})"),
                _ => String::new(),
            };
            format!("Unknown: {limit} after {} positions{bound}.", answer.stats.expanded)
        }
        Outcome::Unknown(Reason::GaveUp) => format!(
            "Unknown: the strategy '{}' ended after {} positions without a plan and without having visited all.",
            strategy.name, answer.stats.expanded
        ),
    }
}

fn unit(cost: Cost) -> &'static str {
    match cost {
        Cost::M1 => "single-card moves (m1)",
        Cost::M2 => "moves (m2)",
        Cost::M3 => "moves that do not go home (m3)",
    }
}

/// The lengths of a plan in the three counts.
#[must_use]
pub fn counts(lengths: Lengths) -> String {
    let Lengths { m1, m2, m3 } = lengths;
    format!(
        "{m2} moves (m1 {m1} single-card moves, m2 {m2} with supermoves as one, m3 {m3} without those home)"
    )
}

/// The plan in standard notation where the game has one; in sentences else, or too if `verbose`.
#[must_use]
pub fn plan_text(instance: &Instance, plan: &Verified<Plan>, style: Style, verbose: bool) -> String {
    match notation::standard(instance, plan) {
        Some(text) if verbose => format!("{text}\n{}", sentences::plan(instance, plan, style)),
        Some(text) => text,
        None => sentences::plan(instance, plan, style),
    }
}
