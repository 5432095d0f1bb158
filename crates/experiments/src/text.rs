//! Texts that several parts write or read: digests, names of files, fields of CSV, XML, TOML.

use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

pub(crate) fn sha256(bytes: impl AsRef<[u8]>) -> String {
    patsat_solvers::proof_file::hex(&Sha256::digest(bytes))
}

/// A name for a file: letters and digits, with `-` between words.
#[must_use]
pub fn slug(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    let plain: String = name.chars().map(kept).collect();
    plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// A record of a CSV file (RFC 4180) with its line end.
pub(crate) fn csv(fields: impl IntoIterator<Item = String>) -> String {
    let quoted = fields.into_iter().map(|field| {
        let plain = !field.contains([',', '"', '\n', '\r']);
        if plain { field } else { format!("\"{}\"", field.replace('"', "\"\"")) }
    });
    quoted.collect::<Vec<_>>().join(",") + "\n"
}

/// Reads TOML.
pub(crate) fn toml<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    toml::from_str(text).map_err(|e| {
        let line = e.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let line = line.map_or_else(String::new, |line| format!("line {line}: "));
        line + &e.message().split_whitespace().collect::<Vec<_>>().join(" ")
    })
}
