//! Answers of MaxSAT and QBF solvers to the formulas of [`variant_formula`](super::variant_formula), checked.
//!
//! Everything that can be checked is checked. The plan of a MaxSAT model is replayed by the rules; that no plan reaches
//! more trusts the solver. If a QBF solver names a choice without a plan, the position after it is searched completely.
//! Without such a choice two SAT solvers find the answer again.

use super::fair::HiddenCards;
use super::quantified::{VariantQuestion, question};
use super::two_players::{self, BySat, Duel, End, FIRST_HORIZON, Reply, StopReason, TwoPlayers};
use super::within::{BestWithinHorizon, claims_within};
use patsat_base::Limit;
use patsat_encodings::emit::{ModelError, QbfAnswerError, Verdict, read_model_of, read_qbf_answer};
use patsat_encodings::formula::Formula;
use patsat_encodings::options::Options;
use patsat_encodings::qbf::{Answers, Choice};
use patsat_game::state::{Goal, Instance, Plan};
use patsat_game::verify::play;
use patsat_planning::{Failure, ModelFault, SelfCheck};
use patsat_search::Budget;
use patsat_solvers::{BackendError, BackendOptions, SolverAnswer};
use rustsat::types::Lit;
use std::collections::HashSet;

/// Why an answer cannot be read, or is refused.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum VariantAnswerError {
    /// The text holds no model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The text holds no answer of a QBF solver.
    #[error(transparent)]
    Qbf(#[from] QbfAnswerError),
    /// A model of another formula.
    #[error(
        "it is no model of this formula, clause {0} is violated: expected one of the same instance, question, goal, \
         options and horizon"
    )]
    Violates(usize),
    /// No plan at all is a model.
    #[error(
        "the solver reports UNSATISFIABLE, but a plan without moves satisfies this formula: expected the answer to the \
         formula of the same instance, question, goal, options and horizon"
    )]
    NoModel,
    /// Its cost is not that of its model.
    #[error("the solver reports cost {reported}, its model costs {found}: expected an unchanged answer")]
    Cost {
        /// The last `o` line.
        reported: u64,
        /// What the model costs.
        found: u64,
    },
    /// The plan of its optimum reaches more.
    #[error("the solver reports {reported} as the most, but its own plan reaches {found}")]
    More {
        /// The value of its optimum.
        reported: u32,
        /// What the plan reaches.
        found: u32,
    },
    /// A false formula that is true.
    #[error(
        "the solver reports that the formula is false, but two SAT solvers found a plan for every choice"
    )]
    False,
    /// A true formula that is false.
    #[error(
        "the solver reports that the formula is true, but two SAT solvers found a choice without such a plan"
    )]
    True,
    /// A choice that has a plan.
    #[error(
        "the solver reports that the formula is false, but for the choice that it names a plan was found and replayed \
         from the rules"
    )]
    Choice,
    /// Values that are no choice.
    #[error(
        "the values of its 'V' lines are no choice: expected the answer to the formula of the same instance, \
         question, options and horizon"
    )]
    NoChoice,
    /// The check failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// What a MaxSAT solver's answer shows about the most that `horizon` moves reach.
///
/// # Errors
/// If there is no such formula, the text is no answer to it, or the answer contradicts itself.
pub fn check_best_answer(
    instance: &Instance,
    goal: Goal,
    horizon: u32,
    options: Options,
    memory_mib: u64,
    text: &str,
) -> Result<BestWithinHorizon, VariantAnswerError> {
    let mut formula = Formula::with_limit(Some(memory_mib));
    let claimed = claims_within(instance, goal, horizon, options, &mut formula)?;
    let start = goal.value(instance, &instance.table());
    let model = match read_model_of(text, &formula) {
        Ok(model) => model,
        Err(error) => match error.verdict() {
            Some(Verdict::Unsatisfiable) => return Err(VariantAnswerError::NoModel),
            Some(Verdict::Unknown) => {
                let refused = |fault| SelfCheck::Plan { plan: Plan::default(), fault: Box::new(fault) };
                let plan =
                    play(instance, Plan::default()).map_err(|fault| Failure::SelfCheck(refused(fault)))?;
                return Ok(BestWithinHorizon { value: start, plan, open: Some(Limit::GaveUp), horizon });
            }
            None => return Err(error.into()),
        },
    };
    if let Some(clause) = model.first_violated(&formula) {
        return Err(VariantAnswerError::Violates(clause));
    }
    let made = claimed.claims.iter().filter(|&&claim| model.is_true(claim)).count();
    let missed = (claimed.claims.len() - made) as u64;
    if let Some(reported) = model.cost.filter(|&reported| reported != missed) {
        return Err(VariantAnswerError::Cost { reported, found: missed });
    }
    let plan = claimed.plan(instance, &|lit| model.is_true(lit))?;
    let (found, reported) = (goal.value(instance, &plan.table), start + made as u32);
    if found < reported {
        return Err(two_players::model(ModelFault::Value { claimed: reported, reached: found }).into());
    }
    if model.optimal && found > reported {
        return Err(VariantAnswerError::More { reported, found });
    }
    let open = if model.optimal { None } else { Some(Limit::GaveUp) };
    Ok(BestWithinHorizon { value: found, plan, open, horizon })
}

