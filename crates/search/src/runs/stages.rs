//! A beam a stage: the moves between two rows of the stock are one stage.
//!
//! KPatience's second solver keeps a beam for each number of rows left, all of one depth.
//! Here the stages follow one another. Within a stage a beam goes on, move by move, as long
//! as it finds better positions *to deal on*: each position is judged by how it would look
//! with the next row upon it, which is known. The best of all depths, not of the last one,
//! are dealt and begin the next stage. After the last row the same beam runs for the win.
//! So a deal costs a few stages of some dozen layers, not one beam of two hundred.
//! Where a row needs a card in every column and a stage begins without, [`super::filling`] follows it.
//!
//! Positions are identified by 64-bit hashes, and much is cut: a stage never reports that a game is
//! lost.

use super::children::{Child, children};
use super::filling::Unfilled;
use super::layer::{BeamSettings, Node};
use super::score::Scorer;
use crate::trail::Trail;
use crate::{Budget, Limit};
use patsat_states::runs::{ColumnHash, RunBoard, RunGame, RunHash, RunMove};
use rustc_hash::FxHashSet;
use std::collections::BinaryHeap;

/// Layers of a stage at most.
const MOST_LAYERS: u32 = 200;

/// How a staged beam ended.
#[derive(Debug)]
pub(super) enum StagesEnd {
    /// A win.
    Won(Vec<RunMove>),
    /// Nothing left to expand.
    Faded,
    /// A limit.
    Limit(Limit),
}

/// A position that the next row was dealt on, the worst first.
#[derive(Debug)]
struct Dealt {
    /// The score with what the way to it adds.
    cost: i32,
    steps: u32,
    hash: RunHash,
    parent: u32,
    board: Box<RunBoard>,
}

impl Dealt {
    fn order(&self) -> (i32, RunHash) {
        (self.cost, self.hash)
    }
}

impl PartialEq for Dealt {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl Eq for Dealt {}

impl PartialOrd for Dealt {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dealt {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}

/// A staged beam; kept from one to the next for its memory.
#[derive(Debug, Default)]
pub(super) struct Stages {
    trail: Trail<RunMove>,
    seen: FxHashSet<RunHash>,
    children: Vec<Child>,
    /// What is to be dealt on: the best positions of this stage with the next row upon them.
    dealt: BinaryHeap<Dealt>,
    dealt_seen: FxHashSet<RunHash>,
    /// Positions of this stage that still lack cards for a row, where it began with such ones alone.
    unfilled: Unfilled,
}

impl Stages {
    /// Runs a beam through all stages.
    pub(super) fn run(
        &mut self,
        game: &RunGame,
        scorer: &Scorer,
        settings: BeamSettings,
        budget: &mut Budget<'_>,
    ) -> StagesEnd {
        // An earlier run may have ended in the middle of a stage.
        self.dealt.clear();
        self.trail.clear();
        let start = game.start();
        if start.is_won(game) {
            return StagesEnd::Won(Vec::new());
        }
        let mut layer = vec![Node::new(game, scorer, start, 0, 0)];
        for _ in 0..=game.rows.len() {
            if let Some(end) = self.stage(game, scorer, settings, layer, budget) {
                return end;
            }
            let mut dealt = std::mem::take(&mut self.dealt).into_vec();
            dealt.sort_unstable();
            layer = Vec::with_capacity(dealt.len());
            for Dealt { parent, board, steps, .. } in dealt {
                let link = self.trail.push(parent, RunMove::ROW);
                layer.push(Node::new(game, scorer, *board, link, steps));
                if layer.last().is_some_and(|node| node.board.is_won(game)) {
                    return StagesEnd::Won(self.trail.path(link));
                }
            }
        }
        StagesEnd::Faded
    }

    fn bytes(&self, settings: BeamSettings) -> u64 {
        self.held(settings) + self.trail.bytes() as u64
    }

    /// Bytes in use but for the moves.
    fn held(&self, settings: BeamSettings) -> u64 {
        let layers = 2 * settings.width * size_of::<Node>() + self.children.capacity() * size_of::<Child>();
        let seen = (self.seen.capacity() + self.dealt_seen.capacity()) * 9;
        (layers + seen) as u64
    }

