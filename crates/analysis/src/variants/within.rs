//! The most that a number of moves reaches, by SAT.
//!
//! The formula is that of the encoding `sequential` (one move a step), without the clauses that hold for
//! winning plans alone. Its own goal is left open. Instead, each query requires that the value after the last
//! move is one more than the best known, until there is no model. The verifier replays each plan found. That
//! no more is possible within the horizon rests on the solver. Longer plans are not excluded.
//!
//! The position is read from the literals of the encoding. Runs that the last move completes leave between
//! this step and the next, so one more step is written in which nothing moves. A complete run is off the
//! table if its ace is, so aces are counted. A run of l cards is one of l-1 with the next card of its suit on
//! it. Two cards count as joined if the lower one is face up. A card dealt face down is face up after the
//! card dealt onto it has moved away.

use super::two_players::model;
use patsat_base::Limit;
use patsat_encodings::constraints::AtLeast;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::Options;
use patsat_encodings::steps::sequential::Unrolling;
use patsat_encodings::task::{CardId, Spot};
use patsat_encodings::unroll::Unroll;
use patsat_game::cards::Card;
use patsat_game::rules::Rules;
use patsat_game::state::{Goal, Instance, Plan};
use patsat_game::verify::{Play, Verified, play};
use patsat_lowering::decode::decode;
use patsat_lowering::lower::LoweredGame;
use patsat_lowering::lower::lower;
use patsat_planning::formula::FormulaError;
use patsat_planning::{Failure, InputError, ModelFault, SelfCheck};
use patsat_solvers::{Backend, BackendChoice, BackendOptions, Control, SolverAnswer, hand_over};
use rustsat::types::{Lit, Var};
use std::collections::HashSet;

/// The best value found within a horizon.
#[derive(Clone, PartialEq, Debug)]
pub struct BestWithinHorizon {
    /// The value of the position that the plan leads to.
    pub value: u32,
    /// The plan, played by the verifier.
    pub plan: Verified<Play>,
    /// What stopped the solver before it excluded more within the horizon.
    pub open: Option<Limit>,
    /// The maximum number of moves that was queried.
    pub horizon: u32,
}

/// Finds the largest value of a goal that at most `horizon` moves reach.
///
/// # Errors
/// If the game is no task, the formula is too large, the back-end is missing or breaks down, or
/// the program contradicts itself.
pub fn best_within(
    instance: &Instance,
    goal: Goal,
    horizon: u32,
    backend: &BackendChoice,
    seed: u64,
    control: Control<'_>,
) -> Result<BestWithinHorizon, Failure> {
    let lowered = lower(instance)?;
    let mut question = Question::new(
        instance,
        lowered,
        Formula::with_limit(control.memory_mib),
        Options::default().for_any_plan(),
    )?;
    let claims = question.write(goal, horizon)?;
    let mut solver = backend.start(&BackendOptions { seed }, control)?;
    let stopped = hand_over(question.formula.clauses_from(0), &mut *solver, &control)?;
    let start = instance.table();
    let refused = |fault| SelfCheck::Plan { plan: Plan::default(), fault: Box::new(fault) };
    let plan = play(instance, Plan::default()).map_err(refused)?;
    let mut best = BestWithinHorizon { value: goal.value(instance, &start), plan, open: stopped, horizon };
    if stopped.is_some() {
        return Ok(best);
    }
    // Claim n is of the value `first + n`.
    let first = best.value + 1;
    while let Some(&claim) = claims.get((best.value + 1 - first) as usize) {
        match solver.solve(&[claim])? {
            SolverAnswer::Unsatisfiable => break,
            SolverAnswer::Unknown(limit) => {
                best.open = Some(limit);
                break;
            }
            SolverAnswer::Satisfiable(()) => {
                let plan = question.read(&*solver)?;
                let value = goal.value(instance, &plan.table);
                if value <= best.value {
                    return Err(model(ModelFault::Value { claimed: best.value + 1, reached: value }));
                }
                (best.value, best.plan) = (value, plan);
            }
        }
    }
    Ok(best)
}

