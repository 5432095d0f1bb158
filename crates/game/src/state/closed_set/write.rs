//! Writing a closed set.

use super::{
    BOUNDED_MAGIC, Claim, DIGEST, DigestError, MAGIC, SPECIAL, UP, instance_digest, place_code, special,
};
use crate::rules::{Move, Place};
use crate::state::Instance;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use sha2::{Digest, Sha256};
use std::io::{self, BufWriter, Write};

/// Writes the tree of a closed set, move by move.
#[derive(Debug)]
pub struct ClosedSetWriter {
    header: Result<Vec<u8>, DigestError>,
    /// Whole pieces go on to be squeezed: byte by byte that would take longer than all else.
    tree: BufWriter<DeflateEncoder<Vec<u8>>>,
    positions: u64,
}

/// Bytes of a piece.
const PIECE: usize = 1 << 15;

impl ClosedSetWriter {
    /// A certificate for this instance; the start is the first position.
    #[must_use]
    pub fn new(instance: &Instance, claim: Claim) -> ClosedSetWriter {
        let magic = if claim == Claim::Lost { MAGIC } else { BOUNDED_MAGIC };
        let header = instance_digest(instance).map(|digest| [magic, &digest, &claim.bytes()].concat());
        let tree = DeflateEncoder::new(Vec::new(), Compression::best());
        ClosedSetWriter { header, tree: BufWriter::with_capacity(PIECE, tree), positions: 1 }
    }

    fn number(&mut self, mut value: u64) -> io::Result<()> {
        while value >= 0x80 {
            self.tree.write_all(&[value as u8 | 0x80])?;
            value >>= 7;
        }
        self.tree.write_all(&[value as u8])
    }

    /// Goes down to a new position by a move.
    ///
    /// # Errors
    /// Those of writing into memory: none in practice.
    pub fn down(&mut self, action: Move) -> io::Result<()> {
        self.positions += 1;
        match action {
            Move::Cards { from, to, count } => {
                self.number(place_code(from))?;
                self.number(place_code(to))?;
                if let (Place::Column(_), Place::Column(_)) = (from, to) {
                    self.number(count.into())?;
                }
                Ok(())
            }
            other => self.number(8 * special(other) + SPECIAL),
        }
    }

    /// Goes back up to the parent.
    ///
    /// # Errors
    /// Those of writing into memory: none in practice.
    pub fn up(&mut self) -> io::Result<()> {
        self.number(UP)
    }

    /// The finished file.
    ///
    /// # Errors
    /// If the instance has no digest, or those of writing into memory: none in practice.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        let mut file = self.header.map_err(io::Error::other)?;
        file.extend(self.positions.to_le_bytes());
        file.extend(self.tree.into_inner()?.finish()?);
        let digest: [u8; DIGEST] = Sha256::digest(&file).into();
        file.extend(digest);
        Ok(file)
    }
}
