//! A verdict in sentences, and the plan below it.

use super::{notation, sentences};
use patsat_game::rules::Cost;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Verified;
use patsat_planning::parts::{HybridStats, Shortened, Tried};
use patsat_planning::sat::{Logic, Question, Round, SatStats, StageEnd, Within};
use patsat_planning::{Answer, Basis, Lengths, Measure, Optimality, Outcome, ShortestProof};
use patsat_search::Limit;
use patsat_text::{Style, counted};

/// The verdict of an answer, with the plan if there is one.
///
/// `by` names the strategy; `verbose` adds one sentence a move.
#[must_use]
pub fn answer(instance: &Instance, by: &str, answer: &Answer, style: Style, verbose: bool) -> String {
    let verdict = style.bold(&verdict(by, answer));
    match (&answer.outcome, answer.lengths) {
        (Outcome::Solved(plan, _), Some(lengths)) => {
            format!("{verdict}\n{}\n\n{}", counts(lengths), plan_text(instance, plan, style, verbose))
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
        return verdict_by_hybrid(hybrid, lengths);
    }
    let who = if by == "sat" { "solver" } else { "search" };
    match &answer.outcome {
        Outcome::Solved(_, optimality) => match optimality {
            Optimality::NotAsked => "Solved: the plan below was replayed from the rules and wins.".into(),
            Optimality::Shortest { cost, length } => {
                let proof = answer.shortest_proof.as_ref().filter(|p| !matches!(p, ShortestProof::None(_)));
                let basis = match (answer.checked_bound, proof) {
                    (Some(bound), _) if bound == *length => {
                        "a lower bound that was checked on the rules".into()
                    }
                    (_, Some(ShortestProof::BoundedSet(set))) => format!(
                        "a bounded closed set of {} was checked move by move against the rules",
                        counted(set.checked.positions as usize, "position")
                    ),
                    (_, Some(ShortestProof::Refutation(proof))) => {
                        format!("a proof of {} clauses was checked", proof.shown.refutation.derived())
                    }
                    (Some(bound), _) => {
                        format!("the solver's word for it from {bound} on, which was checked")
                    }
                    (None, _) => format!("the {who}'s word for it"),
                };
                format!(
                    "Solved: the plan below was replayed from the rules and wins. No plan is shorter than its \
                     {length} {} ({basis}).",
                    unit(*cost)
                )
            }
            Optimality::Between { cost, lower, upper, limit } => {
                let why = limit.map(|limit| format!(" ({limit})")).unwrap_or_default();
                format!(
                    "Solved: the plan below was replayed from the rules and wins. Whether it is shortest is \
                     open{why}: it has {upper} {}, and {} excludes fewer than {lower}.",
                    unit(*cost),
                    if answer.checked_bound == Some(*lower) {
                        "a checked bound".into()
                    } else {
                        format!("the {who}")
                    }
                )
            }
        },
        Outcome::NoPlanWithin { bound, of, .. } => no_plan_within(*bound, of, "the search's word for it"),
        Outcome::Unwinnable(Basis::ClosedSet(certificate)) => format!(
            "Unwinnable: a closed set of {} positions without a win was checked move by move against the rules.",
            certificate.checked.positions
        ),
        Outcome::Unwinnable(Basis::SweptSet(certificate)) => {
            let swept = &certificate.checked;
            let safe = if swept.safe_home { ", safe cards going home at once" } else { "" };
            format!(
                "Unwinnable: every position that can be reached ({} of them{safe}) was visited once more on the rules \
                 alone, and none is won.",
                swept.positions
            )
        }
        Outcome::Unwinnable(Basis::Patterns(proof)) => {
            let patterns = &proof.checked.patterns;
            let (count, facts) = (patterns.0.len(), patterns.facts());
            let (patterns, were, each) = match count {
                1 => ("pattern", "was", "It holds"),
                _ => ("patterns", "were", "One of them holds"),
            };
            format!(
                "Unwinnable: {count} dead {patterns} ({facts} facts) {were} checked against the rules alone. {each} \
                 at the start and after every legal move, but not when the game is won."
            )
        }
        Outcome::Unwinnable(Basis::Locks { bound, of, proof }) => {
            let basis = match proof {
                Some(proof) => format!("a proof of {} clauses was checked", proof.shown.refutation.derived()),
                None => "the solver's word for it; --proof FILE writes a proof".to_owned(),
            };
            locked(*bound, of, &basis)
        }
        Outcome::Unwinnable(Basis::Search { without }) => {
            let why = without.as_ref().map(|why| format!(" No certificate: {why}.")).unwrap_or_default();
            format!(
                "Unwinnable: the complete search '{by}' found no win in any of the {} positions it had to visit \
                 (--proof FILE writes a certificate that is checked without trusting the search).{why}",
                answer.stats.expanded
            )
        }
        Outcome::Unknown(Limit::GaveUp) => format!(
            "Unknown: the strategy '{by}' ended after {} positions without a plan and without having visited all.",
            answer.stats.expanded
        ),
        Outcome::Unknown(limit) => {
            let bound = match answer.stats.lower_bound {
                Some(lower) if lower > 0 => format!(" (no plan was found; lower bound so far {lower})"),
                _ => String::new(),
            };
            format!("Unknown: {limit} after {} positions{bound}.", answer.stats.expanded)
        }
    }
}

/// What each of the two has done.
fn verdict_by_hybrid(stats: &HybridStats, lengths: Lengths) -> String {
    let HybridStats { native_moves, boundaries, freed, native_parts, .. } = *stats;
    let parts = boundaries + 1 - native_parts.min(boundaries + 1);
    let own = match native_parts {
        0 => String::new(),
        n => format!(" (the moves of {n} more are the search's own)"),
    };
    let pair = match freed {
        0 => "none of them was given up for a shorter plan".to_owned(),
        1 => "1 of them was given up for a shorter plan".to_owned(),
        n => format!("boundaries were given up {n} times for a shorter plan"),
    };
    format!(
        "Solved: the plan below was replayed from the rules and wins. Hybrid: native search chose the {boundaries} \
         boundaries, a SAT solver found the moves of the {parts} parts between them{own}; {pair}. The search's own \
         plan has {native_moves} moves, this one {}.",
        lengths.m2
    )
}

/// What became of a plan, in a sentence or two.
#[must_use]
pub fn shortened(result: &Shortened) -> String {
    let Shortened { asked, gave, open, encoding, .. } = *result;
    let (now, before) = (result.lengths, result.before);
    // What is counted is single-card moves; where these are the moves, nobody needs to be told.
    let unit = if before.m1 == before.m2 && now.m1 == now.m2 { "moves" } else { unit(Cost::M1) };
    let what = if gave == 0 {
        format!("Not shortened: the plan keeps its {} {unit}.", before.m1)
    } else {
        format!(
            "Shortened from {} to {} {unit}: the plan below was replayed from the rules and wins.",
            before.m1, now.m1
        )
    };
    let left = match open {
        0 => String::new(),
        n => format!(", {n} left a question without an answer in its conflicts"),
    };
    let end = result.limit.map(|limit| format!(" It ended early: {limit}.")).unwrap_or_default();
    format!("{what} Of {asked} windows of encoding {encoding} {gave} gave something{left}.{end}")
}

/// A question about a part of a plan, in a line.
#[must_use]
pub fn tried(tried: &Tried) -> String {
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
    let Tried { moves, backend, variables, clauses, conflicts, .. } = tried;
    format!(
        "moves {first} to {last} ({moves}) within {steps} by {backend}: {variables} variables, {clauses} clauses, \
         {conflicts} conflicts: {answer}"
    )
}

/// The same with its time.
#[must_use]
pub fn tried_with_time(tried: &Tried) -> String {
    format!("{}, {:.1} ms", self::tried(tried), tried.time_ms)
}

/// The verdict "unwinnable" of a deal whose locks do not leave within the bound that decides it.
#[must_use]
pub fn locked(bound: u32, of: &Within, basis: &str) -> String {
    format!(
        "Unwinnable: the cards that lock the deal of this formula do not leave within {} ({basis}), and by the \
         reduction's argument they do so within that bound or never: the formula cannot be satisfied.",
        of.words(bound)
    )
}

/// The verdict "no plan within a bound", and what it rests on.
#[must_use]
pub fn no_plan_within(bound: u32, of: &Measure, basis: &str) -> String {
    match of {
        Measure::Cost(cost) => {
            format!("No plan has {bound} {} or fewer; longer ones were not excluded ({basis}).", unit(*cost))
        }
        Measure::Encoding(within) => format!(
            "There is no plan within {}; longer ones were not excluded ({basis}).",
            within.words(bound)
        ),
    }
}

/// The verdict of SAT solvers.
fn verdict_by_sat(answer: &Answer, sat: &SatStats) -> String {
    let decisive = sat.decisive();
    let excluded = decisive.and_then(|r| Some((sat.excluded(&r.question)?, r)));
    match (&answer.outcome, decisive, excluded) {
        // What was found before anything was committed to is a plan of one formula.
        (Outcome::Solved(..), Some(Round { stage: Some(end), question, .. }), _)
            if sat.committed(end.attempt) > 0 =>
        {
            by_chain(end.attempt, sat.committed(end.attempt) + 1, question)
        }
        (Outcome::Unknown(limit), _, None) if sat.rounds.iter().all(|round| round.stage.is_some()) => {
            let begun = sat.rounds.last().and_then(|round| round.stage).map_or(0, |end| end.attempt);
            let why = match limit {
                Limit::GaveUp => "no attempt led to a win".into(),
                limit => limit.to_string(),
            };
            let begun = counted(begun as usize, "attempt");
            format!(
                "Unknown: {why} after {begun} of a chain, no plan was found, which says nothing of the game."
            )
        }
        (Outcome::Solved(_, optimality), Some(round), excluded) => {
            let (horizon, encoding) = (round.question.horizon, round.question.encoding);
            // Options of an SMT encoding may change what its bound counts.
            let with = if round.question.logic == Logic::Smt { round.question.with() } else { String::new() };
            let none = match excluded {
                Some((bound, round)) => {
                    let less = round.question.leaves_out();
                    format!("; within {bound} there is none{less} (the solver's word for it)")
                }
                None => String::new(),
            };
            let shortest = match optimality {
                Optimality::Shortest { cost, length } => format!(
                    " No plan is shorter than its {length} {} (the solver's word for it).",
                    unit(*cost)
                ),
                _ => String::new(),
            };
            format!(
                "Solved: the plan below was replayed from the rules and wins. It was found within {horizon} {} of \
                 encoding {encoding}{with}{none}.{shortest}",
                round.question.unit
            )
        }
        (Outcome::NoPlanWithin { bound, of, proof: Some(proof) }, ..) => {
            let steps = proof.shown.refutation.derived();
            no_plan_within(*bound, of, &format!("a proof of {steps} clauses was checked"))
        }
        (Outcome::NoPlanWithin { bound, of, proof: None }, Some(round), _)
            if round.question.logic == Logic::Smt =>
        {
            no_plan_within(*bound, of, "the solver's word for it")
        }
        (Outcome::NoPlanWithin { bound, of, proof: None }, ..) => {
            no_plan_within(*bound, of, "the solver's word for it; --proof FILE writes a proof")
        }
        (Outcome::Unknown(limit), _, excluded) => {
            let why = limit.to_string();
            let so_far = match excluded {
                Some((bound, round)) => {
                    let less = round.question.leaves_out();
                    format!("; so far there is none within {bound} {} of it{less}", round.question.unit)
                }
                None => String::new(),
            };
            let at = sat.rounds.last().map(|round| {
                let question = &round.question;
                format!(" at horizon {} of encoding {}", question.horizon, question.encoding)
            });
            format!("Unknown: {why}{}, no plan was found{so_far}.", at.unwrap_or_default())
        }
        // A plan or a proof of another kind comes from no solver.
        _ => "Unknown: the solvers gave no answer.".into(),
    }
}

/// The verdict of a chain of so many stages, in this attempt.
fn by_chain(attempt: u64, stages: usize, question: &Question) -> String {
    let attempt = if attempt == 1 { String::new() } else { format!(" (attempt {attempt})") };
    let Question { encoding, horizon, unit, .. } = question;
    format!(
        "Solved: the plan below was replayed from the rules and wins. It was found by a chain of {}{attempt} of \
         encoding {encoding}, the last within {horizon} {unit}.",
        counted(stages, "stage")
    )
}

/// A horizon and its answer, in a line that is the same in every run.
#[must_use]
pub fn round(round: &Round) -> String {
    let q = &round.question;
    let refined = match round.refinements {
        0 => String::new(),
        n => format!(", {n} refinements"),
    };
    let size = match q.logic {
        Logic::Sat => {
            format!(
                "{} variables, {} clauses, {} conflicts{refined}",
                q.variables, q.clauses, round.conflicts
            )
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

/// Which stage it was, and what became of its value.
fn in_chain(end: &StageEnd) -> (String, String) {
    let value = match (end.before, end.value) {
        (Some(before), Some(value)) => {
            let best = if end.optimal { ", the least of this shape" } else { "" };
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

/// What a plan's length counts, in words.
#[must_use]
pub fn unit(cost: Cost) -> &'static str {
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
    if m1 == m2 && m2 == m3 {
        return counted(m1 as usize, "move");
    }
    let moves = counted(m2 as usize, "move");
    format!("{moves} (m1 {m1} single-card moves, m2 {m2} with supermoves as one, m3 {m3} without those home)")
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
