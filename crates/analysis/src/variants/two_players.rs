//! `fair` and `easy` by two SAT solvers against each other.
//!
//! One solver makes a choice that no known plan wins: an order of the hidden cards, or the first moves. The
//! other searches for a plan with a bounded number of moves for that choice. The first solver then receives
//! the plan as a formula that excludes the choices it wins. When no choice is left, every choice has a plan
//! ([`patsat_encodings::qbf`], counterexample-guided abstraction refinement). The enumerations of `fair` and
//! `easy` visit every order or position; this method makes one choice for each different plan.
//!
//! Every plan is replayed on the choice that it was found for. If a choice has no plan within the horizon,
//! its position is searched completely. If that position is lost, a closed set proves it. If a longer plan
//! wins and a horizon was given, the answer is for that horizon only; otherwise the horizon grows and the
//! refinement goes on. That the plans cover all choices rests on the first solver.

use super::fair::{HiddenCards, with_hidden};
use super::oracle::Oracle;
use super::{VariantError, show_lost};
use patsat_base::Limit;
use patsat_encodings::formula::{Formula, FormulaSizeError};
use patsat_encodings::options::Options;
use patsat_encodings::qbf::{Answer, Answers, Choice, Choices, Question};
use patsat_encodings::task::{CardId, Stock};
use patsat_game::cards::Card;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{ClosedSet, Play, Verified, play, replay};
use patsat_lowering::decode::decode;
use patsat_lowering::lower::LoweredGame;
use patsat_lowering::lower::lower;
use patsat_planning::formula::FormulaError;
use patsat_planning::{Failure, Files, InputError, ModelFault, SelfCheck};
use patsat_search::Budget;
use patsat_solvers::{Backend, BackendChoice, BackendOptions, Control, SolverAnswer};
use rustsat::types::Lit;

/// The first horizon if none is given.
pub(super) const FIRST_HORIZON: u32 = 4;

/// The two solvers and their limits.
#[derive(Clone, Copy, Debug)]
pub struct BySat<'a> {
    /// The solver of both sides.
    pub backend: &'a BackendChoice,
    /// Its seed.
    pub seed: u64,
    /// The maximum number of moves of a plan; `None` for no maximum.
    pub horizon: Option<u32>,
    /// The limits of the solvers.
    pub control: Control<'a>,
}

/// A choice of the first player.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The position that is to be won: the game with its hidden cards so, or after the moves.
    pub game: Instance,
    /// The first moves, if they are what is chosen.
    pub prefix: Verified<Play>,
}

/// How the question ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// Every choice has a plan.
    Yes,
    /// This one is lost.
    No {
        /// The choice.
        case: Box<Case>,
        /// Why it is lost.
        lost: Verified<ClosedSet>,
    },
    /// This one has no plan within the horizon that was given.
    NotWithin {
        /// The choice.
        case: Box<Case>,
        /// The length of a longer plan that was replayed, if one was found.
        longer: Option<usize>,
    },
    /// A limit was reached.
    Unknown(StopReason),
}

/// The limit that stopped the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// A limit of the search that decides a single choice.
    Search(Limit),
    /// A limit of a solver.
    Solver(Limit),
}

/// The answer, and what it took.
#[derive(Clone, PartialEq, Debug)]
pub struct TwoPlayers {
    /// The answer.
    pub end: End,
    /// The maximum number of moves of a plan that was searched for.
    pub horizon: u32,
    /// Plans that were found and replayed.
    pub plans: u64,
}

/// Whether the game can be won for every order of its hidden cards.
///
/// # Errors
/// If the game has no such formula, the back-end is missing or breaks down, or the program
/// contradicts itself.
pub fn fair_by_sat(
    instance: &Instance,
    hidden: HiddenCards,
    by: BySat<'_>,
    budget: &mut Budget<'_>,
) -> Result<TwoPlayers, Failure> {
    let (lowered, question) = fair_question(instance, hidden)?;
    Duel::new(instance, hidden, lowered, &question, by)?.run(budget)
}

/// Whether the game can still be won after any first `k` moves.
///
/// # Errors
/// As [`fair_by_sat`].
pub fn easy_by_sat(
    instance: &Instance,
    k: u32,
    by: BySat<'_>,
    budget: &mut Budget<'_>,
) -> Result<TwoPlayers, Failure> {
    let lowered = lower(instance)?;
    Duel::new(instance, HiddenCards::FaceDown, lowered, &Question::Easy(k), by)?.run(budget)
}

