//! Checks that a game is lost by visiting all its positions on [`Table`]: none of them is won.
//!
//! The positions are visited level by level of [`Table::progress`]. No move lowers the progress, which is checked for
//! every move made. So a finished level can be forgotten: memory holds the positions of one level and the positions
//! ahead that have been reached. Every legal move of every position is made. Each resulting position is in the present
//! level or in one ahead. So the visited positions are closed under legal moves, and none is won.
//!
//! If the file has `safe-home made`, safe cards go home at once (`safe_moves.rs`), and a position stands for all that
//! differ from it by such moves. (The order is that of the sweep-line method; Christensen, Kristensen and Mailund,
//! TACAS 2001.)

mod safe_moves;

use super::Verified;
use super::room::{MemoryError, Room, of_key};
use crate::rules::Move;
use crate::state::swept_set::{SweptSet, SweptSetError};
use crate::state::{Instance, MoveError, StateKey, Table};
use rustc_hash::FxHashSet;
use safe_moves::SafeMoves;
pub use safe_moves::safe_cards_may_go_home;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The result of visiting all positions of a lost game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SweepResult {
    /// Number of positions, up to symmetry.
    pub positions: u64,
    /// Number of legal moves made.
    pub moves: u64,
    /// Whether safe cards went home at once.
    pub safe_home: bool,
}

/// Why a file proves nothing about an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SweptFault {
    /// It cannot be read, or belongs to something else.
    #[error(transparent)]
    File(#[from] SweptSetError),
    /// The theorem about safe moves home does not apply to this game.
    #[error(
        "safe cards go home at once in games with a waste and foundations, single ranks in order, no cells and no \
         reserve, and columns that take every card, which this is not: expected 'safe-home left'"
    )]
    Game,
    /// A move that is listed is not legal: a bug.
    #[error("an illegal move ({action}) is listed: {rule}")]
    Illegal {
        /// The move.
        action: Move,
        /// The rule that it breaks.
        rule: MoveError,
        /// The board before it.
        board: Box<Table>,
    },
    /// A position cannot be read from its key: a bug.
    #[error("a position does not come back from its key")]
    Key,
    /// A position is won.
    #[error("a position that can be reached is won")]
    Won(Box<Table>),
    /// A move lowers the progress.
    #[error("a legal move ({action}) leads back to a level that was left")]
    Back {
        /// The move.
        action: Move,
        /// The board before it.
        board: Box<Table>,
    },
    /// A level has another number of positions.
    #[error("{found} positions have a progress of {progress}, the file says {claimed}")]
    Count {
        /// Since the start.
        progress: u64,
        /// Positions found.
        found: u64,
        /// Positions claimed.
        claimed: u64,
    },
    /// The positions ahead take more memory than they may have.
    #[error("its positions need more than {0} MiB of memory")]
    Memory(u64),
    /// The caller stopped the check.
    #[error("stopped before everything was looked at")]
    Stopped,
}

impl From<MemoryError> for SweptFault {
    fn from(MemoryError(mib): MemoryError) -> SweptFault {
        SweptFault::Memory(mib)
    }
}

impl SweptFault {
    /// The board at which the proof breaks, if it is a board.
    #[must_use]
    pub fn board(&self) -> Option<&Table> {
        match self {
            SweptFault::Won(board) | SweptFault::Back { board, .. } | SweptFault::Illegal { board, .. } => {
                Some(board)
            }
            _ => None,
        }
    }
}

