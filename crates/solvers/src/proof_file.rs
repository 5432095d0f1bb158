//! Proofs as files: what they are about, and the proof, under one checksum.
//!
//! ```text
//! patsat KIND 1\n        the kind of file, and its version
//! one line of JSON       what the proof is about
//! DEFLATE stream         the proof, LRAT in its binary form
//! 32 bytes               SHA-256 of everything before
//! ```
//! The formula is not in the file. A checker rebuilds the formula from the header and passes its
//! clauses to [`follow`].

use flate2::read::DeflateDecoder;
use patsat_base::printable;
use patsat_lrat::{LratFault, Refutation, check_refutation_within};
use rustsat::types::Lit;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::BufReader;

/// Default memory limit of a proof check, in MiB.
pub const MEMORY_MIB: u64 = 4096;

/// Bytes of a checksum.
const DIGEST: usize = 32;

/// Why a file is no proof of some kind.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FileFault {
    /// It does not start with the first line of such a file.
    #[error("this is no such proof: expected a file that starts '{0}'")]
    Magic(String),
    /// It ends too early.
    #[error("the proof is cut short")]
    Truncated,
    /// Some byte was changed.
    #[error("the proof is damaged: its checksum does not match")]
    Checksum,
    /// Its header cannot be read.
    #[error("the proof's header cannot be read: {0}")]
    Header(String),
}

/// Returns the file of a header and a compressed proof; `magic` is its first line.
///
/// # Errors
/// If the header cannot be written as JSON.
pub fn seal(magic: &[u8], header: &impl Serialize, proof: Vec<u8>) -> Result<Vec<u8>, FileFault> {
    let mut bytes = magic.to_vec();
    bytes.extend(serde_json::to_vec(header).map_err(|e| FileFault::Header(e.to_string()))?);
    bytes.push(b'\n');
    bytes.extend(proof);
    let digest: [u8; DIGEST] = Sha256::digest(&bytes).into();
    bytes.extend(digest);
    Ok(bytes)
}

/// Returns the header and the compressed proof of a file.
///
/// # Errors
/// The first reason why it is no such file.
pub fn open<'f, H: Deserialize<'f>>(magic: &[u8], file: &'f [u8]) -> Result<(H, &'f [u8]), FileFault> {
    let other = || FileFault::Magic(String::from_utf8_lossy(magic).trim_end().to_owned());
    let rest = file.strip_prefix(magic).ok_or_else(other)?;
    if rest.len() < DIGEST {
        return Err(FileFault::Truncated);
    }
    let (body, digest) = file.split_at(file.len() - DIGEST);
    if <[u8; DIGEST]>::from(Sha256::digest(body)) != digest {
        return Err(FileFault::Checksum);
    }
    let rest = &rest[..rest.len() - DIGEST];
    let end = rest.iter().position(|&byte| byte == b'\n').ok_or(FileFault::Truncated)?;
    let header = serde_json::from_slice(&rest[..end])
        .map_err(|e| FileFault::Header(printable(&e.to_string(), 300)))?;
    Ok((header, &rest[end + 1..]))
}

/// Checks a compressed proof that these clauses, numbered from 1, have no model, within
/// `memory_mib` MiB.
///
/// # Errors
/// The first reason why it proves nothing, or that it needs more memory.
pub fn follow<'a>(
    clauses: impl IntoIterator<Item = &'a [Lit]>,
    proof: &[u8],
    memory_mib: u64,
) -> Result<Refutation, LratFault> {
    let proof = BufReader::with_capacity(1 << 16, DeflateDecoder::new(proof));
    check_refutation_within(clauses, proof, memory_mib)
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
