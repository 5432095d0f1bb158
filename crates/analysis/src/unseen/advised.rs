//! The moves of a player who sees the board and no more.

use super::{Reach, reach};
use patsat_blind::{Advice, AdviceOptions, Foresight, Score, View, advise, turns};
use patsat_game::rules::Move;
use patsat_planning::Failure;
use patsat_search::{Budget, Limits};

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
pub struct Advised {
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
}

impl Advised {
    /// The best move, if it keeps a completion.
    #[must_use]
    pub fn best(&self) -> Option<&AdvisedMove> {
        self.moves.first().filter(|best| best.score.kept > 0 || self.looks)
    }

    /// Whether every completion there is is lost.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.moves.iter().all(|one| one.closed.is_some() || (self.all && one.score.lost == self.completions))
    }
}

/// Scores the legal moves of a view, and says of those that lose in every completion why, where that is soon found.
///
/// # Errors
/// If the positions of a lost board are not closed in a completion: an error of this program.
pub fn advised(view: &View, options: &AdviceOptions) -> Result<Advised, Failure> {
    let Advice { scores, completions, all, foresight, looks } = advise(view, options);
    let mut moves = Vec::with_capacity(scores.len());
    for score in scores {
        let closed = if score.lost == completions { closed(view, score.action)? } else { None };
        moves.push(AdvisedMove { score, turns: turns(view, score.action), closed });
    }
    Ok(Advised { moves, completions, all, foresight, looks })
}

fn closed(view: &View, action: Move) -> Result<Option<usize>, Failure> {
    let Some(after) = view.after(action) else { return Ok(None) };
    let mut budget = Budget::new(Limits { nodes: Some(REASON), ..Limits::default() });
    Ok(match reach(after.board(), &mut budget)? {
        Reach::Lost { positions, .. } => Some(positions),
        _ => None,
    })
}
