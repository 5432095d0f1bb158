//! A beam with a layer for every card drawn.
//!
//! Between two draws the moves of columns and waste are searched best first, from all positions of the layer at
//! once, for a fixed number of expansions. The best positions met, expanded or not, draw the next card and are
//! the next layer. So positions are compared only with those of the same number of drawn cards, and a layer may
//! take any number of moves. Safe moves home are made at once. After the last card a longer search runs for the
//! win.
//!
//! Positions are identified by 64-bit hashes, and much is cut: a beam never reports that a game is lost.

use super::score::{Parts, PileMemory};
use super::weights::Weights;
use crate::trail::Trail;
use crate::{Budget, Limit};
use patsat_states::piles::{MAX_CARDS, PileBoard, PileGame, Room, Step};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How a beam is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamSettings {
    /// Positions that draw the next card.
    pub(super) width: usize,
}

/// Expansions between two draws, for each position of the width.
const EFFORT: usize = 10;
/// Factor on the expansions after the last draw.
const LAST_EFFORT: usize = 4;

/// How a beam ended.
#[derive(Debug)]
pub(super) enum LayersEnd {
    /// A win.
    Won(Vec<Step>),
    /// Nothing left to expand, or the last layer's expansions used up.
    Faded,
    /// A limit.
    Limit(Limit),
}

/// A position that was met, by the moves that lead to it. Most are never expanded, so the board is not kept.
#[derive(Clone, Copy, Debug)]
struct Node {
    score: i32,
    /// Its place in the tree of moves.
    link: u32,
    /// The number of the scene from which its last moves were made.
    scene: u32,
}

/// A position with all that is needed to go on from it: one that began the layer or was expanded.
#[derive(Clone, Copy, Debug)]
struct Scene<R: Room> {
    board: PileBoard<R>,
    parts: Parts<R>,
    link: u32,
}

/// A beam; kept from one to the next for its memory.
#[derive(Debug, Default)]
pub(super) struct Layers<R: Room> {
    trail: Trail<Step>,
    seen: FxHashSet<u64>,
    nodes: Vec<Node>,
    scenes: Vec<Scene<R>>,
    open: BinaryHeap<Reverse<(i32, u32)>>,
    memory: PileMemory<R>,
    /// Fewest cards left in a position that was met.
    pub(super) least: u8,
    /// Whether positions were left behind, so that another beam may see what this one did not.
    pub(super) cut: bool,
    /// Whether each card was played, from a column or from the waste, on the way to a position that was met.
    pub(super) played: Vec<bool>,
}

impl<R: Room> Layers<R> {
    /// Runs a beam from the start.
    pub(super) fn run(
        &mut self,
        game: &PileGame<R>,
        weights: &Weights,
        settings: BeamSettings,
        budget: &mut Budget<'_>,
    ) -> LayersEnd {
        self.trail.clear();
        self.nodes.clear();
        self.scenes.clear();
        self.least = game.start().left;
        self.cut = false;
        self.memory.forget();
        self.played.clear();
        self.played.resize(MAX_CARDS, false);
        if let Some(link) = self.begin(game, weights, *game.start(), 0) {
            return LayersEnd::Won(self.trail.path(link));
        }
        loop {
            // Where the stock is dealt again, a position whose waste is empty has no more to draw, others have.
            let last = self.scenes.iter().all(|scene| !scene.board.has_draws(game));
            let expansions = settings.width * EFFORT * if last { LAST_EFFORT } else { 1 };
            if let Some(end) = self.layer(game, weights, expansions, budget) {
                return end;
            }
            if last {
                return LayersEnd::Faded;
            }
            if let Some(link) = self.draw(game, weights, settings) {
                return LayersEnd::Won(self.trail.path(link));
            }
        }
    }

    /// Adds a position to the present layer, settled; its link if it is won.
    fn begin(
        &mut self,
        game: &PileGame<R>,
        weights: &Weights,
        mut board: PileBoard<R>,
        link: u32,
    ) -> Option<u32> {
        let link = self.settle(game, &mut board, link);
        let won = board.is_won().then_some(link);
        let parts = Parts::new(weights, game, &board, &mut self.memory);
        let scene = self.scenes.len() as u32;
        self.nodes.push(Node { score: parts.score(weights, game, &board), link, scene });
        self.scenes.push(Scene { board, parts, link });
        won
    }

    /// Searches between two draws. `None` if that is done and nothing has ended.
    fn layer(
        &mut self,
        game: &PileGame<R>,
        weights: &Weights,
        expansions: usize,
        budget: &mut Budget<'_>,
    ) -> Option<LayersEnd> {
        let mut scenes = std::mem::take(&mut self.scenes);
        self.seen.clear();
        self.seen.extend(scenes.iter().map(|scene| scene.board.hash(game)));
        self.open.clear();
        self.open.extend(self.nodes.iter().zip(0..).map(|(node, n)| Reverse((node.score, n))));
        let mut end = None;
        for _ in 0..expansions {
            end = self.expand(&mut scenes, game, weights, budget);
            if end.is_some() || self.open.is_empty() {
                break;
            }
        }
        self.cut |= !self.open.is_empty();
        self.scenes = scenes;
        end
    }

