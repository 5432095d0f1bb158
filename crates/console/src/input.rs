//! What is read: a file, or standard input for `-`.

use crate::exit::Failure;
use crate::output::reason;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Files longer than this are a slip.
const MOST_BYTES: u64 = 256 << 20;

/// How a file is called in messages.
pub fn name(text: &str) -> &str {
    if text == "-" { "standard input" } else { text }
}

/// The content of a file, or of standard input for `-`.
///
/// # Errors
/// If there is none, it cannot be read or is longer than 256 MiB.
pub fn read(path: &Path, expected: &str) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let failed = |e: std::io::Error| match e.kind() {
        ErrorKind::NotFound => {
            let number =
                path.to_str().is_some_and(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_digit()));
            let hint = if number { format!(" (did you mean 'ms:{shown}'?)") } else { String::new() };
            Failure::input(format!("there is no file '{shown}': expected {expected}{hint}"))
        }
        ErrorKind::IsADirectory => Failure::input(format!("'{shown}' is a directory: expected {expected}")),
        _ => Failure::input(format!("cannot read '{shown}': {}", reason(&e))),
    };
    let too_long = || {
        let most = MOST_BYTES >> 20;
        Failure::input(format!("'{shown}' is longer than {most} MiB: expected {expected}"))
    };
    // Known before a byte is read, where it is a file.
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
    Ok(bytes)
}
