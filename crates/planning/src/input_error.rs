//! Errors in requests.

use crate::formula::FormulaError;
use crate::horizons::HorizonError;
use crate::lock_formula::LockFormulaError;
use crate::locks::LocksError;
use patsat_base::FormatError;
use patsat_encodings::formula::FormulaSizeError;
use patsat_encodings::options::OptionError;
use patsat_encodings::schemes::UnknownEncodingError;
use patsat_encodings::unroll::UnsupportedError;
use patsat_game::state::MoveError;
use patsat_game::state::closed_set::DigestError;
use patsat_game::verify::Fault;
use patsat_lowering::lower::LowerError;
use patsat_search::UnknownStrategy;
use patsat_solvers::UnknownBackendError;

/// An error in a request.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// The game is no task.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The encoding cannot express the game.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedError),
    /// The encoding cannot express the game, but others can.
    #[error("{error}: expected --encoding {}", others.join(" or "))]
    OtherEncodings {
        /// What it cannot express.
        #[source]
        error: UnsupportedError,
        /// Those that can.
        others: Vec<&'static str>,
    },
    /// The game has no dead patterns.
    #[error(transparent)]
    NoPatterns(#[from] patsat_patterns::UnsupportedError),
    /// The verifier cannot check dead patterns of the game.
    #[error(transparent)]
    Unchecked(#[from] patsat_game::verify::Unsupported),
    /// No encoding can express the game.
    #[error("no encoding supports this game")]
    NoEncoding,
    /// The encoding has no count of single-card moves.
    #[error("encoding {0} does not count single-card moves: expected relational for a shortest plan by SMT")]
    NotCounted(&'static str),
    /// The encoding does not support objectives.
    #[error("encoding '{0}' does not support objectives")]
    NoObjective(&'static str),
    /// The bound for shortest plans cannot express the game.
    #[error(
        "a shortest plan by SAT is for FreeCell and its kin and for runs that are collected: the bound cannot express {}",
        .0.what
    )]
    NoBound(#[source] UnsupportedError),
    /// There is no such encoding.
    #[error(transparent)]
    Encoding(#[from] UnknownEncodingError),
    /// There is no such option of encodings.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// There is no such solver.
    #[error(transparent)]
    Backend(#[from] UnknownBackendError),
    /// There is no such strategy.
    #[error(transparent)]
    Strategy(#[from] UnknownStrategy),
    /// Horizons and schedule do not go together.
    #[error(transparent)]
    Horizon(#[from] HorizonError),
    /// The horizon is too large for any formula.
    #[error("horizon {0}: expected at most {max}", max = u32::MAX - 1)]
    HorizonTooLong(u32),
    /// There is no formula.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The formula is too large.
    #[error(transparent)]
    TooLarge(#[from] FormulaSizeError),
    /// The quantified formula is too large.
    #[error("horizon {horizon}: {error}")]
    QuantifiedTooLarge {
        /// The bound.
        horizon: u32,
        /// How large.
        #[source]
        error: FormulaSizeError,
    },
    /// The deal was not made from a formula.
    #[error(transparent)]
    Locks(#[from] LocksError),
    /// The encoding or the options do not support the question for the locks of the deal.
    #[error(transparent)]
    Question(#[from] LockFormulaError),
    /// No configuration is given.
    #[error("found an empty schedule, expected at least one query")]
    Nothing,
    /// A move of the plan is illegal.
    #[error("move {} of the plan is illegal: {illegal}", .step + 1)]
    Move {
        /// The number of the move, from 0.
        step: usize,
        /// The rule that it breaks.
        #[source]
        illegal: MoveError,
    },
    /// The plan has an illegal move.
    #[error("the plan has an illegal move")]
    IllegalPlan,
    /// A position cannot be reached.
    #[error(transparent)]
    Played(#[from] Box<Fault>),
    /// A hidden card leaves before the first move.
    #[error("a hidden card leaves before the first move")]
    HiddenCardLeaves,
    /// Nothing can be bound to rules and position.
    #[error(transparent)]
    Digest(#[from] DigestError),
    /// A file cannot be read or written.
    #[error(transparent)]
    Format(#[from] Box<FormatError>),
    /// An error in files of another crate, as a sentence.
    #[error("{0}")]
    Files(String),
}

impl From<FormatError> for InputError {
    fn from(error: FormatError) -> InputError {
        Box::new(error).into()
    }
}
