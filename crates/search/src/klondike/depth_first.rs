//! Depth-first search with the key of every position visited.

use crate::{Budget, Limit, let_go};
use hashbrown::HashSet;
use patsat_base::SplitMix64;
use patsat_states::klondike::{KlondikeBoard, KlondikeGame, Step};
use rustc_hash::FxBuildHasher;
use std::hash::Hash;

/// How it ended.
pub(super) enum End {
    /// These steps win.
    Won(Vec<Step>),
    /// All positions were visited.
    Lost,
    /// More positions than it was to visit.
    Quota,
    /// A limit was reached.
    Limit(Limit),
}

/// What a search is to do.
#[derive(Clone, Copy)]
pub(super) struct Settings {
    /// Most positions.
    pub(super) quota: u64,
    /// Whether safe steps are made at once.
    pub(super) safe: bool,
    /// Steps are tried in an order that is drawn from this seed, or the better ones first.
    pub(super) seed: Option<u64>,
}

/// A whole key of a position, in as few bits as the game needs.
pub(super) trait Key: Copy + Eq + Hash + Send + 'static {
    fn of(board: &KlondikeBoard) -> Self;
}

impl Key for u64 {
    fn of(board: &KlondikeBoard) -> u64 {
        board.key() as u64
    }
}

impl Key for u128 {
    fn of(board: &KlondikeBoard) -> u128 {
        board.key()
    }
}

/// A position on the way to the present one.
struct Frame {
    board: KlondikeBoard,
    /// Steps made before it.
    made: usize,
    /// Where its own steps begin in the list of steps to try.
    first: usize,
    /// The step to try next.
    next: usize,
}

/// Memory for one search after the other.
pub(super) struct DepthFirst<K> {
    visited: HashSet<K, FxBuildHasher>,
    frames: Vec<Frame>,
    to_try: Vec<Step>,
    made: Vec<Step>,
}

impl<K> Default for DepthFirst<K> {
    fn default() -> DepthFirst<K> {
        DepthFirst { visited: HashSet::default(), frames: Vec::new(), to_try: Vec::new(), made: Vec::new() }
    }
}

impl<K: Key> DepthFirst<K> {
    /// Positions visited by the last search.
    pub(super) fn visited(&self) -> usize {
        self.visited.len()
    }

    /// Searches a game to its end, or as far as it may. `meet` sees every position once.
    pub(super) fn run(
        &mut self,
        game: &KlondikeGame,
        settings: Settings,
        budget: &mut Budget<'_>,
        meet: impl FnMut(&KlondikeBoard),
    ) -> End {
        self.run_from(game, KlondikeBoard::start(game), settings, budget, meet)
    }

    /// The same from any position of the game.
    pub(super) fn run_from(
        &mut self,
        game: &KlondikeGame,
        from: KlondikeBoard,
        settings: Settings,
        budget: &mut Budget<'_>,
        mut meet: impl FnMut(&KlondikeBoard),
    ) -> End {
        let Settings { quota, safe, seed } = settings;
        let mut random = seed.map(SplitMix64::new);
        self.visited.clear();
        self.frames.clear();
        self.to_try.clear();
        self.made.clear();
        let mut entered = Some(from);
        loop {
            if let Some(mut board) = entered.take() {
                let before = self.made.len();
                while safe && let Some(step) = board.safe_step(game) {
                    board.make(game, step);
                    self.made.push(step);
                }
                if board.is_won(game) {
                    return End::Won(std::mem::take(&mut self.made));
                }
                if self.visited.insert(K::of(&board)) {
                    if self.visited.len() as u64 > quota {
                        return End::Quota;
                    }
                    meet(&board);
                    if let Some(limit) = self.count(budget) {
                        return End::Limit(limit);
                    }
                    let first = self.to_try.len();
                    board.steps(game, &mut self.to_try);
                    if let Some(random) = &mut random {
                        // Cards seldom need come back from the foundations: that is tried last.
                        let own = &mut self.to_try[first..];
                        let others = own.iter().position(|step| matches!(step, Step::Back(_)));
                        let others = others.unwrap_or(own.len());
                        random.shuffle(&mut own[..others]);
                    }
                    self.frames.push(Frame { board, made: self.made.len(), first, next: first });
                } else {
                    self.made.truncate(before);
                }
            }
            let Some(frame) = self.frames.last_mut() else { return End::Lost };
            self.made.truncate(frame.made);
            if let Some(&step) = self.to_try.get(frame.next) {
                frame.next += 1;
                let mut board = frame.board;
                board.make(game, step);
                self.made.push(step);
                budget.stats.generated += 1;
                entered = Some(board);
            } else {
                self.to_try.truncate(frame.first);
                self.frames.pop();
            }
        }
    }

    fn count(&mut self, budget: &mut Budget<'_>) -> Option<Limit> {
        let bytes = self.visited.capacity() * (size_of::<K>() + 1);
        budget.stats.stored = budget.stats.stored.max(self.visited.len() as u64);
        let limit = budget.expand(bytes as u64)?;
        let_go(limit, std::mem::take(&mut self.visited));
        Some(limit)
    }
}
