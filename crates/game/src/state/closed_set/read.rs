//! Reading a closed set, without believing it.

use super::{
    BOUNDED_MAGIC, COSTS, Claim, DIGEST, DigestError, MAGIC, SPECIAL, UP, instance_digest, place_of,
    special_of,
};
use crate::rules::{Move, Place};
use crate::state::Instance;
use flate2::read::DeflateDecoder;
use sha2::{Digest, Sha256};
use std::io::{BufReader, Read};

/// Why a file is no closed set for an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClosedSetError {
    /// It does not start as one.
    #[error(
        "this is no closed-set certificate: expected a file that starts 'patsat closed-set 1' or \
             'patsat bounded-set 1'"
    )]
    Magic,
    /// It ends too early.
    #[error("the certificate is cut short")]
    Truncated,
    /// Some byte was changed.
    #[error("the certificate is damaged: its checksum does not match")]
    Checksum,
    /// It belongs to another game or position.
    #[error("the certificate was made for other rules or another position")]
    OtherInstance,
    /// What it counts is no cost.
    #[error("the certificate names no cost: expected 1, 2 or 3 for m1, m2 or m3")]
    Claim,
    /// Nothing can be bound to this game.
    #[error(transparent)]
    Digest(#[from] DigestError),
    /// The tree does not decode.
    #[error("the certificate's tree is malformed at its item {0}")]
    Tree(u64),
}

/// A file that claims to be a closed set.
#[derive(Clone, Copy, Debug)]
pub struct ClosedSetFile<'a> {
    tree: &'a [u8],
    /// Its claim.
    pub claim: Claim,
    /// The number of positions it claims.
    pub positions: u64,
}

/// A step of the walk through the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    /// Down by a move.
    Down(Move),
    /// Back to the parent.
    Up,
}

impl<'a> ClosedSetFile<'a> {
    /// Whether a file starts like a closed set.
    #[must_use]
    pub fn looks_like_one(file: &[u8]) -> bool {
        file.starts_with(MAGIC) || file.starts_with(BOUNDED_MAGIC)
    }

    /// Whether a file starts like a bounded one, which shows that no plan is shorter.
    #[must_use]
    pub fn looks_bounded(file: &[u8]) -> bool {
        file.starts_with(BOUNDED_MAGIC)
    }

    /// Takes a file apart, and checks that it is whole and belongs to `instance`.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn open(file: &'a [u8], instance: &Instance) -> Result<ClosedSetFile<'a>, ClosedSetError> {
        let bounded = file.strip_prefix(BOUNDED_MAGIC);
        let rest = bounded.or_else(|| file.strip_prefix(MAGIC)).ok_or(ClosedSetError::Magic)?;
        let claim_size = if bounded.is_some() { 1 + size_of::<u32>() } else { 0 };
        let tree_at = DIGEST + claim_size + 8;
        if rest.len() < tree_at + DIGEST {
            return Err(ClosedSetError::Truncated);
        }
        let (body, digest) = file.split_at(file.len() - DIGEST);
        if <[u8; DIGEST]>::from(Sha256::digest(body)) != digest {
            return Err(ClosedSetError::Checksum);
        }
        let (bound, rest) = rest.split_at(DIGEST);
        if bound != instance_digest(instance)? {
            return Err(ClosedSetError::OtherInstance);
        }
        let (claim, rest) = rest.split_at(claim_size);
        let claim = match claim {
            [] => Claim::Lost,
            [cost, least @ ..] => {
                let cost = COSTS.get(usize::from(*cost).wrapping_sub(1)).ok_or(ClosedSetError::Claim)?;
                let least = least.iter().rev().fold(0, |n, &byte| n << 8 | u32::from(byte));
                Claim::NoneShorter { cost: *cost, least }
            }
        };
        let (count, rest) = rest.split_at(8);
        let positions = count.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte));
        Ok(ClosedSetFile { tree: &rest[..rest.len() - DIGEST], claim, positions })
    }

    /// The steps of the walk, from the start.
    #[must_use]
    pub fn tokens(&self) -> Tokens<'a> {
        Tokens { bytes: BufReader::new(DeflateDecoder::new(self.tree)), read: 0 }
    }
}

/// An iterator over the steps of the walk; it ends after the first error.
#[derive(Debug)]
pub struct Tokens<'a> {
    bytes: BufReader<DeflateDecoder<&'a [u8]>>,
    read: u64,
}

impl Tokens<'_> {
    /// The next number; `None` at the end of the stream.
    fn number(&mut self) -> Result<Option<u64>, ClosedSetError> {
        let mut value = 0u64;
        for shift in (0..63).step_by(7) {
            let mut byte = [0];
            match self.bytes.read(&mut byte) {
                Ok(0) if shift == 0 => return Ok(None),
                Ok(1) => {}
                _ => return Err(ClosedSetError::Tree(self.read)),
            }
            value |= u64::from(byte[0] & 0x7f) << shift;
            if byte[0] & 0x80 == 0 {
                return Ok(Some(value));
            }
        }
        Err(ClosedSetError::Tree(self.read))
    }

    fn token(&mut self) -> Result<Option<Token>, ClosedSetError> {
        self.read += 1;
        let malformed = ClosedSetError::Tree(self.read);
        let Some(first) = self.number()? else { return Ok(None) };
        if first == UP {
            return Ok(Some(Token::Up));
        }
        if first % 8 == SPECIAL {
            return special_of(first / 8).ok_or(malformed).map(|action| Some(Token::Down(action)));
        }
        let from = place_of(first).ok_or_else(|| malformed.clone())?;
        let to = self.number()?.and_then(place_of).ok_or_else(|| malformed.clone())?;
        let count = match (from, to) {
            (Place::Column(_), Place::Column(_)) => {
                self.number()?.and_then(|n| n.try_into().ok()).ok_or(malformed)?
            }
            _ => 1,
        };
        Ok(Some(Token::Down(Move::Cards { from, to, count })))
    }
}

impl Iterator for Tokens<'_> {
    type Item = Result<Token, ClosedSetError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.token().transpose()
    }
}
