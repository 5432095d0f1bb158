//! What the program was built from, and its file.

use patsat_console::exit::Failure;
use std::path::PathBuf;
use std::sync::OnceLock;

/// What the program was built from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Build {
    /// The commit, where it is known.
    pub commit: &'static str,
    /// The target triple.
    pub target: &'static str,
    /// The program as one calls it, where that is another file than the running process's.
    pub program: Option<PathBuf>,
}

static BUILD: OnceLock<Build> = OnceLock::new();

/// Keeps what the program was built from. Only the first call counts.
pub(crate) fn set(build: Build) {
    let _ = BUILD.set(build);
}

/// What the program was built from.
pub(crate) fn build() -> &'static Build {
    BUILD.get_or_init(|| Build { commit: "unknown commit", target: "unknown target", program: None })
}

/// The file to call for a command in a process of its own.
pub(crate) fn own() -> Result<PathBuf, Failure> {
    build().program.clone().map_or_else(std::env::current_exe, Ok).map_err(|e| {
        let sentence = format!("cannot find this program: {e}");
        Failure::missing(sentence)
    })
}
