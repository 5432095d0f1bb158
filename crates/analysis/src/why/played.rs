//! When did I lose it? The first move of a game after which nobody wins.
//!
//! What is lost stays lost: every position after it is reached from it. So the positions of a
//! game are winnable up to some move and lost from there on, and halving finds the move with few
//! searches. A search that ends at a limit leaves an interval.

use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{self, Fault};
use patsat_planning::{Answer, Outcome};
use patsat_planning::{Compiled, Failure, Monitor};
use patsat_planning::{Request, solve};
use patsat_search::Limits;

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedRequest<'a> {
    /// How each position is decided; its instance is where the game began.
    pub search: Request<'a>,
    /// The moves.
    pub plan: &'a Plan,
}

/// What became of a game that was played.
#[derive(Clone, PartialEq, Debug)]
pub enum Lost {
    /// It can still be won, or is.
    Never(Box<Answer>),
    /// It could not be won from the start.
    Always(Box<Answer>),
    /// It could be won before this move, counted from 0, and not after it.
    At {
        /// The move.
        step: usize,
        /// How it could have been won.
        before: Box<Answer>,
        /// That it could not any more.
        after: Box<Answer>,
    },
    /// A limit left it open which of these moves, counted from 0, lost it.
    Between {
        /// The first of them, before which it could be won; `None`: that is not known of any.
        first: Option<usize>,
        /// The last of them, after which it was lost; `None`: that is not known of any.
        last: Option<usize>,
        /// What the search said last.
        answer: Box<Answer>,
    },
}

/// The instance after so many moves of a game.
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
    Ok(Instance { deal, id: None, saved: None, made: None, ..start.clone() })
}

/// Finds the first move after which nobody wins.
///
/// # Errors
/// An illegal move, or a claim of the search that the verifier refuses.
pub fn when_lost(request: &PlayedRequest<'_>, monitor: &mut Monitor<'_>) -> Result<Lost, PlayedError> {
    lost_before(request, None, monitor)
}

/// The same, where it may be known already what the search says of the end.
pub(crate) fn lost_before(
    request: &PlayedRequest<'_>,
    end: Option<Answer>,
    monitor: &mut Monitor<'_>,
) -> Result<Lost, PlayedError> {
    let plan = request.plan;
    let limits = request.search.limits;
    let started = web_time::Instant::now();
    let mut ask = |moves: usize| -> Result<Answer, PlayedError> {
        let instance = after(request.search.instance(), plan, moves)?;
        let left = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let limits = Limits { time: left, ..limits };
        let method = request.search.method.clone();
        let search = Request { game: Compiled::new(&instance), method, limits, ..request.search };
        Ok(solve(&search, monitor)?)
    };
    let end = end.map_or_else(|| ask(plan.moves.len()), Ok)?;
    let mut lost = match end.outcome {
        Outcome::Solved(..) => return Ok(Lost::Never(Box::new(end))),
        Outcome::Unwinnable(_) => (plan.moves.len(), end),
        _ => return Ok(Lost::Between { first: None, last: None, answer: Box::new(end) }),
    };
    let mut won: Option<(usize, Answer)> = None;
    // The start is asked about first: most games that are lost were not lost from the start.
    let mut next = 0;
    while won.as_ref().map_or(lost.0 > 0, |won| won.0 + 1 < lost.0) {
        let answer = ask(next)?;
        match answer.outcome {
            Outcome::Solved(..) => won = Some((next, answer)),
            Outcome::Unwinnable(_) => lost = (next, answer),
            _ => {
                let first = won.map(|won| won.0);
                let last = Some(lost.0 - 1);
                return Ok(Lost::Between { first, last, answer: Box::new(answer) });
            }
        }
        next = won.as_ref().map_or(0, |won| usize::midpoint(won.0, lost.0));
    }
    Ok(match won {
        None => Lost::Always(Box::new(lost.1)),
        Some(won) => Lost::At { step: won.0, before: Box::new(won.1), after: Box::new(lost.1) },
    })
}

/// Why a game that was played has no answer.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PlayedError {
    /// One of its moves is illegal.
    #[error("the game makes an illegal move: {0}")]
    Illegal(#[from] Box<Fault>),
    /// A position of it could not be asked about, or a claim was refused.
    #[error(transparent)]
    Failure(#[from] Failure),
}
