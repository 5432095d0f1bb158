//! Makes the certificate that a game cannot be won: the closed set of all its positions.
//!
//! The set holds every position that legal moves reach, without any dominance rule. So it is closed under the plain
//! rules, and its checker needs no theorem. A bounded set proves that no plan costs less than N. It holds the positions
//! that the checker's own bound does not exclude.

mod bounded;
mod error;
mod heights;
mod packed;
mod plain;
mod runs;
mod swept;
mod tracked;
mod tree;

pub use error::CertifyError;
pub use runs::RunTree;

use super::{Budget, SearchEnd, SearchOptions, SearchReport};
use crate::optimal;
use patsat_game::rules::Cost;
use patsat_game::state::closed_set::{Claim, ClosedSetWriter};
use patsat_game::state::{Instance, Table};
use patsat_game::verify::safe_cards_may_go_home;
use patsat_states::packed::Game;
use patsat_states::{with_game, with_piles};
use tree::Tree;

/// Returns the closed-set certificate of an instance as the bytes of a file.
///
/// # Errors
/// If the game can be won, or a limit was reached first.
pub fn certify(instance: &Instance, budget: &mut Budget<'_>) -> Result<Vec<u8>, CertifyError> {
    with_game!(instance, game => packed::certify(instance, &game, budget), _ => plain::certify(instance, budget))
}

/// Counts the positions of each progress of a lost game whose cards go home one by one, and returns the counts as the
/// text of a file. Its checker visits all these positions.
///
/// This is for games whose positions fit in the memory only if those that lie behind are forgotten. With `safe_home`
/// safe cards go home at once in games with a waste. This leaves fewer positions, but the certificate then depends on a
/// theorem.
///
/// # Errors
/// If the game is another or can be won, or a limit was reached first.
pub fn certify_swept(
    instance: &Instance,
    safe_home: bool,
    budget: &mut Budget<'_>,
) -> Result<String, CertifyError> {
    let safe_home = safe_home && safe_cards_may_go_home(instance);
    let set = with_piles!(
        instance,
        game => swept::certify(&game, safe_home, budget),
        Err(_) => Err(CertifyError::NotSwept)
    );
    Ok(set?.write(instance))
}

/// Returns cards that are enough for a loss in a game of Klondike's kind, as the text of a file. Its checker visits all
/// positions that are left if only these are tracked. If no small set is found, these are all cards.
///
/// # Errors
/// If the game is another or can be won, or a limit was reached first.
pub fn certify_tracked(instance: &Instance, budget: &mut Budget<'_>) -> Result<String, CertifyError> {
    Ok(tracked::certify(instance, budget)?.write(instance))
}

/// Returns the height game of a game of FreeCell's kind with at most `most` positions, as the text of a file. Its
/// checker visits all of them.
///
/// # Errors
/// If the game is another, its height game is won or has more positions, or a limit was reached first.
pub fn certify_heights(
    instance: &Instance,
    most: u64,
    budget: &mut Budget<'_>,
) -> Result<String, CertifyError> {
    Ok(heights::certify(instance, most, budget)?.write(instance))
}

/// Returns a plan of least cost and the certificate that none is cheaper, by one search where the game packs.
///
/// The search uses the checker's bound only, so it stores exactly the positions of the certificate. Finding the plan by
/// a sharper bound and making the certificate after that takes longer.
///
/// The report holds the plan, or the reason why no plan was found. If there is a plan, the certificate comes with it,
/// or the error that prevented it.
pub fn shortest_certified(
    instance: &Instance,
    cost: Cost,
    budget: &mut Budget<'_>,
) -> (SearchReport, Option<Result<Vec<u8>, CertifyError>>) {
    if let Ok(game) = Game::new(instance) {
        return bounded::certified(instance, &game, cost, budget);
    }
    let options = SearchOptions { cost, ..SearchOptions::default() };
    let report = (optimal::STRATEGY.run)(instance, &options, budget);
    let file = match (&report.end, report.stats.lower_bound) {
        (SearchEnd::Solved(_), Some(least)) => Some(certify_shortest(instance, cost, least, budget)),
        _ => None,
    };
    (report, file)
}

/// Returns the certificate that no plan costs less than `least`, as the bytes of a file.
///
/// # Errors
/// If there is a cheaper plan, no bound is known for the game, or a limit was reached first.
pub fn certify_shortest(
    instance: &Instance,
    cost: Cost,
    least: u32,
    budget: &mut Budget<'_>,
) -> Result<Vec<u8>, CertifyError> {
    if let Ok(game) = Game::new(instance) {
        return bounded::certify(instance, &game, (cost, least), budget);
    }
    let set = RunTree::new(instance, cost, least, budget)?;
    let tree = Tree {
        len: set.size(),
        parent: |node| set.parent(node).unwrap_or(0),
        follow: |node, table: &Table| tree::after(table, set.action(node, table)?),
    };
    tree.write(instance.table(), ClosedSetWriter::new(instance, Claim::NoneShorter { cost, least }))
}
