//! The kinds of certificate, recognised from their content.

use patsat_analysis::variants::looks_like_best_proof;
use patsat_game::state::closed_set::ClosedSetFile;
use patsat_game::state::patterns::looks_like_patterns;
use patsat_game::state::swept_set::SweptSet;
use patsat_planning::decide::looks_like_lrat;
use patsat_planning::{closure, proof};
use patsat_solvers::drat::looks_like_drat;

/// A kind of certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CertificateKind {
    /// A proof that there is no plan within a bound of an encoding.
    Bound,
    /// A proof that no more can be reached within a bound.
    Best,
    /// Dead patterns.
    DeadPatterns,
    /// A proof that no move leads out of dead patterns. It goes with their file.
    StrictPatterns,
    /// A solver's proof in DRAT.
    Drat,
    /// A solver's proof in LRAT.
    Lrat,
    /// A swept set.
    SweptSet,
    /// A bounded closed set.
    BoundedSet,
    /// A closed set.
    ClosedSet,
}

/// Whether a file begins like a certificate of one kind.
type Recogniser = fn(&[u8]) -> bool;

/// The kinds, in the order in which they are tried.
const KINDS: [(CertificateKind, Recogniser); 9] = [
    (CertificateKind::Bound, proof::looks_like_one),
    (CertificateKind::Best, looks_like_best_proof),
    (CertificateKind::DeadPatterns, looks_like_patterns),
    (CertificateKind::StrictPatterns, closure::looks_like_one),
    (CertificateKind::Lrat, looks_like_lrat),
    (CertificateKind::Drat, looks_like_drat),
    (CertificateKind::SweptSet, SweptSet::looks_like_one),
    (CertificateKind::BoundedSet, ClosedSetFile::looks_bounded),
    (CertificateKind::ClosedSet, ClosedSetFile::looks_like_one),
];

impl CertificateKind {
    /// The kind of a file. `None` for text that is no certificate, such as a plan. Bytes that are no text count as a
    /// closed set, whose reader then states what is wrong.
    #[must_use]
    pub fn of(file: &[u8]) -> Option<CertificateKind> {
        let binary = || file.contains(&0) || std::str::from_utf8(file).is_err();
        let known = KINDS.iter().find(|(_, recognises)| recognises(file)).map(|(kind, _)| *kind);
        known.or_else(|| binary().then_some(CertificateKind::ClosedSet))
    }

    /// Whether a file that looks like this may be a solver's proof of a named formula: all that does not name its
    /// contents by itself.
    #[must_use]
    pub(crate) fn may_be_of_a_solver(self) -> bool {
        !matches!(
            self,
            CertificateKind::Bound
                | CertificateKind::Best
                | CertificateKind::DeadPatterns
                | CertificateKind::StrictPatterns
        )
    }
}
