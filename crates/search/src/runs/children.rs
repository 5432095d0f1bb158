//! The moves that a staged beam considers, each with the score and the hash it leads to.
//!
//! Neither the board nor the whole score of a child is made: a move changes two columns. Only where
//! a run may leave is the move played on a copy. Most children are never expanded.

use super::layer::{BeamSettings, Node};
use super::score::Scorer;
use patsat_states::runs::{MAX_COLUMNS, RunGame, RunHash, RunMove, rank, suit};

/// A position that a move would lead to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) score: i32,
    /// The score with what the way to it adds.
    pub(super) cost: i32,
    pub(super) parent: u32,
    pub(super) hash: RunHash,
    pub(super) step: RunMove,
}

/// Returns the moves between columns that the beam considers.
pub(super) fn children(
    game: &RunGame,
    scorer: &Scorer,
    settings: BeamSettings,
    node: &Node,
    parent: u32,
    found: &mut Vec<Child>,
) {
    let board = &node.board;
    let alike = game.columns_are_alike(board);
    let mut runs = [0; MAX_COLUMNS];
    let mut summands = [0; MAX_COLUMNS];
    for column in 0..game.columns {
        runs[column] = board.run(column);
        summands[column] = node.hashes[column].summand(column, board.face_down[column], alike);
    }
    let first_empty = (0..game.columns).find(|&column| runs[column] == 0);
    for from in (0..game.columns).filter(|&column| runs[column] > 0) {
        let (cards, run) = (board.column(from), runs[from]);
        let lowest = cards[cards.len() - 1];
        for to in (0..game.columns).filter(|&to| to != from) {
            let mut visit = |count: usize| {
                let step = RunMove { from: from as u8, to: to as u8, count: count as u8 };
                let rest = node.hash.wrapping_sub(summands[from]).wrapping_sub(summands[to]);
                let (score, hash) = if scorer.may_complete(board, step) {
                    let mut board = board.clone();
                    board.make(game, step);
                    (scorer.whole(game, &board), board.hashes(game).1)
                } else {
                    let (left, target) = (cards.len() - count, board.column(to));
                    let face_down = board.face_down[from].min(left.saturating_sub(1) as u8);
                    let source = node.hashes[from].with(left, &cards[left..]);
                    let arrived = node.hashes[to].with(target.len(), &cards[left..]);
                    let hash = rest
                        .wrapping_add(source.summand(from, face_down, alike))
                        .wrapping_add(arrived.summand(to, board.face_down[to], alike));
                    (scorer.after(board, step, node.score), hash)
                };
                let cost = scorer.with_way(score, node.steps);
                found.push(Child { score, cost, parent, hash, step });
            };
            match board.column(to).last() {
                Some(&onto) => {
                    let count = usize::from(rank(onto).saturating_sub(rank(lowest)));
                    let longer = suit(onto) == suit(lowest) && runs[to] + count > run;
                    if (1..=run).contains(&count) && (count == run || settings.splits || longer) {
                        visit(count);
                    }
                }
                None if Some(to) != first_empty => {}
                None => {
                    let least = if settings.splits { 1 } else { run };
                    (least..=run).filter(|&count| count < cards.len()).for_each(visit);
                }
            }
        }
    }
}
