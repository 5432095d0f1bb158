//! The certificate that no plan costs less than so much: all positions from which the bound does not exclude a
//! cheaper plan, as a tree of moves.

use super::astar::{AStar, End};
use super::bound::Bound;
use crate::Budget;
use crate::certify::{CertifyError, Tree};
use crate::states::packed::Game;
use patsat_game::rules::Cost;
use patsat_game::state::closed_set::{Claim, ClosedSetWriter};
use patsat_game::state::{Instance, Table};
use patsat_game::verify::LeastCost;

/// The certificate of a packed game, as the bytes of a file.
///
/// The search for an optimum with the checker's bound, which knows of no lookahead, has stored just those
/// positions when no cheaper plan is left.
pub(crate) fn certify(
    instance: &Instance,
    game: &Game,
    (cost, least): (Cost, u32),
    budget: &mut Budget<'_>,
) -> Result<Vec<u8>, CertifyError> {
    let Some(checked) = LeastCost::new(instance, cost) else { return Err(CertifyError::Game) };
    let bound = Bound::new(game, cost);
    let below = least.saturating_sub(bound.homeward(game, &game.start()));
    let mut search = AStar::new(game, &bound, true).without_lookahead();
    match search.run(below, budget) {
        End::Exhausted => {}
        End::Won(_) => return Err(CertifyError::Shorter),
        End::Limit(limit) => return Err(CertifyError::Limit(limit)),
    }
    let store = &search.store;
    let tree = Tree {
        len: store.len(),
        parent: |node| store.get(node).parent,
        action: |node, table: &Table| store.get(node).trace().step.card_move().locate(table),
        settle: |table: &mut Table| _ = checked.settle(table),
    };
    tree.write(instance, ClosedSetWriter::new(instance, Claim::NoneShorter { cost, least }))
}
