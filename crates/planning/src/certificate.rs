//! Certificates of unwinnability and of shortest plans: made by the search, accepted only after verification.

use crate::failure::SelfCheck;
use patsat_base::Limit;
use patsat_game::rules::Cost;
use patsat_game::state::Instance;
use patsat_game::verify::{
    self, ClosedSet, ClosedSetFault, CostLowerBound, DeadPatterns, HeightFault, HeightLoss, SweepResult,
    SweptFault, TrackedFault, TrackedLoss, Verified,
};
use patsat_search::{self as search, Budget, CertifyError};

/// A certificate that the verifier has accepted, with its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate<T = ClosedSet> {
    /// The file.
    pub bytes: Vec<u8>,
    /// What the verifier found in it.
    pub checked: Verified<T>,
}

/// Patterns that the verifier has accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternProof {
    /// What the verifier found in them.
    pub checked: Verified<DeadPatterns>,
    /// The same as a file.
    pub text: String,
}

/// The reason why a verdict has no certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CertificateError {
    /// The search could not make it.
    #[error(transparent)]
    NotMade(#[from] CertifyError),
    /// The verifier refuses it: a bug.
    #[error(transparent)]
    Refused(#[from] ClosedSetFault),
    /// The verifier refuses a swept set: a bug.
    #[error(transparent)]
    SweptRefused(#[from] SweptFault),
    /// The verifier refuses tracked cards: a bug.
    #[error(transparent)]
    TrackedRefused(#[from] TrackedFault),
    /// The verifier refuses a height game: a bug.
    #[error(transparent)]
    HeightRefused(#[from] HeightFault),
}

impl CertificateError {
    /// Returns the reason why there is no certificate, if it is no bug. `ended` is the limit that stopped a check.
    ///
    /// # Errors
    /// If search and verifier contradict each other.
    pub fn reason(self, ended: Limit) -> Result<CertifyError, SelfCheck> {
        match self {
            CertificateError::NotMade(CertifyError::Winnable) => Err(SelfCheck::Winnable),
            CertificateError::NotMade(why) => Ok(why),
            CertificateError::Refused(ClosedSetFault::Memory(_))
            | CertificateError::SweptRefused(SweptFault::Memory(_))
            | CertificateError::TrackedRefused(TrackedFault::Memory(_))
            | CertificateError::HeightRefused(HeightFault::Memory(_)) => {
                Ok(CertifyError::Limit(Limit::Memory))
            }
            CertificateError::Refused(ClosedSetFault::Stopped)
            | CertificateError::SweptRefused(SweptFault::Stopped)
            | CertificateError::TrackedRefused(TrackedFault::Stopped)
            | CertificateError::HeightRefused(HeightFault::Stopped) => Ok(CertifyError::Limit(ended)),
            CertificateError::Refused(fault) => Err(SelfCheck::Certificate { fault: Box::new(fault) }),
            CertificateError::SweptRefused(fault) => Err(SelfCheck::SweptSet { fault: Box::new(fault) }),
            CertificateError::TrackedRefused(fault) => {
                Err(SelfCheck::TrackedCards { fault: Box::new(fault) })
            }
            CertificateError::HeightRefused(fault) => Err(SelfCheck::HeightGame { fault: Box::new(fault) }),
        }
    }
}

impl Certificate<CostLowerBound> {
    /// Makes a certificate that no plan costs less than `least`, and verifies it.
    ///
    /// During the check `go_on` receives the numbers of visited and of all positions. The check stops when it returns
    /// `false`.
    ///
    /// # Errors
    /// If it cannot be made within the budget, or the verifier refuses it.
    pub fn of_shortest(
        instance: &Instance,
        (cost, least): (Cost, u32),
        budget: &mut Budget<'_>,
        go_on: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<Certificate<CostLowerBound>, CertificateError> {
        let bytes = search::certify_shortest(instance, cost, least, budget)?;
        let memory_mib = budget.limits().memory_mib.unwrap_or(u64::MAX >> 20);
        let checked = verify::check_none_shorter_while(instance, &bytes, memory_mib, go_on)?;
        Ok(Certificate { bytes, checked })
    }
}

impl Certificate<SweepResult> {
    /// Counts the positions of a game with a waste level by level, and has the verifier visit them. With `safe_home`,
    /// these are the positions in which no safe card can go home.
    ///
    /// During the check `go_on` receives the numbers of visited and of all positions. The check stops when it returns
    /// `false`.
    ///
    /// # Errors
    /// If it cannot be made within the budget, or the verifier refuses it.
    pub fn of_sweep(
        instance: &Instance,
        safe_home: bool,
        budget: &mut Budget<'_>,
        go_on: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<Certificate<SweepResult>, CertificateError> {
        let bytes = search::certify_swept(instance, safe_home, budget)?.into_bytes();
        let memory_mib = budget.limits().memory_mib.unwrap_or(u64::MAX >> 20);
        let checked = verify::check_swept_set(instance, &bytes, memory_mib, go_on)?;
        Ok(Certificate { bytes, checked })
    }
}

impl Certificate<TrackedLoss> {
    /// Finds cards that suffice for a loss if only they are tracked, and has the verifier visit all positions of these
    /// cards.
    ///
    /// During the check `go_on` receives the numbers of visited and of all positions. The check stops when it returns
    /// `false`.
    ///
    /// # Errors
    /// If it cannot be made within the budget, or the verifier refuses it.
    pub fn of_tracked(
        instance: &Instance,
        budget: &mut Budget<'_>,
        go_on: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<Certificate<TrackedLoss>, CertificateError> {
        let bytes = search::certify_tracked(instance, budget)?.into_bytes();
        let memory_mib = budget.limits().memory_mib.unwrap_or(u64::MAX >> 20);
        let checked = verify::check_tracked_cards(instance, &bytes, memory_mib, go_on)?;
        Ok(Certificate { bytes, checked })
    }
}

/// The maximum number of positions of a height game that is explored as a certificate.
const MOST_HEIGHTS: u64 = 20_000;

impl Certificate<HeightLoss> {
    /// Explores the height game of an instance, at most 20,000 positions, and verifies it.
    ///
    /// During the check `go_on` receives the numbers of visited and of all positions. The check stops when it returns
    /// `false`.
    ///
    /// # Errors
    /// If it proves no loss, a limit is reached, or the verifier refuses it.
    pub fn of_heights(
        instance: &Instance,
        budget: &mut Budget<'_>,
        go_on: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<Certificate<HeightLoss>, CertificateError> {
        let most = budget.limits().nodes.map_or(MOST_HEIGHTS, |most| most.min(MOST_HEIGHTS));
        let bytes = search::certify_heights(instance, most, budget)?.into_bytes();
        let memory_mib = budget.limits().memory_mib.unwrap_or(u64::MAX >> 20);
        let checked = verify::check_height_game(instance, &bytes, memory_mib, go_on)?;
        Ok(Certificate { bytes, checked })
    }
}

impl Certificate {
    /// Makes a certificate and verifies it.
    ///
    /// # Errors
    /// If it cannot be made within the budget, or the verifier refuses it.
    pub fn make(instance: &Instance, budget: &mut Budget<'_>) -> Result<Certificate, CertificateError> {
        let bytes = search::certify(instance, budget)?;
        let memory_mib = budget.limits().memory_mib.unwrap_or(u64::MAX >> 20);
        let checked = verify::check_closed_set_within(instance, &bytes, memory_mib)?;
        Ok(Certificate { bytes, checked })
    }
}
