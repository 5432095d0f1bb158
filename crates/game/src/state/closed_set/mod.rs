//! A closed set of positions as a file: the certificate that a game cannot be won, or not in so few moves.
//!
//! The file does not list the positions but how they are reached: a tree of moves, in
//! preorder, whose root is the start. That is short (two bytes a position before
//! compression), works for every game, and needs no second notation for positions. This
//! module only writes and reads the file; [`crate::verify`] checks that it is a proof.
//!
//! ```text
//! patsat closed-set 1\n      the kind of file, and its version
//! 32 bytes                   SHA-256 of the rules and the position, as JSON
//! 8 bytes                    number of positions, little endian
//! DEFLATE stream             the tree
//! 32 bytes                   SHA-256 of everything before
//! ```
//! A file that proves a lower bound on plans begins with the line `patsat bounded-set 1`. Before the number of
//! positions it has the cost, 1 to 3 (one byte), and the least cost of a plan (4 bytes). Moves home that
//! [`crate::verify::LeastCost::settle`] makes are not in the tree.
//!
//! The tree is a sequence of numbers in base 128, low part first (LEB128). Each move has two numbers, its start and its
//! target (`8 * number + kind`); moves between columns also have the number of cards. Moves without places have one
//! number. A zero goes back to the parent.

mod read;
mod write;

pub use read::{ClosedSetError, ClosedSetFile, Token, Tokens};
pub use write::ClosedSetWriter;

/// The claim of a closed set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The game cannot be won.
    Lost,
    /// Every plan costs at least `least`.
    NoneShorter {
        /// The count of moves.
        cost: Cost,
        /// The lower bound.
        least: u32,
    },
}

impl Claim {
    /// Returns the encoding of the claim, which follows the first line and the digest.
    fn bytes(self) -> Vec<u8> {
        match self {
            Claim::Lost => Vec::new(),
            Claim::NoneShorter { cost, least } => {
                let number = match cost {
                    Cost::M1 => 1,
                    Cost::M2 => 2,
                    Cost::M3 => 3,
                };
                [&[number][..], &least.to_le_bytes()].concat()
            }
        }
    }
}

const COSTS: [Cost; 3] = [Cost::M1, Cost::M2, Cost::M3];

use super::Instance;
use crate::rules::{Cost, Move, Place};
use sha2::{Digest, Sha256};

const MAGIC: &[u8] = b"patsat closed-set 1\n";
const BOUNDED_MAGIC: &[u8] = b"patsat bounded-set 1\n";
const DIGEST: usize = 32;

/// Rules or a position that cannot be written as JSON, so that no file can be bound to them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("rules and position cannot be written as JSON: {0}")]
pub struct DigestError(String);

/// Returns the digest that binds a certificate to rules and position; it does not depend on the game's name.
///
/// # Errors
/// If they cannot be written as JSON. A digest of anything else would not identify them.
pub fn instance_digest(instance: &Instance) -> Result<[u8; DIGEST], DigestError> {
    let mut rules = (*instance.rules).clone();
    rules.name.clear();
    let text = serde_json::to_vec(&(rules, &instance.deal)).map_err(|e| DigestError(e.to_string()))?;
    Ok(Sha256::digest(text).into())
}

const UP: u64 = 0;
const SPECIAL: u64 = 7;

fn place_code(place: Place) -> u64 {
    let (number, kind) = match place {
        Place::Column(n) => (n, 1),
        Place::Cell(n) => (n, 2),
        Place::Reserve(n) => (n, 3),
        Place::Foundation(n) => (n, 4),
        Place::Waste => (0, 5),
        Place::Stock => (0, 6),
        // The only other number of this kind is 0, which goes up.
        Place::Hole => (1, 0),
    };
    8 * u64::from(number) + kind
}

fn place_of(code: u64) -> Option<Place> {
    let number = u16::try_from(code / 8).ok()?;
    Some(match code % 8 {
        1 => Place::Column(number),
        2 => Place::Cell(number),
        3 => Place::Reserve(number),
        4 => Place::Foundation(number),
        5 => Place::Waste,
        6 => Place::Stock,
        0 if number == 1 => Place::Hole,
        _ => return None,
    })
}

/// The number of a move that has no places; those after [`OTHERS`] collect the runs of columns.
fn special(action: Move) -> u64 {
    match action {
        Move::Collect { column } => OTHERS.len() as u64 + u64::from(column),
        Move::Draw => 0,
        Move::Redeal => 1,
        Move::DealRow => 2,
        // Unused: the places of such a move are written instead. This number decodes to no move.
        Move::Cards { .. } => (u64::MAX - SPECIAL) / 8,
    }
}

fn special_of(number: u64) -> Option<Move> {
    let column = |past: usize| u16::try_from(past).ok().map(|column| Move::Collect { column });
    let number = usize::try_from(number).ok()?;
    OTHERS.get(number).copied().or_else(|| column(number - OTHERS.len()))
}

const OTHERS: [Move; 3] = [Move::Draw, Move::Redeal, Move::DealRow];
