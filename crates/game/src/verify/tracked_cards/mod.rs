//! Checks that a game of Klondike's kind is lost with only some cards tracked, by visiting all its positions: then the
//! game itself is lost.
//!
//! # Games of Klondike's kind
//!
//! Built runs and all parts of them move as one, an empty column is filled by kings or not at all, there is one copy of
//! each card and no cell. The *own* card of a column is the deepest card of its face-up run, while that still lies where
//! it was dealt; but a king at the bottom of a column is not called own. Two cards are *alike* if they are of one rank,
//! carry the same cards and may be put on the same.
//!
//! **In every position, a face-up card that is neither own nor a king lies on a card on which it fits.** It was put
//! there or lay so when it was turned up, and it goes elsewhere only together with what lies on it. So cards that are
//! alike, face up and not own lie on different cards.
//!
//! **What can be done to a position for good depends on counts of face-up cards.** For a card c,
//!
//! - *there is room* exactly if more cards that carry c are face up than cards like c are face up and not own. If so,
//!   one of those that carry c has none of these on it. No other card could lie on it, so it is bare. The converse is
//!   the count. For a king there is room exactly if fewer columns have an own card or a king that is not own than there
//!   are;
//! - *c can be bared* exactly if more cards like c are face up than cards that c carries are face up and not own. If so
//!   and a run lies on c, there is room for it on some other card like c. That card is not in the run, whose ranks fall,
//!   so the run moves there as one. The converse is the count again.
//!
//! So it is enough to look at five *steps*. A face-up card that can be bared goes home. An own card, with all that lies
//! on it, moves to where there is room. A card of the stock goes home, or to where there is room. A card comes back from
//! its foundation to where there is room. Other moves change the places of face-up cards and nothing that steps depend on.
//! What is left of waste and stock is one list. A card that can be had without a redeal is not taken after one: that
//! leads to the same position with a redeal less.
//!
//! # Tracked cards
//!
//! Some cards are *tracked*; all others are *free*. A position is what it says of tracked cards: which are home, which
//! lie where they were dealt, which are listed. Free cards count as home, are not in the way, and each of them still
//! has room for one card. If a free card was in the list, each tracked card in it can be had at any time.
//!
//! **A game is lost if it is lost with some cards tracked.** Take a win, and leave out the steps of free cards. The steps
//! that are left are legal in the game of tracked cards. A tracked card becomes own there no later than here. It may go
//! home if all lower tracked cards of its suit are home. Of the cards that are like a card or carry it, each tracked one
//! is face up there when it is face up here, and each free one counts. No more tracked cards lie on them than here. In
//! the end all tracked cards are home.
//!
//! # Safe cards
//!
//! With all cards tracked, a file may say that safe cards go home at once. Let c be a card of rank r that can go home.
//! It is *safe* if two sets of cards are home: of the suits that c carries those of rank r-2 and less, and of the suits
//! that these carry those of rank r-3 and less.
//!
//! **A position that can be won can still be won after a safe card went home.** Change the win: c goes home first, and no
//! card named so far ever comes back. What is to be put on c goes home instead: the card before it is home. So does what
//! is to be put on that. What is to be put on those is home already. So every card that the win has home at some time is
//! home by then in the changed one. Every column holds the same cards or some of them, and the rest of its moves are
//! legal. A card of the list is safe only where every card can be had at any time, as its leaving then bars no other.

mod game;

use super::Verified;
use super::room::{MemoryError, Room};
use crate::cards::Card;
use crate::state::Instance;
use crate::state::tracked_cards::{TrackedCards, TrackedCardsError};
use game::{Game, Position};
use rustc_hash::FxHashSet;

/// A lost game, shown by tracked cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrackedLoss {
    /// The tracked cards, in the order of the deck.
    pub cards: Vec<Card>,
    /// Number of positions with only these cards tracked.
    pub positions: u64,
    /// Whether safe cards went home at once.
    pub safe_home: bool,
}

/// Why a file proves nothing about an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrackedFault {
    /// It cannot be read, or belongs to something else.
    #[error(transparent)]
    File(#[from] TrackedCardsError),
    /// The theorem is not about this game.
    #[error(
        "tracked cards are for games in which built runs move as one and kings or nothing fill empty columns, found {0}"
    )]
    Game(&'static str),
    /// Safe cards go home only if all cards are tracked.
    #[error("safe cards go home at once only if all cards are tracked: expected 'safe-home left'")]
    SafeHome,
    /// The game can be won with these cards tracked.
    #[error("with only these cards tracked the game can be won")]
    Won,
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
    #[error("stopped before everything was looked at")]
    Stopped,
}

impl From<MemoryError> for TrackedFault {
    fn from(MemoryError(mib): MemoryError) -> TrackedFault {
        TrackedFault::Memory(mib)
    }
}

/// Checks that a game is lost with only the cards tracked that a file names, and has as many positions as it says.
///
/// Positions use at most `memory_mib` MiB. `go_on` receives the numbers of visited and claimed positions from time to
/// time; the check stops when it returns `false`.
///
/// # Errors
/// The first reason why the file proves nothing.
pub fn check_tracked_cards(
    instance: &Instance,
    file: &[u8],
    memory_mib: u64,
    go_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Verified<TrackedLoss>, TrackedFault> {
    let stated = TrackedCards::read(instance, file)?;
    let found = count_tracked(instance, &stated, memory_mib, go_on)?;
    match found == stated.positions {
        true => {
            let TrackedCards { cards, safe_home, positions } = stated;
            Ok(Verified(TrackedLoss { cards, positions, safe_home }))
        }
        false => Err(TrackedFault::Count { found, claimed: stated.positions }),
    }
}

/// The number of positions between two calls of `go_on`.
const LOOK_EVERY: u64 = 1024;

/// How many positions a game has with these cards tracked, but no more than claimed and one.
///
/// # Errors
/// If it is won, or the theorem is not about it, or it is stopped or finds no room.
pub fn count_tracked(
    instance: &Instance,
    stated: &TrackedCards,
    memory_mib: u64,
    go_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<u64, TrackedFault> {
    let game = Game::new(instance, &stated.cards)?;
    if stated.safe_home && stated.cards.len() != instance.rules.deck.len() {
        return Err(TrackedFault::SafeHome);
    }
    let settled = |position| if stated.safe_home { game.settled(position) } else { position };
    let start = settled(game.start());
    let (mut known, mut todo) = (FxHashSet::from_iter([start]), vec![start]);
    let (mut room, mut looked) = (Room::new(memory_mib), 0u64);
    let mut is_won = game.is_won(&start);
    while let Some(position) = todo.pop() {
        looked += 1;
        if looked.is_multiple_of(LOOK_EVERY) && !go_on(looked, stated.positions) {
            return Err(TrackedFault::Stopped);
        }
        let mut added = 0;
        game.successors(&position, |next| {
            let next = settled(next);
            is_won |= game.is_won(&next);
            if known.insert(next) {
                todo.push(next);
                added += 1;
            }
        });
        if is_won {
            return Err(TrackedFault::Won);
        }
        if known.len() as u64 > stated.positions {
            break;
        }
        // Tables have room for twice as many.
        room.take(added * 3 * size_of::<Position>() as u64)?;
    }
    Ok((known.len() as u64).min(stated.positions.saturating_add(1)))
}
