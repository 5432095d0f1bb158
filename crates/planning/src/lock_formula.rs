//! The formula that asks whether the locks of a deal made from a formula can be removed ([`crate::locks`]).

use crate::formula::{FormulaGoal, FormulaRequest};
use crate::locks::{Locks, deciding, encodings_for};
use crate::rounds::changed_options;
use patsat_encodings::options::Options;
use patsat_encodings::unroll::Encoding;
use patsat_game::state::Instance;

/// The reason why an encoding does not support the question for locks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LockFormulaError {
    /// No encoding supports it.
    #[error("no encoding supports the question for the locks of this deal")]
    None,
    /// The options may leave out plans.
    #[error(
        "with options {0} plans may be left out, so the bound says nothing of the game: expected none but \
         labels, ride, cardinality and at-most-one"
    )]
    Options(String),
    /// The encoding has no known bound, because the moves of its steps are unknown.
    #[error("encoding '{encoding}' has no known bound for this question: expected {others}")]
    Unbounded {
        /// The encoding.
        encoding: &'static str,
        /// The encodings that have a bound.
        others: String,
    },
}

/// Returns the formula of the question for the locks of a game, in this encoding or the first that supports it.
///
/// # Errors
/// If no encoding supports it, if this one has no known bound, or if the options may leave out plans.
pub fn lock_formula(
    locks: &Locks,
    instance: &Instance,
    encoding: Option<&'static Encoding>,
    options: &Options,
) -> Result<FormulaRequest, LockFormulaError> {
    let options = deciding(options).ok_or_else(|| LockFormulaError::Options(changed_options(options)))?;
    let can = encodings_for(instance);
    let encoding = encoding.or(can.first().copied()).ok_or(LockFormulaError::None)?;
    let horizon = locks.bound(encoding, &options).ok_or_else(|| LockFormulaError::Unbounded {
        encoding: encoding.name,
        others: can.iter().map(|e| e.name).collect::<Vec<_>>().join(" or "),
    })?;
    let (wanted, memory_mib) = (FormulaGoal::Locks, u64::MAX >> 20);
    Ok(FormulaRequest { encoding, options, horizon, wanted, counted: false, memory_mib })
}
