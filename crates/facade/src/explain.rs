//! Why a deal is lost, and what to do next in one that is not.

use patsat_analysis::hint::{Hint, HintRequest};
use patsat_analysis::why::{self, PlayedError, WhyAnswer, WhyRequest};
use patsat_game::state::{Instance, Plan};
use patsat_planning::{Failure, Method, Monitor, Request};

/// Decides a game by search, and finds dead patterns that prove it lost if it is.
///
/// ```
/// # use patsat_facade as patsat;
/// use patsat::Rules;
///
/// let one_cell = Rules { cells: 1, ..Rules::preset("freecell")? };
/// let lost = patsat::deal_of("ms:41", one_cell)?;
/// let why = patsat::why(&lost)?;
/// let proof = why.patterns().ok_or("none found")?;
/// println!("{}", proof.text); // a certificate that a person can read
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the verifier refuses what search or prover claim.
pub fn why(game: &Instance) -> Result<WhyAnswer, Failure> {
    why::why(&WhyRequest::new(Request::new(game, Method::default())), &mut Monitor::default())
}

/// The best next move after the moves of a plan so far, and what becomes of the game after each legal one.
///
/// ```
/// # use patsat_facade as patsat;
/// let game = patsat::deal("ms:617")?;
/// let hint = patsat::hint(&game, &patsat::Plan::default())?;
/// println!("{:?}, for the plan goes on: {:?}", hint.best(), hint.reason());
/// let (winning, unknown, losing) = hint.counts();
/// assert!(winning > 0 && winning + unknown + losing == hint.moves.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a move is illegal, or the verifier refuses what the search claims.
pub fn hint(game: &Instance, played: &Plan) -> Result<Hint, PlayedError> {
    let request = HintRequest { played: played.clone(), ..HintRequest::new(game) };
    patsat_analysis::hint::hint(&request, &mut Monitor::default())
}
