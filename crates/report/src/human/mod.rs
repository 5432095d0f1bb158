//! A verdict in sentences, and the plan below it.

mod by_sat;

pub use by_sat::{round, round_with_time};

use super::{notation, sentences};
use by_sat::verdict_by_sat;
use patsat_base::{Limit, Style, counted, number};
use patsat_game::rules::Cost;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Verified;
use patsat_planning::parts::{HybridStats, PartAttempt, ShortenResult};
use patsat_planning::sat::EncodingUnit;
use patsat_planning::{Answer, Basis, Lengths, Measure, Optimality, Outcome, PdrStats, ShortestProof};

/// The verdict of an answer, with the plan if there is one.
///
/// `by` names the strategy; `verbose` adds one sentence per move.
#[must_use]
pub fn answer(instance: &Instance, by: &str, answer: &Answer, style: Style, verbose: bool) -> String {
    let verdict = style.bold(&verdict(by, answer));
    match (&answer.outcome, answer.lengths) {
        (Outcome::Solved(plan, _), Some(lengths)) => {
            let counts = other_counts(lengths).map(|text| text + "\n").unwrap_or_default();
            format!("{verdict}\n{counts}\n{}", plan_text(instance, plan, style, verbose))
        }
        _ => format!("{verdict}\n"),
    }
}

/// The verdict alone, as sentences on one line.
#[must_use]
pub fn verdict(by: &str, answer: &Answer) -> String {
    if let Some(sat) = &answer.sat {
        return verdict_by_sat(answer, sat);
    }
    if let (Some(hybrid), Some(lengths)) = (&answer.hybrid, answer.lengths) {
        return verdict_by_hybrid(answer, hybrid, lengths);
    }
    if let (Some(pdr), Outcome::Unknown(limit)) = (answer.pdr, &answer.outcome) {
        return unknown_by_pdr(*limit, pdr);
    }
    let source = if by == "sat" { "solver" } else { "search" };
    match &answer.outcome {
        Outcome::Solved(_, optimality) => match optimality {
            Optimality::NotRequested => solved(answer),
            Optimality::Shortest { cost, length } => {
                let proof = answer.shortest_proof.as_ref().filter(|p| !matches!(p, ShortestProof::None(_)));
                let basis = match (answer.checked_bound, proof) {
                    (Some(bound), _) if bound == *length => "lower bound verified against the rules".into(),
                    (_, Some(ShortestProof::BoundedSet(set))) => format!(
                        "bounded closed set of {}, verified",
                        counted(set.checked.positions as usize, "position")
                    ),
                    (_, Some(ShortestProof::Refutation(proof))) => refuted(proof.shown.refutation.derived()),
                    (Some(bound), _) => {
                        format!("verified up to {bound}, from there on reported by the solver, not certified")
                    }
                    (None, _) => format!("reported by the {source}, not certified"),
                };
                format!(
                    "{} Shortest: no plan has fewer than {length} {} ({basis}).",
                    solved(answer),
                    unit(*cost)
                )
            }
            Optimality::Between { cost, lower, upper, limit } => {
                let why = limit.map(|limit| format!(" ({limit})")).unwrap_or_default();
                let basis = match answer.checked_bound {
                    Some(bound) if bound == *lower => "verified".to_owned(),
                    _ => format!("reported by the {source}"),
                };
                format!(
                    "{} Optimality is undecided{why}: the plan has {upper} {}, the lower bound is {lower} ({basis}).",
                    solved(answer),
                    unit(*cost)
                )
            }
        },
        Outcome::NoPlanWithin { bound, of, .. } => {
            no_plan_within(*bound, of, "reported by the search, not certified")
        }
        Outcome::Unwinnable(Basis::ClosedSet(certificate)) => format!(
            "Unwinnable (closed set of {} positions, verified).",
            number(certificate.checked.positions)
        ),
        Outcome::Unwinnable(Basis::SweptSet(certificate)) => {
            let swept = &certificate.checked;
            let safe = if swept.safe_home { "; safe cards go home at once" } else { "" };
            format!(
                "Unwinnable (an independent checker visited all {} reachable positions and found no win{safe}).",
                number(swept.positions)
            )
        }
        Outcome::Unwinnable(Basis::TrackedCards(certificate)) => {
            let loss = &certificate.checked;
            let positions = counted(loss.positions as usize, "position");
            if loss.safe_home {
                format!("Unwinnable ({positions}, up to how face-up cards are arranged, verified).")
            } else {
                format!(
                    "Unwinnable ({} are enough: {positions} with all other cards out of the way, verified).",
                    counted(loss.cards.len(), "card")
                )
            }
        }
        Outcome::Unwinnable(Basis::HeightGame(certificate)) => format!(
            "Unwinnable (height game of {}, verified).",
            counted(certificate.checked.positions as usize, "position")
        ),
        Outcome::Unwinnable(Basis::Patterns(proof)) => {
            let patterns = &proof.checked.patterns;
            let (count, facts) = (patterns.0.len(), patterns.facts());
            let each = if count == 1 { "It holds" } else { "One of them holds" };
            format!(
                "Unwinnable ({}, {}, verified). {each} at the start and after every legal move, but never in a won \
                 game.",
                counted(count, "dead pattern"),
                counted(facts, "fact")
            )
        }
        Outcome::Unwinnable(Basis::Bound { bound, of, proof }) => {
            bounded(*bound, of, proof.as_ref().map(|proof| proof.shown.refutation.derived()))
        }
        Outcome::Unwinnable(Basis::Locks { bound, of, proof }) => {
            let basis = match proof {
                Some(proof) => refuted(proof.shown.refutation.derived()),
                None => NOT_CERTIFIED.to_owned(),
            };
            locked(*bound, of, &basis)
        }
        Outcome::Unwinnable(Basis::Search { without }) => {
            let why = without.as_ref().map(|why| format!(" No certificate: {why}.")).unwrap_or_default();
            format!(
                "Unwinnable (complete search '{by}' of {} positions, not certified; --proof FILE writes a \
                 certificate).{why}",
                number(answer.stats.expanded)
            )
        }
        Outcome::Unknown(Limit::GaveUp) if answer.stats.expanded == 0 => format!(
            "Unknown: strategy '{by}' does not play this game ('--strategy breadth-first' finds shortest plans of small \
             deals)."
        ),
        Outcome::Unknown(Limit::GaveUp) => format!(
            "Unknown: strategy '{by}' is incomplete and found no plan in {} positions.",
            number(answer.stats.expanded)
        ),
        Outcome::Unknown(limit) => {
            let bound = match answer.stats.lower_bound {
                Some(lower) if lower > 0 => format!("; no plan found, lower bound {lower}"),
                _ => String::new(),
            };
            format!("Unknown: {limit} after {} positions{bound}.", number(answer.stats.expanded))
        }
    }
}

