//! SHA-256 sums, in the form of `sha256sum --check`.

use super::project::Project;
use anyhow::Result;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

const NAME: &str = "SHA256SUMS";

/// Writes the sums of all files in the folder of the release.
pub(super) fn make(project: &Project) -> Result<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(&project.out)?.map(|e| Ok(e?.path())).collect::<Result<_>>()?;
    files.retain(|file| file.is_file() && !file.ends_with(NAME));
    files.sort();
    let mut text = String::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        writeln!(text, "{}  {name}", hex(&Sha256::digest(fs::read(&file)?)))?;
    }
    let file = project.out.join(NAME);
    fs::write(&file, text)?;
    Ok(file)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
