//! A first plan, not optimal: the upper bound that the search for the optimum starts from.
//!
//! Best-first search that trusts the bound three times as much as the moves made, with few
//! positions. It finds a plan for nearly every FreeCell deal in some hundredths of a second.

use super::astar::settle;
use super::bound::Bound;
use super::frontier::Frontier;
use super::lookahead;
use super::store::{Node, Store, Trace};
use crate::{Budget, Limit};
use patsat_states::packed::{Game, Step, Target};

/// Positions expanded at most.
const MOST_EXPANDED: u32 = 4000;
/// How much more the bound counts than moves made.
const WEIGHT: u32 = 3;

/// A won node of the store, if the dive came to one.
///
/// # Errors
/// The limit that was reached first.
pub(super) fn dive(
    game: &Game,
    bound: &Bound,
    budget: &mut Budget<'_>,
) -> Result<(Store, Option<u32>), Limit> {
    let mut store = Store::new();
    let mut frontier = Frontier::default();
    let mut board = game.start();
    settle(game, &mut board);
    store.insert(Node::root(board.key));
    frontier.push(0, 0, 0);
    if board.is_won() {
        return Ok((store, Some(0)));
    }
    let mut steps: Vec<Step> = Vec::new();
    for _ in 0..MOST_EXPANDED {
        let Some((_, _, number)) = frontier.pop() else { break };
        if let Some(limit) = budget.expand(store.bytes()) {
            return Err(limit);
        }
        let node = *store.get(number);
        let board = game.board(node.key);
        steps.clear();
        board.single_steps(game, |step| steps.push(step));
        if bound.by_runs() {
            board.supermoves(game, |step, _| steps.push(step));
        }
        for &step in &steps {
            let mut child = board;
            child.make(step);
            let followed = settle(game, &mut child);
            if lookahead::raise(game, &child).is_none() {
                continue;
            }
            budget.stats.generated += 1;
            let moves = node.moves() + u32::from(step.to != Target::HOME);
            let trace = Trace { step, from: board.below[usize::from(step.card)], followed };
            let Some(new) = store.insert(Node::new(child.key, number, moves, trace)) else { continue };
            if child.is_won() {
                return Ok((store, Some(new)));
            }
            let homeward = 4 * u32::from(game.ranks) - child.cards_home();
            let hits = bound.scene(game, &child).hits;
            frontier.push(moves + WEIGHT * (hits + homeward), hits, new);
        }
    }
    Ok((store, None))
}