/// What a QBF solver's answer shows about `fair` or `easy`, for the formula of
/// [`variant_formula`](super::variant_formula) with the same options.
///
/// A choice that it names for a false formula is played out alone. Every other answer is found again by two SAT
/// solvers. `by.horizon` is the formula's horizon.
///
/// # Errors
/// If the game has no such formula, a back-end fails, the text is no answer, or the answer is wrong.
pub fn check_two_players_answer(
    instance: &Instance,
    variant: VariantQuestion,
    text: &str,
    options: Options,
    by: BySat<'_>,
    budget: &mut Budget<'_>,
) -> Result<TwoPlayers, VariantAnswerError> {
    let (lowered, question) = question(instance, variant)?;
    let hidden = if let VariantQuestion::Fair(hidden) = variant { hidden } else { HiddenCards::FaceDown };
    let mut formula = Formula::with_limit(by.control.memory_mib);
    let answers = Answers::new(&lowered.task, &question, &options, &mut formula).map_err(Failure::from)?;
    let outermost: HashSet<u32> = answers.universal().iter().map(|var| var.idx32()).collect();
    // Without universal variables the outermost block is that of the plan, whose values are not needed.
    let is_outermost = |variable| outermost.is_empty() || outermost.contains(&variable);
    let answer = read_qbf_answer(text, is_outermost)?;
    let horizon = by.horizon.unwrap_or(FIRST_HORIZON);
    let given_up = |limit| TwoPlayers { end: End::Unknown(StopReason::Solver(limit)), horizon, plans: 0 };
    let Some(truth) = answer.truth else { return Ok(given_up(Limit::GaveUp)) };
    if truth || answer.values.is_empty() || outermost.is_empty() {
        let found = Duel::new(instance, hidden, lowered, &question, by)?.run(budget)?;
        return match &found.end {
            End::Yes if !truth => Err(VariantAnswerError::False),
            End::No { .. } | End::NotWithin { .. } if truth => Err(VariantAnswerError::True),
            _ => Ok(found),
        };
    }
    let choice = match named_choice(&answers, &formula, &answer.values, by)? {
        Ok(choice) => choice,
        Err(limit) => return Ok(given_up(limit)),
    };
    let mut duel = Duel::new(instance, hidden, lowered, &question, by)?;
    let goal = duel.grow()?;
    match duel.reply(&choice, &goal, budget)? {
        Reply::Settled(end) => Ok(TwoPlayers { end, horizon, plans: 0 }),
        Reply::Plan(_) | Reply::Longer(_) => Err(VariantAnswerError::Choice),
    }
}

/// The choice in which a QBF solver's variables have these values.
fn named_choice(
    answers: &Answers,
    formula: &Formula,
    values: &[Lit],
    by: BySat<'_>,
) -> Result<Result<Choice, Limit>, VariantAnswerError> {
    let broken = |error: BackendError| VariantAnswerError::Failure(error.into());
    let mut solver = by.backend.start(&BackendOptions { seed: by.seed }, by.control).map_err(broken)?;
    for clause in formula.clauses_from(0) {
        solver.add(clause).map_err(broken)?;
    }
    match solver.solve(&[values, &answers.assume_whole()].concat()).map_err(broken)? {
        SolverAnswer::Unknown(limit) => Ok(Err(limit)),
        SolverAnswer::Unsatisfiable => Err(VariantAnswerError::NoChoice),
        SolverAnswer::Satisfiable(()) => {
            let choice = answers.choice(&|lit| solver.value(lit));
            choice.map(Ok).map_err(|error| VariantAnswerError::Failure(two_players::model(error)))
        }
    }
}
