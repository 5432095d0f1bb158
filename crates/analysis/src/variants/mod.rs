//! Other questions than whether a game can be won, each answered with checked evidence.
//!
//! * [`classify`]: the results of [`patsat_states::theory`], without search.
//! * [`best`]: the most that legal moves reach where a win is out of reach. [`best_within`] queries a SAT
//!   solver for the most within a number of moves.
//! * [`fair`]: whether the game can be won however the hidden cards lie.
//! * [`easy`]: whether it can still be won after any first moves. [`fair_by_sat`] and [`easy_by_sat`] use two
//!   SAT solvers against each other.
//! * [`variant_formula`]: the last three as formulas for QBF and MaxSAT solvers; [`check_best_answer`] and
//!   [`check_two_players_answer`] check their answers.
//!
//! Source: Laubersheimer 2024, chapter 2 and sections 4.3 to 4.5. Deciding `fair` and `easy` is complete for
//! the second level of the polynomial hierarchy, and even `best` is NP-hard to approximate. Here they are
//! decided by visiting positions, so only small games are practical; a limit ends in "unknown". A plan is
//! replayed, and a lost position comes with a closed set that the verifier accepts. A "yes" over the visited
//! positions rests on the search.

mod answers;
mod best;
mod best_proof;
mod classify;
mod easy;
mod fair;
mod oracle;
mod quantified;
mod two_players;
mod within;

pub use answers::{VariantAnswerError, check_best_answer, check_two_players_answer};
pub use best::{BestValue, best};
pub use best_proof::{BestProof, ValueUpperBound, check_best_proof, looks_like_best_proof};
pub use classify::{Class, Verdict, classify};
pub use easy::{EasyAnswer, easy};
pub use fair::{FairAnswer, FairEnd, HiddenCards, fair};
pub use quantified::{VariantFormula, VariantQuestion, variant_formula};
pub use two_players::{BySat, Case, End, StopReason, TwoPlayers, easy_by_sat, fair_by_sat};
pub use within::{BestWithinHorizon, best_within};

use patsat_base::Limit;
use patsat_game::cards::{Card, Pile};
use patsat_game::state::{Instance, Table};
use patsat_game::verify::{ClosedSet, Verified};
use patsat_planning::{Certificate, SelfCheck};
use patsat_search::{Budget, CertifyError};

/// The approximate size of a queued board in bytes.
fn of_board(table: &Table) -> u64 {
    let deal = table.deal();
    let piles = deal.columns.len() * (size_of::<Pile>() + 16);
    let in_columns: usize = deal.columns.iter().map(|pile| pile.cards.len()).sum();
    let cards = in_columns + deal.cells.len() + deal.reserve.len() + deal.stock.len() + deal.waste.len();
    (size_of::<Table>() + 96 + piles + 4 * deal.foundations.len() + cards * size_of::<Card>()) as u64
}

/// The reason why a question has no answer.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum VariantError {
    /// A limit was reached.
    #[error("{0}")]
    Limit(Limit),
    /// The program contradicts itself.
    #[error(transparent)]
    SelfCheck(#[from] Box<SelfCheck>),
}

impl From<Limit> for VariantError {
    fn from(limit: Limit) -> Self {
        VariantError::Limit(limit)
    }
}

impl From<SelfCheck> for VariantError {
    fn from(error: SelfCheck) -> Self {
        VariantError::SelfCheck(Box::new(error))
    }
}

/// Shows that an instance is lost: makes a new closed set and checks it, regardless of the origin of the claim.
fn show_lost(instance: &Instance, budget: &mut Budget<'_>) -> Result<Verified<ClosedSet>, VariantError> {
    match Certificate::make(instance, budget) {
        Ok(certificate) => Ok(certificate.checked),
        Err(no) => match no.reason(Limit::Interrupted)? {
            CertifyError::Limit(limit) => Err(limit.into()),
            _ => Err(SelfCheck::Winnable.into()),
        },
    }
}
