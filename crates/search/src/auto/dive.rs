//! Best-first search on packed positions, built for many short runs.
//!
//! Children are made without a board where that can be: a move that sends nothing home
//! changes one code of the key and two columns of the score. Only when it uncovers a card
//! that may go home without loss, or is itself a move home, is the position worked out.

use super::queue::Queue;
use crate::arena::{Arena, Node};
use crate::score::{Scorer, Weights};
use crate::{Budget, Limit};
use patsat_states::packed::{Board, CardSet, Game, Size, Step, Target};

/// Boards kept.
const RECENT: usize = 256;

/// How a dive ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DiveEnd {
    /// The steps to a win, forced moves home not listed.
    Won(Vec<Step>),
    /// No position is left. After a narrow dive this proves nothing.
    Exhausted,
    /// The quota is used up.
    Quota,
    /// A limit of the whole search is reached.
    Limit(Limit),
}

/// The memory of a dive, kept from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Dive<S: Size> {
    arena: Arena<S>,
    queue: Queue,
    recent: Recent<Board<S>>,
    /// The position expanded last.
    last: Option<u32>,
}

/// Boards of some positions expanded lately, by number modulo [`RECENT`], each with the dive and number it
/// belongs to.
#[derive(Debug)]
pub(super) struct Recent<B> {
    boards: Vec<(u64, B)>,
    /// Dives so far.
    dives: u64,
}

impl<B> Default for Recent<B> {
    fn default() -> Self {
        Recent { boards: Vec::new(), dives: 0 }
    }
}

impl<B: Copy> Recent<B> {
    /// Boards of the dive before are not taken for those of the next.
    pub(super) fn forget(&mut self, any: &B) {
        self.dives += 1;
        if self.boards.is_empty() {
            self.boards.resize(RECENT, (0, *any));
        }
    }

    fn name(&self, number: u32) -> u64 {
        self.dives << 32 | u64::from(number)
    }

    #[inline]
    pub(super) fn get(&self, number: u32) -> Option<&B> {
        let (name, board) = &self.boards[number as usize % RECENT];
        (*name == self.name(number)).then_some(board)
    }

    #[inline]
    pub(super) fn keep(&mut self, number: u32, board: &B) {
        self.boards[number as usize % RECENT] = (self.name(number), *board);
    }
}

/// What a dive searches, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms<'a, S: Size> {
    /// The game.
    pub(crate) game: &'a Game<S>,
    /// What positions are judged by.
    pub(crate) weights: &'a Weights,
    /// Whether cards that can go home without loss must.
    pub(crate) forced: bool,
}

impl<S: Size> Terms<'_, S> {
    fn settle(&self, board: Board<S>) -> Board<S> {
        if self.forced { board.settled(self.game) } else { board }
    }
}

impl<S: Size> Dive<S> {
    /// Makes ready for a new search, from the start of the game.
    pub(crate) fn begin(&mut self, terms: &Terms<'_, S>) {
        let start = terms.settle(terms.game.start());
        self.arena.clear();
        self.queue.clear(S::SCORES);
        self.recent.forget(&start);
        let root = Node { key: start.key, parent: 0, depth: 0, card: 0, to: 0 };
        if self.arena.insert(root).is_ok() {
            self.queue.push(0, 0);
        }
    }

    /// Goes on until `quota` more positions are expanded.
    pub(crate) fn go_on(&mut self, terms: &Terms<'_, S>, quota: u64, budget: &mut Budget<'_>) -> DiveEnd {
        if terms.settle(terms.game.start()).is_won() {
            return DiveEnd::Won(Vec::new());
        }
        let mut scorer = Scorer::new(terms.game, terms.weights);
        self.last = None;
        for _ in 0..quota {
            let Some(number) = self.queue.pop() else { return DiveEnd::Exhausted };
            let mut generated = 0;
            let won = self.expand(terms, &mut scorer, number, &mut generated);
            budget.stats.generated += generated;
            budget.stats.stored = budget.stats.stored.max(self.arena.len() as u64);
            if let Some(number) = won {
                return DiveEnd::Won(self.arena.steps_to(number));
            }
            if let Some(limit) = budget.expand(self.bytes()) {
                return DiveEnd::Limit(limit);
            }
        }
        budget.stats.peak_bytes = budget.stats.peak_bytes.max(self.bytes());
        DiveEnd::Quota
    }

    fn bytes(&self) -> u64 {
        self.arena.bytes() + self.queue.bytes()
    }

    /// Makes every child of a position; the number of one that is won.
    fn expand(
        &mut self,
        terms: &Terms<'_, S>,
        scorer: &mut Scorer<'_, S>,
        number: u32,
        generated: &mut u64,
    ) -> Option<u32> {
        let game = terms.game;
        let node = *self.arena.get(number);
        let (key, depth) = (node.key, node.depth.saturating_add(1));
        // Usually the child of the position read just before: one step away from it.
        let board = match self.recent.get(node.parent) {
            Some(near) if number != 0 => {
                let mut board = *near;
                board.make(node.step());
                terms.settle(board)
            }
            _ => game.board(key),
        };
        let child = number != 0 && self.last == Some(node.parent);
        self.last = Some(number);
        self.recent.keep(number, &board);
        scorer.read(&board, child.then_some(0));
        let safe = if terms.forced { board.safe_set(game) } else { S::Set::default() };
        let worst = S::SCORES as i32 / 2 - 1;
        let mut won = None;
        let made = scorer.weights.depth * i32::from(depth);
        let mut visit = |step: Step, count: u32| {
            *generated += 1;
            let Step { card, to } = step;
            let from = board.below[usize::from(card)];
            let uncovers_safe = safe.has(from);
            if step.to != Target::HOME && !uncovers_safe {
                let mut key = key;
                key.change(card, from, to.0);
                if let Ok(child) = self.arena.insert(Node { key, parent: number, depth, card, to: to.0 }) {
                    self.queue.push(child, (scorer.after(&board, step, count) + made).min(worst));
                }
                return;
            }
            let mut child = board;
            child.make(step);
            let child = terms.settle(child);
            let node = Node { key: child.key, parent: number, depth, card, to: to.0 };
            if let Ok(at) = self.arena.insert(node) {
                if child.is_won() {
                    won = Some(at);
                }
                self.queue.push(at, (scorer.whole(&child) + made).min(worst));
            }
        };
        board.single_steps(game, |step| visit(step, 1));
        board.supermoves(game, visit);
        won
    }
}
