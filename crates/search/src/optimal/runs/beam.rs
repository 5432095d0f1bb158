//! scratch
use super::bound::RunBound;
use crate::states::runs::{RunBoard, RunGame, RunHash, RunMove};
use crate::trail::Trail;
use crate::{Budget, Limit};
use rustc_hash::FxHashSet;

pub(super) enum BeamEnd {
    Won(Vec<RunMove>),
    Faded,
    /// every position was kept
    Whole,
    Limit(Limit),
}

struct Node {
    board: RunBoard,
    link: u32,
}

struct Child {
    score: i32,
    hash: RunHash,
    parent: u32,
    step: RunMove,
    board: RunBoard,
}

pub(super) fn beam(game: &RunGame, bound: &RunBound, width: usize, below: u32, budget: &mut Budget<'_>) -> BeamEnd {
    let mut trail: Trail<RunMove> = Trail::default();
    let start = game.start();
    if start.is_won(game) {
        return BeamEnd::Won(Vec::new());
    }
    let stages = game.rows.len() + 1;
    let mut seen: FxHashSet<RunHash> = FxHashSet::default();
    seen.insert(start.hashes(game).1);
    let mut layers: Vec<Vec<Node>> = (0..stages).map(|_| Vec::new()).collect();
    layers[0].push(Node { board: start, link: 0 });
    let mut next: Vec<Vec<Child>> = (0..stages).map(|_| Vec::new()).collect();
    let mut whole = true;
    let mut steps = Vec::new();
    for moves in 1..below {
        for layer in &layers {
            for node in layer {
                if let Some(limit) = budget.expand(0) {
                    return BeamEnd::Limit(limit);
                }
                steps.clear();
                node.board.moves(game, |step| steps.push(step));
                for &step in &steps {
                    let mut child = node.board.clone();
                    child.make(game, step);
                    budget.stats.generated += 1;
                    if child.is_won(game) {
                        let link = trail.push(node.link, step);
                        return BeamEnd::Won(trail.path(link));
                    }
                    let hash = child.hashes(game).1;
                    if !seen.insert(hash) {
                        continue;
                    }
                    let (h, unlinked, empty) = bound.within(&child, below.saturating_sub(moves));
                    if moves + h >= below {
                        continue;
                    }
                    let score = 8 * h as i32 + 4 * unlinked as i32 - 2 * empty as i32;
                    let stage = usize::from(child.rows_dealt);
                    next[stage].push(Child { score, hash, parent: node.link, step, board: child });
                }
            }
        }
        let mut any = false;
        for (layer, next) in layers.iter_mut().zip(&mut next) {
            if next.len() > width {
                whole = false;
                next.select_nth_unstable_by_key(width, |c| (c.score, c.hash));
                next.truncate(width);
            }
            next.sort_unstable_by_key(|c| (c.score, c.hash));
            layer.clear();
            layer.extend(next.drain(..).map(|c| Node { link: trail.push(c.parent, c.step), board: c.board }));
            any |= !layer.is_empty();
        }
        if !any {
            break;
        }
    }
    if whole { BeamEnd::Whole } else { BeamEnd::Faded }
}
