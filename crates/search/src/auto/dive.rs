//! Best-first search on packed positions, built for many short runs.
//!
//! Children are made without a board where that can be: a move that sends nothing home
//! changes one code of the key and two columns of the score. Only when it uncovers a card
//! that may go home without loss, or is itself a move home, is the position worked out.
//! The queue is an array of stacks by score, threaded through the visited positions; of
//! equal scores the last comes first.

use crate::arena::{Arena, Node};
use crate::score::{Scorer, Weights};
use crate::states::packed::{Board, Game, MAX_CARDS, Step, Target};
use crate::{Budget, Limit};

/// Scores are cut to this many stacks.
const STACKS: usize = 1 << 12;
const NOTHING: u32 = u32::MAX;
/// Boards kept.
const RECENT: usize = 256;

/// How a dive ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DiveEnd {
    /// The steps to a win, forced moves home not listed.
    Won(Vec<Step>),
    /// No position is left.
    Exhausted,
    /// The quota is used up.
    Quota,
    /// A limit of the whole search is reached.
    Limit(Limit),
}

/// The memory of a dive, kept from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Dive {
    arena: Arena,
    /// For each position the next one in its stack.
    next: Vec<u32>,
    stacks: Vec<u32>,
    lowest: usize,
    highest: usize,
    /// The position expanded last.
    last: u32,
    /// Boards of some positions expanded lately, by number modulo [`RECENT`], each with
    /// the dive and number it belongs to.
    recent: Vec<(u64, Board)>,
    /// Dives so far.
    dives: u64,
}

/// What a dive searches, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms<'a> {
    /// The game.
    pub(crate) game: &'a Game,
    /// What positions are judged by.
    pub(crate) weights: &'a Weights,
    /// Whether cards that can go home without loss must.
    pub(crate) forced: bool,
}

impl Terms<'_> {
    fn settle(&self, board: Board) -> Board {
        if self.forced { board.settled(self.game) } else { board }
    }
}

impl Dive {
    fn clear(&mut self) {
        self.arena.clear();
        self.next.clear();
        if self.stacks.is_empty() {
            self.stacks = vec![NOTHING; STACKS];
        } else if self.lowest <= self.highest {
            self.stacks[self.lowest..=self.highest].fill(NOTHING);
        }
        (self.lowest, self.highest) = (STACKS - 1, 0);
    }

    fn push(&mut self, number: u32, score: i32) {
        let stack = score.clamp(0, STACKS as i32 - 1) as usize;
        self.next.push(self.stacks[stack]);
        self.stacks[stack] = number;
        self.lowest = self.lowest.min(stack);
        self.highest = self.highest.max(stack);
    }

    fn pop(&mut self) -> Option<u32> {
        while self.lowest <= self.highest {
            let number = self.stacks[self.lowest];
            if number != NOTHING {
                self.stacks[self.lowest] = self.next[number as usize];
                return Some(number);
            }
            self.lowest += 1;
        }
        None
    }

    /// Makes ready for a new search, from the start of the game.
    pub(crate) fn begin(&mut self, terms: &Terms<'_>) {
        self.clear();
        let start = terms.settle(terms.game.start());
        // A new number for each dive: boards of the one before are not taken for its own.
        self.dives += 1;
        if self.recent.is_empty() {
            self.recent.resize(RECENT, (0, start));
        }
        let root = Node { key: start.key, parent: 0, depth: 0, card: 0, to: 0 };
        if self.arena.insert(root).is_ok() {
            self.push(0, 0);
        }
    }

    /// Goes on until `quota` more positions are expanded.
    pub(crate) fn go_on(&mut self, terms: &Terms<'_>, quota: u64, budget: &mut Budget<'_>) -> DiveEnd {
        if terms.settle(terms.game.start()).is_won() {
            return DiveEnd::Won(Vec::new());
        }
        let mut scorer = Scorer::new(terms.game, terms.weights);
        self.last = NOTHING;
        for _ in 0..quota {
            let Some(number) = self.pop() else { return DiveEnd::Exhausted };
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
        self.arena.bytes() + 4 * self.next.capacity() as u64
    }

    /// Makes every child of a position; the number of one that is won.
    fn expand(
        &mut self,
        terms: &Terms<'_>,
        scorer: &mut Scorer<'_>,
        number: u32,
        generated: &mut u64,
    ) -> Option<u32> {
        let game = terms.game;
        let node = *self.arena.get(number);
        let (key, depth) = (node.key, node.depth.saturating_add(1));
        // Most often the child of a position looked at just before: one step away from it.
        let name = |number: u32| self.dives << 32 | u64::from(number);
        let (parent, near) = &self.recent[node.parent as usize % RECENT];
        let board = if *parent == name(node.parent) && number != 0 {
            let mut board = *near;
            board.make(node.step());
            terms.settle(board)
        } else {
            game.board(key)
        };
        let child = self.last == node.parent && number != 0;
        let named = (name(number), board);
        self.last = number;
        self.recent[number as usize % RECENT] = named;
        scorer.read(&board, child);
        let safe = if terms.forced { board.safe_set(game) } else { 0 };
        let mut won = None;
        let mut visit = |step: Step, count: u32| {
            *generated += 1;
            let Step { card, to } = step;
            let from = board.below[usize::from(card)];
            let uncovers_safe = from < MAX_CARDS as u8 && safe >> from & 1 != 0;
            if step.to != Target::HOME && !uncovers_safe {
                let mut key = key;
                key.change(card, from, to.0);
                if let Ok(child) = self.arena.insert(Node { key, parent: number, depth, card, to: to.0 }) {
                    self.push(
                        child,
                        scorer.after(&board, step, count) + scorer.weights.depth * i32::from(depth),
                    );
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
                self.push(at, scorer.whole(&child) + scorer.weights.depth * i32::from(depth));
            }
        };
        board.single_steps(game, |step| visit(step, 1));
        board.supermoves(game, visit);
        won
    }
}
