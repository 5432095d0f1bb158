//! The next move: which legal moves can still win, which lose, and what the best one gains.
//!
//! A search decides the position, and then each position that a legal move leads to. The latter together have
//! the same node limit as the position, so the answer does not depend on the clock. Most of them need no
//! search: they lie on a known plan, or one move away from it (`known`).
//!
//! A move *wins* if a plan that begins with it was replayed. A move *loses* if a complete search after it found
//! no win; dead patterns become the basis of that verdict if a few queries find them. Every other move is open.
//! If the position is lost, the bisection of [`when_lost`](crate::why::when_lost) finds the move that lost it.

mod reason;

pub use reason::{Gain, Reason};

use crate::why::{self, PlayOutcome, PlayedError, PlayedRequest, WhyRequest};
use patsat_base::{Limit, Limits};
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Plan, StateKey, Table};
use patsat_game::verify::{Effort, Verified, replay};
use patsat_lowering::decode::tidy_plan;
use patsat_lowering::lower;
use patsat_planning::Failure;
use patsat_planning::Monitor;
use patsat_planning::SearchMethod;
use patsat_planning::{Answer, Basis, Lengths, Optimality, Outcome};
use patsat_planning::{Method, Request, solve};
use patsat_search::known::Known;
use rustc_hash::FxHashMap;
use web_time::Instant;

/// The default node limit of the search of the position, and of all searches of its successors together.
pub const NODES: u64 = 100_000;

/// The node limit of a second search of the position, run if [`NODES`] left it undecided.
pub const FURTHER: u64 = 2_000_000;

/// The maximum number of solver queries for the patterns of one lost position.
const QUESTIONS: u64 = 400;

/// The maximum number of cases in the check of these patterns. They take some tenths of a second.
const CASES: u64 = 10_000;

/// Patterns are searched for only if the search that found the position lost expanded at most this many nodes.
const SMALL: u64 = 3_000;

/// A request for the best next move of a game.
#[derive(Clone, Debug)]
pub struct HintRequest<'a> {
    /// Where the game began.
    pub game: &'a Instance,
    /// The moves since.
    pub played: Plan,
    /// How positions are decided.
    pub search: SearchMethod,
    /// Limits. The node limit holds for the position, and a second time for all its successors together.
    pub limits: Limits,
    /// The node limit of a second search of the position, run if no move was found to win and some are open;
    /// `None` leaves it undecided.
    pub further: Option<u64>,
}

impl<'a> HintRequest<'a> {
    /// Returns the request at the start of a game, with the default search and the limit [`NODES`].
    #[must_use]
    pub fn new(game: &'a Instance) -> HintRequest<'a> {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        HintRequest {
            game,
            played: Plan::default(),
            search: SearchMethod::default(),
            limits,
            further: Some(FURTHER),
        }
    }

    /// Returns the request with these limits. A node limit replaces both [`NODES`] and [`FURTHER`].
    #[must_use]
    pub fn within(self, limits: Limits) -> HintRequest<'a> {
        let further = if limits.nodes.is_some() { None } else { self.further };
        HintRequest {
            limits: Limits { nodes: limits.nodes.or(self.limits.nodes), ..limits },
            further,
            ..self
        }
    }

    fn solve_request<'b>(&self, instance: &'b Instance, limits: Limits) -> Request<'b> {
        Request { limits, ..Request::new(instance, Method::Search(self.search.clone())) }
    }

    fn why<'b>(&self, instance: &'b Instance, limits: Limits) -> WhyRequest<'b> {
        let seed = self.search.options.seed;
        let options = patsat_patterns::Options {
            seed,
            questions: Some(QUESTIONS),
            ..patsat_patterns::Options::default()
        };
        let search = self.solve_request(instance, limits);
        let check = Effort { most_in_all: CASES, ..Effort::default() };
        WhyRequest { options, check, ..WhyRequest::new(search) }
    }
}

/// The verdict on a move.
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    /// The game can still be won, by this plan that begins with the move.
    Wins(Verified<Plan>),
    /// A limit was reached first.
    Open(Limit),
    /// The game can no longer be won.
    Loses(Basis),
}

/// A legal move with its verdict.
#[derive(Clone, PartialEq, Debug)]
pub struct MarkedMove {
    /// The move.
    pub action: Move,
    /// The verdict.
    pub mark: Mark,
}

