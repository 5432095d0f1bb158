//! Who looks for a plan: search, SAT, SMT.

use patsat_encodings::{schemes, smt as smt_encodings};
use patsat_game::state::Instance;
use patsat_planning::sat::{Horizon, SatMethod};
use patsat_planning::smt::SmtMethod;
use patsat_planning::{Answer, Failure, Method, Request};

/// A name that is no encoding's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownMethod {
    /// Of SAT.
    #[error(transparent)]
    Sat(#[from] schemes::UnknownEncoding),
    /// Of SMT.
    #[error(transparent)]
    Smt(#[from] smt_encodings::UnknownEncoding),
}

/// Solves a game by the native search, without limits: a verified plan, or that there is none.
///
/// ```
/// use patsat::Verdict;
///
/// assert_eq!(patsat::solve(&patsat::deal("ms:1")?)?.verdict(), Verdict::Solved);
/// assert_eq!(patsat::solve(&patsat::deal("ms:11982")?)?.verdict(), Verdict::Unwinnable);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With limits, a certificate, or somebody else who looks for the plan, make a [`Request`]:
///
/// ```
/// use patsat::{Limits, Method, Outcome, Request};
///
/// let game = patsat::deal("ms:11982")?;
/// let limits = Limits { nodes: Some(1000), ..Limits::default() };
/// let request = Request { limits, certify: true, ..Request::new(&game, Method::default()) };
/// assert!(matches!(request.run()?.outcome, Outcome::Unknown(patsat::Limit::Nodes)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the verifier refuses what the search claims.
pub fn solve(game: &Instance) -> Result<Answer, Failure> {
    Request::new(game, Method::default()).run()
}

/// SAT, by an encoding's name and one horizon, with the built-in solver.
///
/// No model at a horizon means "no plan within this bound of this encoding", never "unwinnable":
///
/// ```
/// use patsat::{Method, Request, Verdict, sat};
///
/// let game = patsat::deal("ms:1")?;
/// let request = Request::new(&game, Method::Sat(sat("exists", 2)?));
/// assert_eq!(request.run()?.verdict(), Verdict::NoPlanWithin);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there is no such encoding; the error names those there are.
pub fn sat(encoding: &str, horizon: u32) -> Result<SatMethod, UnknownMethod> {
    Ok(SatMethod::with(schemes::encoding(encoding)?, Horizon::One(horizon)))
}

/// SMT, by an encoding's name and one horizon, with z3: linked in, or as a program.
///
/// ```
/// use patsat::{Failure, Method, Request, Verdict, smt};
///
/// let game = patsat::read("Foundations: H-K C-K D-K S-J\n: QS KS\n:\n:\n:\n:\n:\n:\n:\n")?;
/// let request = Request::new(&game, Method::Smt(smt("relational", 3)?));
/// match request.run() {
///     Ok(answer) => assert_eq!(answer.verdict(), Verdict::Solved),
///     Err(Failure::Missing(why)) => println!("{why}"), // no z3 here
///     Err(other) => return Err(other.into()),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there is no such encoding; the error names those there are.
pub fn smt(encoding: &str, horizon: u32) -> Result<SmtMethod, UnknownMethod> {
    Ok(SmtMethod::with(smt_encodings::encoding(encoding)?, Horizon::One(horizon)))
}
