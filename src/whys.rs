//! Why a deal is lost.

use patsat_game::state::Instance;
use patsat_planning::why::{self, WhyAnswer, WhyRequest};
use patsat_planning::{Failure, Method, Monitor, Request, prove};
use std::time::Duration;

/// Decides a game by search, and finds dead patterns that prove it lost if it is.
///
/// ```
/// use patsat::game::rules::Rules;
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
    let request = WhyRequest {
        search: Request::new(game, Method::default()),
        options: prove::Options::default(),
        shrink: Duration::ZERO,
        known: None,
    };
    why::why(&request, &mut Monitor::default())
}
