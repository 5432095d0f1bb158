//! A checker with its own implementation of the rules: it compares sets with rack and table.
//!
//! This file depends on positions and sets only, not on how an answer was found. It proves that the
//! sets can be laid and computes their value. It does not prove that no better sets exist: for that,
//! different algorithms must find the same number.

use super::goal::{Goal, Objective};
use super::meld::{Meld, MeldError};
use super::puzzle::Puzzle;
use super::tile::Piece;
use std::collections::BTreeMap;

/// The score of sets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score {
    /// The sum of the values of all sets, a joker counting as the tile it stands for.
    pub value: u64,
    /// How many pieces come from the rack.
    pub tiles: u32,
    /// How many sets of the table are among the sets as they were.
    pub kept: u32,
}

impl Score {
    /// Returns the key for comparison: the objective of the goal, and the sets kept, if the goal counts them.
    #[must_use]
    pub fn by(&self, goal: &Goal) -> (u64, u32) {
        let main = match goal.objective {
            Objective::Value => self.value,
            Objective::Tiles => self.tiles.into(),
        };
        (main, if goal.keep { self.kept } else { 0 })
    }
}

/// Sets that can be laid. Only [`check()`] makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifiedMelds {
    melds: Vec<Meld>,
    score: Score,
    left: Vec<Piece>,
    opening: Vec<Meld>,
}

impl VerifiedMelds {
    /// The sets of the rack that open the turn; empty if the opening was not checked apart from the sets.
    #[must_use]
    pub fn opening(&self) -> &[Meld] {
        &self.opening
    }

    /// The sets.
    #[must_use]
    pub fn melds(&self) -> &[Meld] {
        &self.melds
    }

    /// Returns the score of the sets.
    #[must_use]
    pub fn score(&self) -> Score {
        self.score
    }

    /// The pieces that stay on the rack, in order.
    #[must_use]
    pub fn left(&self) -> &[Piece] {
        &self.left
    }
}

/// The reason why sets cannot be laid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TurnError {
    /// One of them is not a set.
    #[error("set {number}: {why}")]
    Meld {
        /// The number of the set, from 1.
        number: usize,
        /// What is wrong with it.
        why: MeldError,
    },
    /// More of a tile than there are on rack and table.
    #[error("{piece} lies {laid} times in the sets: expected at most {most}, as on rack and table")]
    TooMany {
        /// The tile, or a joker.
        piece: Piece,
        /// The number of times that it was laid.
        laid: u32,
        /// The largest number allowed.
        most: u32,
    },
    /// A tile of the table that is in no set.
    #[error("{piece} lies {laid} times in the sets: expected at least {least}, as on the table")]
    Lost {
        /// The tile, or a joker.
        piece: Piece,
        /// The number of times that it was laid.
        laid: u32,
        /// The least number allowed.
        least: u32,
    },
    /// One of the opening is not a set.
    #[error("set {number} of the opening: {why}")]
    OpeningMeld {
        /// The number of the set, from 1.
        number: usize,
        /// What is wrong with it.
        why: MeldError,
    },
    /// The opening has a tile that does not come from the rack, or is not laid in the end.
    #[error("{piece} lies {found} times in the opening: expected at most {most}, as laid from the rack")]
    NotFromRack {
        /// The tile, or a joker.
        piece: Piece,
        /// The number of times that it is in the opening.
        found: u32,
        /// The number of times that it was laid from the rack.
        most: u32,
    },
    /// The opening is worth too little.
    #[error("the opening is worth {value}: expected at least {least}")]
    OpeningWorth {
        /// Its value.
        value: u64,
        /// The least value allowed.
        least: u32,
    },
    /// The sets are worth too little for an opening.
    #[error("the sets are worth {value}: expected at least {least}")]
    Worth {
        /// Their value.
        value: u64,
        /// The least value allowed.
        least: u32,
    },
}

/// Checks that sets can be laid, and computes their score.
///
/// # Errors
/// The first fault found.
pub fn check(puzzle: &Puzzle, goal: &Goal, melds: Vec<Meld>) -> Result<VerifiedMelds, TurnError> {
    let shape = puzzle.shape();
    let mut laid: BTreeMap<Piece, u32> = BTreeMap::new();
    for (number, meld) in (1..).zip(&melds) {
        meld.check(shape).map_err(|why| TurnError::Meld { number, why })?;
        for place in &meld.0 {
            *laid.entry(place.piece()).or_default() += 1;
        }
    }
    let mut left = Vec::new();
    let mut tiles = 0;
    let (rack_jokers, table_jokers) = puzzle.jokers();
    let kinds = shape.kinds().map(|tile| {
        let kind = shape.kind(tile);
        (Piece::Tile(tile), puzzle.on_rack(kind), puzzle.on_table(kind))
    });
    for (piece, rack, table) in kinds.chain([(Piece::Joker, rack_jokers, table_jokers)]) {
        let laid = laid.get(&piece).copied().unwrap_or(0);
        let (rack, least) = (u32::from(rack), u32::from(table));
        if laid > rack + least {
            return Err(TurnError::TooMany { piece, laid, most: rack + least });
        }
        if laid < least {
            return Err(TurnError::Lost { piece, laid, least });
        }
        tiles += laid - least;
        left.extend(std::iter::repeat_n(piece, (rack + least - laid) as usize));
    }
    let value = melds.iter().map(Meld::value).sum();
    if let Some(least) = goal.at_least.filter(|&least| value < least.into()) {
        return Err(TurnError::Worth { value, least });
    }
    let mut there: BTreeMap<_, u32> = BTreeMap::new();
    for meld in &melds {
        *there.entry(meld.key()).or_default() += 1;
    }
    let mut kept = 0;
    for set in puzzle.sets() {
        if let Some(more) = there.get_mut(&set.key()).filter(|more| **more > 0) {
            *more -= 1;
            kept += 1;
        }
    }
    Ok(VerifiedMelds { melds, score: Score { value, tiles, kept }, left, opening: Vec::new() })
}

/// Checks an opening turn: the sets of the opening have rack tiles only and are worth enough. All their tiles lie in
/// the sets at the end of the turn, which may use the table.
///
/// # Errors
/// The first fault found.
pub fn check_opening(
    puzzle: &Puzzle,
    goal: &Goal,
    melds: Vec<Meld>,
    opening: Vec<Meld>,
) -> Result<VerifiedMelds, TurnError> {
    let turn = check(puzzle, &Goal { at_least: None, ..*goal }, melds)?;
    let shape = puzzle.shape();
    let mut opened: BTreeMap<Piece, u32> = BTreeMap::new();
    for (number, meld) in (1..).zip(&opening) {
        meld.check(shape).map_err(|why| TurnError::OpeningMeld { number, why })?;
        for place in &meld.0 {
            *opened.entry(place.piece()).or_default() += 1;
        }
    }
    for (piece, found) in opened {
        let on_rack = match piece {
            Piece::Joker => puzzle.jokers().0,
            Piece::Tile(tile) => puzzle.on_rack(shape.kind(tile)),
        };
        let left = turn.left.iter().filter(|&&left| left == piece).count() as u32;
        let most = u32::from(on_rack) - left;
        if found > most {
            return Err(TurnError::NotFromRack { piece, found, most });
        }
    }
    let value = opening.iter().map(Meld::value).sum();
    match goal.at_least.filter(|&least| value < least.into()) {
        Some(least) => Err(TurnError::OpeningWorth { value, least }),
        None => Ok(VerifiedMelds { opening, ..turn }),
    }
}