/// Checks that a game is lost and has the numbers of positions that a file claims.
///
/// Positions use at most `memory_mib` MiB. `go_on` receives the number of visited positions and the claimed total from
/// time to time; the check stops when it returns `false`.
///
/// # Errors
/// The first reason why the file proves nothing.
pub fn check_swept_set(
    instance: &Instance,
    file: &[u8],
    memory_mib: u64,
    go_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Verified<SweepResult>, SweptFault> {
    let stated = SweptSet::read(instance, file)?;
    let safe = match stated.safe_home {
        true => Some(SafeMoves::new(instance).ok_or(SweptFault::Game)?),
        false => None,
    };
    let start = instance.table().progress();
    let mut sweep =
        Sweep { safe, ahead: BTreeMap::new(), room: Room::new(memory_mib), positions: 0, moves: 0 };
    sweep.add_start(instance)?;
    let mut claimed = stated.levels.iter();
    let of = stated.positions();
    while let Some((progress, level)) = sweep.ahead.pop_first() {
        let since = progress.saturating_sub(start);
        let unclaimed = SweptFault::Count { progress: since, found: level.len() as u64, claimed: 0 };
        let Some(&(stated, number)) = claimed.next() else { return Err(unclaimed) };
        match stated.cmp(&since) {
            Ordering::Equal => {}
            Ordering::Greater => return Err(unclaimed),
            Ordering::Less => return Err(SweptFault::Count { progress: stated, found: 0, claimed: number }),
        }
        let found = sweep.visit(instance, progress, level, number, &mut |looked| go_on(looked, of))?;
        if found != number {
            return Err(SweptFault::Count { progress: since, found, claimed: number });
        }
    }
    if let Some(&(progress, claimed)) = claimed.next() {
        return Err(SweptFault::Count { progress, found: 0, claimed });
    }
    let (positions, moves) = (sweep.positions, sweep.moves);
    Ok(Verified(SweepResult { positions, moves, safe_home: stated.safe_home }))
}

/// The number of positions between two calls of `go_on`.
const LOOK_EVERY: u64 = 1024;

struct Sweep {
    safe: Option<SafeMoves>,
    /// Positions that have been reached, by their progress.
    ahead: BTreeMap<u64, FxHashSet<StateKey>>,
    room: Room,
    positions: u64,
    moves: u64,
}

impl Sweep {
    fn add_start(&mut self, instance: &Instance) -> Result<(), SweptFault> {
        let mut start = instance.table();
        self.settle(&mut start);
        if start.is_won() {
            return Err(SweptFault::Won(Box::new(start)));
        }
        self.ahead.entry(start.progress()).or_default().insert(start.key());
        Ok(())
    }

    fn settle(&self, table: &mut Table) {
        if let Some(safe) = &self.safe {
            safe.settle(table);
        }
    }

    /// Makes all moves of all positions of a level and returns their number.
    ///
    /// Stops as soon as there are more than `number` positions.
    fn visit(
        &mut self,
        instance: &Instance,
        progress: u64,
        mut level: FxHashSet<StateKey>,
        number: u64,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<u64, SweptFault> {
        let mut table = instance.table();
        let mut after = table.clone();
        let mut todo: Vec<StateKey> = level.iter().cloned().collect();
        // Each position is stored as two keys, in `level` and in `todo`.
        let ahead: u64 = todo.iter().map(of_key).sum();
        self.room.take(ahead)?;
        let mut taken = 2 * ahead;
        while let Some(key) = todo.pop() {
            if level.len() as u64 > number {
                break;
            }
            self.positions += 1;
            if self.positions.is_multiple_of(LOOK_EVERY) && !go_on(self.positions) {
                return Err(SweptFault::Stopped);
            }
            if !table.set_key(&key) {
                return Err(SweptFault::Key);
            }
            for action in table.moves() {
                after.clone_from(&table);
                let made = after.apply(action);
                made.map_err(|rule| SweptFault::Illegal { action, rule, board: Box::new(table.clone()) })?;
                self.moves += 1;
                self.settle(&mut after);
                if after.is_won() {
                    return Err(SweptFault::Won(Box::new(after)));
                }
                let there = after.progress();
                if there < progress {
                    return Err(SweptFault::Back { action, board: Box::new(table.clone()) });
                }
                let key = after.key();
                let bytes = of_key(&key);
                if there > progress {
                    if self.ahead.entry(there).or_default().insert(key) {
                        self.room.take(bytes)?;
                    }
                } else if level.insert(key.clone()) {
                    todo.push(key);
                    self.room.take(2 * bytes)?;
                    taken += 2 * bytes;
                }
            }
        }
        self.room.give(taken);
        Ok(level.len() as u64)
    }
}
