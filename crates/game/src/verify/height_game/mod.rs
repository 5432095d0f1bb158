//! A game of FreeCell's kind is lost if its height game is lost.
//!
//! # The height game
//!
//! It is about games with one copy of each card, cells or a reserve, no stock, and foundations that grow by rank. Cards
//! move one by one: a supermove stands for single moves.
//!
//! A card is *dealt* in a position of a play if it has never moved in it, else *moved*; cards that start in a cell or on
//! a foundation count as moved. The *heights* are the number of dealt cards of each column and, for each card of the
//! reserve, whether it is dealt. A step of the height game takes the last dealt card c of a pile away if there is room:
//!
//! - A moved card is *forced* if a lower card of its suit was dealt before the step, else *optional*. So the cards of the
//!   suit of c above c are forced if they are moved. The card c itself is forced if a lower one of its suit is dealt; if
//!   none is, it takes no room.
//! - There is room if all forced cards fit into the cells and into chains of cards that fit on each other. A chain starts
//!   on the last dealt card of another column, or in another column without dealt cards if its first card may fill it. No
//!   card lies on c. Optional cards may take part in chains.
//!
//! The height game is won when no card is dealt.
//!
//! # Proof
//!
//! **If a real game is won, so is its height game.** Take a won play of single moves. A move of a moved card leaves the
//! heights as they are. The first move of a dealt card c changes one height by one, and the rest is to show that there
//! was room. Look at the real position after that move.
//!
//! - No forced card is home. If a lower card of its suit is dealt still, that one is not home. If not, that one is c, and
//!   no card of the suit above c is home yet, as c left its column by this move. Where a lower one is dealt, c is not
//!   home either.
//! - A moved card that is not home is in a cell or in a column. In a column it was put on the card under it, so it fits
//!   there, or into the empty column. So the moved cards of a column are a chain on its last dealt card, or a chain in a
//!   column without dealt cards.
//! - The cards of these chains and cells that are not forced are optional. If c is optional, remove it: nothing lies on
//!   c, as it has just moved.
//! - The column of c holds no moved card: c was the last card in it.
//!
//! So this arrangement is a witness that there was room. In the end all cards are home, and none is dealt. Cards that
//! come back from a foundation are moved cards and change nothing in this.
//!
//! **The count of [`cover`] refuses no arrangement.** Take the count with the same numbers of roots and of forced cards
//! in cells at each level. By induction over the levels of a class it has no fewer cards of the level that carry nothing.
//! Cards of other classes never lie on these, and optional cards in cells only waste them.
//!
//! # What is given away
//!
//! Chains are rebuilt for every step, and an optional card counts as home or as part of a chain, whichever needs less
//! room. Therefore a lost game may have a height game that is won. No position of the height game is left out by dominance.

mod cover;
mod game;

use super::Verified;
use super::room::{MemoryError, Room};
use crate::state::Instance;
use crate::state::height_game::{HeightGame, HeightGameError};
use game::{Game, Heights};
use rustc_hash::FxHashSet;

/// A lost game, shown by its height game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeightLoss {
    /// Number of positions of the height game.
    pub positions: u64,
    /// For each column the fewest cards that are left where they were dealt, over all positions.
    pub fewest: Vec<u16>,
    /// The fewest cards that are left where they were dealt, over all positions.
    pub left: u64,
}

/// Why a file proves nothing about an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HeightFault {
    /// It cannot be read, or belongs to something else.
    #[error(transparent)]
    File(#[from] HeightGameError),
    /// The theorem does not cover this game.
    #[error("the height game is for games of FreeCell's kind with one deck and no stock, found {0}")]
    Game(&'static str),
    /// The height game can be won.
    #[error("the height game can be won")]
    Won,
    /// There are more positions than allowed.
    #[error("the height game has more than {0} positions")]
    TooMany(u64),
    /// There is another number of positions.
    #[error("{found} positions were found, the file says {claimed}")]
    Count {
        /// Positions found; one more than claimed if there are more.
        found: u64,
        /// Positions claimed.
        claimed: u64,
    },
    /// The positions take more memory than they may have.
    #[error("its positions need more than {0} MiB of memory")]
    Memory(u64),
    /// The caller stopped it.
    #[error("stopped before all positions were visited")]
    Stopped,
}

impl From<MemoryError> for HeightFault {
    fn from(MemoryError(mib): MemoryError) -> HeightFault {
        HeightFault::Memory(mib)
    }
}

/// Most positions that a file may claim: about a minute of work at most.
const MOST_POSITIONS: u64 = 100_000;

/// Checks that the height game of an instance is lost and has as many positions as a file claims.
///
/// It takes at most `memory_mib` for positions. `go_on` receives the numbers of visited and claimed positions from time
/// to time, and ends the check by returning false.
///
/// # Errors
/// The first reason why the file proves nothing.
pub fn check_height_game(
    instance: &Instance,
    file: &[u8],
    memory_mib: u64,
    go_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Verified<HeightLoss>, HeightFault> {
    let claimed = HeightGame::read(instance, file)?.positions;
    if claimed > MOST_POSITIONS {
        return Err(HeightFault::TooMany(MOST_POSITIONS));
    }
    match explore_height_game(instance, claimed, memory_mib, go_on) {
        Ok(loss) if loss.positions == claimed => Ok(Verified(loss)),
        Ok(loss) => Err(HeightFault::Count { found: loss.positions, claimed }),
        Err(HeightFault::TooMany(_)) => Err(HeightFault::Count { found: claimed + 1, claimed }),
        Err(fault) => Err(fault),
    }
}

/// Positions between two calls of `go_on`.
const LOOK_EVERY: u64 = 64;

/// Visits all positions of the height game of an instance, at most `most`.
///
/// # Errors
/// If the height game is won, has more positions, does not exist for this game, or a limit ended the visit.
pub fn explore_height_game(
    instance: &Instance,
    most: u64,
    memory_mib: u64,
    go_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<HeightLoss, HeightFault> {
    let game = Game::new(instance)?;
    let start = game.start();
    let mut fewest = game.columns(&start).to_vec();
    let mut left = u64::MAX;
    let (mut known, mut todo) = (FxHashSet::from_iter([start.clone()]), vec![start]);
    let (mut room, mut looked) = (Room::new(memory_mib), 0u64);
    while let Some(heights) = todo.pop() {
        let dealt = heights.iter().copied().map(u64::from).sum();
        if dealt == 0 {
            return Err(HeightFault::Won);
        }
        left = left.min(dealt);
        fewest.iter_mut().zip(&heights).for_each(|(fewest, &height)| *fewest = height.min(*fewest));
        looked += 1;
        if looked.is_multiple_of(LOOK_EVERY) && !go_on(looked, most) {
            return Err(HeightFault::Stopped);
        }
        let mut added = 0;
        game.successors(&heights, |next| {
            if known.insert(next.clone()) {
                todo.push(next);
                added += 1;
            }
        });
        if known.len() as u64 > most {
            return Err(HeightFault::TooMany(most));
        }
        // Two copies, and tables have room for twice as many.
        room.take(added * (4 * size_of::<Heights>() as u64 + 2 * (16 + 2 * heights.len() as u64)))?;
    }
    Ok(HeightLoss { positions: known.len() as u64, fewest, left })
}
