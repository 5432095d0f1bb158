//! Depth-first search with the key of every position visited.

use crate::states::klondike::{KlondikeBoard, KlondikeGame, Step};
use crate::{Budget, Limit, let_go};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use std::hash::Hash;

/// How it ended.
pub(super) enum End {
    /// These steps win.
    Won(Vec<Step>),
    /// All positions were visited.
    Lost,
    /// A limit was reached.
    Limit(Limit),
}

/// A whole key of a position, in as few bits as the game needs.
trait Key: Copy + Eq + Hash + Send + 'static {
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

/// Searches a game to its end. Safe steps are made at once, if so wanted.
pub(super) fn search(game: &KlondikeGame, safe: bool, budget: &mut Budget<'_>) -> End {
    if game.whole <= 1 << 64 { visit::<u64>(game, safe, budget) } else { visit::<u128>(game, safe, budget) }
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

fn visit<K: Key>(game: &KlondikeGame, safe: bool, budget: &mut Budget<'_>) -> End {
    let mut visited: HashSet<K, FxBuildHasher> = HashSet::default();
    let (mut frames, mut to_try, mut made): (Vec<Frame>, Vec<Step>, Vec<Step>) = Default::default();
    let mut entered = Some(*game.start());
    loop {
        if let Some(mut board) = entered.take() {
            let before = made.len();
            while safe && let Some(step) = board.safe_step(game) {
                board.make(game, step);
                made.push(step);
            }
            if board.is_won(game) {
                budget.stats.stored = visited.len() as u64;
                return End::Won(made);
            }
            if visited.insert(K::of(&board)) {
                let bytes = (visited.capacity() * (size_of::<K>() + 1)) as u64;
                budget.stats.stored = visited.len() as u64;
                if let Some(limit) = budget.expand(bytes) {
                    let_go(limit, visited);
                    return End::Limit(limit);
                }
                let first = to_try.len();
                board.steps(game, &mut to_try);
                frames.push(Frame { board, made: made.len(), first, next: first });
            } else {
                made.truncate(before);
            }
        }
        let Some(frame) = frames.last_mut() else { return End::Lost };
        made.truncate(frame.made);
        match to_try.get(frame.next) {
            Some(&step) => {
                frame.next += 1;
                let mut board = frame.board;
                board.make(game, step);
                made.push(step);
                budget.stats.generated += 1;
                entered = Some(board);
            }
            None => {
                to_try.truncate(frame.first);
                frames.pop();
            }
        }
    }
}
