//! The certificate that no plan costs less than N: a tree of moves to all positions from which the bound does not
//! exclude a cheaper plan.
//!
//! The search for an optimum with the checker's bound, without lookahead, has stored exactly those positions when no
//! cheaper plan is left. The tree is walked on packed positions with the places of columns and cells, which are those
//! of [`Table`](patsat_game::state::Table): a test compares the two.

use super::CertifyError;
use super::tree::Tree;
use crate::optimal::{AStar, Bound, End, Store, shortest};
use crate::{Budget, SearchEnd, SearchOptions, SearchReport};
use patsat_game::rules::Cost;
use patsat_game::state::Instance;
use patsat_game::state::closed_set::{Claim, ClosedSetWriter};
use patsat_game::verify::LeastCost;
use patsat_states::packed::{Game, Placed, Places};

/// Returns the certificate of a packed game as the bytes of a file.
pub(super) fn certify(
    instance: &Instance,
    game: &Game,
    (cost, least): (Cost, u32),
    budget: &mut Budget<'_>,
) -> Result<Vec<u8>, CertifyError> {
    let bound = Bound::new(game, cost);
    let below = least.saturating_sub(bound.homeward(game, &game.start()));
    let mut search = AStar::new(game, &bound, true).without_lookahead();
    match search.run(below, budget) {
        End::Exhausted => {}
        End::Won(_) => return Err(CertifyError::Shorter),
        End::Limit(limit) => return Err(CertifyError::Limit(limit)),
    }
    write(instance, game, (&search.store, search.below), (cost, least))
}

/// Finds a plan of least cost with the checker's bound. If there is one, the same positions make the certificate that
/// no plan is cheaper.
pub(super) fn certified(
    instance: &Instance,
    game: &Game,
    cost: Cost,
    budget: &mut Budget<'_>,
) -> (SearchReport, Option<Result<Vec<u8>, CertifyError>>) {
    let bound = Bound::new(game, cost);
    let mut search = AStar::new(game, &bound, true).without_lookahead();
    let options = SearchOptions { cost, ..SearchOptions::default() };
    let report = shortest(instance, &mut search, &options, budget);
    let file = match (&report.end, report.stats.lower_bound) {
        (SearchEnd::Solved(_), Some(least)) => {
            Some(write(instance, game, (&search.store, search.below), (cost, least)))
        }
        _ => None,
    };
    (report, file)
}

/// Writes the first `len` positions of a store as a certificate.
fn write(
    instance: &Instance,
    game: &Game,
    (store, len): (&Store, usize),
    (cost, least): (Cost, u32),
) -> Result<Vec<u8>, CertifyError> {
    if LeastCost::new(instance, cost).is_none() {
        return Err(CertifyError::Game);
    }
    let places = Places::new(instance);
    let tree = Tree {
        len,
        parent: |node| store.get(node).parent,
        follow: |node, before: &Placed| {
            let step = store.get(node).trace().step;
            let mut after = before.clone();
            after.make(step);
            after.settle(game);
            Some((before.action(&places, step)?, after))
        },
    };
    let mut start = Placed::start(instance, game);
    start.settle(game);
    tree.write(start, ClosedSetWriter::new(instance, Claim::NoneShorter { cost, least }))
}
