//! Reads a file, or standard input for `-`.

use crate::exit::Failure;
use crate::output::reason;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Maximum size of a file; a longer one is taken for a mistake.
const MOST_BYTES: u64 = 256 << 20;

/// Memory of an xz decoder: four times what its strongest preset needs.
const MOST_DICTIONARY_KIB: u32 = 256 << 10;

/// The name of a file in messages.
pub fn name(text: &str) -> &str {
    if text == "-" { "standard input" } else { text }
}

/// Puts the file name before a sentence. A line number at the start of the sentence moves behind the file name.
#[must_use]
pub fn about(file: &str, sentence: &str) -> String {
    let line = sentence.strip_prefix("line ").and_then(|rest| rest.split_once(": "));
    match line {
        Some((number, rest)) if number.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{file}, line {number}: {rest}")
        }
        _ => format!("{file}: {sentence}"),
    }
}

/// Returns the content of a file, or of standard input for `-`. Content compressed by gzip, xz or bzip2 is unpacked.
///
/// # Errors
/// If the file does not exist, cannot be read or unpacked, or is longer than 256 MiB.
pub fn read(path: &Path, expected: &str) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let failed = |e: std::io::Error| match e.kind() {
        ErrorKind::NotFound => Failure::input(format!("there is no file '{shown}': expected {expected}")),
        ErrorKind::IsADirectory => Failure::input(format!("'{shown}' is a directory: expected {expected}")),
        _ => Failure::input(format!("cannot read '{shown}': {}", reason(&e))),
    };
    let too_long = || {
        let most = MOST_BYTES >> 20;
        Failure::input(format!("'{shown}' is longer than {most} MiB: expected {expected}"))
    };
    // The size of a regular file is known before reading.
    if path != "-" && std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > MOST_BYTES) {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    let read = if path == "-" {
        std::io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
    };
    read.map_err(failed)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(too_long());
    }
    unpacked(bytes).map_err(|fault| match fault {
        UnpackError::TooLong => too_long(),
        UnpackError::Broken { kind, why } => {
            Failure::input(format!("'{shown}' is cut or not compressed by {kind}: {why}"))
        }
    })
}

/// The reason that compressed bytes cannot be unpacked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnpackError {
    #[error("its content is longer than {} MiB", MOST_BYTES >> 20)]
    TooLong,
    /// The data is damaged, or needs too much memory.
    #[error("it is cut or not compressed by {kind}: {why}")]
    Broken {
        /// The compression that the first bytes name.
        kind: &'static str,
        /// The error of the decoder.
        why: String,
    },
}

/// Returns the content of compressed bytes, at most 256 MiB. Bytes that are not compressed are returned unchanged.
///
/// # Errors
/// If it cannot be unpacked, or is too long.
pub fn unpacked(bytes: Vec<u8>) -> Result<Vec<u8>, UnpackError> {
    let Some((kind, reader)) = packed(&bytes) else { return Ok(bytes) };
    let mut plain = Vec::new();
    let read = reader.take(MOST_BYTES + 1).read_to_end(&mut plain);
    read.map_err(|e| UnpackError::Broken { kind, why: reason(&e) })?;
    if plain.len() as u64 > MOST_BYTES {
        return Err(UnpackError::TooLong);
    }
    Ok(plain)
}

/// Detects the compression from the first bytes; returns its name and a reader of the content.
fn packed(bytes: &[u8]) -> Option<(&'static str, Box<dyn Read + '_>)> {
    match bytes {
        [0x1f, 0x8b, 8, ..] => Some(("gzip", Box::new(flate2::read::MultiGzDecoder::new(bytes)))),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => {
            // The header names the size of the dictionary to allocate, up to 4 GiB.
            Some(("xz", Box::new(lzma_rust2::XzReader::new_mem_limit(bytes, true, MOST_DICTIONARY_KIB))))
        }
        [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', b'Y', ..] => {
            Some(("bzip2", Box::new(bzip2::read::MultiBzDecoder::new(bytes))))
        }
        _ => None,
    }
}
