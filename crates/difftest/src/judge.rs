//! Compares an answer with brute force.
//!
//! The checks of each verdict:
//!
//! * *solved*: the plan is replayed again and uses only moves that brute force found. In none of the three counts is it
//!   shorter than a shortest plan. A plan reported as shortest has that length.
//! * *unwinnable*: brute force found no win.
//! * *no plan within*: in a count of moves, every win costs more. For an encoding, only options that leave no plan out
//!   are checked. If it counts moves, a shortest plan is longer than the bound. If it counts steps, each of which can
//!   be a single move, the bound is less than twice that length plus two; an option such as `safe` may cost that. The
//!   program has already verified any proof in the answer.
//! * *unknown*: no check; these answers are counted.

use crate::Disagreement;
use crate::oracle::Oracle;
use crate::question::Question;
use crate::tally::Tally;
use patsat_base::Limit;
use patsat_encodings::options::Options;
use patsat_encodings::unroll::Unit;
use patsat_game::rules::Cost;
use patsat_game::state::Instance;
use patsat_game::verify::replay;
use patsat_planning::sat::EncodingUnit;
use patsat_planning::{Answer, Basis, Failure, Lengths, Measure, Optimality, Outcome, ShortestProof};

const COSTS: [Cost; 3] = [Cost::M1, Cost::M2, Cost::M3];

/// Compares an answer with brute force, and counts it.
///
/// # Errors
/// If they disagree.
pub fn judge(
    instance: &Instance,
    oracle: &Oracle,
    question: &Question,
    answer: &Result<Answer, Failure>,
    tally: &mut Tally,
) -> Result<(), Disagreement> {
    let kind = question.kind();
    let wrong = |message: String| Err(Disagreement { kind: kind.to_owned(), message });
    let answer = match answer {
        Ok(answer) => answer,
        Err(Failure::Input(_) | Failure::Missing(_)) => {
            tally.add(format!("{kind}: not for this game"));
            return Ok(());
        }
        Err(failure @ (Failure::Broken(_) | Failure::SelfCheck(_))) => return wrong(failure.to_string()),
    };
    let verdict = match &answer.outcome {
        Outcome::Solved(plan, optimality) => {
            if replay(instance, (**plan).clone()).is_err() || !oracle.plays(instance, &plan.moves) {
                return wrong(format!("a plan that brute force does not follow: {plan:?}"));
            }
            let lengths = Lengths::of(instance, plan);
            for cost in COSTS {
                if oracle.least(cost).is_none_or(|least| lengths.get(cost) < least) {
                    return wrong(format!(
                        "a plan of {lengths:?}, the least in {cost} is {:?}",
                        oracle.least(cost)
                    ));
                }
            }
            let least = |cost| oracle.least(cost);
            match *optimality {
                Optimality::NotRequested => "solved",
                Optimality::Shortest { cost, length } if least(cost) == Some(length) => "solved, shortest",
                Optimality::Between { cost, lower, upper, .. }
                    if least(cost).is_some_and(|least| lower <= least && least <= upper) =>
                {
                    "solved, between bounds"
                }
                wrong_bounds => {
                    return wrong(format!("{wrong_bounds:?}, but the least are {:?}", COSTS.map(least)));
                }
            }
        }
        Outcome::Unwinnable(basis) => {
            if oracle.is_won() {
                return wrong(format!(
                    "unwinnable by {basis:?}, but a win costs {:?} moves",
                    oracle.least(Cost::M2)
                ));
            }
            match basis {
                Basis::Search { .. } => "unwinnable, by search",
                Basis::ClosedSet(set) => {
                    if set.checked.positions != oracle.positions as u64 {
                        let found = set.checked.positions;
                        return wrong(format!(
                            "a closed set of {found} positions, there are {}",
                            oracle.positions
                        ));
                    }
                    "unwinnable, by a closed set"
                }
                Basis::SweptSet(set) => {
                    let found = set.checked.positions;
                    let all = oracle.positions as u64;
                    if found > all || !set.checked.safe_home && found != all {
                        return wrong(format!(
                            "a swept set of {found} positions, there are {}",
                            oracle.positions
                        ));
                    }
                    "unwinnable, by a swept set"
                }
                Basis::TrackedCards(_) => "unwinnable, by tracked cards",
                Basis::HeightGame(_) => "unwinnable, by a height game",
                Basis::Patterns(_) => "unwinnable, by dead patterns",
                Basis::Bound { .. } => "unwinnable, by a bound",
                Basis::Locks { .. } => "unwinnable, by locks",
            }
        }
        Outcome::NoPlanWithin { bound, of, proof } => {
            if let Some(message) = too_much(oracle, *bound, of) {
                return wrong(message);
            }
            if proof.is_some() { "no plan within a bound, with a proof" } else { "no plan within a bound" }
        }
        Outcome::Unknown(Limit::Time) => return wrong("no answer after a minute".to_owned()),
        Outcome::Unknown(_) => "unknown",
    };
    if let Some(bound) = answer.checked_bound
        && oracle.least(Cost::M1).is_some_and(|least| least < bound)
    {
        return wrong(format!(
            "a lower bound of {bound} moves, there is a plan of {:?}",
            oracle.least(Cost::M1)
        ));
    }
    if let Some(ShortestProof::BoundedSet(set)) = &answer.shortest_proof
        && oracle.least(set.checked.cost).is_some_and(|least| least < set.checked.least)
    {
        return wrong(format!("{:?}, but the least is {:?}", set.checked, oracle.least(set.checked.cost)));
    }
    tally.add(format!("{kind}: {verdict}"));
    question.parts().into_iter().for_each(|part| tally.add(part));
    Ok(())
}

/// Returns the contradiction if brute force has a plan within an excluded bound, otherwise `None`.
fn too_much(oracle: &Oracle, bound: u32, of: &Measure) -> Option<String> {
    let message = |least: u32| Some(format!("no plan within {bound} ({of:?}), but one takes {least} moves"));
    match of {
        Measure::Cost(cost) => oracle.least(*cost).filter(|&least| least <= bound).and_then(message),
        Measure::Encoding(within) => {
            let least = oracle.least(Cost::M1)?;
            must_be_within(within, least).filter(|&enough| bound >= enough).and_then(|_| message(least))
        }
    }
}

/// Returns the bound within which an encoding must find a plan if the shortest one has `least` single moves.
///
/// Returns `None` if the options of the encoding may exclude that plan.
fn must_be_within(within: &EncodingUnit, least: u32) -> Option<u32> {
    let Options { rebuilt, phase_steps, moves, .. } = within.options;
    let all = within.options.streamliners().is_empty()
        && rebuilt.is_none()
        && phase_steps.is_none()
        && moves.is_none_or(|most| most >= least);
    all.then_some(match within.unit {
        Unit::Moves => least,
        _ => 2 * least + 2,
    })
}
