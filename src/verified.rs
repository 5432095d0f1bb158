//! Plans and certificates, checked by the rules.

use patsat_analysis::variants::{NothingBetter, check_best_proof, looks_like_best_proof};
use patsat_formats::FormatError;
use patsat_game::state::closed_set::ClosedSetFile;
use patsat_game::state::patterns::{self, looks_like_patterns};
use patsat_game::state::swept_set::SweptSet;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{
    self, ClosedSet, ClosedSetFault, DeadPatterns, Fault, NoneShorter, PatternFault, Swept, SweptFault,
    Verified, replay,
};
use patsat_planning::is_meant_as_certificate;
use patsat_planning::proof::{self, NoPlanWithin, ProofFault};

/// What a file shows about a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Valid {
    /// A plan: its moves are legal and win.
    Plan(Verified<Plan>),
    /// A closed set of positions without a win: the game cannot be won.
    ClosedSet(Verified<ClosedSet>),
    /// A swept set: all positions were visited, and none is won.
    SweptSet(Verified<Swept>),
    /// A bounded closed set: no plan costs less than so much.
    NoneShorter(Verified<NoneShorter>),
    /// Dead patterns: the game cannot be won.
    DeadPatterns(Verified<DeadPatterns>),
    /// A refutation: no plan within a bound of an encoding. Trusts the encoder too.
    NoPlanWithin(Box<NoPlanWithin>),
    /// A refutation: no more than this can be reached within a bound. Trusts the encoder too.
    NothingBetter(Box<NothingBetter>),
}

/// The first reason why a file shows nothing about a game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// It cannot be read as a plan of this game.
    #[error(transparent)]
    Text(#[from] FormatError),
    /// The plan has an illegal move or does not win.
    #[error(transparent)]
    Plan(Box<Fault>),
    /// The closed set is none.
    #[error(transparent)]
    ClosedSet(#[from] ClosedSetFault),
    /// The swept set is none.
    #[error(transparent)]
    SweptSet(#[from] SweptFault),
    /// The patterns are not closed.
    #[error(transparent)]
    DeadPatterns(Box<PatternFault>),
    /// The refutation is none, or one of another formula.
    #[error(transparent)]
    Proof(#[from] ProofFault),
}

/// Checks a file against a game: a plan in any format, a closed or swept set, dead patterns, a refutation.
/// Which it is, is told from its content. A text of moves that leaves out moves home is read with them
/// ([`patsat_formats::read_plan_text`] says how).
///
/// ```
/// use patsat::game::rules::Rules;
/// use patsat::planning::Basis;
/// use patsat::{Method, Outcome, Request, Valid, verify};
///
/// let won = patsat::deal("ms:617")?;
/// let answer = patsat::solve(&won)?;
/// let plan = patsat::notation(&won, answer.plan().ok_or("no plan")?)?;
/// assert!(matches!(verify(&won, plan.as_bytes())?, Valid::Plan(_)));
/// assert!(verify(&patsat::deal("ms:618")?, plan.as_bytes()).is_err());
///
/// let mut rules = Rules::preset("freecell")?;
/// (rules.deck.ranks, rules.columns, rules.cells) = (4, 4, 0);
/// let lost = patsat::deal_of("ms:1", rules)?;
/// let request = Request { certify: true, ..Request::new(&lost, Method::default()) };
/// let Outcome::Unwinnable(Basis::ClosedSet(certificate)) = request.run()?.outcome else {
///     return Err("it is lost".into());
/// };
/// assert!(matches!(verify(&lost, &certificate.bytes)?, Valid::ClosedSet(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first reason why it shows nothing.
pub fn verify(game: &Instance, file: &[u8]) -> Result<Valid, Invalid> {
    if proof::looks_like_one(file) {
        let shown = proof::check_bound_proof(game, file, MEMORY_MIB)?;
        return Ok(Valid::NoPlanWithin(Box::new(shown)));
    }
    if looks_like_best_proof(file) {
        let shown = check_best_proof(game, file, MEMORY_MIB)?;
        return Ok(Valid::NothingBetter(Box::new(shown)));
    }
    if looks_like_patterns(file) {
        let wrong = |fault: PatternFault| Invalid::DeadPatterns(Box::new(fault));
        let read = patterns::read(game, file).map_err(|error| wrong(error.into()))?;
        return Ok(Valid::DeadPatterns(verify::check_patterns(game, &read).map_err(wrong)?));
    }
    if SweptSet::looks_like_one(file) {
        return Ok(Valid::SweptSet(verify::check_swept_set(game, file, MEMORY_MIB, &mut |_, _| true)?));
    }
    if is_meant_as_certificate(file) {
        return Ok(if ClosedSetFile::looks_bounded(file) {
            Valid::NoneShorter(verify::check_none_shorter(game, file)?)
        } else {
            Valid::ClosedSet(verify::check_closed_set(game, file)?)
        });
    }
    let plan = patsat_formats::read_plan_text(file, None, game)?.plan;
    Ok(Valid::Plan(replay(game, plan).map_err(|fault| Invalid::Plan(Box::new(fault)))?))
}

/// The most memory for a formula that is built to be checked against, and for the positions of a sweep.
const MEMORY_MIB: u64 = 4096;
