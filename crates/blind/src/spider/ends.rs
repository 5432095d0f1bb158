//! What known cards lead to: a card that is turned, a row, or a won game.

use super::Weights;
use patsat_states::runs::{ColumnHash, RunBoard, RunGame, RunHash, RunMove};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Most columns of a board.
const COLUMNS: usize = 16;
/// Kinds of ends: a card turned in each column, a row, a won game.
const KINDS: usize = COLUMNS + 2;

/// The best way to an end of one kind.
#[derive(Clone, Debug)]
pub(super) struct End {
    /// The score of the position, with what the way costs; lower is better.
    pub(super) score: i32,
    /// The way; its last step turns the card, deals the row or wins.
    pub(super) way: Vec<RunMove>,
}

/// The best end of each kind, the best first.
///
/// A best-first search visits at most `positions` of them, the tidiest first. It knows the cards that lie face up, and stops where
/// another is turned.
pub(super) fn ends(game: &RunGame, board: RunBoard, weights: &Weights, positions: usize) -> Vec<End> {
    let (best, visited) = search(game, board, weights, positions);
    let mut ends = Vec::new();
    for &(score, mut at, last) in best.iter().flatten() {
        let mut way = vec![last];
        while at > 0 {
            way.push(visited[at].step);
            at = visited[at].parent;
        }
        way.reverse();
        ends.push(End { score, way });
    }
    ends.sort_by_key(|end| end.score);
    ends
}

/// The score of the best end. `None` if there is no end.
pub(super) fn outlook(game: &RunGame, board: RunBoard, weights: &Weights, positions: usize) -> Option<i32> {
    search(game, board, weights, positions).0.iter().flatten().map(|&(score, ..)| score).min()
}

/// Of each kind of end: the score, the position before the last step, the last step.
type BestEnds = [Option<(i32, usize, RunMove)>; KINDS];

fn search(
    game: &RunGame,
    board: RunBoard,
    weights: &Weights,
    positions: usize,
) -> (BestEnds, Vec<SearchNode>) {
    let start = SearchNode::start(game, weights, board);
    let mut seen: FxHashSet<RunHash> = FxHashSet::default();
    seen.insert(start.hash);
    let mut best: BestEnds = [None; KINDS];
    let mut visited = Vec::with_capacity(positions);
    // Score, order of discovery, parent and step of a position that was not visited.
    let mut queue = BinaryHeap::new();
    let mut discovered = 0u32;
    let mut steps = Vec::new();
    let mut next = Some(start);
    while let Some(now) = next.take() {
        steps.clear();
        now.board.moves(game, |step| steps.push(step));
        for &step in &steps {
            let (kind, score, hash) = now.look_ahead(game, weights, step);
            if let Some(kind) = kind {
                if best[kind].is_none_or(|(known, ..)| score < known) {
                    best[kind] = Some((score, visited.len(), step));
                }
            } else if seen.insert(hash) {
                let RunMove { from, to, count } = step;
                queue.push((Reverse(score), Reverse(discovered), visited.len(), (from, to, count)));
                discovered += 1;
            }
        }
        visited.push(now);
        if visited.len() >= positions {
            break;
        }
        next = queue.pop().map(|(_, _, parent, (from, to, count))| {
            let mut after = visited[parent].clone();
            after.make(game, weights, RunMove { from, to, count });
            SearchNode { parent, ..after }
        });
    }
    (best, visited)
}

/// A position, with the parts that its score and its hash are summed from: a move changes those of two columns.
#[derive(Clone)]
struct SearchNode {
    board: RunBoard,
    scores: [i32; COLUMNS],
    hashes: [RunHash; COLUMNS],
    score: i32,
    hash: RunHash,
    /// The position before, as a number of those visited, and the step from there.
    parent: usize,
    step: RunMove,
    depth: i32,
}

impl SearchNode {
    fn start(game: &RunGame, weights: &Weights, board: RunBoard) -> SearchNode {
        let step = RunMove { from: 0, to: 0, count: 0 };
        let (scores, hashes) = ([0; COLUMNS], [0; COLUMNS]);
        let score = weights.home * i32::from(board.runs_home);
        let mut start = SearchNode { board, scores, hashes, score, hash: 0, parent: 0, step, depth: 0 };
        (0..game.columns).for_each(|column| start.look(game, weights, column));
        start
    }

    /// Brings the parts of a column up to date.
    fn look(&mut self, game: &RunGame, weights: &Weights, column: usize) {
        let score = weights.column(game, &self.board, column);
        let alike = game.columns_are_alike(&self.board);
        let hash = ColumnHash::of(self.board.column(column));
        let hash = hash.summand(column, self.board.face_down[column], alike);
        self.score += score - self.scores[column];
        self.hash = self.hash.wrapping_add(hash).wrapping_sub(self.hashes[column]);
        (self.scores[column], self.hashes[column]) = (score, hash);
    }

    /// Makes a step that deals no row.
    fn make(&mut self, game: &RunGame, weights: &Weights, step: RunMove) {
        let home = self.board.runs_home;
        self.board.make(game, step);
        self.look(game, weights, step.from.into());
        if step.to != step.from {
            self.look(game, weights, step.to.into());
        }
        self.score += weights.home * i32::from(self.board.runs_home - home);
        (self.step, self.depth) = (step, self.depth + 1);
    }

    /// What a step leads to: the kind of end if it is one, the score with what the way costs, and the hash.
    fn look_ahead(&self, game: &RunGame, weights: &Weights, step: RunMove) -> (Option<usize>, i32, RunHash) {
        let cost = weights.step * (self.depth + 1);
        if step == RunMove::ROW {
            return (Some(COLUMNS), self.score + cost + weights.row, self.hash);
        }
        let mut after = self.clone();
        after.make(game, weights, step);
        let turned = (0..game.columns).find(|&n| after.board.face_down[n] != self.board.face_down[n]);
        let kind = if after.board.is_won(game) { Some(COLUMNS + 1) } else { turned };
        (kind, after.score + cost, after.hash)
    }
}
