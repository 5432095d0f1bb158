//! The moves of a player who sees the board and no more.

use super::{Reach, judge, reach};
use patsat_base::Limits;
use patsat_blind::{Advice, AdviceOptions, Foresight, Score, View, advise, turns};
use patsat_planning::{Failure, Method};
use patsat_search::Budget;
use std::sync::atomic::AtomicBool;

/// Positions that the search for the reason of a loss visits at most.
const REASON: u64 = 20_000;

/// A move with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdvisedMove {
    /// The move and its score.
    pub score: Score,
    /// Whether it turns over a card of a column.
    pub turns: bool,
    /// The number of positions that can be reached after it, if none of them turns an unseen card and none is won.
    pub closed: Option<usize>,
}

/// The moves of a view, the best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRanking {
    /// The moves.
    pub moves: Vec<AdvisedMove>,
    /// Completions that were judged.
    pub completions: u64,
    /// Whether there are no others.
    pub all: bool,
    /// When a completion counts as kept.
    pub foresight: Foresight,
    /// Whether the first move is to look through the stock, which costs nothing and shows all of it.
    pub looks: bool,
    /// Whether the game is lost in every completion, also by moves of cards that were not seen.
    pub is_lost: bool,
}

impl MoveRanking {
    /// The best move, if it keeps a completion.
    #[must_use]
    pub fn best(&self) -> Option<&AdvisedMove> {
        self.moves.first().filter(|best| best.score.kept > 0 || self.looks)
    }
}

/// Scores the legal moves of a view. Explains why moves lose in every completion, where the reason is soon found.
///
/// # Errors
/// If the positions of a lost board are not closed in a completion: an error of this program.
pub fn rank_moves(view: &View, options: &AdviceOptions) -> Result<MoveRanking, Failure> {
    let Advice { scores, completions, all, foresight, looks } = advise(view, options);
    let mut moves = Vec::with_capacity(scores.len());
    for score in scores {
        let after =
            Some(score.action).filter(|_| score.lost == completions).and_then(|action| view.after(action));
        let closed = after.map(|after| closed(&after)).transpose()?.flatten();
        moves.push(AdvisedMove { score, turns: turns(view, score.action), closed });
    }
    // The moves of a view leave out those that depend on unseen cards: that each of the others loses is not enough.
    let all_lose = moves.iter().all(|one| one.score.lost == completions);
    let is_lost = all_lose && (closed(view)?.is_some() || (all && all_orders_lose(view, options)?));
    Ok(MoveRanking { moves, completions, all, foresight, looks, is_lost })
}

/// Whether a complete search finds no win in any completion.
fn all_orders_lose(view: &View, options: &AdviceOptions) -> Result<bool, Failure> {
    let limits = Limits { nodes: Some(REASON), ..Limits::default() };
    let seeded = (options.samples, options.seed);
    let judged = judge(view.board(), seeded, (&Method::default(), limits), &AtomicBool::new(false), |_| ())?;
    Ok(judged.all && judged.lost == judged.orders())
}

/// The number of positions that can be reached, if none of them turns an unseen card and none is won.
fn closed(view: &View) -> Result<Option<usize>, Failure> {
    let mut budget = Budget::new(Limits { nodes: Some(REASON), ..Limits::default() });
    Ok(match reach(view.board(), &mut budget)? {
        Reach::Lost { positions, .. } => Some(positions),
        _ => None,
    })
}
