//! `fair` and `easy` as one quantified formula, and `best` as one with soft clauses, for other solvers.

use super::fair::HiddenCards;
use super::two_players::fair_question;
use super::within::claims_within;
use patsat_encodings::emit::Legend;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::Options;
use patsat_encodings::qbf::{Answers, Question};
use patsat_game::cards::Card;
use patsat_game::state::{Goal, Instance};
use patsat_lowering::lower::LoweredGame;
use patsat_lowering::lower::lower;
use patsat_planning::{Failure, InputError};
use rustsat::types::{Lit, Var};

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariantQuestion {
    /// Whether there is a plan for every order of the hidden cards.
    Fair(HiddenCards),
    /// Whether there is a plan after any first N moves, N being this number.
    Easy(u32),
    /// The most that can be reached.
    Best(Goal),
}

/// A formula for other solvers.
#[derive(Clone, Debug)]
pub struct VariantFormula {
    /// The clauses; all are to be satisfied.
    pub formula: Formula,
    /// Universal variables, all others being existential and inner; empty for `best`.
    pub universal: Vec<Var>,
    /// Literals of which as few as possible are to be true; empty except for `best`.
    pub costs: Vec<Lit>,
    /// The meaning of the formula and of its variables.
    pub legend: Legend,
}

/// Builds the formula of a question, with plans of at most `horizon` moves.
///
/// # Errors
/// If the game has no such formula, or it is too large.
pub fn variant_formula(
    instance: &Instance,
    shown: &str,
    variant: VariantQuestion,
    horizon: u32,
    options: Options,
    memory_mib: u64,
) -> Result<VariantFormula, Failure> {
    let mut formula = Formula::with_limit(Some(memory_mib));
    let (universal, costs, names, lowered) = match variant {
        VariantQuestion::Best(goal) => {
            let claimed = claims_within(instance, goal, horizon, options, &mut formula)?;
            let missed = claimed.claims.iter().map(|&claim| !claim).collect();
            (Vec::new(), missed, claimed.names(), claimed.lowered)
        }
        VariantQuestion::Fair(_) | VariantQuestion::Easy(_) => {
            let (lowered, question) = question(instance, variant)?;
            let mut answers = Answers::new(&lowered.task, &question, &options, &mut formula)?;
            let closed = answers.close(horizon, &mut formula);
            closed.map_err(|error| InputError::QuantifiedTooLarge { horizon, error })?;
            (answers.universal(), Vec::new(), answers.names(), lowered)
        }
    };
    let header = header(instance, shown, variant, horizon, &lowered, costs.len());
    Ok(VariantFormula { formula, universal, costs, legend: Legend { header, names } })
}

pub(super) fn question(
    instance: &Instance,
    variant: VariantQuestion,
) -> Result<(LoweredGame, Question), Failure> {
    let k = match variant {
        VariantQuestion::Fair(hidden) => return fair_question(instance, hidden),
        VariantQuestion::Easy(k) => k,
        VariantQuestion::Best(_) => 0,
    };
    let lowered = lower(instance)?;
    Ok((lowered, Question::Easy(k)))
}

fn header(
    instance: &Instance,
    shown: &str,
    variant: VariantQuestion,
    horizon: u32,
    lowered: &LoweredGame,
    claims: usize,
) -> Vec<String> {
    let meaning = match variant {
        VariantQuestion::Fair(_) => {
            format!(
                "true if {shown} has a plan of at most {horizon} moves for every order of its hidden cards"
            )
        }
        VariantQuestion::Easy(k) => {
            format!(
                "true if {shown} has a plan of at most {horizon} moves after any first moves, {k} or fewer"
            )
        }
        VariantQuestion::Best(goal) => format!(
            "of {claims} steps beyond the start towards goal {}, as few as possible are missed within {horizon} moves",
            goal.name()
        ),
    };
    let mut header = vec![
        format!("patsat {}: {meaning}", env!("CARGO_PKG_VERSION")),
        format!("instance {shown}"),
        format!("game {}", instance.rules.name),
        format!("encoding sequential, horizon {horizon}"),
    ];
    let card = |(n, card): (usize, &Card)| format!("card-{n} is {card}");
    header.extend(lowered.cards.iter().enumerate().map(card));
    header
}