    /// Expands the best position that is open, if there is one.
    fn expand(
        &mut self,
        scenes: &mut Vec<Scene<R>>,
        game: &PileGame<R>,
        weights: &Weights,
        budget: &mut Budget<'_>,
    ) -> Option<LayersEnd> {
        let Reverse((_, n)) = self.open.pop()?;
        if let Some(limit) = budget.expand(self.bytes(scenes)) {
            return Some(LayersEnd::Limit(limit));
        }
        let node = self.nodes[n as usize];
        let before = &scenes[node.scene as usize];
        let mut scene = node.scene;
        if before.link != node.link {
            let board = self.board(game, before, node);
            let parts = before.parts.after(weights, game, &before.board, &board, &mut self.memory);
            scene = scenes.len() as u32;
            scenes.push(Scene { board, parts, link: node.link });
        }
        let parent = &scenes[scene as usize];
        let columns = parent.board.columns_hash(game);
        let mut won = None;
        parent.board.moves(game, |step| {
            budget.stats.generated += 1;
            self.note(&parent.board, step);
            // Most moves lead to positions that others have reached: independent moves in another order.
            let hash = parent.board.hash_after(game, columns, step);
            if !self.seen.contains(&hash) {
                won = won.or(self.child(game, weights, (parent, scene), step, hash));
            }
        });
        won.map(|link| LayersEnd::Won(self.trail.path(link)))
    }

    /// Adds what a move leads to, if it is new once it is settled; its link if it is won. `hash` is that of the
    /// position before that.
    fn child(
        &mut self,
        game: &PileGame<R>,
        weights: &Weights,
        (parent, scene): (&Scene<R>, u32),
        step: Step,
        hash: u64,
    ) -> Option<u32> {
        let mut board = parent.board;
        board.make(game, step);
        let known = self.trail.push(parent.link, step);
        let link = self.settle(game, &mut board, known);
        self.seen.insert(hash);
        if link != known && !self.seen.insert(board.hash(game)) {
            self.trail.truncate(known as usize - 1);
            return None;
        }
        self.least = self.least.min(board.left);
        let parts = parent.parts.after(weights, game, &parent.board, &board, &mut self.memory);
        let score = parts.score(weights, game, &board);
        self.open.push(Reverse((score, self.nodes.len() as u32)));
        self.nodes.push(Node { score, link, scene });
        board.is_won().then_some(link)
    }

    /// The position of a node, played from its scene.
    fn board(&self, game: &PileGame<R>, scene: &Scene<R>, node: Node) -> PileBoard<R> {
        let mut board = scene.board;
        for step in self.trail.between(scene.link, node.link) {
            board.make(game, step);
        }
        board
    }

    /// The best positions draw a card and are the next layer; the link of one that is won.
    fn draw(&mut self, game: &PileGame<R>, weights: &Weights, settings: BeamSettings) -> Option<u32> {
        let mut nodes = std::mem::take(&mut self.nodes);
        // Where an empty column forbids the row, worse positions than the best may be the ones that go on.
        let all_draw = !game.rows || game.onto_empty;
        self.cut |= nodes.len() > settings.width;
        if all_draw && nodes.len() > settings.width {
            nodes.select_nth_unstable_by_key(settings.width, |node| (node.score, node.link));
            nodes.truncate(settings.width);
        }
        nodes.sort_unstable_by_key(|node| (node.score, node.link));
        let drawn = nodes.iter().filter_map(|&node| {
            let board = self.board(game, &self.scenes[node.scene as usize], node);
            Some((board.next_draw(game)?, board, node.link))
        });
        let drawn: Vec<(Step, PileBoard<R>, u32)> = drawn.take(settings.width).collect();
        self.scenes.clear();
        let mut won = None;
        for (step, mut board, link) in drawn {
            board.make(game, step);
            let link = self.trail.push(link, step);
            won = won.or(self.begin(game, weights, board, link));
        }
        won
    }

    /// Makes all safe moves.
    fn settle(&mut self, game: &PileGame<R>, board: &mut PileBoard<R>, mut link: u32) -> u32 {
        board.settle(game, |board, step| {
            self.note(board, step);
            link = self.trail.push(link, step);
        });
        link
    }

    /// Takes down which cards a step plays.
    fn note(&mut self, board: &PileBoard<R>, step: Step) {
        let mut card = board.top(step.from);
        for _ in 0..step.count {
            self.played[usize::from(card)] = true;
            card = board.under(card);
        }
    }

    fn bytes(&self, scenes: &Vec<Scene<R>>) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node>() + self.open.capacity() * 8;
        let scenes = scenes.capacity() * size_of::<Scene<R>>();
        (nodes + scenes + self.seen.capacity() * 9 + self.trail.bytes()) as u64
    }
}
