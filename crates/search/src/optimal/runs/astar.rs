//! A* on positions of a game of runs, below a plan that is known.
//!
//! Positions wait in a [`Frontier`] by `moves so far + bound`. A child for which that sum is not below the
//! best plan's length is dropped at once. The beams' plan is nearly always a shortest one. Then no
//! position is stored that plain A* would not have to expand, and no partial expansion could store fewer.
//! The bound is not quite consistent, because the deadlocks found depend on the position. So a position is
//! opened again when a shorter way to it turns up.

use super::bound::RunBound;
use super::scene::Scene;
use super::store::{Node, ROOT, Store};
use crate::optimal::frontier::Frontier;
use crate::{Budget, Limit};
use patsat_states::runs::{RunBoard, RunGame, RunMove};

/// How the search ended.
#[derive(Debug)]
pub(super) enum End {
    /// This plan is a shortest one.
    Won(Vec<RunMove>),
    /// No plan is shorter than the one known, or none exists at all.
    Exhausted,
    /// A limit was reached; the best plan found until then, if any.
    Limit(Limit, Option<Vec<RunMove>>),
}

/// Moves of a plan that are counted at most.
const MOST_MOVES: u32 = u16::MAX as u32 / 2;

/// A running search.
pub(super) struct AStar<'a> {
    game: &'a RunGame,
    bound: &'a RunBound,
    store: Store,
    frontier: Frontier,
    scene: Box<Scene>,
    key: Vec<u8>,
    /// Plans are sought of fewer moves than this.
    below: u32,
    won: Option<u32>,
    /// Moves of every plan that the cost leaves out.
    uncounted: u32,
}

impl<'a> AStar<'a> {
    pub(super) fn new(game: &'a RunGame, bound: &'a RunBound, uncounted: u32) -> AStar<'a> {
        AStar {
            game,
            bound,
            store: Store::new(game.key_size()),
            frontier: Frontier::default(),
            scene: Box::default(),
            key: vec![0; game.key_size()],
            below: MOST_MOVES,
            won: None,
            uncounted,
        }
    }

    /// Bytes of all tables.
    fn bytes(&self) -> u64 {
        self.store.bytes() + self.frontier.bytes()
    }

    /// Searches for a shortest plan, if it has fewer than `below` moves.
    pub(super) fn run(&mut self, below: Option<u32>, budget: &mut Budget<'_>) -> End {
        self.below = below.unwrap_or(MOST_MOVES).min(MOST_MOVES);
        let start = self.game.start();
        if !self.meet(&start, ROOT, 0, budget) {
            return End::Limit(Limit::Memory, None);
        }
        let mut proven = None;
        let mut steps = Vec::new();
        while let Some((sum, _, number)) = self.frontier.pop() {
            if sum >= self.below {
                break;
            }
            if proven < Some(sum) {
                proven = Some(sum);
                budget.stats.lower_bound = budget.stats.lower_bound.max(Some(sum - self.uncounted));
                budget.check(self.bytes());
            }
            let node = self.store.node_mut(number);
            if node.done || u32::from(node.moves) + u32::from(node.bound) > sum {
                continue;
            }
            node.done = true;
            let moves = u32::from(node.moves) + 1;
            budget.stats.stored = self.store.len() as u64;
            if let Some(limit) = budget.expand(self.bytes()) {
                return End::Limit(limit, self.plan());
            }
            let board = self.game.board(self.store.key(number));
            steps.clear();
            board.moves(self.game, |step| steps.push(step));
            budget.stats.generated += steps.len() as u64;
            for &step in &steps {
                let mut child = board.clone();
                child.make(self.game, step);
                if !self.meet(&child, number, moves, budget) {
                    return End::Limit(Limit::Memory, self.plan());
                }
            }
        }
        budget.stats.stored = self.store.len() as u64;
        self.plan().map_or(End::Exhausted, End::Won)
    }

    /// Puts a position among those to be expanded, if that may be of use. Not if memory has no room for it.
    #[inline]
    fn meet(&mut self, board: &RunBoard, parent: u32, moves: u32, budget: &mut Budget<'_>) -> bool {
        board.write_key(self.game, &mut self.key);
        match self.store.find(&self.key) {
            Ok(known) => {
                let node = self.store.node_mut(known);
                if u32::from(node.moves) > moves {
                    (node.moves, node.parent, node.done) = (moves as u16, parent, false);
                    let rest = u32::from(node.bound);
                    self.frontier.push(moves + rest, rest, known);
                    self.note_win(board, known, moves, budget);
                }
            }
            Err(place) => {
                let enough = self.below.saturating_sub(moves);
                let bound = self.bound.look(&mut self.scene, board, enough).bound;
                if bound >= enough {
                    return true;
                }
                let node = Node { parent, moves: moves as u16, bound: bound as u16, done: false };
                let Some(number) = self.store.insert(&self.key, place, node) else { return false };
                self.frontier.push(moves + bound, bound, number);
                self.note_win(board, number, moves, budget);
            }
        }
        true
    }

    /// Keeps a position that is won in fewer moves than all before.
    #[inline]
    fn note_win(&mut self, board: &RunBoard, number: u32, moves: u32, budget: &mut Budget<'_>) {
        if moves < self.below && board.is_won(self.game) {
            self.below = moves;
            self.won = Some(number);
            budget.stats.upper_bound = Some(moves - self.uncounted);
        }
    }

    /// The moves to the best won position found. Columns that are alike change places in keys: so each
    /// move is found by the key it leads to.
    fn plan(&self) -> Option<Vec<RunMove>> {
        let mut path = Vec::new();
        let mut at = self.won?;
        while self.store.node(at).parent != ROOT {
            path.push(at);
            at = self.store.node(at).parent;
        }
        let mut board = self.game.start();
        let mut key = vec![0; self.game.key_size()];
        let mut plan = Vec::with_capacity(path.len());
        for &at in path.iter().rev() {
            let mut next = None;
            board.moves(self.game, |step| {
                let mut child = board.clone();
                child.make(self.game, step);
                child.write_key(self.game, &mut key);
                if next.is_none() && key == self.store.key(at) {
                    next = Some((step, child));
                }
            });
            let (step, child) = next?;
            plan.push(step);
            board = child;
        }
        Some(plan)
    }
}
