//! The first move of a game after which it cannot be won.
//!
//! A lost position stays lost: every later position is reached from it. So the positions of a game are
//! winnable up to some move and lost from there on, and bisection finds the move with few searches. A search
//! that ends at a limit leaves an interval.

use patsat_base::Limits;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{self, Fault};
use patsat_planning::{Answer, Outcome};
use patsat_planning::{Failure, LazyTask, Monitor};
use patsat_planning::{Request, solve};

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedRequest<'a> {
    /// How each position is decided; its instance is the start of the game.
    pub search: Request<'a>,
    /// The moves.
    pub plan: &'a Plan,
}

/// The outcome of a game that was played.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayOutcome {
    /// It can still be won, or is.
    Never(Box<Answer>),
    /// It could not be won from the start.
    Always(Box<Answer>),
    /// It could be won before this move, counted from 0, and not after it.
    At {
        /// The move.
        step: usize,
        /// The answer before the move: the game can be won.
        before: Box<Answer>,
        /// The answer after the move: it cannot be won.
        after: Box<Answer>,
    },
    /// A limit left it open which of these moves, counted from 0, lost it.
    Between {
        /// The first of them, before which the game could be won; `None` if no such move is known.
        first: Option<usize>,
        /// The last of them, after which the game was lost; `None` if no such move is known.
        last: Option<usize>,
        /// The last answer of the search.
        answer: Box<Answer>,
    },
}

/// Returns the instance after the first `moves` moves of a game.
///
/// # Errors
/// If one of them is illegal.
pub fn after(start: &Instance, plan: &Plan, moves: usize) -> Result<Instance, Box<Fault>> {
    let played = Plan { moves: plan.moves[..moves.min(plan.moves.len())].to_vec() };
    if played.moves.is_empty() {
        return Ok(start.clone());
    }
    let table = verify::play(start, played).map_err(Box::new)?.into_inner().table;
    let deal = table.deal().clone();
    Ok(Instance { deal, id: None, saved: None, origin: None, ..start.clone() })
}

/// Finds the first move after which the game cannot be won.
///
/// # Errors
/// If a move is illegal, or the verifier refuses a claim of the search.
pub fn when_lost(request: &PlayedRequest<'_>, monitor: &mut Monitor<'_>) -> Result<PlayOutcome, PlayedError> {
    lost_before(request, None, monitor)
}

/// Finds that move, with the answer about the end of the game if it is already known.
pub(crate) fn lost_before(
    request: &PlayedRequest<'_>,
    end: Option<Answer>,
    monitor: &mut Monitor<'_>,
) -> Result<PlayOutcome, PlayedError> {
    let plan = request.plan;
    let limits = request.search.limits;
    let started = web_time::Instant::now();
    let mut decide = |moves: usize| -> Result<Answer, PlayedError> {
        let instance = after(request.search.instance(), plan, moves)?;
        let left = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let limits = Limits { time: left, ..limits };
        let method = request.search.method.clone();
        let search = Request { game: LazyTask::new(&instance), method, limits, ..request.search };
        Ok(solve(&search, monitor)?)
    };
    let end = end.map_or_else(|| decide(plan.moves.len()), Ok)?;
    let mut lost = match end.outcome {
        Outcome::Solved(..) => return Ok(PlayOutcome::Never(Box::new(end))),
        Outcome::Unwinnable(_) => (plan.moves.len(), end),
        _ => return Ok(PlayOutcome::Between { first: None, last: None, answer: Box::new(end) }),
    };
    let mut won: Option<(usize, Answer)> = None;
    // The start comes first: most lost games could be won from the start.
    let mut next = 0;
    while won.as_ref().map_or(lost.0 > 0, |won| won.0 + 1 < lost.0) {
        let answer = decide(next)?;
        match answer.outcome {
            Outcome::Solved(..) => won = Some((next, answer)),
            Outcome::Unwinnable(_) => lost = (next, answer),
            _ => {
                let first = won.map(|won| won.0);
                let last = Some(lost.0 - 1);
                return Ok(PlayOutcome::Between { first, last, answer: Box::new(answer) });
            }
        }
        next = won.as_ref().map_or(0, |won| usize::midpoint(won.0, lost.0));
    }
    Ok(match won {
        None => PlayOutcome::Always(Box::new(lost.1)),
        Some(won) => PlayOutcome::At { step: won.0, before: Box::new(won.1), after: Box::new(lost.1) },
    })
}

/// Why a game that was played has no answer.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PlayedError {
    /// One of its moves is illegal.
    #[error("the game makes an illegal move: {0}")]
    Illegal(#[from] Box<Fault>),
    /// A position of it could not be decided, or a claim was refused.
    #[error(transparent)]
    Failure(#[from] Failure),
}