/// The answer to a [`HintRequest`].
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// The position.
    pub now: Instance,
    /// Whether it can be won, and what that rests on. A plan begins with the best move.
    pub answer: Answer,
    /// Every legal move; of moves that differ only in the names of places, the first. Winning moves come
    /// first, by the number of moves left; then open moves; then losing moves.
    pub moves: Vec<MarkedMove>,
    /// For a lost position: when it was lost, if moves were played before.
    pub since: Option<LossPoint>,
    /// The number of positions that all searches together expanded.
    pub searched: u64,
}

/// The point at which a position was lost.
#[derive(Clone, PartialEq, Debug)]
pub struct LossPoint {
    /// What the search found.
    pub lost: PlayOutcome,
    /// The move that lost it, if known, and the table before it.
    pub by: Option<(Table, Move)>,
}

impl Hint {
    /// Returns the best move: the winning move with the fewest moves left in its plan.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.answer.plan()?.moves.first().copied()
    }

    /// Returns the numbers of moves that win, are left open, and lose.
    #[must_use]
    pub fn counts(&self) -> (usize, usize, usize) {
        let wins = self.moves.iter().filter(|m| matches!(m.mark, Mark::Wins(_))).count();
        let open = self.moves.iter().filter(|m| matches!(m.mark, Mark::Open(_))).count();
        (wins, open, self.moves.len() - wins - open)
    }

    /// Returns the instance after a move of this position.
    #[must_use]
    pub fn after(&self, action: Move) -> Option<Instance> {
        why::after(&self.now, &Plan::from(vec![action]), 1).ok()
    }

    /// Returns what the best move gains.
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        self.answer.plan().and_then(|plan| reason::reason(&self.now.table(), &plan.moves))
    }
}

/// Finds the best next move and marks every legal one.
///
/// # Errors
/// If one of the moves played is illegal, or the verifier refuses a claim of the search.
pub fn hint(request: &HintRequest<'_>, monitor: &mut Monitor<'_>) -> Result<Hint, PlayedError> {
    let started = Instant::now();
    let now = why::after(request.game, &request.played, usize::MAX)?;
    let mut solver = PositionSolver { request, started, known: Known::default(), searched: 0 };
    let mut answer = solver.decide(&now, request.limits.nodes, monitor)?;
    let table = now.table();
    let mut moves = Vec::new();
    if !table.is_won() {
        moves = solver.marks(&now, &table, &answer, monitor)?;
    }
    let undecided =
        !matches!(moves.first(), None | Some(MarkedMove { mark: Mark::Wins(_) | Mark::Loses(_), .. }));
    if let (true, Outcome::Unknown(Limit::Nodes), Some(nodes)) = (undecided, &answer.outcome, request.further)
    {
        answer = solver.decide(&now, Some(nodes), monitor)?;
        if !matches!(answer.outcome, Outcome::Unknown(_)) {
            moves = solver.marks(&now, &table, &answer, monitor)?;
        }
    }
    let open = moves.iter().any(|m| !matches!(m.mark, Mark::Loses(_)));
    if let Some(Mark::Wins(plan)) = moves.first().map(|m| &m.mark) {
        answer.lengths = Some(Lengths::of(&now, plan));
        answer.outcome = Outcome::Solved(plan.clone(), Optimality::NotRequested);
    } else if !open && matches!(answer.outcome, Outcome::Unknown(_)) {
        answer.outcome = Outcome::Unwinnable(Basis::Search { without: None });
    }
    let mut since = None;
    if matches!(answer.outcome, Outcome::Unwinnable(_)) {
        if !request.played.moves.is_empty() {
            let search = request.solve_request(request.game, solver.limits(request.limits.nodes));
            let played = PlayedRequest { search, plan: &request.played };
            let lost = why::lost_before(&played, Some(answer.clone()), monitor)?;
            let by = match lost {
                PlayOutcome::At { step, .. } => {
                    let before = why::after(request.game, &request.played, step)?;
                    Some((before.table(), request.played.moves[step]))
                }
                _ => None,
            };
            since = Some(LossPoint { lost, by });
        }
        answer = solver.explained(&now, answer, monitor)?;
    }
    answer.time = started.elapsed();
    Ok(Hint { now, answer, moves, since, searched: solver.searched })
}

/// Decides positions, and remembers the plans found.
struct PositionSolver<'a> {
    request: &'a HintRequest<'a>,
    started: Instant,
    known: Known,
    searched: u64,
}