/// The verdict of property-directed reachability without a result.
fn unknown_by_pdr(limit: Limit, pdr: PdrStats) -> String {
    let work = format!("{} solver queries in {}", number(pdr.queries), counted(pdr.layers, "layer"));
    match limit {
        Limit::GaveUp => {
            format!("Unknown: the checker reached its limit on the dead patterns found after {work}.")
        }
        limit => format!("Unknown: {limit} after {work}."),
    }
}

/// The verdict on a plan, in one sentence.
fn solved(answer: &Answer) -> String {
    let moves = answer.lengths.map(|lengths| format!(" in {}", counted(lengths.m2 as usize, "move")));
    format!("Solved{} (plan verified).", moves.unwrap_or_default())
}

/// The basis of a verdict that rests on a proof about a formula.
fn refuted(steps: u64) -> String {
    format!("refuted by a verified proof of {} steps", number(steps))
}

const NOT_CERTIFIED: &str = "reported by the solver, not certified; --proof FILE writes a proof";

/// The parts that search and SAT solver have in a hybrid plan.
fn verdict_by_hybrid(answer: &Answer, stats: &HybridStats, lengths: Lengths) -> String {
    let HybridStats { native_moves, boundaries, freed, native_parts, .. } = *stats;
    let parts = boundaries + 1 - native_parts.min(boundaries + 1);
    let own = match native_parts {
        0 => String::new(),
        n => format!(" (the search gave the moves of {n} more)"),
    };
    let pair = match freed {
        0 => "No boundary was dropped for a shorter plan".to_owned(),
        n => format!(
            "{} dropped for a shorter plan",
            if n == 1 { "1 boundary was".into() } else { format!("{n} boundaries were") }
        ),
    };
    format!(
        "{} Hybrid: native search chose {}, a SAT solver found the moves of the {} between them{own}. {pair}. The \
         plan of the search has {}, this one {}.",
        solved(answer),
        if boundaries == 1 { "1 boundary".to_owned() } else { format!("{boundaries} boundaries") },
        counted(parts as usize, "part"),
        counted(native_moves as usize, "move"),
        lengths.m2
    )
}

