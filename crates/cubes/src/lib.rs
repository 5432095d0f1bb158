//! One hard formula on many machines.
//!
//! "There is a plan within N" is one formula; `patsat_encodings::cubes` splits it by the first decisions of a plan. One
//! folder ([`Split`]) holds the instance, the list of cubes and the formula for other solvers. Independent tasks solve
//! cubes ([`run`]). Each task appends one line for each cube to its own file ([`Part`]) and leaves the proofs of
//! refuted cubes in the folder (`certificate`). [`merge`] makes one verdict of the parts; [`check`] follows every proof
//! again.
//!
//! A plan of any cube is a plan. "No plan within N" needs every cube refuted and no case left out. For this, the
//! formula is rebuilt from the instance, and each proof is about its clauses and the literals of one cube. The list
//! alone shows that the cubes are the leaves of a tree of decisions.

mod bundle;
mod certificate;
mod folder;
mod merge;
mod part;
mod run;
pub mod shard;
mod write;

pub use bundle::{Bundle, BundleFault, check};
pub use folder::{BuildError, Header, Split};
pub use merge::{MergeResult, merge, parts_in};
pub use part::{Part, PartHeader, Record, Verdict};
pub use run::{Conquer, End, run};
pub use write::{FolderSummary, write};

use patsat_planning::Failure;
use std::path::Path;

/// Returns the failure of an operation on a file.
fn failed(verb: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::files(format!("cannot {verb} '{}': {error}", path.display()))
}

/// Writes a file atomically: it is there as a whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.writing", std::process::id()));
    let beside = std::path::PathBuf::from(name);
    let written = std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|e| {
        let _ = std::fs::remove_file(&beside);
        failed("write", path, &e)
    })
}