impl PositionSolver<'_> {
    fn limits(&self, nodes: Option<u64>) -> Limits {
        let time = self.request.limits.time.map(|time| time.saturating_sub(self.started.elapsed()));
        Limits { time, nodes, ..self.request.limits }
    }

    /// Searches a position; removes the useless moves of a plan and remembers it.
    fn decide(
        &mut self,
        instance: &Instance,
        nodes: Option<u64>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, Failure> {
        let mut answer = solve(&self.request.solve_request(instance, self.limits(nodes)), monitor)?;
        self.searched += answer.stats.expanded;
        let found = answer.plan().map(|plan| (**plan).clone());
        if let (Some(plan), Ok(lowered)) = (found, lower::lower(instance))
            && let Ok(tidied) = replay(instance, tidy_plan(instance, &lowered, plan))
        {
            answer.lengths = Some(Lengths::of(instance, &tidied));
            answer.outcome = Outcome::Solved(tidied, Optimality::NotRequested);
        }
        if let Some(plan) = answer.plan() {
            self.known.add(&instance.table(), &plan.moves);
        }
        Ok(answer)
    }

    /// Adds dead patterns to the verdict of a short search, if a few queries find them.
    fn explained(
        &self,
        instance: &Instance,
        answer: Answer,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, Failure> {
        if answer.stats.expanded > SMALL {
            return Ok(answer);
        }
        let limits = self.limits(self.request.limits.nodes);
        Ok(why::explain(&self.request.why(instance, limits), answer, monitor)?.answer)
    }

    /// Marks every legal move of a position that is not won.
    fn marks(
        &mut self,
        now: &Instance,
        table: &Table,
        answer: &Answer,
        monitor: &mut Monitor<'_>,
    ) -> Result<Vec<MarkedMove>, Failure> {
        let lost = matches!(answer.outcome, Outcome::Unwinnable(_));
        let actions = table.moves();
        let mut left = self.request.limits.nodes;
        // Several moves may lead to one position.
        let mut same: FxHashMap<StateKey, Mark> = FxHashMap::default();
        let mut marked = Vec::with_capacity(actions.len());
        for (n, &action) in actions.iter().enumerate() {
            let mut after = table.clone();
            // Listed as legal.
            let _ = after.apply(action);
            let mark = if lost {
                Mark::Loses(Basis::Search { without: None })
            } else if let Some(mark) = self.known.way(&after).and_then(|rest| wins(now, action, rest)) {
                mark
            } else if let Some(mark) = same.get(&after.key()) {
                mark.clone()
            } else {
                let share = left.map(|left| left / (actions.len() - n) as u64);
                let next = why::after(now, &Plan::from(vec![action]), 1)?;
                let answer = self.decide(&next, share, monitor)?;
                left = left.map(|left| left.saturating_sub(answer.stats.expanded));
                let mark = self.mark(now, action, &next, answer, monitor)?;
                same.insert(after.key(), mark.clone());
                mark
            };
            marked.push(MarkedMove { action, mark });
        }
        marked.sort_by_key(|one| match &one.mark {
            // Of equal plans, one that begins with a move home comes first, since players see its purpose.
            Mark::Wins(plan) => (0, plan.moves.len(), !one.action.goes_home()),
            Mark::Open(_) => (1, 0, false),
            Mark::Loses(_) => (2, 0, false),
        });
        Ok(marked)
    }

    /// Derives the verdict on a move from the answer about the position after it.
    fn mark(
        &self,
        now: &Instance,
        action: Move,
        next: &Instance,
        answer: Answer,
        monitor: &mut Monitor<'_>,
    ) -> Result<Mark, Failure> {
        if let Some(plan) = answer.plan() {
            // A verified plan after a legal move is always accepted.
            return Ok(wins(now, action, plan.moves.clone()).unwrap_or(Mark::Open(Limit::GaveUp)));
        }
        Ok(match answer.outcome {
            Outcome::Unwinnable(_) => match self.explained(next, answer, monitor)?.outcome {
                Outcome::Unwinnable(basis) => Mark::Loses(basis),
                _ => Mark::Open(Limit::GaveUp),
            },
            Outcome::Unknown(limit) => Mark::Open(limit),
            _ => Mark::Open(Limit::GaveUp),
        })
    }
}

/// Returns [`Mark::Wins`] if the verifier accepts the move followed by `rest`.
fn wins(now: &Instance, action: Move, rest: Vec<Move>) -> Option<Mark> {
    let moves = std::iter::once(action).chain(rest).collect();
    replay(now, Plan { moves }).ok().map(Mark::Wins)
}
