//! Where other parts are plugged in, one function each.
//!
//! The pipeline and everything above it reach strategies and certificates of
//! unwinnability only through here, so that a new one is wired once.

use crate::search::classic::CLASSIC;
use crate::search::{Budget, Limit, Strategy};
use crate::state::Instance;
use std::sync::LazyLock;

/// A name that is no strategy's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown strategy '{name}': expected one of {known}")]
pub struct UnknownStrategy {
    /// What was asked for.
    pub name: String,
    /// The names there are.
    pub known: String,
}

/// The strategy used where nobody asks for one.
pub const DEFAULT_STRATEGY: &str = "auto";

/// Every strategy, in the order of a listing.
#[must_use]
pub fn strategies() -> Vec<&'static Strategy> {
    static DEFAULT: LazyLock<Option<Strategy>> = LazyLock::new(|| {
        let best_first = CLASSIC.iter().find(|s| s.name == "best-first")?;
        Some(Strategy { name: DEFAULT_STRATEGY, ..*best_first })
    });
    DEFAULT.iter().chain(CLASSIC).collect()
}

/// The strategy of that name.
///
/// # Errors
/// If there is none; the error lists the known names.
pub fn strategy(name: &str) -> Result<&'static Strategy, UnknownStrategy> {
    let all = strategies();
    all.iter().find(|s| s.name == name).copied().ok_or_else(|| UnknownStrategy {
        name: name.chars().take(40).collect(),
        known: all.iter().map(|s| s.name).collect::<Vec<_>>().join(", "),
    })
}

/// Why a certificate of unwinnability could not be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CertifyError {
    /// A limit was reached on the way.
    #[error("no certificate: {0}")]
    Limit(Limit),
    /// The certificate was made and then refused by the verifier: a bug.
    #[error("{0}")]
    Refused(String),
    /// This build has no maker of certificates.
    #[error("no certificate: this build cannot write closed sets")]
    Missing,
}

/// A closed set of positions that the verifier has accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The file.
    pub bytes: Vec<u8>,
    /// Number of positions in it.
    pub positions: u64,
}

/// Makes a closed-set certificate and has it verified.
///
/// # Errors
/// If a limit is reached or the verifier refuses it.
pub fn certify(_instance: &Instance, _budget: &mut Budget<'_>) -> Result<Certificate, CertifyError> {
    Err(CertifyError::Missing)
}

/// Checks a file that is a certificate of unwinnability: the number of its positions, or
/// what is wrong with it. `None` if the file is none.
#[must_use]
pub fn check_certificate(_instance: &Instance, _file: &[u8]) -> Option<Result<u64, String>> {
    None
}
