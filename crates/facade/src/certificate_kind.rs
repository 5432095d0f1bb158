//! The kinds of certificate, recognised from their content.

use patsat_analysis::variants::looks_like_best_proof;
use patsat_game::state::closed_set::ClosedSetFile;
use patsat_game::state::height_game::HeightGame;
use patsat_game::state::patterns::looks_like_patterns;
use patsat_game::state::swept_set::SweptSet;
use patsat_game::state::tracked_cards::TrackedCards;
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
    /// Tracked cards.
    TrackedCards,
    /// A height game.
    HeightGame,
    /// A bounded closed set.
    BoundedSet,
    /// A closed set.
    ClosedSet,
}

/// Whether a file begins like a certificate of one kind.
type Recogniser = fn(&[u8]) -> bool;

/// The kinds, in the order in which they are tried.
const KINDS: [(CertificateKind, Recogniser); 11] = [
    (CertificateKind::Bound, proof::looks_like_one),
    (CertificateKind::Best, looks_like_best_proof),
    (CertificateKind::DeadPatterns, looks_like_patterns),
    (CertificateKind::StrictPatterns, closure::looks_like_one),
    (CertificateKind::Lrat, looks_like_lrat),
    (CertificateKind::Drat, looks_like_drat),
    (CertificateKind::SweptSet, SweptSet::looks_like_one),
    (CertificateKind::TrackedCards, TrackedCards::looks_like_one),
    (CertificateKind::HeightGame, HeightGame::looks_like_one),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Horizon, MethodKind, Outcome, SolveOptions, VerifiedClaim, VerifyOptions, deal, verify_with,
    };
    use patsat_planning::Monitor;
    use patsat_planning::proof_text::Text;

    #[test]
    fn kinds_of_solver_proofs_are_recognised() {
        let game = deal("ms:1").unwrap();
        let (by, horizon, encoding) = (MethodKind::Sat, Some(Horizon::One(2)), Some("exists".to_owned()));
        let options = SolveOptions { by, horizon, encoding, certify: true, ..SolveOptions::default() };
        let answer = options.request(&game).unwrap().run().unwrap();
        let Outcome::NoPlanWithin { proof: Some(proof), .. } = answer.outcome else { panic!("no proof") };
        assert_eq!(CertificateKind::of(&proof.bytes), Some(CertificateKind::Bound));
        let text = |text| proof.standard(&game, "ms:1", text).unwrap().1.into_bytes();
        let (lrat, drat) = (text(Text::Lrat), text(Text::Drat));
        assert_eq!(CertificateKind::of(&drat), Some(CertificateKind::Drat));
        assert_eq!(CertificateKind::of(&lrat), Some(CertificateKind::Lrat));
        let options = VerifyOptions { formula: Some(proof.shown.request), ..VerifyOptions::default() };
        let shown = verify_with(&game, &lrat, &options, &mut Monitor::default());
        assert!(matches!(shown, Ok(VerifiedClaim::NoPlanWithin(_))), "{shown:?}");
    }

    #[test]
    fn a_plan_is_no_certificate() {
        for plan in ["26 76 72 5a", "1a 1h ah", "1h"] {
            assert_eq!(CertificateKind::of(plan.as_bytes()), None, "{plan}");
        }
        assert_eq!(CertificateKind::of(b"\x00\x01"), Some(CertificateKind::ClosedSet));
    }
}