/// The formula of `best_within` and its claims.
pub(super) struct ClaimFormula {
    /// The game.
    pub(super) lowered: LoweredGame,
    /// Literals that claim one more than the start's value, two more, and so on. A claim that
    /// can be made can be made with all before it.
    pub(super) claims: Vec<Lit>,
    unroll: Unrolling,
}

impl ClaimFormula {
    /// Returns the plan of a model, useless moves included, as played by the verifier.
    pub(super) fn plan(
        &self,
        instance: &Instance,
        value: &dyn Fn(Lit) -> bool,
    ) -> Result<Verified<Play>, Failure> {
        played(instance, &self.lowered, &self.unroll, value)
    }

    /// Returns the names of the variables, in order.
    pub(super) fn names(&self) -> Vec<(Var, String)> {
        let mut names = self.unroll.names();
        names.extend((1..).zip(&self.claims).map(|(n, lit)| (lit.var(), format!("claim of {n} more"))));
        names.sort_by_key(|(var, _)| *var);
        names
    }
}

/// Writes the formula of `best_within`.
pub(super) fn claims_within(
    instance: &Instance,
    goal: Goal,
    horizon: u32,
    options: Options,
    formula: &mut Formula,
) -> Result<ClaimFormula, Failure> {
    let lowered = lower(instance)?;
    let mut question = Question::new(instance, lowered, std::mem::take(formula), options.for_any_plan())?;
    let claims = question.write(goal, horizon)?;
    *formula = question.formula;
    Ok(ClaimFormula { lowered: question.lowered, claims, unroll: question.unroll })
}

struct Question<'a> {
    instance: &'a Instance,
    lowered: LoweredGame,
    unroll: Unrolling,
    formula: Formula,
}

impl<'a> Question<'a> {
    fn new(
        instance: &'a Instance,
        lowered: LoweredGame,
        formula: Formula,
        options: Options,
    ) -> Result<Question<'a>, Failure> {
        let unroll = Unrolling::new(&lowered.task, &options)?;
        Ok(Question { instance, lowered, unroll, formula })
    }

    /// Writes the steps. Returns the literals that claim one more than the start's value, two more, and so on.
    fn write(&mut self, goal: Goal, horizon: u32) -> Result<Vec<Lit>, Failure> {
        let too_large = |too_large| FormulaError::TooLarge { horizon, too_large };
        let last = horizon.checked_add(1).ok_or(InputError::HorizonTooLong(horizon))?;
        // The goal of the encoding is a win, which is not required here.
        self.unroll.grow(last, &mut self.formula).map_err(too_large)?;
        let view = View { unroll: &self.unroll, cards: &self.lowered.cards, last };
        if let Some(busy) = self.unroll.busy(horizon) {
            self.formula.add(&[!busy]);
        }
        let off: Vec<Lit> = (0..)
            .zip(view.cards)
            .filter(|(_, c)| c.rank == self.instance.rules.first_rank())
            .filter_map(|(n, _)| view.home(n))
            .collect();
        let start = goal.value(self.instance, &self.instance.table());
        let claims = match goal {
            Goal::OneRun if start > 0 => Vec::new(),
            Goal::Runs | Goal::OneRun => {
                let most = if goal == Goal::Runs { off.len() } else { 1.min(off.len()) };
                let counted = AtLeast::new(&mut self.formula, Options::default().cardinality, &off, most);
                (1..=most).filter_map(|n| counted.claim(n)).collect()
            }
            Goal::LongestRun => {
                longest_run(&self.instance.rules, &self.lowered, &view, &mut self.formula, &off, start)
            }
        };
        self.formula.check().map_err(too_large)?;
        Ok(claims)
    }

    fn read(&self, solver: &dyn Backend) -> Result<Verified<Play>, Failure> {
        played(self.instance, &self.lowered, &self.unroll, &|lit| solver.value(lit))
    }
}

/// The plan of a model, played by the verifier.
fn played(
    instance: &Instance,
    lowered: &LoweredGame,
    unroll: &Unrolling,
    value: &dyn Fn(Lit) -> bool,
) -> Result<Verified<Play>, Failure> {
    let steps = unroll.read(value).map_err(model)?;
    let plan = decode(instance, lowered, &steps).map_err(model)?;
    play(instance, plan.clone()).map_err(|fault| SelfCheck::Plan { plan, fault: Box::new(fault) }.into())
}