/// The task of a game, and the question about the order of its hidden cards.
pub(crate) fn fair_question(
    instance: &Instance,
    hidden: HiddenCards,
) -> Result<(LoweredGame, Question), Failure> {
    let lowered = lower(instance)?;
    let mut cards: Vec<CardId> = Vec::new();
    for (pile, column) in instance.deal.columns.iter().zip(&lowered.task.start.columns) {
        cards.extend(column.get(..hidden.of(pile)).ok_or(InputError::HiddenCardLeaves)?);
    }
    if let Stock::Rows { rows, .. } = &lowered.task.stock {
        // The deal's stock is written from its last card.
        cards.extend(rows.iter().flatten().rev());
    }
    Ok((lowered, Question::Fair(cards)))
}

/// The failed self-check of a model.
pub(super) fn model(what: impl Into<ModelFault>) -> Failure {
    SelfCheck::model(what, Files::default()).into()
}

/// A formula and the solver that gets it.
struct Side<'a> {
    formula: Formula,
    solver: Box<dyn Backend + 'a>,
    sent: usize,
}

impl<'a> Side<'a> {
    fn new(by: BySat<'a>) -> Result<Side<'a>, Failure> {
        Ok(Side {
            formula: Formula::with_limit(by.control.memory_mib),
            solver: by.backend.start(&BackendOptions { seed: by.seed }, by.control)?,
            sent: 0,
        })
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<SolverAnswer, Failure> {
        for clause in self.formula.clauses_from(self.sent) {
            self.solver.add(clause)?;
        }
        self.sent = self.formula.size().clauses;
        Ok(self.solver.solve(assumptions)?)
    }
}

/// The result of one choice.
pub(super) enum Reply {
    Plan(Box<Answer>),
    Settled(End),
    /// The shortest known plan has this many moves, more than the horizon.
    Longer(usize),
}

/// One solver that chooses against another that plans.
pub(super) struct Duel<'a> {
    instance: &'a Instance,
    hidden: HiddenCards,
    lowered: LoweredGame,
    by: BySat<'a>,
    choosing: Side<'a>,
    choices: Choices,
    answering: Side<'a>,
    answers: Answers,
    oracle: Oracle,
    horizon: u32,
    plans: u64,
}

impl<'a> Duel<'a> {
    pub(super) fn new(
        instance: &'a Instance,
        hidden: HiddenCards,
        lowered: LoweredGame,
        question: &Question,
        by: BySat<'a>,
    ) -> Result<Duel<'a>, Failure> {
        let (mut choosing, mut answering) = (Side::new(by)?, Side::new(by)?);
        let options = Options::default();
        let choices = Choices::new(&lowered.task, question, &options, &mut choosing.formula)?;
        let answers = Answers::new(&lowered.task, question, &options, &mut answering.formula)?;
        let horizon = by.horizon.unwrap_or(FIRST_HORIZON);
        let oracle = Oracle::default();
        Ok(Duel {
            instance,
            hidden,
            lowered,
            by,
            choosing,
            choices,
            answering,
            answers,
            oracle,
            horizon,
            plans: 0,
        })
    }

    pub(super) fn run(mut self, budget: &mut Budget<'_>) -> Result<TwoPlayers, Failure> {
        let mut goal = self.grow()?;
        let mut before: Option<Choice> = None;
        let end = loop {
            self.choosing.formula.check().map_err(|e| self.too_large(e))?;
            match self.choosing.solve(&[])? {
                SolverAnswer::Unsatisfiable => break End::Yes,
                SolverAnswer::Unknown(limit) => break End::Unknown(StopReason::Solver(limit)),
                SolverAnswer::Satisfiable(()) => {}
            }
            let value = |lit| self.choosing.solver.value(lit);
            let choice = self.choices.read(&value).map_err(model)?;
            if before.as_ref() == Some(&choice) {
                return Err(model(ModelFault::Again));
            }
            let reply = loop {
                match self.reply(&choice, &goal, budget)? {
                    Reply::Longer(moves) => {
                        let most = u32::try_from(moves).unwrap_or(u32::MAX);
                        if self.horizon >= most {
                            return Err(model(ModelFault::Missed(most)));
                        }
                        self.horizon = most.min(self.horizon.saturating_mul(2));
                        goal = self.grow()?;
                    }
                    reply => break reply,
                }
            };
            match reply {
                Reply::Plan(answer) => {
                    self.plans += 1;
                    let learned = self.choices.answer(&answer.actions, &mut self.choosing.formula);
                    learned.map_err(|e| self.too_large(e))?;
                }
                Reply::Settled(end) => break end,
                Reply::Longer(_) => {}
            }
            before = Some(choice);
        };
        Ok(TwoPlayers { end, horizon: self.horizon, plans: self.plans })
    }

