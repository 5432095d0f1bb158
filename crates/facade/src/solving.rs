//! Solves a game by the default search.

use patsat_game::state::Instance;
use patsat_planning::{Answer, Failure, Method, Request};

/// Solves a game by the native search, without limits. The answer has a verified plan or the verdict "unwinnable".
///
/// ```
/// # use patsat_facade as patsat;
/// use patsat::Verdict;
///
/// assert_eq!(patsat::solve(&patsat::deal("ms:1")?)?.verdict(), Verdict::Solved);
/// assert_eq!(patsat::solve(&patsat::deal("ms:11982")?)?.verdict(), Verdict::Unwinnable);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// For limits, a certificate or another method, use [`SolveOptions`](crate::SolveOptions):
///
/// ```
/// # use patsat_facade as patsat;
/// use patsat::{Limits, Outcome, SolveOptions};
///
/// let game = patsat::deal("ms:11982")?;
/// let limits = Limits { nodes: Some(1000), ..Limits::default() };
/// let request = SolveOptions { limits, certify: true, ..SolveOptions::default() }.request(&game)?;
/// assert!(matches!(request.run()?.outcome, Outcome::Unknown(patsat::Limit::Nodes)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the verifier rejects the result of the search.
pub fn solve(game: &Instance) -> Result<Answer, Failure> {
    Request::new(game, Method::default()).run()
}
