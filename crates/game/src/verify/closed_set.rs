//! A closed set proves that a game cannot be won.
//!
//! If a set of positions contains the start, contains no won position, and every legal
//! move from a position of the set leads to a position of the set, then no sequence of
//! legal moves wins. This module checks all three conditions on [`Table`] alone. The positions
//! are those on the walk through the certificate's tree of moves, identified by their
//! canonical keys.

use super::Verified;
use super::room::{MemoryError, Room, of_key};
use crate::rules::Move;
use crate::state::closed_set::{Claim, ClosedSetError, ClosedSetFile, Token};
use crate::state::{Instance, MoveError, StateKey, Table};
use rustc_hash::FxHashSet;

/// A closed set without a win: the game cannot be won from the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClosedSet {
    /// Number of positions, up to symmetry.
    pub positions: u64,
    /// Number of legal moves checked, all of which stay inside.
    pub moves: u64,
}

/// Why a file proves nothing about an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClosedSetFault {
    /// It cannot be read, or belongs to something else.
    #[error(transparent)]
    File(#[from] ClosedSetError),
    /// Its tree makes an illegal move.
    #[error("the certificate's tree makes an illegal move ({action}): {rule}")]
    Illegal {
        /// The move.
        action: Move,
        /// The rule that it breaks.
        rule: MoveError,
        /// The board before it.
        board: Box<Table>,
    },
    /// Its tree goes up from the root.
    #[error("the certificate's tree goes above its root")]
    AboveRoot,
    /// It claims something else.
    #[error("the certificate is of another kind than expected")]
    Claim,
    /// The lower bound does not support the game.
    #[error(
        "no bound on plans is known for this game: expected one deck of at most 64 cards with foundations and \
         without a stock, or cards that leave as complete runs and move in sequence of their suit"
    )]
    Game,
    /// Its positions take more memory than it may have.
    #[error("its positions need more than {0} MiB of memory")]
    Memory(u64),
    /// The caller stopped the check.
    #[error("stopped before everything was looked at")]
    Stopped,
    /// One of its positions is won.
    #[error("a position of the certificate is won")]
    Won(Box<Table>),
    /// A legal move leads out of the set.
    #[error("the set is not closed: a legal move ({action}) leads out of it")]
    Open {
        /// The move.
        action: Move,
        /// The board before it.
        board: Box<Table>,
    },
    /// It claims another number of positions than it has.
    #[error("the certificate claims {claimed} positions but has {found}")]
    Count {
        /// Positions claimed.
        claimed: u64,
        /// Positions found.
        found: u64,
    },
}

impl From<MemoryError> for ClosedSetFault {
    fn from(MemoryError(mib): MemoryError) -> ClosedSetFault {
        ClosedSetFault::Memory(mib)
    }
}

impl ClosedSetFault {
    /// The board at which the proof breaks, if it is a board.
    #[must_use]
    pub fn board(&self) -> Option<&Table> {
        match self {
            ClosedSetFault::Illegal { board, .. }
            | ClosedSetFault::Won(board)
            | ClosedSetFault::Open { board, .. } => Some(board),
            _ => None,
        }
    }
}

/// Checks a closed-set certificate for an instance.
///
/// # Errors
/// The first reason why the file proves nothing.
pub fn check_closed_set(instance: &Instance, file: &[u8]) -> Result<Verified<ClosedSet>, ClosedSetFault> {
    check_closed_set_within(instance, file, u64::MAX >> 20)
}

/// Checks a closed-set certificate with a memory limit: a tree of a megabyte may unpack to gigabytes.
///
/// # Errors
/// The first reason why the file proves nothing, or that it needs more memory.
pub fn check_closed_set_within(
    instance: &Instance,
    file: &[u8],
    memory_mib: u64,
) -> Result<Verified<ClosedSet>, ClosedSetFault> {
    let file = ClosedSetFile::open(file, instance)?;
    if file.claim != Claim::Lost {
        return Err(ClosedSetFault::Claim);
    }
    let mut inside: FxHashSet<StateKey> = FxHashSet::default();
    let mut room = Room::new(memory_mib);
    walk(
        instance,
        &file,
        &mut room,
        |_, _| 0,
        |table, _| {
            if table.is_won() {
                return Err(ClosedSetFault::Won(Box::new(table.clone())));
            }
            let key = table.key();
            let bytes = of_key(&key);
            Ok(if inside.insert(key) { bytes } else { 0 })
        },
    )?;
    let found = inside.len() as u64;
    if found != file.positions {
        return Err(ClosedSetFault::Count { claimed: file.positions, found });
    }
    let mut moves = 0;
    let mut after = instance.table();
    walk(
        instance,
        &file,
        &mut room,
        |_, _| 0,
        |table, _| {
            for action in table.moves() {
                after.clone_from(table);
                after.apply(action).map_err(|rule| illegal(table, action, rule))?;
                if !inside.contains(&after.key()) {
                    return Err(ClosedSetFault::Open { action, board: Box::new(table.clone()) });
                }
                moves += 1;
            }
            Ok(0)
        },
    )?;
    Ok(Verified(ClosedSet { positions: found, moves }))
}

pub(super) fn illegal(board: &Table, action: Move, rule: MoveError) -> ClosedSetFault {
    ClosedSetFault::Illegal { action, rule, board: Box::new(board.clone()) }
}

/// Visits every position of the tree, the start first, with the cost of the moves to it.
///
/// `after` is called after each move, and with `None` at the start. It may make further moves itself and returns the
/// cost of all. `visit` returns the number of bytes that it stores for a position.
pub(super) fn walk(
    instance: &Instance,
    file: &ClosedSetFile<'_>,
    room: &mut Room,
    after: impl Fn(&mut Table, Option<Move>) -> u32,
    mut visit: impl FnMut(&Table, u32) -> Result<u64, ClosedSetFault>,
) -> Result<(), ClosedSetFault> {
    // A tree may be very deep, and each position above the current one needs a board.
    let of_board = {
        let deal = &instance.deal;
        let cards = instance.rules.deck.len() + deal.cells.len();
        (512 + 16 * cards + 64 * deal.columns.len()) as u64
    };
    let mut deepest = 0;
    let mut above: Vec<(Table, u32)> = Vec::new();
    // Finished boards, kept to reuse their memory.
    let mut spare: Vec<Table> = Vec::new();
    let mut table = instance.table();
    let mut cost = after(&mut table, None);
    room.take(visit(&table, cost)?)?;
    for token in file.tokens() {
        match token? {
            Token::Down(action) => {
                let mut parent = spare.pop().unwrap_or_else(|| table.clone());
                parent.clone_from(&table);
                table.apply(action).map_err(|rule| illegal(&parent, action, rule))?;
                above.push((parent, cost));
                if above.len() > deepest {
                    deepest = above.len();
                    room.take(of_board)?;
                }
                cost += after(&mut table, Some(action));
                room.take(visit(&table, cost)?)?;
            }
            Token::Up => {
                let (parent, of_parent) = above.pop().ok_or(ClosedSetFault::AboveRoot)?;
                cost = of_parent;
                spare.push(std::mem::replace(&mut table, parent));
            }
        }
    }
    // The boards are released.
    room.give(of_board * deepest as u64);
    Ok(())
}