    pub(super) fn grow(&mut self) -> Result<Vec<Lit>, Failure> {
        let grown = self.answers.grow(self.horizon, &mut self.answering.formula);
        grown.map_err(|e| self.too_large(e))
    }

    fn too_large(&self, too_large: FormulaSizeError) -> Failure {
        FormulaError::TooLarge { horizon: self.horizon, too_large }.into()
    }

    pub(super) fn reply(
        &mut self,
        choice: &Choice,
        goal: &[Lit],
        budget: &mut Budget<'_>,
    ) -> Result<Reply, Failure> {
        let assumptions = [goal, &self.answers.assume(choice)].concat();
        match self.answering.solve(&assumptions)? {
            SolverAnswer::Unknown(limit) => Ok(Reply::Settled(End::Unknown(StopReason::Solver(limit)))),
            SolverAnswer::Satisfiable(()) => {
                let value = |lit| self.answering.solver.value(lit);
                let answer = self.answers.read(choice, &value).map_err(model)?;
                self.replay(choice, &answer)?;
                Ok(Reply::Plan(Box::new(answer)))
            }
            SolverAnswer::Unsatisfiable => {
                let case = Box::new(self.case(choice)?);
                self.settle(case, budget)
            }
        }
    }

    /// Returns a choice as a game, the first moves played by the verifier.
    fn case(&self, choice: &Choice) -> Result<Case, Failure> {
        let played = |game: &Instance, plan: Plan| {
            let refused = |fault| SelfCheck::Plan { plan: plan.clone(), fault: Box::new(fault) };
            play(game, plan.clone()).map_err(refused)
        };
        if let Choice::Order(order) = choice {
            let game = self.order(order);
            let prefix = played(&game, Plan::default())?;
            return Ok(Case { game, prefix });
        }
        let steps = self.choices.steps(choice).map_err(model)?;
        let plan = decode(self.instance, &self.lowered, &steps).map_err(model)?;
        let prefix = played(self.instance, plan)?;
        let game = Instance { deal: prefix.table.deal().clone(), id: None, ..self.instance.clone() };
        Ok(Case { game, prefix })
    }

    fn order(&self, order: &[CardId]) -> Instance {
        let cards: Vec<Card> = order.iter().map(|card| self.lowered.cards[card.index()]).collect();
        with_hidden(self.instance, self.hidden, &cards)
    }

    /// Lets the verifier replay a plan on the choice that it was found for.
    fn replay(&self, choice: &Choice, answer: &Answer) -> Result<(), Failure> {
        let game = match choice {
            Choice::Order(order) => self.order(order),
            Choice::Prefix(_) => self.instance.clone(),
        };
        let lowered = LoweredGame { task: answer.task.clone(), cards: self.lowered.cards.clone() };
        let plan = decode(&game, &lowered, &answer.steps).map_err(model)?;
        replay(&game, plan.clone()).map_err(|fault| SelfCheck::Plan { plan, fault: Box::new(fault) })?;
        Ok(())
    }

    /// Searches the position of a choice for which there is no plan within the horizon.
    fn settle(&mut self, case: Box<Case>, budget: &mut Budget<'_>) -> Result<Reply, Failure> {
        let stopped = |case, limit| match self.by.horizon {
            Some(_) => End::NotWithin { case, longer: None },
            None => End::Unknown(StopReason::Search(limit)),
        };
        let start = case.game.table();
        match self.oracle.is_winnable(&start, budget) {
            Err(limit) => return Ok(Reply::Settled(stopped(case, limit))),
            Ok(false) => {
                return match show_lost(&case.game, budget) {
                    Ok(lost) => Ok(Reply::Settled(End::No { case, lost })),
                    Err(VariantError::Limit(limit)) => Ok(Reply::Settled(stopped(case, limit))),
                    Err(VariantError::SelfCheck(error)) => Err(Failure::SelfCheck(*error)),
                };
            }
            Ok(true) => {}
        }
        let plan = if start.is_won() { Some(Plan::default()) } else { self.oracle.plan(&start) };
        let plan = plan.ok_or(SelfCheck::Winnable)?;
        replay(&case.game, plan.clone())
            .map_err(|fault| SelfCheck::Plan { plan: plan.clone(), fault: Box::new(fault) })?;
        let moves = plan.moves.len();
        Ok(match self.by.horizon {
            None => Reply::Longer(moves),
            Some(_) => Reply::Settled(End::NotWithin { case, longer: Some(moves) }),
        })
    }
}