    /// The moves until the next row. `None` if the stage is done and nothing has ended.
    fn stage(
        &mut self,
        game: &RunGame,
        scorer: &Scorer,
        settings: BeamSettings,
        mut layer: Vec<Node>,
        budget: &mut Budget<'_>,
    ) -> Option<StagesEnd> {
        self.seen.clear();
        self.seen.extend(layer.iter().map(|node| node.hash));
        self.dealt_seen.clear();
        self.unfilled.clear();
        let to_fill =
            !layer.iter().any(|node| game.columns_are_alike(&node.board) || node.board.may_deal(game));
        let (mut best, mut idle) = (i32::MAX, 0);
        for _ in 0..MOST_LAYERS {
            self.children.clear();
            let before = best;
            for (parent, node) in (0..).zip(&layer) {
                if let Some(limit) = budget.expand(self.bytes(settings)) {
                    return Some(StagesEnd::Limit(limit));
                }
                if node.board.may_deal(game) {
                    best = best.min(self.deal(game, scorer, settings, node));
                } else if game.columns_are_alike(&node.board) {
                    best = best.min(node.score);
                } else if to_fill {
                    self.unfilled.note(game, scorer, settings, node);
                }
                children(game, scorer, settings, node, parent, &mut self.children);
            }
            budget.stats.generated += self.children.len() as u64;
            budget.stats.stored = self.trail.len() as u64;
            idle = if best < before { 0 } else { idle + 1 };
            if idle > settings.patience {
                break;
            }
            match self.next_layer(game, scorer, settings, &layer) {
                Ok(next) if next.is_empty() => break,
                Ok(next) => layer = next,
                Err(link) => return Some(StagesEnd::Won(self.trail.path(link))),
            }
        }
        self.fill(game, scorer, settings, budget).err().map(StagesEnd::Limit)
    }

    /// Deals on the positions that filling leads to. A limit ends it.
    fn fill(
        &mut self,
        game: &RunGame,
        scorer: &Scorer,
        settings: BeamSettings,
        budget: &mut Budget<'_>,
    ) -> Result<(), Limit> {
        let held = self.held(settings);
        let filled = self.unfilled.filled((game, scorer, settings), &mut self.trail, held, budget)?;
        for start in filled {
            self.deal(game, scorer, settings, &start.node(game, scorer));
        }
        Ok(())
    }

    /// Judges a position by how it looks with the next row upon it, and keeps it if it is
    /// among the best.
    fn deal(&mut self, game: &RunGame, scorer: &Scorer, settings: BeamSettings, node: &Node) -> i32 {
        let score = scorer.after_row(game, &node.board, node.score);
        let cost = scorer.with_way(score, node.steps);
        // The position before the row stands for the one after it.
        let full = self.dealt.len() >= settings.width;
        let worse = full && self.dealt.peek().is_some_and(|worst| (cost, node.hash) >= worst.order());
        if !worse && self.dealt_seen.insert(node.hash) {
            if full {
                self.dealt.pop();
            }
            let mut board = Box::new(node.board.clone());
            board.make(game, RunMove::ROW);
            let steps = node.steps + 1;
            self.dealt.push(Dealt { cost, steps, hash: node.hash, parent: node.link, board });
        }
        score
    }

    /// The best children, each once; the link of one that is won as an error.
    fn next_layer(
        &mut self,
        game: &RunGame,
        scorer: &Scorer,
        settings: BeamSettings,
        layer: &[Node],
    ) -> Result<Vec<Node>, u32> {
        let mut children = std::mem::take(&mut self.children);
        let order = |child: &Child| (child.cost, child.hash);
        // Many children are met twice, so some more than the width are considered.
        let most = 3 * settings.width;
        if children.len() > most {
            children.select_nth_unstable_by_key(most, order);
            children.truncate(most);
        }
        children.sort_unstable_by_key(order);
        let mut next = Vec::with_capacity(settings.width.min(children.len()));
        for child in &children {
            if next.len() >= settings.width {
                break;
            }
            if !self.seen.insert(child.hash) {
                continue;
            }
            let parent = &layer[child.parent as usize];
            let link = self.trail.push(parent.link, child.step);
            let mut board = parent.board.clone();
            board.make(game, child.step);
            if board.is_won(game) {
                return Err(link);
            }
            let mut hashes = parent.hashes;
            for column in [child.step.from, child.step.to].map(usize::from) {
                hashes[column] = ColumnHash::of(board.column(column));
            }
            debug_assert_eq!(board.hashes(game), (hashes, child.hash));
            debug_assert_eq!(scorer.whole(game, &board), child.score);
            let steps = parent.steps + 1;
            next.push(Node { board, score: child.score, link, steps, hashes, hash: child.hash });
        }
        self.children = children;
        Ok(next)
    }
}