/// The literals of the position after the last step.
struct View<'a> {
    unroll: &'a Unrolling,
    cards: &'a [Card],
    last: u32,
}

impl View<'_> {
    fn home(&self, card: usize) -> Option<Lit> {
        self.unroll.at(CardId(card as u32), Spot::Home, self.last)
    }

    fn on(&self, card: usize, below: usize, time: u32) -> Option<Lit> {
        self.unroll.at(CardId(card as u32), Spot::On(CardId(below as u32)), time)
    }
}

/// Claims of runs longer than `start`, up to all ranks; the last is also made by a run that left.
fn longest_run(
    rules: &Rules,
    lowered: &LoweredGame,
    view: &View<'_>,
    formula: &mut Formula,
    off: &[Lit],
    start: u32,
) -> Vec<Lit> {
    let joined = joined(rules, lowered, view, formula);
    // By card: the claim that it ends a run of the current length. `None` where every card does.
    let mut ends: Vec<Option<Lit>> = vec![None; view.cards.len()];
    let mut possible = vec![true; view.cards.len()];
    let mut claims = Vec::new();
    if start == 0 {
        // A run of one card: some card lies in a column.
        let claim = formula.new_lit();
        let any: Vec<Lit> = view.unroll.bottoms(view.last).into_iter().chain(off.iter().copied()).collect();
        formula.imply(&[claim], &any);
        claims.push(claim);
    }
    for length in 2..=rules.deck.ranks {
        let (mut next, mut next_possible) = (vec![None; ends.len()], vec![false; ends.len()]);
        for card in 0..ends.len() {
            let ways: Vec<Lit> = (joined[card].iter())
                .filter(|(below, _)| possible[*below])
                .map(|&(below, join)| {
                    let way = formula.new_lit();
                    formula.add(&[!way, join]);
                    if let Some(end) = ends[below] {
                        formula.add(&[!way, end]);
                    }
                    way
                })
                .collect();
            if !ways.is_empty() {
                let end = formula.new_lit();
                formula.imply(&[end], &ways);
                (next[card], next_possible[card]) = (Some(end), true);
            }
        }
        (ends, possible) = (next, next_possible);
        if length > start {
            let claim = formula.new_lit();
            let any: Vec<Lit> = ends.iter().flatten().chain(off).copied().collect();
            formula.imply(&[claim], &any);
            claims.push(claim);
        }
    }
    claims
}

/// For each card the cards of its suit, one rank higher, with a literal that implies that it lies
/// on this one and both are face up.
fn joined(
    rules: &Rules,
    lowered: &LoweredGame,
    view: &View<'_>,
    formula: &mut Formula,
) -> Vec<Vec<(usize, Lit)>> {
    let hidden = hidden_under(lowered);
    let mut found = vec![Vec::new(); view.cards.len()];
    for (card, of_card) in found.iter_mut().enumerate() {
        for (below, other) in view.cards.iter().enumerate() {
            if !rules.in_sequence(*other, view.cards[card]) {
                continue;
            }
            let Some(on) = view.on(card, below, view.last) else { continue };
            if !hidden.contains(&(card, below)) {
                of_card.push((below, on));
                continue;
            }
            let both = formula.new_lit();
            formula.add(&[!both, on]);
            let away: Vec<Lit> =
                (0..view.last).filter_map(|time| view.on(card, below, time)).map(|on| !on).collect();
            formula.imply(&[both], &away);
            of_card.push((below, both));
        }
    }
    found
}

/// Pairs of cards, the upper one dealt directly onto the lower one, which lies face down.
fn hidden_under(lowered: &LoweredGame) -> HashSet<(usize, usize)> {
    let start = &lowered.task.start;
    let pairs = start.columns.iter().zip(&start.face_down).flat_map(|(column, &down)| {
        column.windows(2).take(down as usize).map(|pair| (pair[1].index(), pair[0].index()))
    });
    pairs.collect()
}