/// The result of shortening a plan, in one or two sentences.
#[must_use]
pub fn shortened(result: &ShortenResult) -> String {
    let ShortenResult { queried, gave, open, encoding, .. } = *result;
    let (now, before) = (result.lengths, result.before);
    // Single-card moves are counted; the unit is left out where every move is one.
    let unit = if before.m1 == before.m2 && now.m1 == now.m2 { "moves" } else { unit(Cost::M1) };
    let what = if gave == 0 {
        format!("Not shortened: the plan keeps its {} {unit}.", before.m1)
    } else {
        format!("Shortened from {} to {} {unit} (plan verified).", before.m1, now.m1)
    };
    let left = match open {
        0 => String::new(),
        n => format!(", {n} reached the conflict limit"),
    };
    let end = result.limit.map(|limit| format!(" Stopped early: {limit}.")).unwrap_or_default();
    format!("{what} {gave} of {queried} windows of encoding {encoding} improved{left}.{end}")
}

/// A query about a part of a plan, on one line.
#[must_use]
pub fn tried(tried: &PartAttempt) -> String {
    let (first, last) = (tried.from + 1, tried.from + tried.moves);
    let steps = match tried.horizon {
        (0, after) => format!("{after} steps"),
        (before, after) => format!("{before} and {after} steps"),
    };
    let answer = match tried.found {
        Some(found) => counted(found, "move"),
        None if tried.none => "none".into(),
        None => "no answer".into(),
    };
    let PartAttempt { moves, backend, variables, clauses, conflicts, .. } = tried;
    format!(
        "moves {first} to {last} ({moves}) within {steps} by {backend}: {variables} variables, {clauses} clauses, \
         {conflicts} conflicts: {answer}"
    )
}

/// The same with its time.
#[must_use]
pub fn tried_with_time(tried: &PartAttempt) -> String {
    format!("{}, {:.1} ms", self::tried(tried), tried.time_ms)
}

/// The verdict "unwinnable" of a deal whose locks do not leave within the bound that decides it.
#[must_use]
pub fn locked(bound: u32, of: &EncodingUnit, basis: &str) -> String {
    format!(
        "Unwinnable: the formula of this deal is unsatisfiable. Its lock cards cannot leave within {} ({basis}). By \
         the reduction they leave within that bound or never.",
        of.words(bound)
    )
}

/// The verdict "no plan within a bound" for a bound that holds every plan. `steps`: those of its proof, if there is one.
pub(super) fn bounded(bound: u32, of: &EncodingUnit, steps: Option<u64>) -> String {
    let basis = steps.map_or_else(|| NOT_CERTIFIED.to_owned(), refuted);
    format!("Unwinnable: no plan within {} ({basis}). Every plan fits within that.", of.words(bound))
}

/// The verdict "no plan within a bound", and what it rests on.
#[must_use]
pub fn no_plan_within(bound: u32, of: &Measure, basis: &str) -> String {
    match of {
        Measure::Cost(cost) => {
            format!("No plan has {bound} {} or fewer ({basis}). Longer plans were not excluded.", unit(*cost))
        }
        Measure::Encoding(within) => {
            format!("No plan within {} ({basis}). Longer plans were not excluded.", within.words(bound))
        }
    }
}

/// The unit of a plan length, in words.
#[must_use]
pub fn unit(cost: Cost) -> &'static str {
    match cost {
        Cost::M1 => "single-card moves (m1)",
        Cost::M2 => "moves (m2)",
        Cost::M3 => "moves without those home (m3)",
    }
}

/// The lengths of a plan in the three counts.
#[must_use]
pub fn counts(lengths: Lengths) -> String {
    let Lengths { m1, m2, m3 } = lengths;
    if m1 == m2 && m2 == m3 {
        return counted(m1 as usize, "move");
    }
    format!("{} ({})", counted(m2 as usize, "move"), in_each_count(lengths))
}

/// The counts beside the one in the verdict, if they differ from it.
fn other_counts(lengths: Lengths) -> Option<String> {
    let Lengths { m1, m2, m3 } = lengths;
    (m1 != m2 || m2 != m3).then(|| format!("Moves: {}.", in_each_count(lengths)))
}

fn in_each_count(Lengths { m1, m2, m3 }: Lengths) -> String {
    format!("m1 {m1} single cards, m2 {m2} with supermoves, m3 {m3} without moves home")
}

/// Plans of fewer moves are printed in words too.
pub const SHORT: usize = 10;

/// The plan in standard notation if the game has one, else in sentences; both if `verbose` or if the plan is short.
#[must_use]
pub fn plan_text(instance: &Instance, plan: &Verified<Plan>, style: Style, verbose: bool) -> String {
    match notation::standard(instance, plan) {
        Some(text) if verbose || (1..SHORT).contains(&plan.moves.len()) => {
            format!("{text}\n{}", sentences::plan(instance, plan, style))
        }
        Some(text) => text,
        None => sentences::plan(instance, plan, style),
    }
}
